"""Fit the network beside a value function (`dolmen.contract.value_network`) to games of the search.

    python scripts/fit_network.py meduris two.npz three.npz four.npz
    python scripts/fit_network.py terra-mystica four.npz --hidden 32 --epochs 6

The games come from `search_games.py`, each file for one number of players. The network learns by how many points the
weighted sum errs: of what each seat reached in the end and of what the search expected, mixed (`--reached`), and most
of all what sets the seats of a position apart. A fifth of the games is not used but told about. Networks for other
numbers of players stay as they are. Needs PyTorch (extra `train`); the same games and seed give the same network on
one machine.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from dolmen.bots.base import judgement_of
from dolmen.contract.value_network import ValueNetwork, kept_networks, write_network

Numbers = npt.NDArray[np.float64]
UNSEEN = 5
"""One game of so many is not used for learning."""
BATCH = 256
PEAK = 3e-3
"""The learning rate at its highest."""
DECAY = 1e-2
STILL = 1e-3
"""Added to how much a feature varies, so that one that hardly does is not blown up."""


class Examples(NamedTuple):
    """Positions of games, with a row for every seat."""

    players: int
    inputs: Numbers
    """What the network looks at: position, seat, input."""
    weighed: Numbers
    """The weighted sums."""
    expected: Numbers
    points: Numbers
    unseen: npt.NDArray[np.bool_]
    """Which positions are not used for learning."""


def examples_of(file: Path, weights: Numbers) -> Examples:
    """What a file of games teaches."""
    with np.load(file) as kept:
        players = int(kept["players"])
        features = kept["features"].astype(np.float64).reshape(-1, players, kept["features"].shape[1])
        expected, points = (kept[name].astype(np.float64).reshape(-1, players) for name in ("expected", "points"))
        game = np.repeat(np.arange(len(kept["rows"])), kept["rows"] // players)
    others = (features.sum(axis=1, keepdims=True) - features) / (players - 1)
    inputs = np.concatenate([features, others], axis=-1)
    return Examples(players, inputs, features @ weights[players], expected, points, game % UNSEEN == 0)


def errors(expected: Numbers, examples: Examples) -> str:
    """How far off what is expected is in games that were not used."""
    off = (expected - examples.points)[examples.unseen]
    apart = off - off.mean(axis=1, keepdims=True)
    return f"points {np.sqrt(np.mean(off**2)):.2f}, leads {np.sqrt(np.mean(apart**2)):.2f}"


def learned(examples: Examples, how: argparse.Namespace) -> tuple[ValueNetwork, str]:
    """A network, and a line that says how good it is on games not used for it."""
    torch.manual_seed(how.seed)
    seen = ~examples.unseen
    mean = examples.inputs[seen].mean(axis=(0, 1))
    spread = examples.inputs[seen].std(axis=(0, 1)) + STILL
    inputs = torch.tensor((examples.inputs - mean) / spread, dtype=torch.float32)
    target = how.reached * examples.points + (1 - how.reached) * examples.expected - examples.weighed
    targets = torch.tensor(target, dtype=torch.float32)
    network = torch.nn.Sequential(
        torch.nn.Linear(inputs.shape[-1], how.hidden),
        torch.nn.ReLU(),
        torch.nn.Linear(how.hidden, how.hidden // 2),
        torch.nn.ReLU(),
        torch.nn.Linear(how.hidden // 2, 1),
    )
    places = torch.nonzero(torch.tensor(seen))[:, 0]
    steps = how.epochs * (len(places) // BATCH)
    optimizer = torch.optim.AdamW(network.parameters(), PEAK, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, PEAK, total_steps=steps + 1)
    for _ in range(how.epochs):
        shuffled = places[torch.randperm(len(places))]
        for part in shuffled[: len(shuffled) // BATCH * BATCH].split(BATCH):
            off = network(inputs[part])[..., 0] - targets[part]
            apart = off - off.mean(dim=1, keepdim=True)
            optimizer.zero_grad()
            ((off**2).mean() + (apart**2).mean()).backward()
            optimizer.step()
            schedule.step()
    with torch.no_grad():
        found = examples.weighed + network(inputs)[..., 0].numpy()
    return layers_of(network, mean, spread), (
        f"{examples.players} players: {len(examples.points)} positions of the search, final points "
        f"{examples.points.mean():.1f}; errors on unseen games: {errors(found, examples)} "
        f"(the weighted sum alone: {errors(examples.weighed, examples)}; "
        f"the search: {errors(examples.expected, examples)})"
    )


def layers_of(network: Any, mean: Numbers, spread: Numbers) -> ValueNetwork:
    """The layers as the kernels read them: of plain features, the constants in the last row."""
    first, first_bias, second, second_bias, last, last_bias = (
        part.detach().numpy().astype(np.float64) for part in network.parameters()
    )
    plain = first / spread
    return ValueNetwork(
        np.vstack([plain.T, first_bias - plain @ mean]),
        np.vstack([second.T, second_bias]),
        np.append(last[0], last_bias),
    )


def main() -> None:
    """Read, learn, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument(
        "--hidden", type=int, default=32, help="units of the first layer; half of them in the second (32)"
    )
    parser.add_argument("--epochs", type=int, default=5, help="(5)")
    parser.add_argument("--reached", type=float, default=0.6, help="how much what was reached counts (0.6)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, help="where the networks are kept (beside the game's features)")
    how = parser.parse_args()
    torch.set_num_threads(1)
    judgement = judgement_of(how.game, "fit")
    assert how.out or judgement.folder, "the game has no folder for networks"
    path = how.out or judgement.folder / "network.npz"
    networks = kept_networks(path)
    for file in how.files:
        examples = examples_of(file, judgement.weights)
        networks[examples.players], note = learned(examples, how)
        sys.stderr.write(f"{note}\n")
    write_network(path, networks)


if __name__ == "__main__":
    main()
