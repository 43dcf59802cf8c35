"""A policy learns a game for two by playing against itself: PPO on the vector environment, in one file.

    python examples/self_play.py --decisions 30                        # millions; then plays 400 games against greedy
    dolmen evaluate meduris --players 2 --bot examples/self_play.py:SelfPlay --quick

Every place of the vector environment asks whichever seat decides there (`opponents="self"`), so one network plays both
sides. What one seat is ahead, the other is behind: the network says how far ahead the seat that looks will be, in
points and in victories, and for the other one that is the same with the other sign. It needs the extra `train`
(PyTorch); so small a network gains nothing by several threads (`OMP_NUM_THREADS=1`).
"""

from __future__ import annotations

import argparse
import math
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import nn

import dolmen.envs.gymnasium  # noqa: F401 (registers the ids)
from dolmen.bots import Bot, Budget
from dolmen.contract.game import State
from dolmen.core.draws import Draws
from dolmen.core.errors import UnknownBot

GAME = "dolmen/Meduris-v0"
WEIGHTS = Path(os.environ.get("SELF_PLAY_WEIGHTS", "self_play.pt"))

GAMES = 512  # side by side
STEPS = 128  # decisions of each game between two updates
WIDTH = 128  # of the network
DISCOUNT = 0.995  # of a reward for each decision until it comes: without it games drag on
TRACE = 0.97  # of a surprise, for each decision that it is credited to earlier
POINT = 1 / 64  # what a point is worth; the victory is worth 1
EPOCHS, PARTS = 2, 32  # how often the decisions of a rollout are learned from, and in how many steps
CLIP, ENTROPY, LONGEST_GRADIENT = 0.2, 0.01, 1.0
CHANGE = 0.01  # how far an update should move the choices (Kullback-Leibler); the learning rate follows
RATES = (1e-5, 2e-3)


class Network(nn.Module):
    """What a seat sees, to the logarithm of each action's probability and to how far ahead the seat will be."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()
        self.first, self.second, self.third = nn.Linear(inputs, WIDTH), nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)
        self.policy, self.value = nn.Linear(WIDTH, actions), nn.Linear(WIDTH, 2)
        for head in (self.policy, self.value):  # begin with all legal actions nearly alike, and nothing expected
            nn.init.normal_(head.weight, std=0.005)

    def forward(self, seen: torch.Tensor, legal: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        hidden = torch.relu(self.first(seen))
        hidden = hidden + torch.relu(self.second(hidden))
        hidden = hidden + torch.relu(self.third(hidden))
        logits = self.policy(hidden).masked_fill(~legal, -1e9)
        return torch.log_softmax(logits, dim=-1), self.value(hidden)


@dataclass
class Rollout:
    """The decisions of some steps in all places: arrays of [steps, places, ...]."""

    seen: torch.Tensor
    legal: torch.Tensor
    actions: torch.Tensor
    chosen: torch.Tensor  # the logarithm of the probability that the action had
    sides: torch.Tensor  # 1 where the first seat decides, -1 where the second does
    values: torch.Tensor  # how far ahead the first seat will be, points and victory; one step more than the others
    rewards: torch.Tensor  # what the step brought the first seat, likewise
    goes_on: torch.Tensor  # 0 where a game ended with the step, else 1

    @classmethod
    def empty(cls, inputs: int, actions: int) -> Rollout:
        def room(*shape: int, steps: int = STEPS, dtype: torch.dtype = torch.float32) -> torch.Tensor:
            return torch.empty((steps, GAMES, *shape), dtype=dtype)

        legal, integers = room(actions, dtype=torch.bool), room(dtype=torch.int64)
        return cls(
            room(inputs), legal, integers, room(), room(), room(2, steps=STEPS + 1), room(2), room()
        )  # fmt: skip

    def advantages(self) -> torch.Tensor:
        """How much more than expected came of each step for the first seat (generalised advantages)."""
        advantages, later = torch.empty_like(self.rewards), torch.zeros(GAMES, 2)
        for step in reversed(range(STEPS)):
            going_on = DISCOUNT * self.goes_on[step].unsqueeze(-1)
            surprise = self.rewards[step] + going_on * self.values[step + 1] - self.values[step]
            advantages[step] = later = surprise + TRACE * going_on * later
        return advantages


class Player:
    """Plays the vector environment on with the present network."""

    def __init__(self, env: Any, network: Network, seed: int) -> None:
        self.env, self.network = env, network
        self.seen, self.info = env.reset(seed=seed)
        self.rollout = Rollout.empty(env.single_observation_space.shape[0], int(env.single_action_space.n))

    @torch.no_grad()
    def play(self) -> Rollout:
        """The next steps. What is returned is overwritten by the next call."""
        into = self.rollout
        for step in range(STEPS):
            log_probabilities = self._look(step)
            noise = torch.rand_like(log_probabilities).clamp_(min=2**-25).log_().neg_().log_()
            actions = (log_probabilities - noise).argmax(dim=-1)  # as likely as the network says
            into.actions[step] = actions
            into.chosen[step] = log_probabilities.gather(1, actions.unsqueeze(1)).squeeze(1)
            self.seen, _, terminated, truncated, self.info = self.env.step(actions.numpy())
            into.rewards[step, :, 0] = POINT * torch.from_numpy(self.info["rewards"][:, 0])
            into.rewards[step, :, 1] = 0.0
            if "final_info" in self.info:
                wins = self.info["final_info"]["wins"]
                into.rewards[step, :, 1] = torch.from_numpy(wins[:, 0] - wins[:, 1])
            into.goes_on[step] = torch.from_numpy(~(terminated | truncated))
        self._look(STEPS)
        return into

    def _look(self, step: int) -> torch.Tensor:
        """Ask the network about the present positions; notes what it is shown and what it expects."""
        seen, legal = torch.from_numpy(self.seen), torch.from_numpy(self.info["action_mask"])
        sides = torch.from_numpy(1.0 - 2.0 * self.info["player"]).float()
        log_probabilities, ahead = self.network(seen, legal)
        self.rollout.values[step] = ahead * sides.unsqueeze(-1)
        if step < STEPS:
            self.rollout.seen[step], self.rollout.legal[step], self.rollout.sides[step] = seen, legal, sides
        return log_probabilities


def learn(network: Network, optimizer: torch.optim.Optimizer, rollout: Rollout) -> float:
    """One update by proximal policy optimisation; returns how far it moved the choices."""
    advantages = rollout.advantages()
    targets = ((advantages + rollout.values[:-1]) * rollout.sides.unsqueeze(-1)).flatten(0, 1)
    own = (advantages.sum(dim=-1) * rollout.sides).flatten()
    seen, legal, before = rollout.seen.flatten(0, 1), rollout.legal.flatten(0, 1), rollout.chosen.flatten()
    actions = rollout.actions.reshape(-1, 1)
    choices = (legal.sum(dim=-1) > 1).nonzero().squeeze(1)  # nothing is learned from what was forced
    own = (own - own[choices].mean()) / (own[choices].std() + 1e-8)
    moved = 0.0
    for _ in range(EPOCHS):
        for part in choices[torch.randperm(len(choices))].tensor_split(PARTS):
            log_probabilities, ahead = network(seen[part], legal[part])
            change = log_probabilities.gather(1, actions[part]).squeeze(1) - before[part]
            ratio = change.exp()
            gain = torch.minimum(ratio * own[part], ratio.clamp(1 - CLIP, 1 + CLIP) * own[part]).mean()
            error = (ahead - targets[part]).square().mean()
            entropy = -(log_probabilities.exp() * log_probabilities).sum(dim=-1).mean()
            optimizer.zero_grad(set_to_none=True)
            (error - gain - ENTROPY * entropy).backward()
            nn.utils.clip_grad_norm_(network.parameters(), LONGEST_GRADIENT)
            optimizer.step()
            moved += float((ratio - 1 - change).mean().detach()) / (EPOCHS * PARTS)
    factor = 1 / 1.5 if moved > 2 * CHANGE else 1.5 if moved < CHANGE / 2 else 1.0
    for group in optimizer.param_groups:
        group["lr"] = min(max(group["lr"] * factor, RATES[0]), RATES[1])
    return moved


@torch.no_grad()
def judge(network: Network, opponent: str, games: int) -> tuple[float, float]:
    """The share of the victories against a bot and the mean lead in points, by turns from either seat."""
    env = gymnasium.make_vec(GAME, num_envs=games, seat=None, opponents=opponent)
    seen, info = env.reset(seed=1)
    seats, places = np.arange(games) % 2, np.arange(games)
    playing, wins, leads = np.ones(games, dtype=bool), 0.0, 0.0
    while playing.any():
        log_probabilities, _ = network(torch.from_numpy(seen), torch.from_numpy(info["action_mask"]))
        seen, _, terminated, truncated, info = env.step(log_probabilities.argmax(dim=-1).numpy())
        ended = playing & (terminated | truncated)  # the first game of each place counts
        if ended.any():
            points = info["final_info"]["points"]
            wins += info["final_info"]["wins"][places, seats][ended].sum()
            leads += (points[places, seats] - points[places, 1 - seats])[ended].sum()
            playing &= ~ended
    return wins / games, leads / games


class SelfPlay(Bot):
    """The network in the arena: it takes the action that it thinks best."""

    name = "self-play"
    description = "plays what examples/self_play.py taught it"

    def __init__(self, game: str) -> None:
        super().__init__(game)
        if game != "meduris":
            raise UnknownBot(f"it has learned Meduris, not {game}")
        torch.set_num_threads(1)
        weights = torch.load(WEIGHTS, weights_only=True)
        self.network = Network(weights["first.weight"].shape[1], weights["policy.weight"].shape[0])
        self.network.load_state_dict(weights)

    @torch.no_grad()
    def choose(self, state: State, budget: Budget, draws: Draws) -> int:  # noqa: ARG002 (it neither searches nor draws)
        legal = state.legal_actions()
        mask = torch.zeros(1, state.game.num_actions, dtype=torch.bool)
        mask[0, legal] = True
        seen = torch.from_numpy(state.observation(state.current_player)).unsqueeze(0)
        return int(self.network(seen, mask)[0].argmax())


def rollouts(player: Player, most: float, minutes: float) -> Iterator[tuple[int, Rollout]]:
    """Decisions made, and what was played, until there are so many millions or the time is over."""
    began, decisions = time.perf_counter(), 0
    while decisions < 1e6 * most and time.perf_counter() - began < 60 * minutes:
        rollout = player.play()
        decisions += STEPS * GAMES
        yield decisions, rollout


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn Meduris for two by self-play.")
    parser.add_argument("--decisions", type=float, default=30.0, help="stop after so many millions (default 30)")
    parser.add_argument("--minutes", type=float, default=math.inf, help="or after so long")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--judged-games", type=int, default=400)
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    env = gymnasium.make_vec(GAME, num_envs=GAMES, opponents="self", rewards="points")
    network = Network(env.single_observation_space.shape[0], int(env.single_action_space.n))
    optimizer = torch.optim.Adam(network.parameters(), lr=5e-4, eps=1e-5)
    told = 0.0
    for decisions, rollout in rollouts(Player(env, network, arguments.seed), arguments.decisions, arguments.minutes):
        moved = learn(network, optimizer, rollout)
        if decisions >= 1e6 * told:
            wins, lead = judge(network, "greedy", 50)
            print(f"{decisions / 1e6:5.1f} M decisions, {time.process_time() / 60:5.1f} min of processor time, moved "
                  f"{moved:.4f}, wins {wins:4.0%} of 50 against greedy, lead {lead:+.1f}", flush=True)  # fmt: skip
            torch.save(network.state_dict(), WEIGHTS)
            told += 1
    torch.save(network.state_dict(), WEIGHTS)
    for opponent in ("random", "greedy"):
        wins, lead = judge(network, opponent, arguments.judged_games)
        print(f"wins {wins:.1%} of {arguments.judged_games} games against {opponent}, lead {lead:+.1f}")


if __name__ == "__main__":
    main()
