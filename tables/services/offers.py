"""What an operator offers at a table, and whether it goes together."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, Final

from casino.errors import gettext_noop
from tables.engine.bets import MAIN, ROUND
from tables.engine.errors import EngineRefusal
from tables.engine.rules import BlackjackRules, Rules, preset, rules_from_json
from tables.engine.sidebets import TWO_UP
from tables.engine.stake import GoldenRules
from tables.errors import VersionRefused
from tables.models import SESSION_CAP_CENTS, TableVersion
from tables.models.table import IDLE_MINUTES, TERMS, default_chips

MOST_CENTS: Final = 10**9
"""No limit of a table is set above ten million euro."""

MOST_SECONDS: Final = 600

MOST_CHIPS: Final = 1_000

TWO_UP_SHARE: Final = 5
"""2 Up is limited to a fifth of the ante's maximum (rules of the games, section 2)."""

RANK: Final = re.compile(r"[1-9][0-9]{0,4}")
"""As numbers are written: limits are looked up by it, so that no other spelling is taken."""

POINTS_OF_A_DECK: Final = 340
MOST_POINTS_OF_A_HAND: Final = 30
MOST_POINTS_OF_THE_DEALER: Final = 26

TierLimits = Mapping[str, Sequence[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What a version offers. ``rules`` are overrides of the game's preset; amounts are cents.

    ``limits`` as in ``TableVersion``: by the rank of the tier, by position. A side bet that they do
    not name has those of the main bet, 2 Up a fifth of its maximum.
    """

    limits: Mapping[str, TierLimits]
    rules: Mapping[str, Any] = field(default_factory=dict)
    chips: Sequence[int] = field(default_factory=default_chips)
    session_min_cents: int = 1
    session_max_cents: int = SESSION_CAP_CENTS
    whole_amount_first: bool = False
    rebuy_allowed: bool = True
    idle_minutes: int = IDLE_MINUTES
    betting_seconds: int = 15
    insurance_seconds: int = 8
    decision_seconds: int = 8
    results_seconds: int = 6
    side_bets_shown: bool = True
    golden_allowed: bool = False
    golden_max_per_round: int | None = None
    golden_mixed: bool = True
    golden_on_actions: bool = True
    published_rtp: Decimal | None = None

    @property
    def golden_rules(self) -> GoldenRules:
        """The switches as the engine takes them."""
        return GoldenRules(
            allowed=self.golden_allowed,
            max_per_round=self.golden_max_per_round,
            mixed=self.golden_mixed,
            on_actions=self.golden_on_actions,
        )


def offer_of(version: TableVersion) -> Offer:
    """What a version offers, to be changed or published again."""
    rules = {name: value for name, value in version.rules.items() if name != "game"}
    terms = {name: getattr(version, name) for name in TERMS}
    return Offer(limits=version.limits, rules=rules, **terms)


NO_TIER = gettext_noop("give limits for at least the lowest tier, such as rank 1")
BAD_RANK = gettext_noop("tiers are named by their rank, a whole number from 1 on")
NO_MAIN = gettext_noop("every tier needs limits of the main position")
UNKNOWN_POSITION = gettext_noop("a tier has limits of main, round and the side bets of the game")
NO_ROUND = gettext_noop(
    "no bet could keep to the limits of a round: it must admit the least main bet, and ask for no "
    "more than all bets together may be"
)
HIGH_TWO_UP = gettext_noop("2 Up takes at most a fifth of the largest ante")
FEW_DECKS = gettext_noop("so many hands could need more cards than these decks hold")
BAD_RANGE = gettext_noop("limits are two amounts, the least (more than 0) and the most")
BAD_CHIPS = gettext_noop("chips are different amounts, from the smallest to the largest")
BAD_SESSION = gettext_noop("a session is opened with 0.01 to 1000.00, the least before the most")
SMALL_SESSION = gettext_noop("every tier's least bet must fit into the largest buy-in")
BAD_REBUY = gettext_noop("where the whole amount is named first there is no rebuy")
BAD_IDLE = gettext_noop("at least one minute")
BAD_GOLDEN = gettext_noop("at least one golden chip in a round, or empty for no limit")
BAD_TIMER = gettext_noop("a timer runs from one second to ten minutes")

SENSELESS: Final[Mapping[str, str]] = {
    "surrender_without_peek": gettext_noop(
        "late surrender comes after the dealer's check, and here he does not check under aces and "
        "tens"
    ),
    "cut_card_without_live_table": gettext_noop(
        "a shoe for several rounds is shared, which only a live table does"
    ),
    "too_many_live_seats": gettext_noop("a live table has one or two seats"),
    "even_money_on_live_table": gettext_noop(
        "a live table takes one answer for all positions, which even money for each hand would "
        "break"
    ),
    "cut_card_too_deep": gettext_noop(
        "so few cards lie behind the cut card that a round could run out of them"
    ),
    "other_game": gettext_noop("with this threshold it would be another game"),
}
"""What the engine's reasons mean to whoever sets the rules."""


def check_offer(*, game: str, offer: Offer) -> tuple[Rules, Offer]:
    """The rules, and the offer with the limits that it left out, if all of it goes together.

    Raises ``VersionRefused``.
    """
    try:
        rules = rules_from_json(preset(game), offer.rules)
    except EngineRefusal as refusal:
        raise _rules_refused(refusal) from refusal
    _check_limits(offer.limits, {MAIN, ROUND, *rules.side_pays})
    offer = replace(offer, limits=_with_side_limits(rules, offer.limits))
    if TWO_UP in rules.side_pays:
        _check_two_up(offer.limits)
    _check_round(rules, offer.limits)
    _check_decks(rules)
    chips = list(offer.chips)
    if not chips or not _are_amounts(chips) or chips != sorted(set(chips)):
        raise VersionRefused(field="chips", problem=BAD_CHIPS)
    if not 1 <= offer.session_min_cents <= offer.session_max_cents <= SESSION_CAP_CENTS:
        raise VersionRefused(field="session_max_cents", problem=BAD_SESSION)
    _check_least_bets(offer)
    if offer.whole_amount_first and offer.rebuy_allowed:
        raise VersionRefused(field="rebuy_allowed", problem=BAD_REBUY)
    if offer.idle_minutes < 1:
        raise VersionRefused(field="idle_minutes", problem=BAD_IDLE)
    if offer.golden_max_per_round is not None and not 1 <= offer.golden_max_per_round <= MOST_CHIPS:
        raise VersionRefused(field="golden_max_per_round", problem=BAD_GOLDEN)
    _check_timers(offer)
    return rules, offer


def _rules_refused(refusal: EngineRefusal) -> VersionRefused:
    rule = str(refusal.data.get("rule", "rules"))
    problem = SENSELESS.get(str(refusal.data.get("reason")), str(refusal))
    return VersionRefused(field=rule, problem=problem)


def _with_side_limits(rules: Rules, limits: Mapping[str, TierLimits]) -> dict[str, TierLimits]:
    return {
        rank: {**{name: _side_limits(name, *tier[MAIN]) for name in rules.side_pays}, **tier}
        for rank, tier in limits.items()
    }


def _side_limits(name: str, least: int, most: int) -> list[int]:
    """Limits of a side bet that follow from the main bet's."""
    if name != TWO_UP:
        return [least, most]
    fifth = max(1, most // TWO_UP_SHARE)
    return [min(least, fifth), fifth]


def _check_two_up(limits: Mapping[str, TierLimits]) -> None:
    for tier in limits.values():
        if tier[TWO_UP][1] > _side_limits(TWO_UP, *tier[MAIN])[1]:
            raise VersionRefused(field="limits", problem=HIGH_TWO_UP)


def _check_round(rules: Rules, limits: Mapping[str, TierLimits]) -> None:
    """Whether some bets keep to the limits of their positions and to those of the round."""
    for tier in limits.values():
        if ROUND in tier:
            least, most = tier[ROUND]
            all_bets = rules.boxes * sum(tier[name][1] for name in (MAIN, *rules.side_pays))
            if most < tier[MAIN][0] or least > all_bets:
                raise VersionRefused(field="limits", problem=NO_ROUND)


def _check_least_bets(offer: Offer) -> None:
    """Whether a session can hold the least that a round takes: no money is added beyond that."""
    for tier in offer.limits.values():
        least_of_round = tier[ROUND][0] if ROUND in tier else 0
        if offer.session_max_cents < max(tier[MAIN][0], least_of_round):
            raise VersionRefused(field="session_max_cents", problem=SMALL_SESSION)


def _check_decks(rules: Rules) -> None:
    """Whether a shoe lasts for a round, however it is played.

    In hard points a hand ends with at most 20 and a ten, the dealer with 16 and a ten, and a deck
    counts 340. Behind a cut card the engine's own rule leaves enough.
    """
    if not isinstance(rules, BlackjackRules) or rules.shuffle != "round":
        return
    most = rules.boxes * rules.max_hands * MOST_POINTS_OF_A_HAND + MOST_POINTS_OF_THE_DEALER
    if most > rules.decks * POINTS_OF_A_DECK:
        raise VersionRefused(field="boxes", problem=FEW_DECKS)


def _check_timers(offer: Offer) -> None:
    for name in ("betting_seconds", "insurance_seconds", "decision_seconds", "results_seconds"):
        if not 1 <= getattr(offer, name) <= MOST_SECONDS:
            raise VersionRefused(field=name, problem=BAD_TIMER)


def _check_limits(limits: Mapping[str, TierLimits], positions: set[str]) -> None:
    if not limits:
        raise VersionRefused(field="limits", problem=NO_TIER)
    for rank, tier in limits.items():
        if not RANK.fullmatch(rank):
            raise VersionRefused(field="limits", problem=BAD_RANK)
        if not isinstance(tier, Mapping) or MAIN not in tier:
            raise VersionRefused(field="limits", problem=NO_MAIN)
        if not positions.issuperset(tier):
            raise VersionRefused(field="limits", problem=UNKNOWN_POSITION)
        for pair in tier.values():
            if not isinstance(pair, Sequence) or len(pair) != 2 or not _are_amounts(pair):
                raise VersionRefused(field="limits", problem=BAD_RANGE)
            if not pair[0] <= pair[1] <= MOST_CENTS:
                raise VersionRefused(field="limits", problem=BAD_RANGE)


def _are_amounts(values: Sequence[object]) -> bool:
    """Whole cents of more than nothing; what comes from a form or an API can be anything."""
    return all(type(value) is int and value >= 1 for value in values)
