"""What is left of a game: its end with sources and chart, and its replay."""

from __future__ import annotations

from dataclasses import dataclass

from dolmen.art.chart import Axis, Plane, kept_apart
from dolmen.contract.game import State
from dolmen.contract.presentation import Board, Entry, Panel, Source
from dolmen.core.words import Words
from dolmen.server.commands.making import Viewer
from dolmen.server.live_table import LiveTable
from dolmen.server.log import automatic_text, log_of, winner_sentence

LABEL = 22
"""The height of a label in the chart."""


@dataclass(frozen=True)
class Standing:
    """A place on the podium."""

    seat: int
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


@dataclass(frozen=True)
class End:
    """The page after a game."""

    live: LiveTable
    viewer: Viewer
    sentence: str
    podium: list[Standing]
    sources: tuple[Source, ...]
    most: int
    chart: Chart
    colours: tuple[str, ...]


def end(live: LiveTable, viewer: Viewer, words: Words) -> End:
    """A finished game, told."""
    state, present = live.state, live.present
    colours = live.colours
    scores, winners = state.scores(), state.winners()
    order = sorted(range(state.game.players), key=lambda seat: (seat not in winners, -scores[seat]))
    podium = [
        Standing(
            seat,
            live.names[seat],
            colours[seat],
            present.achievement(state, seat, words),
            scores[seat],
            seat in winners,
        )
        for seat in order
    ]
    sources = present.sources(state, words)
    most = max(max(map(abs, source.points)) for source in sources) or 1
    return End(
        live,
        viewer,
        winner_sentence(state, live.names, words),
        podium,
        sources,
        most,
        _chart(live, colours),
        colours,
    )


def _chart(live: LiveTable, colours: tuple[str, ...]) -> Chart:
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
        for seat, colour in enumerate(colours)
    ]
    points, turns = plane.up.ticks(8), plane.across.ticks(8, least_step=1)
    return Chart(plane.across.start, plane.across.end, courses, _ticks(plane.up, points), _ticks(plane.across, turns))


def _ticks(axis: Axis, figures: list[float]) -> list[Tick]:
    return [Tick(round(axis.place(figure), 1), round(figure)) for figure in figures]


# ---------------------------------------------------------------------------------------------------- replay


@dataclass(frozen=True)
class Replay:
    """A finished game at one of its moments."""

    live: LiveTable
    words: Words
    at: int
    """How many entries of the log have happened."""
    last: int
    entry: Entry | None
    entries: list[Entry]
    panels: tuple[Panel, ...]
    pieces: str
    names: list[str]
    colours: tuple[str, ...]
    boards: tuple[Board, ...]

    def automatic(self, entry: Entry) -> str:
        """Why nobody was asked for what an entry tells."""
        return automatic_text(entry, self.words)


def replay(live: LiveTable, words: Words, at: int) -> Replay:
    """The game after so many entries of its log."""
    entries = log_of(live, words)
    at = max(0, min(at, len(entries)))
    decisions = entries[at - 1].decision if at else 0
    before = entries[at - 2].decision if at > 1 else 0
    state = State(live.state.game, live.state.records_before(0))
    for action in live.state.history[:decisions]:
        state.apply_trusted(action)
    colours = live.present.seat_colours(state, live.table.options)
    changed = live.present.changed(live.state.records_before(before)[0], state.record)
    return Replay(
        live=live,
        words=words,
        at=at,
        last=len(entries),
        entry=entries[at - 1] if at else None,
        entries=entries[max(0, at - 30) : at][::-1],
        panels=live.present.panels(state, None, words, colours=colours, is_open=True),
        pieces=live.present.pieces(state, changed, colours),
        names=live.names,
        colours=colours,
        boards=live.present.boards(state, None, (), None, live.names, words),
    )
