"""Where the games of an arena begin, if not with a set-up of their own: in positions of games that were played.

A start is a finished game up to a round or a line. From there bots go on, and what they reach is compared with what was
really reached (see `comparison.py`). They are asked as at a table: every question wants its answer now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from dolmen.analysis.replay import read_any, read_text
from dolmen.contract.notation import NOTHING, Transcript
from dolmen.contract.registry import find, package
from dolmen.core.errors import DolmenError, InvalidSetup


@dataclass(frozen=True)
class Start:
    """A position of a finished game, and how that game ended."""

    file: str
    text: str
    """Of the whole file: games are played in other processes and on other machines, too."""
    supplied: tuple[tuple[str, str], ...]
    """The options that the file needs to be read."""
    line: int | None
    """The position is the one after this line; None: after so many decisions."""
    decisions: int
    reached: tuple[int, ...]
    """The points of each seat when that game was over."""

    def transcript(self) -> Transcript:
        """The game up to the position, to be gone on with."""
        transcript = read_any(self.text, self.file, dict(self.supplied), self.line)
        while transcript.state.decisions > self.decisions:
            transcript.undo()
        state = transcript.state
        state.records[:] = package(state.game.meta.key).notation().bot_view(state).records
        return transcript

    def to_json(self) -> dict[str, Any]:
        """Which position it is, ready for JSON."""
        return {"file": self.file, "sha256": sha256(self.text.encode()).hexdigest(), "decisions": self.decisions}


def read_starts(
    game: str,
    files: Sequence[str | Path],
    *,
    round_number: int | None = None,
    line: int | None = None,
    supplied: Mapping[str, str] = NOTHING,
) -> tuple[Start, ...]:
    """The positions of these files at the beginning of a round, or after a line. Raises InvalidSetup, naming a file."""
    starts: list[Start] = []
    players = 0
    for file in files:
        try:
            start, seats = _read_start(game, str(file), round_number, line, supplied)
        except InvalidSetup:
            raise
        except DolmenError as error:
            said = str(error)
            raise InvalidSetup(said if said.startswith(str(file)) else f"{file}: {said}") from None
        if starts and seats != players:
            raise InvalidSetup(f"{file} is for {seats} players, {files[0]} for {players}: name files of one number")
        starts.append(start)
        players = seats
    return tuple(starts)


def _read_start(
    game: str, file: str, round_number: int | None, line: int | None, supplied: Mapping[str, str]
) -> tuple[Start, int]:
    """One of them, and its number of players."""
    text = read_text(file)
    whole = read_any(text, file, supplied)
    state = whole.state
    if state.game.meta.key != game:
        raise InvalidSetup(f"{file} is a game of {state.game.meta.title}, not of {find(game).title}")
    if not state.is_terminal():
        raise InvalidSetup(f"{file} is a game that is not over: there is nothing to compare with")
    reached = state.scores()
    if line is not None:
        part = read_any(text, file, supplied, line).state
        if part.is_terminal():
            raise InvalidSetup(f"{file} is over after line {line}: nothing is left to play")
        decisions = part.decisions
    else:
        decisions = _beginning_of(whole, round_number or 0, file)
    return Start(file, text, tuple(sorted(supplied.items())), line, decisions, reached), state.game.players


def _beginning_of(whole: Transcript, round_number: int, file: str) -> int:
    """How many decisions come before a round."""
    state = whole.state
    present = package(state.game.meta.key).presentation()
    last = 0
    for decisions in range(state.decisions):
        last = present.round_of(state.game, state.records_before(decisions)[0])
        if last >= round_number:
            return decisions
    raise InvalidSetup(f"{file} has no round {round_number}: its last is round {last}")
