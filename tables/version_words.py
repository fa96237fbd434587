"""What table versions set, in words: whole versions to be read, and what differs between two.

Works on ``TableVersion.facts``. The operator's form takes its labels from here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from casino.presentation import money
from tables.bet_names import LINE_NAMES, SIDE_BETS
from tables.engine.bets import MAIN, ROUND
from tables.models.table import TERMS

Facts = Mapping[str, Any]
Tiers = Mapping[int, str]
"""The names of the VIP tiers by rank."""

Choices = Sequence[tuple[Any, StrOrPromise]]

RULE_NAMES: Final[Mapping[str, StrOrPromise]] = {
    "decks": _("Decks"),
    "dealing": _("The dealer's second card"),
    "dealer_hits_soft_17": _("Dealer draws on soft 17"),
    "burn_card": _("A card is burnt before each round"),
    "peek_on_ace": _("Dealer checks under an ace"),
    "peek_on_ten": _("Dealer checks under a ten"),
    "double_back_on_ten_blackjack": _("A double comes back if a ten turns into blackjack"),
    "boxes": _("Boxes"),
    "blackjack_pays": _("Blackjack pays"),
    "charlie": _("Charlie"),
    "double_on": _("Double on"),
    "double_after_split": _("Double after a split"),
    "max_hands": _("Hands of a box"),
    "split_aces_one_card": _("Split aces get one card and stand"),
    "insurance_offered": _("Insurance"),
    "even_money_offered": _("Even money"),
    "late_surrender": _("Late surrender"),
    "majority_threshold": _("Main bets that make a seat vote"),
    "shuffle": _("New shoe"),
    "cut_card_at": _("Cut card after (% of the shoe)"),
}
"""In the order in which they are read."""

CHOICES: Final[Mapping[str, Choices]] = {
    "dealing": [("US", _("a hole card (US)")), ("EU", _("after all decisions (EU)"))],
    "double_on": [("any", _("any two cards")), ("9-11", _("9 to 11")), ("10-11", _("10 or 11"))],
    "max_hands": [(2, _("2: one split")), (3, _("3: split twice")), (4, _("4: split three times"))],
    "charlie": [(0, _("off")), *((cards, str(cards)) for cards in range(5, 11))],
    "shuffle": [("cut_card", _("when the cut card shows")), ("round", _("each round"))],
}
"""The values of rules that have words of their own."""

TERM_NAMES: Final[Mapping[str, StrOrPromise]] = {
    "chips": _("Chip values"),
    "session_min_cents": _("Smallest buy-in"),
    "session_max_cents": _("Largest buy-in, rebuys included"),
    "whole_amount_first": _("Whole amount first"),
    "rebuy_allowed": _("Rebuy allowed"),
    "idle_minutes": _("Idle minutes"),
    "betting_seconds": _("Betting window (s)"),
    "insurance_seconds": _("Insurance (s)"),
    "decision_seconds": _("Decision (s)"),
    "results_seconds": _("Results (s)"),
    "side_bets_shown": _("Side bets shown"),
    "golden_allowed": _("Golden chips are taken"),
    "golden_max_per_round": _("Most golden chips in a round"),
    "golden_mixed": _("Golden chips beside real money"),
    "golden_on_actions": _("Golden chips for added stakes"),
    "published_rtp": _("Published RTP (%)"),
}
LIVE_TERMS: Final = (
    "betting_seconds",
    "insurance_seconds",
    "decision_seconds",
    "results_seconds",
    "side_bets_shown",
)
"""What only a live table has; another keeps what it was made with."""

LIVE_RULES: Final = ("majority_threshold", "shuffle", "cut_card_at")
"""The rules that have no effect elsewhere."""

POSITION_NAMES: Final[Mapping[str, StrOrPromise]] = {
    MAIN: _("Main bet"),
    ROUND: _("All bets of a round together"),
}
OWN: Final = "own"
"""Stands for the rank in the limits of whoever reads."""

UNTOLD: Final = frozenset(("published_rtp", "side_bets_shown"))
"""What changes nothing in the play."""

MOST_TOLD: Final = 4

NOTHING: Final = "–"


@dataclass(frozen=True, slots=True)
class Line:
    """Something that a version sets, and how it is set."""

    name: StrOrPromise
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """Lines that are read together."""

    heading: StrOrPromise
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """Something that two versions set differently."""

    name: StrOrPromise
    before: str
    after: str


def changes(before: Facts, after: Facts, tiers: Tiers) -> list[Change]:
    """What differs, in the order in which versions are read; what one lacks is a dash there."""
    return [
        Change(name_of(key, tiers), text_of(key, before.get(key)), text_of(key, after.get(key)))
        for key in in_order({*before, *after})
        if before.get(key) != after.get(key)
    ]


def news(before: Facts, after: Facts, *, limits_moved: bool = False) -> str:
    """What is new, for players, in short; empty where nothing changes in the play.

    ``limits_moved``: those of some tiers, where nobody's own are known.
    """
    told = [
        gettext("%(name)s: %(after)s (before: %(before)s)")
        % {"name": change.name, "before": change.before, "after": change.after}
        for change in changes(_of_play(before), _of_play(after), {})
    ]
    if limits_moved:
        told.append(gettext("The limits have changed"))
    more = len(told) - MOST_TOLD
    if more > 0:
        told[MOST_TOLD:] = [
            ngettext("and %(more)s more", "and %(more)s more", more) % {"more": more}
        ]
    return "; ".join(told)


def _of_play(facts: Facts) -> Facts:
    return {key: value for key, value in facts.items() if key not in UNTOLD}


def sections(facts: Facts, tiers: Tiers, *, is_live: bool) -> list[Section]:
    """A whole version, from its rules to its terms; limits have a grid of their own."""
    shown = [
        key
        for key in in_order(facts)
        if not key.startswith("limits.") and (is_live or key not in (*LIVE_TERMS, *LIVE_RULES))
    ]
    pays = [key for key in shown if key.startswith("side_pays.")]
    terms = [key for key in shown if key in TERMS]
    rules = [key for key in shown if key not in pays and key not in terms]
    parts = ((_("Rules"), rules), (_("Pay tables"), pays), (_("Terms"), terms))
    return [
        Section(heading, tuple(Line(name_of(key, tiers), text_of(key, facts[key])) for key in keys))
        for heading, keys in parts
        if keys
    ]


def in_order(keys: Iterable[str]) -> list[str]:
    """Rules first, then pay tables, limits by rank, and terms: the store keeps no order."""
    return sorted(keys, key=_place)


def _place(key: str) -> tuple[int, int, int, str]:
    kind, _dot, rest = key.partition(".")
    outer, _dot, inner = rest.partition(".")
    if kind == "side_pays":
        return 1, [*SIDE_BETS].index(outer), [*LINE_NAMES].index(inner), key
    if kind == "limits":
        return 2, int(outer) if outer != OWN else 0, [MAIN, *SIDE_BETS, ROUND].index(inner), key
    if kind in TERMS:
        return 3, TERMS.index(kind), 0, key
    return 0, [*RULE_NAMES].index(kind), 0, key


def name_of(key: str, tiers: Tiers) -> str:
    """What people call something that is set: ``Limits of Bronze: 2 Up``, ``2 Up, Pair`` for a
    line of a pay table."""
    kind, _dot, rest = key.partition(".")
    outer, _dot, inner = rest.partition(".")
    if kind == "side_pays":
        return f"{gettext(SIDE_BETS[outer])}, {LINE_NAMES[inner]}"
    if kind == "limits" and outer == OWN:
        return gettext("Limits: %(position)s") % {"position": position_name(inner)}
    if kind == "limits":
        facts = {"tier": tier_name(int(outer), tiers), "position": position_name(inner)}
        return gettext("Limits of %(tier)s: %(position)s") % facts
    return str(RULE_NAMES.get(key) or TERM_NAMES[key])


def tier_name(rank: int, tiers: Tiers) -> str:
    """The name of the tier; by its rank where it has none (any more)."""
    return tiers.get(rank) or gettext("Rank %(rank)s") % {"rank": rank}


def position_name(position: str) -> str:
    """Where limits hold."""
    return str(POSITION_NAMES.get(position) or gettext(SIDE_BETS[position]))


def text_of(key: str, value: Any) -> str:
    """How it is set: money as money, switches as yes and no."""
    if value is None:
        return NOTHING if key != "golden_max_per_round" else gettext("no limit")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if key in CHOICES:
        return str(dict(CHOICES[key])[value])
    if key.endswith("_cents"):
        return money(value)
    if key == "chips":
        return "  ".join(money(cents) for cents in value)
    return _other_text(key, value)


def _other_text(key: str, value: Any) -> str:
    if key.startswith("limits."):
        return gettext("%(least)s to %(most)s") % {
            "least": money(value[0]),
            "most": money(value[1]),
        }
    if key.startswith("side_pays."):
        return gettext("%(pays)s to 1") % {"pays": value}
    if key == "published_rtp":
        return number_format(value, 2)
    return str(round(value * 100)) if isinstance(value, float) else str(value)
