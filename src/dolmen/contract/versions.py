"""The numbers that a result depends on: who tells them all can be repeated, and compared with others."""

from __future__ import annotations

from typing import TypedDict

from dolmen import __version__
from dolmen.contract.registry import load


class Versions(TypedDict):
    """What played."""

    dolmen: str
    rules: int
    """Rises when the behaviour of the rules changes."""
    observations: int
    """Rises when a number of the observation moves or means something else; weights belong to one layout."""


def versions_of(key: str) -> Versions:
    """Of the game with this key, as this program plays it."""
    game = load(key)
    return Versions(dolmen=__version__, rules=game.meta.rules_version, observations=game.observation_version)
