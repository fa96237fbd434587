"""The live table: what players do at it, and what its dealer does.

Players (each a transaction; refusals in ``tables.errors`` and ``tables.live_errors``):

``choose_auto_actions(player=, session_id=UUID, auto_actions=bool) -> GameSession``
``lay(player=, session_id=UUID, round_id=UUID, bets={"1:main": Stake(500), …}) -> Layout | None``
    the whole layout, absolute; ``{}`` takes everything off the table
``cast_vote(seat=pass, decision=int, action="hit") -> None``: one INSERT, no other query
``seat_pass(session_id=GameSession.pk, round_id=Round.pk) -> str``
``answer_insurance(player=, session_id=UUID, round_id=UUID, insure=bool) -> None``

The dealer (``tables.live``; each repeatable, none but he calls them): ``prepare_table``,
``open_window``, ``tidy_window``, ``give_up_window``, ``start_clock``, ``count_seats``,
``close_window``, ``count_answers``, ``count_votes``, ``void_live_round``.

With every change ``LiveTable.version`` grows, ``LiveTable.view`` (its shape: ``view``) is what
everybody sees, and PostgreSQL's channel ``live_changes`` carries ``table number:version``.
"""

from tables.services.live.dealing import (
    close_window,
    count_seats,
    give_up_window,
    open_window,
    prepare_table,
    start_clock,
    tidy_window,
)
from tables.services.live.layouts import choose_auto_actions, lay
from tables.services.live.play import count_answers, count_votes
from tables.services.live.voids import void_live_round
from tables.services.live.votes import answer_insurance, cast_vote, seat_pass
from tables.services.live.window import CHANGES, WAKE

__all__ = [
    "CHANGES",
    "WAKE",
    "answer_insurance",
    "cast_vote",
    "choose_auto_actions",
    "close_window",
    "count_answers",
    "count_seats",
    "count_votes",
    "give_up_window",
    "lay",
    "open_window",
    "prepare_table",
    "seat_pass",
    "start_clock",
    "tidy_window",
    "void_live_round",
]
