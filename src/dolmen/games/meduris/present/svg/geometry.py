r"""Where everything is on the board of Meduris: ring of fields, score track, plains, the druid's path.

0 1 2 ...                          26      the score track: 100 stones, clockwise from the upper left corner
99    ,---- ring of fields ----.   27
98   /  wood   mountain   wool  \   28      the ring is an ellipse, walked by arc length, clockwise from the river
 .  |   copper   river   stone   |  .
 .   \  temple *   |            /   .       the druid's temple and stones lie on the left bank, before field 1
76 ... `-- field 1 | last field-' ...
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from itertools import pairwise
from typing import Final

from dolmen.art import number
from dolmen.games.meduris.rules.materials import MATERIALS
from dolmen.games.meduris.rules.record import DRUID_TEMPLE

Point = tuple[float, float]

WIDTH: Final = 1000
HEIGHT: Final = 900
VIEW_BOX: Final = f"0 0 {WIDTH} {HEIGHT}"

INNER: Final = -41.0
OUTER: Final = 41.0
"""A field reaches from the inner to the outer offset about the middle line of the ring; its area a little further."""
AREA_INNER: Final = -46.0
AREA_OUTER: Final = 62.0
DRUIDS_WAY: Final = -62.0
DRUID_SIZE: Final = 56.0

_CENTRE: Final = (500.0, 450.0)
_RADII: Final = (379.0, 330.0)
_GAP: Final = 1.45  # the river, in fields
_SAMPLES: Final = 4000
_FULL_STEP: Final = 66.0  # from this width of a field on, symbols have their full size


@cache
def landscape() -> str:
    """What is the same on every board: the drawing of `landscape.svg` without its frame."""
    text = (files(__package__) / "landscape.svg").read_text(encoding="utf-8")
    text = re.sub(r"<!--.*?-->\s*", "", text, flags=re.DOTALL)
    return text[text.index(">") + 1 : text.rindex("</svg>")].strip()


@cache
def _walk() -> tuple[list[float], list[float]]:
    """Angles of the ellipse from the river on, and the way walked to each."""
    angles = [math.pi / 2 + 2 * math.pi * step / _SAMPLES for step in range(_SAMPLES + 1)]
    points = [(_CENTRE[0] + _RADII[0] * math.cos(angle), _CENTRE[1] + _RADII[1] * math.sin(angle)) for angle in angles]
    way = [0.0]
    for point, following in pairwise(points):
        way.append(way[-1] + math.dist(point, following))
    return angles, way


@dataclass(frozen=True)
class Ring:
    """The ring for a number of fields. Fields count from 1; half numbers lie between them."""

    fields: int

    @cached_property
    def step(self) -> float:
        """How wide a field is, along the middle line."""
        return _walk()[1][-1] / (self.fields + _GAP)

    @property
    def scale(self) -> float:
        """How large symbols are: smaller where the fields are narrower than those of the small printed board."""
        return min(1.0, self.step / _FULL_STEP)

    @property
    def piece(self) -> float:
        """How large a hut or a temple is."""
        return min(27 + 27 * self.scale, 0.95 * self.step)

    def at(self, way: float, offset: float = 0.0) -> Point:
        """The point that far along the ring, moved outwards by the offset."""
        angles, walked = _walk()
        angle = angles[bisect_left(walked, way % walked[-1])]
        across, down = math.cos(angle) / _RADII[0], math.sin(angle) / _RADII[1]
        outwards = offset / math.hypot(across, down)
        return (
            _CENTRE[0] + _RADII[0] * math.cos(angle) + across * outwards,
            _CENTRE[1] + _RADII[1] * math.sin(angle) + down * outwards,
        )

    @cache  # noqa: B019 (there is one ring for a number of fields)
    def middle(self, field: float, offset: float = 0.0) -> Point:
        """The middle of a field."""
        return self.at((_GAP / 2 + field - 0.5) * self.step, offset)

    def along(self, field: float) -> Point:
        """Which way is clockwise at a field: a step of length 1."""
        before, after = self.middle(field - 0.02), self.middle(field + 0.02)
        length = math.dist(before, after)
        return (after[0] - before[0]) / length, (after[1] - before[1]) / length

    def outline(self, first: int, last: int, inner: float, outer: float, margin: float = 0.0) -> str:
        """The path around some fields between two offsets."""
        start = (_GAP / 2 + first - 1) * self.step + margin
        end = (_GAP / 2 + last) * self.step - margin
        parts = 2 * (last - first + 1)  # a third of a unit beside the curve at most, and pages are light
        way = [start + (end - start) * part / parts for part in range(parts + 1)]
        return path([*(self.at(s, outer) for s in way), *(self.at(s, inner) for s in reversed(way))], closed=True)

    @cache  # noqa: B019 (there is one ring for a number of fields)
    def plot(self, field: int) -> str:
        """The path around one field."""
        return self.outline(field, field, INNER, OUTER, 2.6)


@cache
def ring(fields: int) -> Ring:
    """The ring for a number of fields, measured once."""
    return Ring(fields)


def path(points: list[Point], *, closed: bool = False) -> str:
    """A line through points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + ("Z" if closed else "")


TRACK_ACROSS: Final = 27
TRACK_DOWN: Final = 25
STONE_WIDTH: Final = WIDTH / TRACK_ACROSS
STONE_HEIGHT: Final = HEIGHT / TRACK_DOWN
TRACK_LENGTH: Final = 2 * (TRACK_ACROSS + TRACK_DOWN) - 4


def track_stone(points: int) -> Point:
    """The middle of the stone of the score track for a number of points."""
    number = points % TRACK_LENGTH
    right, down = TRACK_ACROSS - 1, TRACK_DOWN - 1
    if number <= right:
        column, row = number, 0
    elif number <= right + down:
        column, row = right, number - right
    elif number <= 2 * right + down:
        column, row = 2 * right + down - number, down
    else:
        column, row = 0, TRACK_LENGTH - number
    return (column + 0.5) * STONE_WIDTH, (row + 0.5) * STONE_HEIGHT


@dataclass(frozen=True)
class Plain:
    """A high plain: its outline, the foot of its stack, the plate with its supply, and where a badge goes."""

    outline: str
    foot: Point
    plate: Point
    badge: Point


LEVEL_HEIGHT: Final = 25.0
DISC: Final = (31.0, 10.0)
"""Half the width and half the height of a worker's disc as seen from above."""


@cache
def plains() -> dict[str, Plain]:
    """The four plains by material."""
    outlines = dict(re.findall(r'id="plain-(\w+)" d="([^"]+)"', landscape()))
    places: dict[str, tuple[Point, Point, Point]] = {
        "wood": ((286, 452), (286, 494), (340, 362)),
        "wool": ((714, 452), (714, 494), (660, 362)),
        "copper": ((364, 598), (377, 630), (290, 652)),
        "stone": ((650, 598), (623, 630), (712, 652)),
    }
    return {material: Plain(outlines[material], *places[material]) for material in MATERIALS}


def level(plain: str, number: int) -> Point:
    """The middle of the foot of a worker at a level of a plain; levels count from 1."""
    x, y = plains()[plain].foot
    return x, y - (number - 1) * LEVEL_HEIGHT


_DRUIDS_PATH: Final[tuple[Point, ...]] = ((438, 572), (449, 598), (446, 642), (450, 684))


def druid_place(druid: int, fields: int) -> Point:
    """Where the druid stands: at his temple, on one of his three stones, or inside a field of the ring."""
    if druid < 0:
        return _DRUIDS_PATH[druid - DRUID_TEMPLE]
    return ring(fields).middle(druid + 1, DRUIDS_WAY)
