"""Tables and their versions: made, published, opened and closed."""

from dataclasses import asdict
from typing import Final

from django.db import transaction
from django.utils.text import slugify

from casino.errors import gettext_noop
from casino.models import User
from tables.analysis import chip_costs, report
from tables.engine.bets import MAIN
from tables.engine.codec import encode_rules
from tables.engine.rules import Rules
from tables.errors import ReasonMissing, VersionRefused
from tables.models import Table, TableVersion
from tables.services.live.window import wake_dealer
from tables.services.offers import Offer, check_offer

NO_VERSION: Final = gettext_noop("a table is opened once it has rules and limits")


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
    rules, offer = check_offer(game=table.game, offer=offer)
    returns = exact_returns(rules)
    locked = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
    latest = locked.versions.order_by("-number").values_list("number", flat=True).first() or 0
    version = TableVersion.objects.create(
        table=locked,
        number=latest + 1,
        author=author,
        reason=reason.strip(),
        returns=returns,
        golden_cost=dict(chip_costs(rules, offer.golden_rules)),
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


def exact_returns(rules: Rules) -> dict[str, dict[str, float]]:
    """What ``TableVersion.returns`` holds."""
    analysis = report(rules)
    best = analysis.optimal
    main = {"per_staked": best.per_staked, "per_initial": best.per_initial}
    sides = {name: {"per_staked": side.per_staked} for name, side in analysis.sides.items()}
    return {MAIN: main, **sides}
