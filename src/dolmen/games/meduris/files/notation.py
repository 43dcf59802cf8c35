"""Game files of Meduris (`.meduris`): read with full checking, write, read again to the same bytes.

A file is a header, the lines of the game, and for a finished game its score and winners. `final`, `score` and
`winner` are no decisions: where one of them is due, that line alone may come next.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

from dolmen.contract.game import State
from dolmen.core.errors import (
    DolmenError,
    IllegalLine,
    InvalidBoard,
    InvalidNotation,
    InvalidSetup,
    RulesVersionMismatch,
    translatable,
)
from dolmen.games.meduris.files.lines import legal_lines, lines_of, play_line, quoted, read_number
from dolmen.games.meduris.package import META, RULES_VERSION
from dolmen.games.meduris.rules.board import Board, printed_board, read_board
from dolmen.games.meduris.rules.game import Meduris
from dolmen.games.meduris.rules.materials import BONUS_CHIPS
from dolmen.games.meduris.rules.record import MAX_FIELDS, NOBODY, NOT_YET, Phase, sites
from dolmen.games.meduris.rules.setup import Setup

FORMAT_VERSION = 1
_BLANKS = re.compile(r"[ \t]+")
_SEED = re.compile(r"0|[1-9][0-9]{0,99}")
_CHECKSUM = re.compile(r"[0-9a-fA-F]{8}")


@dataclass
class Transcript:
    """A game as a file tells it: set-up, what is only told (names, seed), and the decisions."""

    setup: Setup
    state: State
    names: tuple[str, ...] = ()
    seed: str = ""
    said: list[str] = field(default_factory=list)
    """Which of `final`, `score` and `winner` have been said."""
    marks: list[tuple[int, int]] = field(default_factory=list)
    """Physical lines of the file, and how many decisions had been made when each was read."""

    @property
    def finished(self) -> bool:
        """Whether the game is over and the file says so."""
        return "winner" in self.said

    @property
    def rows(self) -> int | None:
        """A game of Meduris has no ledger."""
        return None

    rows_checked = rows

    def scores(self) -> list[int]:
        """The points in player order."""
        return list(self.state.scores())

    def winners(self) -> list[int]:
        """The winners, players from 1, ascending; empty before the end."""
        return [seat + 1 for seat in self.state.winners()]

    def position(self) -> dict[str, Any]:
        """The whole position, with the players' names."""
        return {**self.state.game.position(self.state.record), "names": list(self.names) or None}

    def fixed_line(self) -> str | None:
        """The line that alone may come next: `final`, `score ...` or `winner ...`."""
        if self.state.number("circuit_left") == NOT_YET:
            return None
        if "final" not in self.said:
            return "final"
        is_over = self.state.number("phase") == Phase.OVER
        if is_over and "score" not in self.said:
            return self._score_line()
        if is_over and "winner" not in self.said:
            return self._winner_line()
        return None

    def legal_lines(self, *, payments: bool = True) -> list[str]:
        """The lines that may come next, canonical, sorted by bytes."""
        fixed = self.fixed_line()
        if fixed:
            return [fixed]
        return legal_lines(self.state, payments=payments)

    def play(self, words: list[str]) -> None:
        """Play one line of the game."""
        fixed = self.fixed_line()
        if fixed:
            if words != fixed.split():
                raise InvalidNotation(f"here the line must be '{fixed}', not {quoted(' '.join(words))}")
            self.said.append(words[0])
        elif self.state.is_terminal():
            raise InvalidNotation(f"the game is over, nothing may follow: {quoted(' '.join(words))} is a line too many")
        elif words[0] in ("final", "score", "winner"):
            raise InvalidNotation(f"'{words[0]}' comes too early, the game is not that far (rule: Finale)")
        else:
            play_line(self.state, words)

    def to_text(self) -> str:
        """The whole file in canonical form: the game as far as it is decided, with the fixed lines that are due."""
        header = [f"{META.key} {FORMAT_VERSION}", f"players {self.setup.players}"]
        board = self.setup.board
        if not board.printed:
            header.append(f"board {board.name} {board.checksum}")
        if self.names:
            header.append("names " + " ".join(self.names))
        if self.seed:
            header.append(f"seed {self.seed}")
        header.append("chips " + " ".join(f"{place}:{chip}" for place, chip in sorted(self.setup.chips.items())))
        return "\n".join(header + self.lines()) + "\n"

    def lines(self) -> list[str]:
        """The lines of the game so far, with those of `final`, `score` and `winner` that were said."""
        game = self.state.game
        lines = lines_of(game, game.new_records(self.setup), self.state.history)
        if "final" in self.said:
            lines.insert(self._first_final_offer(lines), "final")
        return lines + [line for line in (self._score_line(), self._winner_line()) if line.split()[0] in self.said]

    def _score_line(self) -> str:
        return "score " + " ".join(map(str, self.scores()))

    def _winner_line(self) -> str:
        return "winner " + " ".join(map(str, self.winners()))

    def _first_final_offer(self, lines: list[str]) -> int:
        """Where the final circuit begins: its offers, one a hut, are the last lines."""
        record = self.state.record
        huts = sum(site.hut != NOBODY for site in sites(record))
        asked = huts - int(record.circuit_left) - int(record.phase != Phase.OVER)
        return len(lines) - asked

    def say_fixed_lines(self) -> None:
        """Say what is due: done after a game was played here rather than read."""
        fixed = self.fixed_line()
        while fixed:
            self.said.append(fixed.split()[0])
            fixed = self.fixed_line()

    def undo(self) -> None:
        """Take back the last decision, and what was said after it."""
        self.state.undo()
        in_finale = self.state.record.circuit_left != NOT_YET
        self.said = ["final"] if in_finale and "final" in self.said else []


def new_transcript(game: Meduris, setup: Setup, names: tuple[str, ...] = (), seed: int | None = None) -> Transcript:
    """A game that begins now."""
    return Transcript(setup, game.new_state(setup), names, "" if seed is None else str(seed))


# -------------------------------------------------------------------------------------------------------- reading


def read(text: str, board_file: str | None = None, last_line: int | None = None) -> Transcript:
    """Read a game, up to a physical line if one is named. Raises IllegalLine with the line's number."""
    physical = text.removesuffix("\n").split("\n")
    if last_line is not None and not 1 <= last_line <= len(physical):
        raise InvalidNotation(f"there is no line {last_line}: the file has lines 1 to {len(physical)}")
    header = _Header(board_file)
    transcript: Transcript | None = None
    for number, line in enumerate(physical[:last_line], start=1):
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
        raise IllegalLine(
            f"line {last_line or len(physical)}: the header ends before 'chips'", last_line or len(physical)
        )
    return transcript


class _Header:
    """Reads `meduris`, `players`, the optional lines in any order, then `chips`."""

    def __init__(self, board_file: str | None) -> None:
        self.board_file = board_file
        self.seen: dict[str, list[str]] = {}
        self.players = 0
        self.board: Board | None = None

    def read_line(self, words: list[str]) -> Transcript | None:
        """Take one line; the last one, `chips`, gives the game."""
        key, *rest = words
        if not self.seen and key != META.key:
            raise InvalidNotation(
                f"a game of Meduris begins with 'meduris {FORMAT_VERSION}', not {quoted(' '.join(words))}"
            )
        if len(self.seen) == 1 and key != "players":
            raise InvalidNotation(f"the second line of a game is 'players N', not {quoted(' '.join(words))}")
        if key in self.seen:
            raise InvalidNotation(f"'{key}' stands twice in the header")
        reader = getattr(self, f"_read_{key}", None) if key in HEADER_LINES else None
        if reader is None:
            raise InvalidNotation(f"{quoted(key)} is no line of the header; 'chips' must come before the game begins")
        result: Transcript | None = reader(rest)
        self.seen[key] = rest
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

    def _read_chips(self, rest: list[str]) -> Transcript:
        if not self.players:
            raise InvalidNotation("'players' must come before 'chips'")
        game = Meduris(self.players, self.board or printed_board(self.players))
        setup = Setup(self.players, game.board, read_chips(rest))
        return Transcript(
            setup, game.new_state(setup), tuple(self.seen.get("names", ())), "".join(self.seen.get("seed", ()))
        )


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
