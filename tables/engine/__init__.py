"""The rules of the games, pure: no clock, no database, no random source, no Django.

The facade, by module (everything else is an inner part):

``rules``       ``preset(name)``, ``rules_from_json(base, overrides)``, ``check_rules(rules)``,
                ``rules_to_json(rules)``, ``rules_hash(rules)``, ``is_live(rules)``.
``rng``         ``shuffled_deck(seed, decks)``, ``commitment(seed)``.
``shoe``        ``Shoe(cards, position=0, cut_at=None)``, ``seeded_shoe(seed, rules, position=0)``,
                ``shoe.cut_card_shows``; ``FreshShoe(decks, random)`` for simulation.
``stake``       ``Stake(real_cents, golden)``, ``Funds(real_cents, golden)``, ``GoldenRules(...)``.
``bets``        ``BoxBets(box, main, sides)``, ``check_bets(rules, bets, limits, golden_rules)``,
                ``check_reserve(rules, bets, funds, golden_rules)`` for 21 Duel.
``game``        a private round of any game, a value that no function changes:
                ``start(rules, shoe, bets) -> (Round, events)``,
                ``act(round, Action(hand, kind, added)) -> (Round, events)``,
                ``replay(rules, shoe, bets, actions) -> Round``,
                ``legal_actions(round) -> {hand: (kind, ...)}``,
                ``price(round, hand, kind, funds, golden_rules) -> Stake | None`` (what to pass as
                ``added``; None for an action that costs nothing),
                ``answers_to_all(round, yes=...) -> ((hand, kind), ...)``,
                ``settled_bets(round) -> (Bet, ...)``, ``is_over(round)``,
                ``void(round) -> (Bet, ...)``, ``void_what_is_open(round) -> (Bet, ...)``.
``live``        the cards of a live table, without players: ``start_live``, ``step_live``,
                ``replay_live``, ``waiting_hands``, ``insurance_is_open``, ``seat_side_outcome``.
``tally``       ``seat_mode(rules, main_bets)``, ``fallen_action(votes, entitled, timer_over=...)``.
``settlement``  ``hand_outcome(play, hand)``, ``insurance_outcome(play)``: factors on stakes;
                ``settle(position, base, outcome, added) -> Bet``.
``majority``    a whole live round with its players, for scripted rounds.
``view``        ``public_view(round)``, ``live_view(live)``: JSON-ready, no card face down.
``codec``       ``encode_...`` and ``decode_...`` of rules, bets, actions, steps, shoes and rounds;
                a round is stored as what it is the fold of.
``scenario``    ``play_scenario(data, chart_of)``: scripted rounds for ``manage.py deal``.

A refusal is always ``errors.EngineRefusal`` with a code of ``errors.CODES``.
"""
