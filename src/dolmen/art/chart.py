"""Charts: axes with round figures, lines, intervals and their names, as parts of an SVG picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from math import ceil, floor, log10
from typing import Literal

from dolmen.art.symbols import number

Point = tuple[float, float]

QUIET = "var(--ink-2)"
"""The colour of figures and subtitles."""
WITH_MARKERS = 30
"""A line of more points is drawn without a marker on each."""
LETTER = 7.5
"""About the width of a letter of the legend."""


@dataclass(frozen=True)
class Axis:
    """Values from `low` to `high`, laid out from `start` to `end` in the picture."""

    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> float:
        """Where a value stands. One beyond an end stands at that end."""
        share = (value - self.low) / (self.high - self.low) if self.high > self.low else 0.5
        return self.start + (self.end - self.start) * max(0.0, min(share, 1.0))

    def ticks(self, most: int, least_step: float = 0.0) -> list[float]:
        """Round figures from end to end, in at most so many steps."""
        if self.high <= self.low:
            return [self.low]
        step = max(least_step, round_step(self.high - self.low, most))
        return [step * count for count in range(ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9) + 1)]

    def widened(self, most: int) -> Axis:
        """The same from one round figure to another."""
        step = round_step(self.high - self.low, most) if self.high > self.low else 1.0
        return replace(self, low=step * floor(self.low / step + 1e-9), high=step * ceil(self.high / step - 1e-9))


def round_step(span: float, most: int) -> float:
    """The smallest of 1, 2, 5, 10, 20, 50 and so on (and 0.5, 0.2, ...) that covers a span in at most so many steps."""
    power = 10.0 ** floor(log10(span / most))
    return next(power * digit for digit in (1, 2, 5, 10) if power * digit * most >= span * (1 - 1e-9))


@dataclass(frozen=True)
class Plane:
    """Two axes: from left to right, and from below upwards."""

    across: Axis
    up: Axis

    def places(self, points: Sequence[Point]) -> list[Point]:
        """Where points stand."""
        return [(self.across.place(x), self.up.place(y)) for x, y in points]

    def path(self, points: Sequence[Point]) -> str:
        """The `points` of a polyline."""
        return " ".join(f"{number(x)},{number(y)}" for x, y in self.places(points))


def kept_apart(places: Sequence[float], distance: float) -> list[float]:
    """Places of labels: each as near to its own as the one above it lets it be."""
    moved = list(places)
    last = float("-inf")
    for label in sorted(range(len(places)), key=lambda label: places[label]):
        moved[label] = last = max(moved[label], last + distance)
    return moved


# ----------------------------------------------------------------------------------------------------- what is drawn


def card(width: float, height: float, title: str, subtitle: str) -> str:
    """The ground of a picture, with what stands above it."""
    ground = f'<rect width="{number(width)}" height="{number(height)}" rx="16" fill="var(--surface)"/>'
    return ground + text(28, 38, title, 20, "var(--ink)", 700) + text(28, 60, subtitle, 13)


def text(
    x: float,
    y: float,
    words: str,
    size: int,
    colour: str = QUIET,
    weight: int = 400,
    anchor: Literal["start", "middle", "end"] = "start",
) -> str:
    """Words that begin, have their middle or end at a place."""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{size}" font-weight="{weight}" fill="{colour}"'
        f' text-anchor="{anchor}">{escape(words)}</text>'
    )


def rules_across(plane: Plane, ticks: Sequence[float], told: Callable[[float], str]) -> Iterator[str]:
    """A line across for each tick, with its figure to the left."""
    left, right = number(plane.across.start), number(plane.across.end)
    for tick in ticks:
        y = plane.up.place(tick)
        yield f'<path d="M{left} {number(y)}H{right}" stroke="var(--rule)"/>'
        yield text(plane.across.start - 8, y + 4, told(tick), 12, anchor="end")


def rules_up(plane: Plane, ticks: Sequence[float], told: Callable[[float], str]) -> Iterator[str]:
    """A line upwards for each tick, with its figure below."""
    below, above = number(plane.up.start), number(plane.up.end)
    for tick in ticks:
        x = plane.across.place(tick)
        yield f'<path d="M{number(x)} {below}V{above}" stroke="var(--rule)"/>'
        yield text(x, plane.up.start + 18, told(tick), 12, anchor="middle")


def line(plane: Plane, points: Sequence[Point], colour: str) -> str:
    """A line from point to point, with a marker on each where they are few, and on the last where they are many."""
    if not points:
        return ""
    marked = points if len(points) <= WITH_MARKERS else points[-1:]
    markers = "".join(marker(x, y, 3.5, colour) for x, y in plane.places(marked))
    drawn = f'<polyline points="{plane.path(points)}" fill="none" stroke="{colour}" stroke-width="2.5"'
    return (f'{drawn} stroke-linejoin="round"/>' if len(points) > 1 else "") + markers


def marker(x: float, y: float, radius: float, colour: str) -> str:
    """A point."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{colour}"/>'


def interval(axis: Axis, y: float, low: float, value: float, high: float) -> str:
    """A value on a row, between what it may be at least and at most."""
    reach = f"M{number(axis.place(low))} {number(y)}H{number(axis.place(high))}"
    whisker = f'<path d="{reach}" stroke="var(--border)" stroke-width="3" stroke-linecap="round"/>'
    return whisker + marker(axis.place(value), y, 5, "var(--accent)")


def legend(right: float, y: float, names: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Names beside a piece of their line's colour, in one row that ends on the right."""
    left = right - sum(LETTER * len(name) + 42 for name, _ in names) + 16
    for name, colour in names:
        yield f'<path d="M{number(left)} {number(y - 4)}h18" stroke="{colour}" stroke-width="2.5"/>'
        yield text(left + 24, y, name, 13, colour, 600)
        left += LETTER * len(name) + 42
