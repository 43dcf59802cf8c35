"""The ring of fields: two icons and a rune area each. Printed boards, and board files of a host's own.

                     the great river
                           |
         last field ...    |    field 1, field 2, ...
                           |
     stone fields of the druid -> he enters here, before field 1

Fields are numbered clockwise. A board file is TOML: nine areas in board order, each a list of fields, each field the
two materials of its icons; at the top of the file or in a table `[board.NAME]`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any
from zlib import crc32

from dolmen.core.errors import InvalidBoard
from dolmen.games.meduris.rules.materials import AREAS, HUTS, MATERIALS, TEMPLES
from dolmen.games.meduris.rules.record import MAX_FIELDS

NAME_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
NOT_AREAS = frozenset({"name", "provenance", "players"})


@dataclass(frozen=True)
class Field:
    """One field of the ring."""

    icons: tuple[str, str]
    area: str

    def __int__(self) -> int:
        """The byte that stands for it in the record."""
        first, second = (MATERIALS.index(icon) for icon in self.icons)
        return AREAS.index(self.area) * 16 + second * 4 + first


@dataclass(frozen=True)
class Board:
    """A ring of fields with a name."""

    name: str
    provenance: str
    fields: tuple[Field, ...]
    printed: bool = False

    @property
    def checksum(self) -> str:
        """CRC32 over one byte a field, in eight hexadecimal digits: what a game file says of a board."""
        return f"{crc32(bytes(map(int, self.fields))):08x}"


def fields_needed(players: int) -> int:
    """Enough fields: one for every hut and temple in play."""
    return players * (HUTS[players] + TEMPLES[players])


@cache
def _printed_boards() -> dict[int, Board]:
    data = tomllib.loads((files(__package__) / "boards.toml").read_text(encoding="utf-8"))
    boards = {}
    for name, table in data["board"].items():
        board = Board(name, table["provenance"], _fields(name, table), printed=True)
        boards.update(dict.fromkeys(table["players"], board))
    return boards


def printed_board(players: int) -> Board:
    """The printed board's side for a number of players."""
    return _printed_boards()[players]


def read_board(path: str | Path, players: int) -> Board:
    """A board file of a host's own. Raises InvalidBoard with what, where and why."""
    path, data = Path(path), tables_of(path)
    try:
        name, table = _choose_table(path.stem, data, players)
        return make_board(name, table, players)
    except InvalidBoard as error:
        raise InvalidBoard(f"board file {path}: {error}") from None


def tables_of(path: str | Path) -> dict[str, Any]:
    """What stands in a board file, for whichever number of players. Raises InvalidBoard where it is no such file."""
    path = Path(path)
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InvalidBoard(f"board file {path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InvalidBoard(f"board file {path} is not UTF-8 text") from None
    except (ValueError, RecursionError) as error:  # numbers too long and lists too deep are no TOMLDecodeError
        raise InvalidBoard(f"board file {path} is not TOML: {error}") from None


def _choose_table(stem: str, data: Mapping[str, Any], players: int) -> tuple[str, Mapping[str, Any]]:
    """The areas at the top of the file, its only board, or the one named like the printed side for the players."""
    if "board" not in data:
        return str(data.get("name", stem)), data
    boards = data["board"]
    if not isinstance(boards, dict) or not all(isinstance(table, dict) for table in boards.values()):
        raise InvalidBoard("'board' must be a table of boards, as in [board.NAME]")
    side = printed_board(players).name
    if len(boards) == 1:
        side = next(iter(boards))
    if side not in boards:
        raise InvalidBoard(f"it holds {len(boards)} boards, and none is called '{side}'")
    return str(boards[side].get("name", f"{stem}-{side}" if len(boards) > 1 else side)), boards[side]


def make_board(name: str, table: Mapping[str, Any], players: int) -> Board:
    """Check a table of areas and make a board of it."""
    if not 1 <= len(name) <= 20 or not set(name) <= NAME_LETTERS:
        raise InvalidBoard(
            f"the name '{name}' must be 1 to 20 letters, digits, '_' or '-' (give it as: name = \"...\")"
        )
    fields = _fields(name, table)
    needed = fields_needed(players)
    if len(fields) < needed:
        raise InvalidBoard(
            f"{len(fields)} fields are too few: {players} players have {needed} huts and temples to build"
        )
    if len(fields) > MAX_FIELDS:
        raise InvalidBoard(f"{len(fields)} fields are too many: a board has at most {MAX_FIELDS}")
    return Board(name, str(table.get("provenance", "a host's own board")), fields)


def _fields(name: str, table: Mapping[str, Any]) -> tuple[Field, ...]:
    areas = [key for key in table if key not in NOT_AREAS]
    unknown = [key for key in areas if key not in AREAS]
    if unknown:
        raise InvalidBoard(f"there is no area '{unknown[0]}'; the nine areas are {', '.join(AREAS)}")
    missing = [area for area in AREAS if area not in areas]
    if missing:
        raise InvalidBoard(f"board '{name}' has {len(areas)} of the 9 areas; '{missing[0]}' is missing")
    if tuple(areas) != AREAS:
        raise InvalidBoard(f"the areas must stand in board order: {', '.join(AREAS)}")
    return tuple(field for area in AREAS for field in _area_fields(area, table[area]))


def _area_fields(area: str, listed: Any) -> list[Field]:
    if not isinstance(listed, list) or not listed:
        raise InvalidBoard(f"area '{area}' must be a list of at least one field")
    fields = []
    for number, icons in enumerate(listed, start=1):
        where = f"area '{area}', field {number}"
        if not isinstance(icons, list) or len(icons) != 2:
            raise InvalidBoard(f"{where}: a field is a list of two materials, not {icons!r}")
        for icon in icons:
            if icon not in MATERIALS:
                raise InvalidBoard(f"{where}: {icon!r} is no material; they are {', '.join(MATERIALS)}")
        if icons[0] == icons[1]:
            raise InvalidBoard(f"{where}: the two materials must be different, both are '{icons[0]}'")
        fields.append(Field((icons[0], icons[1]), area))
    return fields
