"""The announcements of a live table, in the reader's language."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from tables.engine import actions as kinds
from tables.models import Action, LiveTable
from tables.selectors.live_page import LiveState
from tables.views.parts import dealer_total, half_name

By = Action.DecidedBy
Phase = LiveTable.Phase

FELL: Final[Mapping[str, StrOrPromise]] = {
    kinds.HIT: _("Hit"),
    kinds.STAND: _("Stand"),
    kinds.DOUBLE: _("Double"),
    kinds.SPLIT: _("Split"),
}
WHO: Final[Mapping[str, StrOrPromise]] = {
    By.VOTE: _("%(action)s by vote, %(votes)s"),
    By.TIE: _("%(action)s, tie %(votes)s: Best Strategy"),
    By.NO_VOTE: _("%(action)s, no vote: Best Strategy"),
    By.BEST_STRATEGY: _("%(action)s by Best Strategy"),
}


def announcement(state: LiveState) -> str:
    """What the dealer says now: one sentence, or two."""
    if not state.view:
        return gettext("The dealer is on the way. The table opens in a moment.")
    if state.phase == Phase.WAITING:
        return _opening(state, gettext("Place your bets: the first one starts the clock."))
    if state.phase == Phase.BETTING:
        return _opening(state, gettext("Place your bets."))
    if state.phase == Phase.INSURANCE:
        return gettext("No more bets. The dealer shows an ace: insurance?")
    if state.phase == Phase.DECISIONS:
        return _course(state)
    return _closing(state)


def _opening(state: LiveState, invitation: str) -> str:
    if state.view.get("new_shoe"):
        return gettext("A new shoe. %(invitation)s") % {"invitation": invitation}
    return invitation


def _course(state: LiveState) -> str:
    fell = fallen(state)
    if not fell:
        return gettext("No more bets. The cards are dealt: vote on your seat.")
    names = [hand["hand"] for hand in state.view["hands"]]
    return f"{hand_title(fell[-1]['hand'], names)}: {decider(fell[-1])}"


def _closing(state: LiveState) -> str:
    view = state.view
    if view.get("void_reason"):
        return gettext("The round is void: every stake goes back.")
    said = gettext("Dealer: %(total)s.") % {"total": dealer_total(view["dealer"])}
    if view.get("cut_card"):
        return said + " " + gettext("The next round has a new shoe.")
    return said


def fallen(state: LiveState) -> list[Mapping[str, Any]]:
    """What was decided for seats so far: not insurance, and not who went on with one stake."""
    return [
        act
        for act in state.view.get("actions", ())
        if act["action"] in FELL and act["decided_by"] != By.FOLLOW_RULE
    ]


def decider(act: Mapping[str, Any]) -> str:
    """``Hit by vote, 9 – 6 – 5``: what fell, and who decided it."""
    votes = sorted(act["tally"].values(), reverse=True)
    return str(WHO[act["decided_by"]]) % {
        "action": FELL[act["action"]],
        "votes": " – ".join(str(count) for count in votes),
    }


def told(action: str, decided_by: str, tally: Mapping[str, int]) -> str:
    """A line of a live round's record: what was decided, and by whom."""
    if decided_by == By.FOLLOW_RULE:
        return gettext("%(count)s went on with one stake, by the follow rule") % {
            "count": tally["kept_one_stake"]
        }
    if action not in FELL:
        return gettext("Insurance was closed by the timer: %(yes)s took it, %(no)s did not") % {
            "yes": tally.get(kinds.INSURANCE, 0),
            "no": tally.get(kinds.NO, 0),
        }
    return decider({"action": action, "decided_by": decided_by, "tally": tally})


def hand_title(name: str, hands: Sequence[str]) -> str:
    """``"2R"`` is "Seat 2, right hand"."""
    seat = gettext("Seat %(number)s") % {"number": name.rstrip("RL")}
    half = half_name(name, hands)
    return f"{seat}, {half}" if half else seat
