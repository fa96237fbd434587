"""What an operator is about to publish, between the form and the last click; stored nowhere.

A draft travels through the browser as a signed text. What others publish meanwhile is kept: the
draft's own changes are put on top of it, to be looked at again.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from decimal import Decimal
from typing import Any, Final

from django.core import signing

from tables.services.offers import Offer

SALT: Final = "tables.draft"
MISSING: Final = object()


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A table as it is to be.

    ``table_id`` is None for a table that is to be made. ``base`` is the number of the version that
    the operator was looking at, 0 for none; ``named_before`` is the name and the address that the
    table had then. ``brought_back`` is the number of the old version that
    the offer was taken from, if it was.
    """

    table_id: int | None
    game: str
    name: str
    slug: str
    named_before: tuple[str, str]
    base: int
    offer: Offer
    brought_back: int | None = None

    def sealed(self) -> str:
        """As text that only we can have written."""
        content = asdict(self)
        rtp = self.offer.published_rtp
        content["offer"]["published_rtp"] = None if rtp is None else str(rtp)
        return signing.dumps(content, salt=SALT, compress=True)

    @classmethod
    def opened(cls, text: str) -> "Draft":
        """The draft of a text. Raises ``BadSignature`` for one that is not ours."""
        content = signing.loads(text, salt=SALT)
        offer = content.pop("offer")
        rtp = offer["published_rtp"]
        offer["published_rtp"] = None if rtp is None else Decimal(rtp)
        content["named_before"] = tuple(content["named_before"])
        return cls(offer=Offer(**offer), **content)

    def renamed_as(self, now: tuple[str, str]) -> "Draft":
        """The same for a table that has another name or address by now: what the draft does not
        change itself is left as it is."""
        pairs = zip((self.name, self.slug), self.named_before, now, strict=True)
        name, slug = (present if mine == old else mine for mine, old, present in pairs)
        return replace(self, name=name, slug=slug, named_before=now)

    def on_top_of(self, *, base: Offer, now: Offer, number: int) -> "Draft":
        """The same changes made to what is in force now, version ``number``."""
        merged = merge(asdict(base), asdict(self.offer), asdict(now))
        return replace(self, offer=Offer(**merged), base=number)


def merge(
    base: Mapping[str, Any], wanted: Mapping[str, Any], now: Mapping[str, Any]
) -> dict[str, Any]:
    """What stands now, with what was changed from ``base`` to ``wanted`` changed there too.

    Where both changed the same, what is wanted wins.
    """
    found = {name: _merged(base, wanted, now, name) for name in {**now, **wanted}}
    return {name: value for name, value in found.items() if value is not MISSING}


def _merged(
    base: Mapping[str, Any], wanted: Mapping[str, Any], now: Mapping[str, Any], name: str
) -> Any:
    old, new, present = (side.get(name, MISSING) for side in (base, wanted, now))
    if isinstance(new, Mapping) and isinstance(present, Mapping):
        return merge(old if isinstance(old, Mapping) else {}, new, present)
    return present if new == old else new
