"""The statement of one player: every movement of his money."""

from collections.abc import Collection
from itertools import chain

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
    golden_mark,
    golden_mark_column,
    money_column,
    total_row,
    whole_column,
)
from golden_chips.selectors.statement import golden_references
from wallet.models import TransferKind
from wallet.selectors.statement import Balances, StatementLine, balances_before, statement_lines


class PlayerStatement(Report):
    """The lines of the player's own statement of account, as staff read them."""

    slug = "statement"
    title = gettext_lazy("Player statement")
    about = gettext_lazy("Every movement of a player's money, with what stood there after it.")
    filters = ("player",)

    def produce(self, asked: Asked) -> Produced:
        """The oldest first, beneath the opening balance."""
        columns = _columns()
        player, period = asked.player, asked.period
        if player is None:
            return Produced(columns, [], 0, notes=[_("Name a player to see his statement.")])
        opening = balances_before(player=player, moment=period.start)
        closing = balances_before(player=player, moment=period.end)
        lines = list(
            statement_lines(player=player, since=period.start, until=period.end, opening=opening)
        )
        golden = golden_references(player=player, moment=period.end)
        last = lines[-1].after if lines else opening
        totals = {
            5: sum(line.cash_cents for line in lines),
            6: sum(line.tables_cents for line in lines),
            7: last.cash_cents,
            8: last.tables_cents,
        }
        return Produced(
            columns=columns,
            rows=chain([_opening(opening)], (_row(line, golden) for line in lines))
            if lines
            else [],
            count=len(lines),
            totals=total_row(columns, dict(totals)),
            comparisons=[
                Comparison(_("Cash at the end"), last.cash_cents, closing.cash_cents),
                Comparison(_("At the tables at the end"), last.tables_cents, closing.tables_cents),
            ],
        )


def _columns() -> list[Column]:
    return [
        Column(_("Booked"), Kind.MOMENT),
        whole_column(_("Transfer")),
        Column(_("What")),
        Column(_("Reference")),
        Column(_("Reason"), Kind.PROSE),
        money_column(_("Cash moved")),
        money_column(_("At the tables moved")),
        money_column(_("Cash after it")),
        money_column(_("At the tables after it")),
        golden_mark_column(),
    ]


def _opening(balances: Balances) -> Row:
    name = _("Opening balance")
    return [None, None, name, "", "", None, None, balances.cash_cents, balances.tables_cents, ""]


def _row(line: StatementLine, golden: Collection[str]) -> Row:
    return [
        line.at,
        line.number,
        str(TransferKind(line.kind).label),
        line.reference,
        line.reason,
        line.cash_cents,
        line.tables_cents,
        line.after.cash_cents,
        line.after.tables_cents,
        golden_mark(line.reference in golden),
    ]
