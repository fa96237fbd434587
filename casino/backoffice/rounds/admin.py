"""The list of rounds, each of which leads to its page."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from casino.backoffice.rounds.page import round_view
from tables.admin.played import RoundAdmin
from tables.models import Round


class LookBackAdmin(RoundAdmin):
    """Rounds are found here and read on a page that shows all that is known of them."""

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """The round in full; where nothing is dealt yet, the plain page of the admin."""
        round_ = self.get_object(request, object_id)
        if (
            round_ is None
            or round_.state == Round.State.BETTING
            or request.method == "POST"
            or not self.has_view_permission(request, round_)
        ):
            return super().change_view(request, object_id, form_url, extra_context)
        return round_view(request, round_)
