"""The map as it is printed: rivers, banks, terrain by colour and pattern, the names of the hexes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final
from xml.sax.saxutils import quoteattr

from dolmen.art import number, use
from dolmen.art.handles import placed
from dolmen.games.terra_mystica.present.svg.geometry import (
    EDGE,
    HEIGHT,
    LAND_MIDDLES,
    RADIUS,
    RIVER_MIDDLES,
    WIDTH,
    Point,
    outline,
)
from dolmen.games.terra_mystica.rules.board import HEX_NAMES, LAND, PRINTED, TERRAINS

DARK: Final = frozenset({"plains", "swamp", "lakes"})
"""Terrains whose ground asks for light letters."""
NO_NAMES: Final[Mapping[str, str]] = MappingProxyType({})


def ground(names: Mapping[str, str] = NO_NAMES) -> str:
    """The printed map. `names` says for those who hear it what each hex is: {"A1": "A1, plains"}."""
    lands = "".join(_land(land, names.get(HEX_NAMES[land], "")) for land in range(LAND))
    return _water() + _letters() + lands


@cache
def _letters() -> str:
    """The letter of each row at the edge, so that the names of hexes can be found."""
    rows = {HEX_NAMES[land][0]: LAND_MIDDLES[land][1] for land in range(LAND)}
    letters = (f'<text x="{-EDGE / 2 + 3:g}" y="{number(y + 4.5)}">{letter}</text>' for letter, y in rows.items())
    return (
        '<g class="edge" aria-hidden="true" font-size="13" font-weight="700" text-anchor="middle" fill="var(--ink-2)">'
        f"{''.join(letters)}</g>"
    )


@cache
def _water() -> str:
    """The river, its waves, and the banks around the land."""
    waves = "".join(use("terrain-river", x, y, 2 * RADIUS) for x, y in RIVER_MIDDLES)
    banks = "".join(outline(middle, RADIUS) for middle in LAND_MIDDLES)
    return (
        f'<rect x="{-EDGE}" width="{WIDTH + EDGE}" height="{HEIGHT}" rx="18" fill="var(--river)"/>'
        f'<g data-terrain="river">{waves}</g>'
        f'<path d="{banks}" fill="none" stroke="var(--bank)" stroke-width="9" stroke-linejoin="round"/>'
    )


def _land(land: int, name: str) -> str:
    terrain = TERRAINS[int(PRINTED[land])]
    named = f' role="img" aria-label={quoteattr(name)}' if name else ""
    drawn = hexagon(LAND_MIDDLES[land], terrain, HEX_NAMES[land], 0.85)
    return f'<g{placed(f"hex-{HEX_NAMES[land]}")} data-terrain="{terrain}"{named}>{drawn}</g>'


@cache
def hexagon(middle: Point, terrain: str, name: str, strength: float) -> str:
    """A hex: ground, pattern, name. The pattern steps back behind a piece."""
    x, y = middle
    dark = terrain in DARK
    return (
        f'<path d="{outline(middle, RADIUS - 0.7)}" fill="var(--g)" stroke="var(--hexline)" stroke-width="1.4"/>'
        f"{use(f'terrain-{terrain}', x, y, 2 * RADIUS - 6, opacity=strength)}"
        f'<text class="place-name" x="{number(x)}" y="{number(y - RADIUS + 13)}" font-size="11" font-weight="600" '
        f'text-anchor="middle" fill="var(--{"ink-on-dark" if dark else "line"})" opacity="{0.85 if dark else 0.75}">'
        f"{name}</text>"
    )
