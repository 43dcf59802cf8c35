"""What each seat could expect over time, as a picture of 1400 by 186: turns from left to right, rounds below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from dolmen.analysis.review import Expectation, Judged, Review
from dolmen.art.chart import Axis, Plane, kept_apart
from dolmen.contract.registry import package
from dolmen.core.words import Words
from dolmen.server.live_table import LiveTable
from dolmen.server.pages.score_chart import Course, Tick

LEFT, RIGHT, BOTTOM, TOP = 40.0, 1270.0, 156.0, 14.0
LABEL = 21
"""The height of a label at the end of a line."""
MARK = 24
"""The width of the mark of a turning point."""


@dataclass(frozen=True)
class Mark:
    """A turning point on the line of who made it."""

    number: int
    x: float
    y: float
    is_won: bool


@dataclass(frozen=True)
class Row:
    """What all seats could expect at a time, for a table."""

    name: str
    points: tuple[str, ...]


@dataclass(frozen=True)
class ExpectationChart:
    """The lines, what stands at the axes, and the turning points on them."""

    left: float
    right: float
    top: float
    bottom: float
    courses: list[Course]
    """Those on top last."""
    points: list[Tick]
    names: list[Tick]
    borders: list[float]
    marks: list[Mark]
    rows: list[Row]
    band: str
    """Around the line of the seat that is looked at: two of three games end within it. Empty without one."""

    @property
    def text(self) -> str:
        """For those who hear it."""
        return ", ".join(f"{course.name} {course.score}" for course in self.courses)


def expectation_chart(
    live: LiveTable, found: Review, own: int | None, turning: Sequence[Judged], words: Words
) -> ExpectationChart:
    """The chart of a review, with some of its plays marked; one seat's line is whole."""
    turns = _Turns(live)
    band = [] if own is None else list(_band(live, found.courses[own]))
    figures = [moment.points for course in found.courses for moment in course] or [0.0, 1.0]
    figures += [points for _decisions, points in band]
    plane = Plane(Axis(0, turns.last, LEFT, RIGHT), Axis(min(figures), max(figures), BOTTOM, TOP).widened(4))
    ends = [course[-1].points if course else 0.0 for course in found.courses]
    order = sorted(range(len(ends)), key=lambda seat: -ends[seat])
    labels = dict(zip(order, kept_apart([plane.up.place(ends[seat]) for seat in order], LABEL), strict=True))
    dashes = {seat: dash for dash, seat in enumerate(sorted(order, key=lambda seat: seat != own))}
    courses = [
        Course(
            live.colours[seat],
            live.names[seat],
            round(ends[seat]),
            plane.path([(turns.at(moment.decisions), moment.points) for moment in course]),
            round(min(labels[seat], BOTTOM), 1),
            dashes[seat],
            seat == own,
        )
        for seat, course in enumerate(found.courses)
    ]
    return ExpectationChart(
        LEFT,
        RIGHT,
        TOP,
        BOTTOM,
        sorted(courses, key=lambda course: course.is_own),
        [Tick(round(plane.up.place(figure), 1), f"{figure:g}") for figure in plane.up.ticks(4)],
        list(turns.names(plane.across, words)),
        [round(plane.across.place(first), 1) for first in turns.borders()],
        _marks(found, turning, turns, plane),
        list(_rows(found, turns, words)),
        plane.path([(turns.at(decisions), points) for decisions, points in band]),
    )


def _band(live: LiveTable, course: Sequence[Expectation]) -> Iterator[tuple[int, float]]:
    """The outline of how sure a line is: along its upper edge, and back along the lower one."""
    judgement = package(live.meta.key).judgement()
    spread = judgement.uncertainty if judgement else ()
    if not spread or not course:
        return
    last = max(1, course[-1].decisions)
    reach = [spread[len(spread[:-1]) * moment.decisions // last] for moment in course]
    edges = list(zip(course, reach, strict=True))
    yield from ((moment.decisions, moment.points + wide) for moment, wide in edges)
    yield from ((moment.decisions, moment.points - wide) for moment, wide in reversed(edges))


def _marks(found: Review, turning: Sequence[Judged], turns: _Turns, plane: Plane) -> list[Mark]:
    """The turning points on their lines; one that would lie upon another moves up or down."""
    marks: list[Mark] = []
    for number, one in enumerate(turning, start=1):
        x = round(plane.across.place(turns.at(one.last)), 1)
        y = round(plane.up.place(_points_at(found.courses[one.seat], one.last)), 1)
        while any(abs(mark.x - x) < MARK and abs(mark.y - y) < MARK for mark in marks):
            y += -MARK if y > (TOP + BOTTOM) / 2 else MARK
        marks.append(Mark(number, x, y, one.difference > 0))
    return marks


class _Turns:
    """The turns of a game by its decisions, and its rounds by its turns."""

    def __init__(self, live: LiveTable) -> None:
        state, present = live.state, live.present
        records = [state.records_before(place)[0] for place in range(state.decisions + 1)]
        self._turns = [int(record.turn) for record in records]
        self.last = max(1, max(self._turns))
        rounds = {int(record.turn): present.round_of(state.game, record) for record in records}
        self._rounds = sorted(rounds.items()) if present.has_rounds else []

    def at(self, decisions: int) -> int:
        """The turn that has just been made after so many decisions."""
        return self._turns[max(0, decisions - 1)]

    def spans(self) -> Iterator[tuple[int, int, int]]:
        """The rounds: number, first turn, last turn; where a game has none, nothing."""
        for number, turns in groupby(self._rounds, key=lambda pair: pair[1]):
            within = [turn for turn, _ in turns]
            if number:
                yield number, within[0], within[-1]

    def borders(self) -> list[int]:
        """The first turns of all rounds but the first."""
        return [first for number, first, _last in self.spans() if number > 1]

    def names(self, across: Axis, words: Words) -> Iterator[Tick]:
        """The rounds under their middle; without rounds, turns."""
        spans = list(self.spans())
        for number, first, last in spans:
            text = words.gettext("round %(round)s") % {"round": number}
            yield Tick(round(across.place((first + last) / 2), 1), text)
        for turn in () if spans else across.ticks(12, least_step=1):
            yield Tick(round(across.place(turn), 1), f"{turn:g}")

    def steps(self, words: Words) -> Iterator[tuple[str, int]]:
        """A name for each round, or for some of the turns, and its last turn."""
        spans = list(self.spans())
        for number, _first, last in spans:
            yield words.gettext("round %(round)s") % {"round": number}, last
        for turn in () if spans else Axis(0, self.last, 0, 1).ticks(8, least_step=1)[1:]:
            yield words.gettext("turn %(turn)s") % {"turn": f"{turn:g}"}, int(turn)

    def end_of(self, turn: int) -> int:
        """How many decisions were made when a turn was over."""
        return sum(one <= turn for one in self._turns[:-1])


def _points_at(course: Sequence[Expectation], decisions: int) -> float:
    """What a seat expected last by then; before its first turn, then."""
    before = [moment.points for moment in course if moment.decisions <= decisions]
    return before[-1] if before else course[0].points if course else 0.0


def _rows(found: Review, turns: _Turns, words: Words) -> Iterator[Row]:
    for name, last in turns.steps(words):
        decisions = turns.end_of(last)
        yield Row(name, tuple(f"{_points_at(course, decisions):.0f}" for course in found.courses))
