"""Stable-Baselines3 finds nothing wrong with the environments, and sb3-contrib learns with their masks.

Needs PyTorch: `make test-train`.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import DummyVecEnv

import dolmen.envs.gymnasium  # noqa: F401 registers the ids

IDS = ["dolmen/Meduris-v0", "dolmen/TerraMystica-v0"]


def make(name: str, **options: Any) -> Any:
    """An environment against random bots."""
    return gymnasium.make(name, opponents="random", **options)


@pytest.mark.parametrize("name", IDS)
def test_stable_baselines_finds_nothing_wrong(name: str) -> None:
    check_env(make(name), warn=True)


@pytest.mark.parametrize("name", IDS)
def test_a_masked_policy_learns_and_makes_only_legal_decisions(name: str) -> None:
    model = MaskablePPO(
        "MlpPolicy", make(name, rewards="points"), n_steps=128, batch_size=64, n_epochs=2, seed=1, device="cpu"
    )
    before = [parameter.detach().clone() for parameter in model.policy.parameters()]
    model.learn(256)
    changed = [(parameter != then).any() for parameter, then in zip(model.policy.parameters(), before, strict=True)]
    assert any(changed)
    env = make(name)
    observation, info = env.reset(seed=1)
    over = False
    while not over:
        action, _ = model.predict(observation, action_masks=info["action_mask"], deterministic=True)
        observation, _, terminated, truncated, info = env.step(int(action))
        assert "illegal" not in info
        over = terminated or truncated


def test_the_same_seed_learns_the_same() -> None:
    weights = []
    for _ in range(2):
        model = MaskablePPO("MlpPolicy", make(IDS[0]), n_steps=64, batch_size=64, n_epochs=1, seed=3, device="cpu")
        model.learn(64)
        weights.append(np.concatenate([parameter.detach().numpy().ravel() for parameter in model.policy.parameters()]))
    assert (weights[0] == weights[1]).all()


def test_many_environments_side_by_side() -> None:
    vector = DummyVecEnv([lambda: make(IDS[0], players=3) for _ in range(3)])
    model = MaskablePPO("MlpPolicy", vector, n_steps=32, batch_size=48, n_epochs=1, seed=1, device="cpu")
    model.learn(96)
    mean, _ = evaluate_policy(model, DummyVecEnv([lambda: make(IDS[0])]), n_eval_episodes=2, warn=False)
    assert 0 <= mean <= 1
