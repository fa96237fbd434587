"""The statement of one player: every movement of his cash."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.backoffice.reports.filters import Asked
from casino.backoffice.reports.report import (
    Column,
    Comparison,
    Kind,
    Produced,
    Report,
    Row,
    money_column,
    total_row,
    whole_column,
)
from wallet.models import TransferKind
from wallet.selectors import Movement, cash_balance, movements


class PlayerStatement(Report):
    """The player's own statement, as staff read it."""

    slug = "statement"
    title = gettext_lazy("Player statement")
    about = gettext_lazy("Every movement of a player's cash, with the balance after it.")
    filters = ("player",)

    def produce(self, asked: Asked) -> Produced:
        """The oldest first, between the opening and the closing balance."""
        columns = _columns()
        player, period = asked.player, asked.period
        if player is None:
            return Produced(columns, [], 0, notes=[_("Name a player to see his statement.")])
        moves = movements(player=player, since=period.start, until=period.end)[::-1]
        came = sum(move.amount_cents for move in moves if move.amount_cents > 0)
        went = sum(move.amount_cents for move in moves if move.amount_cents < 0)
        later = movements(player=player, since=period.end)
        closing = cash_balance(player=player) - sum(move.amount_cents for move in later)
        return Produced(
            columns=columns,
            rows=_rows(moves, opening=closing - came - went),
            count=len(moves),
            totals=total_row(columns, {5: came, 6: -went, 7: closing}),
            comparisons=[
                Comparison(_("Closing balance"), closing, moves[-1].after_cents)
            ] if moves else [],
            notes=[
                _("The closing balance is that of the account less what has moved since; the "
                  "ledger's is what its transfers add up to.")
            ],
        )  # fmt: skip


def _columns() -> list[Column]:
    return [
        Column(_("Booked"), Kind.MOMENT),
        whole_column(_("Transfer")),
        Column(_("What")),
        Column(_("Reference")),
        Column(_("Reason")),
        money_column(_("In")),
        money_column(_("Out")),
        money_column(_("Balance")),
    ]


def _rows(moves: Sequence[Movement], *, opening: int) -> list[Row]:
    if not moves:
        return []
    first: Row = [None, None, _("Opening balance"), "", "", None, None, opening]
    return [first, *map(_row, moves)]


def _row(move: Movement) -> Row:
    cents = move.amount_cents
    return [
        move.at,
        move.number,
        str(TransferKind(move.kind).label),
        move.reference,
        move.reason,
        cents if cents > 0 else None,
        -cents if cents < 0 else None,
        move.after_cents,
    ]
