"""Shoes in a known order."""

from collections.abc import Callable

import pytest

from tables.engine.cards import parse_cards
from tables.engine.shoe import Shoe

DealCards = Callable[[str], None]


@pytest.fixture
def deal_cards(monkeypatch: pytest.MonkeyPatch) -> DealCards:
    """Have every shoe hold exactly these cards, in the order in which they leave it."""

    def deal(cards: str) -> None:
        shoe = Shoe(parse_cards(cards))
        monkeypatch.setattr("tables.selectors.fold.seeded_shoe", lambda _seed, _rules: shoe.copy())

    return deal
