"""Template tags of the house: money, hidden request keys, refusals."""

import datetime
import uuid

from django import template
from django.forms import BoundField, CheckboxInput
from django.utils.html import format_html
from django.utils.safestring import SafeString

from casino import presentation
from casino.errors import CasinoError
from casino.fields import AmountField

register = template.Library()


@register.filter
def money(cents: int) -> str:
    """``{{ stake_cents|money }}``."""
    return presentation.money(cents)


@register.filter
def amount_text(cents: int) -> str:
    """``{{ cents|amount_text }}``: as it is typed into a field."""
    return presentation.amount_text(cents)


@register.filter
def signed_money(cents: int) -> str:
    """``{{ net_cents|signed_money }}``: gains carry a plus."""
    return presentation.signed_money(cents)


@register.filter
def moment(at: datetime.datetime) -> str:
    """``{{ round.opened_at|moment }}``: day and time in the house's zone."""
    return presentation.moment(at)


@register.filter
def exact_moment(at: datetime.datetime) -> str:
    """``{{ order.from_at|exact_moment }}``: as ``moment``, with summer or winter time."""
    return presentation.exact_moment(at)


@register.filter
def stored_moment(iso: str) -> str:
    """``{{ notice.facts.expires_at|stored_moment }}``: a moment that was stored in ISO 8601."""
    return presentation.moment(datetime.datetime.fromisoformat(iso))


@register.filter
def refusal(error: CasinoError) -> str:
    """The sentence of a refused command."""
    return presentation.refusal_sentence(error)


@register.simple_tag
def request_key() -> SafeString:
    """A hidden key made when the form is rendered: sending the form twice acts once."""
    return format_html('<input type="hidden" name="key" value="{}">', uuid.uuid4())


@register.filter
def is_check(field: BoundField) -> bool:
    """Whether the field is a single tick box."""
    return isinstance(field.field.widget, CheckboxInput)


@register.filter
def is_amount(field: BoundField) -> bool:
    """Whether the field takes an amount in euro."""
    return isinstance(field.field, AmountField)
