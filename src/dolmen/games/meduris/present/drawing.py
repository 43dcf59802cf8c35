"""Meduris in letters: the ring of fields around the mountain, with the plains inside.

Field 1, 2, ... run along the top, down the right side, back along the bottom and up the left side, clockwise; the
great river lies between the last field and field 1, in the upper left corner.
"""

from __future__ import annotations

from dolmen.contract.drawing import SEAT_MARKS, SEAT_STYLES, Canvas, Drawing
from dolmen.core.words import Words
from dolmen.games.meduris.present.vocabulary import material, material_letters
from dolmen.games.meduris.rules.materials import CHIP_DRUID, CHIPS, MATERIALS
from dolmen.games.meduris.rules.record import DRUID_TEMPLE, NOBODY, Record, Site, sites

MATERIAL_STYLES = {"wood": "dark_goldenrod", "wool": "grey93", "copper": "orange1", "stone": "grey58"}
CHIP_MARKS = {"": "  ", "two": "+2", "hut": "+⌂", "druid": "+D"}
AREA_SHADES = ("on grey11", "on grey19")

CELL_WIDTH, CELL_HEIGHT = 6, 2
LEAST_ROWS = 6
"""So many rows the plains need inside the ring."""


def ring_places(fields: int) -> list[tuple[int, int]]:
    """Column and row of every field's cell: clockwise around a rectangle whose corners are fields, too."""
    around = (fields + 4 + 1) // 2  # columns and rows: 2 * (columns + rows) - 4 cells, one more where the number is odd
    columns = min(12 if fields <= 32 else 13, around - LEAST_ROWS)
    rows = around - columns
    top = [(column, 0) for column in range(columns)]
    right = [(columns - 1, row) for row in range(1, rows)]
    bottom = [(column, rows - 1) for column in range(columns - 2, -1, -1)]
    left = [(0, row) for row in range(rows - 2, 0, -1)]
    return (top + right + bottom + left)[:fields]


def ring(record: Record, words: Words) -> Drawing:
    """The ring with the mountain inside."""
    places = ring_places(int(record.fields))
    columns = max(column for column, _ in places) + 1
    rows = max(row for _, row in places) + 1
    canvas = Canvas(columns * CELL_WIDTH, rows * CELL_HEIGHT)
    for field, (site, (column, row)) in enumerate(zip(sites(record), places, strict=True)):
        _cell(canvas, column * CELL_WIDTH, row * CELL_HEIGHT, field, site, words, druid=field == record.druid)
    river = words.gettext("The great river")
    canvas.put(CELL_WIDTH + 1, CELL_HEIGHT, f"≈≈ {river}", "deep_sky_blue1")
    top = CELL_HEIGHT + (rows * CELL_HEIGHT - 12) // 2 + 1
    _mountain(canvas, record, (CELL_WIDTH + 3, top), (columns - 2) * CELL_WIDTH // 4, words)
    return Drawing(canvas.rows())


def _cell(canvas: Canvas, column: int, row: int, field: int, site: Site, words: Words, *, druid: bool) -> None:
    shade = AREA_SHADES[site.area % 2]
    canvas.put(column, row, f"{field + 1:>2}    ", f"grey62 {shade}")
    canvas.put(column, row + 1, " " * CELL_WIDTH, shade)
    for place, icon in enumerate(site.icons):
        name = MATERIALS[icon]
        style = f"{MATERIAL_STYLES[name]} {shade}"
        canvas.put(column + 1 + 2 * place, row + 1, material_letters(words, name), style)
    if site.hut != NOBODY or site.temple != NOBODY:
        owner = max(site.hut, site.temple)
        piece = "⌂" if site.hut != NOBODY else "Π"
        canvas.put(column + 3, row, piece + SEAT_MARKS[owner], f"bold {SEAT_STYLES[owner]} {shade}")
        if site.chip == CHIP_DRUID:
            canvas.put(column + 2, row, "*", f"yellow {shade}")
    else:
        canvas.put(column + 3, row, CHIP_MARKS[CHIPS[site.chip]], f"yellow {shade}")
    if druid:
        canvas.put(column + 5, row, "D", "bold black on yellow")


def _mountain(canvas: Canvas, record: Record, corner: tuple[int, int], step: int, words: Words) -> None:
    """The plains with their stacks and supplies, and the druid while he is on his stones."""
    column, row = corner
    for place, plain in enumerate(MATERIALS):
        left = column + step * place
        style = f"bold {MATERIAL_STYLES[plain]}"
        canvas.put(left, row, f"{material(words, plain)} {int(record.supply[place])}", style)
        canvas.put(left, row + 4, material_letters(words, plain), style)
        for level in range(3):
            worker = int(record.stack[place, level])
            canvas.put(left, row + 3 - level, f"{level + 1} ·", "grey42")
            if worker != NOBODY:
                canvas.put(left + 2, row + 3 - level, SEAT_MARKS[worker], f"bold {SEAT_STYLES[worker]}")
    druid = int(record.druid)
    if druid < 0:
        stones = ["D" if stone == druid else "Π" if stone == DRUID_TEMPLE else "o" for stone in range(DRUID_TEMPLE, 0)]
        name = words.gettext("The druid")
        canvas.put(column, row + 5, f"{name}: {' '.join(stones)}", "yellow")
