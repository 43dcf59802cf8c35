"""Reads game files of Meduris (`.meduris`), checking everything.

A file is a header, the lines of the game, and for a finished game its score and winners. `final`, `score` and
`winner` are no decisions: where one of them is due, that line alone may come next.
"""

from __future__ import annotations

import re
from dataclasses import replace

from dolmen.contract.notation import lines_up_to
from dolmen.core.errors import (
    DolmenError,
    IllegalLine,
    InvalidBoard,
    InvalidNotation,
    InvalidSetup,
    RulesVersionMismatch,
    translatable,
)
from dolmen.games.meduris.files.lines import quoted, read_number
from dolmen.games.meduris.files.transcript import FORMAT_VERSION, MedurisTranscript
from dolmen.games.meduris.meta import META, RULES_VERSION
from dolmen.games.meduris.rules.board import Board, printed_board, read_board, tables_of
from dolmen.games.meduris.rules.game import Meduris
from dolmen.games.meduris.rules.materials import BONUS_CHIPS
from dolmen.games.meduris.rules.record import MAX_FIELDS
from dolmen.games.meduris.rules.setup import Setup

_BLANKS = re.compile(r"[ \t]+")
_SEED = re.compile(r"0|[1-9][0-9]{0,99}")
_CHECKSUM = re.compile(r"[0-9a-fA-F]{8}")


def read(text: str, board_file: str | None = None, last_line: int | None = None) -> MedurisTranscript:
    """Read a game, up to a physical line if one is named. Raises IllegalLine with the line's number."""
    physical = lines_up_to(text.removesuffix("\n").split("\n"), last_line)
    header = _Header(board_file)
    transcript: MedurisTranscript | None = None
    for number, line in enumerate(physical, start=1):
        words = _BLANKS.split(line.removesuffix("\r").partition("#")[0].strip(" \t"))
        if words == [""]:
            continue
        try:
            if transcript is None:
                transcript = header.read_line(words)
            else:
                transcript.play(words)
                transcript.marks.append((number, transcript.state.decisions))
        except DolmenError as error:
            raise IllegalLine(f"line {number}: {error}", number) from None
    if transcript is None:
        raise IllegalLine(f"line {len(physical)}: the header ends before 'chips'", len(physical))
    return transcript


class _Header:
    """Reads `meduris`, `players`, the optional lines in any order, then `chips`."""

    def __init__(self, board_file: str | None) -> None:
        self.board_file = board_file
        self.lines_read: dict[str, list[str]] = {}
        self.players = 0
        self.board: Board | None = None

    def read_line(self, words: list[str]) -> MedurisTranscript | None:
        """Take one line; the last one, `chips`, gives the game."""
        key, *rest = words
        if not self.lines_read and key != META.key:
            raise InvalidNotation(
                f"a game of Meduris begins with 'meduris {FORMAT_VERSION}', not {quoted(' '.join(words))}"
            )
        if len(self.lines_read) == 1 and key != "players":
            raise InvalidNotation(f"the second line of a game is 'players N', not {quoted(' '.join(words))}")
        if key in self.lines_read:
            raise InvalidNotation(f"'{key}' stands twice in the header")
        reader = getattr(self, f"_read_{key}", None) if key in HEADER_LINES else None
        if reader is None:
            raise InvalidNotation(f"{quoted(key)} is no line of the header; 'chips' must come before the game begins")
        result: MedurisTranscript | None = reader(rest)
        self.lines_read[key] = rest
        return result

    def _read_meduris(self, rest: list[str]) -> None:
        if rest != [str(FORMAT_VERSION)]:
            raise InvalidNotation(
                f"the format's version is {quoted(' '.join(rest))}; this program reads 'meduris {FORMAT_VERSION}'"
            )

    def _read_players(self, rest: list[str]) -> None:
        if len(rest) != 1:
            raise InvalidNotation("a line of 'players' reads 'players N'")
        self.players = read_number(rest[0], "the number of players", META.min_players, META.max_players)

    def _read_rules(self, rest: list[str]) -> None:
        if len(rest) != 1:
            raise InvalidNotation("a line of 'rules' reads 'rules N'")
        version = read_number(rest[0], "the rules version", 1, 999)
        if version != RULES_VERSION:
            raise RulesVersionMismatch(
                f"the game was played under rules {version}; this program plays rules {RULES_VERSION}"
            )

    def _read_board(self, rest: list[str]) -> None:
        if len(rest) != 2 or not _CHECKSUM.fullmatch(rest[1]):
            raise InvalidNotation("a line of 'board' reads 'board NAME CRC32', with eight hexadecimal digits")
        name, checksum = rest[0], rest[1].lower()
        if self.board_file is None:
            raise InvalidBoard(
                f"the game was played on the board {quoted(name)} ({checksum}): supply it with --board FILE"
            )
        board = read_board(self.board_file, self.players)
        if board.checksum != checksum:
            raise InvalidBoard(
                f"the game was played on the board {quoted(name)} ({checksum}), but {self.board_file} holds "
                f"another one ({board.checksum})"
            )
        self.board = replace(board, name=name)

    def _read_names(self, rest: list[str]) -> None:
        if len(rest) != self.players:
            raise InvalidNotation(f"{len(rest)} names stand here for {self.players} players")
        for name in rest:
            if len(name) > 20 or not all(letter.isalpha() or letter.isdecimal() or letter in "_-" for letter in name):
                raise InvalidNotation(f"a name is 1 to 20 letters, digits, '_' or '-', not {quoted(name)}")
        if len(set(rest)) < len(rest):
            raise InvalidNotation("two players have the same name")

    def _read_seed(self, rest: list[str]) -> None:
        if len(rest) != 1 or not _SEED.fullmatch(rest[0]):
            raise InvalidNotation("a line of 'seed' reads 'seed N', with one whole number")

    def _read_chips(self, rest: list[str]) -> MedurisTranscript:
        if not self.players:
            raise InvalidNotation("'players' must come before 'chips'")
        if self.board is None and self.board_file is not None:
            tables_of(self.board_file)  # not needed for this game, perhaps for another one: but it is a board file
        game = Meduris(self.players, self.board or printed_board(self.players))
        setup = Setup(self.players, game.board, read_chips(rest))
        names, seed = tuple(self.lines_read.get("names", ())), "".join(self.lines_read.get("seed", ()))
        return MedurisTranscript(setup, game.new_state(setup), names, seed=seed)


HEADER_LINES = ("meduris", "players", "rules", "board", "names", "seed", "chips")


def read_chips(words: list[str]) -> dict[int, str]:
    """'3:two 9:druid ...': six bonus chips by field."""
    chips: dict[int, str] = {}
    for word in words:
        place, colon, kind = word.partition(":")
        if not colon or kind not in BONUS_CHIPS:
            raise InvalidSetup(f"a bonus chip reads FIELD:two, FIELD:hut or FIELD:druid, not {quoted(word)}")
        number = read_number(place, "the field of a bonus chip", 1, MAX_FIELDS)
        if number in chips:
            raise InvalidSetup(translatable("two bonus chips lie on field %(field)s"), field=number)
        chips[number] = kind
    return chips
