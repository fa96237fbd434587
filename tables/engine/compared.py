"""Mutable working forms that tests and replays compare slot by slot."""


class Compared:
    """Equal when all slots are. ``events`` tell how a state came about and are no part of it."""

    __slots__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        state = [name for name in self.__slots__ if name != "events"]
        return all(getattr(self, name) == getattr(other, name) for name in state)

    __hash__ = None  # type: ignore[assignment]  # what changes is no key of anything
