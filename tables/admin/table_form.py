"""The operator's form of a table: what it is called, and what is offered.

Amounts are typed in euro.
"""

from dataclasses import replace
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
from tables.admin.drafts import Draft
from tables.admin.limits_grid import LimitsField, tier_rows
from tables.admin.rule_fields import first_values, rule_fields, side_bets, typed_rules
from tables.bet_names import SIDE_BETS
from tables.engine.bets import MAIN, ROUND
from tables.engine.rules import PRESETS, rules_from_json, rules_to_json
from tables.errors import VersionRefused
from tables.models import SESSION_CAP_CENTS, Table
from tables.services.offers import NO_TIER, Offer, check_offer, offer_of
from tables.version_words import LIVE_TERMS, POSITION_NAMES, TERM_NAMES

OFFERED: Final = tuple(name for name in Offer.__dataclass_fields__ if name != "rules")
"""The fields of a version that the form sets, named as there; rules have a field each."""

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
        label=TERM_NAMES["chips"],
        widget=forms.TextInput(attrs={"size": 60}),
        help_text=_("In euro, with blanks between."),
    )
    session_min_cents = EuroField(label=TERM_NAMES["session_min_cents"])
    session_max_cents = EuroField(label=TERM_NAMES["session_max_cents"])
    whole_amount_first = forms.BooleanField(
        label=TERM_NAMES["whole_amount_first"],
        required=False,
        help_text=_(
            "The player names the whole amount when the session opens; "
            "no rebuy and no deposit while it runs."
        ),
    )
    rebuy_allowed = forms.BooleanField(label=TERM_NAMES["rebuy_allowed"], required=False)
    idle_minutes = forms.IntegerField(
        label=TERM_NAMES["idle_minutes"],
        min_value=1,
        max_value=1440,
        help_text=_("A session without play for so long is ended and paid out."),
    )
    betting_seconds = forms.IntegerField(label=TERM_NAMES["betting_seconds"])
    insurance_seconds = forms.IntegerField(label=TERM_NAMES["insurance_seconds"])
    decision_seconds = forms.IntegerField(label=TERM_NAMES["decision_seconds"])
    results_seconds = forms.IntegerField(label=TERM_NAMES["results_seconds"])
    side_bets_shown = forms.BooleanField(label=TERM_NAMES["side_bets_shown"], required=False)
    golden_allowed = forms.BooleanField(label=TERM_NAMES["golden_allowed"], required=False)
    golden_max_per_round = forms.IntegerField(
        label=TERM_NAMES["golden_max_per_round"],
        required=False,
        min_value=1,
        help_text=_("Over all boxes and bets. Empty: no limit."),
    )
    golden_mixed = forms.BooleanField(
        label=TERM_NAMES["golden_mixed"],
        required=False,
        help_text=_("On one and the same bet."),
    )
    golden_on_actions = forms.BooleanField(
        label=TERM_NAMES["golden_on_actions"],
        required=False,
        help_text=_("For doubles, splits and raises; otherwise only before the deal."),
    )
    published_rtp = forms.DecimalField(
        label=TERM_NAMES["published_rtp"],
        required=False,
        max_digits=5,
        decimal_places=2,
        min_value=0,
        max_value=100,
        localize=True,
    )
    base = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    """The number of the version that the operator is looking at; 0 for a new table."""

    class Meta:
        model = Table
        fields: ClassVar[list[str]] = ["name", "slug", "game"]

    game: ClassVar[str] = ""
    """Of this table; the form has a field for each of its rules."""

    draft_before: ClassVar[Draft | None] = None
    """What was typed before and takes the place of what is stored."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        draft = self.draft_before
        # Validation puts what was typed on the instance.
        self.named_before = (self.instance.name, self.instance.slug)
        self.instance.game = self.game
        version = self.instance.current
        offer = draft.offer if draft else offer_of(version) if version else first_offer(self.game)
        self.stored_rules = rules_to_json(rules_from_json(PRESETS[self.game], offer.rules))
        self.initial = {
            **{name: getattr(offer, name) for name in OFFERED},
            **first_values(self.game, self.stored_rules),
            "base": version.number if version else 0,
            **self.initial,
            **({"name": draft.name, "slug": draft.slug, "base": draft.base} if draft else {}),
        }
        limits = cast(LimitsField, self.fields["limits"])
        limits.set_grid(tier_rows(vip_tiers(), offer.limits), _columns(self.game))
        # Who has renamed the table meanwhile is not overruled. Who may only look has no such field.
        for name in {"name", "slug"} & {*self.fields}:
            self.fields[name].show_hidden_initial = self.instance.pk is not None

    def clean_base(self) -> int:
        """The number of a version that there is."""
        base: int = self.cleaned_data["base"]
        version = self.instance.current
        if not (1 if version else 0) <= base <= (version.number if version else 0):
            raise forms.ValidationError(_("The table has no such version. Open the form again."))
        return base

    def clean(self) -> dict[str, Any]:
        """Check the offer as a whole; each refusal stands at its field."""
        data = super().clean() or {}
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

    def draft(self) -> Draft:
        """What was typed, to be looked at before it is published."""
        data, table = self.cleaned_data, self.instance
        name, slug = (
            str(data[field] if field in self.changed_data else self.initial[field])
            for field in ("name", "slug")
        )
        return Draft(
            table_id=table.pk,
            game=self.game,
            name=name,
            slug=slug,
            named_before=self.named_before,
            base=data["base"],
            offer=self.offer(),
        )


def form_with(draft: Draft) -> type[TableForm]:
    """The form of a table as it was typed before."""
    body = {"draft_before": draft}
    return cast(
        type[TableForm],
        new_class("TableForm", (table_form(draft.game),), exec_body=lambda ns: ns.update(body)),
    )


@lru_cache
def table_form(game: str) -> type[TableForm]:
    """The form of the tables of a game."""
    body: dict[str, Any] = {"game": game, **rule_fields(game)}
    if not Table(game=game).is_live:
        body |= dict.fromkeys(LIVE_TERMS)  # which takes the inherited fields away
    return cast(
        type[TableForm], new_class("TableForm", (TableForm,), exec_body=lambda ns: ns.update(body))
    )


def _columns(game: str) -> list[tuple[str, StrOrPromise]]:
    sides = [(bet, gettext(SIDE_BETS[bet])) for bet in side_bets(game)]
    return [(MAIN, POSITION_NAMES[MAIN]), *sides, (ROUND, POSITION_NAMES[ROUND])]


def first_offer(game: str) -> Offer:
    """What the form of a new table begins with: the rules of the game's preset."""
    return replace(FIRST_OFFER, rules=rules_to_json(PRESETS[game]))
