"""Tiles as small pictures: scoring tiles, bonus scrolls, favours, towns, octagons of actions.

What a tile says is a row of signs in a few words, drawn by `signs`: "2 coin", "plain dwelling 1 vp".
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final
from xml.sax.saxutils import quoteattr

from dolmen.art import icon, known_symbols, number, use
from dolmen.games.terra_mystica.present.artwork import SYMBOLS
from dolmen.games.terra_mystica.present.svg.choices import rings
from dolmen.games.terra_mystica.present.svg.geometry import outline
from dolmen.games.terra_mystica.rules.board import TERRAINS
from dolmen.games.terra_mystica.rules.factions import SPECIALS
from dolmen.games.terra_mystica.rules.record import ROUNDS
from dolmen.games.terra_mystica.rules.tiles import (
    BONUS_CULT_STEP,
    BONUS_INCOME,
    BONUS_POINTS,
    BONUS_SHIPPING,
    BONUS_SHIPPING_POINTS,
    BONUS_SPADE,
    FAV_CULT_STEP,
    FAV_DWELLING_POINTS,
    FAV_DWELLINGS,
    FAV_PASSING,
    FAV_PASSING_POINTS,
    FAV_TOWN_POWER,
    FAV_TRADING_POST_POINTS,
    FAV_TRADING_POSTS,
    FAVOUR_INCOME,
    FAVOUR_STEPS,
    ORDERS,
    POINTS_PER_SHIPPING,
    POWER_COST,
    SCORING_CULT,
    SCORING_GAIN,
    SCORING_POINTS,
    SCORING_SPADE,
    SCORING_SPADES,
    SCORING_STEPS,
    SCORING_TOWN,
    SPADE_POINTS,
    TOWN_GAIN,
    TOWN_KEYS,
    TOWN_POINTS,
    TOWN_POWER,
    TOWN_SCORING_POINTS,
    TOWN_SHIPPING,
    TOWN_STEPS,
)

CULTS: Final = ("fire", "water", "earth", "air")
GOODS: Final = ("cube", "coin", "priest", "power")
_KINDS: Final = ("", "dwelling", "trading-house", "temple", "stronghold", "sanctuary")
_WIDE: Final = frozenset({"any-cult", "double"})
_SYMBOLS: Final = known_symbols(SYMBOLS)


def goods(amounts: Iterable[int], *, ones: bool = True) -> str:
    """Goods as signs: '1 cube 3 power'; without `ones`, a single one is its symbol alone."""
    return " ".join(
        name if amount == 1 and not ones else f"{amount} {name}"
        for amount, name in zip((int(amount) for amount in amounts), GOODS, strict=True)
        if amount
    )


@cache
def signs(row: str, x: float, y: float, size: float, most: float = 84.0) -> str:
    """A row of signs about a middle: words that are symbols are drawn, others are text; shrunk to what there is room.

    `any-cult` is a step on a track of one's choice, `oct:spade` a special action, `hex:desert` a hex.
    """
    words = row.split()
    widths = [_width(word) for word in words]
    size = min(size, most / max(sum(widths), 1.0))
    left = x - sum(widths) * size / 2
    drawn = []
    for word, width in zip(words, widths, strict=True):
        drawn.append(_sign(word, left + width * size / 2, y, size))
        left += width * size
    return f'<g data-stone="plain">{"".join(drawn)}</g>'


def _is_text(word: str) -> bool:
    return word not in _SYMBOLS and word not in _WIDE and ":" not in word


def _width(word: str) -> float:
    """How wide a sign is, in sizes."""
    if _is_text(word):
        return 0.6 * len(word) + 0.12
    return 1.55 if word.startswith("oct:") or word == "any-cult" else 1.22


def _sign(word: str, x: float, y: float, size: float) -> str:
    if _is_text(word):
        return text(word, x, y + 0.35 * size, size)
    if word == "any-cult":
        half = 0.31 * size
        disc = f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(0.72 * size)}" fill="var(--paper)"/>'
        return disc + "".join(
            _cult(cult, x + (half if place % 2 else -half), y + (half if place > 1 else -half), 0.58 * size)
            for place, cult in enumerate(CULTS)
        )
    if word == "double":
        return _arrows(x, y, size)
    if word.startswith("oct:"):
        return use("octagon", x, y, 1.5 * size) + _sign(word.removeprefix("oct:"), x, y, 0.88 * size)
    if word.startswith("hex:"):
        return faction_ground(word.removeprefix("hex:"), x, y, 0.62 * size)
    if word.startswith("cult-"):
        return _cult(word.removeprefix("cult-"), x, y, 1.1 * size)
    return use(word, x, y, 1.15 * size)


def _cult(cult: str, x: float, y: float, size: float) -> str:
    return f'<g data-cult="{cult}" color="var(--cult)">{use(f"cult-{cult}", x, y, size)}</g>'


def _arrows(x: float, y: float, size: float) -> str:
    """Two turns, one after the other."""
    return (
        f'<g color="var(--line)">{"".join(use("i-arrow", x, y + dy * size, 0.95 * size) for dy in (-0.38, 0.38))}</g>'
    )


def text(words: str, x: float, y: float, size: float) -> str:
    """A few letters in bold, dark: tiles are pale by day and night."""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" font-weight="700" text-anchor="middle" '
        f'fill="var(--line)">{words}</text>'
    )


def faction_ground(terrain: str, x: float, y: float, radius: float) -> str:
    """A hex of a terrain."""
    return (
        f'<g data-terrain="{terrain}"><path d="{outline((x, y), radius)}" fill="var(--g)" stroke="var(--line)" '
        f'stroke-width="{number(max(1.0, radius / 12))}"/>{use(f"terrain-{terrain}", x, y, 2 * radius)}</g>'
    )


@cache
def faction_hex(terrain: str) -> str:
    """The sign of a faction: a hex of its home terrain, or an empty one before it is known."""
    inner = (
        faction_ground(terrain, 24, 24, 23)
        if terrain in TERRAINS
        else f'<path d="{outline((24, 24), 23)}" fill="var(--surface-2)" stroke="var(--border)" stroke-width="2"/>'
    )
    return f'<svg viewBox="0 0 48 48" aria-hidden="true">{inner}</svg>'


def picture(inner: str, label: str, height: int, *, cult: str = "", ring: bool = False, chosen: bool = False) -> str:
    """A tile of a width of 96, with a name for those who hear it, and the ring if it may be chosen."""
    named = f'role="img" aria-label={quoteattr(label)}' if label else 'aria-hidden="true"'
    of_cult = f' data-cult="{cult}"' if cult else ""
    frame = rings(f"M6 5H90V{height - 5}H6Z", chosen=chosen) if ring else ""
    around = f'<g fill="none" stroke-linejoin="round">{frame}</g>' if ring else ""
    return f'<svg class="tile" viewBox="0 0 96 {height}"{of_cult} {named}>{inner}{around}</svg>'


def _frame(name: str, height: int) -> str:
    return f'<use href="#frame-{name}" width="96" height="{height}"/>'


def scoring_signs(tile: int) -> str:
    """What a round scores."""
    if tile == SCORING_SPADE:
        return f"spade {SPADE_POINTS} vp"
    if tile == SCORING_TOWN:
        return f"town {TOWN_SCORING_POINTS} vp"
    kinds = [kind for kind in range(1, 6) if SCORING_POINTS[tile, kind]]
    return f"{' '.join(_KINDS[kind] for kind in kinds)} {int(SCORING_POINTS[tile, kinds[0]])} vp"


def cult_bonus_signs(tile: int) -> tuple[str, str]:
    """What the cult bonus of a round asks for, and what it gives."""
    of = "priest" if SCORING_CULT[tile] == ORDERS else f"cult-{CULTS[int(SCORING_CULT[tile])]}"
    return f"{of} {int(SCORING_STEPS[tile])}", "1 spade" if SCORING_SPADES[tile] else goods(SCORING_GAIN[tile])


@cache
def scoring_tile(tile: int, round_number: int, label: str = "") -> str:
    """What a round scores, and its cult bonus; the last round has none."""
    inner = _frame("scoring", 76) + signs(scoring_signs(tile), 48, 24, 23)
    if round_number < ROUNDS:
        steps, gain = cult_bonus_signs(tile)
        inner += (
            '<path d="M6 45h84" stroke="var(--line)" stroke-opacity=".25"/>'
            f"{signs(steps, 25, 59, 17)}"
            '<path d="M43 59h10M49.5 55l4 4-4 4" fill="none" stroke="var(--line)" stroke-width="2"/>'
            f"{signs(gain, 73, 59, 17, 36)}"
        )
    return picture(inner, label, 76)


def bonus_signs(tile: int) -> tuple[str, str]:
    """A bonus scroll as two rows of signs: its income, and what else it gives."""
    income = goods(BONUS_INCOME[tile])
    if tile == BONUS_SPADE:
        return income, "oct:spade"
    if tile == BONUS_CULT_STEP:
        return income, "oct:any-cult"
    if tile == BONUS_SHIPPING:
        return income, "+1 ship"
    if tile == BONUS_SHIPPING_POINTS:
        return income, f"ship {POINTS_PER_SHIPPING} vp"
    kinds = [kind for kind in range(1, 6) if BONUS_POINTS[tile, kind]]
    if kinds:
        return income, f"{' '.join(_KINDS[kind] for kind in kinds)} {int(BONUS_POINTS[tile, kinds[0]])} vp"
    return income, ""


@cache
def bonus_tile(tile: int, label: str = "", *, small: bool = False, ring: bool = False, chosen: bool = False) -> str:
    """A bonus scroll; the small one stands among a player's tiles."""
    income, more = bonus_signs(tile)
    height = 60 if small else 76
    top, low, size = (20.5, 43, 16) if small else (28, 56, 19)
    middle = (height + 8) / 2
    inner = _frame("scroll", height)
    inner += signs(income, 48, top if more else middle, size, 72) + (signs(more, 48, low, size, 72) if more else "")
    return picture(inner, label, height, ring=ring, chosen=chosen)


def bonus_picture(tile: int, coins: int) -> str:
    """A bonus scroll with the coins that lie on it."""
    pile = f'<span class="pile">+{coins}{icon("coin")}</span>' if coins else ""
    return bonus_tile(tile) + pile


@cache
def favour_tile(tile: int, label: str = "", *, ring: bool = False, chosen: bool = False) -> str:
    """A favour: its steps on a track, and what it gives for the rest of the game."""
    cult = CULTS[tile % 4]
    steps = f"cult-{cult} {int(FAVOUR_STEPS[tile])}"
    more = {
        FAV_TOWN_POWER: f"town {TOWN_POWER - 1}",
        FAV_CULT_STEP: "oct:any-cult",
        FAV_TRADING_POSTS: f"trading-house {FAV_TRADING_POST_POINTS}",
        FAV_DWELLINGS: f"dwelling {FAV_DWELLING_POINTS}",
    }.get(tile, goods(FAVOUR_INCOME[tile]))
    inner = _frame("favour", 60)
    divider = '<path d="M46 15v30" stroke="var(--line)" stroke-opacity=".25"/>'
    if tile == FAV_PASSING:
        points = " ".join(str(int(points)) for points in FAV_PASSING_POINTS[1:])
        inner += signs(steps, 26, 30, 16, 32) + divider
        inner += signs("trading-house", 66, 22, 16) + signs(points, 66, 40, 14, 40)
    elif more.count(" ") == 3:
        first, second = more.rsplit(" ", 2)[0], " ".join(more.split()[2:])
        inner += signs(steps, 26, 30, 16, 32) + divider + signs(first, 66, 21, 15) + signs(second, 66, 40, 15)
    elif more:
        inner += signs(steps, 26, 30, 16, 32) + divider + signs(more, 67, 30, 17, 38)
    else:
        inner += signs(steps, 48, 30, 22)
    return picture(inner, label, 60, cult=cult, ring=ring, chosen=chosen)


@cache
def town_tile(tile: int, label: str = "", *, ring: bool = False, chosen: bool = False) -> str:
    """A town: its points, and what it gives at once."""
    parts = [f"{int(TOWN_POINTS[tile])} vp", goods(TOWN_GAIN[tile], ones=True)]
    if TOWN_STEPS[tile]:
        parts.append(f"+{int(TOWN_STEPS[tile])} any-cult")
    if TOWN_KEYS[tile] > 1:
        parts.append(f"{int(TOWN_KEYS[tile])} key")
    if tile == TOWN_SHIPPING:
        parts.append("+1 ship")
    parts = [part for part in parts if part]
    rows = [" ".join(parts)] if len(parts) < 3 else [" ".join(parts[::2]), parts[1]]
    size, apart = (19, 0) if len(rows) == 1 else (15, 19)
    inner = "".join(signs(row, 48, 37 + (place - (len(rows) - 1) / 2) * apart, size) for place, row in enumerate(rows))
    return picture(_frame("town", 60) + inner, label, 60, ring=ring, chosen=chosen)


OCTAGON_RING: Final = "M20.5 5H43.5L59 20.5V43.5L43.5 59H20.5L5 43.5V20.5Z"


@cache
def octagon(row: str, label: str = "", *, used: bool, ring: bool = False, chosen: bool = False) -> str:
    """The octagon of an action, crossed out once it is taken."""
    named = f'role="img" aria-label={quoteattr(label)}' if label else 'aria-hidden="true"'
    drawn = use("octagon-used" if used else "octagon", 32, 32, 60) + ("" if used else signs(row, 32, 32, 26, 46))
    around = f'<g fill="none" stroke-linejoin="round">{rings(OCTAGON_RING, chosen=chosen)}</g>' if ring else ""
    return f'<svg class="oct" viewBox="0 0 64 64" {named}>{drawn}{around}</svg>'


SPECIAL_SIGNS: Final = dict(
    zip(
        SPECIALS,
        ("2 any-cult", "double", "bridge", "spade spade", "hex:desert", "trading-house", "dwelling"),
        strict=True,
    )
)
"""What each faction's special action shows: two steps, two turns, a bridge, two spades, a sandstorm, a temple's
predecessor, a dwelling that the witches fly to."""
POWER_SIGNS: Final = ("bridge", "priest", "2 cube", "7 coin", "spade", "spade spade")
"""What ACT1 to ACT6 show."""


def power_octagon(action: int, *, used: bool, ring: bool = False, chosen: bool = False) -> str:
    """A power action with its price."""
    drawn = octagon(POWER_SIGNS[action], used=used, ring=ring, chosen=chosen)
    return f'{drawn}<span class="pc">{int(POWER_COST[action])}{icon("power")}</span>'
