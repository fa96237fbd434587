"""A round step by step, for its replay: what lay on the table after each decision.

Built by folding the stored round again through the engine. Every moment is the engine's own public
view, so that a card which is not dealt face up by then is in none of them, whatever came later.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from casino.sealing import SealBroken
from tables.engine.actions import INSURANCE
from tables.engine.bets import MAIN
from tables.engine.cardplay import OFFERS
from tables.engine.codec import decode_bets
from tables.engine.events import (
    ActionTaken,
    CardDealt,
    CardTurned,
    DealerChecked,
    Event,
    HandEnded,
    HandSplit,
)
from tables.engine.game import act, start
from tables.engine.hand import DEALER
from tables.engine.live import start_live, step_live
from tables.engine.view import live_view, public_view
from tables.models import Action, Bet, Round
from tables.selectors.fold import cards_of, engine_action, engine_step, live_deal
from tables.selectors.round_bets import stored_bet_view

LOST_AT_ONCE: Final = frozenset(("bust", "fold", "surrender"))


@dataclass(frozen=True, slots=True)
class Frame:
    """A moment of a round and what has happened since the one before.

    ``view`` is as ``tables.engine.view.public_view``, ``decisions`` the decision that led here,
    with who went on by the follow rule; it is empty for the deal and the dealer's own play.
    """

    view: Mapping[str, Any]
    events: tuple[Event, ...]
    decisions: tuple[Action, ...]


def private_frames(round_: Round, actions: Sequence[Action]) -> list[Frame]:
    """The deal, each decision, and the dealer's play; nothing where the seal of the shoe is broken.
    Version and shoe must be loaded."""
    rules = round_.version.engine_rules
    try:
        cards = cards_of(round_.shoe, rules)
    except SealBroken:
        return []
    game, events = start(rules, cards, decode_bets(round_.request))
    frames = [Frame(public_view(game), events, ())]
    for action in actions:
        game, events = act(game, engine_action(action))
        frames.append(Frame(public_view(game), events, (action,)))
    return _with_dealers_play(frames)


def live_frames(round_: Round, actions: Sequence[Action], bets: Sequence[Bet]) -> list[Frame]:
    """As ``private_frames``, of a live round with the hands that these bets lay on."""
    live, events = start_live(*live_deal(round_), dealer_pair=round_.request["dealer_pair"])
    frames = [Frame(_live_view(live_view(live), bets), _of_seats(events, bets), ())]
    for action in actions:
        if action.decided_by == Action.DecidedBy.FOLLOW_RULE:
            last = frames[-1]
            frames[-1] = replace(last, decisions=(*last.decisions, action))
            continue
        live, events = step_live(live, engine_step(action))
        frames.append(Frame(_live_view(live_view(live), bets), _of_seats(events, bets), (action,)))
    frames = _of_own_seats(_with_dealers_play(frames), bets)
    if round_.state == Round.State.SETTLED:
        last = frames[-1]
        frames[-1] = replace(
            last, view={**last.view, "bets": [stored_bet_view(bet) for bet in bets]}
        )
    return frames


def dealt_events(round_: Round) -> list[Event]:
    """All that has happened in a round to everybody, in order (one query)."""
    actions = list(round_.actions.order_by("ordinal"))
    if not round_.is_live:
        return [event for frame in private_frames(round_, actions) for event in frame.events]
    live, told = start_live(*live_deal(round_), dealer_pair=round_.request["dealer_pair"])
    events = [*told]
    for action in actions:
        if action.decided_by != Action.DecidedBy.FOLLOW_RULE:
            live, told = step_live(live, engine_step(action))
            events += told
    return events


# The dealer's play


def _with_dealers_play(frames: list[Frame]) -> list[Frame]:
    """The last decision and what the dealer drew after it are two moments."""
    if len(frames) < 2:
        return frames
    before, last = frames[-2:]
    first = next((at for at, event in enumerate(last.events) if _is_dealers(event)), 0)
    if not first or before.view["dealer"] == last.view["dealer"]:
        return frames
    decided = Frame(_undecided(before.view, last.view), last.events[:first], last.decisions)
    return [*frames[:-1], decided, Frame(last.view, last.events[first:], ())]


def _is_dealers(event: Event) -> bool:
    match event:
        case CardDealt(to=hand) | CardTurned(of=hand) | ActionTaken(hand=hand):
            return hand == DEALER
        case DealerChecked():
            return True
        case _:
            return False


def _undecided(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The table when the last decision had fallen and the dealer had not played yet."""
    known = {bet["position"]: bet for bet in before["bets"] if bet["result"]}
    lost = {hand["hand"] for hand in after["hands"] if hand["status"] in LOST_AT_ONCE}
    bets = []
    for bet in after["bets"]:
        position = bet["position"]
        if position in known or position.partition(":")[0] in lost:
            bets.append(known.get(position, bet))
        else:
            bets.append({**bet, "result": None, "paid_cents": 0, "chips_back": []})
    joined = {hand: place for hand, place in after["joined"].items() if hand != DEALER}
    return {**after, "dealer": before["dealer"], "joined": joined, "bets": bets}


# Live rounds


def own_hands(view: Mapping[str, Any], bets: Sequence[Bet]) -> list[Mapping[str, Any]]:
    """The hands that these bets lie on, or came from: "1" where one lies on "1R"."""
    own = {bet.position.partition(":")[0] for bet in bets if bet.position.endswith(f":{MAIN}")}
    return [hand for hand in view["hands"] if any(name.startswith(hand["hand"]) for name in own)]


def _of_own_seats(frames: Sequence[Frame], bets: Sequence[Bet]) -> list[Frame]:
    """Without what was decided for a seat that none of these bets lay on."""
    seats = {bet.position[0] for bet in bets}
    own = []
    for frame in frames:
        decisions = tuple(
            action
            for action in frame.decisions
            if action.action == INSURANCE or action.hand[0] in seats
        )
        if decisions or not frame.decisions or frame is frames[-1]:
            own.append(replace(frame, decisions=decisions))
    return own


def _live_view(view: dict[str, Any], bets: Sequence[Bet]) -> dict[str, Any]:
    return {
        **view,
        "hands": own_hands(view, bets),
        "legal": {},
        "offers": [],
        "community": {},
        "joined": {},
        "bets": _bets_then(view, bets),
    }


def _bets_then(view: Mapping[str, Any], bets: Sequence[Bet]) -> list[dict[str, Any]]:
    """The bets as they lay beside these hands: a stake that a double added counts once the hand
    is doubled, one of a split once the hand is split, insurance once it is closed."""
    lying = []
    for bet in bets:
        placed_on, _colon, name = bet.placed_as.partition(":")
        laid = {**stored_bet_view(bet), "result": None, "paid_cents": 0, "chips_back": []}
        if name == MAIN:
            hand = _hand_of(view, bet)
            if len(hand["hand"]) < len(placed_on):
                continue
            laid["position"] = f"{hand['hand']}:{MAIN}"
            laid["result"] = "lose" if hand["status"] in LOST_AT_ONCE else None
            if not hand["doubled"]:
                golden = bet.golden_cents - bet.golden_added_cents
                laid["real_cents"] = bet.real_cents - bet.added_cents
                laid["golden"] = [golden] if golden else []
        elif name == INSURANCE and view["phase"] == OFFERS:
            continue
        lying.append(laid)
    return lying


def _hand_of(view: Mapping[str, Any], bet: Bet) -> Mapping[str, Any]:
    """The hand that the bet lies on, or the one that is split later."""
    on = bet.position.partition(":")[0]
    return next(hand for hand in view["hands"] if on.startswith(hand["hand"]))


def _of_seats(events: Sequence[Event], bets: Sequence[Bet]) -> tuple[Event, ...]:
    """What happened on the seats of these bets and to the dealer."""
    seats = {bet.position[0] for bet in bets} | {""}
    return tuple(event for event in events if _seat(event) in seats)


def _seat(event: Event) -> str:
    """The seat that it happened on; empty for what happened to the dealer or to all."""
    match event:
        case CardDealt(to=hand) | CardTurned(of=hand) | ActionTaken(hand=hand):
            return "" if hand == DEALER else hand[0]
        case HandEnded(hand=hand) | HandSplit(hand=hand):
            return hand[0]
        case _:
            return ""
