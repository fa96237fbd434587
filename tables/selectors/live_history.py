"""Live rounds in a player's history: the cards of his seats, his own bets, and who decided."""

from collections.abc import Sequence

from django.db.models import QuerySet

from casino.models import User
from tables.engine.actions import INSURANCE
from tables.engine.bets import MAIN
from tables.engine.view import live_view
from tables.models import SOMETHING_STANDS, Action, Bet, Layout, Round
from tables.selectors.fold import fold_live
from tables.selectors.round_bets import stored_state
from tables.selectors.table_page import RoundState


def live_rounds_of(player: User) -> QuerySet[Layout, int]:
    """The numbers of the live rounds that the player had a stake in, newest first."""
    return (
        Layout.objects.filter(SOMETHING_STANDS, player=player)
        .exclude(round__state=Round.State.BETTING)
        .order_by("-round")
        .values_list("round_id", flat=True)
    )


def live_round_state(round_: Round, actions: Sequence[Action], bets: Sequence[Bet]) -> RoundState:
    """A live round with the hands that the player's stakes lay on. Version and shoe are loaded."""
    view = live_view(fold_live(round_, actions))
    own = {bet.position.partition(":")[0] for bet in bets if bet.position.endswith(f":{MAIN}")}
    view |= {
        "hands": [hand for hand in view["hands"] if hand["hand"] in own],
        "legal": {},
        "offers": [],
        "community": {},
        "joined": {},
    }
    return stored_state(round_, view, bets, step=len(actions))


def concerns(action: Action, state: RoundState) -> bool:
    """Whether an action fell on a hand of the player, or was the insurance of all."""
    seats = {hand["box"] for hand in state.view["hands"]}
    return action.action == INSURANCE or int(action.hand[0]) in seats
