"""The page after a game: who won, where the points came from, and how they grew."""

from __future__ import annotations

from dataclasses import dataclass

from dolmen.art.chart import Axis, Plane, kept_apart
from dolmen.contract.presentation import Source
from dolmen.core.words import Words
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import Viewer
from dolmen.server.log import winner_sentence

LABEL = 22
"""The height of a label in the chart."""


@dataclass(frozen=True)
class Place:
    """A place on the podium."""

    name: str
    colour: str
    note: str
    points: int
    won: bool


@dataclass(frozen=True)
class Course:
    """The points of a seat over time: a line with a label at its end."""

    colour: str
    name: str
    score: int
    line: str
    """The `points` of a polyline."""
    label_y: float


@dataclass(frozen=True)
class Tick:
    """A figure at an axis."""

    place: float
    figure: int


@dataclass(frozen=True)
class Chart:
    """Points over time, in a picture of 660 by 320."""

    left: float
    right: float
    courses: list[Course]
    points: list[Tick]
    turns: list[Tick]

    @property
    def text(self) -> str:
        """For those who hear it."""
        return ", ".join(f"{course.name} {course.score}" for course in self.courses)


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
    most = max(20, *(max(points) for points in history))
    plane = Plane(Axis(0, len(history) - 1, 34, 530), Axis(0, most, 286, 16).widened(8))
    ends = [plane.up.place(points) for points in history[-1]]
    labels = kept_apart(ends, LABEL)
    courses = [
        Course(
            colour,
            live.names[seat],
            history[-1][seat],
            plane.path([(turn, points[seat]) for turn, points in enumerate(history)]),
            round(labels[seat], 1),
        )
        for seat, colour in enumerate(live.colours)
    ]
    points, turns = plane.up.ticks(8), plane.across.ticks(8, least_step=1)
    return Chart(plane.across.start, plane.across.end, courses, _ticks(plane.up, points), _ticks(plane.across, turns))


def _ticks(axis: Axis, figures: list[float]) -> list[Tick]:
    return [Tick(round(axis.place(figure), 1), round(figure)) for figure in figures]
