"""What may go wrong on the way out of the house."""

from __future__ import annotations


class NotTaken(Exception):
    """It did not arrive, and that is certain."""

    def __init__(self, why: str, *, ended: bool = False, seconds: int = 0) -> None:
        super().__init__(why)
        self.why = why
        """By name: the page of the player says it in a sentence."""
        self.ended = ended
        """Whether the other side will never take anything again."""
        self.seconds = seconds
        """After how long it is worth trying again, where the other side says so."""


class NoAnswer(Exception):
    """Everything was handed over, and what became of it is not known: it is not told a second time."""
