"""The engine's one error type: a code and the facts that belong to it."""


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
