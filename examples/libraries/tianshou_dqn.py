"""Tianshou: DQN learns one seat of a game against random bots. Tianshou masks where values are learned, not in PPO."""

from __future__ import annotations

import argparse

import gymnasium
from tianshou.algorithm.modelfree.dqn import DQN, DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from dolmen.envs.gymnasium.masked import MaskInObservation  # which registers the ids, too

parser = argparse.ArgumentParser()
parser.add_argument("--iterations", type=int, default=2)
iterations = parser.parse_args().iterations


def make() -> gymnasium.Env:
    """Tianshou looks for the mask under `mask`, and for what is seen under `obs`."""
    env = gymnasium.make("dolmen/Meduris-v0", players=2, seat=None, opponents="random", rewards="points")
    return MaskInObservation(env, observation="obs", mask="mask")


env = make()
actions = int(env.action_space.n)
net = Net(state_shape=env.observation_space["obs"].shape, action_shape=actions, hidden_sizes=[128, 128])
algorithm = DQN(
    policy=DiscreteQLearningPolicy(
        model=net, action_space=env.action_space, observation_space=env.observation_space, eps_training=0.1
    ),
    optim=AdamOptimizerFactory(lr=5e-4),
    gamma=0.995,
    target_update_freq=200,
)
training = Collector(algorithm, DummyVectorEnv([make] * 4), VectorReplayBuffer(20_000, 4), exploration_noise=True)
testing = Collector(algorithm, DummyVectorEnv([make] * 2))
result = algorithm.run_training(
    OffPolicyTrainerParams(
        training_collector=training,
        test_collector=testing,
        max_epochs=iterations,
        epoch_num_steps=1_000,
        collection_step_num_env_steps=100,
        test_step_num_episodes=2,
        update_step_num_gradient_steps_per_sample=0.1,
        batch_size=64,
        show_progress=False,
    )
)
print("decisions", result.train_step, "best lead in points", result.best_reward)
