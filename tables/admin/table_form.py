"""The operator's form of a table: what it is called, whether it is open, and what is offered.

Amounts are typed in euro.
"""

from dataclasses import asdict
from functools import lru_cache
from types import new_class
from typing import Any, ClassVar, Final, cast

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from casino.errors import AmountRefused
from casino.fields import AmountField
from casino.money import parse_cents
from casino.presentation import amount_text, refusal_sentence
from casino.selectors.tiers import vip_tiers
from tables.admin.limits_grid import LimitsField, tier_rows
from tables.admin.rule_fields import first_values, rule_fields, side_bets, typed_rules
from tables.bet_names import SIDE_BETS
from tables.engine.bets import MAIN, ROUND
from tables.engine.rules import PRESETS, rules_to_json
from tables.errors import VersionRefused
from tables.models import SESSION_CAP_CENTS, Table, TableVersion
from tables.services.offers import NO_TIER, Offer, check_offer

OFFERED: Final = tuple(name for name in Offer.__dataclass_fields__ if name != "rules")
"""The fields of a version that the form sets, named as there; rules have a field each."""

LIVE_FIELDS: Final = (
    "betting_seconds",
    "insurance_seconds",
    "decision_seconds",
    "results_seconds",
    "side_bets_shown",
)
"""What only a live table has; another keeps what it was made with."""

FIRST_OFFER: Final = Offer(limits={"1": {MAIN: [100, SESSION_CAP_CENTS // 10]}})
"""What the form of a new table begins with."""


def _differs(field: forms.Field, initial: Any, data: Any) -> bool:
    """Whether the value has changed, however it was typed; what cannot be read has."""
    try:
        return bool(field.clean(data) != initial)
    except forms.ValidationError:
        return True


class ChipsField(forms.CharField):
    """Chip values in cents, typed in euro with blanks between."""

    def prepare_value(self, value: Any) -> Any:
        """Cents as euro."""
        if isinstance(value, list):
            return " ".join(amount_text(cents) for cents in value)
        return value

    def clean(self, value: Any) -> Any:
        """A list of cents."""
        return [_cents(text) for text in super().clean(value).split()]

    def has_changed(self, initial: Any, data: Any) -> bool:
        """By value."""
        return _differs(self, initial, data)


class EuroField(AmountField):
    """An amount whose first value is cents."""

    def prepare_value(self, value: Any) -> Any:
        """Cents as euro."""
        return amount_text(value) if isinstance(value, int) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        """By value."""
        return _differs(self, initial, data)


def _cents(text: str) -> int:
    try:
        return parse_cents(text)
    except AmountRefused as error:
        raise forms.ValidationError(f"{text}: {refusal_sentence(error)}") from error


class TableForm(forms.ModelForm[Table]):
    """A table and the version that is to be in force; a change of it is a new version."""

    limits = LimitsField(
        label=_("Limits"),
        help_text=_(
            "Least and most in euro. A tier without any has those of the next lower one. A side "
            "bet without has those of the main bet, 2 Up a fifth of its maximum."
        ),
        error_messages={"required": _(NO_TIER)},
    )
    chips = ChipsField(
        label=_("Chip values"),
        widget=forms.TextInput(attrs={"size": 60}),
        help_text=_("In euro, with blanks between."),
    )
    session_min_cents = EuroField(label=_("Smallest buy-in"))
    session_max_cents = EuroField(label=_("Largest buy-in, rebuys included"))
    whole_amount_first = forms.BooleanField(
        label=_("Whole amount first"),
        required=False,
        help_text=_(
            "The player names the whole amount when the session opens; "
            "no rebuy and no deposit while it runs."
        ),
    )
    rebuy_allowed = forms.BooleanField(label=_("Rebuy allowed"), required=False)
    idle_minutes = forms.IntegerField(
        label=_("Idle minutes"),
        min_value=1,
        max_value=1440,
        help_text=_("A session without play for so long is ended and paid out."),
    )
    betting_seconds = forms.IntegerField(label=_("Betting window (s)"))
    insurance_seconds = forms.IntegerField(label=_("Insurance (s)"))
    decision_seconds = forms.IntegerField(label=_("Decision (s)"))
    results_seconds = forms.IntegerField(label=_("Results (s)"))
    side_bets_shown = forms.BooleanField(label=_("Side bets shown"), required=False)
    golden_allowed = forms.BooleanField(label=_("Golden chips are taken"), required=False)
    golden_max_per_round = forms.IntegerField(
        label=_("Most golden chips in a round"),
        required=False,
        min_value=1,
        help_text=_("Over all boxes and bets. Empty: no limit."),
    )
    golden_mixed = forms.BooleanField(
        label=_("Golden chips beside real money"),
        required=False,
        help_text=_("On one and the same bet."),
    )
    golden_on_actions = forms.BooleanField(
        label=_("Golden chips for added stakes"),
        required=False,
        help_text=_("For doubles, splits and raises; otherwise only before the deal."),
    )
    published_rtp = forms.DecimalField(
        label=_("Published RTP (%)"),
        required=False,
        max_digits=5,
        decimal_places=2,
        min_value=0,
        max_value=100,
        localize=True,
    )
    reason = forms.CharField(
        label=_("Reason of the change"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"size": 80}),
        help_text=_("Needed when anything but name, address and state changes; kept for good."),
    )

    class Meta:
        model = Table
        fields: ClassVar[list[str]] = ["name", "slug", "game", "state"]

    game: ClassVar[str] = ""
    """Of this table; the form has a field for each of its rules."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.instance.game = self.game
        version = self.instance.current
        self.stored_rules = _rules_of(version) if version else rules_to_json(PRESETS[self.game])
        offer = _stored(version) if version else asdict(FIRST_OFFER)
        rules = first_values(self.game, self.stored_rules)
        self.initial = {**offer, **rules, **self.initial}
        limits = cast(LimitsField, self.fields["limits"])
        limits.set_grid(tier_rows(vip_tiers(), offer["limits"]), _columns(self.game))

    @property
    def changes_the_offer(self) -> bool:
        """Whether a new version has to be published."""
        own = {"name", "slug", "game", "state", "reason"}
        return self.instance.current is None or bool(set(self.changed_data) - own)

    def clean(self) -> dict[str, Any]:
        """Check the offer as a whole; each refusal stands at its field."""
        data = super().clean() or {}
        if self.changes_the_offer and not str(data.get("reason", "")).strip():
            self.add_error("reason", _("Give the reason; it is kept with the record."))
        if not self.errors:
            try:
                check_offer(game=self.game, offer=self.offer())
            except VersionRefused as refusal:
                name, problem = str(refusal.data["field"]), gettext(str(refusal.data["problem"]))
                self.add_error(name if name in self.fields else None, problem)
        return data

    def offer(self) -> Offer:
        """What was typed, as the services take it."""
        data = self.cleaned_data
        rules = typed_rules(self.game, self.stored_rules, data)
        return Offer(**{name: data.get(name, self.initial[name]) for name in OFFERED}, rules=rules)


@lru_cache
def table_form(game: str) -> type[TableForm]:
    """The form of the tables of a game."""
    body: dict[str, Any] = {"game": game, **rule_fields(game)}
    if not Table(game=game).is_live:
        body |= dict.fromkeys(LIVE_FIELDS)  # which takes the inherited fields away
    return cast(
        type[TableForm], new_class("TableForm", (TableForm,), exec_body=lambda ns: ns.update(body))
    )


def _columns(game: str) -> list[tuple[str, StrOrPromise]]:
    sides = [(bet, gettext(SIDE_BETS[bet])) for bet in side_bets(game)]
    return [(MAIN, gettext("Main bet")), *sides, (ROUND, gettext("All bets of a round together"))]


def _stored(version: TableVersion) -> dict[str, Any]:
    """The version in force as first values."""
    return {name: getattr(version, name) for name in OFFERED}


def _rules_of(version: TableVersion) -> dict[str, Any]:
    """Its rules without the name of their engine."""
    return {name: value for name, value in version.rules.items() if name != "game"}
