"""Meduris for PettingZoo, version 0: see docs/envs/pettingzoo.md."""

from __future__ import annotations

from typing import Any

from dolmen.envs.pettingzoo.env import Environment, GameEnv, wrapped


def env(**options: Any) -> Environment:
    """Meduris with PettingZoo's checks around it; the options are those of `GameEnv`."""
    return wrapped(raw_env(**options))


def raw_env(**options: Any) -> GameEnv:
    """Meduris itself."""
    return GameEnv("meduris", 0, **options)
