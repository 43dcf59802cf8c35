"""The ids under which Gymnasium knows the games."""

from __future__ import annotations

from typing import Final

from dolmen.envs.extras import needed_for

with needed_for("dolmen.envs.gymnasium"):
    from gymnasium.envs.registration import namespace, register, registry

NAMESPACE: Final = "dolmen"
IDS: Final = {"Meduris-v0": "meduris", "TerraMystica-v0": "terra-mystica"}


def register_games() -> None:
    """Register every game, once."""
    with namespace(NAMESPACE):
        for name, game in IDS.items():
            if f"{NAMESPACE}/{name}" not in registry:
                register(
                    name,
                    entry_point="dolmen.envs.gymnasium.seat:SeatEnv",
                    vector_entry_point="dolmen.envs.gymnasium.vector:BatchEnv",
                    kwargs={"game": game},
                )
