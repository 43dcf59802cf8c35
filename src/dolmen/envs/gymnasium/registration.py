"""The ids under which Gymnasium knows the games: made of its key, `a-game` is `dolmen/AGame-v0`.

Gymnasium is imported only when games are registered: whoever comes first, it or this module, the other one is whole.
"""

from __future__ import annotations

from dolmen.contract.registry import games
from dolmen.envs.extras import needed_for
from dolmen.envs.names import NAMESPACE, gymnasium_name


def register_games() -> None:
    """Register every game, once."""
    with needed_for("dolmen.envs.gymnasium"):
        from gymnasium.envs.registration import namespace, register, registry

    with namespace(NAMESPACE):
        for key in games():
            if f"{NAMESPACE}/{gymnasium_name(key)}" not in registry:
                register(
                    gymnasium_name(key),
                    entry_point="dolmen.envs.gymnasium.seat:SeatEnv",
                    vector_entry_point="dolmen.envs.gymnasium.vector:BatchEnv",
                    kwargs={"game": key},
                )
