"""Finds the games: every entry point of the group `dolmen.games`, in whichever installed package it stands."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, Final

from dolmen.core.catalogues import add_catalogues
from dolmen.core.errors import UnknownGame

if TYPE_CHECKING:
    from dolmen.contract.game import Game
    from dolmen.contract.meta import Meta
    from dolmen.contract.package import GamePackage

GROUP: Final = "dolmen.games"


@cache
def packages() -> dict[str, GamePackage]:
    """All games by key, in the order of their keys. Nothing of them is loaded but their title pages."""
    found: list[GamePackage] = [point.load() for point in entry_points(group=GROUP)]
    for game in found:
        if game.locale is not None:
            add_catalogues(game.locale)
    return {package.meta.key: package for package in sorted(found, key=lambda package: package.meta.key)}


def games() -> dict[str, Meta]:
    """The title pages of all games, by key."""
    return {key: package.meta for key, package in packages().items()}


def package(key: str) -> GamePackage:
    """One game; `a_game` and `a-game` are the same."""
    try:
        return packages()[key.replace("_", "-")]
    except KeyError:
        raise UnknownGame(f"there is no game '{key}'; there are: {', '.join(packages())}") from None


def find(key: str) -> Meta:
    """The title page of one game."""
    return package(key).meta


def load(key: str, players: int | None = None, **options: Any) -> Game:
    """The rules of a game for a number of players (as few as possible, if not said)."""
    found = package(key)
    return found.rules()(found.meta.min_players if players is None else players, **options)
