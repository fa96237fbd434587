"""Roles of staff: groups by name, with the permissions that each one has.

Pure data. ``casino.services.roles`` writes it to the database.
"""

from collections.abc import Mapping
from typing import Final

OPERATORS: Final = "Operators"
COMPLIANCE: Final = "Compliance"
SUPPORT: Final = "Support"
AUDITORS: Final = "Auditors"

READS_ALL: Final = frozenset(
    {
        "casino.view_auditentry",
        "casino.view_user",
        "casino.view_viptier",
        "casino.read_reports",
        "golden_chips.view_campaign",
        "golden_chips.view_chipevent",
        "golden_chips.view_grant",
        "golden_chips.view_grantorder",
        "tables.view_action",
        "tables.view_bet",
        "tables.view_gamesession",
        "tables.view_question",
        "tables.view_round",
        "tables.view_shoe",
        "tables.view_table",
        "tables.view_tableversion",
        "tables.view_ticketrequest",
        "tables.view_voidorder",
        "wallet.view_account",
        "wallet.view_cashierorder",
        "wallet.view_claim",
        "wallet.view_transfer",
    }
)

ROLES: Final[Mapping[str, frozenset[str]]] = {
    # Runs the tables and the campaigns, changes players, voids.
    OPERATORS: READS_ALL
    | {
        "casino.add_viptier",
        "casino.change_user",
        "casino.change_viptier",
        "casino.delete_viptier",
        "golden_chips.add_campaign",
        "golden_chips.cancel_chips",
        "golden_chips.grant_chips",
        "tables.add_table",
        "tables.answer_question",
        "tables.change_table",
        "tables.void_round",
        "wallet.settle_claim",
    },
    # Reads all and answers players; voids and changes nothing.
    COMPLIANCE: READS_ALL | {"tables.answer_question"},
    # Looks a player's rounds up and answers him; no reports.
    SUPPORT: frozenset(
        {
            "casino.view_user",
            "casino.view_viptier",
            "golden_chips.view_grant",
            "tables.answer_question",
            "tables.view_action",
            "tables.view_bet",
            "tables.view_gamesession",
            "tables.view_question",
            "tables.view_round",
            "tables.view_table",
            "wallet.view_cashierorder",
        }
    ),
    # Reads all, from outside the house.
    AUDITORS: READS_ALL,
}
