"""The engine's one error type: a code and the facts that belong to it."""

CODES: dict[str, str] = {
    # rules
    "unknown_preset": "There is no preset {preset}; there are {known}.",
    "unknown_rule": "There is no rule {rule}; there are {known}.",
    "bad_rule": "{rule} cannot be {value}; allowed: {allowed}.",
    "senseless_rules": "{rule} makes no sense beside the other rules: {reason}.",
    # cards
    "unknown_card": "{card} is no card.",
    "too_few_cards": "The shoe held {cards} cards and the round needs more.",
    "too_many_copies": "{card} is in the shoe {copies} times, but {decks} deck(s) hold no more "
    "than {decks}.",
    # bets
    "no_bets": "Nothing is bet.",
    "unknown_box": "There is no box {box}; the boxes are 1 to {boxes}.",
    "box_twice": "Box {box} is bet on twice.",
    "bet_not_positive": "The bet on {position} must be more than nothing.",
    "unknown_side_bet": "{position} is not offered; side bets here: {known}.",
    "side_without_main": "{position} needs a main bet on the same box.",
    "bet_below_minimum": "{amount_cents} cents on {position} are below the minimum of "
    "{limit_cents}.",
    "bet_above_maximum": "{amount_cents} cents on {position} are above the maximum of "
    "{limit_cents}.",
    "round_below_minimum": "{amount_cents} cents in the round are below the minimum of "
    "{limit_cents}.",
    "round_above_maximum": "{amount_cents} cents in the round are above the maximum of "
    "{limit_cents}.",
    "golden_not_allowed": "Golden chips cannot be bet here ({position}).",
    "golden_mixed": "Golden chips and real money cannot lie together on {position}.",
    "too_many_golden": "{count} golden chips are bet, at most {limit} may be.",
    "reserve_not_covered": "One more ante for each hand must be left: {needed_cents} cents are "
    "needed and {held_cents} are there.",
    # play
    "round_over": "The round is over.",
    "round_not_over": "The round is not over: hand {hand} waits for one of {legal}.",
    "offer_open": "The offer of {offer} to hand {hand} is to be answered first.",
    "unknown_hand": "There is no hand {hand}.",
    "unknown_action": "There is no action {action}.",
    "not_your_turn": "It is the turn of hand {turn}, not of hand {hand}.",
    "action_not_legal": "{action} is not legal on hand {hand}; legal: {legal}.",
    "insufficient_funds": "{needed_cents} cents of real money are needed, {held_cents} are left.",
    "wrong_added_stake": "{action} on hand {hand} costs {needed_cents} cents, not {added_cents}.",
    # the live table
    "unknown_player": "There is no player {player}.",
    "vote_not_entitled": "{player} does not hold hand {hand} and has no vote on it.",
    "seat_does_not_vote": "Seat {seat} plays Best Strategy and takes no decisions.",
    "chart_missing": "Best Strategy decides on hand {hand}, but no chart was given.",
    # stored and scripted rounds
    "bad_format": "{where}: {reason}.",
}
"""Every code that a refusal can bear, with an English sentence about its facts for logs and the
command line. Pages and API have sentences of their own."""


class EngineRefusal(Exception):
    """A command that the rules refuse. Nothing has changed.

    ``code`` is stable (pages and API translate it), ``data`` holds JSON-ready facts for the
    sentence.
    """

    def __init__(self, code: str, **data: str | int | None) -> None:
        self.code = code
        self.data = data
        super().__init__(CODES[code].format_map(data))
