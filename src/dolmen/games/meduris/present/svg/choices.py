"""What may be chosen now: a bright ring in a dark case around each place, a badge, the ghost of what is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from dolmen.art import number
from dolmen.art.handles import lit_place, one_a_place
from dolmen.contract.content import Outline
from dolmen.core.record_view import reading
from dolmen.core.value import value
from dolmen.games.meduris.present.svg.geometry import (
    AREA_INNER,
    DISC,
    DRUIDS_WAY,
    LEVEL_HEIGHT,
    Point,
    Ring,
    level,
    path,
    plains,
    ring,
)
from dolmen.games.meduris.present.svg.ground import plate, plot
from dolmen.games.meduris.present.svg.pieces import SEATS, building, supply, worker
from dolmen.games.meduris.rules.materials import MATERIALS
from dolmen.games.meduris.rules.record import Record, sites


@value
class Lit:
    """A place that may be chosen."""

    place: str
    """`field-17`, `plain-wood`, or `worker-wood-2`: the worker at level 2 of the plain of wood."""
    choice: int
    """The number of the choice, the same as in the list beside the board."""
    label: str
    """A whole sentence: 'Field 1, copper and wool, serpent area. A hut here costs 3 copper and 3 wool.'"""
    badge: str = ""
    """What stands at the place: '3' with the sign for times, 'free'."""
    ghost: str = ""
    """What would stand there, shown once it is chosen: 'hut', 'temple', 'worker' or nothing."""


def lit(
    places: Sequence[Lit],
    chosen: int | None = None,
    *,
    record: Record,
    way: int | None = None,
    colours: Sequence[str] = SEATS,
) -> str:
    """The rings of all places, the chosen one last; then their badges, and the ghost of what would stand there.

    The first place, or the chosen one, takes the focus; a script moves it among the others (`data-choice`). `way` is
    the field to which the choice would send the druid: his way there is dotted.
    """
    record = reading(record)
    around = ring(record.fields)
    places = [*one_a_place(places, chosen).values()]
    stops = [place.choice for place in places]
    stop = chosen if chosen in stops else min(stops, default=None)
    picked = [place for place in places if place.choice == chosen]
    return "".join(
        [
            _druids_way(record, way) if way is not None else "",
            *(_cleared(record, place) for place in picked),
            *(
                _ring(record, place, chosen=place.choice == chosen, stop=place.choice == stop)
                for place in sorted(places, key=lambda place: place.choice == chosen)
            ),
            *(_badge(_badge_place(around, place.place), place) for place in places if place.badge),
            *(_ghost(record, place, colours[int(record.player)]) for place in picked if record.player >= 0),
        ]
    )


def _druids_way(record: Record, field: int) -> str:
    """The way that the druid would walk to a field, with a mark at its end."""
    around = ring(int(record.fields))
    start = max(int(record.druid) + 1.0, 0.5)
    end = field if field > start else field + int(record.fields)
    steps = max(2, round(4 * (end - start)))
    points = [around.middle(start + (end - start) * step / steps, DRUIDS_WAY) for step in range(steps + 1)]
    line = path(points)
    x, y = points[-1]
    return (
        f'<g class="way" aria-hidden="true" fill="none" stroke-linecap="round" pointer-events="none">'
        f'<path d="{line}" stroke="var(--lit-case)" stroke-width="6" opacity=".8"/>'
        f'<path d="{line}" stroke="var(--picked)" stroke-width="3" stroke-dasharray="2 9"/>'
        f'<circle cx="{number(x)}" cy="{number(y)}" r="9" fill="var(--picked)" stroke="var(--lit-case)" '
        'stroke-width="3"/></g>'
    )


def outline_of(record: Record, place: str) -> Outline:
    """Where a place is on the board."""
    return Outline(_outline(record, place), _badge_place(ring(int(record.fields)), place))


def _outline(record: Record, place: str) -> str:
    """The path around a place. A worker under another one shows its front alone, so that each of them can be hit."""
    around = ring(int(record.fields))
    kind, name, *rest = place.split("-")
    if kind == "field":
        return around.plot(int(name))
    if kind == "plain":
        return plains()[name].outline
    x, y = level(name, int(rest[0]))
    wide, flat = DISC[0] + 2, DISC[1] + 2
    under = int(rest[0]) < int(record.height[MATERIALS.index(name)])
    tall, bulge = (LEVEL_HEIGHT, 0) if under else (LEVEL_HEIGHT - 4, 1)
    arc = f"a{number(wide)} {number(flat)} 0 0"
    top = f"M{number(x - wide)} {number(y - tall)}{arc} {bulge} {number(2 * wide)} 0"
    return f"{top}v{number(tall)}{arc} 1 {number(-2 * wide)} 0Z"


def _badge_place(around: Ring, place: str) -> Point:
    kind, name, *rest = place.split("-")
    if kind == "field":
        return around.middle(int(name), AREA_INNER)
    if kind == "plain":
        return plains()[name].badge
    x, y = level(name, int(rest[0]))
    return x + DISC[0] + 22, y - LEVEL_HEIGHT / 2


def _ring(record: Record, place: Lit, *, chosen: bool, stop: bool) -> str:
    line = _outline(record, place.place)
    kind, name, *_ = place.place.split("-")
    order = int(name) if kind == "field" else None
    above = (
        f'<g aria-hidden="true" pointer-events="none">{plate(name)}{supply(record, name)}</g>'
        if kind == "plain"
        else ""
    )
    return (
        f'<g{lit_place(place.place, order)} class="lit" role="button" tabindex="{0 if stop else -1}" '
        f'data-choice="{place.choice}" aria-label={quoteattr(place.label)} aria-pressed="{str(chosen).lower()}" '
        'fill="none" stroke-linejoin="round" pointer-events="all">'
        f'<path class="lit-case" d="{line}" stroke="var(--lit-case)" stroke-width="7"/>'
        f'<path class="lit-ring" d="{line}" stroke="var(--lit)" stroke-width="3.5"/>'
        + (
            f'<path class="picked-ring" d="{line}" stroke="var(--picked)" stroke-width="5" stroke-dasharray="12 6"/>'
            if chosen
            else ""
        )
        + f"</g>{above}"
    )


def _badge(at: Point, place: Lit) -> str:
    x, y = at
    wide = 16 + 8 * len(place.badge)
    return (
        f'<g class="badge" data-choice="{place.choice}" aria-hidden="true">'
        f'<rect x="{number(x - wide / 2)}" y="{number(y - 11)}" width="{wide}" height="22" rx="11" '
        'fill="var(--lit-case)" stroke="var(--lit)" stroke-width="1.5"/>'
        f'<text x="{number(x)}" y="{number(y + 5)}" font-size="14.5" font-weight="700" text-anchor="middle" '
        f'fill="var(--ink-on-dark)">{escape(place.badge)}</text></g>'
    )


def _cleared(record: Record, place: Lit) -> str:
    """The field under a ghost: its icons step aside as they will when the piece stands there."""
    kind, name, *_ = place.place.split("-")
    if not place.ghost or kind != "field":
        return ""
    site = sites(record)[int(name) - 1]
    materials = tuple(MATERIALS[icon] for icon in site.icons)
    return plot(ring(int(record.fields)), int(name), materials, taken=True)


def _ghost(record: Record, place: Lit, colour: str) -> str:
    """What would stand at the chosen place."""
    kind, name, *_ = place.place.split("-")
    if place.ghost in ("hut", "temple") and kind == "field":
        drawn = building(ring(int(record.fields)), int(name), place.ghost, colour, ' id="ghost"')
    elif place.ghost == "worker" and kind == "plain":
        height = int(record.height[MATERIALS.index(name)])
        drawn = worker(colour, level(name, height + 1), ' id="ghost"', top=True)
    else:
        return ""
    return f'<g opacity=".75" aria-hidden="true" pointer-events="none">{drawn}</g>'
