"""Fixtures that live with the tables."""

from tests.tables.conftest import deal_cards

__all__ = ["deal_cards"]
