"""An admin page on which nothing can be changed, for what only services may write."""

from collections.abc import Sequence
from typing import TypeVar

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

Row = TypeVar("Row", bound=Model)


class ReadOnlyAdmin(admin.ModelAdmin[Row]):
    """Looks and searches; adds, changes and deletes nothing, whatever the user's permissions.

    The unused arguments are those that Django passes.
    """

    actions: Sequence[str] | None = None
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds."""
        return False

    def has_change_permission(
        self,
        request: HttpRequest,
        obj: Row | None = None,
    ) -> bool:
        """Nobody changes; the view permission shows the page."""
        return False

    def has_delete_permission(
        self,
        request: HttpRequest,
        obj: Row | None = None,
    ) -> bool:
        """Nobody deletes."""
        return False
