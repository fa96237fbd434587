"""What every page of the house knows."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from wallet.selectors import cash_balance


def house(request: HttpRequest) -> dict[str, Any]:
    """The house's name, and the player's balance, asked for only where it is shown."""
    context: dict[str, Any] = {"house_name": settings.CASINO_NAME}
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated and user.is_player:
        context["balance_cents"] = lambda: cash_balance(player=user)
    return context
