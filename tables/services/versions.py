"""Tables and their versions: made, published, opened and closed."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from typing import Any, Final

from django.db import transaction
from django.utils.text import slugify

from casino.errors import gettext_noop
from casino.models import User
from tables.engine.codec import encode_rules
from tables.engine.errors import EngineRefusal
from tables.engine.rules import Rules, preset, rules_from_json
from tables.errors import ReasonMissing, VersionRefused
from tables.models import SESSION_CAP_CENTS, Table, TableVersion
from tables.models.table import IDLE_MINUTES, default_chips
from tables.services.live.window import wake_dealer

MOST_CENTS: Final = 10**9
"""No limit of a table is set above ten million euro."""

MOST_SECONDS: Final = 600

TierLimits = Mapping[str, Sequence[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What a version offers. ``rules`` are overrides of the game's preset; amounts are cents.

    ``limits`` as in ``TableVersion``: by the rank of the tier, by position.
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
    published_rtp: Decimal | None = None


@transaction.atomic
def create_table(
    *, name: str, game: str, offer: Offer, author: User | None, reason: str, slug: str = ""
) -> Table:
    """A closed table with its first version. Raises ``VersionRefused``, ``ReasonMissing``."""
    table = Table.objects.create(slug=slug or slugify(name), name=name, game=game)
    publish_version(table=table, offer=offer, author=author, reason=reason)
    return table


@transaction.atomic
def publish_version(
    *, table: Table, offer: Offer, author: User | None, reason: str
) -> TableVersion:
    """A new version of the table, in force from the next round on.

    Raises ``VersionRefused``, naming the field and what is wrong with it, and ``ReasonMissing``.
    """
    if not reason.strip():
        raise ReasonMissing
    rules = check_offer(game=table.game, offer=offer)
    locked = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
    latest = locked.versions.order_by("-number").values_list("number", flat=True).first() or 0
    version = TableVersion.objects.create(
        table=locked,
        number=latest + 1,
        author=author,
        reason=reason.strip(),
        **{**asdict(offer), "rules": encode_rules(rules)},
    )
    Table.objects.filter(pk=locked.pk).update(current=version)
    if locked.is_live:
        wake_dealer(locked.pk)
    table.current = version
    return version


@transaction.atomic
def set_table_state(*, table: Table, state: Table.State) -> Table:
    """Open, close or disable a table. Rounds in play are finished whatever the state.

    Raises ``VersionRefused`` when a table without a version is to be opened.
    """
    locked = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
    if state == Table.State.OPEN and locked.current_id is None:
        raise VersionRefused(field="state", problem=NO_VERSION)
    locked.state = state
    locked.save(update_fields=["state"])
    if locked.is_live:
        wake_dealer(locked.pk)
    return locked


NO_VERSION = gettext_noop("a table is opened once it has rules and limits")
NO_TIER = gettext_noop("give limits for at least the lowest tier, such as rank 1")
BAD_RANK = gettext_noop("tiers are named by their rank, a whole number from 1 on")
NO_MAIN = gettext_noop("every tier needs limits of the main position")
UNKNOWN_POSITION = gettext_noop("a tier has limits of main, round and the side bets of the game")
BAD_RANGE = gettext_noop("limits are two amounts, the least (more than 0) and the most")
BAD_CHIPS = gettext_noop("chips are different amounts, from the smallest to the largest")
BAD_SESSION = gettext_noop("a session is opened with 0.01 to 1000.00, the least before the most")
BAD_REBUY = gettext_noop("where the whole amount is named first there is no rebuy")
BAD_IDLE = gettext_noop("at least one minute")
BAD_TIMER = gettext_noop("a timer runs from one second to ten minutes")


def check_offer(*, game: str, offer: Offer) -> Rules:
    """The rules of the offer, if all of it goes together. Raises ``VersionRefused``."""
    try:
        rules = rules_from_json(preset(game), offer.rules)
    except EngineRefusal as refusal:
        raise VersionRefused(field="rules", problem=str(refusal)) from refusal
    _check_limits(offer.limits, {"main", "round", *rules.side_pays})
    chips = list(offer.chips)
    if not chips or chips != sorted(set(chips)) or chips[0] < 1:
        raise VersionRefused(field="chips", problem=BAD_CHIPS)
    if not 1 <= offer.session_min_cents <= offer.session_max_cents <= SESSION_CAP_CENTS:
        raise VersionRefused(field="session_max_cents", problem=BAD_SESSION)
    if offer.whole_amount_first and offer.rebuy_allowed:
        raise VersionRefused(field="rebuy_allowed", problem=BAD_REBUY)
    if offer.idle_minutes < 1:
        raise VersionRefused(field="idle_minutes", problem=BAD_IDLE)
    _check_timers(offer)
    return rules


def _check_timers(offer: Offer) -> None:
    for name in ("betting_seconds", "insurance_seconds", "decision_seconds", "results_seconds"):
        if not 1 <= getattr(offer, name) <= MOST_SECONDS:
            raise VersionRefused(field=name, problem=BAD_TIMER)


def _check_limits(limits: Mapping[str, TierLimits], positions: set[str]) -> None:
    if not limits:
        raise VersionRefused(field="limits", problem=NO_TIER)
    for rank, tier in limits.items():
        if not rank.isdecimal() or int(rank) < 1:
            raise VersionRefused(field="limits", problem=BAD_RANK)
        if "main" not in tier:
            raise VersionRefused(field="limits", problem=NO_MAIN)
        if not positions.issuperset(tier):
            raise VersionRefused(field="limits", problem=UNKNOWN_POSITION)
        for pair in tier.values():
            if len(pair) != 2 or not 1 <= pair[0] <= pair[1] <= MOST_CENTS:
                raise VersionRefused(field="limits", problem=BAD_RANGE)
