"""The text of a game: files that are read with full checking, and plays, which are what a person calls a move.

Every game gives one `Notation`. What it reads or begins is a `Transcript`: the set-up, the state, and what only the
file tells. A play is one line or row of the notation, however many decisions it takes: programs exchange plays (see
`dolmen bot`), and whole games are looked at play by play (see `dolmen review`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from dolmen.contract.auction import AuctionResult, AuctionTerms
from dolmen.contract.game import Game, State
from dolmen.core.errors import IllegalAction, InvalidNotation, InvalidSetup

NOTHING: Final[Mapping[str, str]] = MappingProxyType({})
"""No options."""


@dataclass
class Transcript(ABC):
    """A game as a file tells it."""

    setup: Any
    state: State
    names: tuple[str, ...] = ()
    """The players' names, where the file tells them."""
    rows: int | None = None
    """For a ledger, its rows; else None."""
    rows_checked: int | None = None
    """For a ledger, how many rows were compared with the state; else None."""
    marks: list[tuple[int, int]] = field(default_factory=list)
    """Physical lines of the file, and how many decisions had been made when each was read."""

    @property
    def finished(self) -> bool:
        """Whether the game is over and the file says so."""
        return self.state.is_terminal()

    def scores(self) -> Any:
        """The points, as the game's file format tells them, ready for JSON."""
        return list(self.state.scores())

    def winners(self) -> Any:
        """The winners, likewise (here: players from 1, ascending); empty before the end."""
        return [seat + 1 for seat in self.state.winners()]

    def position(self) -> dict[str, Any]:
        """The whole position, ready for JSON, with what only the file tells (names)."""
        return {**self.state.game.position(self.state.record), "names": list(self.names) or None}

    def player_names(self) -> list[str]:
        """The players by seat: their names, or numbers."""
        return list(self.names) or [f"player {seat}" for seat in range(1, self.state.game.players + 1)]

    def fixed_line(self) -> str | None:
        """The line that alone may come next, where that is no decision; else None."""
        return None

    def say_fixed_lines(self) -> None:  # noqa: B027 (most formats have no such lines)
        """Add the lines that are no decisions and are due now: done where a game is played here rather than read."""

    def legal_lines(self, *, payments: bool = True) -> list[str]:
        """The lines that may come next, sorted by bytes."""
        return sorted(self.state.legal_texts(), key=str.encode)

    def auction(self) -> AuctionTerms | None:
        """What is auctioned before this game begins; None where nothing is, or it is done."""
        return None

    def after_auction(self, result: AuctionResult) -> Transcript:
        """The game that begins after the auction: its seats are the places of the lots."""
        raise InvalidSetup("nothing is auctioned before this game")

    def setup_options(self) -> dict[str, str]:
        """The options with which `Notation.begin` makes the same set-up, whatever the seed."""
        return {}

    @abstractmethod
    def lines(self) -> list[str]:
        """The lines of the game so far, without the header."""

    @abstractmethod
    def to_text(self) -> str:
        """The whole file in canonical form."""

    def setup_text(self) -> str:
        """A game that has just begun, as a table stores it; `Notation.read` reads it back to the same position."""
        return self.to_text()

    def undo(self) -> None:
        """Take back the last decision, and what was said after it."""
        self.state.undo()


class Notation(ABC):
    """How one game is read, begun and written."""

    @abstractmethod
    def read(self, text: str, supplied: Mapping[str, str] = NOTHING, last_line: int | None = None) -> Transcript:
        """Read a file or a set-up, up to a physical line if one is named. Raises IllegalLine with the line's number.

        `supplied` are the options that a file may need to be read, by name: a board file, for instance.
        """

    @abstractmethod
    def new_transcript(
        self, game: Game, setup: Any, names: tuple[str, ...] = (), seed: int | None = None
    ) -> Transcript:
        """A game that begins now, from a set-up of that game."""

    def begin(self, game: Game, options: Mapping[str, str], seed: int) -> Transcript:
        """A game at a table: the set-up drawn from the seed, or settled by the options. Raises InvalidSetup."""
        return self.new_transcript(game, game.draw_setup(seed))

    # ------------------------------------------------------------------------------------------------- plays

    def read_so_far(self, text: str, supplied: Mapping[str, str] = NOTHING) -> Transcript:
        """A game so far as `so_far_text` tells it to programs, to be gone on with by plays."""
        return self.read(text, supplied)

    def so_far_text(self, transcript: Transcript) -> str:
        """The game so far as it is told to programs, with the lines that go without a decision."""
        transcript.say_fixed_lines()
        return transcript.to_text()

    def bot_view(self, state: State) -> State:
        """A copy of the position as a bot is asked about it."""
        return state.clone()

    def counts_as_play(self, action: int) -> bool:
        """Whether a decision is part of a play."""
        return True

    def thread(self, record: Any) -> int:
        """Plays of one seat that interlock are of different threads."""
        return 0

    def ends_play(self, before: Any, action: int, after: Any) -> bool:
        """Whether a decision completes a play, by the records before and after it."""
        return True

    def play_text(self, state: State, actions: Sequence[int]) -> str:
        """The text of a whole play."""
        return state.game.action_text(actions[0])

    def play_decisions(self, state: State, play: str) -> tuple[int, ...]:
        """The decisions of a play, checked; the state is left as it is. Raises DolmenError."""
        tried = state.clone()
        tried.apply(play.strip())
        return tried.history[state.decisions :]

    def plain_plays(self, state: State) -> list[str]:
        """Plays that may come next: all that a program needs to choose from, though the rules may allow more."""
        return state.legal_texts()


def lines_up_to(lines: Sequence[str], last_line: int | None) -> Sequence[str]:
    """The physical lines of a file up to one of them, or all. Raises InvalidNotation where there is no such line."""
    if last_line is not None and not 1 <= last_line <= len(lines):
        raise InvalidNotation(f"there is no line {last_line}: the file has lines 1 to {len(lines)}")
    return lines[:last_line]


def ask_seat(state: State) -> int:
    """The seat that is asked for a play. Raises IllegalAction where nobody is."""
    if state.is_terminal():
        raise IllegalAction("the game is over: there is nothing to play")
    if state.is_chance():
        raise IllegalAction("the die is to be rolled: nobody decides here")
    return state.current_player
