"""The network: what a seat sees, to a choice among the legal actions and to what every seat may expect."""

from __future__ import annotations

from typing import Any

from dolmen.contract.game import Game
from dolmen.envs.extras import needed_for

with needed_for("the learner", "train"):
    import torch
    from torch import nn

BLOCKS = 2
"""Residual layers, where nobody says how many."""
ILLEGAL = -1e9
"""The logit of an action that is not legal: no chance at all, and still a number that 0 can be multiplied with."""


class Network(nn.Module):  # type: ignore[misc]
    """A small network with two heads; `dolmen.bots.learned` computes the same with NumPy."""

    def __init__(self, game: Game, width: int, blocks: int = BLOCKS) -> None:
        super().__init__()
        self.first = nn.Linear(game.observation_size, width)
        self.blocks = nn.ModuleList(nn.Linear(width, width) for _ in range(blocks))
        self.policy = nn.Linear(width, game.num_actions)
        self.value = nn.Linear(width, 2 * game.players)
        with torch.no_grad():  # begin with all legal actions nearly alike, and nothing expected
            self.policy.weight.mul_(0.05)
            self.value.weight.mul_(0.05)

    def forward(self, observations: Any, masks: Any) -> tuple[Any, Any]:
        """The logarithm of each action's probability, and what each seat may expect, the one that looks first.

        That is the points still to come of all seats, in the unit of the rewards, then their shares of the victory. A
        card computes the products in half precision (bfloat16) and everything that is added up in full.
        """
        with torch.autocast("cuda", torch.bfloat16, enabled=observations.is_cuda):
            hidden = torch.relu(self.first(observations))
            for block in self.blocks:
                hidden = hidden + torch.relu(block(hidden))
            logits = self.policy(hidden)
        logits = logits.float().masked_fill(~masks, ILLEGAL)
        with torch.autocast("cuda", enabled=False):
            return torch.log_softmax(logits, dim=-1), self.value(hidden.float())


def new_network(game: Game, width: int, seed: int, blocks: int = BLOCKS) -> Network:
    """A network before any learning, drawn from the seed; nobody else's random numbers are touched."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return Network(game, width, blocks)
