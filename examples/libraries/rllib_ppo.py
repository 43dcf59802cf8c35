"""RLlib: PPO learns one seat of a game against random bots, with the legal actions as a mask.

RLlib's module for masks wants the observation under `observations`.
"""

from __future__ import annotations

import argparse

import gymnasium
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from dolmen.envs.gymnasium.masked import MaskInObservation  # which registers the ids, too


def make(config: dict[str, object]) -> gymnasium.Env:
    """Each of RLlib's processes makes its own."""
    env = gymnasium.make("dolmen/Meduris-v0", rewards="points", **config)
    return MaskInObservation(env, observation="observations")


parser = argparse.ArgumentParser()
parser.add_argument("--iterations", type=int, default=2)
iterations = parser.parse_args().iterations

register_env("meduris", make)
config = (
    PPOConfig()
    .environment("meduris", env_config={"players": 2, "seat": None, "opponents": "random"})
    .env_runners(num_env_runners=0, rollout_fragment_length="auto")
    .training(train_batch_size_per_learner=2_000, minibatch_size=500, num_epochs=2)
    .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
)
algorithm = config.build_algo()
for _ in range(iterations):
    told = algorithm.train()["env_runners"]
    print("decisions", told["num_env_steps_sampled_lifetime"], "lead in points", told.get("episode_return_mean"))
algorithm.stop()
