"""Statistics over finished games: what seats had and played, by points and victories, and how it went together.

Everything comes from what is counted of each game (see `dolmen.contract.counting`); no game is named. Where facts are
crossed, a cell tells how many points more or less than usual a seat made: usual is the mean of those who played the
same with as many players, so that neither what is strong everywhere nor a full table counts for it.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from io import StringIO
from math import sqrt
from typing import Any, Final

import numpy as np

from dolmen.contract.counting import Counting

FEWEST: Final = 50
"""A cell of fewer games tells nothing."""

DESCRIBED: Final = {"use_attribute_docstrings": True}
"""The API tells what is said below the fields."""

GameRow = tuple[int, Sequence[int], Sequence[float], Mapping[str, Any]]
"""Number of players, points and victories by seat, and what was counted."""


@dataclass(frozen=True)
class Line:
    """How seats fared that had something in common."""

    __pydantic_config__ = DESCRIBED

    value: str
    """What they had in common."""
    games: int
    """Seats, to be exact: a game may have several of them."""
    mean: float
    """Of their points."""
    low: float
    """The fewest points."""
    quarter: float
    """A quarter of them did not reach it."""
    half: float
    """Half of them did not reach it."""
    three_quarters: float
    """Three quarters of them did not reach it."""
    best: float
    """The most points."""
    won: float
    """The share of games that they won; a shared victory counts in part."""


@dataclass(frozen=True)
class Cell:
    """How much better or worse than usual seats did that had two things in common."""

    __pydantic_config__ = DESCRIBED

    games: int
    """So many of them."""
    difference: float | None
    """In points; None where there are too few games."""
    within: float | None
    """How far off that may be, in two of three cases."""


@dataclass(frozen=True)
class Cross:
    """What seats played against something else: a row for each of the first, a column for each of the second."""

    __pydantic_config__ = DESCRIBED

    kind: str
    """Of the columns; `with` where it is what others played."""
    columns: tuple[str, ...]
    """What stands over each column."""
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]
    """Each row: what it is about, and its cells."""

    def told(self) -> Cross:
        """The same without the rows and columns of which no cell has enough games."""
        kept = [
            place
            for place in range(len(self.columns))
            if any(cells[place].difference is not None for _value, cells in self.rows)
        ]
        rows = [(value, tuple(cells[place] for place in kept)) for value, cells in self.rows]
        return Cross(
            self.kind,
            tuple(self.columns[place] for place in kept),
            tuple(row for row in rows if any(cell.difference is not None for cell in row[1])),
        )


@dataclass(frozen=True)
class Kind:
    """Lines for all values of a kind of facts, the best mean first; where values are numbers, by number."""

    __pydantic_config__ = DESCRIBED

    kind: str
    """Which one."""
    lines: tuple[Line, ...]
    """One for each value."""


@dataclass(frozen=True)
class PlayersLine:
    """A value by number of players."""

    __pydantic_config__ = DESCRIBED

    value: str
    """What they had in common."""
    players: int
    """At tables of so many."""
    line: Line
    """How they fared."""


@dataclass(frozen=True)
class SourceLine:
    """A source of points: what it brings a seat on average, and a winner."""

    __pydantic_config__ = DESCRIBED

    source: str
    """Where points come from."""
    mean: float
    """What it brings a seat."""
    of_winners: float
    """What it brings who wins."""


@dataclass(frozen=True)
class SeatLine:
    """A seat at tables of so many players."""

    __pydantic_config__ = DESCRIBED

    players: int
    """At tables of so many."""
    seat: int
    """From 0, in turn order; `line.value` is the same from 1."""
    line: Line
    """How it fared."""


@dataclass(frozen=True)
class Statistics:
    """All of it."""

    __pydantic_config__ = DESCRIBED

    game: str
    """The key of the game."""
    games: int
    """How many were counted."""
    points: Line | None
    """Over all seats; None where there is no game."""
    kinds: tuple[Kind, ...]
    """Lines by kind of facts."""
    by_players: tuple[PlayersLine, ...]
    """What seats played, or the first kind of facts, by number of players."""
    crosses: tuple[Cross, ...]
    """What went together with what."""
    sources: tuple[SourceLine, ...]
    """Where points came from."""
    seats: tuple[SeatLine, ...]
    """By seat and number of players."""

    def to_json(self) -> dict[str, Any]:
        """Ready for JSON."""
        return asdict(self)


WITH: Final = "with"
"""The kind of a cross with what others played."""


def statistics(game: str, counting: Counting, rows: Iterable[GameRow]) -> Statistics:
    """The statistics of these games."""
    gathered = _Gathered(counting)
    for row in rows:
        gathered.add(*row)
    return gathered.told(game)


class _Gathered:
    """Points and victories by everything that is counted."""

    def __init__(self, counting: Counting) -> None:
        self._counting = counting
        self._games = 0
        self._all: list[tuple[int, float]] = []
        self._facts: dict[tuple[str, str], list[tuple[int, float]]] = defaultdict(list)
        self._by_players: dict[tuple[str, int], list[tuple[int, float]]] = defaultdict(list)
        self._seats: dict[tuple[int, int], list[tuple[int, float]]] = defaultdict(list)
        self._crossed: dict[tuple[str, str, str], list[tuple[int, int]]] = defaultdict(list)
        self._sources: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        self._victories = 0.0
        self._first = counting.played or next(iter(counting.seat_kinds), "")

    def add(self, players: int, points: Sequence[int], won: Sequence[float], count: Mapping[str, Any]) -> None:
        """Take in a game."""
        self._games += 1
        seats = count["seats"]
        for seat, told in enumerate(seats):
            result = (points[seat], won[seat])
            self._all.append(result)
            self._seats[players, seat].append(result)
            facts = told["facts"]
            for kind, value in facts.items():
                self._facts[kind, value].append(result)
            own = facts.get(self._first)
            if own is not None:
                self._by_players[own, players].append(result)
            self._add_sources(told["points"], won[seat])
        self._victories += sum(won)
        if self._counting.played:
            self._cross(players, points, count["facts"], [seat["facts"] for seat in seats])

    def _add_sources(self, sources: Mapping[str, int], won: float) -> None:
        for source, points in sources.items():
            total = self._sources[source]
            total[0] += points
            total[1] += points * won

    def _cross(
        self, players: int, points: Sequence[int], of_game: Mapping[str, Sequence[str]], facts: Sequence[Any]
    ) -> None:
        played, crossed = self._counting.played, self._crossed
        for seat, own in enumerate(facts):
            value = own.get(played)
            if value is None:
                continue
            result = (players, points[seat])
            for kind, values in of_game.items():
                for other in values:
                    crossed[kind, value, other].append(result)
            for kind, other in own.items():
                if kind != played:
                    crossed[kind, value, other].append(result)
            for place, their in enumerate(facts):
                if place != seat and played in their:
                    crossed[WITH, value, their[played]].append(result)

    # ------------------------------------------------------------------------------------------------ told

    def told(self, game: str) -> Statistics:
        """What all of it comes to."""
        kinds = tuple(Kind(kind, self._lines(kind)) for kind in self._counting.seat_kinds)
        values = [line.value for kind in kinds if kind.kind == self._first for line in kind.lines]
        by_players = sorted(self._by_players.items(), key=lambda item: (values.index(item[0][0]), item[0][1]))
        return Statistics(
            game=game,
            games=self._games,
            points=_line("", self._all) if self._all else None,
            kinds=tuple(kind for kind in kinds if kind.lines),
            by_players=tuple(PlayersLine(value, number, _line(value, found)) for (value, number), found in by_players),
            crosses=tuple(self._crosses(values)),
            sources=self._source_lines(),
            seats=tuple(
                SeatLine(players, seat, _line(str(seat + 1), found))
                for (players, seat), found in sorted(self._seats.items())
            ),
        )

    def _lines(self, kind: str) -> tuple[Line, ...]:
        lines = [_line(value, found) for (other, value), found in self._facts.items() if other == kind]
        if all(line.value.isdigit() for line in lines):
            return tuple(sorted(lines, key=lambda line: int(line.value)))
        return tuple(sorted(lines, key=lambda line: (-line.mean, line.value)))

    def _crosses(self, values: Sequence[str]) -> Iterable[Cross]:
        usual = {key: float(np.mean([points for points, _won in found])) for key, found in self._by_players.items()}
        kinds = [*self._counting.game_kinds, *self._counting.seat_kinds, WITH]
        for kind in kinds:
            found = {(value, other): cells for (one, value, other), cells in self._crossed.items() if one == kind}
            columns = values if kind == WITH else sorted({other for _value, other in found})
            rows = [
                (value, tuple(_cell(found.get((value, other), ()), usual, value) for other in columns))
                for value in values
            ]
            if found:
                yield Cross(kind, tuple(columns), tuple(rows))

    def _source_lines(self) -> tuple[SourceLine, ...]:
        seats = max(1, len(self._all))
        lines = [
            SourceLine(source, round(points / seats, 2), round(of_winners / (self._victories or 1.0), 2))
            for source, (points, of_winners) in self._sources.items()
        ]
        return tuple(sorted(lines, key=lambda line: (-line.of_winners, line.source)))


def _line(value: str, results: Sequence[tuple[int, float]]) -> Line:
    table = np.asarray(results, dtype=np.float64)
    points = table[:, 0]
    low, quarter, half, three_quarters, best = (round(float(part), 1) for part in np.percentile(points, _PARTS))
    mean, won = round(float(points.mean()), 2), round(float(table[:, 1].mean()), 4)
    return Line(value, len(results), mean, low, quarter, half, three_quarters, best, won)


_PARTS: Final = (0, 25, 50, 75, 100)


def _cell(results: Sequence[tuple[int, int]], usual: Mapping[tuple[str, int], float], value: str) -> Cell:
    if len(results) < FEWEST:
        return Cell(len(results), None, None)
    more = np.asarray([points - usual[value, players] for players, points in results], dtype=np.float64)
    return Cell(len(results), round(float(more.mean()), 2), round(float(more.std()) / sqrt(len(results)), 2))


# ---------------------------------------------------------------------------------------------------- as a table

COLUMNS: Final = (
    *("part", "kind", "value", "other", "players", "games", "mean", "low", "quarter", "half", "three_quarters", "best"),
    *("won", "difference", "within"),
)
"""The columns of statistics as one table."""


def as_rows(found: Statistics) -> Iterable[dict[str, Any]]:
    """Everything as rows of one table, each with those of the columns that it needs."""
    if found.points is not None:
        yield {"part": "all", **asdict(found.points)}
    for kind in found.kinds:
        yield from ({"part": "fact", "kind": kind.kind, **asdict(line)} for line in kind.lines)
    for by in found.by_players:
        yield {"part": "players", "players": by.players, **asdict(by.line)}
    for cross in found.crosses:
        for value, cells in cross.rows:
            for other, cell in zip(cross.columns, cells, strict=True):
                yield {"part": "cross", "kind": cross.kind, "value": value, "other": other, **asdict(cell)}
    for source in found.sources:
        yield {"part": "source", "value": source.source, "mean": source.mean, "difference": _more(source)}
    for seat in found.seats:
        yield {"part": "seat", "players": seat.players, **asdict(seat.line)}


def _more(source: SourceLine) -> float:
    """How much more a source brings winners than everybody."""
    return round(source.of_winners - source.mean, 2)


def as_csv(found: Statistics) -> str:
    """The same as text for spreadsheets."""
    text = StringIO()
    table = csv.DictWriter(text, COLUMNS, restval="", lineterminator="\n")
    table.writeheader()
    table.writerows(as_rows(found))
    return text.getvalue()
