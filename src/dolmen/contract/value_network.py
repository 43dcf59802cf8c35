"""A small network beside a value function: by how many points the weighted sum of a seat's features errs.

It looks at the features of the seat and at the mean of the others', in two layers. What it knows is a data file beside
the features, made by `scripts/fit_network.py`; where there is none, the weighted sum stands alone.

Sums are made in one order, input by input, so that they are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from dolmen.contract.game import Kernel
from dolmen.contract.search_settings import Numbers
from dolmen.contract.weights import WeightTable
from dolmen.core.kernel import factory, kernel

Layer = npt.NDArray[np.float64]


class ValueNetwork(NamedTuple):
    """Its layers, one after the other for each number of players; where all are 0, it says nothing."""

    first: Layer
    """A row for each input (own features, the others', 1), a column for each unit."""
    second: Layer
    """A row for each unit of the first layer, and one for 1."""
    last: Layer
    """A number for each unit of the second layer, and one for 1."""


def read_network(path: Path, features: int, players: int) -> ValueNetwork:
    """The networks of a file, for so many features and up to so many players."""
    found = kept_networks(path)
    wide = max((network.first.shape[1] for network in found.values()), default=1)
    narrow = max((network.second.shape[1] for network in found.values()), default=1)
    whole = ValueNetwork(
        np.zeros((players + 1, 2 * features + 1, wide)),
        np.zeros((players + 1, wide + 1, narrow)),
        np.zeros((players + 1, narrow + 1)),
    )
    for number, network in found.items():
        for table, layer in zip(whole, network, strict=True):
            table[number] = layer
    return whole


def kept_networks(path: Path) -> dict[int, ValueNetwork]:
    """The layers by number of players, as the file has them; none where there is no file."""
    if not path.exists():
        return {}
    with np.load(path, allow_pickle=False) as kept:
        numbers = {int(name.partition("-")[2]) for name in kept.files}
        return {
            number: ValueNetwork(*(kept[f"{name}-{number}"] for name in ValueNetwork._fields)) for number in numbers
        }


def write_network(path: Path, networks: Mapping[int, ValueNetwork]) -> None:
    """Write the layers for each number of players."""
    layers: dict[str, Any] = {
        f"{name}-{players}": np.asarray(layer, dtype=np.float32)
        for players, network in networks.items()
        for name, layer in zip(network._fields, network, strict=True)
    }
    np.savez_compressed(path, **layers)


def room_for(features: int, players: int, network: ValueNetwork) -> int:
    """How many numbers `expect` works with: everybody's features, the others' mean, the units of both layers."""
    return (players + 1) * features + int(network.first.shape[2] + network.second.shape[2])


@factory
def make_expect(features: Kernel) -> Kernel:
    """The kernel `expect` of a game whose value function looks at these features."""

    @kernel
    def expect(
        record: object, values: Numbers, room: Numbers, trust: float,
        weights: WeightTable, first: Layer, second: Layer, last: Layer,
    ) -> None:  # fmt: skip
        """The points that every seat may expect: the weighted sum of its features, and what the network adds.

        `trust`: the part of it that is added, 0 to 1; less where the game has gone where the network never was.
        """
        players, size = values.shape[0], weights.shape[1]
        for seat in range(players):
            looked_at = room[seat * size : (seat + 1) * size]
            features(record, seat, looked_at)
            values[seat] = weighted(looked_at, weights[players])
        for seat in range(players if trust > 0.0 and speaks(last[players]) else 0):
            values[seat] += trust * correction(
                room, seat, size, first[players], second[players], last[players], players
            )

    return expect


@kernel
def weighted(looked_at: Numbers, weights: Numbers) -> float:
    """The weighted sum of the features."""
    points = 0.0
    for index in range(weights.shape[0]):
        points += weights[index] * looked_at[index]
    return points


@kernel
def speaks(last: Numbers) -> bool:
    """Whether there is a network for this number of players."""
    for unit in range(last.shape[0]):
        if last[unit] != 0.0:
            return True
    return False


@kernel
def correction(room: Numbers, seat: int, size: int, first: Layer, second: Layer, last: Numbers, players: int) -> float:
    """What the network adds to a seat's points; `room` begins with the features of every seat."""
    wide, narrow = first.shape[1], second.shape[1]
    others = players * size
    units = others + size
    inner = units + wide
    for index in range(size):
        total = 0.0
        for other in range(players):
            if other != seat:
                total += room[other * size + index]
        room[others + index] = total / (players - 1)
    begin_with(room, units, first[2 * size])
    add_inputs(room, seat * size, first[:size], units)
    add_inputs(room, others, first[size : 2 * size], units)
    for unit in range(units, inner):
        room[unit] = max(0.0, room[unit])
    begin_with(room, inner, second[wide])
    add_inputs(room, units, second[:wide], inner)
    points = last[narrow]
    for unit in range(narrow):
        points += max(0.0, room[inner + unit]) * last[unit]
    return float(points)


@kernel
def begin_with(room: Numbers, outputs: int, weights: Numbers) -> None:
    """What the units of a layer are where all its inputs are 0."""
    for unit in range(weights.shape[0]):
        room[outputs + unit] = weights[unit]


@kernel
def add_inputs(room: Numbers, begin: int, weights: Layer, outputs: int) -> None:
    """Add to every unit of a layer what the inputs from a place on bring it."""
    for index in range(weights.shape[0]):
        brought = room[begin + index]
        if brought != 0.0:
            for unit in range(weights.shape[1]):
                room[outputs + unit] += brought * weights[index, unit]
