"""What is sent: a shared part, made once per language, and each player's own.

A message is a JSON object: ``version``; ``now``, the server's clock in milliseconds; ``regions``,
HTML by element; ``slots``, texts and codes that are the same for everybody; ``own``, those of the
player. After the first message only the regions and slots that have changed are sent, where an
empty text clears a slot; ``own`` is sent whole, if anything in it has changed.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils import timezone, translation

from tables.live.push.stream import NEVER, Stream
from tables.selectors.live_page import LiveState, Owns
from tables.views.live_felt import Slots, millis, regions, slots
from tables.views.live_own import OwnWords, own_slots

_encode = json.JSONEncoder(check_circular=False).encode

BEAT: Final = b"event: beat\ndata: %d\n\n"


@dataclass(frozen=True, slots=True)
class Shared:
    """The shared part in one language."""

    regions: Mapping[str, str]
    slots: Slots


def difference(before: Mapping[str, str], now: Mapping[str, str]) -> Slots:
    """What has to be told to get from one to the other."""
    found = {name: text for name, text in now.items() if before.get(name) != text}
    for name in before:
        if name not in now:
            found[name] = ""
    return found


class Messages:
    """The present state of a table in all languages, and the messages that lead to it."""

    def __init__(self) -> None:
        self.state: LiveState | None = None
        self._before: dict[str, Shared] = {}
        self._now: dict[str, Shared] = {}
        self._version_before = NEVER

    def write(
        self, state: LiveState, owns: Owns, streams: Sequence[Stream]
    ) -> list[tuple[Stream, bytes]]:
        """The message for each stream that has something to be told.

        Called in a worker thread. ``version`` and ``slots`` of the streams move on.
        """
        if self.state is None or self.state.version != state.version:
            self._version_before = self.state.version if self.state else NEVER
            self._before, self._now = self._now, {}
            self.state = state
        written = []
        by_language: dict[str, list[Stream]] = {}
        for stream in streams:
            by_language.setdefault(stream.language, []).append(stream)
        for language, readers in by_language.items():
            with translation.override(language):
                written += self._write_language(state, owns, language, readers)
        return written

    def _write_language(
        self, state: LiveState, owns: Owns, language: str, streams: Sequence[Stream]
    ) -> list[tuple[Stream, bytes]]:
        whole, change = self._heads(state, language)
        nothing = _head(state, {})
        words = OwnWords(state)
        known = (self._version_before, state.version)
        written = []
        for stream in streams:
            own = owns.get(stream.player_id) if stream.player_id is not None else None
            told = own_slots(own, words)
            if stream.version not in known or stream.is_behind:
                head, fresh = whole, told
            else:
                head = change if stream.version != state.version else b""
                fresh = told if told != stream.slots else {}
            stream.slots = told
            stream.version = state.version
            if head or fresh:
                written.append((stream, _event(head or nothing, fresh)))
        return written

    def _heads(self, state: LiveState, language: str) -> tuple[bytes, bytes]:
        """The shared part of a whole message, and of one that tells what has changed."""
        now = self._now.get(language)
        if now is None:
            now = self._now[language] = Shared(regions(state), slots(state))
        before = self._before.get(language)
        whole = _head(state, {"whole": True, "regions": now.regions, "slots": now.slots})
        if before is None:
            return whole, whole
        change = {
            "regions": difference(before.regions, now.regions),
            "slots": difference(before.slots, now.slots),
        }
        return whole, _head(state, {name: told for name, told in change.items() if told})


def _head(state: LiveState, shared: Mapping[str, Any]) -> bytes:
    """A message without its end, to which the own part is added."""
    told = {"version": state.version, "now": millis(timezone.now()), **shared}
    return f"id: {state.version}\ndata: {json.dumps(told)[:-1]}".encode()


def _event(head: bytes, own: Slots) -> bytes:
    if not own:
        return head + b"}\n\n"
    return b"".join((head, b', "own": ', _encode(own).encode(), b"}\n\n"))


def beat() -> bytes:
    """A sign of life with the server's clock, where nothing else happens."""
    return BEAT % millis(timezone.now())
