"""What people call side bets and the lines of their pay tables."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from casino.errors import gettext_noop

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
