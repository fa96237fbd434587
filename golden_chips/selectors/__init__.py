"""What tables, pages and the back office read of golden chips."""

from golden_chips.selectors.figures import (
    CampaignFigures,
    campaign_figures,
    figures_of,
    with_events,
)
from golden_chips.selectors.lists import ReadList, campaign_problems, read_list
from golden_chips.selectors.on_table import ChipsOnTable, chips_on_table
from golden_chips.selectors.tray import (
    OwnGrant,
    Pile,
    chips_left,
    holds_chips,
    own_grants,
    tray,
)

__all__ = [
    "CampaignFigures",
    "ChipsOnTable",
    "OwnGrant",
    "Pile",
    "ReadList",
    "campaign_figures",
    "campaign_problems",
    "chips_left",
    "chips_on_table",
    "figures_of",
    "holds_chips",
    "own_grants",
    "read_list",
    "tray",
    "with_events",
]
