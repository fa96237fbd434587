"""Players that are programs: they play a live table through the same addresses as browsers.

``client`` one bot over HTTP, ``felt`` how it reads the cards from the page, ``accounts`` who they
are, ``tally`` what they count.
"""
