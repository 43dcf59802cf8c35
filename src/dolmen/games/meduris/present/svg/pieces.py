"""The pieces: what stands and lies on the board now. Stocks are hidden and never drawn.

Every piece has a stable id, by which the page moves it: `built-{field}`, `bonus-{field}`, `stone-{area}`,
`w-{seat}-{n}`, `druid-piece`, `rolled`, `vp-{seat}`, `supply-{material}`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import Final

from dolmen.art import number, use
from dolmen.art.handles import piece
from dolmen.core.record_view import reading, remembered
from dolmen.games.meduris.present.svg.geometry import (
    DISC,
    DRUID_SIZE,
    HEIGHT,
    LEVEL_HEIGHT,
    TRACK_LENGTH,
    Point,
    Ring,
    druid_place,
    level,
    plains,
    ring,
    track_stone,
)
from dolmen.games.meduris.present.svg.ground import area_spans, plot, rune_place
from dolmen.games.meduris.rules.materials import AREAS, CHIPS, MATERIALS, WORKERS
from dolmen.games.meduris.rules.record import NOBODY, Record, Site, sites

SEATS: Final = ("purple", "blue", "green", "red")
"""The name of each seat in the ids of its pieces; and its colour and the name of its mark, unless others are chosen."""

Workers = tuple[tuple[str, ...], ...]
"""The workers of each plain from the ground up, each by its name: "purple-1" is the first worker of seat 0."""

_SHADE: Final = ' filter="url(#ground-shade)"'


def pieces(
    record: Record,
    rolled: str | None = None,
    workers: Workers | None = None,
    changed: Collection[str] = (),
    colours: Sequence[str] = SEATS,
) -> str:
    """All pieces of a position, in the colours of the seats.

    `rolled` is the face of the last roll, which the record does not keep. `workers` says which worker is which (see
    `follow_workers`); `changed` holds the ids that get a dot because they changed since the reader's last turn.
    """
    record = reading(record)
    around, fields = ring(record.fields), sites(record)
    drawn = [
        *_scorekeepers(record, colours),
        *_supplies(record),
        *_stacks(number_workers(record) if workers is None else workers, changed, colours),
    ]
    drawn.append(_taken_fields(record, frozenset(name for name in changed if name[:6] == "built-"), tuple(colours)))
    drawn += _rune_stones(record, fields, around, changed, colours)
    drawn += [_druid(record.druid, record.fields, dotted="druid-piece" in changed), _die(rolled)]
    return "".join(drawn)


@remembered
def _taken_fields(record: Record, dotted: frozenset[str], colours: tuple[str, ...]) -> str:
    """All fields where something stands or lies: few decisions change one."""
    drawn = []
    for field, site in enumerate(sites(record), start=1):
        if site.hut != NOBODY or site.temple != NOBODY or site.chip:
            owner = max(site.hut, site.temple)
            colour = colours[owner] if owner != NOBODY else ""
            drawn.append(_taken_field(ring(record.fields), field, site, colour, dotted=f"built-{field}" in dotted))
    return "".join(drawn)


@cache
def _druid(druid: int, fields: int, *, dotted: bool) -> str:
    x, y = druid_place(druid, fields)
    return f"<g{piece('druid-piece')}{_SHADE}>{use('druid', x, y, DRUID_SIZE)}{_dot((x, y - 26)) if dotted else ''}</g>"


@cache
def _die(rolled: str | None) -> str:
    face = "die" if rolled is None else f"die-{rolled}"
    return f'<g{piece("rolled")} transform="rotate(8 122 122)"{_SHADE}>{use(face, 118, 116, 84)}</g>'


def _dot(place: Point) -> str:
    """The sign of what changed since the reader's last turn."""
    x, y = place
    return (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="6.5" fill="var(--last)" stroke="var(--ink-on-dark)" '
        'stroke-width="2"/>'
    )


def _mark(colour: str, x: float, y: float, size: float) -> str:
    """The mark of a colour, white with an outline: readable on any colour."""
    drawn = use(f"mark-{colour}", x, y, size, stroke="var(--line)", stroke_width=4, paint_order="stroke")
    return f'<g color="var(--ink-on-dark)">{drawn}</g>'


def _flag(colour: str, x: float, y: float, radius: float) -> str:
    """A disc in the colour of a seat with its mark."""
    return (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="var(--p)" stroke="var(--line)" '
        f'stroke-width="{number(1 + radius / 14)}"/>'
        f'<g color="var(--p-on)">{use(f"mark-{colour}", x, y, radius * 1.14)}</g>'
    )


def _scorekeepers(record: Record, colours: Sequence[str]) -> Iterator[str]:
    """A disc for each seat on the score track; those on the same stone share it."""
    together: dict[int, list[int]] = defaultdict(list)
    for seat in range(int(record.players)):
        together[int(record.points[seat]) % TRACK_LENGTH].append(seat)
    for stone, seats in together.items():
        for place, seat in enumerate(seats):
            laps = int(record.points[seat]) // TRACK_LENGTH
            yield _scorekeeper(SEATS[seat], colours[seat], stone, laps, place, len(seats))


@cache
def _scorekeeper(seat: str, colour: str, stone: int, laps: int, place: int, together: int) -> str:
    """The disc of a seat: on which stone, after how many laps, which one of how many there."""
    x, y = track_stone(stone)
    dx, dy, radius = _share(place, together)
    drawn = _flag(colour, x + dx, y + dy, radius)
    if laps:
        side = 0 if together == 1 else -12 if dx < 0 else 12
        drawn += _laps(laps, (x + dx + side, min(y + dy + radius, HEIGHT - 8)))
    return f'<g{piece(f"vp-{seat}")} data-seat="{colour}"{_SHADE}>{drawn}</g>'


def _share(place: int, number: int) -> tuple[float, float, float]:
    """How far from the middle of a stone one of several discs lies, and its radius."""
    if number == 1:
        return 0, 0, 16
    if number == 2:
        return (-7, -6, 11) if place == 0 else (7, 6, 11)
    return (-8.5 if place % 2 == 0 else 8.5), (-8.5 if place < 2 else 8.5), 9.5


def _laps(laps: int, place: Point) -> str:
    """Rounds of the score track already walked, in points."""
    x, y = place
    return (
        f'<rect x="{number(x - 17)}" y="{number(y - 7)}" width="34" height="14" rx="7" fill="var(--m-plate)" '
        f'stroke="var(--line)" stroke-width="1.5"/><text x="{number(x)}" y="{number(y + 4)}" font-size="11" '
        f'font-weight="700" text-anchor="middle" fill="var(--ink)">+{laps * TRACK_LENGTH}</text>'
    )


def _supplies(record: Record) -> Iterator[str]:
    """How many chips the mountain still has."""
    for material in MATERIALS:
        yield f"<g{piece(f'supply-{material}', f'plain-{material}')}>{supply(record, material)}</g>"


def supply(record: Record, material: str) -> str:
    """The number on the plate of a plain."""
    return _supply(int(record.supply[MATERIALS.index(material)]), material)


@cache
def _supply(chips: int, material: str) -> str:
    x, y = plains()[material].plate
    return (
        f'<text class="supply" x="{number(x + 18)}" y="{number(y + 7.5)}" font-size="21" font-weight="700" '
        f'text-anchor="middle" fill="var(--ink)">{chips}</text>'
    )


def number_workers(record: Record) -> Workers:
    """The workers numbered as they stand: by plain, from the ground up."""
    return follow_workers(((),) * len(MATERIALS), record)


def follow_workers(before: Workers, record: Record) -> Workers:
    """Which worker is which after a decision, from what was so before it.

    Folded over the positions of a game, it keeps each worker's name, so that only the one that was moved glides. A
    record alone does not tell them apart.
    """
    stacks = [[SEATS[int(seat)] for seat in stack if seat != NOBODY] for stack in record.stack]
    kept = [_stayed(list(names), seats) for names, seats in zip(before, stacks, strict=True)]
    standing = {name for names in kept for name in names}
    free = {
        seat: [name for n in range(WORKERS[int(record.players)]) if (name := f"{seat}-{n + 1}") not in standing]
        for seat in SEATS
    }
    return tuple(
        tuple(name or free[seat].pop(0) for name, seat in zip(names, seats, strict=True))
        for names, seats in zip(kept, stacks, strict=True)
    )


def _stayed(names: list[str], seats: list[str]) -> list[str]:
    """The name of each worker that may have been there before, or nothing."""
    found = []
    for seat in seats:
        place = next((place for place, name in enumerate(names) if name.startswith(f"{seat}-")), None)
        found.append("" if place is None else names[place])
        if place is not None:
            del names[: place + 1]
    return found


def _stacks(workers: Workers, changed: Collection[str], colours: Sequence[str]) -> Iterator[str]:
    """The workers of each plain, the lowest first; on the topmost disc stands its figure."""
    for plain, names in zip(MATERIALS, workers, strict=True):
        for place, name in enumerate(names, start=1):
            x, y = level(plain, place)
            colour = colours[SEATS.index(name.partition("-")[0])]
            yield worker(colour, (x, y), piece(f"w-{name}", f"plain-{plain}"), top=place == len(names))
            if f"w-{name}" in changed:
                yield _dot((x + DISC[0], y - LEVEL_HEIGHT))


@cache
def worker(colour: str, foot: Point, named: str = "", *, top: bool) -> str:
    """A worker's disc with the mark of its seat and the handles of the piece; on top, its figure stands on it."""
    x, y = foot
    wide, flat = DISC
    tall = LEVEL_HEIGHT - 4
    figure = use("worker", x, y - LEVEL_HEIGHT - 8, 40) if top else ""
    return (
        f'<g{named} data-seat="{colour}">'
        f'<path d="M{number(x - wide)} {number(y - tall)}v{number(tall)}a{number(wide)} {number(flat)} 0 0 0 '
        f'{number(2 * wide)} 0v{number(-tall)}Z" fill="var(--p)" stroke="var(--line)" stroke-width="2.2"/>'
        f'<path d="M{number(x + 6)} {number(y + flat - 0.4)}a{number(wide)} {number(flat)} 0 0 0 {number(wide - 6)} '
        f'{number(0.4 - flat)}v{number(-tall)}h{number(6 - wide)}Z" fill="var(--p-deep)" opacity=".55"/>'
        f'<ellipse cx="{number(x)}" cy="{number(y - tall)}" rx="{number(wide)}" ry="{number(flat)}" '
        'fill="var(--p-lite)" stroke="var(--line)" stroke-width="2.2"/>'
        f"{_mark(colour, x, y - 1, 17)}{figure}</g>"
    )


@cache
def _taken_field(around: Ring, field: int, site: Site, colour: str, *, dotted: bool) -> str:
    """A field where something stands or lies, drawn over the empty one: its icons step aside."""
    drawn = plot(around, field, tuple(MATERIALS[icon] for icon in site.icons), taken=True)
    if colour:
        kind = "hut" if site.hut != NOBODY else "temple"
        drawn += building(around, field, kind, colour, piece(f"built-{field}", f"field-{field}"))
        drawn += _dot(around.middle(field, -34)) if dotted else ""
    if site.chip:
        drawn += _chip(around, field, CHIPS[site.chip], kept=bool(colour))
    return drawn


def _chip(around: Ring, field: int, kind: str, *, kept: bool) -> str:
    """A bonus chip on its field; small at the door of a hut that keeps it."""
    x, y = around.middle(field, -11)
    size = 38 * around.scale
    if kept:
        x, y, size = x + 0.3 * around.piece, y + 0.26 * around.piece, 0.6 * size
    return f"<g{piece(f'bonus-{field}', f'field-{field}')}{_SHADE}>{use(f'chip-{kind}', x, y, size)}</g>"


def building(around: Ring, field: int, kind: str, colour: str, named: str = "") -> str:
    """A hut or a temple of a colour on a field, with the handles of the piece."""
    x, y = around.middle(field, -12)
    size = around.piece
    unit = size / 54
    if kind == "hut":
        drawn = use("hut", x, y - 2, size) + _mark(colour, x - 4 * unit, y - 4 * unit, 13 * unit)
    else:
        drawn = use("temple-stone", x, y - 2, size) + _mark(colour, x, y - 13 * unit, 12 * unit)
    return f'<g{named} data-seat="{colour}"{_SHADE}>{drawn}</g>'


def _rune_stones(
    record: Record, fields: Sequence[Site], around: Ring, changed: Collection[str], colours: Sequence[str]
) -> Iterator[str]:
    """The stone of each area, pale upon its rune, or the flag of the seat that holds it."""
    spans = area_spans(tuple([AREAS[site.area] for site in fields]))
    for area, span in spans.items():
        holder = int(record.rune_holder[AREAS.index(area)])
        colour = colours[holder] if holder != NOBODY else ""
        yield _rune_stone(around, area, span, colour, dotted=f"stone-{area}" in changed)


@cache
def _rune_stone(around: Ring, area: str, span: tuple[int, int], colour: str, *, dotted: bool) -> str:
    x, y = rune_place(around, *span)
    if not colour:
        return (
            f'<g{piece(f"stone-{area}")} color="var(--m-rune)"><circle cx="{number(x)}" cy="{number(y)}" r="19.5" '
            f'fill="var(--m-snow)" stroke="var(--line)" stroke-width="2.2"/>{use(f"rune-{area}", x, y, 27)}</g>'
        )
    (dx, dy), (x, y) = around.along(sum(span) / 2), rune_place(around, *span, outwards=9)
    x, y = x + 19 * dx, y + 19 * dy
    flag = _flag(colour, x, y, 9.5) + (_dot((x + 9, y - 9)) if dotted else "")
    return f'<g{piece(f"stone-{area}")} data-seat="{colour}">{flag}</g>'
