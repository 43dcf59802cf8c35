"""What may be chosen now: a bright ring in a dark case around each place, a badge, the ghost of what is chosen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from dolmen.art import number, use
from dolmen.art.handles import lit_place, one_a_place
from dolmen.contract.content import Outline
from dolmen.core.record_view import reading
from dolmen.core.value import value
from dolmen.games.terra_mystica.present.svg.geometry import BRIDGE_OF, MIDDLES, RADIUS, WIDTH, Point, outline, span
from dolmen.games.terra_mystica.present.svg.ground import hexagon
from dolmen.games.terra_mystica.present.svg.pieces import SIZES, bridge, structure, terrain_of
from dolmen.games.terra_mystica.rules.board import HEX_NAMES, TERRAINS
from dolmen.games.terra_mystica.rules.record import Record

GOODS: Final = {
    "W": "cube",
    "C": "coin",
    "P": "priest",
    "PW": "power",
    "VP": "vp",
    "KEY": "key",
    "SPADE": "spade",
    "SHIP": "ship",
}
"""The symbols of goods by the community's letters: a badge '3W 2C' shows three workers and two coins."""
_AMOUNT: Final = re.compile(r"([+-]?\d+)([A-Z]+)")


@value
class Lit:
    """A place that may be chosen."""

    place: str
    """On the map: `hex-E3`, `river-r7`, `bridge-A3-C1`. Beside it: `act-ACT1` (`act-BON1`, `act-FAV6`, `act-ACTW`),
    `scroll-BON3`, `favour-FAV5`, `town-TW2`, `cult-fire` (a track), `order-fire-1` (a place for a priest),
    `track-ship`, `track-dig`."""
    choice: int
    """The number of the choice, the same as in the list beside the map."""
    label: str
    """A whole sentence: 'C2, mountains. One spade and a dwelling cost 3 workers and 2 coins.'"""
    badge: str = ""
    """What stands at the place: '3W 2C'. A number with a good's letters becomes its symbol, the rest is text."""
    ghost: str = ""
    """What would be there, parts joined by '+': `spade-2` (shown until it is chosen), `terrain-forest`, a structure's
    symbol, `bridge`."""


def on_the_map(place: str) -> bool:
    """Whether a place is one of the map's."""
    kind, _, name = place.partition("-")
    return (kind in ("hex", "river") and name in MIDDLES) or place in BRIDGE_OF


def outline_of(place: str) -> Outline | None:
    """Where a place is on the map."""
    return Outline(_outline(place), _middle(place)) if on_the_map(place) else None


def lit(places: Sequence[Lit], chosen: int | None = None, *, record: Record) -> str:
    """The rings of all places on the map, the chosen one last; then badges, and the ghost of what would stand there.

    The first place, or the chosen one, takes the focus; a script moves it among the others (`data-choice`). Places
    beside the map are left to the boards.
    """
    shown = [place for name, place in one_a_place(places, chosen).items() if on_the_map(name)]
    stops = [place.choice for place in shown]
    stop = chosen if chosen in stops else min(stops, default=None)
    shown.sort(key=lambda place: place.choice == chosen)
    record = reading(record)
    terrain = terrain_of(record, record.player)
    return "".join(
        [
            *(_ring(place, terrain, chosen=place.choice == chosen, stop=place.choice == stop) for place in shown),
            *(_badge(place, chosen=place.choice == chosen) for place in shown if place.badge),
        ]
    )


def _ring(place: Lit, terrain: str, *, chosen: bool, stop: bool) -> str:
    line = _outline(place.place)
    changed = _new_ground(place) if chosen else ""
    drawn = _ghost(place, terrain) if chosen else _hint(place, terrain)
    return (
        f'<g{lit_place(place.place)} class="lit" role="button" tabindex="{0 if stop else -1}" '
        f'data-choice="{place.choice}" aria-label={quoteattr(place.label)} aria-pressed="{str(chosen).lower()}" '
        f'fill="none" stroke-linejoin="round" pointer-events="all">{changed}{rings(line, chosen=chosen)}{drawn}</g>'
    )


@cache
def rings(line: str, *, chosen: bool) -> str:
    """The sign of what may be chosen, along a path: a bright ring in a dark case; dashed white once it is chosen."""
    picked = f'<path class="picked-ring" d="{line}" stroke="var(--picked)" stroke-width="5" stroke-dasharray="12 6"/>'
    return (
        f'<path class="lit-case" d="{line}" stroke="var(--lit-case)" stroke-width="7"/>'
        f'<path class="lit-ring" d="{line}" stroke="var(--lit)" stroke-width="3.5"/>'
        f"{picked if chosen else ''}"
    )


@cache
def _outline(place: str) -> str:
    """The path around a place on the map."""
    if place not in BRIDGE_OF:
        return outline(MIDDLES[place.partition("-")[2]], RADIUS - 4)
    (x0, y0), (x1, y1) = span(BRIDGE_OF[place])
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    dx, dy = -(y1 - y0) / length * 10, (x1 - x0) / length * 10
    return (
        f"M{number(x0 + dx)} {number(y0 + dy)}L{number(x1 + dx)} {number(y1 + dy)}"
        f"A10 10 0 0 0 {number(x1 - dx)} {number(y1 - dy)}L{number(x0 - dx)} {number(y0 - dy)}"
        f"A10 10 0 0 0 {number(x0 + dx)} {number(y0 + dy)}Z"
    )


def _middle(place: str) -> Point:
    if place not in BRIDGE_OF:
        return MIDDLES[place.partition("-")[2]]
    (x0, y0), (x1, y1) = span(BRIDGE_OF[place])
    return (x0 + x1) / 2, (y0 + y1) / 2


def _parts(place: Lit) -> list[str]:
    return place.ghost.split("+") if place.ghost else []


def _new_ground(place: Lit) -> str:
    """The hex as it would be once it is transformed; its pattern steps back behind a structure."""
    parts, name = _parts(place), place.place.partition("-")[2]
    strength = 0.3 if SIZES.keys() & set(parts) else 0.85
    for part in parts:
        terrain = part.removeprefix("terrain-")
        if terrain in TERRAINS and name in HEX_NAMES:
            drawn = hexagon(MIDDLES[name], terrain, name, strength)
            return f'<g data-terrain="{terrain}" pointer-events="none">{drawn}</g>'
    return ""


def _hint(place: Lit, terrain: str) -> str:
    """Before it is chosen: the spades that it takes, or small and pale what would stand there."""
    return _hinted(place.place, place.ghost, terrain)


@lru_cache(maxsize=4000)
def _hinted(place: str, ghost: str, terrain: str) -> str:
    x, y = _middle(place)
    drawn = ""
    for part in ghost.split("+"):
        if part.startswith("spade"):
            count = int(part.partition("-")[2] or 1)
            apart = 22 if count < 3 else 15
            spades = (use("spade", x + (k - (count - 1) / 2) * apart, y - 6, 24) for k in range(count))
            return f'<g aria-hidden="true" pointer-events="none">{"".join(spades)}</g>'
        if part in SIZES:
            drawn = (
                f'<g data-terrain="{terrain}" opacity=".55" aria-hidden="true" pointer-events="none">'
                f"{use(part, x, y - 6, 32)}</g>"
            )
    return drawn


def _ghost(place: Lit, terrain: str) -> str:
    """What would stand at the chosen place."""
    for part in _parts(place):
        if part in SIZES:
            drawn = structure(' id="ghost"', part, terrain, _middle(place.place))
        elif part == "bridge" and place.place in BRIDGE_OF:
            drawn = bridge(' id="ghost"', BRIDGE_OF[place.place], terrain)
        else:
            continue
        return f'<g opacity=".8" aria-hidden="true" pointer-events="none">{drawn}</g>'
    return ""


def _badge(place: Lit, *, chosen: bool) -> str:
    """What stands at a place: on small screens only at the one that is chosen."""
    minor = "" if chosen else " minor"
    return (
        f'<g class="badge{minor}" data-choice="{place.choice}" aria-hidden="true">'
        f"{_plate(place.place, place.badge)}</g>"
    )


@value
class _Type:
    """How large a badge is written."""

    size: float
    figure: float
    """The width of one."""
    symbol: float
    room: float
    """For a symbol."""
    margin: float


_ROOMY, _SNUG, _TIGHT = _Type(14, 8.5, 15, 17, 6), _Type(13, 7.6, 12, 12.5, 4), _Type(10, 5.8, 9.5, 10, 3)
"""For one or two goods, for three, and for more: a badge is no wider than its hex, so that none covers another one."""


@lru_cache(maxsize=4000)
def _plate(place: str, badge: str) -> str:
    x, y = _middle(place)
    y += 23 if place not in BRIDGE_OF else 0
    words = badge.split()
    look = _ROOMY if len(words) < 3 else _SNUG if len(words) == 3 else _TIGHT
    parts: list[tuple[float, str, str]] = []
    for word in words:
        found = _AMOUNT.fullmatch(word)
        if found and found[2] in GOODS:
            parts += [(look.figure * len(found[1]), found[1], ""), (look.room, "", GOODS[found[2]])]
        else:
            parts.append((7.8 * len(word) + 3, word, ""))
    wide = 2 * look.margin + sum(part[0] for part in parts)
    room = 0.8 * wide + 2  # on a phone badges grow by 1.6 and stay inside the map
    x = min(max(x, room), WIDTH - room)
    left = x - wide / 2 + look.margin
    drawn = ""
    for width, text, symbol in parts:
        middle = left + width / 2
        drawn += (
            use(symbol, middle, y, look.symbol)
            if symbol
            else f'<text x="{number(middle)}" y="{number(y + 0.36 * look.size)}" font-size="{number(look.size)}" '
            f'font-weight="700" text-anchor="middle" fill="var(--ink-on-dark)">{escape(text)}</text>'
        )
        left += width
    return (
        f'<rect x="{number(x - wide / 2)}" y="{number(y - 10)}" width="{number(wide)}" height="20" rx="10" '
        f'fill="var(--lit-case)" stroke="var(--lit)" stroke-width="1.5"/>{drawn}'
    )
