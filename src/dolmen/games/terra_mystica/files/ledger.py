"""Reads ledgers of the community's server: one row of commands, and the state of that row's faction after it.

Every row is compared with the position: points, coins, workers, priests, bowls of power, cults, and the sizes of the
offers it makes. The first difference ends the reading.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from dolmen.contract.game import Records
from dolmen.core.errors import DolmenError, IllegalLine, InvalidNotation
from dolmen.games.terra_mystica.files.command_runner import CommandPlayer
from dolmen.games.terra_mystica.files.commands import faction_number, parse_commands, split_commands
from dolmen.games.terra_mystica.files.log import IGNORED_OPTIONS
from dolmen.games.terra_mystica.files.pasted import lines_of
from dolmen.games.terra_mystica.files.trail import Figures, figures_of
from dolmen.games.terra_mystica.files.transcript import TerraMysticaTranscript
from dolmen.games.terra_mystica.rules.factions import NAMES
from dolmen.games.terra_mystica.rules.game import TerraMystica
from dolmen.games.terra_mystica.rules.record import FROM_AREA, FROM_FIRE, NOBODY, Phase
from dolmen.games.terra_mystica.rules.setup import OPTIONS, Setup, bonus_tiles
from dolmen.games.terra_mystica.rules.tiles import BONUSES, CULTS

COLUMNS: Final = 15
_N: Final = "([0-9]{1,6})"
_ROW: Final = re.compile(
    rf"([a-z]+)\t[^\t]*\t(-?[0-9]{{1,6}}) VP\t[^\t]*\t{_N} C\t[^\t]*\t{_N} W\t[^\t]*\t{_N} P\t[^\t]*\t{_N}/{_N}/{_N} PW"
    rf"\t[^\t]*\t{_N}/{_N}/{_N}/{_N}\t([0-9 ]*)\t([^\t]*)"
)
"""A row as the server writes it. One that differs is taken apart column by column, to say what is wrong."""
_FIGURES: Final = (
    ("points", slice(0, 1)),
    ("coins", slice(1, 2)),
    ("workers", slice(2, 3)),
    ("priests", slice(3, 4)),
    ("power", slice(4, 7)),
    ("cults", slice(7, 11)),
)
"""What a row's figures are called, and where they stand among them."""
_SCORING: Final = re.compile(r"round ([1-6]) scoring: (score[0-9]+)\b.*", re.IGNORECASE)
_REMOVED: Final = re.compile(r"removing tile ([a-z0-9]+)", re.IGNORECASE)
_DROPPED: Final = re.compile(r"([a-z]+) dropped from the game", re.IGNORECASE)
_FINAL: Final = re.compile(r"\+([0-9]{1,6})vp for (fire|water|earth|air|network)", re.IGNORECASE)
_FINAL_COMMENT: Final = re.compile(r"scoring (fire|water|earth|air|network)(?: cult)?", re.IGNORECASE)
_SOURCES: Final = {**{cult: FROM_FIRE + track for track, cult in enumerate(CULTS)}, "NETWORK": FROM_AREA}
_BRACKETS: Final = frozenset({"[opponent accepted power]", "[all opponents declined power]"})
_SERVER: Final = {
    "cult_income_for_faction": "cult",
    "other_income_for_faction": "income",
    "score_resources": "resources",
}
"""Commands that the server writes, and what their rows are about."""


@dataclass(frozen=True)
class Row:
    """A row of a ledger."""

    line: int
    faction: int
    figures: Figures
    offers: list[int]
    commands: str


def _figures(text: str, number: int, unit: str) -> list[int]:
    match = re.fullmatch(rf"-?[0-9]{{1,6}}(?:/[0-9]{{1,6}}){{{number - 1}}}{' ' + unit if unit else ''}", text.strip())
    if match:
        return [int(part) for part in text.strip().split(" ")[0].split("/")]
    if number == 1:
        raise InvalidNotation(f"'{text}' should be a number of {unit}")
    raise InvalidNotation(f"'{text}' should be {number} numbers such as {'/'.join('1' * number)} {unit}".rstrip())


def parse_row(line: int, text: str) -> Row:
    """Take the columns of a row apart."""
    match = _ROW.fullmatch(text)
    if match is None:
        return _parse_columns(line, text)
    faction, *figures, offers, commands = match.groups()
    return Row(line, faction_number(faction), tuple(map(int, figures)), _offers(offers), commands.strip())


def _parse_columns(line: int, text: str) -> Row:
    columns = text.split("\t")
    if len(columns) != COLUMNS:
        raise InvalidNotation(f"a row has {COLUMNS} columns, this one has {len(columns)}")
    figures = [
        *(_figures(columns[2], 1, "VP") + _figures(columns[4], 1, "C") + _figures(columns[6], 1, "W")),
        *(_figures(columns[8], 1, "P") + _figures(columns[10], 3, "PW") + _figures(columns[12], 4, "")),
    ]
    return Row(line, faction_number(columns[0].strip()), tuple(figures), _offers(columns[13]), columns[14].strip())


def _offers(text: str) -> list[int]:
    """The sizes of the offers that a row makes, in order of size."""
    sizes = text.split()
    if not all(size.isascii() and size.isdigit() and len(size) < 4 for size in sizes):
        raise InvalidNotation(f"'{text}' should be the sizes of offers")
    return sorted(map(int, sizes))


class LedgerReader:
    """Reads a ledger line by line."""

    def __init__(self) -> None:
        self.options: set[str] = {"late-answers"}
        self.scoring: dict[int, str] = {}
        self.removed: set[str] = set()
        self.opening: list[Row] = []
        self.setup: Setup | None = None
        self.player: CommandPlayer
        self.seats: dict[int, int] = {}
        """The seat of each faction."""
        self.rows = 0
        self.rows_checked = 0
        self.marks: list[tuple[int, int]] = []
        self.kind = ""
        """What the last row was: cult income, income, final scoring, or commands."""
        self.round_read = 0
        """The round whose income was read last."""
        self.cult_income_of: set[int] = set()
        """The factions whose cult income was read since then."""
        self.brackets: list[Row] = []
        self.final_source: int | None = None
        self.shown: dict[int, int] = {}
        """Points as the rows of final scoring have shown them so far."""

    # ------------------------------------------------------------------------------------------------ lines

    def read(self, text: str) -> TerraMysticaTranscript:
        """Read a whole ledger."""
        number = 0
        for number, line in enumerate(lines_of(text), start=1):
            try:
                self.read_line(number, line)
                if self.setup is not None:
                    self.marks.append((number, self.player.state.decisions))
            except IllegalLine:
                raise
            except DolmenError as error:
                faction = line.split("\t")[0].strip() if "\t" in line else ""
                raise IllegalLine(f"line {number}: {faction + ': ' if faction else ''}{error}", number) from None
        if self.setup is None:
            self._end_opening(number)
        assert self.setup is not None
        state = self.player.state
        return TerraMysticaTranscript(
            self.setup, state, rows=self.rows, rows_checked=self.rows_checked, marks=self.marks
        )

    def read_line(self, number: int, text: str) -> None:
        """A comment or a row."""
        if "\t" not in text:
            self._comment(number, text.strip())
            return
        row = parse_row(number, text)
        self.rows += 1
        if self.setup is None and row.commands.lower() == "setup":
            if any(row.faction == other.faction for other in self.opening):
                raise InvalidNotation("this faction has joined already: there is one row 'setup' each")
            self.opening.append(row)
            return
        if self.setup is None:
            self._end_opening(number)
        self._row(row)

    def _comment(self, number: int, text: str) -> None:
        if text.lower().startswith("option "):
            self._option(text[len("option ") :].strip().lower())
        elif match := _SCORING.fullmatch(text):
            self._before_moves(text)
            self.scoring[int(match.group(1))] = match.group(2).upper()
        elif match := _REMOVED.fullmatch(text):
            self._remove(match.group(1).upper(), text)
        elif match := _FINAL_COMMENT.fullmatch(text):
            self.final_source = _SOURCES[match.group(1).upper()]
            self.kind = "final"
        elif text.lower() == "converting resources to vps":
            self.kind = "resources"
        elif match := _DROPPED.fullmatch(text):
            if self.setup is None:
                self._end_opening(number)
            self.player.drop(faction_number(match.group(1)))
        elif text.partition(" ")[0].lower() in NAMES:
            raise InvalidNotation(f"a row has {COLUMNS} columns, separated by tabs; this one has none")

    def _option(self, name: str) -> None:
        self._before_moves(f"option {name}")
        if name in OPTIONS:
            self.options.add(name)
        elif name not in IGNORED_OPTIONS:
            raise InvalidNotation(f"the option '{name}' is not supported")

    def _remove(self, tile: str, text: str) -> None:
        self._before_moves(text)
        if tile not in BONUSES:
            raise InvalidNotation(f"there is no bonus tile '{tile}'; they are {BONUSES[0]} to {BONUSES[-1]}")
        self.removed.add(tile)

    def _before_moves(self, text: str) -> None:
        if self.setup is not None:
            raise InvalidNotation(f"'{text}' comes too late: it belongs before the first move")

    # ------------------------------------------------------------------------------------------------ set-up

    def _end_opening(self, number: int) -> None:
        """All factions have joined: the set-up is complete."""
        missing = [round_number for round_number in range(1, 7) if round_number not in self.scoring]
        if missing:
            raise IllegalLine(f"line {number}: the scoring tile of round {missing[0]} is not named", number)
        options = frozenset(self.options)
        factions = tuple(NAMES[row.faction] for row in self.opening)
        try:
            game = TerraMystica(len(factions), options=options)
            setup = Setup(
                len(factions),
                tuple(self.scoring[round_number] for round_number in range(1, 7)),
                tuple(tile for tile in bonus_tiles(options) if tile not in self.removed),
                options,
                factions,
            )
            self.player = CommandPlayer(game.new_state(setup))
        except DolmenError as error:
            raise IllegalLine(f"line {number}: the set-up is not complete or not possible: {error}", number) from None
        self.setup = setup
        self.seats = {row.faction: seat for seat, row in enumerate(self.opening)}
        for row in self.opening:
            self._compare(row, self._figures(row, self.player.present))

    # ------------------------------------------------------------------------------------------------ rows

    def _row(self, row: Row) -> None:
        if row.faction not in self.seats:
            raise InvalidNotation("this faction is not in the game")
        if row.commands.lower() in _BRACKETS:
            self._bracket(row)
            return
        player = self.player
        player.offered.fill(0)
        player.staying.clear()
        player.cults_wanted = row.figures[7:]
        decisions = player.state.decisions
        found: Figures = ()
        for kind, commands in self._parts(row):
            found = self._HANDLERS[kind](self, row, commands)
            self.kind = kind
        if self.kind == "commands" and player.state.decisions == decisions:
            found = self._figures(row, self._observed())
        self._compare(row, found)
        offers = sorted(size for size in player.offered.tolist() if size)
        if offers != row.offers:
            self._differ(row, "offers", _listed(row.offers), _listed(offers))
        self._check_brackets()

    def _figures(self, row: Row, position: Records) -> Figures:
        """The figures of the row's faction in a position."""
        return figures_of(position, self.seats[row.faction])

    def _parts(self, row: Row) -> list[tuple[str, str]]:
        """The row's commands, those that players give together, those that the server writes one by one."""
        parts: list[tuple[str, str]] = []
        for command in split_commands(row.commands) or [""]:
            kind = self._kind_of(row, command)
            if kind == "commands" and parts and parts[-1][0] == kind:
                parts[-1] = (kind, f"{parts[-1][1]}. {command}")
            else:
                parts.append((kind, command))
        return parts

    def _kind_of(self, row: Row, command: str) -> str:
        """What a command is about."""
        if not command:
            return self._kind_of_empty(row)
        if _FINAL.fullmatch(command):
            return "final"
        return _SERVER.get(command.lower(), "commands")

    def _kind_of_empty(self, row: Row) -> str:
        """A row without commands belongs to a faction that has left, and is of its neighbours' kind.

        Among income it may be the first: each faction has a row of cult income, then one of income.
        """
        if not self.player.now.dropped[self.seats[row.faction]]:
            raise InvalidNotation("a row without commands stands only among income and final scoring")
        if self.kind in ("income", "final", "resources"):
            return self.kind
        return "income" if row.faction in self.cult_income_of else "cult"

    def _commands(self, row: Row, commands: str) -> Figures:
        self.player.perform(self.seats[row.faction], parse_commands(commands))
        return self._figures(row, self.player.before_income)

    def _observed(self) -> Records:
        """The position that a row without decisions shows: before income that was not read yet."""
        return self.player.before_income if self.player.now.round_number > self.round_read else self.player.present

    def _cult_income(self, row: Row, _commands: str) -> Figures:
        """Phase III: the rows show the position after the cult bonus."""
        self.player.run_on(lambda: self._reached(Phase.CULT_BONUS, self.round_read))
        self.cult_income_of.add(row.faction)
        return self._figures(row, self.player.automatic[Phase.CULT_BONUS])

    def _income(self, row: Row, _commands: str) -> Figures:
        """Phase I: the rows show the position after income."""
        if self.kind != "income":
            self.player.run_on(lambda: self._reached(Phase.INCOME, self.round_read + 1))
            self.round_read += 1
            self.cult_income_of.clear()
        return self._figures(row, self.player.automatic[Phase.INCOME])

    def _reached(self, phase: Phase, round_number: int) -> bool:
        position = self.player.automatic.get(phase)
        return position is not None and int(position["round_number"][0]) == round_number

    def _final(self, row: Row, command: str) -> Figures:
        """Final scoring of a cult or of the area, in any order of factions."""
        match = _FINAL.fullmatch(command)
        if match:
            self.final_source = _SOURCES[match.group(2).upper()]
        self.player.run_on(self.player.state.is_terminal)
        assert self.final_source is not None
        before = self._figures(row, self.player.automatic[Phase.FINAL])
        seat = self.seats[row.faction]
        gained = self.player.now.points[seat, self.final_source]
        if match and int(match.group(1)) != gained:
            self._differ(row, f"points for {match.group(2)}", match.group(1), str(gained))
        self.shown[seat] = self.shown.get(seat, before[0]) + gained
        return (self.shown[seat], *before[1:])

    def _resources(self, row: Row, _command: str) -> Figures:
        """Leftover goods become points: the rows show the position at the end."""
        self.player.run_on(self.player.state.is_terminal)
        return self._figures(row, self.player.present)

    _HANDLERS: Final[dict[str, Callable[[LedgerReader, Row, str], Figures]]] = {
        "commands": _commands,
        "cult": _cult_income,
        "income": _income,
        "final": _final,
        "resources": _resources,
    }

    # ------------------------------------------------------------------------------------------------ comparing

    def _bracket(self, row: Row) -> None:
        """A row in brackets stands before the row that causes it: it is compared when that one was read."""
        if not self.brackets:
            self.player.trail.clear()
            self.player.watched = self.seats[row.faction]
        self.brackets.append(row)

    def _check_brackets(self) -> None:
        """The figures of a row in brackets appear somewhere in the row that follows."""
        for bracket in self.brackets:
            if bracket.figures in self.player.trail:
                self.rows_checked += 1
            else:
                self._compare(bracket, self._figures(bracket, self.player.before_income))
        self.brackets.clear()
        self.player.watched = NOBODY

    def _compare(self, row: Row, found: Figures) -> None:
        if found != row.figures:
            for name, place in _FIGURES:
                if row.figures[place] != found[place]:
                    self._differ(row, name, _shown(row.figures[place]), _shown(found[place]))
        self.rows_checked += 1

    def _differ(self, row: Row, what: str, wanted: str, found: str) -> None:
        raise IllegalLine(f"line {row.line}: {NAMES[row.faction]}: {what}: expected {wanted}, found {found}", row.line)


def _shown(figures: Figures) -> str:
    return "/".join(map(str, figures))


def _listed(offers: list[int]) -> str:
    return " ".join(map(str, offers)) or "none"


def read_ledger(text: str) -> TerraMysticaTranscript:
    """Read a ledger, checking every row."""
    return LedgerReader().read(text)


def is_ledger(text: str) -> bool:
    """Whether a text is a ledger: its rows have columns, which tabs separate. A log may be indented by some."""
    return any(line.count("\t") > COLUMNS // 2 for line in lines_of(text))
