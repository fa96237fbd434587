"""People and money for tests, made by the product's own services where it has them."""

import datetime
from collections.abc import Mapping
from itertools import count
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import Group
from django.db import transaction
from django.utils import timezone

from casino.models import User, VipTier
from golden_chips.models import Campaign, Grant
from golden_chips.services import create_campaign, grant
from golden_chips.services.campaigns import Promise
from tables.engine.bets import BoxBets
from tables.engine.stake import Stake
from tables.models import GameSession, Table
from tables.services import open_session
from tables.services.offers import Offer, TierLimits
from tables.services.versions import create_table, set_table_state
from wallet.models import (
    CASHIER_ID,
    Account,
    CashierOrder,
    Claim,
    OrderKind,
    OrderState,
    TransferKind,
)
from wallet.services import (
    Posting,
    advance,
    cash_account,
    make_claims,
    open_session_account,
    post,
)

_numbers = count(1)


def vip_tier(*, rank: int = 1) -> VipTier:
    """The tier of this rank."""
    return VipTier.objects.get_or_create(rank=rank, defaults={"name": f"Tier {rank}"})[0]


def player(name: str | None = None, *, cents: int = 0, tier: VipTier | None = None) -> User:
    """A player whose password is ``secret``, with so much cash."""
    name = name or f"player{next(_numbers)}"
    person = User.objects.create_user(name, f"{name}@casino.test", "secret", vip_tier=tier)
    if cents:
        fund(person, cents)
    return person


def staff(name: str | None = None, *, superuser: bool = False, role: str = "") -> User:
    """A member of staff whose password is ``secret``; ``role`` is one of ``casino.permissions``,
    which ``set_up_roles`` has to have made."""
    name = name or f"staff{next(_numbers)}"
    person = User.objects.create_user(
        name, f"{name}@casino.test", "secret", is_staff=True, is_superuser=superuser
    )
    if role:
        person.groups.add(Group.objects.get(name=role))
    return person


def fund(player: User, cents: int) -> Account:
    """Put cash on a player's account as a confirmed deposit does, without the cashier's limits."""
    account = cash_account(player)
    reference = uuid4().hex
    with transaction.atomic():
        CashierOrder.objects.create(
            player=player,
            kind=OrderKind.DEPOSIT,
            amount_cents=cents,
            key=reference,
            state=OrderState.CONFIRMED,
            provider="sandbox",
            reference=reference,
            answered_at=timezone.now(),
        )
        post(
            postings=[
                Posting(
                    debit_id=CASHIER_ID,
                    credit_id=account.pk,
                    amount_cents=cents,
                    kind=TransferKind.DEPOSIT,
                    key=f"order:{reference}",
                    reference=reference,
                )
            ]
        )
    account.refresh_from_db()
    return account


def table(
    *,
    game: str = "classic",
    name: str | None = None,
    limits: Mapping[str, TierLimits] | None = None,
    **offer: Any,
) -> Table:
    """An open table; by default of *classic* rules, 1.00 to 500.00 on the main position."""
    name = name or f"Table {next(_numbers)}"
    made = create_table(
        name=name,
        game=game,
        offer=Offer(limits=limits or {"1": {"main": [100, 50_000]}}, **offer),
        author=None,
        reason="for a test",
    )
    return set_table_state(table=made, state=Table.State.OPEN)


def session(person: User, at: Table, *, cents: int = 10_000) -> GameSession:
    """An open session bought with so much of the player's cash."""
    return open_session(player=person, slug=at.slug, buy_in_cents=cents, key=uuid4())


def main_bets(*cents: int) -> list[BoxBets]:
    """Main bets on box 1, box 2 and so on; 0 leaves a box out."""
    return [BoxBets(box, Stake(amount)) for box, amount in enumerate(cents, start=1) if amount]


def claim(person: User, cents: int, reference: str = "R000000001") -> Claim:
    """A claim as a void makes one: the house advances what it takes back from an empty stake."""
    account = open_session_account(player=person)
    with transaction.atomic():
        lent = advance(
            account_id=account.pk,
            amount_cents=cents,
            reference=reference,
            actor=None,
            reason="void",
        )
        advanced = post(postings=[lent])[0]
        return make_claims(advances=[(person.pk, advanced)], actor=None, reason="void")[0]


def campaign(*, chip_cents: int = 1_000, chips: int = 1, **promise: Any) -> Campaign:
    """A campaign of so many chips of one value for each player, good for a week everywhere."""
    terms = {
        "name": f"Campaign {next(_numbers)}",
        "terms_en": "Terms",
        "terms_it": "Condizioni",
        "expires_at": timezone.now() + datetime.timedelta(days=7),
        **promise,
    }
    return create_campaign(
        promise=Promise(chip_cents=chip_cents, chips_each=chips, **terms), author=None
    )


def golden_chips(
    person: User,
    *,
    chip_cents: int = 1_000,
    chips: int = 1,
    at: Campaign | None = None,
    **terms: Any,
) -> Grant:
    """Golden chips in the player's hands, of a campaign of their own unless one is given."""
    source = at or campaign(chip_cents=chip_cents, chips=chips, **terms)
    grant(campaign=source, lines=[person.username], source="test", actor=None, reason="test")
    return Grant.objects.get(campaign=source, player=person)


def golden_bet(*chips: int, box: int = 1) -> BoxBets:
    """Golden chips of these values alone on the main position of a box."""
    return BoxBets(box, Stake(0, chips))
