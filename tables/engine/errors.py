"""The engine's one error type: a code and the facts that belong to it."""

CODES: dict[str, str] = {
    # rules
    "unknown_preset": "preset, known",
    "unknown_rule": "rule, known",
    "bad_rule": "rule, value, allowed",
    "senseless_rules": "rule, reason",
    # cards
    "unknown_card": "card",
    "too_few_cards": "cards: how many the shoe held",
    # bets
    "no_bets": "",
    "unknown_box": "box, boxes",
    "box_twice": "box",
    "bet_not_positive": "position",
    "unknown_side_bet": "position, known",
    "side_without_main": "position",
    "bet_below_minimum": "position, amount_cents, limit_cents",
    "bet_above_maximum": "position, amount_cents, limit_cents",
    "round_below_minimum": "amount_cents, limit_cents",
    "round_above_maximum": "amount_cents, limit_cents",
    "golden_not_allowed": "position",
    "golden_mixed": "position: golden and real money on one position",
    "too_many_golden": "count, limit",
    "reserve_not_covered": "needed_cents, held_cents: one more ante for each hand of 21 Duel",
    # play
    "round_over": "",
    "round_not_over": "hand, legal: what is still waited for",
    "offer_open": "hand, offer: insurance or even money is to be answered first",
    "unknown_hand": "hand",
    "unknown_action": "action",
    "not_your_turn": "hand, turn: the hand whose turn it is",
    "action_not_legal": "hand, action, legal",
    "insufficient_funds": "hand, action, needed_cents, held_cents",
    "wrong_added_stake": "hand, action, needed_cents, added_cents",
    # the live table
    "unknown_player": "player",
    "vote_not_entitled": "player, hand",
    "seat_does_not_vote": "seat: it is in Best Strategy",
    "chart_missing": "hand: Best Strategy has to decide and was given no chart",
    # stored and scripted rounds
    "bad_format": "reason, where",
}
"""Every code that a refusal can bear, with the facts in its ``data``."""


class EngineRefusal(Exception):
    """A command that the rules refuse. Nothing has changed.

    ``code`` is stable (pages and API translate it), ``data`` holds JSON-ready facts for the
    sentence.
    """

    def __init__(self, code: str, **data: str | int | None) -> None:
        self.code = code
        self.data = data
        facts = ", ".join(f"{name}={value}" for name, value in data.items())
        super().__init__(f"{code} ({facts})" if facts else code)
