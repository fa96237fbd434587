"""The versions of a table: listed, read in words, compared, brought back."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.contrib import admin
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from casino.readonly import ReadOnlyAdmin
from casino.selectors.tiers import vip_tiers
from casino.staff_pages import StaffRequest, needs, page
from tables.admin.drafts import Draft
from tables.admin.limits_shown import limits_rows
from tables.admin.preview import changed, cost_figures, return_figures
from tables.admin.publishing import CHANGE, OPTS, VIEW, preview_page
from tables.bet_names import returns_text
from tables.models import Table, TableVersion
from tables.selectors.versions import deeds_at, version_numbered, versions_of
from tables.services.offers import offer_of
from tables.version_words import sections

MOST_DEEDS: Final = 20

DEEDS: Final[Mapping[str, StrOrPromise]] = {
    "table.brought_back": _("table version brought back"),
    "table.closed": _("table closed"),
    "table.created": _("table created"),
    "table.disabled": _("table disabled"),
    "table.opened": _("table opened"),
    "table.published": _("table version published"),
    "table.renamed": _("table renamed"),
}
"""What the audit trail knows of tables, by its names."""


def returns_of(version: TableVersion) -> str:
    """Exact returns by bet; a dash for a row of the admin's that is no version yet."""
    if not version.returns:
        return "–"
    return returns_text({name: bet["per_staked"] for name, bet in version.returns.items()})


class PairForm(forms.Form):
    """Two versions to be laid side by side."""

    one = forms.IntegerField(min_value=1, max_value=10**9)
    other = forms.IntegerField(min_value=1, max_value=10**9)


def _table(pk: int) -> Table:
    return get_object_or_404(Table.objects.select_related("current"), pk=pk)


@needs(VIEW)
def versions(request: StaffRequest, pk: int) -> HttpResponse:
    """Every version, the newest first, and what was done to the table."""
    table = _table(pk)
    found = list(versions_of(table))
    return page(
        request,
        "admin/tables/versions.html",
        title=gettext("Versions of %(table)s") % {"table": table},
        opts=OPTS,
        table=table,
        versions=[(version, returns_of(version)) for version in found],
        deeds=[
            (deed, DEEDS.get(deed.action, deed.action)) for deed in deeds_at(table)[:MOST_DEEDS]
        ],
        may_change=request.user.has_perm(CHANGE),
    )


@needs(VIEW)
def compare(request: StaffRequest, pk: int) -> HttpResponse:
    """What differs between two versions, the older one first."""
    table = _table(pk)
    form = PairForm(request.GET)
    if not form.is_valid():
        raise BadRequest("Two versions are named by their numbers.")
    numbers = sorted((form.cleaned_data["one"], form.cleaned_data["other"]))
    before, after = (version_numbered(table, number) for number in numbers)
    return page(
        request,
        "admin/tables/compare.html",
        title=gettext("%(table)s: versions %(one)s and %(other)s")
        % {"table": table, "one": before.number, "other": after.number},
        opts=OPTS,
        table=table,
        pair=(before, after),
        changes=changed(before, after),
        returns=return_figures(before, after),
        costs=cost_figures(before, after),
    )


@needs(CHANGE)
def bring_back(request: StaffRequest, pk: int, number: int) -> HttpResponse:
    """Look at what would change if an old version were in force again."""
    table = _table(pk)
    old = version_numbered(table, number)
    draft = Draft(
        table_id=table.pk,
        game=table.game,
        name=table.name,
        slug=table.slug,
        named_before=(table.name, table.slug),
        base=table.in_force.number,
        offer=offer_of(old),
        brought_back=old.number,
    )
    return preview_page(request, draft)


@admin.register(TableVersion)
class TableVersionAdmin(ReadOnlyAdmin[TableVersion]):
    """What was offered when, and who published it."""

    change_form_template = "admin/tables/version.html"
    list_display = [
        "table", "number", "created_at", "author", "reason", "exact_returns", "published_rtp",
    ]  # fmt: skip
    list_filter = ["table", "created_at"]
    list_select_related = ["table", "author"]
    search_fields = ["table__name", "reason"]

    class Media:
        css = {"all": ["tables/operator.css"]}

    @admin.display(description=_("exact returns"))
    def exact_returns(self, version: TableVersion) -> str:
        """By bet, worked out when the version was published."""
        return returns_of(version)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """The version in words."""
        version = self.get_object(request, object_id)
        context = dict(extra_context or {})
        if version is not None:
            tiers = dict(vip_tiers())
            context |= {
                "title": str(version),
                "subtitle": None,
                "version": version,
                "in_force": version.table.current_id == version.pk,
                "sections": sections(version.facts, tiers, is_live=version.table.is_live),
                "limits": limits_rows(version, tiers),
                "returns": return_figures(None, version),
                "costs": cost_figures(None, version),
                "may_change": request.user.has_perm(CHANGE),
            }
        return super().change_view(request, object_id, form_url, context)
