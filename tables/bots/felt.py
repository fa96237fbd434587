"""What a bot makes of the cards on the felt: Best Strategy, as a reader of the help page would."""

import random
import re
from collections.abc import Mapping, Sequence
from typing import Final

from tables.engine.cards import VALUE, parse_cards
from tables.engine.hand import Hand
from tables.engine.rules import BlackjackRules
from tables.services.live.strategy import best_action

CARD: Final = re.compile(r'data-card="(?P<place>[^"]+)-\d+"\s+data-face="(?P<face>[^"]+)"')


def cards_in(html: str) -> dict[str, list[str]]:
    """The faces of a region by hand, in the order in which they were dealt."""
    found: dict[str, list[str]] = {}
    for match in CARD.finditer(html):
        found.setdefault(match["place"], []).append(match["face"])
    return found


def choose(
    rules: BlackjackRules, regions: Mapping[str, str], seat: str, legal: Sequence[str]
) -> str:
    """An action for the hand of a seat that votes: the highlighted one, by the chart.

    Anything legal where the cards cannot be read, as in the moment when they change.
    """
    html = regions.get(f"hands-{seat}", "")
    active = html.partition("hand--active")[2].partition("</ul>")[0]
    hands = cards_in(active)
    dealer = cards_in(regions.get("dealer", "")).get("dealer", [])
    if not hands or not dealer:
        return random.choice(legal)
    place, faces = next(iter(hands.items()))
    hand = Hand(place.removeprefix("hand-"))
    for card in parse_cards(" ".join(faces)):
        hand.add(card)
    up_value = VALUE[parse_cards(dealer[0])[0]]
    return best_action(rules, hand, up_value, legal)
