"""What players ask and send. Which boxes, side bets and actions there are, the rules know."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from casino.rest import CentsField, Cursor, MomentField
from tables.engine.actions import KINDS
from tables.engine.bets import BoxBets
from tables.engine.stake import NOTHING, Stake
from tables.models import Table
from tables.selectors.history import RESULTS
from tables.services import NO_TO_ALL, YES_TO_ALL

Shape = serializers.Serializer[Any]

MOST_BOXES = 9
MOST_CHIPS = 100
NAME = r"^[a-z0-9_+]{1,20}$"
HAND = r"^([1-9][RL]{0,3})?$"


class OpenSessionShape(Shape):
    """A session is opened at this table with so much of the player's cash."""

    table = serializers.SlugField(max_length=50)
    buy_in_cents = CentsField()


class AddMoneyShape(Shape):
    """Money for a session that runs."""

    amount_cents = CentsField()


class StakeShape(Shape):
    """What lies on a position: real money, and golden chips by their values."""

    real_cents = CentsField(min_value=0, default=0)
    golden = serializers.ListField(child=CentsField(), max_length=MOST_CHIPS, default=list)


class SideShape(StakeShape):
    """A side bet."""

    name = serializers.RegexField(NAME)


class BoxShape(Shape):
    """A box with its main bet (in 21 Duel the ante) and its side bets."""

    box = serializers.IntegerField(min_value=1, max_value=MOST_BOXES)
    main = StakeShape()
    sides = SideShape(many=True, default=list)


class DealShape(Shape):
    """The bets of a private round."""

    bets = BoxShape(many=True)


class ActShape(Shape):
    """A decision. ``yes_to_all`` and ``no_to_all`` answer all open offers, with an empty hand."""

    step = serializers.IntegerField(min_value=0, max_value=1000)
    hand = serializers.RegexField(HAND, allow_blank=True)
    action = serializers.ChoiceField([*sorted(KINDS), YES_TO_ALL, NO_TO_ALL])


class HistoryQuery(Cursor):
    """Which rounds of the history. ``result`` compares what came back with what was staked."""

    game = serializers.ChoiceField(Table.Game.choices, required=False)
    table = serializers.SlugField(required=False, max_length=50)
    result = serializers.ChoiceField(RESULTS, required=False)
    golden = serializers.BooleanField(required=False, help_text="Only those with golden chips.")
    since = MomentField(required=False)
    until = MomentField(required=False, help_text="Excluded.")


class LaidShape(StakeShape):
    """What lies on a position of a live table, such as ``1:main``."""

    position = serializers.RegexField(r"^[1-9]:[a-z0-9_+]{1,20}$")


class LayShape(Shape):
    """The whole layout for a round; an empty one takes everything off the table."""

    round = serializers.UUIDField()
    bets = LaidShape(many=True)


class AutoActionsShape(Shape):
    """Whether doubles and splits may take money from the stake by themselves."""

    auto_actions = serializers.BooleanField()


class VoteShape(Shape):
    """A vote in a decision that is open."""

    decision = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    action = serializers.ChoiceField(sorted(KINDS))


class InsuranceShape(Shape):
    """The one answer to the offer of insurance in a round."""

    round = serializers.UUIDField()
    insure = serializers.BooleanField()


def stake_of(sent: Mapping[str, Any]) -> Stake:
    """The largest chips first, so that the same chips are the same bet however they were sent."""
    return Stake(sent["real_cents"], tuple(sorted(sent["golden"], reverse=True)))


def box_bets(sent: Mapping[str, Any]) -> list[BoxBets]:
    """The bets as the engine takes them. A stake of nothing is no bet."""
    found = []
    for box in sent["bets"]:
        stakes = [(side["name"], stake_of(side)) for side in box["sides"]]
        sides = {name: stake for name, stake in stakes if stake.total_cents}
        main = stake_of(box["main"])
        if main.total_cents or sides:
            found.append(BoxBets(box=box["box"], main=main, sides=sides))
    return found


def layout(sent: Mapping[str, Any]) -> dict[str, Stake]:
    """Stakes by position; what is sent for one position twice lies there together."""
    laid: dict[str, Stake] = {}
    for bet in sent["bets"]:
        stake = stake_of(bet)
        if stake.total_cents:
            laid[bet["position"]] = laid.get(bet["position"], NOTHING) + stake
    return laid
