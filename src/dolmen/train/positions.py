"""Positions with which games of the learner may begin: set-ups of all kinds, and games of others at any stage.

A policy that only ever sees what it makes of one kind of set-up knows nothing of the rest. A file of positions
(`scripts/positions.py`) holds records of one game for one number of players; those in which the set-up is still to be
drawn stand first.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import numpy as np

from dolmen.batch import Pool
from dolmen.contract.game import Game, Records
from dolmen.contract.registry import find, load
from dolmen.core.errors import CannotWrite, InvalidSetup

OFF: Final = "off"
"""By default of an option that is switched on by its name alone; all others want a value."""


def kinds_of(key: str, players: int, ways: Sequence[str] = (), without: Sequence[str] = ()) -> list[Game]:
    """The game with every set of options that can be switched on, set up in each of these ways."""
    switches = [option.name for option in find(key).options if option.default == OFF and option.name not in without]
    chosen = [names for number in range(len(switches) + 1) for names in combinations(switches, number)]
    return [
        load(key, players, **({"setup": way} if way else {}), **({"options": names} if names else {}))
        for way in ways or [""]
        for names in chosen
    ]


def save_positions(path: Path, game: Game, drawn: Records, positions: Records) -> None:
    """Write a file of positions: open ones, then those of games that were begun."""
    about = {"game": game.meta.key, "players": game.players, "rules_version": game.meta.rules_version}
    kept = np.frombuffer(drawn.tobytes() + positions.tobytes(), dtype=np.uint8).reshape(-1, game.record_type.itemsize)
    try:
        with path.open("wb") as file:
            np.savez_compressed(file, about=np.array(json.dumps(about)), records=kept, drawn=np.array(len(drawn)))
    except OSError as error:
        raise CannotWrite(f"{path} cannot be written: {error.strerror or error}") from None


def read_positions(path: Path, game: Game) -> Pool:
    """Read such a file. Raises InvalidSetup where it is not for this game."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            about: dict[str, Any] = json.loads(str(kept["about"]))
            rows, drawn = kept["records"], int(kept["drawn"])
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise InvalidSetup(f"{path} holds no positions: {type(error).__name__}") from None
    wanted = {"game": game.meta.key, "players": game.players, "rules_version": game.meta.rules_version}
    for name, value in wanted.items():
        if about.get(name) != value:
            raise InvalidSetup(f"{path} has {name.replace('_', ' ')} {about.get(name)}, not {value}")
    if rows.ndim != 2 or rows.shape[1] != game.record_type.itemsize or not len(rows):
        raise InvalidSetup(f"{path} holds positions of another version of {game.meta.title}")
    starts = np.frombuffer(rows.tobytes(), dtype=game.record_type).view(np.recarray)
    return Pool(starts, drawn)
