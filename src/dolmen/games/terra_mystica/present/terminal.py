"""Terra Mystica at the terminal: the map, rounds, cults and tiles, the factions' boards, and the choices."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.console import Group as Stacked
from rich.table import Table
from rich.text import Text

from dolmen.contract.game import State
from dolmen.contract.notation import Transcript
from dolmen.contract.view import Choice, Group
from dolmen.games.terra_mystica.present import explain, panels
from dolmen.games.terra_mystica.present.hexmap import WIDTH, draw_map, legend
from dolmen.games.terra_mystica.present.story import story
from dolmen.games.terra_mystica.rules.deeds import Kind, choices
from dolmen.games.terra_mystica.rules.record import Record

WIDE = 150
"""From so many columns on, rounds, cults and tiles stand beside the map."""
FEW_CHOICES = 16
"""So many choices are shown as one list."""


class Board:
    """The whole table; on a wide screen in two columns."""

    def __init__(self, record: Record, names: Sequence[str]) -> None:
        self.record = record
        self.names = names

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        record = self.record
        ground = Stacked(panels.header(record), draw_map(record), legend())
        beside = [panels.rounds(record), Text(), panels.cults(record), Text(), panels.tiles(record)]
        boards = panels.players(record, self.names)
        if options.max_width < WIDE:
            yield Stacked(ground, Text(), *beside, Text(), boards)
            return
        table = Table.grid(padding=(0, 3, 0, 0))
        table.add_column(width=max(WIDTH, 80))
        table.add_column()
        table.add_row(ground, Stacked(*beside))
        yield Stacked(table, Text(), boards)


def board(state: State, seat: int, names: Sequence[str]) -> RenderableType:
    """The position; in this game everything is open."""
    assert 0 <= seat < state.game.players
    return Board(state.record.copy(), names)


def groups(state: State, names: Sequence[str]) -> list[Group]:
    """The choices by kind; few of them as one list."""
    assert len(names) >= state.game.players
    found: dict[Kind, list[Choice]] = {}
    for kind, actions in choices(state):
        found.setdefault(kind, []).append(Choice(explain.choice_text(state.records, actions), actions))
    if len(found) > 1 and sum(map(len, found.values())) <= FEW_CHOICES:
        mixed = [
            Choice(f"{kind.value[1]}{choice.label}", choice.actions)
            for kind, listed in found.items()
            for choice in listed
        ]
        return [Group("", tuple(mixed))]
    return [Group(kind.value[0], tuple(listed)) for kind, listed in found.items()]


class TerraMysticaView:
    """What `dolmen play` asks of a game."""

    board = staticmethod(board)
    groups = staticmethod(groups)

    @staticmethod
    def story(transcript: Transcript, names: Sequence[str]) -> list[str]:
        """The game so far, told."""
        game = transcript.state.game
        return story(game.new_records(transcript.setup), transcript.state.history, names)

    @staticmethod
    def question(state: State) -> str:
        """What is asked now."""
        return explain.question(state.record)

    @staticmethod
    def rule(state: State) -> tuple[str, str]:
        """The rule behind it."""
        return explain.rule_of(state.record)


VIEW = TerraMysticaView()
