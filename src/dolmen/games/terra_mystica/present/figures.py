"""The rules of Terra Mystica as small pictures, by the keys of `rulebook`."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from dolmen.art import number, use
from dolmen.art.figures import either, figure, leads, scene, sign, together, words
from dolmen.games.terra_mystica.present.svg.geometry import ACROSS, RADIUS, Point, outline
from dolmen.games.terra_mystica.present.svg.ground import hexagon
from dolmen.games.terra_mystica.present.svg.pieces import structure
from dolmen.games.terra_mystica.present.svg.tiles import (
    POWER_SIGNS,
    bonus_tile,
    faction_ground,
    faction_hex,
    favour_tile,
    octagon,
    scoring_tile,
    town_tile,
)
from dolmen.games.terra_mystica.rules.board import TERRAINS
from dolmen.games.terra_mystica.rules.tiles import BONUSES, CULT_POWER, FAVOURS, SCORINGS, TOP, TOWNS

_EDGE: Final = 4.0


def _middle(column: float, row: int) -> Point:
    return _EDGE + ACROSS * (column + 0.5), _EDGE + RADIUS * (1 + 1.5 * row)


def _land(terrain: str, column: float = 0, row: int = 0, piece: str = "", owner: str = "") -> str:
    """A hex, with a structure of the faction of that terrain."""
    at = _middle(column, row)
    if terrain == "river":
        drawn = f'<path d="{outline(at, RADIUS - 0.7)}" fill="var(--river)" stroke="var(--bank)" stroke-width="1.4"/>'
        return f'<g data-terrain="river">{drawn}{use("terrain-river", *at, 2 * RADIUS)}</g>'
    drawn = f'<g data-terrain="{terrain}">{hexagon(at, terrain, "", 0.3 if piece else 0.85)}</g>'
    return drawn + (structure("", piece, owner or terrain, at) if piece else "")


def _map(columns: float, rows: int, *lands: str, zoom: float = 0.72) -> str:
    """Hexes as they lie together."""
    width, height = 2 * _EDGE + ACROSS * columns, 2 * _EDGE + RADIUS * (1.5 * rows + 0.5)
    return scene(width, height, "".join(lands), zoom)


def _hex(terrain: str, piece: str = "", owner: str = "") -> str:
    return _map(1, 1, _land(terrain, 0, 0, piece, owner))


def _circle() -> str:
    """The circle of terrains: a step along it is a spade."""
    names = [name for name in TERRAINS if name != "river"][:7]
    drawn = (
        '<circle cx="100" cy="100" r="66" fill="none" stroke="var(--border)" stroke-width="3" stroke-dasharray="3 6"/>'
    )
    for place, name in enumerate(names):
        angle = 2 * math.pi * place / 7 - math.pi / 2
        drawn += faction_ground(name, 100 + 66 * math.cos(angle), 100 + 66 * math.sin(angle), 27)
    return scene(200, 200, drawn + use("spade", 100, 100, 42), 0.85)


def _octagon(row: str, *, size: int = 56) -> str:
    return octagon(row, used=False).replace("<svg ", f'<svg width="{size}" height="{size}" ', 1)


def _bowls(*tokens: int) -> str:
    """The three bowls with their power."""
    drawn = ""
    for bowl, count in enumerate(tokens):
        left = bowl * 84
        drawn += (
            f'<path d="M{left + 3} 28h70c0 20-14 33-35 33S{left + 3} 48 {left + 3} 28Z" fill="var(--bowl)" '
            'stroke="var(--line)" stroke-width="2"/>'
        )
        drawn += "".join(use("power", left + 22 + 17 * (k % 3), 40 - 14 * (k // 3), 17) for k in range(count))
        drawn += (
            f'<text x="{left + 38}" y="78" font-size="14" font-weight="700" text-anchor="middle" '
            f'fill="var(--ink-2)">{("I", "II", "III")[bowl]}</text>'
        )
    return scene(248, 84, drawn, 0.66)


def _track(step: int, terrain: str = "forest", cult: str = "fire") -> str:
    """A cult track with a marker; the spaces that bring power are framed."""
    drawn = f'<g data-cult="{cult}" color="var(--cult)">{use(f"cult-{cult}", 16, 20, 26)}</g>'
    for space in range(TOP + 1):
        x = 36 + 27 * space
        gives = bool(CULT_POWER[space])
        drawn += (
            f'<rect x="{x}" y="4" width="25" height="32" rx="5" fill="var(--surface)" '
            f'stroke="var(--{"power" if gives else "rule"})" stroke-width="{2 if gives else 1}"/>'
            f'<text x="{x + 12.5}" y="25" font-size="12" text-anchor="middle" fill="var(--ink-2)">{space}</text>'
        )
    drawn += faction_ground(terrain, 36 + 27 * step + 12.5, 20, 12)
    return scene(336, 40, drawn, 0.85)


def _bridge() -> str:
    one, other = _middle(0.5, 0), _middle(0.5, 2)
    line = f"M{number(one[0])} {number(one[1] + 30)}L{number(other[0])} {number(other[1] - 30)}"
    planks = (
        f'<g data-terrain="forest" fill="none"><path d="{line}" stroke="var(--line)" stroke-width="19" '
        f'stroke-linecap="round"/><path d="{line}" stroke="var(--p)" stroke-width="14" stroke-linecap="round"/>'
        f'<path d="{line}" stroke="var(--paper)" stroke-width="8" stroke-dasharray="2.5 5"/></g>'
    )
    lands = (
        _land("river", 0, 1),
        _land("river", 1, 1),
        _land("forest", 0.5, 0, "dwelling"),
        _land("mountains", 0.5, 2),
    )
    return _map(2, 3, *lands, planks, zoom=0.62)


def _offer() -> str:
    """A neighbour builds beside two structures."""
    return _map(
        2,
        2,
        _land("forest", 0, 0, "trading-house"),
        _land("forest", 1, 0, "dwelling"),
        _land("desert", 0.5, 1, "dwelling"),
    )


def _town() -> str:
    return _map(
        2.5,
        2,
        _land("forest", 0, 0, "dwelling"),
        _land("forest", 1, 0, "trading-house"),
        _land("forest", 0.5, 1, "stronghold"),
        _land("forest", 1.5, 1, "dwelling"),
    )


def _reach() -> str:
    """Over the river by ship."""
    return _map(3, 1, _land("forest", 0, 0, "dwelling"), _land("river", 1, 0), _land("mountains", 2, 0))


def _piece(symbol: str, size: int = 42, terrain: str = "forest") -> str:
    return sign(symbol, size, terrain=terrain)


def _cult(name: str, size: int) -> str:
    return sign(f"cult-{name}", size, "var(--cult)", cult=name)


def _goods(*amounts: tuple[int, str]) -> str:
    return together(*(words(str(count)) + sign(symbol, 28, stone="plain") for count, symbol in amounts))


@cache
def figures() -> dict[str, str]:
    """By the key of the rule."""
    points = sign("vp", 30)
    spade = sign("spade", 36)
    dug = figure(_hex("mountains"), leads(), spade, leads(), _hex("forest"))
    return {
        "aim": figure(
            _hex("mountains"), leads(), spade, leads(), _hex("forest", "dwelling"), leads(), _town(), leads(), points
        ),
        "faction": figure(
            *(
                faction_hex(name).replace("<svg ", '<svg width="46" height="46" ', 1)
                for name in TERRAINS
                if name != "river"
            )
        ),
        "dwelling": figure(_hex("forest"), leads(), _hex("forest", "dwelling")),
        "first_bonus": figure(*(bonus_tile(BONUSES.index(code)) for code in ("BON1", "BON4", "BON6"))),
        "income": figure(
            together(_piece("dwelling"), leads(), _goods((1, "cube"))),
            either(),
            together(_piece("trading-house"), leads(), _goods((2, "coin"), (1, "power"))),
            either(),
            together(_piece("temple"), leads(), _goods((1, "priest"))),
        ),
        "bowls": figure(_bowls(5, 4, 0), leads(), _bowls(2, 7, 0), leads(), _bowls(0, 7, 2)),
        "action": figure(
            _hex("forest", "dwelling"),
            either(),
            sign("ship", 40),
            either(),
            spade,
            either(),
            _piece("temple"),
            either(),
            _piece("priest"),
            either(),
            _octagon("2 cube"),
            either(),
            _octagon("spade spade"),
            either(),
            bonus_tile(BONUSES.index("BON4")),
        ),
        "second": figure(_octagon("double"), leads(), words("2 ×")),
        "end": figure(
            together(_goods((5, "power")), leads(), _goods((1, "priest"))),
            either(),
            together(_goods((3, "power")), leads(), _goods((1, "cube"))),
            either(),
            together(_goods((1, "power")), leads(), _goods((1, "coin"))),
        ),
        "dwelling_too": figure(_hex("forest"), leads(), _hex("forest", "dwelling")),
        "terrain": figure(_circle()),
        "reach": figure(
            _map(2, 1, _land("forest", 0, 0, "dwelling"), _land("mountains", 1, 0)),
            either(),
            together(sign("ship", 36), words("1"), _reach()),
        ),
        "spade": dug,
        "cult_spade": figure(_cult("fire", 32), words("4"), leads(), spade, leads(), _hex("forest")),
        "sandstorm": figure(_octagon("hex:desert"), leads(), _hex("lakes"), leads(), _hex("desert")),
        "ride": figure(_octagon("dwelling"), leads(), _hex("forest", "dwelling")),
        "upgrade": figure(
            _octagon("trading-house"), leads(), _hex("lakes", "dwelling"), leads(), _hex("lakes", "trading-house")
        ),
        "bridge": figure(_bridge()),
        "step": figure(_track(2), leads(), _track(5)),
        "stay": figure(_track(9), sign("key", 34), leads(), _track(10)),
        "favour": figure(
            _piece("temple"), leads(), *(favour_tile(FAVOURS.index(code)) for code in ("FAV1", "FAV10", "FAV11"))
        ),
        "town": figure(
            _town(),
            together(words("1 + 2 + 3 + 1 = 7")),
            leads(),
            town_tile(TOWNS.index("TW1")),
            sign("key", 34),
        ),
        "offer": figure(
            _offer(), leads(), together(words("2 + 1 ="), _goods((3, "power"))), together(words("−2"), points)
        ),
        "reward": figure(_offer(), leads(), _cult("water", 32), words("+1")),
        "pass": figure(
            bonus_tile(BONUSES.index("BON6")),
            leads(),
            together(words("+"), points),
            leads(),
            bonus_tile(BONUSES.index("BON4")),
            together(words("+1"), sign("coin", 28)),
        ),
        "cult_bonus": figure(
            scoring_tile(SCORINGS.index("SCORE3"), 1), _track(5, cult="water"), leads(), _goods((1, "priest"))
        ),
        "send": figure(
            together(_piece("priest"), leads(), words("3")),
            either(),
            together(_piece("priest"), leads(), words("2")),
            either(),
            together(_piece("priest"), leads(), words("1"), leads(), _piece("priest", 26)),
        ),
        "raise": figure(
            _piece("dwelling"),
            leads(),
            _piece("trading-house"),
            leads(),
            together(_piece("temple"), leads(), _piece("sanctuary")),
            either(),
            _piece("stronghold"),
        ),
        "power": figure(*(_octagon(row) for row in POWER_SIGNS)),
        "track": figure(
            together(sign("ship", 38), words("0 → 1 → 2 → 3")), either(), together(spade, words("3 → 2 → 1"))
        ),
        "over": figure(
            together(_cult("fire", 30), words("8 · 4 · 2")),
            either(),
            together(_town(), words("18 · 12 · 6")),
            either(),
            together(_goods((3, "coin")), leads(), words("1"), points),
        ),
    }
