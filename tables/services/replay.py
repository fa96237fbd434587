"""Dealing a stored round again, to show that it comes to what was paid. Nothing is written."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from casino.errors import NotFound
from casino.money import plain_amount
from casino.sealing import SealBroken
from tables.engine.game import settled_bets, void, void_what_is_open
from tables.engine.rng import commitment
from tables.engine.settlement import VOIDED, settle
from tables.engine.settlement import Bet as EngineBet
from tables.engine.stake import NOTHING, Stake
from tables.models import Action, Bet, Round, VoidCause
from tables.selectors.fold import fold, fold_live
from tables.services.live.settlement import outcomes_so_far

SEAL_BROKEN: Final = "the seal of its shoe is broken: it cannot be dealt again"


@dataclass(frozen=True, slots=True)
class Replay:
    """A round dealt again. ``differences`` is empty when every payout is the same."""

    round_: Round
    bets: int
    differences: tuple[str, ...]


def find_round(text: str) -> Round:
    """By the number that people use (``R000000012`` or ``12``). Raises ``NotFound``."""
    digits = text.strip().upper().removeprefix("R")
    if not digits.isdecimal() or len(digits) > 18:
        raise NotFound
    round_ = Round.objects.select_related("version", "shoe").filter(pk=int(digits)).first()
    if round_ is None or round_.state == Round.State.BETTING:
        raise NotFound
    return round_


def replay_round(round_: Round) -> Replay:
    """Fold the round from its seed, bets and actions and compare every bet's result and payout.

    A round in play is not compared: nothing of it may be told yet.
    """
    if round_.state == Round.State.OPEN:
        return Replay(round_, 0, ())
    stored = list(Bet.objects.filter(round=round_).order_by("id"))
    try:
        played = _live_bets(round_, stored) if round_.is_live else _private_bets(round_)
    except SealBroken:
        return Replay(round_, len(stored), (SEAL_BROKEN,))
    differences = [*_seed_differs(round_), *_bets_differ(stored, played)]
    return Replay(round_, len(stored), tuple(differences))


def _private_bets(round_: Round) -> list[EngineBet]:
    actions = list(Action.objects.filter(round=round_).order_by("ordinal"))
    game = fold(round_, actions)
    if round_.void_cause == VoidCause.AGE:
        return list(void_what_is_open(game))
    return list(void(game) if round_.state == Round.State.VOID else settled_bets(game))


def _live_bets(round_: Round, stored: Iterable[Bet]) -> list[EngineBet]:
    """Each player's bet under the outcome that all on its position share."""
    actions = list(Action.objects.filter(round=round_).order_by("ordinal"))
    by_position = {}
    if round_.void_cause != VoidCause.MALFUNCTION:
        so_far = outcomes_so_far(fold_live(round_, actions))
        by_position = {position: outcome for position, outcome in so_far if outcome is not None}
    played = []
    for bet in stored:
        base = _stake(bet.real_cents - bet.added_cents, bet.golden_cents - bet.golden_added_cents)
        added = _stake(bet.added_cents, bet.golden_added_cents)
        outcome = by_position.get(bet.position, VOIDED)
        played.append(settle(bet.position, base, outcome, added))
    return played


def _stake(real_cents: int, golden_cents: int) -> Stake:
    """A stake of a live table, its golden part as one chip: the sums are all that settles it."""
    if not real_cents and not golden_cents:
        return NOTHING
    return Stake(real_cents, (golden_cents,) if golden_cents else ())


def _seed_differs(round_: Round) -> list[str]:
    seed = round_.shoe.seed
    if seed and commitment(bytes.fromhex(seed)) != round_.shoe.commitment:
        return ["the seed is not the one that was committed to"]
    return []


def _bets_differ(stored: Iterable[Bet], played: Iterable[EngineBet]) -> list[str]:
    lines = Counter(
        _line(
            bet.position,
            (bet.real_cents, bet.golden_cents),
            bet.result,
            (bet.paid_cents or 0, bet.golden_paid_cents, bet.golden_returned_cents),
        )
        for bet in stored
    )
    again = Counter(
        _line(
            bet.position,
            (bet.stake.real_cents, bet.stake.golden_cents),
            bet.result,
            (bet.paid_cents, bet.golden_paid_cents, sum(bet.chips_back)),
        )
        for bet in played
    )
    return [
        *(f"stored, but not dealt again: {line}" for line in (lines - again).elements()),
        *(f"dealt again, but not stored: {line}" for line in (again - lines).elements()),
    ]


def _line(
    position: str, staked: tuple[int, int], result: str | None, paid: tuple[int, int, int]
) -> str:
    """A bet in words. ``staked``: real and golden cents; ``paid``: cash, the part of it that was
    won with golden chips, and the golden chips that came back."""
    real, golden = (plain_amount(cents) for cents in staked)
    cash, won, back = (plain_amount(cents) for cents in paid)
    line = f"{position}, {real} staked, {result or 'undecided'}, {cash} paid"
    return f"{line}; GC {golden}: {won} won, {back} back" if staked[1] else line
