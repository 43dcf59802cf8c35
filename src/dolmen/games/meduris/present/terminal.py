"""Meduris at the terminal: the ring of fields around the mountain, the plains, the players, and the choices.

field 1, 2, ... run along the top, down the right side, back along the bottom and up the left side, clockwise; the
great river lies between the last field and field 1, in the upper left corner.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group as Stacked
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from dolmen.contract.game import State
from dolmen.contract.notation import Transcript
from dolmen.contract.view import Choice, Group
from dolmen.games.meduris.files.lines import open_payments
from dolmen.games.meduris.present import explain
from dolmen.games.meduris.rules.actions import PAY_DIRECT, decode, pay_id
from dolmen.games.meduris.rules.materials import AREAS, CHIP_DRUID, CHIPS, MATERIALS
from dolmen.games.meduris.rules.record import DRUID_TEMPLE, NOBODY, NOT_YET, Phase, Record, Site, sites

PLAYER_COLOURS = ("medium_purple1", "deep_sky_blue1", "chartreuse3", "indian_red1")
PLAYER_MARKS = "●▲■✚"
"""A seat is a colour and a mark, so that nobody needs to see the colour."""
MATERIAL_COLOURS = {"wood": "dark_goldenrod", "wool": "grey93", "copper": "orange1", "stone": "grey58"}
MATERIAL_LETTERS = {"wood": "Wd", "wool": "Wl", "copper": "Cu", "stone": "St"}
CHIP_MARKS = {"": "  ", "two": "+2", "hut": "+⌂", "druid": "+D"}
AREA_SHADES = ("on grey11", "on grey19")

CELL_WIDTH, CELL_HEIGHT = 6, 2
MANY_PAYMENTS = 30
LEAST_ROWS = 6
"""So many rows the plains need inside the ring."""


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
        result = Text(no_wrap=True)
        for letters, styles in zip(self.letters, self.styles, strict=True):
            for letter, style in zip(letters, styles, strict=True):
                result.append(letter, style)
            result.append("\n")
        return result


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


def board(state: State, seat: int, names: Sequence[str]) -> RenderableType:
    """The ring with the mountain inside, and the players below; only the own stock is open."""
    record = state.record
    return Stacked(_ring(record), _players(record, seat, names))


def _ring(record: Record) -> Text:
    places = ring_places(int(record.fields))
    columns = max(column for column, _ in places) + 1
    rows = max(row for _, row in places) + 1
    canvas = Canvas(columns * CELL_WIDTH, rows * CELL_HEIGHT)
    for field, (site, (column, row)) in enumerate(zip(sites(record), places, strict=True)):
        _cell(canvas, column * CELL_WIDTH, row * CELL_HEIGHT, field, site, druid=field == record.druid)
    canvas.put(CELL_WIDTH + 1, CELL_HEIGHT, "≈≈ the great river", "deep_sky_blue1")
    top = CELL_HEIGHT + (rows * CELL_HEIGHT - 12) // 2 + 1
    _mountain(canvas, record, CELL_WIDTH + 3, top, step=(columns - 2) * CELL_WIDTH // 4)
    return canvas.text()


def _cell(canvas: Canvas, column: int, row: int, field: int, site: Site, *, druid: bool) -> None:
    shade = AREA_SHADES[site.area % 2]
    canvas.put(column, row, f"{field + 1:>2}    ", f"grey62 {shade}")
    canvas.put(column, row + 1, " " * CELL_WIDTH, shade)
    for place, icon in enumerate(site.icons):
        material = MATERIALS[icon]
        canvas.put(
            column + 1 + 3 * place - place, row + 1, MATERIAL_LETTERS[material], f"{MATERIAL_COLOURS[material]} {shade}"
        )
    if site.hut != NOBODY or site.temple != NOBODY:
        owner = max(site.hut, site.temple)
        piece = "⌂" if site.hut != NOBODY else "Π"
        canvas.put(column + 3, row, piece + PLAYER_MARKS[owner], f"bold {PLAYER_COLOURS[owner]} {shade}")
        if site.chip == CHIP_DRUID:
            canvas.put(column + 2, row, "*", f"yellow {shade}")
    else:
        canvas.put(column + 3, row, CHIP_MARKS[CHIPS[site.chip]], f"yellow {shade}")
    if druid:
        canvas.put(column + 5, row, "D", "bold black on yellow")


def _mountain(canvas: Canvas, record: Record, column: int, row: int, step: int) -> None:
    """The plains with their stacks and supplies, and the druid while he is on his stones."""
    for place, plain in enumerate(MATERIALS):
        left = column + step * place
        canvas.put(left, row, f"{plain:<6} {int(record.supply[place]):>2}", f"bold {MATERIAL_COLOURS[plain]}")
        for level in range(3):
            worker = int(record.stack[place, level])
            if worker == NOBODY:
                canvas.put(left, row + 3 - level, f"{level + 1} ·", "grey42")
            else:
                canvas.put(left, row + 3 - level, f"{level + 1} ", "grey42")
                canvas.put(left + 2, row + 3 - level, PLAYER_MARKS[worker], f"bold {PLAYER_COLOURS[worker]}")
    druid = int(record.druid)
    if druid < 0:
        stones = "".join("D" if stone == druid else "o" for stone in range(DRUID_TEMPLE, 0))
        canvas.put(column, row + 5, f"druid {stones[0]} temple, stones {stones[1:]}", "yellow")


def _players(record: Record, seat: int, names: Sequence[str]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("", "points", "huts", "temples", "stock", "rune stones"):
        table.add_column(heading, justify="right" if heading in ("points", "huts", "temples") else "left")
    over = record.phase == Phase.OVER
    for player in range(int(record.players)):
        mark = "▶" if player == record.player else " "
        stock = _stock(record, player) if player == seat or over else Text("behind the screen", style="dim")
        runes = [name for number, name in enumerate(AREAS) if record.rune_holder[number] == player]
        table.add_row(
            Text(f"{mark} {PLAYER_MARKS[player]} {names[player]}", style=f"bold {PLAYER_COLOURS[player]}"),
            str(record.points[player]),
            str(record.huts[player]),
            str(record.temples[player]),
            stock,
            ", ".join(runes) or "-",
        )
    if record.ender != NOBODY and record.circuit_left == NOT_YET:
        table.add_row(Text(f"{names[record.ender]} called the end: one more turn for the others", style="yellow"))
    return table


def _stock(record: Record, player: int) -> Text:
    return Text(" ").join(
        Text(f"{int(record.stock[player, number])} {material}", style=MATERIAL_COLOURS[material])
        for number, material in enumerate(MATERIALS)
    )


def groups(state: State, names: Sequence[str]) -> list[Group]:
    """The choices: at the second part of a turn by kind; payments as whole payments."""
    record = state.record
    if record.phase == Phase.PAY:
        return [Group("Pay", _payments(state))]
    choices: dict[str, list[Choice]] = {}
    for action in state.legal_actions():
        kind = explain.KINDS.get(type(decode(action)), "")
        choices.setdefault(kind, []).append(Choice(explain.choice_text(record, action, names), (action,)))
    return [Group(kind, tuple(listed)) for kind, listed in choices.items()]


def _payments(state: State) -> tuple[Choice, ...]:
    """The direct payment, then those with the fewest chips; a long list is cut there. What is named already is kept."""
    record = state.record
    named = int(record.named)
    direct = PAY_DIRECT in state.legal_actions()
    choices = []
    for place, payment in enumerate(sorted(open_payments(state.records), key=sum)[:MANY_PAYMENTS]):
        is_direct = direct and place == 0
        steps = [pay_id(material, number) for material, number in enumerate(payment)][named:]
        label = explain.payment_choice(payment) + ("" if is_direct else " (with swaps)")
        choices.append(Choice(label, (PAY_DIRECT,) if is_direct else tuple(steps)))
    return tuple(choices)


class MedurisView:
    """What `dolmen play` asks of a game."""

    board = staticmethod(board)
    groups = staticmethod(groups)

    @staticmethod
    def story(transcript: Transcript, names: Sequence[str]) -> list[str]:
        """The game so far, told."""
        game = transcript.state.game
        return explain.story(game, game.new_records(transcript.setup), transcript.state.history, names)

    @staticmethod
    def question(state: State) -> str:
        """What is asked now."""
        return explain.question(state.record)

    @staticmethod
    def rule(state: State) -> tuple[str, str]:
        """The rule behind it."""
        return explain.rule_of(state.record)


VIEW = MedurisView()
