"""The network beside a value function: what its layers say, by plain NumPy, too, and how it is kept."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from dolmen.analysis.simulate import simulate
from dolmen.bots import find_bot
from dolmen.bots.base import judgement_of
from dolmen.contract.game import State
from dolmen.contract.registry import load
from dolmen.contract.value_network import (
    ValueNetwork,
    kept_networks,
    make_expect,
    read_network,
    room_for,
    write_network,
)

Numbers = npt.NDArray[np.float64]
GAMES = ("meduris", "terra-mystica")


def drawn_network(features: int, seed: int = 1) -> ValueNetwork:
    draws = np.random.default_rng(seed)
    return ValueNetwork(
        draws.normal(size=(2 * features + 1, 6)), draws.normal(size=(7, 4)), draws.normal(size=5)
    )  # fmt: skip


def middle(key: str, players: int) -> State:
    """A position in the middle of a game of greedy bots."""
    transcript, _ = simulate(load(key, players), [find_bot("greedy", key)] * players, 3, 0, 5000)
    state = transcript.state
    while len(state.history) > 90:
        state.undo()
    return state


def features_of(state: State) -> Numbers:
    """A row for every seat."""
    judgement = judgement_of(state.game.meta.key, "test")
    rows = np.zeros((state.game.players, len(judgement.feature_names)))
    for seat, row in enumerate(rows):
        judgement.features(state.record, seat, row)
    return rows


def expected(state: State, network: ValueNetwork, trust: float = 1.0) -> Numbers:
    """By the kernel."""
    judgement = judgement_of(state.game.meta.key, "test")
    players, size = state.game.players, len(judgement.feature_names)
    values = np.zeros(players)
    room = np.full(room_for(size, state.game.meta.max_players, network), np.nan)
    make_expect(judgement.features)(state.record, values, room, trust, judgement.weights, *network)
    return values


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_layers_are_added_to_the_weighted_sum(key: str, players: int, tmp_path: Path) -> None:
    state = middle(key, players)
    rows, judgement = features_of(state), judgement_of(key, "test")
    plain = drawn_network(rows.shape[1])
    write_network(tmp_path / "network.npz", {players: plain})
    network = read_network(tmp_path / "network.npz", rows.shape[1], state.game.meta.max_players)
    first, second, last = (np.asarray(layer, dtype=np.float32).astype(float) for layer in plain)
    others = (rows.sum(axis=0) - rows) / (players - 1)
    inner = np.maximum(0, np.hstack([rows, others, np.ones((players, 1))]) @ first)
    inner = np.maximum(0, np.hstack([inner, np.ones((players, 1))]) @ second)
    said = np.hstack([inner, np.ones((players, 1))]) @ last
    assert expected(state, network) == pytest.approx(rows @ judgement.weights[players] + said)
    assert expected(state, network, 0.25) == pytest.approx(rows @ judgement.weights[players] + said / 4)


@pytest.mark.parametrize("key", GAMES)
def test_without_a_network_the_weighted_sum_stands_alone(key: str, tmp_path: Path) -> None:
    state = middle(key, 3)
    rows, judgement = features_of(state), judgement_of(key, "test")
    none = read_network(tmp_path / "nothing.npz", rows.shape[1], state.game.meta.max_players)
    assert expected(state, none) == pytest.approx(rows @ judgement.weights[3])
    write_network(tmp_path / "network.npz", {2: drawn_network(rows.shape[1])})
    of_two = read_network(tmp_path / "network.npz", rows.shape[1], state.game.meta.max_players)
    assert expected(state, of_two) == pytest.approx(rows @ judgement.weights[3])


@pytest.mark.parametrize("key", GAMES)
def test_the_networks_that_are_shipped_fit_their_games(key: str) -> None:
    judgement = judgement_of(key, "test")
    assert judgement.folder is not None
    kept = kept_networks(judgement.folder / "network.npz")
    assert set(kept) <= set(range(2, load(key, 2).meta.max_players + 1))
    for network in kept.values():
        assert network.first.shape[0] == 2 * len(judgement.feature_names) + 1
        assert all(np.isfinite(layer).all() for layer in network)
