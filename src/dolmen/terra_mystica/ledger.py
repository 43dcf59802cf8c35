"""Reads ledgers of the community's server: one row of commands, and the state of that row's faction after it.

Every row is compared with the position: points, coins, workers, priests, bowls of power, cults, and the sizes of the
offers it makes. The first difference ends the reading.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from dolmen.errors import DolmenError, IllegalLine, InvalidNotation
from dolmen.game import Records
from dolmen.terra_mystica.commands import faction_number, parse_command, split_commands
from dolmen.terra_mystica.factions import NAMES
from dolmen.terra_mystica.game import TerraMystica
from dolmen.terra_mystica.player import CommandPlayer
from dolmen.terra_mystica.record import FROM_AREA, FROM_FIRE, Phase
from dolmen.terra_mystica.replay import IGNORED_OPTIONS, Replay
from dolmen.terra_mystica.setup import OPTIONS, Setup, bonus_tiles
from dolmen.terra_mystica.tiles import CULTS

COLUMNS: Final = 15
_SCORING: Final = re.compile(r"Round (\d) scoring: (SCORE\d+)\b.*")
_REMOVED: Final = re.compile(r"Removing tile (BON\d+)")
_DROPPED: Final = re.compile(r"([a-z]+) dropped from the game")
_FINAL: Final = re.compile(r"\+(\d+)vp for (FIRE|WATER|EARTH|AIR|network)", re.IGNORECASE)
_FINAL_COMMENT: Final = re.compile(r"Scoring (FIRE|WATER|EARTH|AIR|network)(?: cult)?")
_SOURCES: Final = {**{cult: FROM_FIRE + track for track, cult in enumerate(CULTS)}, "NETWORK": FROM_AREA}
_BRACKETS: Final = frozenset({"[opponent accepted power]", "[all opponents declined power]"})
_CULT_INCOME: Final = "cult_income_for_faction"
_INCOME: Final = "other_income_for_faction"
_RESOURCES: Final = "score_resources"


@dataclass(frozen=True)
class Figures:
    """What a row says about its faction."""

    points: int
    coins: int
    workers: int
    priests: int
    power: tuple[int, ...]
    cults: tuple[int, ...]


@dataclass(frozen=True)
class Row:
    """A row of a ledger."""

    line: int
    faction: int
    figures: Figures
    offers: tuple[int, ...]
    commands: str


def _figure(text: str, unit: str) -> int:
    match = re.fullmatch(rf"(-?\d+) {unit}", text.strip())
    if not match:
        raise InvalidNotation(f"'{text}' should be a number of {unit}")
    return int(match.group(1))


def _figures(text: str, number: int, unit: str) -> tuple[int, ...]:
    match = re.fullmatch(rf"\d+(?:/\d+){{{number - 1}}}{' ' + unit if unit else ''}", text.strip())
    if not match:
        raise InvalidNotation(f"'{text}' should be {number} numbers such as {'/'.join('1' * number)} {unit}".rstrip())
    return tuple(int(part) for part in text.strip().split(" ")[0].split("/"))


def parse_row(line: int, text: str) -> Row:
    """Take the columns of a row apart."""
    columns = text.split("\t")
    if len(columns) != COLUMNS:
        raise InvalidNotation(f"a row has {COLUMNS} columns, this one has {len(columns)}")
    offers = columns[13].split()
    if not all(offer.isdigit() for offer in offers):
        raise InvalidNotation(f"'{columns[13]}' should be the sizes of offers")
    figures = Figures(
        _figure(columns[2], "VP"),
        _figure(columns[4], "C"),
        _figure(columns[6], "W"),
        _figure(columns[8], "P"),
        _figures(columns[10], 3, "PW"),
        _figures(columns[12], 4, ""),
    )
    return Row(line, faction_number(columns[0].strip()), figures, tuple(sorted(map(int, offers))), columns[14].strip())


class LedgerReader:
    """Reads a ledger line by line."""

    def __init__(self) -> None:
        self.options: set[str] = {"late-answers"}
        self.scoring: dict[int, str] = {}
        self.removed: set[str] = set()
        self.opening: list[Row] = []
        self.setup: Setup | None = None
        self.player: CommandPlayer
        self.rows = 0
        self.rows_checked = 0
        self.marks: list[tuple[int, int]] = []
        self.kind = ""
        """What the last row was: cult income, income, final scoring, or commands."""
        self.round_read = 0
        """The round whose income was read last."""
        self.brackets: list[Row] = []
        self.final_source: int | None = None
        self.shown: dict[int, int] = {}
        """Points as the rows of final scoring have shown them so far."""

    # ------------------------------------------------------------------------------------------------ lines

    def read(self, text: str) -> Replay:
        """Read a whole ledger."""
        number = 0
        for number, line in enumerate(text.splitlines(), start=1):
            try:
                self.read_line(number, line)
                self.marks += [] if self.setup is None else [(number, len(self.player.state.history))]
            except IllegalLine:
                raise
            except DolmenError as error:
                faction = line.split("\t")[0].strip() if "\t" in line else ""
                raise IllegalLine(f"line {number}: {faction + ': ' if faction else ''}{error}", number) from None
        if self.setup is None:
            self._end_opening(number)
        assert self.setup is not None
        return Replay(self.setup, self.player.state, self.rows, self.rows_checked, self.player.decisions, self.marks)

    def read_line(self, number: int, text: str) -> None:
        """A comment or a row."""
        if "\t" not in text:
            self._comment(number, text.strip())
            return
        row = parse_row(number, text)
        self.rows += 1
        if self.setup is None and row.commands.lower() == "setup":
            self.opening.append(row)
            return
        if self.setup is None:
            self._end_opening(number)
        self._row(row)

    def _comment(self, number: int, text: str) -> None:
        if text.startswith("option "):
            self._option(text.removeprefix("option ").strip())
        elif match := _SCORING.fullmatch(text):
            self.scoring[int(match.group(1))] = match.group(2)
        elif match := _REMOVED.fullmatch(text):
            self.removed.add(match.group(1))
        elif match := _FINAL_COMMENT.fullmatch(text):
            self.final_source = _SOURCES[match.group(1).upper()]
            self.kind = "final"
        elif text == "Converting resources to VPs":
            self.kind = "resources"
        elif match := _DROPPED.fullmatch(text):
            if self.setup is None:
                self._end_opening(number)
            self.player.drop(faction_number(match.group(1)))

    def _option(self, name: str) -> None:
        name = name.lower()
        if name in OPTIONS:
            self.options.add(name)
        elif name not in IGNORED_OPTIONS:
            raise InvalidNotation(f"the option '{name}' is not supported")

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
            self.setup = Setup(
                len(factions),
                tuple(self.scoring[round_number] for round_number in range(1, 7)),
                tuple(tile for tile in bonus_tiles(options) if tile not in self.removed),
                options,
                factions,
            )
        except DolmenError as error:
            raise IllegalLine(f"line {number}: the set-up is not complete or not possible: {error}", number) from None
        self.player = CommandPlayer(game.new_state(self.setup))
        for row in self.opening:
            self._compare(row, self.player.state.records)

    # ------------------------------------------------------------------------------------------------ rows

    def _row(self, row: Row) -> None:
        if row.faction not in [int(faction) for faction in self.player.record.faction[: self._game_players()]]:
            raise InvalidNotation("this faction is not in the game")
        if row.commands.lower() in _BRACKETS:
            if not self.brackets:
                self.player.trail.clear()
            self.brackets.append(row)
            return
        self.player.offers_made.clear()
        self.player.staying.clear()
        self.player.cults_wanted = row.figures.cults
        decisions = self.player.decisions
        found = self._observed()
        for kind, commands in self._parts(row):
            found = self._HANDLERS[kind](self, row, commands)
            self.kind = kind
        if self.kind == "commands" and self.player.decisions == decisions:
            found = self._observed()
        self._compare(row, found, self.shown.get(self._seat(row)) if self.kind == "final" else None)
        offers = tuple(sorted(self.player.offers_made))
        if offers != row.offers:
            self._differ(row, "offers", _listed(row.offers), _listed(offers))
        self._check_brackets()

    def _parts(self, row: Row) -> list[tuple[str, list[str]]]:
        """The row's commands, those that players give together, those that the server writes one by one."""
        parts: list[tuple[str, list[str]]] = []
        for command in split_commands(row.commands) or [""]:
            kind = self._kind_of(command)
            if kind == "commands" and parts and parts[-1][0] == kind:
                parts[-1][1].append(command)
            else:
                parts.append((kind, [command]))
        return parts

    def _game_players(self) -> int:
        return self.player.state.game.players

    def _kind_of(self, command: str) -> str:
        """What a command is about; a row without one belongs to a dropped faction and is of its neighbours' kind."""
        command = command.lower()
        if command == _CULT_INCOME:
            return "cult"
        if command == _INCOME:
            return "income"
        if command == _RESOURCES:
            return "resources"
        if _FINAL.fullmatch(command):
            return "final"
        if not command:
            if self.kind not in ("cult", "income", "final", "resources"):
                raise InvalidNotation("a row without commands stands only among income and final scoring")
            return self.kind
        return "commands"

    def _commands(self, row: Row, commands: list[str]) -> Records:
        self.player.perform(self._seat(row), [parse_command(command) for command in commands])
        return self.player.settled

    def _seat(self, row: Row) -> int:
        return [int(faction) for faction in self.player.record.faction].index(row.faction)

    def _observed(self) -> Records:
        """The position that a row without decisions shows: before income that was not read yet."""
        if int(self.player.record.round_number) > self.round_read:
            return self.player.settled
        return self.player.state.records

    def _cult_income(self, _row: Row, _commands: list[str]) -> Records:
        """Phase III: the rows show the position after the cult bonus."""
        self.player.run_on(lambda: self._reached(Phase.CULT_BONUS, self.round_read))
        return self.player.automatic[Phase.CULT_BONUS]

    def _income(self, _row: Row, _commands: list[str]) -> Records:
        """Phase I: the rows show the position after income."""
        if self.kind != "income":
            self.round_read += 1
            self.player.run_on(lambda: self._reached(Phase.INCOME, self.round_read))
        return self.player.automatic[Phase.INCOME]

    def _reached(self, phase: Phase, round_number: int) -> bool:
        records = self.player.automatic.get(phase)
        return records is not None and int(records[0].round_number) == round_number

    def _final(self, row: Row, commands: list[str]) -> Records:
        """Final scoring of a cult or of the area, in any order of factions."""
        match = _FINAL.fullmatch(commands[0])
        if match:
            self.final_source = _SOURCES[match.group(2).upper()]
        self.player.run_on(self.player.state.is_terminal)
        assert self.final_source is not None
        before = self.player.automatic[Phase.FINAL]
        seat = self._seat(row)
        gained = int(self.player.record.points[seat, self.final_source])
        if match and int(match.group(1)) != gained:
            self._differ(row, f"points for {match.group(2)}", match.group(1), str(gained))
        self.shown[seat] = self.shown.get(seat, int(before[0].vp[seat])) + gained
        return before

    def _resources(self, _row: Row, _commands: list[str]) -> Records:
        """Leftover goods become points: the rows show the position at the end."""
        self.player.run_on(self.player.state.is_terminal)
        return self.player.state.records

    _HANDLERS: Final[dict[str, Callable[[LedgerReader, Row, list[str]], Records]]] = {
        "commands": _commands,
        "cult": _cult_income,
        "income": _income,
        "final": _final,
        "resources": _resources,
    }

    # ------------------------------------------------------------------------------------------------ comparing

    def _check_brackets(self) -> None:
        """Rows in brackets stand before the row that causes them: the cultists' figures appear somewhere in it."""
        for bracket in self.brackets:
            seat = self._seat(bracket)
            passed = [figures_of(records[0], seat) for records in self.player.trail]
            if bracket.figures in passed:
                self.rows_checked += 1
            else:
                self._compare(bracket, self.player.settled)
        self.brackets.clear()

    def _compare(self, row: Row, records: Records, points: int | None = None) -> None:
        found = figures_of(records[0], self._seat(row), points)
        if found != row.figures:
            for name in ("points", "coins", "workers", "priests", "power", "cults"):
                wanted, got = getattr(row.figures, name), getattr(found, name)
                if wanted != got:
                    self._differ(row, name, _shown(wanted), _shown(got))
        self.rows_checked += 1

    def _differ(self, row: Row, what: str, wanted: str, found: str) -> None:
        raise IllegalLine(f"line {row.line}: {NAMES[row.faction]}: {what}: expected {wanted}, found {found}", row.line)


def figures_of(record: Any, seat: int, points: int | None = None) -> Figures:
    """A faction's figures in a position."""
    return Figures(
        int(record.vp[seat]) if points is None else points,
        int(record.coins[seat]),
        int(record.workers[seat]),
        int(record.priests[seat]),
        tuple(int(tokens) for tokens in record.bowls[seat]),
        tuple(int(step) for step in record.cult[seat]),
    )


def _shown(figure: int | tuple[int, ...]) -> str:
    return str(figure) if isinstance(figure, int) else "/".join(map(str, figure))


def _listed(offers: tuple[int, ...]) -> str:
    return " ".join(map(str, offers)) or "none"


def read_ledger(text: str) -> Replay:
    """Replay a ledger, checking every row."""
    return LedgerReader().read(text)
