"""The operator's form of a table: what it is called, whether it is open, and what is offered.

Amounts are typed in euro, also inside the JSON of the limits.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.errors import AmountRefused
from casino.fields import AmountField
from casino.money import parse_cents, plain_amount
from casino.presentation import refusal_sentence
from tables.errors import VersionRefused
from tables.models import SESSION_CAP_CENTS, Table, TableVersion
from tables.services.offers import Offer, check_offer

OFFERED: Final = tuple(Offer.__dataclass_fields__)
"""The fields of a version that the form sets, named as there."""


def _differs(field: forms.Field, initial: Any, data: Any) -> bool:
    """Whether the value has changed, however it was typed; what cannot be read has."""
    try:
        return bool(field.clean(data) != initial)
    except forms.ValidationError:
        return True


class PrettyJSONField(forms.JSONField):
    """An object, with a line for each entry."""

    widget = forms.Textarea(attrs={"rows": 12, "cols": 80, "spellcheck": "false"})

    def bound_data(self, data: Any, initial: Any) -> Any:  # noqa: ARG002  Django's signature
        """What was typed stays as it is."""
        return data

    def prepare_value(self, value: Any) -> Any:
        """What is stored is spread over lines."""
        shown = super().prepare_value(value)
        return shown if isinstance(value, str) else json.dumps(value, indent=2)


class LimitsField(PrettyJSONField):
    """Limits in cents, typed as ``{"1": {"main": ["1.00", "50.00"]}}``."""

    def prepare_value(self, value: Any) -> Any:
        """Cents as euro; a range takes one line."""
        if not isinstance(value, Mapping):
            return super().prepare_value(value)
        tiers = [
            ",\n".join(
                f'    "{name}": {json.dumps([plain_amount(cents) for cents in pair])}'
                for name, pair in tier.items()
            )
            for tier in value.values()
        ]
        lines = [f'  "{rank}": {{\n{tier}\n  }}' for rank, tier in zip(value, tiers, strict=True)]
        return "{\n" + ",\n".join(lines) + "\n}"

    def clean(self, value: Any) -> Any:
        """Cents. The shape beyond that is checked with the whole offer."""
        typed = super().clean(value)
        tiers = typed.values() if isinstance(typed, dict) else [typed]
        if not all(isinstance(tier, dict) for tier in tiers):
            raise forms.ValidationError(
                _('Write one entry for each tier: {"1": {"main": ["1.00", "50.00"]}}.')
            )
        return {
            rank: {name: self._range(pair) for name, pair in tier.items()}
            for rank, tier in typed.items()
        }

    def has_changed(self, initial: Any, data: Any) -> bool:
        """By value."""
        return _differs(self, initial, data)

    def _range(self, pair: Any) -> list[int]:
        if not isinstance(pair, list) or not all(isinstance(text, str) for text in pair):
            raise forms.ValidationError(
                _('A range is two amounts in quotation marks: ["1.00", "50.00"].')
            )
        return [_cents(text) for text in pair]


class ChipsField(forms.CharField):
    """Chip values in cents, typed in euro with blanks between."""

    def prepare_value(self, value: Any) -> Any:
        """Cents as euro."""
        if isinstance(value, list):
            return " ".join(plain_amount(cents) for cents in value)
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
        return plain_amount(value) if isinstance(value, int) else value

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

    rules = PrettyJSONField(
        label=_("Rules"),
        required=False,
        help_text=_("Empty: those of the game. A new table takes them over in full."),
    )
    limits = LimitsField(
        label=_("Limits"),
        help_text=_(
            "By the rank of the VIP tier and by position, least and most in euro; round is for all "
            "hands together. A tier that is not named has the limits of the next lower one."
        ),
    )
    chips = ChipsField(label=_("Chip values"), help_text=_("In euro, with blanks between."))
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

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.current is not None:
            self.initial = {**self.initial, **_stored(self.instance.current)}
            return
        first = asdict(Offer(limits={"1": {"main": [100, SESSION_CAP_CENTS // 10]}}))
        self.initial = {**first, "rules": None, **self.initial}

    @property
    def changes_the_offer(self) -> bool:
        """Whether a new version has to be published."""
        return self.instance.current is None or bool(set(OFFERED) & set(self.changed_data))

    def clean(self) -> dict[str, Any]:
        """Check the offer as a whole; each refusal stands at its field."""
        data = super().clean() or {}
        if self.changes_the_offer and not str(data.get("reason", "")).strip():
            self.add_error("reason", _("Give the reason; it is kept with the record."))
        if not self.errors:
            try:
                check_offer(game=self._game(data), offer=self.offer())
            except VersionRefused as refusal:
                self._put(refusal)
        return data

    def offer(self) -> Offer:
        """What was typed, as the services take it."""
        data = self.cleaned_data
        return Offer(**{name: data[name] for name in OFFERED if name != "rules"} | self._rules())

    def _rules(self) -> dict[str, Any]:
        return {"rules": self.cleaned_data["rules"] or {}}

    def _game(self, data: Mapping[str, Any]) -> str:
        return str(data.get("game") or self.instance.game)

    def _put(self, refusal: VersionRefused) -> None:
        """At the field it names; the engine names single rules, which stand in one field."""
        name, problem = str(refusal.data["field"]), gettext(str(refusal.data["problem"]))
        if name in self.fields:
            self.add_error(name, problem)
        else:
            self.add_error("rules", f"{name}: {problem}")


def _stored(version: TableVersion) -> dict[str, Any]:
    """The version in force as first values; rules without the name of their engine."""
    stored = {name: getattr(version, name) for name in OFFERED}
    stored["rules"] = {name: value for name, value in version.rules.items() if name != "game"}
    return stored
