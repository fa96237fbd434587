"""Golden chips against their events, from the rows alone."""

from collections.abc import Iterable
from typing import Any, Final

from django.db import connection

from casino.reconciliation import Check, Discrepancy
from golden_chips.models import Campaign, Grant

TRIGGERS: Final = {
    "postgresql": {
        "golden_event_moves_grant",
        "golden_event_never_changes",
        "golden_event_never_emptied",
        "golden_event_reversal_fits",
        "golden_grant_moves_by_events",
        "golden_grant_begins_empty",
        "golden_grant_keeps_its_promise",
        "golden_campaign_keeps_its_promise",
    },
    "sqlite": {
        "golden_event_moves_grant",
        "golden_event_never_changes",
        "golden_event_never_deleted",
        "golden_event_reversal_fits",
        "golden_grant_moves_by_events",
        "golden_grant_begins_empty",
        "golden_grant_keeps_its_promise",
        "golden_campaign_keeps_its_promise",
    },
}
ENABLED_TRIGGERS: Final = {
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'",
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
}

GRANTS: Final = """
    SELECT held.id, held.state, held.issued, coalesce(told.issued, 0), held.remaining,
           coalesce(told.in_hand, 0)
    FROM golden_chips_grant held
    LEFT JOIN (
        SELECT grant_id,
               CAST(sum(CASE WHEN kind = 'issued' THEN chips ELSE 0 END) AS bigint) AS issued,
               CAST(sum(CASE WHEN kind IN ('issued', 'returned') THEN chips
                             WHEN kind IN ('won', 'lost') THEN 0
                             ELSE -chips END) AS bigint) AS in_hand
        FROM golden_chips_chipevent GROUP BY grant_id
    ) told ON told.grant_id = held.id
    ORDER BY held.id
"""

# A chip on a table is a bet without an end; used is what was won or lost and not given back by a
# void. What is in hand comes from the grants, not from the events.
CAMPAIGNS: Final = """
    SELECT campaign.id, campaign.name,
           coalesce(told.issued, 0), coalesce(held.in_hand, 0), coalesce(told.on_tables, 0),
           coalesce(told.used, 0), coalesce(told.expired, 0), coalesce(told.cancelled, 0)
    FROM golden_chips_campaign campaign
    LEFT JOIN (
        SELECT campaign_id, CAST(sum(remaining) AS bigint) AS in_hand
        FROM golden_chips_grant GROUP BY campaign_id
    ) held ON held.campaign_id = campaign.id
    LEFT JOIN (
        SELECT owner.campaign_id,
               CAST(sum(CASE WHEN event.kind = 'issued' THEN event.chips ELSE 0 END) AS bigint)
                   AS issued,
               CAST(sum(CASE WHEN event.kind = 'expired' THEN event.chips ELSE 0 END) AS bigint)
                   AS expired,
               CAST(sum(CASE WHEN event.kind = 'cancelled' THEN event.chips ELSE 0 END) AS bigint)
                   AS cancelled,
               CAST(sum(CASE WHEN event.kind IN ('won', 'lost') AND back.id IS NULL
                             THEN event.chips ELSE 0 END) AS bigint) AS used,
               CAST(sum(CASE WHEN event.kind = 'bet' AND ending.id IS NULL
                             THEN event.chips ELSE 0 END) AS bigint) AS on_tables
        FROM golden_chips_chipevent event
        JOIN golden_chips_grant owner ON owner.id = event.grant_id
        LEFT JOIN golden_chips_chipevent back ON back.reverses_id = event.id
        LEFT JOIN golden_chips_chipevent ending
          ON ending.grant_id = event.grant_id AND ending.reference = event.reference
             AND ending.place = event.place AND ending.kind IN ('returned', 'won', 'lost')
             AND ending.reverses_id IS NULL AND event.kind = 'bet'
        GROUP BY owner.campaign_id
    ) told ON told.campaign_id = campaign.id
    ORDER BY campaign.id
"""

# An end without its bet, or of another number of chips.
ENDS: Final = """
    SELECT ending.id, ending.reference
    FROM golden_chips_chipevent ending
    LEFT JOIN golden_chips_chipevent bet
      ON bet.kind = 'bet' AND bet.grant_id = ending.grant_id
         AND bet.reference = ending.reference AND bet.place = ending.place
    WHERE ending.kind IN ('returned', 'won', 'lost')
      AND (bet.id IS NULL OR bet.chips <> ending.chips)
    ORDER BY ending.id
"""


def checks() -> list[Check]:
    """Every statement about golden chips, tried on all of them."""
    return [triggers_in_place(), grants_match_events(), campaigns_add_up()]


def triggers_in_place() -> Check:
    """The database still guards grants and events."""
    wanted = TRIGGERS[connection.vendor]
    missing = wanted - {name for (name,) in _rows(ENABLED_TRIGGERS[connection.vendor])}
    return Check(
        "The triggers of golden chips are in place",
        len(wanted),
        tuple(
            Discrepancy("trigger_missing", f"The trigger {name} is missing or switched off.")
            for name in sorted(missing)
        ),
    )


def grants_match_events() -> Check:
    """What remains of every grant is what its events say, and every end has its bet."""
    wrong = []
    for number, state, issued, told, remaining, in_hand in _rows(GRANTS):
        if told != (0 if state == Grant.State.PREPARED else issued):
            problem = f"{issued} chips are granted, {told} were issued"
        elif remaining != in_hand:
            problem = f"{remaining} chips are left, by its events {in_hand}"
        else:
            continue
        wrong.append(Discrepancy("grant_differs", f"Grant {number}: {problem}."))
    wrong += [
        Discrepancy("chip_ends_unbet", f"Chip event {event} ends what was not bet in {reference}.")
        for event, reference in _rows(ENDS)
    ]
    return Check("Grants of golden chips equal their events", Grant.objects.count(), tuple(wrong))


def campaigns_add_up() -> Check:
    """Per campaign: issued = outstanding (in hand, on tables) + used + expired + cancelled."""
    wrong = [
        Discrepancy(
            "campaign_differs",
            f"Campaign {name}: {issued} chips were issued; {in_hand} are in hand, {on_tables} on "
            f"tables, {used} used, {expired} expired, {cancelled} cancelled.",
        )
        for _, name, issued, in_hand, on_tables, used, expired, cancelled in _rows(CAMPAIGNS)
        if issued != in_hand + on_tables + used + expired + cancelled
    ]
    return Check(
        "Golden chips issued are outstanding, used, expired or cancelled",
        Campaign.objects.count(),
        tuple(wrong),
    )


def _rows(sql: str) -> Iterable[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
