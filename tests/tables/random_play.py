"""A player who does anything at all, as fast as possible, and notes what surprised him."""

import random
from collections.abc import Callable
from uuid import uuid4

from casino.errors import CasinoError
from casino.models import User
from tables import services
from tables.engine.bets import BoxBets
from tables.engine.stake import Stake
from tables.models import Table
from tables.selectors import RoundState, TablePage, table_page

ANYTHING = ["hit", "stand", "double", "split", "insurance", "even_money", "no", "surrender", "jump"]


class RandomPlayer:
    """Plays so many rounds at random tables. ``rounds`` counts those that were dealt.

    Requests are repeated, come late, or ask for what is not allowed; every refusal must be one of
    the house's own, anything else is raised.
    """

    def __init__(self, player: User, tables: list[Table], *, seed: int) -> None:
        self.player = player
        self.tables = tables
        self.random = random.Random(seed)
        self.rounds = 0
        self.refusals: set[str] = set()

    def play(self, rounds: int) -> "RandomPlayer":
        """Until so many rounds of his were dealt."""
        while self.rounds < rounds:
            self._sit(self.random.choice(self.tables))
        return self

    def _try(self, command: Callable[[], object]) -> object:
        try:
            return command()
        except CasinoError as refusal:
            self.refusals.add(refusal.code)
            return None

    def _sit(self, at: Table) -> None:
        page = table_page(slug=at.slug, player=self.player)
        if page.session is None:
            buy_in = self.random.choice([1_000, 20_000, 20_000, 100_000, 100_001])
            self._try(
                lambda: services.open_session(
                    player=self.player, slug=at.slug, buy_in_cents=buy_in, key=uuid4()
                )
            )
            page = table_page(slug=at.slug, player=self.player)
        for _ in range(self.random.randint(1, 6)):
            if page.session is None:
                return
            page = self._finish(page) if page.in_round else self._deal(page)
        self._leave(page)

    def _deal(self, page: TablePage) -> TablePage:
        assert page.session is not None
        session_id = page.session.public_id
        bets = self._bets()
        key = uuid4()

        def deal() -> TablePage:
            return services.open_round(
                player=self.player, session_id=session_id, bets=bets, key=key
            )

        dealt = self._try(deal)
        if not isinstance(dealt, TablePage):
            return table_page(slug=page.slug, player=self.player)
        self.rounds += 1
        return self._finish(dealt if self.random.random() < 0.8 else deal())

    def _bets(self) -> list[BoxBets]:
        wild = self.random.random() < 0.05
        amounts = [0, 1, 99, 60_000] if wild else [100, 101, 105, 250, 1_001, 2_500]
        boxes = self.random.sample([1, 2, 3, 4] if wild else [1, 2, 3], k=self.random.randint(1, 3))
        return [BoxBets(box, Stake(self.random.choice(amounts))) for box in boxes]

    def _finish(self, page: TablePage) -> TablePage:
        while page.in_round and page.round is not None and self.random.random() < 0.97:
            page = self._decide(page, page.round)
        return page

    def _decide(self, page: TablePage, round_: RoundState) -> TablePage:
        legal = round_.view["legal"]
        hand = next(iter(legal), "1") if self.random.random() < 0.95 else "1"
        likely = legal.get(hand) or ANYTHING
        action = self.random.choice(likely if self.random.random() < 0.95 else ANYTHING)
        if round_.view["offers"] and self.random.random() < 0.5:
            hand, action = "", self.random.choice([services.YES_TO_ALL, services.NO_TO_ALL])
        step = round_.step if self.random.random() < 0.95 else self.random.randint(0, 3)

        def act() -> services.Acted:
            return services.act(
                player=self.player,
                round_id=round_.public_id,
                step=step,
                hand=hand,
                action=action,
            )

        acted = self._try(act)
        if self.random.random() < 0.1:
            acted = self._try(act)
        if isinstance(acted, services.Acted):
            return acted.page
        return table_page(slug=page.slug, player=self.player)

    def _leave(self, page: TablePage) -> None:
        if page.session is None:  # ended in the other tab
            return
        session_id = page.session.public_id
        if self.random.random() < 0.3:
            self._try(
                lambda: services.rebuy(
                    player=self.player,
                    session_id=session_id,
                    amount_cents=self.random.choice([1, 5_000, 90_000]),
                    key=uuid4(),
                )
            )
        if self.random.random() < 0.4:
            self._try(lambda: services.end_session(player=self.player, session_id=session_id))
