"""The live table at run time: the dealer process ``manage.py run_dealer``, and the push.

``agenda``   what to do next at a table, and when to look again: pure.
``runner``   one table: looks, does it, waits.
``holding``  which tables this process holds, and how it is woken.
``dealer``   the process: takes up tables, runs each in a thread, lets go on SIGTERM.
``push``     what web processes send to the browsers.
"""
