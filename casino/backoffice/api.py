"""Reports as the API tells them: the same ones, from the same register, as plain rows."""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Final

from django.conf import settings
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.backoffice.reports.filters import GROUPS, AskForm, month_to_date
from casino.backoffice.reports.reading import reading
from casino.backoffice.reports.registry import BY_SLUG, REPORTS
from casino.backoffice.reports.report import Linked, Produced, Report, Row
from casino.errors import NotFound
from casino.money import plain_amount
from casino.rest import CentsField, asked, problems
from casino.rest_access import staff_with
from tables.models import Table
from tables.selectors.house import house_table

HOUSE: Final = ["House"]
MOST_ROWS: Final = 1_000

Shape = serializers.Serializer[Any]


class ReportLineShape(Shape):
    """A report that can be asked for, with what it can be narrowed down by."""

    slug = serializers.SlugField()
    title = serializers.CharField()
    about = serializers.CharField()
    filters = serializers.ListField(child=serializers.CharField())
    has_period = serializers.BooleanField(help_text="Without one it tells how things stand now.")


class ColumnShape(Shape):
    """A column. Of ``money`` the values are cents, of ``share`` 1 is the whole."""

    name = serializers.CharField()
    kind = serializers.SerializerMethodField()

    def get_kind(self, column: Any) -> str:
        """``text``, ``whole``, ``money``, ``share``, ``day`` or ``moment``."""
        return str(column.kind.name).lower()


class ComparisonShape(Shape):
    """A total beside what the transfers say."""

    what = serializers.CharField()
    report_cents = serializers.IntegerField()
    ledger_cents = serializers.IntegerField()
    agrees = serializers.BooleanField()


@extend_schema_field({"type": "array", "items": {"nullable": True}})
class RowField(serializers.Field[Any, Any, Any, Any]):
    """The values of a line, one for each column."""

    def to_representation(self, value: Row) -> list[Any]:
        """What leads somewhere on the page is its text alone."""
        return [cell.text if isinstance(cell, Linked) else cell for cell in value]


class ReportShape(Shape):
    """A report. ``count`` is the number of all its rows; ``totals`` are those of all of them."""

    slug = serializers.SlugField()
    title = serializers.CharField()
    since = serializers.DateField(allow_null=True)
    until = serializers.DateField(allow_null=True, help_text="Included.")
    time_zone = serializers.CharField()
    made_at = serializers.DateTimeField()
    made_by = serializers.CharField()
    columns = ColumnShape(many=True)
    count = serializers.IntegerField()
    rows = serializers.ListField(child=RowField())
    totals = RowField(allow_null=True)
    comparisons = ComparisonShape(many=True)
    notes = serializers.ListField(child=serializers.CharField())


class ReportQuery(Shape):
    """What is asked for; a report looks at its own ``filters`` alone. Days are those of the house,
    both included; without them it is the month so far."""

    since = serializers.DateField(required=False)
    until = serializers.DateField(required=False)
    group = serializers.ChoiceField(GROUPS, required=False)
    game = serializers.ChoiceField(Table.Game.choices, required=False)
    table = serializers.SlugField(required=False, max_length=50)
    player = serializers.CharField(required=False, max_length=254)
    least_cents = CentsField(required=False)
    offset = serializers.IntegerField(required=False, default=0, min_value=0, max_value=10**9)
    limit = serializers.IntegerField(
        required=False, default=MOST_ROWS, min_value=1, max_value=MOST_ROWS
    )


class Reports(APIView):
    """The list of reports."""

    permission_classes = [staff_with("casino.read_reports")]

    @extend_schema(operation_id="reports", tags=HOUSE, responses=ReportLineShape(many=True))
    def get(self, _request: Request) -> Response:
        """All reports with their filters."""
        return Response(ReportLineShape(REPORTS, many=True).data)


class OneReport(APIView):
    """A report."""

    permission_classes = [staff_with("casino.read_reports")]

    @extend_schema(
        operation_id="report",
        tags=HOUSE,
        parameters=[ReportQuery],
        responses={200: ReportShape, **problems(404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The rows of a report, its totals, and what the ledger says to them."""
        report = BY_SLUG.get(slug)
        if report is None:
            raise NotFound
        query = asked(ReportQuery, request)
        form = AskForm(_typed(query), filters=report.filters)
        if not form.is_valid():
            problems_by_field = {name: [*map(str, said)] for name, said in form.errors.items()}
            raise serializers.ValidationError(problems_by_field)
        with reading():
            produced = report.produce(form.asked)
            first = query["offset"]
            rows = list(islice(produced.rows, first, first + query["limit"]))
        made_by = request.user.get_username()
        return Response(_told(report, form, produced, rows, made_by=made_by))


def _typed(query: Mapping[str, Any]) -> dict[str, Any]:
    """As the form of the page would send it. Raises ``NotFound`` for a table that is not there."""
    typed = month_to_date() | {
        name: str(query[name])
        for name in ("since", "until", "group", "game", "player")
        if name in query
    }
    if "table" in query:
        typed["table"] = str(house_table(slug=query["table"]).table.pk)
    if "least_cents" in query:
        typed["least_cents"] = plain_amount(query["least_cents"])
    return typed


def _told(
    report: Report, form: AskForm, produced: Produced, rows: Sequence[Row], *, made_by: str
) -> Any:
    period = form.asked.period if report.has_period else None
    told = {
        "slug": report.slug,
        "title": report.title,
        "since": period.first if period else None,
        "until": period.last if period else None,
        "time_zone": settings.TIME_ZONE,
        "made_at": timezone.now(),
        "made_by": made_by,
        "columns": produced.columns,
        "count": produced.count,
        "rows": rows,
        "totals": produced.totals if produced.count else None,
        "comparisons": produced.comparisons,
        "notes": produced.notes,
    }
    return ReportShape(told).data
