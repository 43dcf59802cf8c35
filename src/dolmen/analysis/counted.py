"""A finished game as statistics count it, wherever it was played."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dolmen.analysis.replay import game_of, read_text
from dolmen.contract.game import State
from dolmen.contract.registry import package
from dolmen.core.errors import DolmenError, InvalidNotation


@dataclass(frozen=True)
class Counted:
    """What is kept of a game."""

    game: str
    players: int
    played: str
    """The same for the same decisions: what was read twice is counted once."""
    points: list[int]
    won: list[float]
    """Each seat's share of the victory."""
    count: dict[str, Any]
    """See `dolmen.contract.counting`."""


def counted(state: State) -> Counted:
    """Count a game that is over."""
    game, scores = state.game.meta.key, list(state.scores())
    told = json.dumps([game, state.game.players, state.history, scores], separators=(",", ":"))
    played = hashlib.sha256(told.encode()).hexdigest()[:32]
    count = package(game).counting().count(state)
    return Counted(game, state.game.players, played, scores, list(state.returns()), count.to_json())


def places(state: State) -> list[int]:
    """The place of each seat in a game that is over, from 1: winners first, then by points; equals share one."""
    scores, winners = state.scores(), state.winners()
    order = [(seat not in winners, -points) for seat, points in enumerate(scores)]
    return [1 + sum(other < mine for other in order) for mine in order]


# ---------------------------------------------------------------------------------------------------- files


@dataclass(frozen=True)
class CountedFile:
    """What came of reading one file."""

    file: str
    digest: str
    """What tells its text from others."""
    counted: Counted | None = None
    error: str = ""
    """Why it cannot be counted, in a sentence."""


def digest_of(text: str) -> str:
    """What tells a file's text from others."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def count_file(path: str) -> CountedFile:
    """Read a file, every line checked by the rules, and count its game, whatever is wrong with it."""
    digest = ""
    try:
        text = read_text(path)
        digest = digest_of(text)
        state = package(game_of(text, path).key).notation().read(text).state
        if not state.is_terminal():
            raise InvalidNotation("the game is not over")
        return CountedFile(path, digest, counted(state))
    except DolmenError as error:
        return CountedFile(path, digest, error=str(error).partition("\n")[0])


def count_files(paths: Sequence[str]) -> list[CountedFile]:
    """Several at once, for a process of its own."""
    return [count_file(path) for path in paths]


def files_in(folder: Path) -> list[Path]:
    """The files of a folder and of those in it that may hold games, in the order of their names.

    What begins with a dot, and what an arena keeps beside its games, holds none. Raises InvalidNotation.
    """
    if folder.is_file():
        return [folder]
    if not folder.is_dir():
        raise InvalidNotation(f"there is no folder {folder}")
    found = (path for path in folder.rglob("*") if path.is_file())
    return sorted(path for path in found if not path.name.startswith(".") and path.suffix not in (".json", ".jsonl"))
