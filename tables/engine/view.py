"""What may be shown of a round: JSON-ready, without a card that does not lie face up."""

from typing import Any

from tables.engine.cardplay import CardPlay
from tables.engine.cards import TEXT
from tables.engine.duel import DuelRound
from tables.engine.game import Round, settled_bets
from tables.engine.hand import Hand
from tables.engine.live import LiveRound, waiting_hands
from tables.engine.round import BlackjackRound
from tables.engine.settlement import Bet


def public_view(game: Round) -> dict[str, Any]:
    """The round as anybody at the table may see it.

    ``phase`` (``offers`` ``play`` ``over``); ``dealer`` as in ``dealer_view``; ``hands`` as in
    ``hand_view`` in playing order; ``community`` (21 Duel: ``left`` and ``right``) and ``joined``
    (21 Duel: which of them lies with each hand and with ``dealer``); ``legal`` (actions by hand);
    ``offers`` (``hand``, ``offer``, ``price_cents``); ``bets`` as in ``bet_view``.
    """
    if isinstance(game, DuelRound):
        return _duel_view(game)
    return {
        "phase": game.phase,
        "dealer": dealer_view(game.play),
        "hands": [hand_view(hand) for hand in game.play.hands()],
        "community": {},
        "joined": {},
        "legal": _legal(game),
        "offers": _offers(game),
        "bets": [bet_view(bet) for bet in settled_bets(game)],
    }


def live_view(live: LiveRound) -> dict[str, Any]:
    """The cards of a live table as anybody may see them: ``phase``, ``dealer``, ``hands`` and
    ``legal`` as in ``public_view``; the hands' boxes are seats."""
    return {
        "phase": live.play.phase,
        "dealer": dealer_view(live.play),
        "hands": [hand_view(hand) for hand in live.play.hands()],
        "legal": {hand: list(kinds) for hand, kinds in waiting_hands(live).items()},
    }


def hand_view(hand: Hand, face_down: int = 0) -> dict[str, Any]:
    """``hand`` (its name), ``box``, ``cards`` (None for one face down), ``total`` and ``soft`` of
    the cards that show, ``status``, ``doubled``."""
    return {
        "hand": hand.name,
        "box": hand.box,
        "cards": [*(TEXT[card] for card in hand.cards), *[None] * face_down],
        "total": hand.total,
        "soft": hand.soft,
        "status": hand.status,
        "doubled": hand.doubled,
    }


def dealer_view(play: CardPlay) -> dict[str, Any]:
    """``cards`` (None for the hole card until it is turned), ``total`` and ``soft`` of the cards
    that show, ``blackjack`` (false also while it is not known)."""
    if not play.hole_down:
        return _dealer(play.dealer, 0, blackjack=play.dealer_blackjack)
    up_card = Hand(play.dealer.name)
    up_card.add(play.dealer.cards[0])
    return _dealer(up_card, 1, blackjack=False)


def bet_view(bet: Bet) -> dict[str, Any]:
    """``position``, ``real_cents``, ``golden`` (chip values), ``result`` (None while open),
    ``paid_cents``, ``chips_back``."""
    return {
        "position": bet.position,
        "real_cents": bet.stake.real_cents,
        "golden": list(bet.stake.golden),
        "result": bet.result,
        "paid_cents": bet.paid_cents,
        "chips_back": list(bet.chips_back),
    }


def _dealer(shown: Hand, face_down: int, *, blackjack: bool) -> dict[str, Any]:
    cards = [TEXT[card] for card in shown.cards]
    return {
        "cards": [*cards, *[None] * face_down],
        "total": shown.total,
        "soft": shown.soft,
        "blackjack": blackjack,
    }


def _duel_view(game: DuelRound) -> dict[str, Any]:
    joined = 1 if game.dealer.cards else 0
    turned = len(game.dealer.cards) - joined
    face_down = {hand.name: int(hand.name not in game.turned) for hand in game.hands}
    return {
        "phase": game.phase,
        "dealer": _dealer(game.dealer, 2 - turned, blackjack=False),
        "hands": [hand_view(hand, face_down[hand.name]) for hand in game.hands],
        "community": {place: TEXT[card] for place, card in game.community.items()},
        "joined": game.joined(),
        "legal": _legal(game),
        "offers": [],
        "bets": [bet_view(bet) for bet in settled_bets(game)],
    }


def _legal(game: Round) -> dict[str, list[str]]:
    return {hand: list(kinds) for hand, kinds in game.legal().items()}


def _offers(game: BlackjackRound) -> list[dict[str, Any]]:
    return [
        {
            "hand": hand,
            "offer": offer,
            "price_cents": game.cost_base(hand, offer).real_cents,
        }
        for hand, offer in game.offers.items()
    ]
