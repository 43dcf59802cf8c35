"""The ids under which Gymnasium knows the games: made of its key, `a-game` is `dolmen/AGame-v0`.

Gymnasium is imported only when games are registered: whoever comes first, it or this module, the other one is whole.
"""

from __future__ import annotations

from typing import Final

from dolmen.contract.registry import games
from dolmen.envs.extras import needed_for

NAMESPACE: Final = "dolmen"


def id_of(key: str) -> str:
    """The id of a game, without the name space."""
    return f"{key.replace('-', ' ').title().replace(' ', '')}-v0"


def register_games() -> None:
    """Register every game, once."""
    with needed_for("dolmen.envs.gymnasium"):
        from gymnasium.envs.registration import namespace, register, registry

    with namespace(NAMESPACE):
        for key in games():
            if f"{NAMESPACE}/{id_of(key)}" not in registry:
                register(
                    id_of(key),
                    entry_point="dolmen.envs.gymnasium.seat:SeatEnv",
                    vector_entry_point="dolmen.envs.gymnasium.vector:BatchEnv",
                    kwargs={"game": key},
                )
