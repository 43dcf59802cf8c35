"""The map in letters: every hex a brick of five columns and two lines, odd rows half a brick to the right.

    A1  U A2  S     name and terrain
     ⌂●    ▲▲▲      structure with its owner's mark, or the terrain's pattern

Terrain is colour, letter and pattern; a structure stands on a pale plinth with its owner's mark, a town has a star.
"""

from __future__ import annotations

from typing import Final

from rich.text import Text

from dolmen.games.terra_mystica.rules.board import (
    BRIDGE_ENDS,
    BRIDGES,
    HEX_NAMES,
    LAND_PLACES,
    RIVER_NAMES,
    RIVER_PLACES,
    ROWS,
    SHORE_LAND,
    TERRAINS,
)
from dolmen.games.terra_mystica.rules.factions import HOME, RIVER_TOWNS
from dolmen.games.terra_mystica.rules.record import NOBODY, Record

MARKS: Final = "●▲■✚◆"
"""A seat is a mark and its faction's colour, so that nobody needs to see the colour."""
GLYPHS: Final = (" ", "⌂", "⊞", "Π", "♜", "◈")
"""Dwelling, trading post, temple, stronghold, sanctuary."""
TOWN: Final = "*"
LETTERS: Final = "YUKBGSR"
GROUNDS: Final = ("#d1ab3f", "#6d421d", "#2c2f37", "#376cb0", "#439064", "#989d9e", "#c54c35")
INKS: Final = ("#241a00", "#f0d9bd", "#c3c9d3", "#e4f2fd", "#06210f", "#14181a", "#fff0ec")
BRIGHT: Final = ("#f0c63a", "#dfb184", "#9aa0ab", "#7fb4ec", "#6fc68f", "#d5dadb", "#f3836a")
"""The terrains' colours as text on a dark or a light screen."""
PATTERNS: Final = ("∴ ∴", "≡≡≡", "„ „", "≈≈≈", "♣ ♣", "▲▲▲", "✕ ✕")
RISING: Final = "\u2571"
RIVER: Final = "#46606c on #1b272e"
RIVER_GROUND: Final = "on #1b272e"
PLINTH: Final = "bold #14181a on #efe9d8"
TOWN_PLINTH: Final = "bold #14181a on #ffd75f"

CELL_WIDTH, CELL_HEIGHT = 6, 2
INSIDE = CELL_WIDTH - 1
WIDTH: Final = max(len(row) for row in ROWS) * CELL_WIDTH - 1
HEIGHT: Final = len(ROWS) * CELL_HEIGHT


class Canvas:
    """A rectangle of styled characters."""

    def __init__(self, width: int, height: int) -> None:
        self.letters = [[" "] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]

    def put(self, column: int, row: int, text: str, style: str = "") -> None:
        """Write a text at a place."""
        for offset, letter in enumerate(text):
            self.letters[row][column + offset] = letter
            self.styles[row][column + offset] = style

    def text(self) -> Text:
        """The whole rectangle."""
        lines = []
        for letters, styles in zip(self.letters, self.styles, strict=True):
            line = Text(no_wrap=True)
            for letter, style in zip(letters, styles, strict=True):
                line.append(letter, style)
            lines.append(line)
        return Text("\n", no_wrap=True).join(lines)


def place_of(row: int, column: int) -> tuple[int, int]:
    """The upper left corner of a hex: column and line."""
    return column * CELL_WIDTH + (row % 2) * CELL_WIDTH // 2, row * CELL_HEIGHT


def colour_of(record: Record, seat: int) -> str:
    """A seat's colour as text."""
    faction = int(record.faction[seat])
    if faction != NOBODY:
        return BRIGHT[int(HOME[faction])]
    dealt = int(record.colour[seat])
    return BRIGHT[dealt] if dealt != NOBODY else "default"


def draw_map(record: Record) -> Text:
    """Rivers, land, bridges."""
    canvas = Canvas(WIDTH, HEIGHT)
    named = any(
        int(RIVER_TOWNS[int(faction)]) for faction in record.faction[: int(record.players)] if faction != NOBODY
    )
    for river in range(len(RIVER_PLACES)):
        _river(canvas, record, river, named=named)
    for land in range(len(LAND_PLACES)):
        _land(canvas, record, land)
    for bridge in range(BRIDGES):
        if record.bridge_owner[bridge] != NOBODY:
            _bridge(canvas, record, bridge)
    return canvas.text()


def _river(canvas: Canvas, record: Record, river: int, *, named: bool) -> None:
    """Water; with its name where a faction may found towns over it, with a star where one did."""
    column, line = place_of(*RIVER_PLACES[river])
    canvas.put(column, line, f"{RIVER_NAMES[river] if named else '':<{INSIDE}}", RIVER)
    canvas.put(column, line + 1, " ~ ~ ", RIVER)
    if record.town_river[river]:
        owners = [int(record.owner[land]) for land in SHORE_LAND[river] if land >= 0 and record.in_town[land]]
        seat = next((owner for owner in owners if int(RIVER_TOWNS[int(record.faction[owner])])), owners[0])
        canvas.put(column + 1, line + 1, f"{TOWN}{MARKS[seat]}{TOWN}", TOWN_PLINTH)


def _land(canvas: Canvas, record: Record, land: int) -> None:
    column, line = place_of(*LAND_PLACES[land])
    terrain = int(record.terrain[land])
    ground = f"{INKS[terrain]} on {GROUNDS[terrain]}"
    canvas.put(column, line, f"{HEX_NAMES[land]:<{INSIDE - 1}}{LETTERS[terrain]}", ground)
    canvas.put(column, line + 1, f" {PATTERNS[terrain]} ", f"{ground} dim")
    owner = int(record.owner[land])
    if owner != NOBODY:
        town = bool(record.in_town[land])
        piece = f"{GLYPHS[int(record.structure[land])]}{MARKS[owner]}{TOWN if town else ' '}"
        canvas.put(column + 1, line + 1, piece, TOWN_PLINTH if town else PLINTH)


def _bridge(canvas: Canvas, record: Record, bridge: int) -> None:
    """Straight down over two river hexes, or aslant between them; with its owner's mark."""
    owner = int(record.bridge_owner[bridge])
    style = f"bold {colour_of(record, owner)} {RIVER_GROUND}"
    upper, lower = sorted(LAND_PLACES[int(end)] for end in BRIDGE_ENDS[bridge])
    column, line = place_of(*upper)
    other, _ = place_of(*lower)
    if lower[0] - upper[0] == 2:
        middle = column + INSIDE // 2
        canvas.put(middle, line + 2, "║" + MARKS[owner], style)
        canvas.put(middle, line + 3, "║", style)
    elif other > column:
        canvas.put(column + INSIDE, line + 1, "╲" + MARKS[owner], style)
        canvas.put(other - 2, line + 2, "╲", style)
    else:
        canvas.put(column - 2, line + 1, MARKS[owner] + RISING, style)
        canvas.put(other + INSIDE, line + 2, RISING, style)


def legend() -> Text:
    """What the letters mean."""
    text = Text(no_wrap=True)
    for terrain, name in enumerate(TERRAINS):
        text.append(f" {LETTERS[terrain]} ", f"{INKS[terrain]} on {GROUNDS[terrain]}")
        text.append(f"{name} ", "dim")
    text.append("\n")
    pieces = ("dwelling", "trading post", "temple", "stronghold", "sanctuary")
    for glyph, name in zip(GLYPHS[1:], pieces, strict=True):
        text.append(f" {glyph}", PLINTH)
        text.append(f" {name} ", "dim")
    text.append(f" {TOWN}", TOWN_PLINTH)
    text.append(" town ", "dim")
    text.append(" ║", f"bold {RIVER_GROUND}")
    text.append(" bridge", "dim")
    return text
