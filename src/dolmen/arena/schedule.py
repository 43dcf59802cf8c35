"""Who sits where in which game. Every set-up is played by every line-up from every seat, so that luck cancels.

A line-up is as many bots as seats. Where exactly that many are named, there is one line-up, the one that was named.
Where more are named, every selection of them is one. Where fewer are named, they are repeated in order until the seats
are full; seats that are left over after whole rounds go to every selection in turn, so that all play equally often.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from dolmen.core.errors import InvalidSetup

LineUp = tuple[str, ...]
"""Bots by seat."""


@dataclass(frozen=True)
class Pairing:
    """One game of the schedule."""

    number: int
    setup: int
    """The same set-up and the same dice for all games with this number."""
    seats: LineUp


def line_ups(bots: Sequence[str], players: int) -> list[LineUp]:
    """The line-ups of a list of bots."""
    if not bots:
        raise InvalidSetup("the arena needs at least one bot")
    whole, left = divmod(players, len(bots))
    if whole == 0 or (whole == 1 and left == 0):
        return [tuple(chosen) for chosen in combinations(bots, players)]
    if len(set(bots)) < len(bots):
        raise InvalidSetup(f"{len(bots)} bots for {players} seats, one of them twice: name one bot for every seat")
    return [tuple(bots) * whole + tuple(chosen) for chosen in combinations(bots, left)]


def seatings(line_up: LineUp) -> list[LineUp]:
    """A line-up turned through the seats, each different seating once."""
    turned = [line_up[turn:] + line_up[:turn] for turn in range(len(line_up))]
    return list(dict.fromkeys(turned))


class Schedule:
    """The games of an arena in order: set-up by set-up, line-up by line-up, seating by seating."""

    def __init__(self, bots: Sequence[str], players: int) -> None:
        self.line_ups = line_ups(bots, players)
        self.block = [seats for line_up in self.line_ups for seats in seatings(line_up)]
        """The seatings that one set-up is played with."""

    def pairing(self, number: int) -> Pairing:
        """The game with this number, from 0."""
        setup, place = divmod(number, len(self.block))
        return Pairing(number, setup, self.block[place])

    def unpaired(self, games: int) -> int:
        """How many games of the last set-up are played, if not all are; else 0."""
        return games % len(self.block)
