"""Whoever the arena knows sits at the other seats: in single games, and in many at once."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dolmen.batch import NO_ACTION, Batch
from dolmen.bots import Bot, Budget, find_bot
from dolmen.bots.learned import LearnedBot
from dolmen.bots.policies import BotPolicy, GreedyPolicy, LearnedPolicy, RandomPolicy, policy_of
from dolmen.contract.game import State
from dolmen.contract.registry import load
from dolmen.core.draws import Draws
from dolmen.core.errors import IllegalAction, InvalidSetup, UnknownBot, WrongBatch
from dolmen.envs.gymnasium.seat import SeatEnv
from dolmen.envs.gymnasium.vector import BatchEnv
from dolmen.envs.opponents import Pool
from dolmen.envs.pettingzoo import meduris_v0
from tests.envs.playing import pick

GAMES = ["meduris", "terra-mystica"]
NETWORKS = {"meduris": "learned:meduris-2", "terra-mystica": "learned:terra-mystica-4"}
OWN_BOT = """
from dolmen.bots import Bot

class LastLegal(Bot):
    name = "last"
    description = "takes the last legal action"

    def choose(self, state, budget, draws):
        return state.legal_actions()[-1]
"""


class LastLegal(Bot):
    """Takes the last legal action."""

    name = "last"
    description = "takes the last legal action"

    def choose(self, state: State, budget: Budget, draws: Draws) -> int:  # noqa: ARG002
        return state.legal_actions()[-1]


def last_of_state(state: State) -> int:
    return state.legal_actions()[-1]


def last_of_batch(batch: Batch) -> Any:
    return [int(np.flatnonzero(mask)[-1]) if mask.any() else NO_ACTION for mask in batch.legal_mask()]


def rows_of(env: Any, steps: int = 25, seed: int = 3) -> list[bytes]:
    """What the own seat sees over some random decisions, with rewards and ends; one game or many alike."""
    seen, info = env.reset(seed=seed)
    draws = Draws(1)
    rows = []
    for _ in range(steps):
        masks = np.atleast_2d(info["action_mask"])
        actions = np.array([pick(mask, draws) for mask in masks])
        if isinstance(env, SeatEnv):
            seen, reward, terminated, truncated, info = env.step(actions[0])
        else:
            seen, reward, terminated, truncated, info = env.step(actions)
        ended = bool(np.any(terminated) or np.any(truncated))
        rows.append(np.float64(reward).tobytes() if ended else seen.tobytes() + np.float64(reward).tobytes())
        if ended:
            break
    return rows


# ------------------------------------------------------------------------------------------------- all kinds


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["random", "greedy", "learned", "file", "bot", "class", "function"])
def test_every_kind_plays_a_single_game_and_many_alike(tmp_path: Path, game: str, kind: str) -> None:
    """The same seed, the same decisions: the same opponent answers the same in both environments."""
    file = tmp_path / "my_bot.py"
    file.write_text(OWN_BOT, encoding="utf-8")
    kinds: dict[str, tuple[Any, Any]] = {
        "learned": (NETWORKS[game], NETWORKS[game]),
        "file": (f"{file}:LastLegal", f"{file}:LastLegal"),
        "bot": (LastLegal(game), LastLegal(game)),
        "class": (LastLegal, LastLegal),
        "function": (last_of_state, last_of_batch),
    }
    single, many = kinds.get(kind, (kind, kind))
    alone = SeatEnv(game, opponents=single, rewards="points")
    batch = BatchEnv(game, 1, opponents=many, rewards="points")
    assert rows_of(alone) == rows_of(batch)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["novice", "casual"])
def test_levels_play_in_both_and_in_batches_without_the_past_of_a_position(game: str, level: str) -> None:
    for env in (SeatEnv(game, opponents=level), BatchEnv(game, 2, opponents=level)):
        assert rows_of(env, steps=4) == rows_of(env, steps=4) != []


@pytest.mark.parametrize("game", GAMES)
def test_seats_have_opponents_of_their_own(game: str) -> None:
    others = ("greedy", LastLegal, "random")[: load(game).meta.max_players - 1]
    options: dict[str, Any] = {"players": len(others) + 1, "seat": 2, "opponents": others, "rewards": "points"}
    assert rows_of(SeatEnv(game, **options)) == rows_of(BatchEnv(game, 1, **options))


def test_a_policy_is_the_fastest_there_is_for_its_bot() -> None:
    kinds = {"random": RandomPolicy, "greedy": GreedyPolicy, "novice": BotPolicy}
    assert {name: type(policy_of(find_bot(name, "meduris"))) for name in kinds} == kinds
    assert type(policy_of(LearnedBot("meduris", "meduris-2"))) is LearnedPolicy
    assert type(policy_of(LastLegal("meduris"))) is BotPolicy


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("threads", [1, 2])
def test_policies_decide_in_batches_what_their_bots_decide(game: str, threads: int, monkeypatch: Any) -> None:
    monkeypatch.setattr("dolmen.bots.policies.STEPS_A_THREAD", 8)
    for bot in (find_bot("random", game), find_bot("greedy", game), LearnedBot(game, NETWORKS[game][8:])):
        fast, slow = Batch(load(game), 24, threads=threads), Batch(load(game), 24, threads=1)
        fast.play(policy_of(bot), 30)
        slow.play(BotPolicy(bot), 30)
        assert fast.records.tobytes() == slow.records.tobytes(), bot.name


def test_where_a_game_has_ended_for_good_a_policy_decides_nothing() -> None:
    batch = Batch(load("meduris"), 3, restart=False)
    batch.play_out()
    assert policy_of(find_bot("greedy", "meduris"))(batch).tolist() == [NO_ACTION] * 3


def test_agents_of_pettingzoo_can_ask_an_opponent() -> None:
    env = meduris_v0.env()
    env.reset(seed=1)
    last = int(np.flatnonzero(env.observe("player_0")["action_mask"])[-1])
    assert env.unwrapped.choice_of(last_of_state) == last == env.unwrapped.choice_of(LastLegal)
    for name in ("random", "greedy", "novice", "learned:meduris-2"):
        action = env.unwrapped.choice_of(name)
        assert env.observe(env.agent_selection)["action_mask"][action] == 1
        env.step(action)


@pytest.mark.process
def test_programs_play_in_single_games(tmp_path: Path) -> None:
    program = tmp_path / "first.py"
    program.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    print(json.dumps({'play': json.loads(line)['plays'][0]}), flush=True)\n",
        encoding="utf-8",
    )
    env = SeatEnv("meduris", seat=1, opponents=f"cmd:{sys.executable} {program}")
    first, again = rows_of(env, steps=8), rows_of(env, steps=8)
    env.close()
    assert first == again and len(first) == 8
    with pytest.raises(UnknownBot, match="plays one game at a time, not a batch of them"):
        BatchEnv("meduris", 2, opponents=f"cmd:{sys.executable} {program}")


# ------------------------------------------------------------------------------------------------- pools


def test_a_pool_is_drawn_from_for_every_game() -> None:
    env = SeatEnv("meduris", players=3, opponents=Pool("random", "greedy", LastLegal))
    env.reset(seed=1)
    met = {tuple(bot.name for bot in env.bots)}
    for _ in range(40):
        env.reset()
        met.add(tuple(bot.name for bot in env.bots))
    assert len(met) == 9, "each seat draws for itself"


def test_single_games_and_many_draw_alike_from_a_pool() -> None:
    alone = SeatEnv("meduris", players=3, opponents=Pool("random", "greedy", LastLegal), rewards="points")
    many = BatchEnv("meduris", 1, players=3, opponents=Pool("random", "greedy", LastLegal), rewards="points")
    for seed in range(6):
        assert rows_of(alone, seed=seed) == rows_of(many, seed=seed)


def test_who_joins_a_pool_plays_in_later_games() -> None:
    asked = []

    def newcomer(batch: Batch) -> Any:
        asked.append(batch.size)
        return last_of_batch(batch)

    pool = Pool("random")
    env = BatchEnv("meduris", 8, opponents=pool, max_turns=3)
    _, info = env.reset(seed=1)
    pool.add(newcomer)
    draws = Draws(1)
    ended = np.zeros(8, dtype=bool)
    while not ended.all():
        assert not asked or ended.any()
        *_, truncated, info = env.step(np.array([pick(mask, draws) for mask in info["action_mask"]]))
        ended |= truncated
    assert asked


def test_an_environment_with_a_pool_can_be_pickled() -> None:
    for env in (
        SeatEnv("meduris", players=3, opponents=Pool("random", "greedy")),
        BatchEnv("meduris", 3, players=3, opponents=Pool("random", "greedy", "learned:meduris-2")),
    ):
        rows_of(env, steps=5)
        assert rows_of(pickle.loads(pickle.dumps(env))) == rows_of(env)


# ------------------------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize("make", [SeatEnv, lambda game, **options: BatchEnv(game, 2, **options)])
@pytest.mark.parametrize(
    ("opponents", "error", "message"),
    [
        ("genius", UnknownBot, "there is no bot 'genius'; there are: random, greedy"),
        ("learned:nowhere.npz", UnknownBot, "the weights nowhere.npz cannot be read"),
        ("nowhere.py:Mine", UnknownBot, "there is no file nowhere.py"),
        (LastLegal("terra-mystica"), UnknownBot, "the bot 'last' was made for terra-mystica, not for meduris"),
        (7, UnknownBot, "an opponent is a name, a bot or a function, not 7"),
        (("random", "random"), InvalidSetup, "2 players have 1 opponents each; 2 are named"),
        (Pool(), InvalidSetup, "a pool needs an opponent before the first game"),
    ],
)
def test_wrong_opponents_are_refused_in_one_sentence(
    make: Callable[..., Any], opponents: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        make("meduris", opponents=opponents)


def test_an_opponent_that_breaks_the_rules_is_told_so() -> None:
    with pytest.raises(IllegalAction, match="."):
        SeatEnv("meduris", seat=1, opponents=lambda _: 100).reset(seed=1)
    with pytest.raises(IllegalAction, match="game 0: "):
        BatchEnv("meduris", 2, seat=1, opponents=lambda batch: np.full(batch.size, 100)).reset(seed=1)
    with pytest.raises(WrongBatch, match="a policy gives 2 actions, one for each game, not an array"):
        BatchEnv("meduris", 2, seat=1, opponents=lambda _: [1, 2, 3]).reset(seed=1)
