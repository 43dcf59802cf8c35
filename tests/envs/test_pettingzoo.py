"""The PettingZoo environments pass PettingZoo's own suites, and keep to what the docs say of them."""

from __future__ import annotations

import pickle
import random
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from dolmen.contract.registry import games, load
from dolmen.core.draws import Draws
from dolmen.core.errors import IllegalAction, InvalidSetup, NoGame
from dolmen.envs.pettingzoo import meduris_v0, terra_mystica_v0
from tests.envs.playing import GOLDEN, MODULES, hash_lines, pettingzoo_hash, pick

EVERY_ENV = [
    pytest.param(MODULES[meta.key], players, id=f"{meta.key}-{players}")
    for meta in games().values()
    for players in range(meta.min_players, meta.max_players + 1)
]
BOTH = [pytest.param(module, id=key) for key, module in MODULES.items()]


# PettingZoo's advice is for observations without masks; it exempts its own board games by name. Its suite also hands
# `reset` an option that nobody knows.
@pytest.mark.filterwarnings("ignore:reset has no option 'options'")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
@pytest.mark.parametrize(("module", "players"), EVERY_ENV)
def test_api(module: ModuleType, players: int) -> None:
    api_test(module.env(players=players), num_cycles=100)


@pytest.mark.parametrize(("module", "players"), EVERY_ENV)
def test_seeds(module: ModuleType, players: int) -> None:
    seed_test(partial(module.env, players=players), num_cycles=50)


@pytest.mark.parametrize("module", BOTH)
def test_rendering(module: ModuleType) -> None:
    render_test(module.env, custom_tests={"svg": lambda picture: picture.startswith("<svg")})


@pytest.mark.parametrize("module", BOTH)
def test_a_picture_is_drawn(module: ModuleType) -> None:
    env = module.env(render_mode="rgb_array")
    env.reset(seed=1)
    pixels = env.render()
    assert pixels.shape[1] == 800
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 50


@pytest.mark.parametrize("key", list(games()))
def test_whole_games_are_those_that_were_frozen(key: str) -> None:
    """A difference here means that behaviour changed: if it was meant, `make golden`."""
    frozen = (GOLDEN / "hashes.txt").read_text(encoding="utf-8").splitlines()
    assert hash_lines(key) == [line for line in frozen if line.split()[1] == key]


def play(env: Any, draws: Draws, steps: int) -> list[bytes]:
    """Random decisions; what the agents saw."""
    seen = []
    for _ in range(steps):
        observation = env.observe(env.agent_selection)
        seen.append(observation["observation"].tobytes())
        env.step(pick(observation["action_mask"], draws))
    return seen


@pytest.mark.parametrize("module", BOTH)
def test_instances_are_independent_and_touch_no_global_state(module: ModuleType) -> None:
    random_before, numpy_before = random.getstate(), np.random.get_state(legacy=False)
    alone = module.env()
    alone.reset(seed=5)
    expected = play(alone, Draws(5, 9), 40)
    pair = [module.env(), module.env()]
    for env in pair:
        env.reset(seed=5)
    turns = [Draws(5, 9), Draws(5, 9)]
    seen: list[list[bytes]] = [[], []]
    for _ in range(40):
        for env, draws, row in zip(pair, turns, seen, strict=True):
            row += play(env, draws, 1)
    assert seen == [expected, expected]
    assert random.getstate() == random_before
    assert str(np.random.get_state(legacy=False)) == str(numpy_before)


@pytest.mark.parametrize("module", BOTH)
def test_a_pickled_copy_goes_on_alike(module: ModuleType) -> None:
    env = module.env()
    env.reset(seed=5)
    play(env, Draws(5, 9), 20)
    copy = pickle.loads(pickle.dumps(env))
    assert play(env, Draws(6, 9), 20) == play(copy, Draws(6, 9), 20)


def test_the_next_game_of_a_seed_is_another_one_and_always_the_same() -> None:
    env = meduris_v0.env()
    env.reset(seed=1)
    first = play(env, Draws(1), 10)
    env.reset()
    second = play(env, Draws(1), 10)
    env.reset(seed=1)
    assert play(env, Draws(1), 10) == first
    env.reset()
    assert play(env, Draws(1), 10) == second != first


def test_without_a_seed_games_differ() -> None:
    env, other = meduris_v0.raw_env(), meduris_v0.raw_env()
    env.reset()
    other.reset()
    assert env.seed != other.seed


def test_the_winners_share_one_victory() -> None:
    env = meduris_v0.env(players=3)
    draws = Draws(4)
    env.reset(seed=4)
    totals = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        env.step(None if terminated or truncated else pick(observation["action_mask"], draws))
    assert sum(totals.values()) == 1
    assert max(totals, key=lambda agent: totals[agent]) == f"player_{env.unwrapped.match.state.winners()[0]}"


def test_rewards_in_points_add_up_to_the_lead() -> None:
    env = meduris_v0.raw_env(players=3, rewards="points")
    draws = Draws(4)
    env.reset(seed=4)
    total = np.zeros(3)
    while not env.match.is_over:
        env.step(pick(env.observe(env.agent_selection)["action_mask"], draws))
        total += list(env.rewards.values())
    scores = env.match.state.scores()
    assert total.tolist() == [points - (sum(scores) - points) / 2 for points in scores]


def test_an_illegal_action_ends_a_wrapped_game_and_is_refused_by_a_raw_one() -> None:
    env = meduris_v0.env()
    env.reset(seed=1)
    env.step(100)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards["player_0"] == -1
    raw = meduris_v0.raw_env()
    raw.reset(seed=1)
    with pytest.raises(IllegalAction, match="."):
        raw.step(100)
    with pytest.raises(IllegalAction, match="there is no action 5000; they are numbered from 0 to"):
        raw.step(5000)


def test_an_illegal_action_may_cost_and_change_nothing() -> None:
    env = meduris_v0.env(illegal="penalty")
    env.reset(seed=1)
    before = env.observe("player_0")
    env.step(100)
    assert env.agent_selection == "player_0" and not any(env.terminations.values())
    assert env.rewards == {"player_0": -1, "player_1": 0} and len(env.infos["player_0"]["illegal"]) > 10
    assert env.last()[1] == -1
    assert (env.observe("player_0")["observation"] == before["observation"]).all()
    env.step(int(before["action_mask"].argmax()))
    assert "illegal" not in env.infos["player_0"] and not any(env.rewards.values())
    raising = meduris_v0.env(illegal="raise")
    raising.reset(seed=1)
    with pytest.raises(IllegalAction, match="."):
        raising.step(100)


def test_an_illegal_action_ends_a_game_for_all_agents() -> None:
    env = meduris_v0.env()
    env.reset(seed=1)
    env.step(100)
    ended = []
    for agent in env.agent_iter():
        _, reward, terminated, _, _ = env.last()
        ended.append((agent, reward, terminated))
        env.step(None)
    assert ended == [("player_0", -1, True), ("player_1", 0, True)]


@pytest.mark.parametrize(("module", "players"), EVERY_ENV)
def test_the_state_is_what_all_seats_see(module: ModuleType, players: int) -> None:
    env = module.env(players=players)
    env.reset(seed=1)
    play(env, Draws(1), 15)
    assert env.state_space.contains(env.state())
    for row, agent in zip(env.state(), env.possible_agents, strict=True):
        assert (row == env.observe(agent)["observation"]).all()


def test_nothing_can_be_asked_before_the_first_reset() -> None:
    env = meduris_v0.raw_env()
    for ask in (partial(env.observe, "player_0"), env.state, partial(env.step, 0), partial(env.choice_of, "random")):
        with pytest.raises(NoGame, match="no game has begun: call reset.. first"):
            ask()


@pytest.mark.parametrize("seed", [0, 2**32 - 1, 2**32, 2**63, 10**30])
def test_any_seed_from_0_on_will_do(seed: int) -> None:
    env, other = meduris_v0.raw_env(), meduris_v0.raw_env()
    for each in (env, other):
        each.reset(seed=seed)
    assert env.match.state == other.match.state
    with pytest.raises(InvalidSetup, match="a seed is a whole number from 0 on, not -1"):
        env.reset(seed=-1)


def test_a_game_may_begin_with_any_position_and_other_options_are_warned_of(recwarn: pytest.WarningsRecorder) -> None:
    env = meduris_v0.env()
    state = load("meduris", 2).new_state(seed=77)
    state.play([state.legal_actions()[0] for _ in range(1)])
    before = state.history
    env.reset(seed=5, options={"state": state})
    assert not recwarn and env.unwrapped.match.state.history[: len(before)] == before == state.history
    assert (env.state()[0] == env.unwrapped.match.state.observation(0)).all()
    with pytest.warns(UserWarning, match="reset has no option 'foo'; there is state"):
        env.reset(seed=5, options={"foo": 1})
    assert env.unwrapped.match.state != state
    with pytest.raises(InvalidSetup, match="is a position of Meduris for 2, not of Meduris for 3"):
        env.reset(options={"state": load("meduris", 3).new_state()})


def test_a_game_is_truncated_at_its_turn_cap() -> None:
    env = meduris_v0.raw_env(max_turns=3)
    draws = Draws(1)
    env.reset(seed=1)
    while not any(env.truncations.values()):
        env.step(pick(env.observe(env.agent_selection)["action_mask"], draws))
    assert env.match.state.turn == 3
    assert not any(env.terminations.values())
    assert not env.observe("player_0")["action_mask"].any()


def test_options_of_the_game_are_passed_on() -> None:
    env = terra_mystica_v0.raw_env(players=3, setup="introductory", options=("shipping-bonus",))
    env.reset(seed=1)
    assert env.match.state.record.faction[2] >= 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 7}, "is for 2 to 4 players, not 7"),
        ({"foo": 1}, "no option 'foo'; there are players, rewards, illegal.*, and of Meduris board, chips"),
        ({"illegal": "shout"}, "'shout'; there are: penalty, terminate, raise"),
        ({"rewards": "gold"}, "there are no rewards 'gold'; there are: win, points"),
        ({"render_mode": "film"}, "there is no render mode 'film'; there are: human, ansi, svg, rgb_array"),
    ],
)
def test_wrong_options_are_refused_in_one_sentence(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidSetup, match=message):
        meduris_v0.env(**options)


def test_a_frozen_hash_changes_with_the_seed() -> None:
    assert pettingzoo_hash(meduris_v0.env(), 1) != pettingzoo_hash(meduris_v0.env(), 2)
