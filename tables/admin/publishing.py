"""The page before publishing, and publishing: what an operator has looked at, and for a reason."""

from typing import Final

from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.core.signing import BadSignature
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from casino.errors import CasinoError
from casino.models import User
from casino.presentation import refusal_sentence
from casino.reasons import ReasonForm
from casino.selectors.tiers import vip_tiers
from casino.staff_pages import StaffRequest, needs, page
from tables.admin.drafts import Draft
from tables.admin.limits_shown import limits_rows
from tables.admin.preview import Preview, look_at
from tables.errors import VersionMoved
from tables.models import Table
from tables.services.versions import bring_back, create_table, publish_version, rename_table
from tables.version_words import sections

ADD: Final = "tables.add_table"
CHANGE: Final = "tables.change_table"
VIEW: Final = "tables.view_tableversion"

OPTS: Final = Table._meta  # noqa: SLF001  how admin templates know the model


def table_page_url(table: Table | None) -> str:
    """Where a table is edited; of a new one, the list."""
    if table is None:
        return reverse("admin:tables_table_changelist")
    return reverse("admin:tables_table_change", args=[table.pk])


def opened(text: str) -> Draft:
    """A draft that came through the browser; one that is not ours is a bad request."""
    try:
        return Draft.opened(text)
    except BadSignature as error:
        raise BadRequest("This draft was not written by the back office.") from error


def preview_page(
    request: HttpRequest,
    draft: Draft,
    *,
    form: ReasonForm | None = None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    """What would change, with the exact returns; nothing is stored before its button is pressed."""
    preview = look_at(draft)
    if preview.changes_nothing and not preview.others:
        messages.info(request, gettext("Nothing was changed, so that nothing is published."))
        return HttpResponseRedirect(table_page_url(preview.table))
    if preview.others or preview.problem:
        status = 409
    return page(
        request,
        "admin/tables/preview.html",
        title=gettext("Look at the changes"),
        status=status,
        opts=OPTS,
        preview=preview,
        form=form or ReasonForm(),
        refusal=refusal,
        draft=preview.draft.sealed(),
        back=_back(preview),
        **_whole(preview),
    )


def _back(preview: Preview) -> str:
    """The form with what was typed; a version that is brought back comes from the list."""
    draft = preview.draft
    if draft.brought_back is not None and preview.table:
        return reverse("admin:table_versions", args=[preview.table.pk])
    query = {"draft": draft.sealed()}
    if preview.table is None:
        query = {"game": draft.game, **query}
        return f"{reverse('admin:tables_table_add')}?{urlencode(query)}"
    return f"{table_page_url(preview.table)}?{urlencode(query)}"


def _whole(preview: Preview) -> dict[str, object]:
    """All of a new table, which has nothing to be compared with."""
    if preview.table is not None or preview.version is None:
        return {}
    tiers = dict(vip_tiers())
    is_live = Table(game=preview.draft.game).is_live
    return {
        "sections": sections(preview.version.facts, tiers, is_live=is_live),
        "limits": limits_rows(preview.version, tiers),
    }


@needs(CHANGE)
@require_POST
def publish(request: StaffRequest) -> HttpResponse:
    """Publish a draft that was looked at; where others have published meanwhile, look again."""
    draft = opened(request.POST.get("draft", ""))
    if draft.table_id is None and not request.user.has_perm(ADD):
        raise PermissionDenied
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return preview_page(request, draft, form=form, status=400)
    try:
        table = _carry_out(draft, request.user, form.cleaned_data["reason"])
    except VersionMoved:
        return preview_page(request, draft, form=form)
    except CasinoError as error:
        refusal = refusal_sentence(error)
        return preview_page(request, draft, form=form, refusal=refusal, status=error.status)
    facts = {"table": table.name, "number": table.in_force.number}
    messages.success(request, gettext("%(table)s: version %(number)s is in force.") % facts)
    return HttpResponseRedirect(table_page_url(table))


@transaction.atomic
def _carry_out(draft: Draft, author: User, reason: str) -> Table:
    """All of the draft or nothing: the table is made, or renamed and its offer published."""
    if draft.table_id is None:
        return create_table(
            name=draft.name,
            slug=draft.slug,
            game=draft.game,
            offer=draft.offer,
            author=author,
            reason=reason,
        )
    preview = look_at(draft)
    name, slug = preview.draft.name, preview.draft.slug
    table = Table.objects.select_related("current").get(pk=draft.table_id)
    if preview.renames:
        rename_table(table=table, name=name, slug=slug, author=author, reason=reason)
        table.name = name
    if draft.brought_back is not None:
        bring_back(
            table=table,
            number=draft.brought_back,
            author=author,
            reason=reason,
            expected=draft.base,
        )
    elif preview.changes or preview.others:
        publish_version(
            table=table, offer=draft.offer, author=author, reason=reason, expected=draft.base
        )
    return table
