"""What tables, sessions and rounds look like in the API.

Names and units are those of the selectors: amounts in whole cents, cards as ``TS`` (null for one
that lies face down), positions as ``1:main``, hands as ``1R``.
"""

from typing import Any

from rest_framework import serializers

from tables.engine.codec import encode_rules
from tables.models import GameSession, Round, Table

Shape = serializers.Serializer[Any]


class RangeShape(Shape):
    """From least to most."""

    least_cents = serializers.IntegerField()
    most_cents = serializers.IntegerField()


class TableLineShape(Shape):
    """A table in the lobby; ``main`` are the limits of the main bet for the player's tier."""

    slug = serializers.SlugField()
    name = serializers.CharField()
    game = serializers.ChoiceField(Table.Game.choices)
    game_name = serializers.CharField()
    state = serializers.ChoiceField(Table.State.choices)
    main = RangeShape()
    buy_in = RangeShape()
    whole_amount_first = serializers.BooleanField()
    has_session = serializers.BooleanField()
    has_round = serializers.BooleanField()


class TermsShape(Shape):
    """What a new session is opened under."""

    buy_in = RangeShape()
    whole_amount_first = serializers.BooleanField()
    rebuy_allowed = serializers.BooleanField()
    idle_minutes = serializers.IntegerField()


class GoldenRulesShape(Shape):
    """The table's switches for golden chips."""

    allowed = serializers.BooleanField()
    max_per_round = serializers.IntegerField(allow_null=True)
    mixed = serializers.BooleanField()
    on_actions = serializers.BooleanField()


class PileShape(Shape):
    """The player's golden chips of one value that can be bet here."""

    chip_cents = serializers.IntegerField()
    left = serializers.IntegerField()
    expires_at = serializers.DateTimeField()


class TableShape(Shape):
    """A table with what is in force for this player; ``session`` is his open one."""

    slug = serializers.SlugField()
    name = serializers.CharField()
    game = serializers.ChoiceField(Table.Game.choices)
    game_name = serializers.CharField()
    state = serializers.ChoiceField(Table.State.choices)
    is_live = serializers.BooleanField()
    rules = serializers.SerializerMethodField()
    returns = serializers.DictField(child=serializers.FloatField())
    limits = serializers.DictField(child=RangeShape())
    round_limit = RangeShape(allow_null=True)
    chips = serializers.ListField(child=serializers.IntegerField())
    terms = TermsShape()
    golden_rules = GoldenRulesShape()
    tray = PileShape(many=True)
    cash_cents = serializers.IntegerField()
    session = serializers.UUIDField(source="session.public_id", allow_null=True, default=None)

    def get_rules(self, page: Any) -> dict[str, Any]:
        """Every rule field by its name in the rules of the games."""
        return encode_rules(page.rules)


class SessionShape(Shape):
    """A session; ``open_round`` waits for a decision."""

    id = serializers.UUIDField(source="public_id")
    number = serializers.CharField()
    table = serializers.SlugField(source="slug")
    state = serializers.ChoiceField(GameSession.State.choices)
    ticket_code = serializers.CharField()
    opened_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    bought_in_cents = serializers.IntegerField()
    stake_cents = serializers.IntegerField()
    paid_out_cents = serializers.IntegerField(allow_null=True)
    open_round = serializers.UUIDField(allow_null=True)
    next_commitment = serializers.CharField(allow_blank=True)


class DealerShape(Shape):
    """The dealer's cards; totals are of those that show."""

    cards = serializers.ListField(child=serializers.CharField(allow_null=True))
    total = serializers.IntegerField()
    soft = serializers.BooleanField()
    blackjack = serializers.BooleanField()


class HandShape(Shape):
    """A hand of the player."""

    hand = serializers.CharField()
    box = serializers.IntegerField()
    cards = serializers.ListField(child=serializers.CharField(allow_null=True))
    total = serializers.IntegerField()
    soft = serializers.BooleanField()
    status = serializers.CharField()
    doubled = serializers.BooleanField()


class OfferShape(Shape):
    """Insurance or even money that waits for an answer."""

    hand = serializers.CharField()
    offer = serializers.CharField()
    price_cents = serializers.IntegerField()


class PlacedShape(Shape):
    """A bet of a round; ``golden`` and ``chips_back`` are values of chips."""

    position = serializers.CharField()
    real_cents = serializers.IntegerField()
    golden = serializers.ListField(child=serializers.IntegerField())
    result = serializers.CharField(allow_null=True)
    paid_cents = serializers.IntegerField()
    chips_back = serializers.ListField(child=serializers.IntegerField())


class ViewShape(Shape):
    """What lies on the table: no card that is not face up. ``legal`` are the actions by hand."""

    phase = serializers.CharField()
    dealer = DealerShape()
    hands = HandShape(many=True)
    community = serializers.DictField(child=serializers.CharField())
    joined = serializers.DictField(child=serializers.CharField(allow_null=True))
    legal = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    offers = OfferShape(many=True)
    bets = PlacedShape(many=True)


class RoundShape(Shape):
    """A round as its player sees it. ``step`` goes back with the next decision."""

    id = serializers.UUIDField(source="public_id")
    number = serializers.CharField()
    state = serializers.ChoiceField(Round.State.choices)
    step = serializers.IntegerField()
    view = ViewShape()
    staked_cents = serializers.IntegerField()
    paid_cents = serializers.IntegerField()
    net_cents = serializers.IntegerField()
    commitment = serializers.CharField()
    seed = serializers.CharField(allow_blank=True, help_text="Empty until the shoe is done.")
    opened_at = serializers.DateTimeField()
    settled_at = serializers.DateTimeField(allow_null=True)
    void_reason = serializers.CharField(allow_blank=True)


class PlayShape(Shape):
    """What a bet or a decision has brought. The amounts are as they stand now."""

    round = RoundShape()
    stake_cents = serializers.IntegerField(help_text="On the session's account.")
    cash_cents = serializers.IntegerField()


class BetLineShape(Shape):
    """One position of a round that is done."""

    position = serializers.CharField()
    real_cents = serializers.IntegerField()
    golden_cents = serializers.IntegerField()
    golden_back_cents = serializers.IntegerField()
    golden_paid_cents = serializers.IntegerField()
    paid_cents = serializers.IntegerField()
    result = serializers.CharField(allow_blank=True)


class ChoiceShape(Shape):
    """One decision, and what went up for it; of a live round also the votes by action."""

    hand = serializers.CharField(allow_blank=True)
    action = serializers.CharField()
    added_cents = serializers.IntegerField()
    golden_cents = serializers.IntegerField()
    decided_by = serializers.CharField()
    tally = serializers.DictField(child=serializers.IntegerField())


class HistoryLineShape(Shape):
    """A round in the history; an open one shows what is staked so far and nothing paid."""

    table = serializers.SlugField(source="slug")
    is_live = serializers.BooleanField()
    with_golden = serializers.BooleanField()
    round = RoundShape()


class RoundPageShape(Shape):
    """A round of the history in full."""

    table = serializers.SlugField(source="slug")
    version = serializers.IntegerField(help_text="Of the table: the rules it was played under.")
    is_live = serializers.BooleanField()
    with_golden = serializers.BooleanField()
    auto_actions = serializers.BooleanField(
        allow_null=True,
        help_text="At a live table: whether doubles and splits took their stake by themselves.",
    )
    round = RoundShape()
    stake_before_cents = serializers.IntegerField(allow_null=True)
    stake_after_cents = serializers.IntegerField(allow_null=True)
    bets = BetLineShape(many=True)
    choices = ChoiceShape(many=True)
