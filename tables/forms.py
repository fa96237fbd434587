"""What players send from their pages, and staff with a void."""

import datetime
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.fields import AmountField, RequestKeyField
from casino.periods import Period, PeriodForm, today
from tables.engine.bets import MAIN, BoxBets
from tables.engine.stake import NOTHING, Stake
from tables.models import LONGEST_MESSAGE, Table
from tables.selectors.history import EVEN, IN_PLAY, LOST, VOID, WON, HistoryFilter

PLACE: Final = r"(?P<box>[1-9][0-9]?)(?:_(?P<side>[a-z0-9_+]{1,20}))?"
BOX_FIELD: Final = re.compile(rf"box_(?P<place>{PLACE})")
GOLDEN: Final = "gc_"
GOLDEN_FIELD: Final = re.compile(rf"{GOLDEN}(?P<place>{PLACE})")
CHIP: Final = re.compile(r"[1-9][0-9]{0,8}")
MOST_CHIPS: Final = 1_000
CHOSEN: Final = re.compile(rf"\A{PLACE}\Z")
PLACE_FIELD: Final = re.compile(r"[1-9]:[a-z0-9_+]{1,20}")
MOST_VERSIONS: Final = 10**9

EXPIRED: Final = _("This page is out of date. Reload it and try again.")
YES_OR_NO: Final = _("Answer yes or no.")
LONGEST_STATEMENT: Final = 366
NO_CHIP: Final = _("There is no such chip here. Take one from the tray.")


def read_chips(text: str) -> tuple[int, ...] | None:
    """Values of golden chips in cents with blanks between; None if anything else stands there.

    Chip by chip: a pattern for all of them would try every way to part a long row of digits.
    """
    chips = text.split()
    if len(chips) > MOST_CHIPS or not all(map(CHIP.fullmatch, chips)):
        return None
    return tuple(map(int, chips))


class GoldenField(forms.CharField):
    """Golden chips on a place: their values in cents with blanks between; a tuple of them."""

    def __init__(self) -> None:
        super().__init__(required=False, max_length=10_000)

    def clean(self, value: Any) -> Any:
        """The largest first, so that the same chips are the same bet however they were laid."""
        chips = read_chips(super().clean(value))
        if chips is None:
            raise forms.ValidationError(NO_CHIP)
        return tuple(sorted(chips, reverse=True))


class MoneyForm(forms.Form):
    """A buy-in, or money added to a session."""

    key = RequestKeyField()
    amount = AmountField(label=_("Amount"))


class AddMoneyForm(MoneyForm):
    """Money for the session that is running."""

    session = forms.UUIDField(error_messages={"required": EXPIRED, "invalid": EXPIRED})


class EndSessionForm(forms.Form):
    """Which session is ended."""

    session = forms.UUIDField(error_messages={"required": EXPIRED, "invalid": EXPIRED})


class BetsForm(forms.Form):
    """An amount for each place of each box, as many as were sent: ``box_1``, ``box_1_2up``, and
    the golden chips there: ``gc_1``, ``gc_1_2up``.

    Which boxes and side bets there are, the rules know.
    """

    key = RequestKeyField()
    session = forms.UUIDField(error_messages={"required": EXPIRED, "invalid": EXPIRED})
    seen = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST_VERSIONS,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), EXPIRED),
    )
    """The number of the version that the page was made under."""

    def __init__(self, data: Mapping[str, str]) -> None:
        super().__init__(data)
        for name in sorted(data):
            if BOX_FIELD.fullmatch(name):
                self.fields[name] = AmountField(required=False)
            elif GOLDEN_FIELD.fullmatch(name):
                self.fields[name] = GoldenField()

    def bets(self) -> list[BoxBets]:
        """The boxes with money or golden chips on them. An amount of 0 is no bet."""
        found: dict[int, dict[str, Stake]] = {}
        for name, laid in self.cleaned_data.items():
            match = BOX_FIELD.fullmatch(name)
            golden = GOLDEN_FIELD.fullmatch(name)
            place = match or golden
            if place and laid:
                stake = Stake(laid) if match else Stake(0, laid)
                on_box = found.setdefault(int(place["box"]), {})
                bet = place["side"] or MAIN
                on_box[bet] = on_box.get(bet, NOTHING) + stake
        return [
            BoxBets(box=box, main=stakes.pop(MAIN, NOTHING), sides=stakes)
            for box, stakes in found.items()
        ]

    def refused_place(self) -> str:
        """The first place whose amount cannot be read."""
        names = (BOX_FIELD.fullmatch(name) or GOLDEN_FIELD.fullmatch(name) for name in self.errors)
        return next((match["place"] for match in names if match), "")


class ChipForm(forms.Form):
    """A chip of the tray for the chosen box, or a golden one; or (``take_back``, a place) the
    golden chips of a place back into the tray."""

    chip = forms.IntegerField(required=False, error_messages={"invalid": NO_CHIP})
    golden = forms.IntegerField(required=False, error_messages={"invalid": NO_CHIP})
    take_back = forms.RegexField(CHOSEN, required=False, error_messages={"invalid": EXPIRED})
    chosen = forms.RegexField(
        CHOSEN, error_messages={"required": _("Choose a box."), "invalid": _("Choose a box.")}
    )

    def clean(self) -> dict[str, Any]:
        """Something is to be done."""
        data = super().clean() or {}
        if not self.errors and not any(data[name] for name in ("chip", "golden", "take_back")):
            raise forms.ValidationError(NO_CHIP)
        return data


class ActionForm(forms.Form):
    """A decision on a hand. Which actions there are, the rules know."""

    round = forms.UUIDField(error_messages={"required": EXPIRED, "invalid": EXPIRED})
    step = forms.IntegerField(
        min_value=0, max_value=1000, error_messages={"required": EXPIRED, "invalid": EXPIRED}
    )
    hand = forms.CharField(max_length=10, required=False)
    action = forms.CharField(
        max_length=20, error_messages={"required": _("Choose one of the actions shown.")}
    )


class LayoutForm(forms.Form):
    """All that a player lays at a live table: an amount for each position (``1:main``) and the
    golden chips there (``gc_1:main``).

    ``place`` with ``chip`` adds one chip to it, with ``golden`` a golden one; ``again`` lays the
    last round's bets instead.
    """

    round = forms.UUIDField(error_messages={"required": EXPIRED, "invalid": EXPIRED})
    again = forms.BooleanField(required=False)
    place = forms.RegexField(PLACE_FIELD, required=False, error_messages={"invalid": EXPIRED})
    chip = forms.IntegerField(required=False, min_value=0, error_messages={"invalid": NO_CHIP})
    golden = forms.IntegerField(required=False, min_value=0, error_messages={"invalid": NO_CHIP})

    def __init__(self, data: Mapping[str, str]) -> None:
        super().__init__(data)
        for name in sorted(data):
            if PLACE_FIELD.fullmatch(name):
                self.fields[name] = AmountField(required=False)
            elif PLACE_FIELD.fullmatch(name.removeprefix(GOLDEN)):
                self.fields[name] = GoldenField()

    def clean(self) -> dict[str, Any]:
        """A position that cannot be one is refused: left out, it would take all chips away."""
        if any(":" in name and name not in self.fields for name in self.data):
            raise forms.ValidationError(EXPIRED)
        return super().clean() or {}

    def laid(self) -> dict[str, Stake]:
        """Stakes by position. An amount of 0 is no bet."""
        found: dict[str, Stake] = {}
        for name, laid in self.cleaned_data.items():
            place = name.removeprefix(GOLDEN)
            if PLACE_FIELD.fullmatch(place) and laid:
                stake = Stake(0, laid) if name != place else Stake(laid)
                found[place] = found.get(place, NOTHING) + stake
        return found

    def placed(self) -> tuple[str, Stake]:
        """The position that a chip is added to, and the chip; empty and nothing without one."""
        place: str = self.cleaned_data["place"]
        golden, chip = self.cleaned_data["golden"], self.cleaned_data["chip"]
        if not place:
            return "", NOTHING
        return place, Stake(0, (golden,)) if golden else Stake(chip or 0)


class AutoActionsForm(forms.Form):
    """Whether doubles and splits may take money by themselves."""

    auto = forms.ChoiceField(
        choices=[("yes", ""), ("no", "")],
        error_messages={"required": YES_OR_NO, "invalid_choice": YES_OR_NO},
    )


class InsuranceForm(forms.Form):
    """The answer to the offer of insurance in a round."""

    round = forms.UUIDField(error_messages={"required": EXPIRED, "invalid": EXPIRED})
    answer = forms.ChoiceField(
        choices=[("yes", ""), ("no", "")],
        error_messages={"required": YES_OR_NO, "invalid_choice": YES_OR_NO},
    )


def first_error(form: forms.Form) -> str:
    """The first sentence that the form has to say."""
    return next(str(sentence) for sentences in form.errors.values() for sentence in sentences)


class MessageForm(forms.Form):
    """A message about a round; what it must be, its service says."""

    key = RequestKeyField()
    text = forms.CharField(
        label=_("Your message"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 5, "maxlength": LONGEST_MESSAGE}),
    )


class StatementForm(PeriodForm):
    """The period of a statement of account: the last thirty days unless others are named."""

    def clean(self) -> dict[str, Any]:
        """Refuse more than a year at a time."""
        data = super().clean()
        if not self.errors and self.period.days > LONGEST_STATEMENT:
            self.add_error("since", gettext("A statement covers a year at most."))
        return data

    @property
    def period(self) -> Period:
        """As it was asked for; a day that is left out is thirty days from the other, or today."""
        until = self.cleaned_data["until"] or today()
        since = self.cleaned_data["since"] or until - datetime.timedelta(days=29)
        return Period(since, until)


class HistoryForm(PeriodForm):
    """Which rounds of the history are wanted, and which page of them.

    ``at`` is ``game.classic`` or ``table.garden``.
    """

    at = forms.ChoiceField(
        label=_("Table or game"),
        required=False,
        error_messages={"invalid_choice": _("There is no such table or game in your history.")},
    )
    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=[
            ("", _("All")),
            (WON, _("Won")),
            (LOST, _("Lost")),
            (EVEN, _("Neither won nor lost")),
            (IN_PLAY, _("In play")),
            (VOID, _("Only voided")),
        ],
        error_messages={"invalid_choice": _("Choose one of the results.")},
    )
    golden = forms.BooleanField(label=_("Only with golden chips"), required=False)
    before = forms.IntegerField(required=False, min_value=1, max_value=2**62)
    after = forms.IntegerField(required=False, min_value=0, max_value=2**62)

    field_order = ["at", "result", "since", "until", "golden"]

    def __init__(self, data: Mapping[str, str], *, tables: Sequence[tuple[str, str]]) -> None:
        """``tables``: address and name of those in the player's history."""
        super().__init__(data)
        games = [(f"game.{game}", name) for game, name in Table.Game.choices]
        choices: list[Any] = [("", _("All")), (_("Games"), games)]
        if tables:
            choices.append((_("Tables"), [(f"table.{slug}", name) for slug, name in tables]))
        cast(forms.ChoiceField, self.fields["at"]).choices = choices

    @property
    def asked(self) -> HistoryFilter:
        """The filter of a valid form."""
        data = self.cleaned_data
        kind, _dot, name = data["at"].partition(".")
        since, until = data["since"], data["until"]
        return HistoryFilter(
            game=name if kind == "game" else "",
            table=name if kind == "table" else "",
            since=self.period.start if since else None,
            until=self.period.end if until else None,
            result=data["result"],
            golden=data["golden"],
        )
