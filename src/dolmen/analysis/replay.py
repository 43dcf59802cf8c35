"""Reading games of any kind: the game is found by what a file says, not by its name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dolmen.contract.game import Game
from dolmen.contract.meta import Meta
from dolmen.contract.notation import NOTHING, Transcript
from dolmen.contract.registry import games, package
from dolmen.core.errors import DolmenError, IllegalLine, InvalidNotation, InvalidSetup


@dataclass(frozen=True)
class Replay:
    """What came of replaying one file: a transcript, or what is wrong with it."""

    file: str
    game: str | None = None
    """The game's key, where that could be told."""
    transcript: Transcript | None = None
    error: DolmenError | None = None

    @property
    def ok(self) -> bool:
        """Whether every line is right."""
        return self.transcript is not None

    def to_json(self) -> dict[str, Any]:
        """The replay as a JSON object."""
        transcript, error = self.transcript, self.error
        return {
            "file": self.file,
            "game": self.game,
            "ok": self.ok,
            "error": None if error is None else str(error),
            "line": error.line if isinstance(error, IllegalLine) else None,
            "finished": transcript is not None and transcript.finished,
            "scores": transcript and transcript.scores(),
            "winners": transcript and transcript.winners(),
            "decisions": transcript.state.decisions if transcript else 0,
            "rows": transcript and transcript.rows,
            "rows_checked": transcript and transcript.rows_checked,
        }


LARGEST = 16 * 2**20
"""No game is told in so many bytes; whole tournaments take less."""


def read_text(path: str | Path) -> str:
    """A file as text. Raises InvalidNotation if it cannot be read, IllegalLine if it is not UTF-8."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:  # a ValueError: a NUL in the name
        raise InvalidNotation(f"{path} cannot be read: {getattr(error, 'strerror', error)}") from None
    if len(data) > LARGEST:
        raise InvalidNotation(f"{path} is too large for a game: more than {LARGEST // 2**20} MiB")
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


def read(path: str | Path, supplied: Mapping[str, str] = NOTHING, last_line: int | None = None) -> Transcript:
    """Read a game file, up to a physical line if one is named; `supplied` are options that a file may need."""
    return read_any(read_text(path), str(path), supplied, last_line)


def read_any(
    text: str, name: str = "", supplied: Mapping[str, str] = NOTHING, last_line: int | None = None
) -> Transcript:
    """Read the text of a game file. Raises InvalidSetup for an option that its game does not know."""
    meta = game_of(text, name)
    check_supplied(meta, supplied)
    return package(meta.key).notation().read(text, supplied, last_line)


def check_supplied(meta: Meta, supplied: Mapping[str, str]) -> None:
    """Only options that files of a game may need."""
    for option in supplied:
        if not any(known.name == option and known.in_files for known in meta.options):
            raise InvalidSetup(f"{meta.title} has no option '{option}' in its files")


def begin(game: Game, seed: int, stream: int = 0, names: tuple[str, ...] = ()) -> Transcript:
    """A new game whose set-up is drawn from the seed."""
    notation = package(game.meta.key).notation()
    return notation.new_transcript(game, game.draw_setup(seed, stream), names, seed)


def check(path: str | Path, supplied: Mapping[str, str] = NOTHING) -> Replay:
    """Replay a file, whatever is wrong with it."""
    game = None
    try:
        text = read_text(path)
        game = game_of(text, str(path)).key
        return Replay(str(path), game, package(game).notation().read(text, supplied))
    except DolmenError as error:
        return Replay(str(path), game, error=error)
