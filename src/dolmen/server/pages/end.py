"""The page after a game: who won, where the points came from, and how they grew."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dolmen.contract.presentation import Source
from dolmen.core.words import Words
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import Viewer
from dolmen.server.log import winner_sentence

LEFT, RIGHT, UPPER, LOWER = 34.0, 530.0, 16.0, 286.0
"""Where the chart stands in its picture of 660 by 320."""
LABEL = 22.0
"""The height of a label: those of two lines keep so far apart."""


@dataclass(frozen=True)
class Place:
    """A place on the podium."""

    name: str
    colour: str
    note: str
    points: int
    won: bool


@dataclass(frozen=True)
class ChartLine:
    """The points of a seat over time."""

    colour: str
    name: str
    points: str
    """As SVG has them."""
    score: int
    x: float
    y: float
    """Where the label stands."""


@dataclass(frozen=True)
class Tick:
    """A number at an axis."""

    at: float
    label: int


@dataclass(frozen=True)
class Chart:
    """Points over time."""

    lines: list[ChartLine]
    ticks: list[Tick]
    turns: list[Tick]

    @property
    def text(self) -> str:
        """For those who hear it."""
        return ", ".join(f"{line.name} {line.score}" for line in self.lines)


@dataclass(frozen=True)
class End:
    """The page after a game."""

    live: LiveTable
    viewer: Viewer
    sentence: str
    podium: list[Place]
    sources: tuple[Source, ...]
    most: int
    chart: Chart
    colours: tuple[str, ...]


def end_page(live: LiveTable, viewer: Viewer, words: Words) -> End:
    """A finished game, told."""
    sources = live.present.sources(live.state, words)
    return End(
        live,
        viewer,
        winner_sentence(live.state, live.names, words),
        _podium(live, words),
        sources,
        max(max(map(abs, source.points)) for source in sources) or 1,
        _chart(live),
        live.colours,
    )


def _podium(live: LiveTable, words: Words) -> list[Place]:
    """The seats, the winners first, then by points."""
    scores, winners = live.state.scores(), live.state.winners()
    order = sorted(range(len(live.seats)), key=lambda seat: (seat not in winners, -scores[seat]))
    return [
        Place(
            live.names[seat],
            live.colours[seat],
            live.present.achievement(live.state, seat, words),
            scores[seat],
            seat in winners,
        )
        for seat in order
    ]


def _chart(live: LiveTable) -> Chart:
    history = live.present.score_history(live.state)
    top = max(20, -(-max(max(points) for points in history) // 20) * 20)

    def x(turn: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * turn / max(1, len(history) - 1), 1)

    def y(points: int) -> float:
        return round(LOWER - (LOWER - UPPER) * points / top, 1)

    lines = []
    for seat, colour in enumerate(live.colours):
        line = " ".join(f"{x(turn)},{y(points[seat])}" for turn, points in enumerate(history))
        score = history[-1][seat]
        lines.append(ChartLine(colour, live.names[seat], line, score, RIGHT, y(score)))
    ticks = [Tick(y(points), points) for points in range(0, top + 1, 20)]
    step = max(5, len(history) // 5 // 5 * 5)
    return Chart(_kept_apart(lines), ticks, [Tick(x(turn), turn) for turn in range(0, len(history) - 1, step)])


def _kept_apart(lines: list[ChartLine]) -> list[ChartLine]:
    """The same lines with labels that do not cover one another."""
    apart = list(lines)
    last = -99.0
    for place in sorted(range(len(lines)), key=lambda place: lines[place].y):
        last = max(lines[place].y, last + LABEL)
        apart[place] = replace(lines[place], y=last)
    return apart
