"""The ground: all that is printed. It depends on the board alone, so a page is sent it once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from xml.sax.saxutils import quoteattr

from dolmen.art import number, use
from dolmen.art.handles import placed
from dolmen.games.meduris.present.svg.geometry import (
    AREA_INNER,
    AREA_OUTER,
    DISC,
    OUTER,
    STONE_HEIGHT,
    STONE_WIDTH,
    TRACK_LENGTH,
    Point,
    Ring,
    landscape,
    level,
    plains,
    ring,
    track_stone,
)
from dolmen.games.meduris.rules.board import Board
from dolmen.games.meduris.rules.materials import MATERIALS, MAX_STACK

AREA_TONES = "abc"
BESIDE_RUNE = 31.0
"""How far from the middle of its field a number stands that the rune of the area would cover."""


def ground(board: Board, names: Sequence[str] = ()) -> str:
    """The board without pieces. `names` says each field in a sentence, for those who do not see it."""
    around = ring(len(board.fields))
    areas = area_spans(tuple(printed.area for printed in board.fields))
    return "".join(
        [
            landscape(),
            *(_stone(points) for points in range(TRACK_LENGTH)),
            *(_plain(material) for material in MATERIALS),
            *(_band(around, place, first, last) for place, (first, last) in enumerate(areas.values())),
            *(
                _field(around, field, printed.icons, names[field - 1] if names else "")
                for field, printed in enumerate(board.fields, start=1)
            ),
            *(_number(around, field, *areas[printed.area]) for field, printed in enumerate(board.fields, start=1)),
            *(_rune(area, rune_place(around, *span)) for area, span in areas.items()),
        ]
    )


@lru_cache(maxsize=64)  # files may bring boards of their own
def area_spans(areas: tuple[str, ...]) -> Mapping[str, tuple[int, int]]:
    """The first and the last field of each area, from the areas of all fields."""
    spans: dict[str, tuple[int, int]] = {}
    for field, area in enumerate(areas, start=1):
        spans[area] = (spans.get(area, (field, field))[0], field)
    return spans


def rune_place(around: Ring, first: int, last: int, outwards: float = 0.0) -> Point:
    """Where the rune of an area is: outside, in the middle of its fields."""
    return around.middle((first + last) / 2, AREA_OUTER + outwards)


@cache
def plot(around: Ring, field: int, materials: tuple[str, ...], *, taken: bool) -> str:
    """A field and its two icons: large in its middle, or small and outwards where something stands or lies."""
    ground = (
        f'<path d="{around.plot(field)}" fill="var(--m-plot{"" if taken else "-2"})" stroke="var(--m-plot-line)" '
        'stroke-width="2" stroke-linejoin="round"/>'
    )
    size, apart, outwards = (23, 13.5, 25.5) if taken else (29, 15.5, 0)
    x, y = around.middle(field, outwards)
    dx, dy = (part * apart * around.scale for part in around.along(field))
    first, second = materials
    return ground + use(first, x - dx, y - dy, size * around.scale) + use(second, x + dx, y + dy, size * around.scale)


def _stone(points: int) -> str:
    """A stone of the score track."""
    x, y = track_stone(points)
    fifth = points % 5 == 0
    look = 'font-size="14" font-weight="700"' if fifth else 'font-size="12.5"'
    return (
        f'<rect x="{number(x - STONE_WIDTH / 2 + 1.5)}" y="{number(y - STONE_HEIGHT / 2 + 1.5)}" '
        f'width="{number(STONE_WIDTH - 3)}" height="{number(STONE_HEIGHT - 3)}" rx="8" '
        f'fill="var(--m-track{"-5" if fifth else ""})"/>'
        f'<text x="{number(x)}" y="{number(y + 4.5)}" {look} text-anchor="middle" fill="var(--m-track-ink)">'
        f"{points}</text>"
    )


def _plain(material: str) -> str:
    """The levels of a plain with their numbers, and the plate on which its supply is counted."""
    drawn = []
    for place in range(1, MAX_STACK + 1):
        x, y = level(material, place)
        drawn.append(
            f'<ellipse cx="{number(x)}" cy="{number(y - 3)}" rx="{number(DISC[0])}" ry="{number(DISC[1])}" fill="none" '
            'stroke="var(--m-stack)" stroke-width="1.8" stroke-dasharray="4 5"/>'
            f'<text class="level" x="{number(x - DISC[0] - 10)}" y="{number(y + 4)}" font-size="15" font-weight="700" '
            'text-anchor="end" fill="var(--ink)" stroke="var(--m-level)" stroke-width="4" paint-order="stroke">'
            f"{place}</text>"
        )
    return "".join(drawn) + plate(material)


def plate(material: str) -> str:
    """The plate of a plain: its material, and room for a number."""
    x, y = plains()[material].plate
    return (
        f'<rect x="{number(x - 46)}" y="{number(y - 18)}" width="92" height="36" rx="18" fill="var(--m-plate)" '
        f'stroke="var(--line)" stroke-width="1.8"/>{use(material, x - 24, y, 28)}'
    )


def _band(around: Ring, place: int, first: int, last: int) -> str:
    """The ground of an area, under its fields."""
    return (
        f'<path d="{around.outline(first, last, AREA_INNER, AREA_OUTER)}" '
        f'fill="var(--m-area-{AREA_TONES[place % len(AREA_TONES)]})" stroke="var(--line)" stroke-opacity=".55" '
        'stroke-width="2" stroke-linejoin="round"/>'
    )


def _field(around: Ring, field: int, materials: tuple[str, ...], name: str) -> str:
    """An empty field, with its name if there is one."""
    named = f' role="img" aria-label={quoteattr(name)}' if name else ""
    return f"<g{placed(f'field-{field}', field)}{named}>{plot(around, field, materials, taken=False)}</g>"


def number_place(around: Ring, field: int, first: int, last: int) -> Point:
    """Where the number of a field is: on the band of its area, before the rune where that lies in the middle."""
    aside = min(BESIDE_RUNE, around.step / 2) if 2 * field == first + last else 0.0
    return around.middle(field - aside / around.step, (OUTER + AREA_OUTER) / 2)


def _number(around: Ring, field: int, first: int, last: int) -> str:
    """The number of a field, by which lists and log call it."""
    x, y = number_place(around, field, first, last)
    return (
        f'<text class="field-number" x="{number(x)}" y="{number(y)}" dy=".36em" font-size="14" font-weight="700" '
        f'text-anchor="middle" fill="var(--m-area-ink)" aria-hidden="true">{field}</text>'
    )


def _rune(area: str, place: Point) -> str:
    """The rune of an area, carved: its stone lies upon it until somebody takes it."""
    x, y = place
    return (
        f'<g color="var(--m-area-ink)"><circle cx="{number(x)}" cy="{number(y)}" r="19.5" fill="var(--m-area-a)" '
        f'stroke="var(--line)" stroke-width="2.2"/>{use(f"rune-{area}", x, y, 27)}</g>'
    )
