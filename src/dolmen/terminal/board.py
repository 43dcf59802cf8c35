"""The position at a terminal: what is drawn, what is told, and the players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from dolmen.contract.content import Amount, Panel, Passage
from dolmen.contract.drawing import SEAT_MARKS, Drawing
from dolmen.contract.game import State
from dolmen.contract.presentation import Presentation
from dolmen.core.words import Words

WIDE = 150
"""From so many columns on, what is told stands beside what is drawn."""
LINE_WIDTH = 47
"""Lines that are mostly shorter stand side by side."""
WIDEST = 13
"""So wide is a column of numbers at most: longer words of its heading are broken."""
UNSEEN = "▒"


class BoardView:
    """A position as a seat may see it; on a wide screen in two columns."""

    def __init__(
        self, presentation: Presentation, state: State, seat: int | None, names: Sequence[str], words: Words
    ) -> None:
        self.title = f"{state.game.meta.title}, {presentation.progress_text(state, words)}"
        self.drawings = presentation.drawings(state, seat, words)
        seen_elsewhere = ("panels", "drawings") if self.drawings else ("panels",)
        self.passages = [
            passage
            for passage in presentation.board_text(state, seat, names, words, is_open=False)
            if passage.shown not in seen_elsewhere
        ]
        styles = presentation.seat_styles(state)
        panels = presentation.panels(state, seat, words, colours=styles, is_open=False)
        self.players = players(panels, state.current_player, names, words)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Rule(Text(self.title, "bold"), style="dim")
        drawn, written = (
            [drawn_text(drawing) for drawing in self.drawings],
            [PassageText(passage) for passage in self.passages],
        )
        if drawn and options.max_width >= WIDE:
            table = Table.grid(padding=(0, 3, 0, 0), expand=True)
            table.add_column()
            table.add_column(ratio=1)
            table.add_row(_stacked(drawn), _stacked(written))
            yield table
        else:
            yield _stacked([*drawn, *written])
        yield Text()
        yield self.players


def _stacked(parts: Sequence[RenderableType]) -> Group:
    """One below the other, with a blank line between."""
    return Group(*(line for place, part in enumerate(parts) for line in ([Text(), part] if place else [part])))


def drawn_text(drawing: Drawing) -> Text:
    """A drawing with its colours."""
    return Text("\n", no_wrap=True).join(Text.assemble(*row, no_wrap=True) for row in drawing.rows)


class PassageText:
    """A passage under its heading; short lines side by side."""

    def __init__(self, passage: Passage) -> None:
        self.title = Text(passage.title, "bold")
        self.lines = [Text(line.text) for line in passage.lines]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        columns = options.max_width // (LINE_WIDTH + 2)
        short = sum(line.cell_len <= LINE_WIDTH for line in self.lines)
        yield self.title
        if columns > 1 and len(self.lines) > 3 and 2 * short >= len(self.lines):
            body: RenderableType = Columns(self.lines, column_first=True, width=LINE_WIDTH)
        else:
            body = Group(*self.lines)
        yield Padding(body, (0, 0, 0, 2), expand=False)


# ------------------------------------------------------------------------------------------------------------ players


def players(panels: Sequence[Panel], deciding: int, names: Sequence[str], words: Words) -> Table:
    """A row for every player: points, stock, pieces, and what else lies before him."""
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 1, 0, 0))
    table.add_column("", no_wrap=True)
    headings = _headings(panels)
    for heading in (words.gettext("points"), *headings):
        table.add_column(heading, justify="right", max_width=WIDEST, overflow="fold")
    table.add_column("", no_wrap=True, min_width=max(len(_note(panel)) for panel in panels))
    for panel in panels:
        mark = "▶" if panel.seat == deciding else " "
        name = ", ".join(filter(None, [names[panel.seat], panel.title]))
        table.add_row(
            Text(f"{mark} {SEAT_MARKS[panel.seat]} {name}", f"bold {panel.colour}"),
            Text(str(panel.points), "bold"),
            *_cells(panel, headings),
            Text(_note(panel), "dim"),
            *([Text(", ".join(stone.text for stone in panel.stones))] if panel.stones else []),
        )
    return table


def _note(panel: Panel) -> str:
    return panel.hidden.text if panel.stock is None and panel.hidden else panel.note


def _amounts(panel: Panel) -> tuple[Amount, ...]:
    return (*(panel.stock or ()), *panel.pieces)


def _headings(panels: Sequence[Panel]) -> tuple[str, ...]:
    """The names of what is counted; what only some players have stands with its number instead."""
    rows = [_amounts(panel) for panel in panels if panel.stock]
    names = [{row[place].name for row in rows} for place in range(min(map(len, rows), default=0))]
    return tuple(name.pop() if len(name) == 1 else "" for name in names)


def _cells(panel: Panel, headings: Sequence[str]) -> Iterator[Text]:
    if panel.stock is None:
        hidden = len(headings) - len(panel.pieces)
        yield from (Text(UNSEEN, "dim") for _ in range(hidden))
        headings = headings[hidden:]
    amounts = _amounts(panel)
    for heading, amount in zip(headings, amounts, strict=False):
        number = amount.text or str(amount.number)
        yield Text(number if heading else f"{number} {amount.name}")
    yield from (Text() for _ in range(len(headings) - len(amounts)))
