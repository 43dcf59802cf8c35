"""Games with the present network, and what each decision in them was worth.

One step of the batch is one decision in every place, by whichever seat is asked there. The network says at each step
what every seat may expect, so each seat of each game has a stream of its own of expectations and rewards, through its
opponents' decisions too; generalised advantages (Schulman et al., 2016) are taken along each stream, and the decision
is credited with the advantage of the seat that made it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dolmen.batch import GOES_ON, Batch
from dolmen.envs.extras import needed_for
from dolmen.train.model import Network

with needed_for("the learner", "train"):
    import torch

TRACE = 0.97
"""How far back a surprise is credited: by this factor less for every decision between."""

SMALLEST = 2.0**-25
"""Half the smallest step of `torch.rand`: instead of 0, whose logarithm would rule an action out."""


@dataclass
class Rollout:
    """The decisions of some steps, in all places: arrays of [steps, places, ...]."""

    observations: Any
    masks: Any
    players: Any
    actions: Any
    log_probabilities: Any
    values: Any
    """What each seat may expect, by its number: points still to come, then shares; one step more than the others."""
    rewards: Any
    """What each step brought each seat, likewise."""
    goes_on: Any
    """0 where a game ended with the step, else 1."""
    discount: float
    """What a reward is worth one decision earlier."""

    def advantages(self) -> Any:
        """How much more than expected came of each step for each seat: [steps, places, 2 seats]."""
        advantages = torch.empty_like(self.rewards)
        later = torch.zeros_like(self.rewards[0])
        for step in reversed(range(len(self.rewards))):
            going_on = self.goes_on[step].unsqueeze(-1)
            surprise = self.rewards[step] + self.discount * going_on * self.values[step + 1] - self.values[step]
            later = surprise + self.discount * TRACE * going_on * later
            advantages[step] = later
        return advantages


def drawn(probabilities: Any, generator: Any) -> Any:
    """An action for every place, as likely as the logarithms of the probabilities say: by the Gumbel trick."""
    uniform = torch.rand(probabilities.shape, generator=generator, device=probabilities.device)
    noise = uniform.clamp_(min=SMALLEST).log_().neg_().log_()  # three times as fast on a CPU as `exponential_`
    return (probabilities - noise).argmax(dim=-1)


class Collector:
    """Plays a batch on; the arrays of the batch are looked at where they lie, without a copy."""

    def __init__(self, batch: Batch, steps: int, discount: float, device: Any) -> None:
        self.batch = batch
        game, size = batch.game, batch.size
        self.observations = torch.as_tensor(batch.observe(), device=device)
        self.masks = torch.as_tensor(batch.legal_mask(), device=device)
        self.players = torch.as_tensor(batch.current_player, device=device)
        self.status = torch.as_tensor(batch.status, device=device)
        self.rewards = torch.as_tensor(batch.rewards, device=device)
        self.returns = torch.as_tensor(batch.returns, device=device)
        self.seats = torch.arange(game.players, device=device)

        def room(*shape: int, dtype: Any = torch.float32, more: int = 0) -> Any:
            return torch.empty((steps + more, size, *shape), dtype=dtype, device=device)

        self.rollout = Rollout(
            observations=room(game.observation_size, dtype=torch.bfloat16 if device.type == "cuda" else torch.float32),
            masks=room(game.num_actions, dtype=torch.bool),
            players=room(dtype=torch.int64),
            actions=room(dtype=torch.int64),
            log_probabilities=room(),
            values=room(2 * game.players, more=1),
            rewards=room(2 * game.players),
            goes_on=room(),
            discount=discount,
        )

    def collect(self, network: Network, generator: Any) -> Rollout:
        """The next steps. What is returned is overwritten by the next call."""
        into = self.rollout
        with torch.no_grad():
            for step in range(len(into.actions)):
                probabilities = self._look(network, step)
                into.observations[step] = self.observations
                into.masks[step] = self.masks
                into.players[step] = self.players
                actions = drawn(probabilities, generator)
                into.actions[step] = actions
                into.log_probabilities[step] = probabilities.gather(1, actions.unsqueeze(1)).squeeze(1)
                self.batch.step(actions)
                goes_on = self.status == GOES_ON
                shares = self.returns.masked_fill(goes_on.unsqueeze(1), 0.0)
                into.rewards[step] = torch.cat([self.rewards - shares, shares], dim=1)
                into.goes_on[step] = goes_on
            self._look(network, len(into.actions))
        return into

    def _look(self, network: Network, step: int) -> Any:
        """Ask the network about the present positions; notes the values and returns the log probabilities."""
        self.batch.legal_mask()  # unpacks it again, into the same memory
        probabilities, values = network(self.observations, self.masks)
        players = self.batch.game.players
        seen = (self.seats - self.players.unsqueeze(1)) % players
        self.rollout.values[step] = values.gather(1, torch.cat([seen, seen + players], dim=1))
        return probabilities
