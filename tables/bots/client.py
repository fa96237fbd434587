"""One bot: a session at the table, bets in every window, votes, answers; all of it over HTTP."""

import asyncio
import json
import random
import re
import time
import uuid
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import httpx

from casino.money import plain_amount
from tables.bots.felt import choose
from tables.bots.tally import Tally
from tables.engine.rules import BlackjackRules

SESSION: Final = re.compile(r'name="session" value="(?P<id>[^"]+)"')
JSON: Final = {"Accept": "application/json"}
BUY_IN: Final = "200.00"
WHIM: Final = 0.15
"""How often a bot votes for anything instead of by the chart."""

SIDE: Final = 0.25
"""How often a side bet lies beside the main bet."""

THINK_SECONDS: Final = 2.0
OK: Final = range(200, 300)


@dataclass(frozen=True, slots=True)
class Place:
    """Where the bots play: address, rules, and the least main and side bet in cents."""

    base_url: str
    slug: str
    rules: BlackjackRules
    least_cents: Mapping[str, int]

    def url(self, part: str = "") -> str:
        """An address of the table."""
        return f"/tables/{self.slug}/{part}"


@dataclass
class Bot:
    """``slots`` and ``regions`` are the table as the last messages told it.

    ``slots`` joins those of everybody with the bot's ``own``.
    """

    name: str
    session_key: str
    place: Place
    tally: Tally
    shared: dict[str, str] = field(default_factory=dict)
    own: dict[str, str] = field(default_factory=dict)
    slots: dict[str, str] = field(default_factory=dict)
    session: str = ""
    regions: dict[str, str] = field(default_factory=dict)
    _done: set[str] = field(default_factory=set)
    _busy: set[asyncio.Task[None]] = field(default_factory=set)

    async def play(self, until: float) -> None:
        """Play until then (by ``time.monotonic``). What goes wrong ends this bot alone."""
        cookies = {"sessionid": self.session_key}
        limits = httpx.Limits(max_connections=4)
        async with httpx.AsyncClient(
            base_url=self.place.base_url, cookies=cookies, timeout=30, limits=limits
        ) as http:
            try:
                async with asyncio.timeout(max(0.1, until - time.monotonic())):
                    await self._sit_down(http)
                    while True:
                        await self._watch(http)
                        self.tally.cut_streams += 1
            except TimeoutError:
                pass
            except (httpx.HTTPError, ValueError) as error:
                self.tally.lost[type(error).__name__] += 1
            for task in self._busy:
                task.cancel()
            await self._leave(http)

    async def _sit_down(self, http: httpx.AsyncClient) -> None:
        page = await http.get(self.place.url())
        page.raise_for_status()
        form = {"amount": BUY_IN, "key": str(uuid.uuid4())}
        await self._post(http, "buy-in", "open/", form)
        page = await http.get(self.place.url())
        found = SESSION.search(page.text)
        self.session = found["id"] if found else ""
        await self._post(http, "consent", "auto/", {"auto": random.choice(["yes", "no"])})

    async def _leave(self, http: httpx.AsyncClient) -> None:
        """Take the chips off and end the session; where a stake is in play it ends when idle."""
        steps = (
            ("bets/", {"round": self.slots.get("round", "")}),
            ("end/", {"session": self.session}),
        )
        for part, form in steps:
            try:
                await http.post(self.place.url(part), data=form, headers=JSON | _token(http))
            except httpx.HTTPError as error:
                self.tally.lost[type(error).__name__] += 1

    async def _watch(self, http: httpx.AsyncClient) -> None:
        """Follow the stream until it is cut."""
        url = f"/stream/tables/{self.place.slug}/"
        async with http.stream("GET", url, timeout=httpx.Timeout(30, read=60)) as answer:
            answer.raise_for_status()
            async for message in _messages(answer):
                self.tally.messages += 1
                self._take(message)
                self._act(http)

    def _take(self, message: Mapping[str, Any]) -> None:
        if message.get("whole"):
            self.shared = {}
        self.regions |= message.get("regions", {})
        self.shared |= message.get("slots", {})
        self.own = message.get("own", self.own)
        self.slots = self.shared | self.own
        if number := self.slots.get("round_number"):
            self.tally.rounds.add(number)

    def _act(self, http: httpx.AsyncClient) -> None:
        """Begin what is to be done now, each thing once."""
        slots = self.slots
        round_id = slots.get("round", "")
        if slots.get("panel") == "bets":
            self._once(f"bets:{round_id}", self._bet(http, round_id))
        if slots.get("panel") == "insurance":
            self._once(f"insurance:{round_id}", self._insure(http, round_id))
        for seat in ("1", "2"):
            if slots.get(f"may_{seat}") and (decision := slots.get(f"ask_{seat}")):
                self._once(f"vote:{decision}", self._vote(http, seat, decision))

    def _once(self, what: str, work: Any) -> None:
        if what in self._done:
            work.close()
            return
        self._done.add(what)
        task = asyncio.get_running_loop().create_task(work)
        self._busy.add(task)
        task.add_done_callback(self._busy.discard)

    async def _bet(self, http: httpx.AsyncClient, round_id: str) -> None:
        await asyncio.sleep(random.uniform(0.2, THINK_SECONDS * 2))
        least = self.place.least_cents
        form = {"round": round_id}
        for seat in random.choice([("1",), ("2",), ("1", "2")]):
            form[f"{seat}:main"] = plain_amount(least["main"] * random.randint(1, 5))
            for bet in self.place.rules.side_pays:
                if random.random() < SIDE:
                    form[f"{seat}:{bet}"] = plain_amount(least.get(bet, least["main"]))
        await self._post(http, "bets", "bets/", form)

    async def _insure(self, http: httpx.AsyncClient, round_id: str) -> None:
        await asyncio.sleep(random.uniform(0.2, THINK_SECONDS))
        answer = random.choice(["yes", "no"])
        await self._post(http, "insurance", "insurance/", {"round": round_id, "answer": answer})

    async def _vote(self, http: httpx.AsyncClient, seat: str, decision: str) -> None:
        await asyncio.sleep(random.uniform(0.2, THINK_SECONDS))
        legal = self.slots.get(f"legal_{seat}", "").split()
        if not legal or self.slots.get(f"ask_{seat}") != decision:
            return
        action = choose(self.place.rules, self.regions, seat, legal)
        if random.random() < WHIM:
            action = random.choice(legal)
        form = {"pass": self.slots.get("pass", ""), "decision": decision, "action": action}
        await self._post(http, "vote", "vote/", form)

    async def _post(
        self, http: httpx.AsyncClient, kind: str, part: str, form: Mapping[str, str]
    ) -> None:
        """Send a command as the page does, and count what comes of it."""
        begun = time.perf_counter()
        try:
            answer = await http.post(self.place.url(part), data=form, headers=JSON | _token(http))
        except httpx.HTTPError as error:
            self.tally.lost[type(error).__name__] += 1
            return
        self.tally.took(kind, time.perf_counter() - begun)
        if answer.status_code in OK or answer.is_redirect:
            self.tally.done[kind] += 1
        elif answer.headers.get("content-type", "").startswith("application/json"):
            self.tally.refusals[answer.json()["code"]] += 1
        else:
            self.tally.refusals[f"{kind} {answer.status_code}"] += 1


def _token(http: httpx.AsyncClient) -> dict[str, str]:
    return {"X-CSRFToken": http.cookies.get("csrftoken") or ""}


async def _messages(answer: httpx.Response) -> AsyncIterator[dict[str, Any]]:
    """The messages of a stream; signs of life are left out."""
    event = ""
    async for line in answer.aiter_lines():
        if line.startswith("event: "):
            event = line.removeprefix("event: ")
        elif line.startswith("data: ") and not event:
            yield json.loads(line.removeprefix("data: "))
        elif not line:
            event = ""
