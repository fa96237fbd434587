"""Limits as a grid: a row for each VIP tier, a column for each position, least and most in each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django_stubs_ext import StrOrPromise

from casino.errors import AmountRefused
from casino.money import parse_cents
from casino.presentation import amount_text, refusal_sentence
from tables.version_words import tier_name

ENDS = ("least", "most")


@dataclass(frozen=True, slots=True)
class Cell:
    """The amounts of a tier at a position. ``inherited`` is what holds where nothing is typed."""

    names: tuple[str, str]
    texts: tuple[str, str]
    inherited: tuple[str, str]
    label: str


class LimitsGrid(forms.Widget):
    """The grid. Its value is the texts of the cells in which anything stands, by rank and position.

    ``rows`` are ranks with the tiers' names from the lowest on, ``columns`` positions with theirs.
    """

    rows: Sequence[tuple[str, str]] = ()
    columns: Sequence[tuple[str, StrOrPromise]] = ()

    def value_from_datadict(
        self,
        data: Mapping[str, Any],
        files: Any,
        name: str,
    ) -> dict[str, dict[str, list[str]]]:
        """What was typed."""
        found: dict[str, dict[str, list[str]]] = {}
        for rank, _label in self.rows:
            for position, _name in self.columns:
                texts = [data.get(text, "").strip() for text in _names(name, rank, position)]
                if any(texts):
                    found.setdefault(rank, {})[position] = texts
        return found

    def value_omitted_from_data(
        self,
        data: Mapping[str, Any],
        files: Any,
        name: str,
    ) -> bool:
        """Whether the grid was not sent at all."""
        first = _names(name, self.rows[0][0], self.columns[0][0])[0]
        return first not in data

    def render(
        self,
        name: str,
        value: Any,
        attrs: dict[str, Any] | None = None,
        renderer: Any = None,
    ) -> SafeString:
        """A table of text boxes; an empty one shows what the tier has from the one below."""
        context = {
            "columns": self.columns,
            "rows": list(self._cells(name, value or {})),
            "id": (attrs or {}).get("id", name),
        }
        return render_to_string("admin/tables/limits_grid.html", context)

    def _cells(
        self, name: str, value: Mapping[str, Mapping[str, Sequence[Any]]]
    ) -> Iterator[tuple[str, list[Cell]]]:
        below: Mapping[str, Sequence[Any]] = {}
        for rank, tier in self.rows:
            own = value.get(rank, {})
            cells = [
                Cell(
                    names=_names(name, rank, position),
                    texts=_texts(own.get(position)),
                    inherited=("", "") if own else _texts(below.get(position)),
                    label=f"{tier}, {column}",
                )
                for position, column in self.columns
            ]
            yield tier, cells
            below = own or below


def _names(name: str, rank: str, position: str) -> tuple[str, str]:
    return f"{name}-{rank}-{position}-{ENDS[0]}", f"{name}-{rank}-{position}-{ENDS[1]}"


def _texts(pair: Sequence[Any] | None) -> tuple[str, str]:
    """Cents as they are typed; texts stay as they are."""
    shown = [amount_text(end) if isinstance(end, int) else str(end) for end in pair or ("", "")]
    return shown[0], shown[1]


class LimitsField(forms.Field):
    """Limits in cents as ``TableVersion.limits`` holds them; what belongs together is checked with
    the whole offer."""

    widget = LimitsGrid

    def set_grid(
        self, rows: Sequence[tuple[str, str]], columns: Sequence[tuple[str, StrOrPromise]]
    ) -> None:
        """The tiers and the positions that there are."""
        self.widget.rows = rows
        self.widget.columns = columns

    def clean(self, value: Any) -> Any:
        """Cents. Each cell that cannot be read is named."""
        super().clean(value)
        tiers = dict(self.widget.rows)
        positions = dict(self.widget.columns)
        errors: list[str] = []
        found: dict[str, dict[str, list[int]]] = {}
        for rank, texts_by_position in value.items():
            for position, texts in texts_by_position.items():
                try:
                    pair = [parse_cents(text) for text in texts]
                except AmountRefused as error:
                    where = f"{tiers[rank]}, {positions[position]}"
                    errors.append(f"{where}: {refusal_sentence(error)}")
                    continue
                found.setdefault(rank, {})[position] = pair
        if errors:
            raise forms.ValidationError(errors)
        return found

    def has_changed(self, initial: Any, data: Any) -> bool:
        """By value; what cannot be read has changed."""
        try:
            return bool(self.clean(data) != initial)
        except forms.ValidationError:
            return True


def tier_rows(tiers: Sequence[tuple[int, str]], stored: Mapping[str, Any]) -> list[tuple[str, str]]:
    """A row for each tier and for each rank that has limits, from the lowest on; one at least."""
    names = dict(tiers)
    ranks = sorted({*names, *map(int, stored)} or {1})
    return [(str(rank), tier_name(rank, names)) for rank in ranks]
