"""What the tables bar elsewhere."""

from casino.errors import CasinoError
from casino.models import User
from tables.errors import DepositBarred, StaffDoNotPlay
from tables.models import GameSession


def deposit_guard(player: User) -> CasinoError | None:
    """For ``settings.DEPOSIT_GUARDS``: no deposit of staff, who do not play, and none while a
    session runs whose whole amount was named first (rules of the games, section 2, the session of
    *lux*)."""
    if player.is_staff:
        return StaffDoNotPlay()
    session = (
        GameSession.objects.filter(
            player=player, state=GameSession.State.OPEN, version__whole_amount_first=True
        )
        .select_related("table")
        .first()
    )
    return DepositBarred(table=session.table.name) if session else None
