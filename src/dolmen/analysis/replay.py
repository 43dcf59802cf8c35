"""Reading games of any kind: the game is found by what a file says, not by its name."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from dolmen.contract.game import Game, State
from dolmen.contract.meta import Meta
from dolmen.contract.registry import games
from dolmen.core.errors import DolmenError, IllegalLine, InvalidNotation


class Transcript(Protocol):
    """A game as a file tells it. Every game's `notation` module reads and begins its own."""

    state: State
    marks: list[tuple[int, int]]
    """Physical lines of the file, and how many decisions had been made when each was read."""

    @property
    def finished(self) -> bool:
        """Whether the game is over and the file says so."""

    @property
    def rows(self) -> int | None:
        """For a ledger, its rows; else None."""

    @property
    def rows_checked(self) -> int | None:
        """For a ledger, how many rows were compared with the state; else None."""

    def scores(self) -> Any:
        """The points, as the game's file format tells them, ready for JSON."""

    def winners(self) -> Any:
        """The winners, likewise; empty before the end."""

    def position(self) -> dict[str, Any]:
        """The whole position, ready for JSON, with what only the file tells (names)."""

    def legal_lines(self, *, payments: bool = True) -> list[str]:
        """The lines that may come next, sorted by bytes."""

    def lines(self) -> list[str]:
        """The lines of the game so far, without the header."""

    def to_text(self) -> str:
        """The whole file in canonical form."""

    def say_fixed_lines(self) -> None:
        """Add the lines that are no decisions and are due now."""

    def undo(self) -> None:
        """Take back the last decision."""


@dataclass(frozen=True)
class Report:
    """What came of replaying one file."""

    file: str
    game: str | None
    ok: bool
    error: str | None = None
    line: int | None = None
    finished: bool = False
    scores: Any = None
    winners: Any = None
    decisions: int = 0
    rows: int | None = None
    rows_checked: int | None = None

    def to_json(self) -> dict[str, Any]:
        """The report as a JSON object."""
        return asdict(self)


def read_text(path: str | Path) -> str:
    """A file as text. Raises InvalidNotation if it cannot be read, IllegalLine if it is not UTF-8."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise InvalidNotation(f"{path} cannot be read: {error.strerror}") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise IllegalLine(f"line {line}: byte {error.start + 1} of the file is not UTF-8 text", line) from None


def game_of(text: str, name: str = "") -> Meta:
    """The game that a file's text belongs to; only where that tells nothing, its name decides."""
    for meta in games().values():
        if meta.recognises(text):
            return meta
    for meta in games().values():
        if name.endswith(meta.extension):
            return meta
    kinds = "; ".join(f"{meta.title}: {meta.recognised_by}" for meta in games().values())
    raise IllegalLine(f"line 1: this is no game that Dolmen knows ({kinds})", 1)


def read(path: str | Path, board: str | None = None, last_line: int | None = None) -> Transcript:
    """Read a game file, up to a physical line if one is named."""
    return read_any(read_text(path), str(path), board, last_line)


def read_any(text: str, name: str = "", board: str | None = None, last_line: int | None = None) -> Transcript:
    """Read the text of a game file."""
    transcript: Transcript = _notation(game_of(text, name)).read(text, board, last_line)
    return transcript


def lines_up_to(text: str, last_line: int | None) -> str:
    """A game file up to a physical line."""
    physical = text.removesuffix("\n").split("\n")
    if last_line is None:
        return text
    if not 1 <= last_line <= len(physical):
        raise InvalidNotation(f"there is no line {last_line}: the file has lines 1 to {len(physical)}")
    return "\n".join(physical[:last_line]) + "\n"


def begin(game: Game, seed: int, stream: int = 0, names: tuple[str, ...] = ()) -> Transcript:
    """A new game whose set-up is drawn from the seed."""
    transcript: Transcript = _notation(game.meta).new_transcript(game, game.draw_setup(seed, stream), names, seed)
    return transcript


def _notation(meta: Meta) -> Any:
    return import_module(f"dolmen.games.{meta.package}.files.notation")


def check(path: str | Path, board: str | None = None) -> Report:
    """Replay a file and report, whatever is wrong with it."""
    game = None
    try:
        text = read_text(path)
        meta = game_of(text, str(path))
        game = meta.key
        transcript: Transcript = _notation(meta).read(text, board)
    except DolmenError as error:
        return Report(str(path), game, ok=False, error=str(error), line=getattr(error, "line", None))
    return Report(
        file=str(path),
        game=game,
        ok=True,
        finished=transcript.finished,
        scores=transcript.scores(),
        winners=transcript.winners(),
        decisions=len(transcript.state.history),
        rows=transcript.rows,
        rows_checked=transcript.rows_checked,
    )
