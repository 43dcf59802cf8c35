"""The games as PettingZoo environments (AEC: agents decide one after the other).

Every game has a module of its own here, named as PettingZoo names its own, with `env` and `raw_env`:

from dolmen.envs.pettingzoo import my_game_v0
env = my_game_v0.env(players=3)
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from dolmen.contract.meta import Meta
from dolmen.contract.registry import games
from dolmen.envs.names import VERSION, pettingzoo_name
from dolmen.envs.pettingzoo.env import Environment, GameEnv, wrapped

__all__ = ["Environment", "GameEnv", "GameModule", "env", "raw_env"]


def env(game: str, **options: Any) -> Environment:
    """A game with PettingZoo's checks around it; the options are those of `GameEnv`, but illegal actions end it."""
    return wrapped(raw_env(game, **{"illegal": "terminate", **options}))


def raw_env(game: str, **options: Any) -> GameEnv:
    """A game itself."""
    return GameEnv(game, VERSION, **options)


class GameModule(ModuleType):
    """The module of one game, so that `import dolmen.envs.pettingzoo.my_game_v0` works, too."""

    def __init__(self, meta: Meta) -> None:
        super().__init__(f"{__name__}.{pettingzoo_name(meta.key)}", f"{meta.title}: see docs/envs/pettingzoo.md.")
        self.key = meta.key

    def env(self, **options: Any) -> Environment:
        """The game with PettingZoo's checks around it; the options are those of `GameEnv`."""
        return env(self.key, **options)

    def raw_env(self, **options: Any) -> GameEnv:
        """The game itself."""
        return raw_env(self.key, **options)


_MODULES = {pettingzoo_name(meta.key): GameModule(meta) for meta in games().values()}
sys.modules.update({module.__name__: module for module in _MODULES.values()})


def __getattr__(name: str) -> GameModule:
    if name in _MODULES:
        return _MODULES[name]
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
