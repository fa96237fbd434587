"""What a session of a player bars elsewhere."""

from casino.errors import CasinoError
from casino.models import User
from tables.errors import DepositBarred
from tables.models import GameSession


def deposit_guard(player: User) -> CasinoError | None:
    """For ``settings.DEPOSIT_GUARDS``: no deposit while a session runs whose whole amount was
    named first (rules of the games, section 2, the session of *lux*)."""
    session = (
        GameSession.objects.filter(
            player=player, state=GameSession.State.OPEN, version__whole_amount_first=True
        )
        .select_related("table")
        .first()
    )
    return DepositBarred(table=session.table.name) if session else None
