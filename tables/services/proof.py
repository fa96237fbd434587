"""The proof of a round's shuffle: what was promised before it, and what was dealt."""

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from casino.errors import NotFound
from casino.models import User
from tables.engine.cards import TEXT
from tables.engine.events import CardBurned, CardDealt, CardTurned, Event
from tables.engine.rng import commitment, shuffled_deck
from tables.models import Round
from tables.selectors.frames import dealt_events
from tables.selectors.history import own_rounds
from tables.services.replay import find_round, replay_round


@dataclass(frozen=True, slots=True)
class Proof:
    """What can be checked of a round. Until its shoe is done there is the commitment alone.

    ``computed`` is the SHA-256 of the seed that was shown. ``order`` are all cards of the shoe as
    the seed makes it. The round began after ``first`` cards; ``dealt`` are those that left the shoe
    in it, None for one that was never turned. ``differences`` are those of ``manage.py replay``.
    """

    round_: Round
    decks: int
    commitment: str
    seed: str
    computed: str
    order: Sequence[str]
    first: int
    dealt: Sequence[str | None]
    differences: Sequence[str]

    @property
    def is_done(self) -> bool:
        """Whether the seed has been shown."""
        return bool(self.seed)

    @property
    def seed_matches(self) -> bool:
        """The seed is the one that was committed to."""
        return self.computed == self.commitment

    @property
    def order_matches(self) -> bool:
        """Every card that was seen lay at its place in the shoe."""
        places = self.order[self.first : self.first + len(self.dealt)]
        return len(places) == len(self.dealt) and all(
            seen is None or seen == card for seen, card in zip(self.dealt, places, strict=True)
        )

    @property
    def payouts_match(self) -> bool:
        """The round dealt again comes to what was paid."""
        return not self.differences


def own_proof(*, player: User, text: str) -> Proof:
    """Of one of the player's rounds, by its number. Raises ``NotFound``, for a foreign one too."""
    round_ = find_round(text)
    if not Round.objects.filter(own_rounds(player), pk=round_.pk).exists():
        raise NotFound
    return round_proof(round_)


def round_proof(round_: Round) -> Proof:
    """Of a round that is loaded with its version and shoe."""
    shoe = round_.shoe
    decks = round_.version.engine_rules.decks
    proof = Proof(
        round_=round_,
        decks=decks,
        commitment=shoe.commitment,
        seed=shoe.seed,
        computed="",
        order=(),
        first=round_.shoe_position,
        dealt=(),
        differences=(),
    )
    if not shoe.seed:
        return proof
    seed = bytes.fromhex(shoe.seed)
    return replace(
        proof,
        computed=commitment(seed),
        order=[TEXT[card] for card in shuffled_deck(seed, decks)],
        dealt=cards_in_order(dealt_events(round_)),
        differences=replay_round(round_).differences,
    )


def cards_in_order(events: Iterable[Event]) -> list[str | None]:
    """The cards of a round as they left the shoe; None for one that was never turned.

    Of one hand's hidden cards the first dealt is the first turned.
    """
    dealt: list[str | None] = []
    hidden: defaultdict[str, deque[int]] = defaultdict(deque)
    for event in events:
        match event:
            case CardBurned():
                dealt.append(None)
            case CardDealt(to=to, card=card):
                if card is None:
                    hidden[to].append(len(dealt))
                dealt.append(None if card is None else TEXT[card])
            case CardTurned(of=of, card=card):
                dealt[hidden[of].popleft()] = TEXT[card]
            case _:
                pass
    return dealt
