"""A program as somebody writes it who installed Dolmen: a type checker knows what everything is, and it runs."""

from typing import Any, assert_type

import numpy as np
import numpy.typing as npt

from dolmen.batch import OVER, Batch, Statistics
from dolmen.bots import Bot, find_bot
from dolmen.bots.base import Budget
from dolmen.client import AsyncClient, Challenged, Client, Event, Made, Over, Refused, TableView, Turn
from dolmen.contract.game import Game, State
from dolmen.contract.meta import Meta
from dolmen.contract.registry import games, load
from dolmen.core.draws import Draws
from dolmen.core.errors import DolmenError, IllegalAction
from dolmen.core.observation import Part
from dolmen.envs.gymnasium.seat import SeatEnv
from dolmen.envs.gymnasium.vector import BatchEnv
from dolmen.envs.pettingzoo import Environment, GameEnv, meduris_v0

Floats = npt.NDArray[np.float32]


class Last(Bot):
    """Decides for what comes last."""

    name = "last"
    description = "decides for what comes last"

    def choose(self, state: State, budget: Budget, draws: Draws) -> int:
        assert_type(budget.visits, int | None)
        return draws.pick(state.legal_actions()[-1:])


class Spoken(Bot):
    """Says it in words."""

    name = "spoken"
    description = "says it in words"

    def choose(self, state: State, budget: Budget, draws: Draws) -> str:
        assert_type(budget.seconds, float | None)
        return draws.pick(state.legal_texts())


def play() -> None:
    assert_type(games(), dict[str, Meta])
    game = load("meduris", players=2)
    assert_type(game, Game)
    assert_type(game.num_actions, int)
    assert_type(game.observation_parts(), tuple[Part, ...])
    state = game.new_state(seed=7)
    assert_type(state, State)
    assert_type(state.legal_actions(), list[int])
    assert_type(state.legal_texts(), list[str])
    assert_type(state.observation(0), Floats)
    bot: Bot = Last("meduris")
    assert_type(bot.choose(state, Budget(), Draws(7)), int | str)
    assert_type(bot.decide(state, Budget(), Draws(7)), int)
    state.apply(Spoken("meduris").choose(state, Budget(), Draws(7)))
    assert_type(state.undo(), int)
    state.apply(find_bot("greedy", "meduris").choose(state, Budget(), Draws(7)))
    assert_type(state.undo(), int)
    assert_type(state.scores(), tuple[int, ...])
    assert_type(state.returns(), tuple[float, ...])
    try:
        state.apply(game.num_actions - 1)
    except IllegalAction as refused:
        error: DolmenError = refused
        print(error)


def play_many() -> None:
    batch = Batch(load("meduris", 2), size=8)
    batch.reset(7)
    assert_type(batch.observe(), Floats)
    assert_type(batch.legal_mask(), npt.NDArray[np.bool_])
    assert_type(batch.legal_mask(packed=True), npt.NDArray[np.uint64])
    assert_type(batch.current_player, npt.NDArray[np.int32])
    assert_type(batch.random_actions(), npt.NDArray[np.int64])
    batch.step(batch.random_actions())
    assert_type(batch.rewards, Floats)
    assert_type(batch.statistics(), Statistics)
    print(np.count_nonzero(batch.status == OVER))


def step() -> None:
    env = SeatEnv("meduris", opponents="random")
    observation, info = env.reset(seed=7)
    assert_type(observation, Floats)
    assert_type(info, dict[str, Any])
    assert_type(env.action_masks(), npt.NDArray[np.int8])
    action = int(np.flatnonzero(env.action_masks())[0])
    assert_type(env.step(action), tuple[Floats, float, bool, bool, dict[str, Any]])
    many = BatchEnv("meduris", num_envs=8)
    many.reset(seed=7)
    assert_type(many.action_masks(), npt.NDArray[np.bool_])
    agents = meduris_v0.env(players=2)
    assert_type(agents, Environment)
    assert_type(meduris_v0.raw_env(), GameEnv)
    agents.reset(seed=7)
    for agent in agents.agent_iter(1):
        assert_type(agent, str)
        seen, reward, over, _, _ = agents.last()
        assert_type(seen["observation"], Floats | npt.NDArray[np.int8])
        assert_type((reward, over), tuple[float, bool])
        agents.step(int(np.flatnonzero(seen["action_mask"])[0]))


if __name__ == "__main__":
    play()
    play_many()
    step()


def play_elsewhere(server: str) -> None:
    with Client(server) as client:
        assert_type(client.register("Robo"), str)
        table = client.new_table("meduris", ["me", "bot:greedy"])
        assert_type(table, TableView)
        assert_type(table.seats[0].bot_account, bool)
        for event in client.events():
            if isinstance(event, Turn):
                assert_type(event.plays, list[str])
                assert_type(client.play(event, event.plays[0]), Made)
            elif isinstance(event, Over):
                assert_type(event.scores, list[int])
                return
            elif isinstance(event, Challenged):
                assert_type(event.invitation.sender.name, str)


async def listen_elsewhere(server: str, token: str) -> None:
    async with AsyncClient(server, token) as client:
        assert_type(await client.tables(), list[str])
        try:
            async for event in client.events():
                assert_type(event, Event)
        except Refused as refused:
            assert_type(refused.kind, str)
