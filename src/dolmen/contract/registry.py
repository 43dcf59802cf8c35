"""Finds the games: every sub-package with a module `meta`, readable without importing (or compiling) its kernels."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import dolmen.games
from dolmen.contract.game import Game
from dolmen.contract.meta import Meta
from dolmen.core.errors import UnknownGame


@cache
def games() -> dict[str, Meta]:
    """The title pages of all games, by key."""
    found = {}
    for module in iter_modules(dolmen.games.__path__):
        name = f"dolmen.games.{module.name}.package"
        if module.ispkg and any(Path(folder, module.name, "package.py").is_file() for folder in dolmen.games.__path__):
            meta: Meta = import_module(name).META
            found[meta.key] = meta
    return found


def find(key: str) -> Meta:
    """The title page of one game; `terra_mystica` and `terra-mystica` are the same."""
    try:
        return games()[key.replace("_", "-")]
    except KeyError:
        raise UnknownGame(f"there is no game '{key}'; there are: {', '.join(games())}") from None


def load(key: str, players: int | None = None, **options: Any) -> Game:
    """The rules of a game for a number of players (as few as possible, if not said)."""
    meta = find(key)
    package = import_module(f"dolmen.games.{meta.package}.rules.game")
    game: Game = package.GAME(meta.min_players if players is None else players, **options)
    return game
