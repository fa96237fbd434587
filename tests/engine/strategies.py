"""Random rules, shoes, bets and play for the engine's properties."""

from hypothesis import strategies as st

from tables.engine import game as rounds
from tables.engine.actions import Action
from tables.engine.bets import BoxBets
from tables.engine.rng import shuffled_deck
from tables.engine.rules import DuelRules, preset, rules_from_json
from tables.engine.shoe import Shoe
from tables.engine.stake import Stake

SWITCHES = (
    "dealer_hits_soft_17",
    "peek_on_ace",
    "peek_on_ten",
    "double_back_on_ten_blackjack",
    "insurance_offered",
    "double_after_split",
    "split_aces_one_card",
    "burn_card",
)
PAIRS = {"perfect": 25, "coloured": 12, "red_black": 6}
TRIPLES = {
    "suited_trips": 100,
    "straight_flush": 40,
    "three_of_a_kind": 30,
    "straight": 10,
    "flush": 5,
}

cents = st.integers(1, 2000)
chips = st.lists(st.sampled_from((100, 250, 500, 1000)), max_size=3).map(tuple)
stakes = st.builds(Stake, st.integers(0, 2000), chips).filter(lambda stake: stake.total_cents > 0)
seeds = st.binary(min_size=32, max_size=32)


@st.composite
def blackjack_rules(draw, base="classic"):
    changes = {name: draw(st.booleans()) for name in SWITCHES}
    changes |= {
        "decks": draw(st.integers(1, 8)),
        "dealing": draw(st.sampled_from(("US", "EU"))),
        "blackjack_pays": draw(st.sampled_from(("3:2", "6:5", "1:1"))),
        "double_on": draw(st.sampled_from(("any", "9-11", "10-11"))),
        "max_hands": draw(st.integers(2, 4)),
        "charlie": draw(st.sampled_from((0, 5, 6, 10))),
        "side_pays": {"21+3": TRIPLES, "player_pair": PAIRS, "dealer_pair": PAIRS},
    }
    if base == "majority":
        return rules_from_json(preset(base), {**changes, "shuffle": "round"})
    changes["even_money_offered"] = draw(st.booleans())
    peeks = changes["dealing"] == "US" and changes["peek_on_ace"] and changes["peek_on_ten"]
    changes["late_surrender"] = peeks and draw(st.booleans())
    return rules_from_json(preset(base), changes)


any_rules = st.one_of(blackjack_rules(), st.just(preset("duel")))


@st.composite
def bets_for(draw, rules):
    boxes = draw(st.sets(st.integers(1, rules.boxes), min_size=1))
    names = st.sampled_from(sorted(rules.side_pays))
    return tuple(
        BoxBets(box, draw(stakes), draw(st.dictionaries(names, stakes, max_size=3)))
        for box in sorted(boxes)
    )


@st.composite
def beginnings(draw, rules=any_rules):
    """Rules, a shoe and bets that may be dealt."""
    chosen = draw(rules)
    shoe = Shoe(shuffled_deck(draw(seeds), chosen.decks))
    return chosen, shoe, draw(bets_for(chosen))


def choose(data, game):
    """One legal action, priced without limits."""
    hand, kinds = data.draw(st.sampled_from(sorted(game.legal().items())))
    kind = data.draw(st.sampled_from(kinds))
    return Action(hand, kind, rounds.price(game, hand, kind))


def play_on(data, game, most=200):
    """Play to the end; all rounds on the way, the given one first."""
    path = [game]
    while not rounds.is_over(game):
        assert len(path) < most
        game, _ = rounds.act(game, choose(data, game))
        path.append(game)
    return path


def is_duel(rules):
    return isinstance(rules, DuelRules)
