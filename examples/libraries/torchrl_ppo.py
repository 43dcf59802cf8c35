"""TorchRL: PPO learns one seat of a game against random bots, with the legal actions as a mask."""

from __future__ import annotations

import argparse

import gymnasium
import torch
from tensordict.nn import ProbabilisticTensorDictModule, ProbabilisticTensorDictSequential, TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import ActionMask, Compose, DTypeCastTransform, GymWrapper, TransformedEnv
from torchrl.modules import MaskedCategorical, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from dolmen.envs.gymnasium.masked import MaskInObservation  # which registers the ids, too

parser = argparse.ArgumentParser()
parser.add_argument("--iterations", type=int, default=2)
iterations = parser.parse_args().iterations

game = gymnasium.make("dolmen/Meduris-v0", players=2, seat=None, opponents="random", rewards="points")
masked = GymWrapper(MaskInObservation(game), categorical_action_encoding=True)
yes_or_no = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
env = TransformedEnv(masked, Compose(yes_or_no, ActionMask()))

inputs, actions = game.observation_space.shape[0], int(game.action_space.n)
policy = ProbabilisticTensorDictSequential(
    TensorDictModule(
        nn.Sequential(nn.Linear(inputs, 128), nn.ReLU(), nn.Linear(128, actions)), ["observation"], ["logits"]
    ),
    ProbabilisticTensorDictModule(
        in_keys={"logits": "logits", "mask": "action_mask"},
        out_keys=["action"],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    ),
)
value = ValueOperator(nn.Sequential(nn.Linear(inputs, 128), nn.ReLU(), nn.Linear(128, 1)), in_keys=["observation"])
advantage = GAE(gamma=0.995, lmbda=0.97, value_network=value)
loss = ClipPPOLoss(policy, value)
optimizer = torch.optim.Adam(loss.parameters(), lr=5e-4)

collector = Collector(
    env,
    policy,
    frames_per_batch=2_000,
    total_frames=2_000 * iterations,
    auto_register_policy_transforms=True,
)
for data in collector:
    for _ in range(2):
        advantage(data)
        for part in data.reshape(-1)[torch.randperm(data.numel())].split(500):
            losses = loss(part)
            optimizer.zero_grad()
            (losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]).backward()
            optimizer.step()
    print("decisions", data.numel(), "reward of a decision", round(data["next", "reward"].mean().item(), 3))
collector.shutdown()
