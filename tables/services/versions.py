"""Tables and their versions: made, published, brought back, opened and closed."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from casino.errors import NotFound, gettext_noop
from casino.models import User
from casino.services.audit import record
from casino.services.notices import tell
from tables.analysis import chip_costs, report
from tables.engine.bets import MAIN
from tables.engine.codec import encode_rules
from tables.engine.rules import Rules
from tables.errors import ReasonMissing, TableNameTaken, VersionMoved, VersionRefused
from tables.models import GameSession, Table, TableVersion
from tables.services.live.window import wake_dealer
from tables.services.offers import Offer, check_offer, offer_of

NO_VERSION: Final = gettext_noop("a table is opened once it has rules and limits")

STATE_ACTIONS: Final[Mapping[str, str]] = {
    Table.State.OPEN: "table.opened",
    Table.State.CLOSED: "table.closed",
    Table.State.DISABLED: "table.disabled",
}
"""What the audit trail calls a change of state."""


def prepare_version(*, game: str, offer: Offer) -> TableVersion:
    """The version that this offer would become, with its exact returns; nothing is stored.

    Raises ``VersionRefused``, naming the field and what is wrong with it.
    """
    rules, offer = check_offer(game=game, offer=offer)
    return TableVersion(
        returns=exact_returns(rules),
        golden_cost=dict(chip_costs(rules, offer.golden_rules)),
        **{**asdict(offer), "rules": encode_rules(rules)},
    )


@transaction.atomic
def create_table(
    *, name: str, game: str, offer: Offer, author: User | None, reason: str, slug: str = ""
) -> Table:
    """A closed table with its first version.

    Raises ``VersionRefused``, ``ReasonMissing``, ``TableNameTaken``.
    """
    _check_reason(reason)
    version = prepare_version(game=game, offer=offer)
    slug = slug or slugify(name)
    try:
        with transaction.atomic():
            table = Table.objects.create(slug=slug, name=name, game=game)
    except IntegrityError as error:
        raise TableNameTaken(name=name, slug=slug) from error
    _put_in_force(table, version, number=1, author=author, reason=reason)
    record(
        actor=author,
        action="table.created",
        subject=table,
        after={**_identity(table), "game": game, "state": table.state, **_content(version)},
        reason=reason,
    )
    return table


def publish_version(
    *, table: Table, offer: Offer, author: User | None, reason: str, expected: int | None = None
) -> TableVersion:
    """A new version of the table, in force from the next round on.

    ``expected`` is the number of the version that the author has looked at; without it, whatever
    is in force is replaced.

    Raises ``VersionRefused``, naming the field and what is wrong with it, ``ReasonMissing``, and
    ``VersionMoved`` when another version than the expected one is in force.
    """
    return _publish(table, offer, author, reason, expected, action="table.published")


def bring_back(
    *, table: Table, number: int, author: User | None, reason: str, expected: int
) -> TableVersion:
    """Publish once more what an old version offered. Raises as ``publish_version``, ``NotFound``
    where the table has no such version."""
    old = TableVersion.objects.filter(table=table, number=number).first()
    if old is None:
        raise NotFound
    told = {"brought_back": number}
    return _publish(
        table, offer_of(old), author, reason, expected, action="table.brought_back", told=told
    )


@transaction.atomic
def _publish(
    table: Table,
    offer: Offer,
    author: User | None,
    reason: str,
    expected: int | None,
    *,
    action: str,
    told: Mapping[str, Any] | None = None,
) -> TableVersion:
    _check_reason(reason)
    version = prepare_version(game=table.game, offer=offer)
    locked = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
    before = TableVersion.objects.filter(table=locked).order_by("-number").first()
    number = before.number if before else 0
    if expected is not None and expected != number:
        raise VersionMoved(expected=expected, number=number)
    _put_in_force(locked, version, number=number + 1, author=author, reason=reason)
    record(
        actor=author,
        action=action,
        subject=locked,
        before=_content(before) if before else None,
        after={**_content(version), **(told or {})},
        reason=reason,
    )
    _tell_players(locked, version)
    if locked.is_live:
        wake_dealer(locked.pk)
    table.current = version
    return version


def _tell_players(table: Table, version: TableVersion) -> None:
    """Who has a session open here plays under the new version from the next round on."""
    open_here = GameSession.objects.filter(table=table, state=GameSession.State.OPEN)
    facts = {"table": table.name, "slug": table.slug, "version": version.number}
    tell(
        told=[(player, facts) for player in open_here.values_list("player_id", flat=True)],
        kind="table_changed",
        now=version.created_at,
    )


def _put_in_force(
    table: Table, version: TableVersion, *, number: int, author: User | None, reason: str
) -> None:
    version.table, version.number = table, number
    version.author, version.reason = author, reason.strip()
    version.save(force_insert=True)
    Table.objects.filter(pk=table.pk).update(current=version)
    table.current = version


def _content(version: TableVersion) -> dict[str, Any]:
    return {"version": version.number, **version.facts}


def _identity(table: Table) -> dict[str, Any]:
    return {"name": table.name, "slug": table.slug}


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise ReasonMissing


@transaction.atomic
def rename_table(*, table: Table, name: str, slug: str, author: User | None, reason: str) -> Table:
    """Give a table another name or address. Raises ``ReasonMissing``, ``TableNameTaken``."""
    _check_reason(reason)
    locked = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
    before = _identity(locked)
    locked.name, locked.slug = name, slug
    try:
        with transaction.atomic():
            locked.save(update_fields=["name", "slug"])
    except IntegrityError as error:
        raise TableNameTaken(name=name, slug=slug) from error
    record(
        actor=author,
        action="table.renamed",
        subject=locked,
        before=before,
        after=_identity(locked),
        reason=reason,
    )
    return locked


@transaction.atomic
def set_table_state(
    *, table: Table, state: Table.State, actor: User | None = None, reason: str = ""
) -> Table:
    """Open, close or disable a table. Rounds in play are finished whatever the state.

    A member of staff gives a reason. A table that is in that state already is left as it is.

    Raises ``ReasonMissing``, and ``VersionRefused`` when a table without a version is to be opened.
    """
    if actor is not None:
        _check_reason(reason)
    locked = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
    if state == Table.State.OPEN and locked.current_id is None:
        raise VersionRefused(field="state", problem=NO_VERSION)
    if locked.state == state:
        return locked
    before, locked.state = locked.state, state
    locked.save(update_fields=["state"])
    record(
        actor=actor,
        action=STATE_ACTIONS[state],
        subject=locked,
        before={"state": before},
        after={"state": str(state)},
        reason=reason,
    )
    if locked.is_live:
        wake_dealer(locked.pk)
    return locked


def exact_returns(rules: Rules) -> dict[str, dict[str, float]]:
    """What ``TableVersion.returns`` holds."""
    analysis = report(rules)
    best = analysis.optimal
    main = {"per_staked": best.per_staked, "per_initial": best.per_initial}
    sides = {name: {"per_staked": side.per_staked} for name, side in analysis.sides.items()}
    return {MAIN: main, **sides}
