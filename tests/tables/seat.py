"""A player sitting at a table: what tests drive, through the product's own services."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from casino.models import User
from tables import services
from tables.engine.bets import BoxBets
from tables.models import Action, Bet, GameSession, Round, Shoe, Table
from tables.selectors import RoundState, TablePage, table_page
from tests import factories
from wallet.models import Account, Transfer
from wallet.selectors import cash_balance


@dataclass
class Seat:
    """A player with an open session. ``page`` is what the last command gave."""

    player: User
    table: Table
    session: GameSession
    page: TablePage | None = None

    @property
    def round(self) -> RoundState:
        """The round on the page."""
        assert self.page is not None
        assert self.page.round is not None
        return self.page.round

    @property
    def stake_cents(self) -> int:
        """What the database says is on the session's account."""
        return Account.objects.get(pk=self.session.account_id).balance_cents or 0

    @property
    def cash_cents(self) -> int:
        """What the database says is on the player's cash account."""
        return cash_balance(player=self.player)

    def deal(self, *cents: int, key: UUID | None = None) -> RoundState:
        """Main bets on box 1, 2, 3."""
        return self.deal_bets(factories.main_bets(*cents), key=key)

    def deal_bets(self, bets: Sequence[BoxBets], *, key: UUID | None = None) -> RoundState:
        """Any bets."""
        self.page = services.open_round(
            player=self.player,
            session_id=self.session.public_id,
            bets=bets,
            key=key or uuid4(),
        )
        return self.round

    def act(self, action: str, hand: str = "1", *, step: int | None = None) -> services.Acted:
        """Decide on the round of the page, as its buttons do."""
        acted = services.act(
            player=self.player,
            round_id=self.round.public_id,
            step=self.round.step if step is None else step,
            hand=hand,
            action=action,
        )
        self.page = acted.page
        return acted

    def come_back(self) -> TablePage:
        """Load the page anew."""
        self.page = table_page(slug=self.table.slug, player=self.player)
        return self.page


def sit_down(at: Table | None = None, *, cash: int = 20_000, buy_in: int = 10_000) -> Seat:
    """A new player with so much cash, of which some is bought in."""
    table = at or factories.table()
    person = factories.player(cents=cash)
    return Seat(person, table, factories.session(person, table, cents=buy_in))


def everything() -> dict[str, list[Any]]:
    """All rows that a play can touch, to show that nothing has changed."""
    kinds = (Account, Transfer, GameSession, Shoe, Round, Bet, Action)
    return {kind.__name__: list(kind.objects.order_by("pk").values()) for kind in kinds}
