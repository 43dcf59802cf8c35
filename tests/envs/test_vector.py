"""The vector environment plays the games of the batch, seat against others or everybody at once."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import vector

import dolmen.envs.gymnasium  # noqa: F401 registers the ids
from dolmen.batch import Batch
from dolmen.contract.registry import load
from dolmen.core.draws import Draws
from dolmen.core.errors import IllegalAction, InvalidSetup, NoGame, UnknownBot, WrongBatch
from dolmen.envs.gymnasium.seat import SeatEnv
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
    env = vector.RecordEpisodeStatistics(BatchEnv("meduris", 4))
    draws = Draws(1)
    _, info = env.reset(seed=1)
    while env.episode_count < 4:
        *_, info = env.step(choose(info["action_mask"], draws))
    assert all(0 <= value <= 1 for value in env.return_queue)


# ------------------------------------------------------------------------------------------------- autoreset modes


def steps_of(env: Any, steps: int) -> Iterator[tuple[Any, ...]]:
    """So many steps with the first legal action of every place; nothing where a game is over."""
    _, info = env.reset(seed=3)
    for _ in range(steps):
        taken = env.step(info["action_mask"].argmax(axis=1))
        info = taken[4]
        yield taken


@pytest.mark.parametrize("name", IDS)
def test_the_same_step_shows_the_end_of_one_game_and_the_beginning_of_the_next(name: str) -> None:
    """As Gymnasium's own vector environment has it, over the same games."""
    options: dict[str, Any] = {"players": 2, "opponents": "greedy", "rewards": "points", "max_turns": 9}
    ours = gymnasium.make_vec(name, num_envs=1, autoreset_mode="SAME_STEP", **options)
    made = gymnasium.vector.SyncVectorEnv(
        [lambda: gymnasium.make(name, **options)], autoreset_mode=AutoresetMode.SAME_STEP
    )
    ended = 0
    for own, other in zip(steps_of(ours, 60), steps_of(made, 60), strict=True):
        for ours_told, theirs_told in zip(own[:4], other[:4], strict=True):
            np.testing.assert_array_equal(ours_told, theirs_told)
        np.testing.assert_array_equal(own[4]["action_mask"], other[4]["action_mask"])
        assert ("final_obs" in own[4]) == ("final_obs" in other[4])
        if "final_obs" in own[4]:
            ended += 1
            assert own[4]["_final_obs"].tolist() == [True] == own[4]["_final_info"].tolist()
            assert own[4]["final_obs"].dtype == object
            np.testing.assert_array_equal(own[4]["final_obs"][0], other[4]["final_obs"][0])
            assert own[4]["final_info"]["points"][0].tolist() == list(other[4]["final_info"]["points"][0])
    assert ended >= 2


@pytest.mark.parametrize("name", IDS)
def test_the_next_step_begins_the_next_game(name: str) -> None:
    options: dict[str, Any] = {"players": 2, "opponents": "greedy", "rewards": "points", "max_turns": 9}
    ours = gymnasium.make_vec(name, num_envs=1, autoreset_mode=AutoresetMode.NEXT_STEP, **options)
    made = gymnasium.vector.SyncVectorEnv([lambda: gymnasium.make(name, **options)])
    assert ours.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    began = 0
    over = False
    for own, other in zip(steps_of(ours, 60), steps_of(made, 60), strict=True):
        for ours_told, theirs_told in zip(own[:4], other[:4], strict=True):
            np.testing.assert_array_equal(ours_told, theirs_told)
        assert "final_obs" not in own[4]
        if over:
            began += 1
            assert own[1].tolist() == [0] and not own[2].any() and not own[3].any()
        over = bool(own[2][0] or own[3][0])
        assert own[4]["action_mask"].any() != over
    assert began >= 2


def test_without_autoreset_places_wait_until_they_are_reset() -> None:
    env = BatchEnv("meduris", 3, autoreset_mode="Disabled", max_turns=4)
    draws = Draws(1)
    _, info = env.reset(seed=[1, 1, 2])
    over = np.zeros(3, dtype=bool)
    while not over.any():
        seen, _, terminated, truncated, info = env.step(choose(info["action_mask"], draws))
        over = terminated | truncated
    with pytest.raises(NoGame, match="games have ended .*reset them with options={'reset_mask': ...}"):
        env.step(np.zeros(3, dtype=int))
    after, info = env.reset(options={"reset_mask": over})
    assert (after[~over] == seen[~over]).all() and info["action_mask"].any(axis=1).all()
    assert env.batch.slots["game"].tolist() == over.astype(int).tolist(), "the next game of the place's own seed"
    env.step(choose(info["action_mask"], draws))
    env.reset(seed=9, options={"reset_mask": np.array([False, False, True])})
    assert env.batch.slots["seed"].tolist() == [1, 1, 9] and env.batch.slots["game"][2] == 2
    env.reset(seed=[7, None, 8], options={"reset_mask": np.array([True, False, False])})
    assert env.batch.slots["seed"].tolist() == [7, 1, 9] and env.batch.slots["game"][0] == 0


WRAPPERS: list[Any] = [
    vector.RecordEpisodeStatistics,
    vector.NormalizeObservation,
    vector.FlattenObservation,
    partial(vector.TransformObservation, func=lambda rows: rows * 2),
    partial(vector.RescaleObservation, min_obs=np.float32(-1), max_obs=np.float32(1)),
    partial(vector.ReshapeObservation, shape=(463, 2)),
    vector.NormalizeReward,
    partial(vector.ClipReward, min_reward=-1, max_reward=1),
    vector.DictInfoToList,
]


@pytest.mark.parametrize("wrapper", WRAPPERS, ids=lambda made: getattr(made, "__name__", "") or made.func.__name__)
def test_wrappers_of_gymnasium_run_on_it(wrapper: Any) -> None:
    env = wrapper(BatchEnv("meduris", 4, autoreset_mode="NEXT_STEP", max_turns=6))
    draws = Draws(1)
    _, info = env.reset(seed=1)
    ended = 0
    for _ in range(60):
        masks = [told["action_mask"] for told in info] if isinstance(info, list) else info["action_mask"]
        actions = np.array([pick(mask, draws) if mask.any() else 0 for mask in masks])
        rows, _, terminated, truncated, info = env.step(actions)
        assert rows in env.observation_space
        ended += int((terminated | truncated).sum())
    assert ended > 4


# ------------------------------------------------------------------------------------------------- seeds


def test_every_place_may_have_its_own_seed() -> None:
    env = BatchEnv("meduris", 3)
    rows, _ = env.reset(seed=[4, 5, 4])
    assert (rows[0] == rows[2]).all() and env.batch.slots["seed"].tolist() == [4, 5, 4]
    for place, seed in enumerate((4, 5, 4)):
        alone, _ = BatchEnv("meduris", 1).reset(seed=seed)
        assert (rows[place] == alone[0]).all()
    env.reset()
    assert env.batch.slots["game"].tolist() == [1, 1, 1], "without a seed, each place's next game"
    env.reset(seed=[None, 5, None])
    assert env.batch.slots["seed"][1] == 5


@pytest.mark.parametrize("seed", [0, 2**32 - 1, 2**32, 2**63, 10**30])
def test_any_seed_of_gymnasium_will_do(seed: int) -> None:
    one, other = BatchEnv("meduris", 2), BatchEnv("meduris", 2)
    assert (one.reset(seed=seed)[0] == other.reset(seed=seed)[0]).all()
    assert one.batch.slots["seed"].tolist() == other.batch.slots["seed"].tolist()
    alone = SeatEnv("meduris", opponents="random")
    assert (alone.reset(seed=seed)[0] == one.reset(seed=seed)[0][0]).all()
    list_of = one.reset(seed=[seed, seed])[0]
    assert (list_of[0] == list_of[1]).all()


# ------------------------------------------------------------------------------------------------- illegal actions


def test_an_illegal_action_may_end_the_game() -> None:
    env = BatchEnv("meduris", 2, illegal="terminate")
    _, info = env.reset(seed=1)
    legal = choose(info["action_mask"], Draws(1))
    seen, rewards, terminated, truncated, info = env.step(np.array([legal[0], -2]))
    assert rewards.tolist() == [0, -1] and terminated.tolist() == [False, True] and not truncated.any()
    assert info["final_info"]["wins"][1].tolist() == [0, 0] and info["final_obs"][0] is None
    assert info["action_mask"][1].any() and (seen[1] != info["final_obs"][1]).any()
    assert env.batch.slots["game"].tolist() == [0, 3]


def test_an_illegal_action_may_raise_before_anything_is_done() -> None:
    env = BatchEnv("meduris", 2, illegal="raise")
    before, info = env.reset(seed=1)
    legal = choose(info["action_mask"], Draws(1))
    records = env.batch.records.tobytes()
    for wrong in (100, -1, 10_000):
        with pytest.raises(IllegalAction, match="game 1: "):
            env.step(np.array([legal[0], wrong]))
    assert env.batch.records.tobytes() == records
    after, *_ = env.step(legal)
    assert (after != before).any()


# ------------------------------------------------------------------------------------------------- refusals


def test_nothing_can_be_asked_before_the_first_reset() -> None:
    env = BatchEnv("meduris", 2)
    for ask in (
        env.action_masks,
        partial(env.step, np.zeros(2, dtype=int)),
        partial(env.reset, options={"reset_mask": np.array([True, False])}),
    ):
        with pytest.raises(NoGame, match="no games have begun: call reset.. first"):
            ask()


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"seed": [1]}, WrongBatch, "a list of seeds has one for each of the 2 games, not 1"),
        ({"seed": [1, -1]}, InvalidSetup, "a seed is a whole number from 0 on, not -1"),
        ({"seed": [1, 1.5]}, InvalidSetup, "a seed is a whole number from 0 on, not 1.5"),
        ({"options": {"foo": 1}}, InvalidSetup, "reset has no option 'foo'; there is reset_mask"),
        ({"options": {"reset_mask": [True]}}, WrongBatch, "reset_mask is an array of 2 booleans"),
    ],
)
def test_wrong_resets_are_refused_in_one_sentence(given: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        BatchEnv("meduris", 2).reset(**given)


def test_actions_are_whole_numbers_one_for_each_game() -> None:
    env = BatchEnv("meduris", 2)
    env.reset(seed=1)
    with pytest.raises(WrongBatch, match="actions are 2 whole numbers, one for each game, not an array .3,. of int64"):
        env.step(np.zeros(3, dtype=int))


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"seat": 2}, InvalidSetup, "there is no seat 2; the seats are 0 to 1"),
        ({"opponents": "genius"}, UnknownBot, "there is no bot 'genius'"),
        ({"rewards": "gold"}, InvalidSetup, "there are no rewards 'gold'"),
        ({"num_envs": 0}, WrongBatch, "a batch has 1 to"),
        ({"illegal": "shout"}, InvalidSetup, "'shout'; there are: penalty, terminate, raise"),
        ({"autoreset_mode": "later"}, InvalidSetup, "no autoreset_mode 'later'; there are: NEXT_STEP, SAME_STEP"),
        ({"foo": 1}, InvalidSetup, "no option 'foo'; there are num_envs, players, seat.*, and of Meduris board, chips"),
    ],
)
def test_wrong_options_are_refused_in_one_sentence(
    options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        gymnasium.make_vec("dolmen/Meduris-v0", **{"num_envs": 2, **options})
