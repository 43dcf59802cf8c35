"""What the research world calls the games: made of a game's key, and of the version of all environments."""

from __future__ import annotations

from typing import Final

VERSION: Final = 0
"""Rises when what an environment shows, takes or rewards changes; rules and observations have versions of their own."""

NAMESPACE: Final = "dolmen"


def gymnasium_name(key: str) -> str:
    """`a-game` is `AGame-v0`, within the name space."""
    return f"{key.replace('-', ' ').title().replace(' ', '')}-v{VERSION}"


def pettingzoo_name(key: str) -> str:
    """`a-game` is the module `a_game_v0`."""
    return f"{key.replace('-', '_')}_v{VERSION}"


def open_spiel_name(key: str) -> str:
    """`a-game` is `python_dolmen_a_game`: OpenSpiel writes no versions into names."""
    return f"python_dolmen_{key.replace('-', '_')}"


def environments_of(key: str) -> dict[str, str | int]:
    """All names of a game, and their version."""
    return {
        "version": VERSION,
        "gymnasium": f"{NAMESPACE}/{gymnasium_name(key)}",
        "pettingzoo": pettingzoo_name(key),
        "open_spiel": open_spiel_name(key),
    }
