"""A moment of a replay: the felt as it lay, and what had happened, in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from casino.presentation import money
from tables.engine import actions as kinds
from tables.engine.cards import TEXT, Card
from tables.engine.events import (
    ActionTaken,
    BetSettled,
    CardBurned,
    CardDealt,
    CardTurned,
    DealerChecked,
    Event,
    HandEnded,
    HandSplit,
    OfferMade,
    StakeAdded,
)
from tables.engine.hand import DEALER, STAND
from tables.selectors import Choice, Replay
from tables.selectors.frames import Frame
from tables.views.cards import card_name
from tables.views.felt import round_felt
from tables.views.parts import PLACES, RESULTS, Felt
from tables.views.round_rows import ChoiceRow, choice_row, position_name, title_of


@dataclass(frozen=True, slots=True)
class Moment:
    """One step of the replay."""

    title: str
    felt: Felt
    decisions: Sequence[ChoiceRow]
    happened: Sequence[str]


def moment_of(shown: Replay, index: int) -> Moment:
    """The step at this place of the replay's frames."""
    frame = shown.frames[index]
    at_the_end = index == len(shown.frames) - 1 and not shown.round.is_open
    felt = round_felt(replace(shown.round, view=frame.view))
    if not at_the_end:
        felt = replace(felt, say="")
    words = _Words(shown, frame)
    return Moment(
        title=_title(frame, index),
        felt=felt,
        decisions=[words.decision(index) for index in range(len(frame.decisions))],
        happened=list(words.all()),
    )


def _title(frame: Frame, index: int) -> str:
    if not index:
        return gettext("The deal")
    return gettext("A decision") if frame.decisions else gettext("The dealer plays")


class _Words:
    """Says what happened between two moments, with hands called as they are at the later one."""

    def __init__(self, shown: Replay, frame: Frame) -> None:
        self.frame = frame
        self.is_live = shown.is_live
        self.is_duel = bool(frame.view["community"])
        self.names = [hand["hand"] for hand in frame.view["hands"]]

    def decision(self, index: int) -> ChoiceRow:
        """One of the decisions that led here, with who took it."""
        action = self.frame.decisions[index]
        choice = Choice(
            hand=action.hand,
            action=action.action,
            added_cents=0 if self.is_live else action.real_cents,
            golden_cents=0 if self.is_live else sum(action.golden),
            decided_by=action.decided_by,
            tally=action.tally,
        )
        by = gettext("decided by the player")
        return choice_row(choice, self.names, is_live=self.is_live, player=by)

    def all(self) -> Iterator[str]:
        """A sentence for each event that has one."""
        for event in self.frame.events:
            said = self._cards(event) or self._play(event) or self._money(event)
            if said:
                yield said

    def _cards(self, event: Event) -> str:
        match event:
            case CardBurned():
                return gettext("The first card is burned, face down.")
            case CardDealt(to=to, card=card):
                facts = {"hand": self._hand(to), "card": _card(card)}
                return gettext("%(hand)s: %(card)s") % facts
            case CardTurned(of=of, card=card):
                facts = {"hand": self._hand(of), "card": _card(card)}
                return gettext("%(hand)s turns the %(card)s") % facts
            case _:
                return ""

    def _play(self, event: Event) -> str:
        match event:
            case ActionTaken(hand=hand, action=action) if hand == DEALER:
                return gettext("The dealer joins it to the community card: %(place)s") % {
                    "place": PLACES[action]
                }
            case DealerChecked(blackjack=True):
                return gettext("The dealer looks at his hidden card: blackjack")
            case DealerChecked():
                return gettext("The dealer looks at his hidden card: no blackjack")
            case HandSplit(hand=hand):
                return gettext("%(hand)s becomes two hands") % {"hand": self._hand(hand)}
            case HandEnded(hand=hand, result=result) if result != STAND:
                facts = {"hand": self._hand(hand), "result": str(RESULTS[result])}
                return gettext("%(hand)s: %(result)s") % facts
            case _:
                return ""

    def _money(self, event: Event) -> str:
        match event:
            case OfferMade(hand=hand, offer=kinds.EVEN_MONEY):
                return gettext("%(hand)s is offered even money") % {"hand": self._hand(hand)}
            case OfferMade(hand=hand, price_cents=cents) if cents:
                facts = {"hand": self._hand(hand), "price": money(cents)}
                return gettext("%(hand)s is offered insurance for %(price)s") % facts
            case StakeAdded(position=position, stake=stake):
                facts = {"bet": self._bet(position), "stake": money(stake.total_cents)}
                return gettext("%(bet)s: %(stake)s more goes up") % facts
            case BetSettled(position=position, result=result, paid_cents=cents):
                facts = {"bet": self._bet(position), "result": str(RESULTS[result])}
                if not cents:
                    return gettext("%(bet)s: %(result)s") % facts
                facts["paid"] = money(cents)
                return gettext("%(bet)s: %(result)s, %(paid)s comes back") % facts
            case _:
                return ""

    def _hand(self, name: str) -> str:
        if name == DEALER:
            return gettext("Dealer")
        if name in PLACES:
            return str(PLACES[name])
        return title_of(name, self.names, is_live=self.is_live)

    def _bet(self, position: str) -> str:
        return position_name(position, self.names, is_live=self.is_live, is_duel=self.is_duel)


def _card(card: Card | None) -> str:
    return gettext("face-down card") if card is None else card_name(TEXT[card])
