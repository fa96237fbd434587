"""The forms of campaigns: what is promised, who is granted chips, why some are cancelled."""

import re
from typing import Any, ClassVar, Final

from django import forms
from django.contrib.admin.widgets import AdminSplitDateTime
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from casino.fields import AmountField
from casino.models import User, VipTier
from golden_chips.errors import CampaignRefused
from golden_chips.models import Campaign, Grant
from golden_chips.models.campaign import MOST_CHIPS
from golden_chips.services.campaigns import Promise, check_promise
from tables.models import Table

SEPARATORS: Final = re.compile(r"[,;\t]")
HEADINGS: Final = frozenset(("player", "username", "user", "email", "e-mail", "giocatore"))
MOST_BYTES: Final = 2_000_000
FROM_FORM: Final = gettext_noop("typed in")


class CampaignForm(forms.ModelForm[Campaign]):
    """A new campaign. What it promises never changes afterwards."""

    chip_cents = AmountField(label=_("Value of a chip"))
    chips_each = forms.IntegerField(
        label=_("Chips for each player"), min_value=1, max_value=MOST_CHIPS
    )
    expires_at = forms.SplitDateTimeField(
        label=_("Chips expire at"), widget=AdminSplitDateTime(), help_text=_("In the house's time.")
    )
    games = forms.MultipleChoiceField(
        label=_("Games"),
        choices=Table.Game.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("With neither games nor tables: wherever golden chips are taken."),
    )
    tables = forms.ModelMultipleChoiceField(
        label=_("Tables"),
        queryset=Table.objects.order_by("name"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    tiers = forms.ModelMultipleChoiceField(
        label=_("VIP tiers"),
        queryset=VipTier.objects.order_by("rank"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Only players of these tiers are granted chips; none: everybody."),
    )
    budget_cents = AmountField(
        label=_("Budget"),
        required=False,
        help_text=_(
            "The most that all chips together may be worth by their face; empty: no limit."
        ),
    )

    class Meta:
        model = Campaign
        fields: ClassVar[list[str]] = [
            "name", "terms_en", "terms_it", "chip_cents", "chips_each", "expires_at", "games",
            "tables", "tiers", "max_players", "budget_cents",
        ]  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """Check the promise as a whole; a refusal stands at its field."""
        data = super().clean() or {}
        data["tables"] = [table.pk for table in data.get("tables") or ()]
        if not self.data.get(self.add_prefix("budget_cents"), "").strip():
            data["budget_cents"] = None  # no limit; a budget of 0 is one
        if not self.errors:
            try:
                check_promise(self.promise())
            except CampaignRefused as refusal:
                problem = gettext(str(refusal.data["problem"]))
                self.add_error(str(refusal.data["field"]), problem)
        return data

    def promise(self) -> Promise:
        """What was typed, as the service takes it."""
        data = self.cleaned_data
        return Promise(**{name: data[name] for name in Promise.__dataclass_fields__})


class GrantForm(forms.Form):
    """Who is granted chips: names typed in, a file, or all players of a tier."""

    players = forms.CharField(
        label=_("Players"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 8, "cols": 60}),
        help_text=_("Names or e-mail addresses, one a line."),
    )
    file = forms.FileField(
        label=_("CSV file"),
        required=False,
        help_text=_("The first column names the players; a heading is left out."),
    )
    tier = forms.ModelChoiceField(
        label=_("All players of a tier"),
        queryset=VipTier.objects.order_by("rank"),
        required=False,
        help_text=_("Those who have chips of this campaign already are left out."),
    )
    reason = forms.CharField(
        label=_("Reason"), max_length=200, widget=forms.TextInput(attrs={"size": 80})
    )

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.campaign = campaign

    def clean_file(self) -> UploadedFile[bytes] | None:
        """A text of reasonable size."""
        sent: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if sent is not None and (sent.size or 0) > MOST_BYTES:
            raise forms.ValidationError(_("The file is larger than two megabytes."))
        return sent

    def clean(self) -> dict[str, Any]:
        """One source, as ``lines`` and ``source``."""
        data = super().clean() or {}
        chosen = [name for name in ("players", "file", "tier") if data.get(name)]
        if self.errors:
            return data
        if len(chosen) != 1:
            raise forms.ValidationError(_("Type names, send a file or choose a tier: one of them."))
        data["lines"], data["source"] = getattr(self, f"_from_{chosen[0]}")(data)
        return data

    def _from_players(self, data: dict[str, Any]) -> tuple[list[str], str]:
        return data["players"].splitlines(), FROM_FORM

    def _from_file(self, data: dict[str, Any]) -> tuple[list[str], str]:
        sent: UploadedFile[bytes] = data["file"]
        try:
            text = sent.read().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise forms.ValidationError(_("The file is no text in UTF-8.")) from error
        if "\0" in text:  # UTF-16 without its mark, or no text at all
            raise forms.ValidationError(_("The file is no text in UTF-8."))
        return first_column(text), (sent.name or "")[:100]

    def _from_tier(self, data: dict[str, Any]) -> tuple[list[str], str]:
        tier: VipTier = data["tier"]
        holders = Grant.objects.filter(campaign=self.campaign).exclude(state=Grant.State.CANCELLED)
        players = User.objects.filter(vip_tier=tier, is_active=True, is_staff=False)
        players = players.exclude(pk__in=holders.values("player"))
        names = players.order_by("username").values_list("username", flat=True)
        return list(names), str(tier)


def first_column(text: str) -> list[str]:
    """The first cell of every line, quotation marks off; a heading becomes an empty line."""
    cells = [SEPARATORS.split(line)[0].strip().strip('"').strip() for line in text.splitlines()]
    if cells and cells[0].lower() in HEADINGS:
        cells[0] = ""
    return cells


class ConfirmForm(forms.Form):
    """A list that was shown and is now to be carried out."""

    lines = forms.CharField(widget=forms.HiddenInput, strip=False)
    source = forms.CharField(widget=forms.HiddenInput, max_length=120)
    reason = forms.CharField(widget=forms.HiddenInput, max_length=200)
