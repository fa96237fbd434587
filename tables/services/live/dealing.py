"""From the betting window to the deal. Each function is one transaction and can be repeated."""

import datetime

from django.db import transaction
from django.db.models import F

from tables.engine.live import start_live
from tables.engine.rules import BlackjackRules
from tables.engine.sidebets import DEALER_PAIR
from tables.engine.tally import seat_mode
from tables.models import Bet, Layout, LiveTable, Round, Shoe, Table, TableVersion
from tables.selectors.fold import live_deal, live_rules
from tables.selectors.live import SeatCount, seat_counts
from tables.services.live.golden import NOTHING_STANDS, take_opening_chips
from tables.services.live.play import go_on
from tables.services.live.stakes import take_opening_bets
from tables.services.live.standing import InPlay, lock_live, show, write
from tables.services.live.view import Shown, iso, news_of, seats_view
from tables.services.live.window import shut_window
from tables.services.shoes import make_shoe, retire

Phase = LiveTable.Phase


@transaction.atomic
def prepare_table(*, table_id: int, now: datetime.datetime) -> None:
    """The first round of a live table, waiting for its first bet."""
    table = Table.objects.select_for_update(no_key=True).get(pk=table_id)
    if table.current is None or LiveTable.objects.filter(table=table).exists():
        return
    round_ = _new_round(table, table.current, make_shoe(), 0, now)
    live = LiveTable.objects.create(table=table, round=round_, phase=Phase.WAITING)
    show(live, Shown(rules=live_rules(table.current), seats={}))


def _new_round(
    table: Table, version: TableVersion, shoe: Shoe, position: int, now: datetime.datetime
) -> Round:
    return Round.objects.create(
        table=table,
        game=table.game,
        version=version,
        shoe=shoe,
        shoe_position=position,
        request={},
        state=Round.State.BETTING,
        opened_at=now,
    )


@transaction.atomic
def open_window(*, table_id: int, now: datetime.datetime) -> None:
    """The results have been shown, or the round was voided: the next betting window.

    At a table that is not open any more the round is prepared and waits.
    """
    live = lock_live(table_id=table_id, phases=list(Phase))
    if live is None or live.round.state not in (Round.State.SETTLED, Round.State.VOID):
        return
    table = Table.objects.select_related("current").get(pk=table_id)
    last, version = live.round, table.in_force
    if live.next_position is None or _other_cards(last.version, version):
        retire(last.shoe, now=now)
        shoe, position = make_shoe(), 0
    else:
        shoe, position = last.shoe, live.next_position
    live.round = _new_round(table, version, shoe, position, now)
    live.phase, live.phase_ends_at = Phase.WAITING, None
    if table.state == Table.State.OPEN:
        live.phase = Phase.BETTING
        live.phase_ends_at = now + datetime.timedelta(seconds=version.betting_seconds)
    news = news_of(last.version, version)
    show(live, Shown(rules=live_rules(version), seats={}, news=news))


def _other_cards(before: TableVersion, after: TableVersion) -> bool:
    """Whether a shoe's seed stands for other cards under the new version."""
    return live_rules(before).decks != live_rules(after).decks


@transaction.atomic
def tidy_window(*, table_id: int, now: datetime.datetime) -> None:
    """Nobody has laid anything: take up a new version; open the seed of a table that was closed.

    Who opens a seed puts a new shoe there in the same transaction: chips that are laid before the
    dealer looks again would be dealt from cards that everybody knows.
    """
    shut_window(table_id)
    live = lock_live(table_id=table_id, phases=[Phase.WAITING])
    if live is None or Layout.objects.filter(round=live.round).exists():
        return
    round_ = live.round
    table = Table.objects.select_related("current").get(pk=table_id)
    version = table.in_force
    is_closed = table.state != Table.State.OPEN
    news = None
    is_open_to_all = round_.shoe.revealed_at is not None or (is_closed and round_.shoe_position)
    if is_open_to_all or _other_cards(round_.version, version):
        retire(round_.shoe, now=now)
        round_.shoe, round_.shoe_position = make_shoe(), 0
    if not is_closed:
        news = news_of(round_.version, version)
        round_.version = version
    round_.save(update_fields=["version", "shoe", "shoe_position"])
    show(live, Shown(rules=live_rules(round_.version), seats={}, news=news))


@transaction.atomic
def give_up_window(*, table_id: int, now: datetime.datetime) -> None:
    """The round cannot be dealt: the chips go back, and the window waits with another shoe."""
    shut_window(table_id)
    live = lock_live(table_id=table_id, phases=[Phase.WAITING, Phase.BETTING])
    if live is None:
        return
    round_ = live.round
    Layout.objects.filter(round=round_).delete()
    retire(round_.shoe, now=now)
    round_.shoe, round_.shoe_position = make_shoe(), 0
    round_.save(update_fields=["shoe", "shoe_position"])
    live.phase, live.phase_ends_at = Phase.WAITING, None
    show(live, Shown(rules=live_rules(round_.version), seats={}))


@transaction.atomic
def start_clock(*, table_id: int, now: datetime.datetime) -> None:
    """The first chips lie at a table that waited: its window runs from now on."""
    live = lock_live(table_id=table_id, phases=[Phase.WAITING])
    if live is None or not Layout.objects.filter(round=live.round).exists():
        return
    seconds = live.round.version.betting_seconds
    live.phase = Phase.BETTING
    live.phase_ends_at = now + datetime.timedelta(seconds=seconds)
    live.view |= {"phase": live.phase, "ends_at": iso(live.phase_ends_at)}
    rules = live_rules(live.round.version)
    live.view["seats"] = seats_view(rules, seat_counts(live.round, seats=rules.boxes))
    write(live)


def count_seats(*, table_id: int) -> None:
    """Show how many play on each seat, if that has changed. One query when it has not."""
    live = LiveTable.objects.select_related("round__version").get(table=table_id)
    rules = live_rules(live.round.version)
    seats = seats_view(rules, seat_counts(live.round, seats=rules.boxes))
    if live.phase != Phase.BETTING or live.view.get("seats") == seats:
        return
    with transaction.atomic():
        locked = lock_live(table_id=table_id, phases=[Phase.BETTING])
        if locked is not None and locked.round_id == live.round_id:
            locked.view["seats"] = seats
            write(locked)


@transaction.atomic
def close_window(*, table_id: int, now: datetime.datetime) -> None:
    """No more bets: take what stands, deal, and play what needs no vote.

    Chips go back where nothing stands, or where the table was closed meanwhile.
    """
    shut_window(table_id)
    live = lock_live(table_id=table_id, phases=[Phase.BETTING])
    if live is None or live.phase_ends_at is None or now < live.phase_ends_at:
        return
    round_ = live.round
    rules = live_rules(round_.version)
    layouts = Layout.objects.filter(round=round_)
    seats: dict[int, SeatCount] = {}
    if round_.table.state == Table.State.OPEN:
        uncovered = layouts.filter(session__account__balance_cents__lt=F("stakes_cents"))
        uncovered.update(**NOTHING_STANDS)
        round_.with_golden = take_opening_chips(round_, now)
        seats = seat_counts(round_, seats=rules.boxes)
    if not seats:
        layouts.delete()
        live.phase, live.phase_ends_at = Phase.WAITING, None
        show(live, Shown(rules=rules, seats={}))
        return
    _deal(live, rules, seats, now)


def _deal(
    live: LiveTable, rules: BlackjackRules, seats: dict[int, SeatCount], now: datetime.datetime
) -> None:
    round_ = live.round
    take_opening_bets(round_, now)
    dealer_pairs = Bet.objects.filter(round=round_, position__endswith=f":{DEALER_PAIR}")
    round_.state = Round.State.OPEN
    round_.opened_at = now
    round_.request = {
        "seats": {
            str(seat): {
                "players": count.players,
                "staked_cents": count.staked_cents,
                "mode": seat_mode(rules, count.players),
            }
            for seat, count in seats.items()
        },
        "dealer_pair": dealer_pairs.exists(),
    }
    round_.save(update_fields=["state", "opened_at", "request", "with_golden"])
    game, _ = start_live(*live_deal(round_), dealer_pair=round_.request["dealer_pair"])
    go_on(InPlay(live=live, rules=rules, game=game, actions=[], decisions=[], now=now))
