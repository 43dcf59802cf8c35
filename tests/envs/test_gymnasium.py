"""The Gymnasium environments pass Gymnasium's own suite, and keep to what the docs say of them."""

from __future__ import annotations

import pickle
import subprocess
import sys
import tomllib
from collections.abc import Callable
from functools import partial
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import dolmen.envs.gymnasium  # noqa: F401 registers the ids
from dolmen.contract.game import State
from dolmen.contract.registry import load
from dolmen.core.draws import Draws
from dolmen.core.errors import IllegalAction, InvalidSetup, NoGame, UnknownBot
from dolmen.envs.gymnasium.masked import MaskInObservation
from dolmen.envs.gymnasium.seat import SeatEnv
from tests.envs.playing import gymnasium_hash, pick

IDS = ["dolmen/Meduris-v0", "dolmen/TerraMystica-v0"]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("dolmen/Meduris-v0", {}),
        ("dolmen/Meduris-v0", {"players": 3, "seat": 1, "opponents": ("greedy", "random"), "rewards": "points"}),
        ("dolmen/TerraMystica-v0", {"opponents": "random"}),
        ("dolmen/TerraMystica-v0", {"players": 4, "seat": 3}),
    ],
)
def test_gymnasium_finds_nothing_wrong(name: str, options: dict[str, Any]) -> None:
    check_env(gymnasium.make(name, **options).unwrapped)


def test_an_id_may_name_the_module_that_registers_it() -> None:
    env = gymnasium.make("dolmen.envs.gymnasium:dolmen/Meduris-v0")
    assert isinstance(env.unwrapped, SeatEnv) and env.unwrapped.game.meta.key == "meduris"


@pytest.mark.parametrize("name", IDS)
def test_a_whole_game_is_played_to_its_end(name: str) -> None:
    env = gymnasium.make(name, opponents="random")
    draws = Draws(1)
    observation, info = env.reset(seed=1)
    terminated = False
    while not terminated:
        assert observation in env.observation_space
        masks = env.get_wrapper_attr("action_masks")()
        assert (masks == info["action_mask"]).all() and masks.any()
        observation, reward, terminated, truncated, info = env.step(pick(masks, draws))
        assert not truncated
    assert reward == (1 / len(info["winners"]) if 0 in info["winners"] else 0)
    assert not info["action_mask"].any()


@pytest.mark.parametrize("name", IDS)
def test_an_illegal_action_costs_and_changes_nothing(name: str) -> None:
    env = gymnasium.make(name)
    before, info = env.reset(seed=3)
    for action in (int(np.flatnonzero(info["action_mask"] == 0)[0]), -1, 100_000):
        observation, reward, terminated, truncated, after = env.unwrapped.step(action)
        assert (reward, terminated, truncated) == (-1, False, False)
        assert (observation == before).all() and (after["action_mask"] == info["action_mask"]).all()
        assert len(after["illegal"]) > 10


def test_an_illegal_action_may_end_the_game_or_raise() -> None:
    env = SeatEnv("meduris", illegal="terminate")
    env.reset(seed=3)
    _, reward, terminated, truncated, info = env.step(100)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert len(info["illegal"]) > 10 and not info["action_mask"].any() and "winners" not in info
    *_, terminated, _, info = env.step(0)
    assert terminated and info["illegal"] == "the game was ended by an illegal action"
    assert env.reset()[1]["action_mask"].any()
    env = SeatEnv("meduris", illegal="raise")
    before, _ = env.reset(seed=3)
    for wrong in (100, -1, 5000):
        with pytest.raises(IllegalAction, match="."):
            env.step(wrong)
    assert (env.match.state.observation(0) == before).all()


def test_nothing_can_be_asked_before_the_first_reset() -> None:
    env = SeatEnv("meduris", render_mode="ansi")
    for ask in (env.action_masks, env.render, partial(env.step, 0)):
        with pytest.raises(NoGame, match="no game has begun: call reset.. first"):
            ask()


@pytest.mark.parametrize("seed", [0, 2**32 - 1, 2**32, 2**63, 10**30])
def test_any_seed_of_gymnasium_will_do(seed: int) -> None:
    env = gymnasium.make("dolmen/Meduris-v0", opponents="random")
    first, _ = env.reset(seed=seed)
    again, _ = env.reset(seed=seed)
    assert (first == again).all()


def test_seeds_that_gymnasium_does_not_allow_are_refused() -> None:
    for wrong in (-1, "x"):
        with pytest.raises(gymnasium.error.Error):
            SeatEnv("meduris").reset(seed=wrong)  # type: ignore[arg-type]


def test_a_game_may_begin_with_any_position() -> None:
    env = SeatEnv("meduris", opponents="random")
    env.reset(seed=1)
    for _ in range(10):
        env.step(int(env.action_masks().argmax()))
    state = env.match.state.clone()
    first, info = env.reset(seed=5, options={"state": state})
    assert (first == state.observation(0)).all() and (info["action_mask"] == env.action_masks()).all()
    assert env.match.state == state and env.match.state.history == state.history
    env.step(int(info["action_mask"].argmax()))
    assert env.match.state.decisions > state.decisions  # what was given stays as it is
    of_setup = load("meduris", 2).new_state(seed=77)
    assert env.reset(options={"state": of_setup})[1]["points"] == of_setup.scores()
    assert env.match.state.history[: of_setup.decisions] == of_setup.history


def _over() -> State:
    state = load("meduris", 2).new_state(seed=1)
    draws = Draws(1)
    while not state.is_terminal():
        state.apply(draws.pick(state.legal_actions()))
    return state


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (lambda: {"foo": 1}, "reset has no option 'foo'; there is state"),
        (lambda: {"state": 3}, "the option 'state' of reset is a State, not int"),
        (lambda: {"state": load("meduris", 3).new_state()}, "a position of Meduris for 2, not of Meduris for 3"),
        (lambda: {"state": load("terra-mystica", 2).new_state()}, "of Meduris for 2, not of Terra Mystica for 2"),
        (lambda: {"state": _over()}, "a game that is over, or as long as max_turns allows, does not go on"),
    ],
    ids=["unknown", "no state", "other players", "other game", "over"],
)
def test_wrong_options_of_reset_are_refused_in_one_sentence(
    options: Callable[[], dict[str, Any]], message: str
) -> None:
    env = SeatEnv("meduris", opponents="random")
    with pytest.raises(InvalidSetup, match=message):
        env.reset(options=options())
    env.reset(seed=1)


def test_a_program_cannot_play_on_from_a_position() -> None:
    env = SeatEnv("meduris", opponents="cmd:cat")
    with pytest.raises(InvalidSetup, match="a program is told whole games"):
        env.reset(options={"state": load("meduris", 2).new_state()})


@pytest.mark.process
def test_an_id_with_its_module_needs_no_import() -> None:
    made = "gymnasium.make('dolmen.envs.gymnasium:dolmen/Meduris-v0')"
    program = f"import gymnasium; print({made}.reset(seed=1)[0].shape)"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout == "(926,)\n"


def test_the_entry_point_registers_every_game() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = project["entry-points"]["gymnasium.envs"]["dolmen"]
    point = EntryPoint("dolmen", named, "gymnasium.envs")
    for name in IDS:
        del gymnasium.registry[name]
    point.load()()
    assert set(IDS) <= set(gymnasium.registry)


def test_who_steps_on_after_the_end_is_told_so() -> None:
    env = SeatEnv("meduris", opponents="random")
    gymnasium_hash(env, 1)
    observation, reward, terminated, _, info = env.step(0)
    assert (reward, terminated) == (-1, True)
    assert "after the end of the game" in info["illegal"]
    assert observation in env.observation_space


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_every_seat_can_be_played(seat: int) -> None:
    env = SeatEnv("meduris", players=3, seat=seat, opponents=("greedy", "random"))
    draws = Draws(seat)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        assert env.match.player == seat == info["seat"]
        _, _, terminated, truncated, info = env.step(pick(info["action_mask"], draws))
        over = terminated or truncated


def test_opponents_sit_clockwise_from_the_own_seat() -> None:
    env = SeatEnv("meduris", players=3, seat=1, opponents=("greedy", "random"))
    env.reset(seed=1)
    assert [bot.name for bot in env.bots] == ["greedy", "random"]
    env = SeatEnv("meduris", players=3, opponents="random")
    env.reset(seed=1)
    assert [bot.name for bot in env.bots] == ["random", "random"]
    assert env.bots[0] is not env.bots[1], "each seat has a bot of its own"


def test_the_seat_may_be_drawn_for_every_game() -> None:
    env = SeatEnv("meduris", players=4, seat=None, opponents="random")
    env.reset(seed=1)
    seats = [env.seat] + [env.reset()[1]["seat"] for _ in range(30)]
    assert set(seats) == {0, 1, 2, 3}


def test_rewards_in_points_add_up_to_the_change_of_the_lead() -> None:
    env = SeatEnv("meduris", seat=1, opponents="random", rewards="points")
    draws = Draws(1)
    _, info = env.reset(seed=1)
    first = info["points"][1] - info["points"][0]
    total, over = 0.0, False
    while not over:
        _, reward, terminated, truncated, info = env.step(pick(info["action_mask"], draws))
        total += reward
        over = terminated or truncated
    assert total == info["points"][1] - info["points"][0] - first


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_a_pickled_copy_goes_on_alike(game: str) -> None:
    env = SeatEnv(game, opponents="random")
    env.reset(seed=3)
    copy = pickle.loads(pickle.dumps(env))
    assert gymnasium_hash(env, 4) == gymnasium_hash(copy, 4)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"seat": 2}, InvalidSetup, "there is no seat 2; the seats are 0 to 1"),
        ({"opponents": ("greedy", "greedy")}, InvalidSetup, "2 players have 1 opponents each; 2 are named"),
        ({"opponents": "genius"}, UnknownBot, "there is no bot 'genius'"),
        ({"players": 9}, InvalidSetup, "not 9"),
        ({"players": 2.5}, InvalidSetup, "Meduris is for 2 to 4 players, not 2.5"),
        ({"players": "two"}, InvalidSetup, "Meduris is for 2 to 4 players, not 'two'"),
        ({"seat": "first"}, InvalidSetup, "there is no seat 'first'; the seats are 0 to 1"),
        ({"max_turns": 0}, InvalidSetup, "max_turns is a whole number from 1 to 2147483647, not 0"),
        ({"max_turns": "many"}, InvalidSetup, "max_turns is a whole number from 1 to 2147483647, not 'many'"),
        ({"illegal": "shout"}, InvalidSetup, "'shout'; there are: penalty, terminate, raise"),
        ({"foo": 1}, InvalidSetup, "no option 'foo'; there are players, seat.*, and of Meduris board, chips"),
    ],
)
def test_wrong_options_are_refused_in_one_sentence(
    options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        gymnasium.make("dolmen/Meduris-v0", **options)


def test_the_mask_may_stand_in_the_observation() -> None:
    env = MaskInObservation(gymnasium.make("dolmen/Meduris-v0", opponents="random"), observation="obs", mask="mask")
    draws = Draws(1)
    seen, info = env.reset(seed=1)
    terminated = False
    while not terminated:
        assert seen in env.observation_space and (seen["mask"] == info["action_mask"]).all()
        seen, _, terminated, _, info = env.step(pick(seen["mask"], draws))
    assert not seen["mask"].any()


def test_what_has_no_mask_is_refused() -> None:
    with pytest.raises(InvalidSetup, match="only environments of Dolmen"):
        MaskInObservation(gymnasium.make("CartPole-v1"))
    with pytest.raises(InvalidSetup, match="need two names"):
        MaskInObservation(gymnasium.make("dolmen/Meduris-v0"), "mask", "mask")
