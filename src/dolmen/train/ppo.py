"""One update of the network: proximal policy optimisation (Schulman et al., 2017) over the decisions of a rollout."""

from __future__ import annotations

from typing import Any

from dolmen.envs.extras import needed_for
from dolmen.train.model import Network
from dolmen.train.rollout import Rollout

with needed_for("the learner", "train"):
    import torch
    from torch.nn.functional import mse_loss
    from torch.nn.utils import clip_grad_norm_

EPOCHS = 2
PARTS = 32
"""Into how many parts a rollout is shuffled in each epoch; there is one step of the optimiser for each."""
CLIP = 0.2
VALUE_WEIGHT = 1.0
ENTROPY_WEIGHTS = (0.003, 0.1)
FIRST_ENTROPY_WEIGHT = 0.01
LONGEST_GRADIENT = 1.0
RATES = (1e-5, 2e-3)
FIRST_RATE = 5e-4
WANTED_CHANGE = 0.01
"""How far an update should move the choices (Kullback-Leibler); the learning rate follows, by steps of 1.5."""


def new_optimizer(network: Network) -> Any:
    """Adam, as it is usual here."""
    return torch.optim.Adam(network.parameters(), lr=FIRST_RATE, eps=1e-5)


def beside_the_others(amounts: Any) -> Any:
    """What each seat has more than the mean of the others: [..., seats]."""
    others = (amounts.sum(dim=-1, keepdim=True) - amounts) / max(1, amounts.shape[-1] - 1)
    return amounts - others


def update(
    network: Network, optimizer: Any, rollout: Rollout, generator: Any, entropy_weight: float = FIRST_ENTROPY_WEIGHT
) -> dict[str, float]:
    """Learn from a rollout; returns the means of the losses and how far the choices moved.

    Where there was a single legal action, there was nothing to learn.
    """
    decisions = rollout.actions.numel()
    seats = rollout.rewards.shape[-1] // 2
    players = rollout.players.reshape(decisions, 1)
    advantages = rollout.advantages()
    expected = (advantages + rollout.values[:-1]).reshape(decisions, 2 * seats)
    own = beside_the_others(advantages.reshape(decisions, 2, seats).sum(dim=1)).gather(1, players).squeeze(1)
    by_view = (players + torch.arange(seats, device=players.device)) % seats  # the seat that looks stands first
    targets = expected.gather(1, torch.cat([by_view, by_view + seats], dim=1))
    observations, masks = rollout.observations.flatten(0, 1), rollout.masks.flatten(0, 1)
    choices = (masks.sum(dim=-1) > 1).nonzero().squeeze(1)
    own = (own - own[choices].mean()) / (own[choices].std() + 1e-8)
    actions, before = rollout.actions.reshape(decisions, 1), rollout.log_probabilities.flatten()

    parts = min(PARTS, len(choices))
    sums = torch.zeros(4, device=players.device)
    for _ in range(EPOCHS):
        order = torch.randperm(len(choices), generator=generator, device=players.device)
        for part in choices[order].tensor_split(parts):
            probabilities, values = network(observations[part], masks[part])
            change = probabilities.gather(1, actions[part]).squeeze(1) - before[part]
            ratio = change.exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            policy_loss = -torch.minimum(ratio * own[part], clipped * own[part]).mean()
            value_loss = mse_loss(values, targets[part])
            entropy = -(probabilities.exp() * probabilities).sum(dim=-1).mean()
            optimizer.zero_grad(set_to_none=True)
            (policy_loss + VALUE_WEIGHT * value_loss - entropy_weight * entropy).backward()
            clip_grad_norm_(network.parameters(), LONGEST_GRADIENT)
            optimizer.step()
            moved = (ratio - 1 - change).mean()
            sums += torch.stack([policy_loss, value_loss, entropy, moved]).detach()
    names = ("policy_loss", "value_loss", "entropy", "change")
    figures = dict(zip(names, (sums / (EPOCHS * parts)).tolist(), strict=True))
    _adapt(optimizer, figures["change"])
    return figures


def next_entropy_weight(weight: float, entropy: float, wanted: float) -> float:
    """More where the choices have become more certain than wanted, less where they are less so; 0 wanted: as it is."""
    if wanted <= 0:
        return weight
    return min(max(weight * (1.05 if entropy < wanted else 1 / 1.05), ENTROPY_WEIGHTS[0]), ENTROPY_WEIGHTS[1])


def _adapt(optimizer: Any, change: float) -> None:
    """Learn faster where the choices hardly moved, slower where they moved too far."""
    factor = 1 / 1.5 if change > 2 * WANTED_CHANGE else 1.5 if change < WANTED_CHANGE / 2 else 1.0
    for group in optimizer.param_groups:
        group["lr"] = min(max(group["lr"] * factor, RATES[0]), RATES[1])
