"""The games as PettingZoo environments (AEC: agents decide one after the other).

Every game has a module of its own here, named as PettingZoo names its own, with `env` and `raw_env`:

from dolmen.envs.pettingzoo import my_game_v0
env = my_game_v0.env(players=3)
"""

from __future__ import annotations

import sys
from functools import partial
from types import ModuleType
from typing import Any

from dolmen.contract.meta import Meta
from dolmen.contract.registry import games
from dolmen.envs.pettingzoo.env import Environment, GameEnv, wrapped

VERSION = 0


def env(game: str, **options: Any) -> Environment:
    """A game with PettingZoo's checks around it; the options are those of `GameEnv`, but illegal actions end it."""
    return wrapped(raw_env(game, **{"illegal": "terminate", **options}))


def raw_env(game: str, **options: Any) -> GameEnv:
    """A game itself."""
    return GameEnv(game, VERSION, **options)


def _module_of(meta: Meta) -> ModuleType:
    """The module of one game, so that `import dolmen.envs.pettingzoo.my_game_v0` works, too."""
    module = ModuleType(f"{__name__}.{meta.package}_v{VERSION}", f"{meta.title}: see docs/envs/pettingzoo.md.")
    vars(module).update(env=partial(env, meta.key), raw_env=partial(raw_env, meta.key))
    return module


_MODULES = {f"{meta.package}_v{VERSION}": _module_of(meta) for meta in games().values()}
sys.modules.update({module.__name__: module for module in _MODULES.values()})


def __getattr__(name: str) -> ModuleType:
    if name in _MODULES:
        return _MODULES[name]
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
