"""What everybody at a live table sees, in the reader's language.

``regions`` are pieces of HTML that are replaced as a whole; ``slots`` are short texts and codes
that the page puts where its markup names them. Both are made once per language and change.
"""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from tables.engine import actions as kinds
from tables.engine.tally import BEST_STRATEGY, MAJORITY_VOTE
from tables.models import LiveTable
from tables.selectors.live_page import LiveState, Question
from tables.version_words import news
from tables.views.cards import CardFace, faces
from tables.views.live_say import announcement, decider, fallen
from tables.views.parts import OUT, RESULTS, dealer_total, half_name, total_text

Slots = dict[str, str]

MODES: Final[Mapping[str, StrOrPromise]] = {
    MAJORITY_VOTE: _("Majority Vote"),
    BEST_STRATEGY: _("Best Strategy"),
}
VOTED: Final = (kinds.HIT, kinds.STAND, kinds.DOUBLE, kinds.SPLIT)


@dataclass(frozen=True, slots=True)
class LiveHand:
    """A hand on a seat. ``result`` is a code for the style sheet, empty while it is open."""

    name: str
    half: StrOrPromise
    cards: tuple[CardFace, ...]
    total: str
    is_active: bool
    is_out: bool
    result: str
    result_label: StrOrPromise


def regions(state: LiveState) -> dict[str, str]:
    """The pieces of the felt by their element: ``dealer``, ``hands-1`` …, ``history``."""
    view = state.view
    dealer = view.get("dealer")
    found: dict[str, str] = {
        "dealer": render_to_string(
            "tables/live_dealer.html",
            {
                "cards": faces("dealer", dealer["cards"]) if dealer else (),
                "total": dealer_total(dealer) if dealer else "",
            },
        ),
        "history": render_to_string("tables/live_history.html", {"rounds": history(state)}),
    }
    for seat in view.get("seats", ()):
        found[f"hands-{seat}"] = render_to_string(
            "tables/live_hands.html", {"hands": hands(state, seat)}
        )
    return found


def hands(state: LiveState, seat: str) -> list[LiveHand]:
    """The hands of a seat in playing order."""
    active = {question.hand for question in state.questions}
    results: Mapping[str, str] = state.view.get("results", {})
    own = [hand for hand in state.view.get("hands", ()) if str(hand["box"]) == seat]
    names = [hand["hand"] for hand in own]
    return [
        _hand(
            hand,
            half_name(hand["hand"], names),
            is_active=hand["hand"] in active,
            result=results.get(f"{hand['hand']}:main"),
        )
        for hand in own
    ]


def _hand(hand: Mapping[str, Any], half: str, *, is_active: bool, result: str | None) -> LiveHand:
    status = hand["status"]
    label = RESULTS.get(status if status in OUT or status == "charlie" else result or "", "")
    return LiveHand(
        name=hand["hand"],
        half=half,
        cards=faces(f"hand-{hand['hand']}", hand["cards"]),
        total=total_text(hand["total"], soft=hand["soft"] and status == "open"),
        is_active=is_active,
        is_out=status in OUT,
        result=result or ("lose" if status in OUT else ""),
        result_label=label,
    )


def decided(state: LiveState, seat: str) -> str:
    """The seat's last action and who decided it, with its votes."""
    fell = [act for act in fallen(state) if act["hand"].rstrip("RL") == seat]
    return decider(fell[-1]) if fell else ""


@dataclass(frozen=True, slots=True)
class PastRound:
    """A line of the shared history: the dealer's total and each seat's results."""

    number: str
    dealer: str
    seats: tuple[tuple[str, str, StrOrPromise], ...]


def history(state: LiveState) -> list[PastRound]:
    """The last rounds, newest first; of a seat with two hands, both results."""
    return [
        PastRound(
            number=past["round"],
            dealer=dealer_total(past["dealer"]),
            seats=tuple(
                (position.partition(":")[0], result, RESULTS.get(result, ""))
                for position, result in past["results"].items()
                if position.endswith(":main")
            ),
        )
        for past in state.view.get("history", ())
    ]


def slots(state: LiveState) -> Slots:
    """The short texts that are the same for everybody."""
    found = {
        "phase": state.phase,
        "round": state.view.get("round_id", ""),
        "round_number": state.view.get("round", ""),
        "announce": announcement(state),
        **_clock(state),
    }
    if told := state.view.get("news"):
        found["news"] = _news(told)
    if state.view.get("cut_card"):
        found["cut_card"] = gettext("The cut card shows: the next round has a new shoe.")
    for seat, told in state.view.get("seats", {}).items():
        found |= _seat(state, seat, told)
    for question in state.questions:
        found |= _question(question, [hand["hand"] for hand in state.view["hands"]])
    asked = state.view.get("insurance")
    if asked:
        found["answered"] = gettext("%(answered)s of %(asked)s have answered") % asked
    return found


def _news(told: Mapping[str, Any]) -> str:
    """What a new version changes, while its first round lasts."""
    said = news(told["before"], told["after"], limits_moved=told["limits"])
    if not said:
        return ""
    return gettext("New terms hold here from this round on. %(news)s.") % {"news": said}


def _seat(state: LiveState, seat: str, told: Mapping[str, Any]) -> Slots:
    """While bets are placed, how far the vote is; in play, what was decided last."""
    is_open = state.takes_bets
    threshold = state.view["threshold"]
    players = told["players"]
    mode = told["mode"] if players or not is_open else BEST_STRATEGY
    missing = max(0, threshold - players)
    if missing:
        met = ngettext("%(missing)s more for a vote", "%(missing)s more for a vote", missing) % {
            "missing": missing
        }
    else:
        met = gettext("the vote stands")
    return {
        f"players_{seat}": str(players),
        f"mode_{seat}": str(MODES[mode]) if players or is_open else "",
        f"mode_code_{seat}": mode if players or is_open else "",
        f"met_{seat}": met if is_open else decided(state, seat),
    }


def _question(question: Question, names: Sequence[str]) -> Slots:
    seat = question.seat
    voted = sum(question.tally.values())
    facts = {"voted": voted, "entitled": question.entitled}
    found = {
        f"ask_{seat}": str(question.decision),
        f"ask_hand_{seat}": half_name(question.hand, names),
        f"legal_{seat}": " ".join(question.legal),
        f"voted_{seat}": gettext("%(voted)s of %(entitled)s have voted") % facts,
        f"until_{seat}": str(millis(question.ends_at)),
    }
    for kind in VOTED:
        votes = question.tally.get(kind, 0)
        if kind in question.legal:
            found[f"tally_{seat}_{kind}"] = str(votes)
        if votes:
            found[f"share_{seat}_{kind}"] = f"{votes / question.entitled:.3f}"
    return found


def _clock(state: LiveState) -> Slots:
    """When the time that runs began and ends, by the server's clock, in milliseconds."""
    ends = state.ends_at
    if state.phase == LiveTable.Phase.DECISIONS and state.questions:
        ends = max(question.ends_at for question in state.questions)
    seconds = state.seconds.get(state.phase)
    if ends is None or not seconds:
        return {}
    left = max(0, round((ends - state.read_at).total_seconds()))
    return {"until": str(millis(ends)), "lasts": str(seconds * 1000), "left": str(left)}


def millis(moment: datetime.datetime) -> int:
    """Milliseconds since 1970, as browsers count."""
    return int(moment.timestamp() * 1000)
