"""The vector environment plays the games of the batch, seat against others or everybody at once."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import dolmen.envs.gymnasium  # noqa: F401 registers the ids
from dolmen.batch import Batch
from dolmen.contract.registry import load
from dolmen.core.draws import Draws
from dolmen.core.errors import InvalidSetup, UnknownBot, WrongBatch
from dolmen.envs.gymnasium.vector import BatchEnv
from tests.envs.playing import pick

IDS = ["dolmen/Meduris-v0", "dolmen/TerraMystica-v0"]


def choose(masks: Any, draws: Draws) -> Any:
    """A legal action for every place."""
    return np.array([pick(mask, draws) for mask in masks])


@pytest.mark.parametrize("name", IDS)
def test_games_are_played_side_by_side_to_their_ends(name: str) -> None:
    env = gymnasium.make_vec(name, num_envs=6, players=3, seat=None)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    draws = Draws(1)
    observations, info = env.reset(seed=1)
    assert observations in env.observation_space
    ended = np.zeros(6, dtype=int)
    while ended.min() == 0:
        assert (info["player"] == [0, 1, 2, 0, 1, 2]).all()
        actions = choose(info["action_mask"], draws)
        assert actions in env.action_space
        observations, rewards, terminated, truncated, info = env.step(actions)
        assert observations in env.observation_space
        assert not truncated.any() and not info["illegal"].any()
        ended += terminated
        for place in np.flatnonzero(terminated):
            assert rewards[place] == info["final_info"]["wins"][place][place % 3]
    env.close()


def test_the_same_seed_gives_the_same_bytes_whatever_the_threads() -> None:
    seen = []
    for threads in (1, 2):
        env = BatchEnv("meduris", 200, threads=threads)
        draws = Draws(3)
        rows, info = env.reset(seed=5)
        for _ in range(30):
            rows, rewards, *_, info = env.step(choose(info["action_mask"], draws))
        seen.append(rows.tobytes() + rewards.tobytes())
    assert seen[0] == seen[1]


def test_everybody_is_asked_in_self_play() -> None:
    env = BatchEnv("meduris", 4, players=3, opponents="self", rewards="points")
    batch = Batch(load("meduris", 3), 4)
    batch.reset(9)
    draws = Draws(9)
    _, info = env.reset(seed=9)
    asked = set()
    for _ in range(60):
        assert (info["player"] == batch.current_player).all()
        asked |= set(info["player"].tolist())
        actions = choose(info["action_mask"], draws)
        deciding = info["player"]
        observations, rewards, _, _, info = env.step(actions)
        batch.step(actions)
        assert (observations == batch.observe()).all()
        assert (rewards == info["rewards"][np.arange(4), deciding]).all()
        assert np.allclose(info["rewards"].sum(axis=1), 0)
    assert asked == {0, 1, 2}


def test_rewards_in_points_add_up_to_the_change_of_the_lead() -> None:
    env = BatchEnv("meduris", 1, seat=1, rewards="points")
    draws = Draws(1)
    _, info = env.reset(seed=1)
    points = env.batch.records[0].points
    lead = float(points[1]) - float(points[0])
    over = False
    while not over:
        _, rewards, terminated, _, info = env.step(choose(info["action_mask"], draws))
        lead += rewards[0]
        over = bool(terminated[0])
    final = info["final_info"]["points"][0]
    assert lead == final[1] - final[0]


def test_an_illegal_action_costs_and_changes_nothing() -> None:
    env = BatchEnv("meduris", 2)
    before, info = env.reset(seed=1)
    legal = choose(info["action_mask"], Draws(1))
    after, rewards, terminated, _, info = env.step(np.array([legal[0], 10_000]))
    assert info["illegal"].tolist() == [False, True]
    assert rewards.tolist() == [0, -1] and not terminated.any()
    assert (after[1] == before[1]).all() and (after[0] != before[0]).any()


def test_opponents_may_be_a_function_of_the_batch() -> None:
    asked = []

    def last_legal(batch: Batch) -> Any:
        asked.append(batch.size)
        return [int(np.flatnonzero(mask)[-1]) for mask in batch.legal_mask()]

    env = BatchEnv("meduris", 3, opponents=last_legal)
    _, info = env.reset(seed=1)
    env.step(choose(info["action_mask"], Draws(1)))
    assert asked and set(asked) == {3}


def test_a_pickled_copy_goes_on_alike() -> None:
    env = BatchEnv("meduris", 3)
    _, info = env.reset(seed=1)
    copy = pickle.loads(pickle.dumps(env))
    for _ in range(10):
        actions = choose(info["action_mask"], Draws(1))
        rows, *_, info = env.step(actions)
        assert (rows == copy.step(actions)[0]).all()


def test_the_statistics_of_gymnasium_count_its_games() -> None:
    env = RecordEpisodeStatistics(BatchEnv("meduris", 4))
    draws = Draws(1)
    _, info = env.reset(seed=1)
    while env.episode_count < 4:
        *_, info = env.step(choose(info["action_mask"], draws))
    assert all(0 <= value <= 1 for value in env.return_queue)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"seat": 2}, InvalidSetup, "there is no seat 2; the seats are 0 to 1"),
        ({"opponents": "greedy"}, UnknownBot, "its opponents are 'random', 'self' or a function of the batch"),
        ({"rewards": "gold"}, InvalidSetup, "there are no rewards 'gold'"),
        ({"num_envs": 0}, WrongBatch, "a batch has 1 to"),
    ],
)
def test_wrong_options_are_refused_in_one_sentence(
    options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        gymnasium.make_vec("dolmen/Meduris-v0", **{"num_envs": 2, **options})
