"""What statistics count of a finished game: facts of the game, facts of each seat, and where its points came from.

A fact is a kind and a value, both words of the game's own that never change: statistics are kept for years. How they
are called and drawn is the presentation's business (`fact_kind`, `fact`, `point_source`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from dolmen.contract.game import State


@dataclass(frozen=True)
class SeatCount:
    """What is counted of a seat."""

    facts: Mapping[str, str] = field(default_factory=dict)
    """By kind, what the seat had, did or was."""
    points: Mapping[str, int] = field(default_factory=dict)
    """By source, the points that it brought; sources of nothing may be left out."""


@dataclass(frozen=True)
class Count:
    """What is counted of a finished game."""

    seats: tuple[SeatCount, ...]
    facts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By kind, all values that were in the game, the same for every seat."""

    def to_json(self) -> dict[str, Any]:
        """Ready for JSON."""
        seats = [{"facts": dict(seat.facts), "points": dict(seat.points)} for seat in self.seats]
        return {"facts": {kind: list(values) for kind, values in self.facts.items()}, "seats": seats}


class Counting:
    """What one game counts; one that counts nothing of its own leaves it as it is: points, victories and seats."""

    seat_kinds: ClassVar[tuple[str, ...]] = ()
    """The kinds of facts of a seat, in the order in which they are shown."""
    game_kinds: ClassVar[tuple[str, ...]] = ()
    """The kinds of facts of a game."""
    played: ClassVar[str] = ""
    """The kind of a seat's facts that says what it plays, if each seat plays something else: others are crossed with
    it, and so are those who play together."""

    def count(self, state: State) -> Count:
        """What is counted of a game that is over."""
        return Count((SeatCount(),) * state.game.players)


NOTHING_OF_ITS_OWN = Counting()
