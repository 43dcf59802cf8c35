"""Points over time as a picture of 660 by 320: rounds or turns, then the final scoring, widened step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dolmen.art.chart import Axis, Point, kept_apart
from dolmen.art.symbols import number
from dolmen.contract.content import Section

LEFT, RIGHT, BOTTOM, TOP = 34.0, 530.0, 262.0, 12.0
LABEL = 22
"""The height of a label at the end of a line."""
FINAL_SHARE = 1 / 3
"""How much of the width the final scoring has, where there is one."""
RISES, RISEN = 0.35, 0.8
"""Where in a step of the final scoring a line begins to rise, and where it has risen."""


@dataclass(frozen=True)
class Course:
    """The points of a seat over time: a line with a label at its end."""

    colour: str
    name: str
    score: int
    line: str
    """The `points` of a polyline."""
    label_y: float
    dash: int
    """Which dashes tell it from the others; 0: it is whole."""
    is_own: bool


@dataclass(frozen=True)
class Tick:
    """Something that stands at an axis."""

    place: float
    text: str


@dataclass(frozen=True)
class Stretch:
    """A section on the axis."""

    start: float
    end: float
    section: Section


@dataclass(frozen=True)
class ScoreChart:
    """The lines, and what stands at the axes."""

    left: float
    right: float
    top: float
    bottom: float
    courses: list[Course]
    """Those on top last."""
    points: list[Tick]
    names: list[Tick]
    """Rounds, turns and steps."""
    groups: list[Tick]
    """What these are."""
    borders: list[float]
    final: float | None
    """Where the final scoring begins."""

    @property
    def text(self) -> str:
        """For those who hear it."""
        return ", ".join(f"{course.name} {course.score}" for course in self.courses)


def score_chart(
    sections: Sequence[Section], order: Sequence[int], own: int | None, names: Sequence[str], colours: Sequence[str]
) -> ScoreChart:
    """The chart of a finished game. `order` are the seats as they finished; the reader's own line is whole."""
    stretches = _laid_out(sections)
    most = max(20, *(max(points) for section in sections for points in section.scores))
    least = min(0, *(min(points) for section in sections for points in section.scores))
    up = Axis(least, most, BOTTOM, TOP).widened(8)
    final = sections[-1].scores[-1]
    labels = kept_apart([up.place(final[seat]) for seat in order], LABEL)
    first = [own] if own is not None else []
    dashes = {seat: dash for dash, seat in enumerate([*first, *(seat for seat in order if seat != own)])}
    courses = [
        Course(
            colours[seat], names[seat], final[seat], _line(stretches, seat, up), round(y, 1), dashes[seat], seat == own
        )
        for seat, y in zip(order, labels, strict=True)
    ]
    return ScoreChart(
        LEFT,
        RIGHT,
        TOP,
        BOTTOM,
        sorted(courses, key=lambda course: course.is_own),
        [Tick(round(up.place(figure), 1), f"{figure:g}") for figure in up.ticks(8)],
        [tick for stretch in stretches for tick in _names(stretch)],
        list(_groups(stretches)),
        [round(stretch.start, 1) for stretch in stretches[1:] if not stretch.section.is_final],
        next((round(stretch.start, 1) for stretch in stretches if stretch.section.is_final), None),
    )


def _laid_out(sections: Sequence[Section]) -> list[Stretch]:
    """The sections from left to right: those of the final scoring share a third of the width, the others the rest."""
    counts = {is_final: sum(section.is_final == is_final for section in sections) for is_final in (False, True)}
    shares = {True: FINAL_SHARE if counts[False] else 1.0}
    shares[False] = 1.0 - shares[True] if counts[True] else 1.0
    stretches, start = [], LEFT
    for section in sections:
        end = start + (RIGHT - LEFT) * shares[section.is_final] / counts[section.is_final]
        stretches.append(Stretch(start, end, section))
        start = end
    return stretches


def _line(stretches: Sequence[Stretch], seat: int, up: Axis) -> str:
    """The `points` of a seat's line; where it stays level, only its ends are told."""
    found: list[Point] = []
    for stretch in stretches:
        for x, points in _places(stretch, seat, found[-1][1] if found else None):
            if len(found) > 1 and found[-1][1] == found[-2][1] == points:
                found.pop()
            found.append((x, points))
    return " ".join(f"{number(round(x, 1))},{number(round(up.place(points), 1))}" for x, points in found)


def _places(stretch: Stretch, seat: int, before: float | None) -> Iterator[Point]:
    scores, width = [points[seat] for points in stretch.section.scores], stretch.end - stretch.start
    if stretch.section.is_final:
        if before is not None:
            yield stretch.start + RISES * width, before
        yield stretch.start + RISEN * width, scores[-1]
        yield stretch.end, scores[-1]
        return
    steps = max(1, len(scores) - 1)
    for place, points in enumerate(scores):
        yield stretch.start + width * place / steps, points


def _names(stretch: Stretch) -> list[Tick]:
    """The name of a section under its middle; without one, its turns are counted."""
    if stretch.section.name:
        return [Tick(round((stretch.start + stretch.end) / 2, 1), stretch.section.name)]
    turns = Axis(0, max(1, len(stretch.section.scores) - 1), stretch.start, stretch.end)
    return [Tick(round(turns.place(turn), 1), f"{turn:g}") for turn in turns.ticks(6, least_step=1)]


def _groups(stretches: Sequence[Stretch]) -> Iterator[Tick]:
    """What the sections are, once under all neighbours of a kind."""
    for group in dict.fromkeys(stretch.section.group for stretch in stretches):
        those = [stretch for stretch in stretches if stretch.section.group == group]
        yield Tick(round((those[0].start + those[-1].end) / 2, 1), group)
