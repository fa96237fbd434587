"""What streams are told: nothing hidden, each player his own, and never more queries."""

import asyncio
import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.live.push.messages import Messages
from tables.live.push.stream import NEVER, Stream
from tables.models import LiveTable, Table
from tables.selectors.live_page import LiveState, live_owns, live_state, owns_after
from tables.services.live import start_clock
from tests.tables.conftest import DealCards
from tests.tables.live import seats
from tests.tables.live.seats import Guest

pytestmark = pytest.mark.django_db

FACE = re.compile(r'data-face=\\"([A2-9TJQK][SHDC])\\"')
ANY_CARD = re.compile(r"\b[A2-9TJQK][SHDC]\b")


class Wire:
    """A table's messages to some streams, as a process writes them."""

    def __init__(self, table: Table, *players: Guest) -> None:
        self.table = table
        self.messages = Messages()
        self.streams = asyncio.run(_streams(players))

    def told(self) -> list[dict[str, Any]]:
        """The messages of a refresh, one a stream that is told something."""
        return [json.loads(text.partition("data: ")[2]) for text in self.texts()]

    def texts(self) -> list[str]:
        """The same as they go over the wire."""
        state = live_state(table_id=self.table.pk)
        owns = live_owns(state, players=[one.player_id for one in self.streams if one.player_id])
        written = self.messages.write(state, owns, self.streams)
        return [message.decode() for _, message in written]


async def _streams(players: tuple[Guest, ...]) -> list[Stream]:
    """A stream for each player, and one for a visitor."""
    people: list[int | None] = [player.user.pk for player in players]
    return [Stream(player_id=person, language="en") for person in [*people, None]]


class TestHiddenCards:
    @pytest.mark.parametrize("dealing", ["EU", "US"])
    def test_no_message_of_a_round_holds_a_card_that_is_not_face_up(
        self, deal_cards: DealCards, dealing: str
    ) -> None:
        """All cards of the shoe differ; after each step the messages hold those that show."""
        table = seats.live_table(rules={"dealing": dealing})
        players = seats.guests(table, "ann", "bob", "cat")
        wire = Wire(table, *players)
        deal_cards("9S 8H TD 7C 6D QS 2C 3H 4S 5C JH")
        hole = {"QS"} if dealing == "US" else set()
        wire.texts()
        for player in players:
            player.lay({"1:main": 1_000, "2:main": 1_000})
        seats.close(table)
        assert self.cards(wire) == {"9S", "8H", "TD", "7C", "6D"}

        for player in players:
            player.vote("1", "stand")
        seats.count(table)
        assert self.cards(wire) <= {"9S", "8H", "TD", "7C", "6D"}
        for player in players:
            player.vote("2", "hit")
        seats.count(table)
        after_hit = {"2C"} if dealing == "US" else {"QS"}
        seen = self.cards(wire)
        assert after_hit <= seen
        assert not hole & seen or seats.live(table).phase == LiveTable.Phase.RESULTS

    def cards(self, wire: Wire) -> set[str]:
        """Every card in what is sent: in the messages of changes and in a newcomer's whole one."""
        for stream in wire.streams[1:2]:
            stream.version = NEVER
        found = set()
        for text in wire.texts():
            shared = text.partition('"own": ')[0]
            assert set(ANY_CARD.findall(shared)) == set(FACE.findall(shared))
            found |= set(FACE.findall(shared))
        return found

    def test_the_hole_card_shows_when_the_round_is_over(self, deal_cards: DealCards) -> None:
        table = seats.live_table(rules={"dealing": "US"})
        guest = Guest(table)
        deal_cards("9S TD 9C QS 2C 3H")
        wire = Wire(table, guest)
        guest.lay({"1:main": 1_000})
        seats.close(table)

        assert seats.live(table).phase == LiveTable.Phase.RESULTS
        assert self.cards(wire) == {"9S", "TD", "9C", "QS"}


class TestMessages:
    def test_the_first_message_is_whole_and_the_next_tells_changes(self) -> None:
        table = seats.live_table()
        guest = Guest(table)
        wire = Wire(table, guest)
        first, visitor = wire.told()
        assert first["whole"] is True
        assert (first["own"]["panel"], visitor["own"]["panel"]) == ("bets", "watch")

        guest.lay({"1:main": 1_000})
        start_clock(table_id=table.pk, now=seats.run_out(table))
        second, _ = wire.told()
        assert "whole" not in second
        assert second["slots"]["players_1"] == "1"
        assert "players_2" not in second["slots"]
        assert second["own"]["lay_1:main"] == "1000"

    def test_nothing_new_is_not_told(self) -> None:
        table = seats.live_table()
        wire = Wire(table, Guest(table))
        wire.told()
        assert wire.told() == []

    def test_each_player_is_told_his_own(self, deal_cards: DealCards) -> None:
        deal_cards("9S TD 9C QS 2C 3H")
        table = seats.live_table()
        ann, bob = seats.guests(table, "ann", "bob")
        wire = Wire(table, ann, bob)
        ann.lay({"1:main": 1_000})
        bob.lay({"1:main": 2_000})
        seats.close(table)

        own = [message["own"] for message in wire.told()]
        assert [part.get("lay_1:main") for part in own] == ["1000", "2000", None]
        assert own[0]["say"].startswith("You staked €10.00")
        assert own[1]["say"].startswith("You staked €20.00")
        assert own[2] == {"panel": "watch"}

    def test_a_stream_that_missed_a_message_is_told_everything(self) -> None:
        table = seats.live_table()
        guest = Guest(table)
        wire = Wire(table, guest)
        wire.told()
        wire.streams[0].offer(b"not taken yet")
        guest.lay({"1:main": 1_000})
        start_clock(table_id=table.pk, now=seats.run_out(table))
        first, visitor = wire.told()
        assert first["whole"] is True
        assert "whole" not in visitor


class TestQueries:
    def test_a_change_costs_the_same_queries_for_few_and_for_many(
        self, deal_cards: DealCards
    ) -> None:
        deal_cards("9S 8H TD 7C 6D 2C 3H 4S 5C JH")
        counts = []
        for number in (3, 30):
            table = seats.live_table()
            players = seats.guests(table, *(f"p{one}" for one in range(number)))
            wire = Wire(table, *players)
            seats.deal(table, players, {"1:main": 1_000})
            players[0].vote("1", "stand")
            with CaptureQueriesContext(
                connection,
            ) as queries:
                assert len(wire.texts()) == number + 1
            counts.append(len(queries))
        assert counts == [4, 4]

    def test_a_change_of_votes_alone_reads_votes_alone(self, deal_cards: DealCards) -> None:
        deal_cards("9S 8H TD 7C 6D 2C 3H 4S 5C JH")
        table = seats.live_table()
        players = seats.guests(table, "ann", "bob", "cat")
        seats.deal(table, players, {"1:main": 1_000})
        before: LiveState = live_state(table_id=table.pk)
        owns = live_owns(before, players=[one.user.pk for one in players])
        players[0].vote("1", "hit")
        seats.count(table)
        with CaptureQueriesContext(connection) as queries:
            now = live_state(table_id=table.pk)
            owns = owns_after(before, owns, now, players=owns)
        assert len(queries) == 2
        assert list(owns[players[0].user.pk].votes.values()) == ["hit"]
        assert owns[players[1].user.pk].votes == {}


class TestStream:
    def test_a_message_waits_and_a_later_one_takes_its_place(self) -> None:
        async def scene() -> list[bytes | None]:
            stream = Stream(player_id=None, language="en")
            stream.offer(b"one")
            assert stream.is_behind
            stream.offer(b"two")
            taken = [await stream.next()]
            stream.end()
            return [*taken, await stream.next()]

        assert asyncio.run(scene()) == [b"two", None]

    def test_a_stream_that_takes_nothing_is_dropped(self) -> None:
        async def scene() -> bool:
            opened: asyncio.Future[Stream] = asyncio.get_running_loop().create_future()

            async def stuck() -> None:
                opened.set_result(Stream(player_id=None, language="en"))
                await asyncio.sleep(60)

            task = asyncio.create_task(stuck())
            (await opened).drop()
            with pytest.raises(asyncio.CancelledError):
                await task
            return (await opened).is_dropped

        assert asyncio.run(scene())
