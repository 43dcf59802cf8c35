"""Finds the games: every entry point of the group `dolmen.games`, in whichever installed package it stands."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from inspect import signature
from typing import TYPE_CHECKING, Any, Final

from dolmen.core.catalogues import add_catalogues
from dolmen.core.errors import InvalidPackage, InvalidSetup, UnknownGame

if TYPE_CHECKING:
    from dolmen.contract.game import Game
    from dolmen.contract.meta import Meta
    from dolmen.contract.package import GamePackage

GROUP: Final = "dolmen.games"


@cache
def packages() -> dict[str, GamePackage]:
    """All games by key, in the order of their keys. Nothing of them is loaded but their title pages."""
    found: dict[str, GamePackage] = {}
    for point in entry_points(group=GROUP):
        game = _loaded(point)
        if game.meta.key in found:
            raise InvalidPackage(f"two packages bring the game '{game.meta.key}'; the second is {point.value}")
        found[game.meta.key] = game
        if game.locale is not None:
            add_catalogues(game.locale)
    return dict(sorted(found.items()))


def _loaded(point: EntryPoint) -> GamePackage:
    """What an entry point names. Raises InvalidPackage where that is no game."""
    from dolmen.contract.package import GamePackage

    try:
        found = point.load()
    except (ImportError, AttributeError) as error:
        raise InvalidPackage(f"the game '{point.name}' ({point.value}) cannot be loaded: {error}") from error
    if not isinstance(found, GamePackage):
        raise InvalidPackage(f"the game '{point.name}': {point.value} is no GamePackage")
    return found


def games() -> dict[str, Meta]:
    """The title pages of all games, by key."""
    return {key: package.meta for key, package in packages().items()}


def package(key: str) -> GamePackage:
    """One game; `a_game` and `a-game` are the same."""
    try:
        return packages()[key.replace("_", "-")]
    except (KeyError, AttributeError, TypeError):  # also what is no text at all
        raise UnknownGame(f"there is no game '{key}'; there are: {', '.join(packages())}") from None


def find(key: str) -> Meta:
    """The title page of one game."""
    return package(key).meta


def load(key: str, players: int | None = None, **options: Any) -> Game:
    """The rules of a game for a number of players (as few as possible, if not said)."""
    found = package(key)
    known = options_of(key)
    for name in options:
        if name not in known:
            listed = f"it has {', '.join(known)}" if known else "it has none"
            raise InvalidSetup(f"{found.meta.title} has no option '{name}'; {listed}")
    return found.rules()(found.meta.min_players if players is None else players, **options)


def options_of(key: str) -> tuple[str, ...]:
    """What the rules of a game can be loaded with, beside the number of players."""
    _players, *options = signature(package(key).rules()).parameters
    return tuple(options)
