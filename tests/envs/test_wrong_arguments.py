"""Environments and batches that are made, reset or stepped with nonsense: one sentence, and the game stands still."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

from dolmen.batch import Batch
from dolmen.bots.policies import policy_of
from dolmen.contract.registry import load
from dolmen.core.arguments import shown
from dolmen.core.errors import DolmenError, IllegalAction, InvalidSetup, UnknownBot, WrongBatch
from dolmen.envs.gymnasium.masked import MaskInObservation
from dolmen.envs.gymnasium.seat import SeatEnv
from dolmen.envs.gymnasium.vector import BatchEnv
from dolmen.envs.pettingzoo import meduris_v0
from tests.nonsense import Thing

LARGE = 10**30
NONSENSE: list[Any] = [
    *("nonsense", "", "\0", b"x", Thing(), {"a": 1}, ["a", "b", "c"], ("a", 1)),
    *(-1, 1.5, math.nan, math.inf, LARGE, True, np.float32(2), np.array([1.0, 2.0])),
]
ids = pytest.mark.parametrize("given", NONSENSE, ids=shown)

OF_ALL = ("players", "rewards", "illegal", "render_mode", "nonsense")
MADE: list[tuple[Callable[..., Any], tuple[str, ...]]] = [
    (lambda **named: SeatEnv("meduris", **named), (*OF_ALL, "seat", "opponents")),
    (lambda **named: BatchEnv("meduris", **{"num_envs": 3, **named}), ("players", "rewards", "illegal", "nonsense")),
    (lambda **named: BatchEnv("meduris", **{"num_envs": 3, **named}), ("seat", "opponents", "autoreset_mode")),
    (lambda **named: meduris_v0.env(**named), OF_ALL),
]


@ids
@pytest.mark.parametrize(("make", "names"), MADE, ids=["gymnasium", "vector", "vector's own", "pettingzoo"])
def test_no_environment_is_made_of_nonsense(make: Callable[..., Any], names: tuple[str, ...], given: Any) -> None:
    for name in names:
        with pytest.raises(DolmenError) as refused:
            make(**{name: given})
        assert "\n" not in str(refused.value)
    if given is not LARGE:
        with pytest.raises(InvalidSetup, match="^max_turns is a whole number from 1 to"):
            make(max_turns=given)


@ids
def test_nor_by_gymnasiums_own_way(given: Any) -> None:
    with pytest.raises(DolmenError):
        gymnasium.make("dolmen/Meduris-v0", seat=given)
    with pytest.raises(DolmenError):
        gymnasium.make("dolmen/Meduris-v0", game=given)
    with pytest.raises(DolmenError):
        gymnasium.make_vec("dolmen/Meduris-v0", num_envs=given if given is not True else 0)


@ids
def test_a_step_takes_an_action_and_nothing_that_looks_like_one(given: Any) -> None:
    env = SeatEnv("meduris", opponents="random")
    env.reset(seed=1)
    before = env.match.state.to_bytes()
    agents = meduris_v0.raw_env()
    agents.reset(seed=1)
    if type(given) is not int:  # those are illegal actions, which cost what illegal actions cost
        for step in (env.step, agents.step):
            with pytest.raises(IllegalAction, match="^an action is a whole number, not"):
                step(given)
    many = BatchEnv("meduris", num_envs=3)
    many.reset(seed=1)
    with pytest.raises(WrongBatch):
        many.step(given)
    assert env.match.state.to_bytes() == before and agents.match.state.to_bytes() == before


@ids
def test_a_reset_takes_options_by_name(given: Any) -> None:
    envs: list[Any] = [
        SeatEnv("meduris", opponents="random"),
        BatchEnv("meduris", num_envs=3),
        meduris_v0.raw_env(),
    ]
    for env in envs[:2] if isinstance(given, dict) else envs:  # PettingZoo's own suite hands over what nobody knows
        with pytest.raises(InvalidSetup):
            env.reset(seed=1, options=given)
    for env in envs[0], envs[2]:
        with pytest.raises(InvalidSetup):
            env.reset(seed=1, options={"state": given})
    with pytest.raises(WrongBatch):
        envs[1].reset(seed=1, options={"reset_mask": given})
    if given is not LARGE:
        with pytest.raises(DolmenError):
            envs[1].reset(seed=[given, given, given])


def test_fractions_are_no_seeds_and_no_agents_names() -> None:
    many = BatchEnv("meduris", num_envs=3)
    with pytest.raises(InvalidSetup, match=r"^a seed is a whole number from 0 on, not 1\.5$"):
        many.reset(seed=1.5)  # type: ignore[arg-type]
    agents = meduris_v0.raw_env()
    agents.reset(seed=1)
    with pytest.raises(InvalidSetup, match="^there is no agent 'player_7'; there are: player_0, player_1$"):
        agents.observe("player_7")


@ids
def test_no_batch_is_made_of_nonsense(given: Any) -> None:
    game = load("meduris", 2)
    wrong: list[Callable[[], Any]] = [
        lambda: Batch(given, 3),
        lambda: Batch(game, given),
        lambda: Batch(game, 3, device=given),
    ]
    if given is not LARGE:
        wrong += [lambda: Batch(game, 3, threads=given), lambda: Batch(game, 3, max_turns=given)]
    is_number = isinstance(given, (int, float, np.floating))
    if not is_number or not abs(given) < math.inf:
        wrong.append(lambda: Batch(game, 3, point_reward=given))
    for make in wrong:
        with pytest.raises(WrongBatch):
            make()
    with pytest.raises(UnknownBot):
        policy_of(given)


@ids
def test_no_batch_goes_on_with_nonsense(given: Any) -> None:
    game = load("meduris", 2)
    batch = Batch(game, 3)
    batch.reset(1)
    before = batch.records.tobytes()
    for wrong in (
        lambda: batch.reset(given),
        lambda: batch.reset(1, setups=given),
        lambda: batch.reset(1, pool=given),
        lambda: batch.step(given),
        lambda: batch.step_at(given, [1]),
        lambda: batch.observe_at(given, np.array([0])),
        lambda: batch.random_actions_at(given),
        lambda: batch.play(given, 2),
        lambda: batch.play(Batch.random_actions, given if given is not LARGE else -1),
    ):
        with pytest.raises(DolmenError):
            wrong()
    assert batch.records.tobytes() == before


@pytest.mark.parametrize("places", [[3], [-1], [0, 99], [[0]]])
def test_places_outside_of_a_batch_are_refused(places: list[Any]) -> None:
    """The kernels look at nothing: they would write beside the arrays."""
    batch = Batch(load("meduris", 2), 3)
    with pytest.raises(WrongBatch, match="^places are whole numbers from 0 to 2 in a row, not"):
        batch.step_at(np.array(places), np.zeros(len(places), dtype=np.int64))
    with pytest.raises(WrongBatch, match="^places are"):
        batch.random_actions_at(np.array(places))
    with pytest.raises(WrongBatch, match="^seats are whole numbers from 0 to 1"):
        batch.observe_at(np.array([0]), np.array([2]))


def test_places_and_seats_may_be_lists() -> None:
    batch = Batch(load("meduris", 2), 3)
    seen = batch.observe_at([0, 2], [1, 0])  # type: ignore[arg-type]
    assert seen.shape[0] == 2
    batch.step_at([1], batch.random_actions_at([1]))  # type: ignore[arg-type]


@ids
def test_masks_need_two_names(given: Any) -> None:
    if not isinstance(given, str):
        with pytest.raises(InvalidSetup):
            MaskInObservation(SeatEnv("meduris"), given)
