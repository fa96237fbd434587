"""The decision rounds of a live round, up to its settlement (rules of the games, section 4).

Each function that the dealer calls is one transaction: the record of a decision, the money it
moves and the next question stand together or not at all, so that a dealer who takes over after a
crash finds a round that can go on.
"""

import datetime
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from django.db import transaction
from django.db.models import Count, Max, QuerySet

from tables.engine import actions
from tables.engine.bets import MAIN
from tables.engine.cardplay import OVER
from tables.engine.live import (
    InsuranceClosed,
    SeatDecision,
    insurance_is_open,
    step_live,
    waiting_hands,
)
from tables.engine.tally import BEST_STRATEGY, fallen_action
from tables.models import Action, Bet, Decision, Layout, LiveTable, Vote
from tables.services.live.settlement import settle_round
from tables.services.live.stakes import NOBODY, Followed, follow, insure
from tables.services.live.standing import InPlay, in_play, lock_live, show_play, write
from tables.services.live.strategy import best_action
from tables.services.live.view import decision_view, shoe_of
from tables.services.live.window import shut_window
from tables.services.shoes import reveal

Phase = LiveTable.Phase
By = Action.DecidedBy

GRACE: Final = datetime.timedelta(milliseconds=100)
"""After the end of a timer, for votes and answers that were accepted before it to be written."""


def go_on(play: InPlay) -> None:
    """Whatever needs nobody: Best Strategy seats, the next questions, the settlement."""
    live, round_ = play.live, play.round
    while hand := _best_strategy_hand(play):
        carry_out(play, hand, by_chart(play, hand), voters=(), decided_by=By.BEST_STRATEGY)
    live.phase_ends_at = None
    if insurance_is_open(play.game):
        seconds = round_.version.insurance_seconds
        live.phase = Phase.INSURANCE
        live.phase_ends_at = play.now + datetime.timedelta(seconds=seconds)
        play.insurance = {"asked": _asked(play), "answered": 0}
    elif play.game.play.phase == OVER:
        _end(play)
    else:
        live.phase = Phase.DECISIONS
        _ask(play)
    show_play(play)


def _best_strategy_hand(play: InPlay) -> str | None:
    """The next hand on a seat in Best Strategy: seat 1 before seat 2."""
    for hand in play.game.play.turns():
        if play.mode(hand.box) == BEST_STRATEGY:
            return hand.name
    return None


def by_chart(play: InPlay, name: str) -> str:
    """What Best Strategy does with a hand that waits."""
    cards = play.game.play
    hand = cards.hand(name)
    return best_action(play.rules, hand, cards.up_value, cards.legal(hand))


def carry_out(
    play: InPlay,
    hand: str,
    kind: str,
    *,
    voters: Collection[int],
    decided_by: Action.DecidedBy,
    tally: Mapping[str, int] | None = None,
) -> None:
    """An action falls on a hand: money, card, record."""
    followed = NOBODY
    if kind in (actions.DOUBLE, actions.SPLIT):
        followed = follow(
            play.round,
            hand=hand,
            kind=kind,
            voters=voters,
            ordinal=play.next_ordinal,
            now=play.now,
        )
    left_held = kind != actions.SPLIT or followed.paid > 0
    play.game, _ = step_live(play.game, SeatDecision(hand, kind, left_held))
    _record(play, hand, kind, decided_by=decided_by, tally=tally or {}, followed=followed)
    if kept := followed.kept_one_stake:
        _record(play, hand, kind, decided_by=By.FOLLOW_RULE, tally={"kept_one_stake": kept})


def _record(
    play: InPlay,
    hand: str,
    kind: str,
    *,
    decided_by: Action.DecidedBy,
    tally: Mapping[str, int],
    followed: Followed = NOBODY,
) -> None:
    play.actions.append(
        Action.objects.create(
            round=play.round,
            ordinal=play.next_ordinal,
            hand=hand,
            action=kind,
            decided_by=decided_by,
            tally=dict(tally),
            real_cents=followed.added_cents,
            golden=[followed.golden_cents] if followed.golden_cents else [],
            created_at=play.now,
        )
    )


def _ask(play: InPlay) -> None:
    """A decision for each hand that waits and has none yet: both seats at the same time."""
    asked = {decision.hand for decision in play.decisions}
    seconds = play.round.version.decision_seconds
    for hand, legal in waiting_hands(play.game).items():
        if hand in asked:
            continue
        number = Decision.objects.filter(round=play.round).count() + 1
        play.decisions.append(
            Decision.objects.create(
                round=play.round,
                number=number,
                hand=hand,
                legal=" ".join(legal),
                entitled=Bet.objects.filter(round=play.round, position=f"{hand}:{MAIN}").count(),
                opened_at=play.now,
                ends_at=play.now + datetime.timedelta(seconds=seconds),
            )
        )


def _end(play: InPlay) -> None:
    """Settle, show the results, and see whether the shoe is done."""
    live, round_ = play.live, play.round
    play.results = settle_round(round_, play.game, ordinal=play.next_ordinal, now=play.now)
    shoe = shoe_of(play.game)
    live.next_position = shoe.position
    if shoe.cut_card_shows or play.rules.shuffle == "round":
        live.next_position = None
        reveal(round_.shoe, now=play.now)
    live.phase = Phase.RESULTS
    live.phase_ends_at = play.now + datetime.timedelta(seconds=round_.version.results_seconds)


# Insurance


def _asked(play: InPlay) -> int:
    """Players who have a stake that can be insured."""
    stakes = Bet.objects.filter(round=play.round, position__endswith=f":{MAIN}", real_cents__gte=2)
    return stakes.values("session").distinct().count()


def count_answers(*, table_id: int, now: datetime.datetime) -> None:
    """Close insurance when all have answered or the time is over; else show how many have."""
    live = LiveTable.objects.filter(table=table_id, phase=Phase.INSURANCE).first()
    if live is None or live.phase_ends_at is None:
        return
    answered = Layout.objects.filter(round=live.round_id, insurance_cents__isnull=False).count()
    offer = live.view["insurance"]
    if answered >= offer["asked"] or now >= live.phase_ends_at + GRACE:
        _close_insurance(table_id, now)
    elif answered != offer["answered"]:
        with transaction.atomic():
            locked = lock_live(table_id=table_id, phases=[Phase.INSURANCE])
            if locked is not None:
                locked.view["insurance"]["answered"] = answered
                write(locked)


@transaction.atomic
def _close_insurance(table_id: int, now: datetime.datetime) -> None:
    shut_window(table_id)
    live = lock_live(table_id=table_id, phases=[Phase.INSURANCE])
    if live is None:
        return
    play = in_play(live, now)
    cents = insure(play.round, play.next_ordinal, now)
    yes = Layout.objects.filter(round=play.round, insurance_cents__gt=0).count()
    no = Layout.objects.filter(round=play.round, insurance_cents=0).count()
    play.game, _ = step_live(play.game, InsuranceClosed(insured=cents > 0))
    _record(
        play,
        "",
        actions.INSURANCE,
        decided_by=By.TIMER,
        tally={"insurance": yes, "no": no},
        followed=replace(NOBODY, added_cents=cents),
    )
    go_on(play)


# Votes


def count_votes(*, table_id: int, now: datetime.datetime) -> None:
    """Count every open decision; let fall what is decided, and show the count where it changed.

    Two queries when nothing has changed.
    """
    decisions = list(
        Decision.objects.filter(round__live__table=table_id, closed_at__isnull=True).order_by(
            "number"
        )
    )
    tallies = _tallies(decisions)
    changed = {}
    for decision in decisions:
        tally = tallies[decision.pk]
        timer_over = now >= decision.ends_at + GRACE
        if fallen_action(tally, decision.entitled, timer_over=timer_over):
            _let_fall(table_id, decision.pk, now)
        elif tally != decision.tally:
            changed[decision.pk] = tally
    if changed:
        _show_tallies(table_id, changed)


def _latest(decisions: Iterable[Decision]) -> QuerySet[Any, Any]:
    """Numbers of the votes that count, the latest of each session: a subquery."""
    votes = Vote.objects.filter(decision__in=decisions).order_by()
    return votes.values("decision", "session").annotate(last=Max("pk")).values("last")


def _tallies(decisions: list[Decision]) -> dict[int, dict[str, int]]:
    tallies: dict[int, dict[str, int]] = {decision.pk: {} for decision in decisions}
    counted = (
        Vote.objects.filter(pk__in=_latest(decisions))
        .order_by()
        .values_list("decision", "action")
        .annotate(Count("pk"))
    )
    for decision, action, votes in counted:
        tallies[decision][action] = votes
    return tallies


@transaction.atomic
def _let_fall(table_id: int, decision_id: int, now: datetime.datetime) -> None:
    """Decide by the votes read here: the record's tally and who consents are the same rows."""
    live = lock_live(table_id=table_id, phases=[Phase.DECISIONS])
    if live is None:
        return
    play = in_play(live, now)
    decision = next((found for found in play.decisions if found.pk == decision_id), None)
    if decision is None:
        return
    votes = dict(Vote.objects.filter(pk__in=_latest([decision])).values_list("session", "action"))
    tally = dict(Counter(votes.values()))
    timer_over = now >= decision.ends_at + GRACE
    kind = fallen_action(tally, decision.entitled, timer_over=timer_over)
    if kind is None:
        return
    decided_by = By.VOTE
    if kind == BEST_STRATEGY:
        kind = by_chart(play, decision.hand)
        decided_by = By.TIE if votes else By.NO_VOTE
    decision.tally, decision.closed_at = tally, now
    decision.save(update_fields=["tally", "closed_at"])
    play.decisions.remove(decision)
    carry_out(play, decision.hand, kind, voters=votes.keys(), decided_by=decided_by, tally=tally)
    go_on(play)


@transaction.atomic
def _show_tallies(table_id: int, tallies: Mapping[int, dict[str, int]]) -> None:
    live = lock_live(table_id=table_id, phases=[Phase.DECISIONS])
    if live is None:
        return
    decisions = list(
        Decision.objects.filter(round=live.round, closed_at__isnull=True).order_by("number")
    )
    for decision in decisions:
        decision.tally = tallies.get(decision.pk, decision.tally)
    Decision.objects.bulk_update(decisions, ["tally"])
    live.view["decisions"] = [decision_view(decision) for decision in decisions]
    write(live)
