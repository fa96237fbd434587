"""What people call side bets and the lines of their pay tables, and how returns read."""

from collections.abc import Mapping
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from casino.errors import gettext_noop
from tables.engine.bets import MAIN

SIDE_BETS: Final[Mapping[str, str]] = {
    "21+3": gettext_noop("21+3"),
    "player_pair": gettext_noop("Player Pair"),
    "dealer_pair": gettext_noop("Dealer Pair"),
    "2up": gettext_noop("2 Up"),
}
"""To be translated where they are shown, as refusals are."""

LINE_NAMES: Final[Mapping[str, StrOrPromise]] = {
    "suited_trips": _("Three of a kind in one suit"),
    "straight_flush": _("Straight flush"),
    "three_of_a_kind": _("Three of a kind"),
    "straight": _("Straight"),
    "flush": _("Flush"),
    "perfect": _("Pair of one rank and suit"),
    "coloured": _("Pair of one rank and colour"),
    "red_black": _("Pair of one rank, red and black"),
    "pair": _("Pair"),
}


def returns_text(returns: Mapping[str, float]) -> str:
    """Returns per euro staked, the main bet's first: ``98.381 %, 2 Up 93.470 %``; empty if none."""
    shown = {name: number_format(f"{100 * share:.3f}", 3) for name, share in returns.items()}
    # PostgreSQL keeps the names of a JSON object in an order of its own.
    main = [f"{text} %" for name, text in shown.items() if name == MAIN]
    sides = [f"{gettext(SIDE_BETS[name])} {shown[name]} %" for name in SIDE_BETS if name in shown]
    return ", ".join([*main, *sides])
