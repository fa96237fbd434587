"""Why a scenario cannot be played."""


class Refused(Exception):
    """The scenario breaks a rule of the game or of its format."""


class Unanswered(Refused):
    """The script ends where `hand` still has to choose among `legal`."""

    def __init__(self, hand: str, legal: list[str], entitled: list[str] | None = None) -> None:
        super().__init__(f"hand {hand} waits for one of {', '.join(legal)}")
        self.hand = hand
        self.legal = legal
        self.entitled = entitled or []
