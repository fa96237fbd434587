"""The rules of the games, pure: no clock, no database, no random source, no Django.

The facade, by module (everything else is an inner part):

``rules``       ``preset(name)``, ``rules_from_json(base, overrides)``, ``check_rules(rules)``,
                ``rules_to_json(rules)``, ``rules_hash(rules)``.
``rng``         ``shuffled_deck(seed, decks)``, ``commitment(seed)``.
``shoe``        ``Shoe(cards, position=0, cut_at=None)``.
``stake``       ``Stake(real_cents, golden)``, ``Funds(real_cents, golden)``, ``GoldenRules(...)``.
``bets``        ``BoxBets(box, main, sides)``, ``check_bets(rules, bets, limits, golden_rules)``.
``game``        a private round of any game, a value that no function below changes:
                ``start(rules, shoe, bets) -> (Round, events)``,
                ``act(round, Action(hand, kind, added)) -> (Round, events)``,
                ``legal_actions(round) -> {hand: (kind, ...)}``,
                ``price(round, hand, kind, funds, golden_rules) -> Stake`` (what to pass as
                ``added``; nothing for an action that costs nothing),
                ``answers_to_all(round, yes) -> (Action, ...)``,
                ``settled_bets(round) -> (Bet, ...)``, ``is_over(round)``,
                ``void(round) -> (Bet, ...)``, ``void_what_is_open(round) -> (Bet, ...)``.
``view``        ``public_view(round)``: JSON-ready, never holds a card that is not face up.
``codec``       ``encode(value)`` and ``decode(text)`` with a version; a round is stored as what it
                is the fold of: rules, shoe, bets, actions.
``scenario``    ``play_scenario(data)``: scripted rounds for ``manage.py deal``.

A refusal is always ``errors.EngineRefusal`` with a code of ``errors.CODES``.
"""
