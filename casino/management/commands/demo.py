"""``manage.py demo``: tiers, tables, players with money, an operator and a compliance user."""

import datetime
from collections.abc import Mapping, Sequence
from decimal import Decimal
from io import StringIO
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import Group
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table as Printed

from casino.models import User, VipTier
from casino.money import plain_amount
from casino.permissions import AUDITORS, COMPLIANCE, OPERATORS, SUPPORT
from casino.services.roles import set_up_roles
from golden_chips.models import Campaign
from golden_chips.services import create_campaign, grant
from golden_chips.services.campaigns import Promise
from tables.engine.rules import preset
from tables.models import Table
from tables.services.offers import Offer
from tables.services.versions import create_table, set_table_state
from wallet.selectors import cash_balance
from wallet.services import deposit

PASSWORD: Final = "demo-casino-21"  # noqa: S105  printed and documented; demo databases only

TIERS: Final = ("Bronze", "Silver", "Gold", "Platinum", "Diamond")
PLAYERS: Final = ("anna", "bruno", "carla", "dario", "elena")
"""One player for each tier, in the same order."""

DEPOSIT_CENTS: Final = 200_000


def _by_tier(least: int, *mosts: int, whole_round: bool = False) -> dict[str, dict[str, list[int]]]:
    """Main limits in cents, the lowest tier first; ``whole_round``: for all hands together too."""
    positions = ["main", "round"] if whole_round else ["main"]
    return {
        str(rank): {position: [least, most] for position in positions}
        for rank, most in enumerate(mosts, start=1)
    }


def _with_sides(
    limits: dict[str, dict[str, list[int]]], least: int, most: int
) -> dict[str, dict[str, list[int]]]:
    """The same limits of each side bet for every tier."""
    sides = {name: [least, most] for name in preset("majority").side_pays}
    return {rank: {**positions, **sides} for rank, positions in limits.items()}


TABLES: Final[Mapping[str, tuple[Table.Game, Offer]]] = {
    "21 Duel Blackjack": (
        Table.Game.DUEL,
        Offer(
            limits=_by_tier(100, 5_000, 10_000, 15_000, 20_000, 30_000),
            chips=[100, 200, 500, 1_000, 2_500, 10_000],
            golden_allowed=True,
            golden_max_per_round=6,
            published_rtp=Decimal("98.38"),
        ),
    ),
    "American Blackjack": (
        Table.Game.AMERICAN,
        Offer(
            limits=_by_tier(100, 2_500, 4_000, 6_000, 8_000, 10_000),
            chips=[100, 200, 500, 1_000, 2_500, 10_000],
            golden_allowed=True,
        ),
    ),
    "Classic Blackjack": (
        Table.Game.CLASSIC,
        Offer(
            limits=_by_tier(100, 5_000, 10_000, 20_000, 30_000, 50_000),
            chips=[100, 500, 1_000, 2_500, 10_000],
            golden_allowed=True,
            golden_on_actions=False,
            published_rtp=Decimal("99.59"),
        ),
    ),
    "Majority Rules Speed Blackjack": (
        Table.Game.MAJORITY,
        Offer(
            limits=_with_sides(_by_tier(100, 10_000, 20_000, 40_000, 60_000, 100_000), 100, 10_000),
            chips=[100, 500, 1_000, 2_500, 10_000],
            golden_allowed=True,
            golden_max_per_round=4,
            published_rtp=Decimal("99.54"),
        ),
    ),
    "Lux Blackjack": (
        Table.Game.LUX,
        Offer(
            limits=_by_tier(50, 5_000, 10_000, 15_000, 20_000, 30_000, whole_round=True),
            chips=[50, 100, 500, 1_000, 2_500, 10_000],
            whole_amount_first=True,
            rebuy_allowed=False,
            published_rtp=Decimal("99.60"),
        ),
    ),
}

SLUGS: Final = {"Majority Rules Speed Blackjack": "majority"}
"""Addresses that are shorter than the table's name."""

CAMPAIGN: Final = "Welcome"
"""Golden chips for the demo's players; Lux takes none."""

STAFF: Final = {
    "operator": OPERATORS,
    "compliance": COMPLIANCE,
    "support": SUPPORT,
    "auditor": AUDITORS,
}


class Command(BaseCommand):
    """Load what is missing; what is there stays as it is."""

    help = "Load demo tiers, tables, players with money and staff. Does nothing twice."

    def handle(self, *args: Any, **options: Any) -> None:
        """Load and print the logins."""
        if not settings.DEMO_ALLOWED:
            raise CommandError(
                "The demo's password is public, so that production settings refuse the demo."
            )
        tiers = _tiers()
        players = [_player(name, tier) for name, tier in zip(PLAYERS, tiers, strict=True)]
        set_up_roles()
        for name, group in STAFF.items():
            _staff(name, group)
        tables = [_table(name, game, offer) for name, (game, offer) in TABLES.items()]
        _golden_chips(players)
        self._print(players, tables)

    def _print(self, players: Sequence[User], tables: Sequence[Table]) -> None:
        logins = Printed("login", "password", "who", "cash", box=SIMPLE)
        for player in players:
            cash = plain_amount(cash_balance(player=player))
            logins.add_row(player.username, PASSWORD, f"player, {player.vip_tier}", cash)
        for name, group in STAFF.items():
            logins.add_row(name, PASSWORD, f"staff, {group}", "")
        places = Printed("table", "address", "game", "state", box=SIMPLE)
        for table in tables:
            places.add_row(table.name, f"/tables/{table.slug}/", table.game, table.state)
        page = StringIO()
        Console(file=page, width=100).print(logins, places)
        self.stdout.write(page.getvalue())


def _tiers() -> list[VipTier]:
    return [
        VipTier.objects.get_or_create(rank=rank, defaults={"name": name})[0]
        for rank, name in enumerate(TIERS, start=1)
    ]


@transaction.atomic
def _person(name: str, **fields: Any) -> tuple[User, bool]:
    """Made whole or not at all, like all else here: what is there next time is left as it is."""
    person, is_new = User.objects.get_or_create(
        username=name, defaults={"email": f"{name}@demo.example", **fields}
    )
    if is_new:
        person.set_password(PASSWORD)
        person.save(update_fields=["password"])
    return person, is_new


def _player(name: str, tier: VipTier) -> User:
    """A player of the tier; the deposit's key is the same each time, so that it is made once."""
    person, _ = _person(name, vip_tier=tier, birth_date=datetime.date(1990, 1, 1))
    deposit(player=person, amount_cents=DEPOSIT_CENTS, key="demo")
    return person


@transaction.atomic
def _staff(name: str, group_name: str) -> None:
    """A member of staff in a group."""
    person, _ = _person(name, is_staff=True)
    person.groups.add(Group.objects.get(name=group_name))


@transaction.atomic
def _table(name: str, game: Table.Game, offer: Offer) -> Table:
    """A table, open; one that was changed or closed since stays so."""
    existing = Table.objects.filter(name=name).first()
    if existing is not None:
        return existing
    slug = SLUGS.get(name, "")
    made = create_table(name=name, game=game, offer=offer, author=None, reason="Demo", slug=slug)
    return set_table_state(table=made, state=Table.State.OPEN)


@transaction.atomic
def _golden_chips(players: Sequence[User]) -> None:
    """Four golden chips of 5.00 for each player, good for thirty days."""
    if Campaign.objects.filter(name=CAMPAIGN).exists():
        return
    campaign = create_campaign(
        promise=Promise(
            name=CAMPAIGN,
            terms_en="A welcome to our tables. One gift for each player.",
            terms_it="Benvenuto ai nostri tavoli. Un regalo per ogni giocatore.",
            chip_cents=500,
            chips_each=4,
            expires_at=timezone.now() + datetime.timedelta(days=30),
        ),
        author=None,
    )
    names = [player.username for player in players]
    grant(campaign=campaign, lines=names, source="Demo", actor=None, reason="Demo")
