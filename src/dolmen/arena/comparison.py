"""What bots reach from positions of games that were played, beside what was really reached from there.

A bot's seats in a game count by their mean, and the games from one position by theirs: so the standard error and the
interval (95 %, the normal one) are taken over positions, which are what is independent of each other. Games that were
cut short or lost by forfeit do not count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from dolmen.arena.match import Result
from dolmen.arena.rating import Interval, mean_of
from dolmen.arena.starts import Start


@dataclass(frozen=True)
class Comparison:
    """One bot beside those who really played."""

    bot: str
    positions: int
    games: int
    seats: int
    reached: float
    """The points that its seats really reached, on average."""
    difference: Interval
    """By how many points a seat does better (or, below 0, worse) with the bot."""
    standard_error: float | None
    """Of the difference; None where there is one position alone."""


@dataclass(frozen=True)
class Compared:
    """One game: where it began, and what each seat reached."""

    number: int
    file: str
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    reached: tuple[int, ...]
    differences: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """Ready for JSON; games count from 1."""
        return {**asdict(self), "number": self.number + 1}


def compared(results: Iterable[Result], starts: Sequence[Start]) -> list[Compared]:
    """The games that came to their end, in order."""
    games = []
    for result in sorted(results, key=lambda result: result.number):
        if not result.truncated and result.forfeit is None:
            start = starts[result.setup % len(starts)]
            differences = tuple(now - then for now, then in zip(result.scores, start.reached, strict=True))
            games.append(Compared(result.number, start.file, result.seats, result.scores, start.reached, differences))
    return games


def compare(games: Sequence[Compared]) -> list[Comparison]:
    """Every bot in these games, the best first."""
    bots = sorted({bot for game in games for bot in game.seats})
    return sorted((_comparison(bot, games) for bot in bots), key=lambda one: -one.difference.value)


def _comparison(bot: str, games: Sequence[Compared]) -> Comparison:
    by_position: defaultdict[str, list[float]] = defaultdict(list)
    reached: list[int] = []
    met = [game for game in games if bot in game.seats]
    for game in met:
        own = [seat for seat, name in enumerate(game.seats) if name == bot]
        by_position[game.file].append(fmean(game.differences[seat] for seat in own))
        reached += [game.reached[seat] for seat in own]
    means = [fmean(differences) for differences in by_position.values()]
    difference = mean_of(means)
    assert difference is not None
    error = stdev(means) / sqrt(len(means)) if len(means) > 1 else None
    return Comparison(bot, len(means), len(met), len(reached), fmean(reached), difference, error)
