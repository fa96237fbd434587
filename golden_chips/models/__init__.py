"""Campaigns, the chips granted in them, and every chip's story."""

from golden_chips.models.campaign import Campaign
from golden_chips.models.event import MOVES, ChipEvent
from golden_chips.models.grant import Grant, GrantOrder

__all__ = ["MOVES", "Campaign", "ChipEvent", "Grant", "GrantOrder"]
