"""The rules of a game as fields of the operator's form, named as the rules are.

Field names and presets: rules of the games, section 2. A pay table is a switch for its side bet
and a number for each line: ``offers_2up``, ``pays_2up_pair``.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from tables.bet_names import LINE_NAMES, SIDE_BETS
from tables.engine.rules import BLACKJACK_PAYS, MOST_TO_ONE, PRESETS, SIDE_BET_LINES, is_live
from tables.models import Table
from tables.version_words import CHOICES, RULE_NAMES

Stored = Mapping[str, Any]
"""Rules as ``tables.engine.rules.rules_to_json`` gives them."""

Row = tuple[str, ...]

DEALER: Final[Sequence[Row]] = (
    ("decks", "dealing"),
    ("dealer_hits_soft_17", "burn_card"),
    ("peek_on_ace", "peek_on_ten", "double_back_on_ten_blackjack"),
)
PLAYER: Final[Sequence[Row]] = (
    ("boxes", "blackjack_pays", "charlie"),
    ("double_on", "double_after_split"),
    ("max_hands", "split_aces_one_card"),
)
PRIVATE: Final[Sequence[Row]] = (
    *PLAYER,
    ("insurance_offered", "even_money_offered", "late_surrender"),
)
LIVE: Final[Sequence[Row]] = (
    *PLAYER,
    ("insurance_offered", "majority_threshold"),
    ("shuffle", "cut_card_at"),
)
DUEL: Final[Sequence[Row]] = (("decks", "boxes"),)


def _switch(label: StrOrPromise, help_text: StrOrPromise = "") -> forms.BooleanField:
    return forms.BooleanField(label=label, help_text=help_text, required=False)


def _rule_switch(name: str, help_text: StrOrPromise = "") -> forms.BooleanField:
    return _switch(RULE_NAMES[name], help_text)


def _number(label: StrOrPromise, least: int, most: int) -> forms.TypedChoiceField:
    choices = [(number, str(number)) for number in range(least, most + 1)]
    return forms.TypedChoiceField(label=label, choices=choices, coerce=int)


def _choice(name: str, help_text: StrOrPromise = "") -> forms.TypedChoiceField:
    choices = CHOICES[name]

    def coerce(text: str) -> Any:
        return type(choices[0][0])(text)

    return forms.TypedChoiceField(
        label=RULE_NAMES[name], choices=choices, coerce=coerce, help_text=help_text
    )


class ShareField(forms.IntegerField):
    """A share of the shoe, typed in percent; its value is the fraction."""

    def prepare_value(self, value: Any) -> Any:
        """A fraction as percent."""
        return round(value * 100) if isinstance(value, float) else value

    def clean(self, value: Any) -> Any:
        """The fraction."""
        return super().clean(value) / 100

    def has_changed(self, initial: Any, data: Any) -> bool:
        """By value; what cannot be read has changed."""
        try:
            return bool(self.clean(data) != initial)
        except forms.ValidationError:
            return True


def _blackjack_fields() -> dict[str, forms.Field]:
    switches = ("dealer_hits_soft_17", "burn_card", "insurance_offered", "double_after_split")
    return {
        **{name: _rule_switch(name) for name in (*switches, "split_aces_one_card")},
        "decks": _number(RULE_NAMES["decks"], 1, 8),
        "dealing": _choice("dealing"),
        "peek_on_ace": _rule_switch(
            "peek_on_ace", _("Right after insurance. Dealing EU leaves no card.")
        ),
        "peek_on_ten": _rule_switch(
            "peek_on_ten", _("At once. Dealing EU leaves no card to check.")
        ),
        "double_back_on_ten_blackjack": _rule_switch(
            "double_back_on_ten_blackjack",
            _("The stake that was added, where the dealer does not check under tens."),
        ),
        "boxes": _number(RULE_NAMES["boxes"], 1, 7),
        "blackjack_pays": forms.ChoiceField(
            label=RULE_NAMES["blackjack_pays"], choices=[(pays, pays) for pays in BLACKJACK_PAYS]
        ),
        "even_money_offered": _rule_switch(
            "even_money_offered",
            _("To a box with blackjack against an ace, instead of insurance."),
        ),
        "double_on": _choice("double_on"),
        "max_hands": _choice("max_hands"),
        "late_surrender": _rule_switch(
            "late_surrender",
            _("On the first two cards, after the dealer's check: half back."),
        ),
        "charlie": _choice("charlie", _("A hand of so many cards stands and wins 1:1.")),
        "majority_threshold": forms.IntegerField(
            label=RULE_NAMES["majority_threshold"], min_value=1, max_value=1000
        ),
        "shuffle": _choice("shuffle"),
        "cut_card_at": ShareField(label=RULE_NAMES["cut_card_at"], min_value=10, max_value=90),
    }


def rule_rows(game: str) -> tuple[tuple[StrOrPromise, Sequence[Row]], ...]:
    """The rules that can be set at tables of a game, row by row under their headings."""
    if game == Table.Game.DUEL:
        return ((_("Rules"), DUEL),)
    players = LIVE if game == Table.Game.MAJORITY else PRIVATE
    return (_("Cards and dealer"), DEALER), (_("What players can do"), players)


def _names(game: str) -> list[str]:
    return [name for _heading, rows in rule_rows(game) for row in rows for name in row]


def side_bets(game: str) -> tuple[str, ...]:
    """The side bets that tables of a game can offer."""
    return tuple(name for name in SIDE_BETS if name in PRESETS[game].side_pays)


def offers(bet: str) -> str:
    """The switch of a side bet."""
    return f"offers_{bet}".replace("+", "_")


def pays(bet: str, line: str) -> str:
    """The number of a line of its pay table."""
    return f"pays_{bet}_{line}".replace("+", "_")


def rule_fields(game: str) -> dict[str, forms.Field]:
    """A field for each rule and each line of a pay table that can be set at tables of a game."""
    known = _blackjack_fields()
    if is_live(PRESETS[game]):
        known["boxes"] = _number(_("Seats"), 1, 2)
    elif game == Table.Game.DUEL:
        known["boxes"] = _number(_("Hands of a player"), 1, 3)
    found = {name: known[name] for name in _names(game)}
    for bet in side_bets(game):
        found[offers(bet)] = _switch(_("Offered"))
        for line in SIDE_BET_LINES[bet]:
            found[pays(bet, line)] = forms.IntegerField(
                label=LINE_NAMES[line],
                min_value=1,
                max_value=MOST_TO_ONE,
            )
    return found


def first_values(game: str, stored: Stored) -> dict[str, Any]:
    """What the fields show for stored rules. A side bet that is off shows the preset's pays."""
    values = {name: stored[name] for name in _names(game)}
    for bet in side_bets(game):
        values[offers(bet)] = bet in stored["side_pays"]
        lines = stored["side_pays"].get(bet, PRESETS[game].side_pays[bet])
        values |= {pays(bet, line): to_one for line, to_one in lines.items()}
    return values


def typed_rules(game: str, stored: Stored, data: Mapping[str, Any]) -> dict[str, Any]:
    """Stored rules with what was typed over them."""
    side_pays = {
        bet: {line: data[pays(bet, line)] for line in SIDE_BET_LINES[bet]}
        for bet in side_bets(game)
        if data[offers(bet)]
    }
    return {**stored, **{name: data[name] for name in _names(game)}, "side_pays": side_pays}
