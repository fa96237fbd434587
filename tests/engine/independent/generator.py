"""Random scenarios: any rules, bets, chips, funds and limits, mostly legal to the end.

The actions come from asking the independent implementation again and again what is needed
next, so that a script reaches deep into a round; a share of the scripts is then spoilt.
"""

from random import Random
from typing import Any

from tests.engine.independent.cards import RANKS, SUITS
from tests.engine.independent.errors import Refused, Unanswered
from tests.engine.independent.money import cents, euro
from tests.engine.independent.presets import PRESETS, Chart
from tests.engine.independent.scenario import no_chart, play

AMOUNTS = ["0.01", "0.02", "0.05", "0.99", "1.00", "2.00", "5.00", "7.35", "10.00", "300.01"]
CHIPS = ["0.05", "1.00", "2.00", "3.00", "4.00", "5.00", "5.00", "10.00"]
NAMES = ["ann", "bob", "cid", "dan", "eva", "fay"]
# What a script prefers, so that splits of splits, doubles and ten-card hands come up at all.
HABITS = [(), (), ("split", "double", "stand"), ("split", "hit"), ("double",), ("hit",), ("stand",)]
CHOICES: dict[str, list[Any]] = {
    "dealing": ["US", "EU"],
    "dealer_hits_soft_17": [False, True],
    "peek_on_ace": [False, True],
    "peek_on_ten": [False, True],
    "double_back_on_ten_blackjack": [False, True],
    "blackjack_pays": ["3:2", "6:5", "1:1"],
    "insurance_offered": [False, True],
    "even_money_offered": [False, True],
    "double_on": ["any", "9-11", "10-11"],
    "double_after_split": [False, True],
    "max_hands": [2, 3, 4],
    "split_aces_one_card": [False, True],
    "late_surrender": [False, True],
    "charlie": [0, 5, 5, 6, 7, 10],
    "burn_card": [False, True],
}
WORDS = ["hit", "stand", "double", "split", "surrender", "insurance", "even_money", "no", "fold"]


def random_scenario(rng: Random, preset: str, chart: Chart = no_chart) -> dict[str, Any]:
    scenario: dict[str, Any] = {"preset": preset}
    if rng.random() < 0.6:
        scenario["rules"] = random_rules(rng, preset)
    rules = PRESETS[preset] | scenario.get("rules", {})
    scenario["shoe"] = random_shoe(rng, rules["decks"])
    if rng.random() < 0.4:
        scenario["golden_rules"] = {
            "max_per_round": rng.choice([None, 1, 2, 3, 4]),
            "mixed": rng.random() < 0.6,
            "on_actions": rng.random() < 0.8,
        }
    golden = rng.random() < 0.5
    if preset == "majority":
        scenario["players"] = random_players(rng, rules, golden)
        scenario["decisions"] = []
        answer_live(rng, scenario, chart)
    else:
        boxes = sorted(rng.sample([1, 2, 3], rng.choice([1, 1, 2, 3])))
        scenario["bets"] = [
            {"box": box, **random_placed(rng, rules, golden)}
            for box in rng.sample(boxes, len(boxes))
        ]
        if rng.random() < 0.5:
            scenario["wallet"] = random_funds(rng, golden)
        scenario["actions"] = []
        answer_private(rng, scenario)
    if rng.random() < 0.15:
        spoil(rng, scenario, rules)
    return scenario


def random_rules(rng: Random, preset: str) -> dict[str, Any]:
    """Some overrides; only combinations that make sense together."""
    names = rng.sample(sorted(CHOICES), rng.choice([1, 2, 4, 8, 12]))
    overrides = {name: rng.choice(CHOICES[name]) for name in names}
    if rng.random() < 0.2:
        overrides["side_pays"] = random_side_pays(rng, preset)
    if preset == "duel":
        return {name: overrides[name] for name in overrides if name == "side_pays"}
    if preset == "majority":
        overrides.pop("even_money_offered", None)
        if rng.random() < 0.5:
            overrides["majority_threshold"] = rng.choice([1, 2, 3, 5])
    rules = PRESETS[preset] | overrides
    if rules["late_surrender"]:
        # Late means after the dealer's check, so he must check.
        overrides |= {"dealing": "US", "peek_on_ace": True, "peek_on_ten": True}
    return overrides


def random_side_pays(rng: Random, preset: str) -> dict[str, dict[str, int]]:
    """Other pay tables; the side bets of the live table may be offered at any blackjack table."""
    usual = PRESETS["duel" if preset == "duel" else "majority"]["side_pays"]
    return {
        bet: {line: rng.randint(1, 99) for line in lines}
        for bet, lines in usual.items()
        if rng.random() < 0.8
    }


def random_shoe(rng: Random, decks: int) -> str:
    """Plenty of cards, half the time of few ranks only, so that pairs and aces abound."""
    deck = [rank + suit for rank in RANKS for suit in SUITS] * decks
    if rng.random() < 0.5:
        ranks = rng.choice(
            [*[rng.sample(RANKS, rng.choice([2, 3, 4])) for _ in range(4)], list("A23"), list("A9")]
        )
        few = [card for card in deck if card[0] in ranks]
        deck = few + [card for card in deck if card[0] not in ranks][: max(0, 60 - len(few))]
    cards = rng.sample(deck, 60)
    if rng.random() < 0.05:
        cards = cards[: rng.randint(0, 14)]
    return " ".join(cards)


def random_stake(rng: Random, golden: bool) -> tuple[str, list[str]]:
    chips = rng.choices(CHIPS, k=rng.choice([0, 1, 1, 2])) if golden else []
    real = "0.00" if chips and rng.random() < 0.6 else rng.choice(AMOUNTS)
    return real, chips


def random_placed(rng: Random, rules: dict[str, Any], golden: bool) -> dict[str, Any]:
    main, chips = random_stake(rng, golden)
    placed: dict[str, Any] = {"main": main, "sides": {}}
    by_position = {"main": chips} if chips else {}
    for name in sorted(rules["side_pays"]):
        if rng.random() < 0.4:
            placed["sides"][name], side_chips = random_stake(rng, golden and rng.random() < 0.2)
            if side_chips:
                by_position[name] = side_chips
            if placed["sides"][name] == "0.00":
                del placed["sides"][name]
    if set(by_position) - {"main"}:
        placed["golden"] = by_position
    elif golden or rng.random() < 0.3:
        placed["golden"] = chips
    return placed


def random_funds(rng: Random, golden: bool) -> dict[str, Any]:
    real = "1000.00" if rng.random() < 0.5 else rng.choice(["0.00", *AMOUNTS, "25.00"])
    chips = rng.choices(CHIPS, k=rng.randint(0, 6)) if golden else []
    return {"real": real, "golden": chips}


def random_players(rng: Random, rules: dict[str, Any], golden: bool) -> list[dict[str, Any]]:
    players = []
    for name in rng.sample(NAMES, rng.randint(1, 6)):
        seats = rng.choice([["1"], ["1"], ["2"], ["1", "2"]])
        player: dict[str, Any] = {
            "name": name,
            "auto_actions": rng.random() < 0.5,
            **random_funds(rng, golden),
            "seats": {seat: random_placed(rng, rules, golden) for seat in seats},
        }
        if rng.random() < 0.5:
            player["insurance"] = rng.random() < 0.6
        players.append(player)
    return players


def answer_private(rng: Random, scenario: dict[str, Any]) -> None:
    """Add actions until the round is over or something is refused."""
    habit = rng.choice(HABITS)
    while True:
        try:
            play(scenario)
        except Unanswered as needed:
            scenario["actions"].append(f"{needed.hand}:{choose(rng, habit, needed.legal)}")
        except Refused:
            if not scenario["actions"] or rng.random() < 0.3:
                return
            # An added stake that cannot be paid, most often: something free instead.
            hand = scenario["actions"].pop().partition(":")[0]
            scenario["actions"].append(f"{hand}:{rng.choice(['hit', 'stand', 'no', 'left'])}")
        else:
            return


def choose(rng: Random, habit: tuple[str, ...], legal: list[str]) -> str:
    """Nine times in ten the first legal action of the habit."""
    wanted = [action for action in habit if action in legal]
    return wanted[0] if wanted and rng.random() < 0.9 else rng.choice(legal)


def answer_live(rng: Random, scenario: dict[str, Any], chart: Chart) -> None:
    habit = rng.choice(HABITS)
    while True:
        try:
            play(scenario, chart)
        except Unanswered as needed:
            voters = [name for name in needed.entitled if rng.random() < 0.7]
            favourite = choose(rng, habit, needed.legal)
            votes = {name: rng.choice([favourite, *needed.legal]) for name in voters}
            scenario["decisions"].append({"seat": needed.hand, "votes": votes})
        except Refused:
            return
        else:
            return


def spoil(rng: Random, scenario: dict[str, Any], rules: dict[str, Any]) -> None:
    """Break the script somewhere, or draw limits that may break it."""
    amount = rng.choice(AMOUNTS)
    script = scenario["decisions" if "decisions" in scenario else "actions"]
    way = rng.randrange(6)
    if way == 0 and script:
        script.pop(rng.randrange(len(script)))
    elif way == 1 and script:
        script.insert(rng.randrange(len(script) + 1), rng.choice(script))
    elif way == 2 and script:
        where = rng.randrange(len(script))
        if "decisions" in scenario:
            script[where] = script[where] | {"votes": {"ann": rng.choice(WORDS)}}
        else:
            hand = script[where].partition(":")[0]
            script[where] = f"{hand}:{rng.choice(WORDS)}"
    elif way == 3:
        script[:] = rng.sample(script, len(script))
    elif way == 4 and "bets" in scenario:
        box = rng.choice(scenario["bets"])
        box |= rng.choice([{"box": 1}, {"box": 4}, {"main": "0.00"}, {"sides": {"2up": "1.00"}}])
    else:
        wider = euro(cents(amount) * rng.choice([1, 2, 20]))
        position = rng.choice(["main", "round", *rules["side_pays"]])
        scenario["limits"] = {position: [amount, wider]}
