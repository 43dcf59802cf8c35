"""Terra Mystica in letters: the cult tracks and the map.

Every hex is a brick of five columns and two lines, odd rows half a brick to the right:

    A1  U A2  S     name and terrain
     ⌂●    ▲▲▲      structure with its owner's mark, or the terrain's pattern

Terrain is colour, letter and pattern; a structure stands on a pale plinth with its owner's mark, a town has a star.
"""

from __future__ import annotations

from typing import Final

from dolmen.contract.drawing import SEAT_MARKS, Canvas, Drawing, Row, Span
from dolmen.games.terra_mystica.present.vocabulary import Vocabulary
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
from dolmen.games.terra_mystica.rules.tiles import CULT_POWER, CULTS, ORDER_STEPS, TOP

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


def place_of(row: int, column: int) -> tuple[int, int]:
    """The upper left corner of a hex: column and line."""
    return column * CELL_WIDTH + (row % 2) * CELL_WIDTH // 2, row * CELL_HEIGHT


def seat_style(record: Record, seat: int) -> str:
    """The colour of a seat's faction."""
    faction = int(record.faction[seat])
    if faction != NOBODY:
        return BRIGHT[int(HOME[faction])]
    dealt = int(record.colour[seat])
    return BRIGHT[dealt] if dealt != NOBODY else "default"


def draw_map(record: Record, vocabulary: Vocabulary) -> Drawing:
    """Rivers, land, bridges, and what the letters mean."""
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
    return Drawing((*canvas.rows(), *_legend(vocabulary)))


def _river(canvas: Canvas, record: Record, river: int, *, named: bool) -> None:
    """Water; with its name where a faction may found towns over it, with a star where one did."""
    column, line = place_of(*RIVER_PLACES[river])
    canvas.put(column, line, f"{RIVER_NAMES[river] if named else '':<{INSIDE}}", RIVER)
    canvas.put(column, line + 1, " ~ ~ ", RIVER)
    if record.town_river[river]:
        owners = [int(record.owner[land]) for land in SHORE_LAND[river] if land >= 0 and record.in_town[land]]
        seat = next((owner for owner in owners if int(RIVER_TOWNS[int(record.faction[owner])])), owners[0])
        canvas.put(column + 1, line + 1, f"{TOWN}{SEAT_MARKS[seat]}{TOWN}", TOWN_PLINTH)


def _land(canvas: Canvas, record: Record, land: int) -> None:
    column, line = place_of(*LAND_PLACES[land])
    terrain = int(record.terrain[land])
    ground = f"{INKS[terrain]} on {GROUNDS[terrain]}"
    canvas.put(column, line, f"{HEX_NAMES[land]:<{INSIDE - 1}}{LETTERS[terrain]}", ground)
    canvas.put(column, line + 1, f" {PATTERNS[terrain]} ", f"{ground} dim")
    owner = int(record.owner[land])
    if owner != NOBODY:
        town = bool(record.in_town[land])
        piece = f"{GLYPHS[int(record.structure[land])]}{SEAT_MARKS[owner]}{TOWN if town else ' '}"
        canvas.put(column + 1, line + 1, piece, TOWN_PLINTH if town else PLINTH)


def _bridge(canvas: Canvas, record: Record, bridge: int) -> None:
    """Straight down over two river hexes, or aslant between them; with its owner's mark."""
    owner = int(record.bridge_owner[bridge])
    style = f"bold {seat_style(record, owner)} {RIVER_GROUND}"
    upper, lower = sorted(LAND_PLACES[int(end)] for end in BRIDGE_ENDS[bridge])
    column, line = place_of(*upper)
    other, _ = place_of(*lower)
    if lower[0] - upper[0] == 2:
        middle = column + INSIDE // 2
        canvas.put(middle, line + 2, "║" + SEAT_MARKS[owner], style)
        canvas.put(middle, line + 3, "║", style)
    elif other > column:
        canvas.put(column + INSIDE, line + 1, "╲" + SEAT_MARKS[owner], style)
        canvas.put(other - 2, line + 2, "╲", style)
    else:
        canvas.put(column - 2, line + 1, SEAT_MARKS[owner] + RISING, style)
        canvas.put(other + INSIDE, line + 2, RISING, style)


def _legend(vocabulary: Vocabulary) -> tuple[Row, ...]:
    """What the letters mean."""
    _ = vocabulary.words.gettext
    town, bridge = _("town"), _("bridge")
    terrains: list[Span] = []
    for terrain in range(len(TERRAINS)):
        terrains.append((f" {LETTERS[terrain]} ", f"{INKS[terrain]} on {GROUNDS[terrain]}"))
        terrains.append((f" {vocabulary.terrain(terrain)} ", "dim"))
    pieces: list[Span] = []
    for kind, glyph in enumerate(GLYPHS[1:], start=1):
        pieces += [(f" {glyph} ", PLINTH), (f" {vocabulary.structure(kind)} ", "dim")]
    pieces += [(f" {TOWN} ", TOWN_PLINTH), (f" {town} ", "dim")]
    pieces += [(" ║ ", f"bold {RIVER_GROUND}"), (f" {bridge}", "dim")]
    return tuple(terrains), tuple(pieces)


# -------------------------------------------------------------------------------------------------------------- cults

NAME_WIDTH, ORDER_WIDTH, SPACE_WIDTH = 10, 12, 5


def draw_cults(record: Record, vocabulary: Vocabulary) -> Drawing:
    """The four tracks with every marker, and the priests in the orders."""
    canvas = Canvas(NAME_WIDTH + ORDER_WIDTH + (TOP + 1) * SPACE_WIDTH, 2 + len(CULTS))
    canvas.put(NAME_WIDTH, 0, vocabulary.good("priest"), "dim")
    canvas.put(NAME_WIDTH, 1, " ".join(str(int(steps)) for steps in ORDER_STEPS), "dim")
    canvas.put(0, 1, vocabulary.good("power"), "dim")
    for space in range(TOP + 1):
        canvas.put(_space_column(space), 0, str(space), "dim")
        power = int(CULT_POWER[space])
        canvas.put(_space_column(space), 1, f"+{power}" if power else "", "medium_purple1")
    for track in range(len(CULTS)):
        canvas.put(0, 2 + track, vocabulary.cult(track), "bold")
        for place, priest in enumerate(record.orders[track].tolist()):
            _mark(canvas, NAME_WIDTH + 2 * place, 2 + track, [priest] if priest != NOBODY else [], record)
        for space in range(TOP + 1):
            _mark(canvas, _space_column(space), 2 + track, _seats_on(record, track, space), record)
    return Drawing(canvas.rows())


def _space_column(space: int) -> int:
    return NAME_WIDTH + ORDER_WIDTH + space * SPACE_WIDTH


def _seats_on(record: Record, track: int, space: int) -> list[int]:
    """The seats whose markers stand there."""
    return [
        seat
        for seat in range(int(record.players))
        if record.faction[seat] != NOBODY and int(record.cult[seat, track]) == space
    ]


def _mark(canvas: Canvas, column: int, row: int, seats: list[int], record: Record) -> None:
    canvas.put(column, row, "·", "dim")
    for place, seat in enumerate(seats):
        canvas.put(column + place, row, SEAT_MARKS[seat], f"bold {seat_style(record, seat)}")
