"""What everybody at a live table sees, as it stands in ``LiveTable.view``.

Written by the dealer with every change, so that a web process renders a change from one row and
never opens a shoe. No card that is not dealt face up is in it.

``round`` (number), ``round_id`` (the public one, to be sent with layouts and answers), ``state``,
``phase``, ``ends_at`` (ISO, empty where no clock runs), ``threshold``, ``dealing``;
``seats``: ``{"1": {"players", "staked_cents", "mode"}}``: how many main bets, all main bets
    together; ``mode`` is ``majority_vote`` or ``best_strategy``, in the window as it would be now;
``dealer`` and ``hands`` as in the engine's ``public_view``; ``dealer`` is None before the deal;
``insurance``: ``{"asked", "answered"}`` while it is offered, else None;
``decisions``: one a voting seat: ``{"decision", "hand", "legal", "entitled", "tally", "ends_at"}``;
``actions``: what fell so far: ``{"hand", "action", "decided_by", "tally"}``;
``results``: when the round is over, the result by position (``1R:main``, ``2:21+3`` …);
``history``: the last rounds, newest first: ``{"round", "dealer", "results"}``;
``news``: ``{"before", "after", "limits"}`` in the first round under a new version, else None: the
    facts that differ, limits aside, and whether those differ as well;
``commitment`` of the shoe, ``new_shoe`` (this round is its first), ``cut_card`` (it shows: the next
round has a new shoe), ``void_reason``.
"""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tables.engine.live import LiveRound
from tables.engine.rules import BlackjackRules
from tables.engine.shoe import Shoe
from tables.engine.tally import seat_mode
from tables.engine.view import dealer_view, hand_view
from tables.models import Action, Decision, LiveTable, TableVersion
from tables.selectors.live import SeatCount

View = dict[str, Any]

HISTORY_ROUNDS: Final = 12
"""How many rounds the shared history shows."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the dealer knows when he writes the view."""

    rules: BlackjackRules
    seats: Mapping[int, SeatCount]
    game: LiveRound | None = None
    actions: Iterable[Action] = ()
    decisions: Iterable[Decision] = ()
    results: Mapping[str, str] = field(default_factory=dict)
    insurance: Mapping[str, int] | None = None
    news: Mapping[str, Any] | None = None


def view_of(live: LiveTable, shown: Shown) -> View:
    """The whole view of the round that stands at the table."""
    round_, rules, game = live.round, shown.rules, shown.game
    return {
        "round": round_.number,
        "round_id": str(round_.public_id),
        "state": round_.state,
        "phase": live.phase,
        "ends_at": iso(live.phase_ends_at),
        "threshold": rules.majority_threshold,
        "dealing": rules.dealing,
        "seats": seats_view(rules, shown.seats),
        "dealer": dealer_view(game.play) if game else None,
        "hands": [hand_view(hand) for hand in game.play.hands() if hand.held] if game else [],
        "insurance": shown.insurance,
        "decisions": [decision_view(decision) for decision in shown.decisions],
        "actions": [action_view(action) for action in shown.actions],
        "results": dict(shown.results),
        "commitment": round_.shoe.commitment,
        "new_shoe": round_.shoe_position == 0,
        "cut_card": bool(game and shoe_of(game).cut_card_shows),
        "void_reason": round_.void_reason,
        "news": _news_view(live, shown),
        "history": history_view(live, shown),
    }


def news_of(before: TableVersion, after: TableVersion) -> View | None:
    """What a new version changes; None where it is the same one."""
    if before.pk == after.pk:
        return None
    old, new = before.facts, after.facts
    moved = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    told = [name for name in moved if not name.startswith("limits.")]
    return {
        "before": {name: old[name] for name in told if name in old},
        "after": {name: new[name] for name in told if name in new},
        "limits": len(told) < len(moved),
    }


def _news_view(live: LiveTable, shown: Shown) -> View | None:
    """What is news stays so to the end of its round."""
    if shown.news is not None:
        return dict(shown.news)
    same = live.view.get("round") == live.round.number
    return live.view.get("news") if same else None


def history_view(live: LiveTable, shown: Shown) -> list[View]:
    """The last rounds, newest first; a round joins them with its results."""
    past: list[View] = live.view.get("history", [])
    if not shown.game or not shown.results:
        return past
    number = live.round.number
    joining = {
        "round": number,
        "dealer": dealer_view(shown.game.play),
        "results": dict(shown.results),
    }
    return [joining, *(line for line in past if line["round"] != number)][:HISTORY_ROUNDS]


def seats_view(rules: BlackjackRules, seats: Mapping[int, SeatCount]) -> View:
    """Both seats, also those where nobody plays."""
    return {
        str(seat): {
            "players": count.players,
            "staked_cents": count.staked_cents,
            "mode": seat_mode(rules, count.players),
        }
        for seat in range(1, rules.boxes + 1)
        for count in (seats.get(seat, SeatCount(0, 0)),)
    }


def decision_view(decision: Decision) -> View:
    """A question that is open."""
    return {
        "decision": decision.pk,
        "hand": decision.hand,
        "legal": decision.legal.split(),
        "entitled": decision.entitled,
        "tally": decision.tally,
        "ends_at": iso(decision.ends_at),
    }


def action_view(action: Action) -> View:
    """A decision that fell; who decided, and how the votes stood."""
    return {
        "hand": action.hand,
        "action": action.action,
        "decided_by": action.decided_by,
        "tally": action.tally,
    }


def shoe_of(game: LiveRound) -> Shoe:
    """The shoe as the round has left it."""
    shoe = game.play.shoe
    if not isinstance(shoe, Shoe):
        raise TypeError("A live round is dealt from a shoe.")
    return shoe


def iso(moment: datetime.datetime | None) -> str:
    """A moment for browsers; empty for none."""
    return moment.isoformat() if moment else ""
