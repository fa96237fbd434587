"""Liabilities: what the house holds that is its players', and what it may still have to pay."""

from math import floor

from django.db.models import F, Q, Sum
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.backoffice.campaigns.costs import dearest_main_cost, versions_with_chips
from casino.backoffice.reports.filters import Asked
from casino.backoffice.reports.ledger import moved, round_numbers
from casino.backoffice.reports.report import (
    Column,
    Comparison,
    Produced,
    Report,
    money_column,
    summed,
)
from casino.backoffice.reports.unsettled import STAKES
from golden_chips.models import Campaign, ChipEvent, Grant
from tables.models import Action, Bet, Round
from wallet.models import Account, AccountKind, CashierOrder, Claim, OrderKind, OrderState
from wallet.selectors.balances import transferred_balance

Pair = tuple[int, int]
"""Of players, and of test accounts, in cents."""


class Liabilities(Report):
    """As things stand now. The only report that shows test accounts, in a column of their own."""

    slug = "liabilities"
    title = gettext_lazy("Liabilities")
    about = gettext_lazy(
        "Players' cash, stakes at the tables, open rounds, golden chips, payments on their way, "
        "claims."
    )
    has_period = False

    def produce(self, asked: Asked) -> Produced:  # noqa: ARG002  it has no filters
        """Money first, then what may come of it. It reads the whole ledger to be held against."""
        cash, stakes = _held(AccountKind.CASH), _held(AccountKind.SESSION)
        in_play = _in_play()
        face, expected = _golden()
        columns = [
            Column(_("What")),
            money_column(_("Players")),
            money_column(_("Test accounts")),
            money_column(_("Together")),
        ]
        owed = [
            _line(_("Players' cash"), cash),
            _line(_("Stakes at the tables, not bet"), stakes),
            _line(_("Stakes in open rounds, held by the house"), in_play),
        ]
        others = [
            _line(_("Apart: withdrawals on their way, already taken from cash"), _on_their_way()),
            _line(_("Apart: golden chips outstanding, by their face"), face),
            _line(_("Apart: golden chips outstanding, as they are expected to cost"), expected),
            _line(_("Apart: claims that players still owe"), _claims()),
        ]
        return Produced(
            columns=columns,
            rows=[*owed, *others],
            count=len(owed) + len(others),
            totals=summed(columns, owed),
            comparisons=_compared(sum(cash) + sum(stakes), sum(in_play)),
            notes=[_("The total adds up cash and stakes; what stands apart is not money held.")],
        )


def _line(name: str, cents: Pair) -> list[str | int]:
    return [name, *cents, sum(cents)]


def _pair(found: dict[str, int | None]) -> Pair:
    return found["own"] or 0, found["test"] or 0


def _split(column: str, player: str) -> dict[str, Sum]:
    """Sums of a column, of players and of test accounts."""
    return {
        "own": Sum(column, filter=Q(**{f"{player}__is_test": False})),
        "test": Sum(column, filter=Q(**{f"{player}__is_test": True})),
    }


def _held(kind: AccountKind) -> Pair:
    return _pair(Account.objects.filter(kind=kind).aggregate(**_split("balance_cents", "owner")))


def _in_play() -> Pair:
    """Bets without a result, and what was added to them in private rounds."""
    rounds = Round.objects.filter(state=Round.State.OPEN)
    bets = Bet.objects.filter(round__in=rounds)
    laid = _pair(bets.aggregate(**_split("real_cents", "session__player")))
    actions = Action.objects.filter(round__in=rounds, round__session__isnull=False)
    added = _pair(actions.aggregate(**_split("real_cents", "round__player")))
    return laid[0] + added[0], laid[1] + added[1]


def _golden() -> tuple[Pair, Pair]:
    """Chips in hand and on tables: their face, and what they are expected to cost."""
    kinds = ChipEvent.Kind
    gone = Q(kind__in=[kinds.WON, kinds.LOST, kinds.EXPIRED, kinds.CANCELLED])
    used = Q(reverses__kind__in=[kinds.WON, kinds.LOST])
    left = (
        ChipEvent.objects.exclude(grant__state=Grant.State.PREPARED)
        .order_by()
        .values("grant__campaign", "grant__player__is_test")
        .annotate(
            issued=Sum("chips", filter=Q(kind=kinds.ISSUED)),
            gone=Sum("chips", filter=gone),
            undone=Sum("chips", filter=used),
        )
    )
    rows = list(left)
    campaigns = Campaign.objects.in_bulk({row["grant__campaign"] for row in rows})
    versions = versions_with_chips()
    face, expected = [0, 0], [0, 0]
    for row in rows:
        campaign = campaigns[row["grant__campaign"]]
        chips = (row["issued"] or 0) - (row["gone"] or 0) + (row["undone"] or 0)
        cents = chips * campaign.chip_cents
        whose = int(row["grant__player__is_test"])
        face[whose] += cents
        expected[whose] += floor(cents * dearest_main_cost(campaign, versions))
    return (face[0], face[1]), (expected[0], expected[1])


def _on_their_way() -> Pair:
    waiting = CashierOrder.objects.filter(kind=OrderKind.WITHDRAWAL, state=OrderState.REQUESTED)
    return _pair(waiting.aggregate(**_split("amount_cents", "player")))


def _claims() -> Pair:
    still = F("amount_cents") - F("paid_cents") - F("written_off_cents")
    return _pair(
        Claim.objects.filter(state=Claim.State.OPEN).aggregate(
            own=Sum(still, filter=Q(player__is_test=False)),
            test=Sum(still, filter=Q(player__is_test=True)),
        )
    )


def _compared(held: int, in_play: int) -> list[Comparison]:
    """What players hold is what they have paid in and won: the other side of house and cashier."""
    others = transferred_balance(AccountKind.HOUSE) + transferred_balance(AccountKind.CASHIER)
    rounds = Round.objects.filter(state=Round.State.OPEN)
    return [
        Comparison(_("Cash and stakes"), held, -others),
        Comparison(_("Open rounds"), in_play, moved(round_numbers(rounds), STAKES)),
    ]
