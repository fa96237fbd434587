"""Lists of the admin that are asked for what cannot be: answered, never a fault of the server."""

from typing import Any

from django.contrib.admin import ModelAdmin
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import BadRequest, ValidationError
from django.db import DataError
from django.db.models import Model
from django.http import HttpRequest, HttpResponse


class CarefulChangeList(ChangeList):
    """Some filters fail only when the database is asked: a year 99999, a number that no column
    holds. They are answered as Django answers other senseless filters, with the whole list."""

    def get_filters(self, request: HttpRequest) -> Any:
        """Raises ``IncorrectLookupParameters``, also for a year that no calendar holds."""
        try:
            return super().get_filters(request)
        except OverflowError as error:
            raise IncorrectLookupParameters(error) from error

    def get_results(self, request: HttpRequest) -> None:
        """Raises ``IncorrectLookupParameters``."""
        try:
            super().get_results(request)
        except (ValueError, OverflowError, DataError) as error:
            raise IncorrectLookupParameters(error) from error


class CarefulAdmin(ModelAdmin[Model]):
    """Put before the class of every admin page by the site."""

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        """The list that looks at what it is asked for."""
        kind = super().get_changelist(request, **kwargs)
        if kind is ChangeList:
            return CarefulChangeList
        return type(kind.__name__, (CarefulChangeList, kind), {})

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Rows chosen for an action are named by what can be a key; else a bad request."""
        key = self.model._meta.pk  # noqa: SLF001  Django's own way to the key
        for text in request.POST.getlist("_selected_action"):
            try:
                key.clean(text, None)
            except ValidationError as error:
                raise BadRequest("No row has such a key.") from error
        return super().changelist_view(request, extra_context)
