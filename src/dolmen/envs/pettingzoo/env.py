"""Any game as a PettingZoo environment: one agent a seat, the dice fall inside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol, TypeAlias

import numpy as np

from dolmen.bots import Bot
from dolmen.core.arguments import shown
from dolmen.core.compiling import announce_compiling
from dolmen.core.errors import IllegalAction, InvalidSetup, NoGame
from dolmen.core.observation import Observation
from dolmen.envs.extras import needed_for
from dolmen.envs.match import ActionMask, Match
from dolmen.envs.opponents import Opponent, bot_of
from dolmen.envs.options import (
    ILLEGAL_REWARD,
    action_of,
    check_illegal,
    check_max_turns,
    check_rewards,
    load_game,
    start_of,
    warn_of_reset_options,
)
from dolmen.envs.rendering import RENDER_FPS, RENDER_MODES, check_render_mode, render
from dolmen.envs.seeds import seed_of
from dolmen.envs.spaces import action_space, masked_observation_space, state_space

with needed_for("dolmen.envs.pettingzoo"):
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

Observed: TypeAlias = dict[str, Observation | ActionMask]
Base: TypeAlias = AECEnv[str, Observed, int | None]


class GameEnv(Base):  # type: ignore[misc]
    """A game of `dolmen.contract.registry` for so many players; further options are the game's own.

    An observation is a dict of `observation` (a row of float32, the agent's own seat first) and `action_mask` (1 for
    what it may do now, all zero while others decide). `state` is what all seats see, one row each. Rewards and what
    illegal actions do are explained in `dolmen.envs.options`.
    """

    def __init__(
        self,
        game: str,
        version: int,
        players: int | None = None,
        *,
        rewards: str = "win",
        illegal: str = "raise",
        max_turns: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        announce_compiling()
        check_render_mode(render_mode)
        check_rewards(rewards)
        check_illegal(illegal)
        check_max_turns(max_turns)
        self.game = load_game(type(self), game, players, options)
        self.illegal = illegal
        self.reward_kind = rewards
        self.max_turns = max_turns
        self.render_mode = render_mode
        self.metadata = {
            "name": f"dolmen_{self.game.meta.package}_v{version}",
            "render_modes": list(RENDER_MODES),
            "render_fps": RENDER_FPS,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        self.terminations = dict.fromkeys(self.possible_agents, False)
        self.truncations = dict.fromkeys(self.possible_agents, False)
        self.infos: dict[str, dict[str, Any]] = {}
        self._bots: dict[str, Bot] = {}
        self.observation_spaces = {agent: masked_observation_space(self.game) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.game) for agent in self.possible_agents}
        self.state_space = state_space(self.game)
        self.seed: int | None = None
        self.number = 0
        self._match: Match | None = None

    @property
    def match(self) -> Match:
        """The game in progress. Raises NoGame before the first reset."""
        if self._match is None:
            raise NoGame("no game has begun: call reset() first")
        return self._match

    def observation_space(self, agent: str) -> Any:
        """What an agent may observe."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: the first one of the seed, or without a seed the next one of the seed before.

        With `options={"state": state}` it begins with that position; the dice come of the seed.
        """
        warn_of_reset_options(options)
        start = start_of(options, self.game)
        if seed is not None or self.seed is None:
            self.seed = seed_of(seed)
            self.number = 0
        else:
            self.number += 1
        self._match = Match(self.game, self.seed, self.number, self.reward_kind, self.max_turns, start)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._tell_agents()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observed:
        """What an agent sees now."""
        if agent not in self.action_spaces:
            raise InvalidSetup(f"there is no agent {shown(agent)}; there are: {', '.join(self.possible_agents)}")
        seat = self.possible_agents.index(agent)
        return {"observation": self.match.state.observation(seat), "action_mask": self.match.action_mask(seat)}

    def state(self) -> Observation:
        """What every seat sees, one row each: for critics that may look at everything."""
        return np.stack([self.match.state.observation(seat) for seat in range(self.game.players)])

    def choice_of(self, opponent: Opponent) -> int:
        """What an opponent would decide for the selected agent: see `dolmen.envs.opponents`."""
        bot = self._bots.get(opponent) if isinstance(opponent, str) else None
        if bot is None:
            bot = bot_of(opponent, self.game.meta.key)
            if isinstance(opponent, str):
                self._bots[opponent] = bot
        self.match.welcome(bot)
        return self.match.choice_of(bot)

    def step(self, action: int | None) -> None:
        """The selected agent's decision; what comes of an illegal one, `illegal` says."""
        match = self.match
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = -1 if action is None else action_of(action)
        is_legal = match.is_legal(number)
        if not is_legal and self.illegal == "raise":
            raise IllegalAction(match.refusal(number))
        self._cumulative_rewards[agent] = 0.0
        if is_legal:
            self.rewards = dict(zip(self.agents, match.decide(number), strict=True))
            self._tell_agents()
        else:
            self.rewards = {**dict.fromkeys(self.agents, 0.0), agent: ILLEGAL_REWARD}
            self.infos[agent]["illegal"] = match.refusal(number)
            self.terminations = dict.fromkeys(self.agents, self.illegal == "terminate")
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The position, as the selected agent may see it, in the render mode of the environment."""
        seat = self.possible_agents.index(self.agent_selection)
        return render(self.match.state, self.render_mode, seat)

    def _tell_agents(self) -> None:
        """Who decides next, and whether the game goes on."""
        scores = self.match.points()
        terminated, truncated = self.match.terminated, self.match.truncated
        self.terminations = dict.fromkeys(self.agents, terminated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self.infos = {agent: {"points": points} for agent, points in zip(self.agents, scores, strict=True)}
        self.agent_selection = self.agents[0 if terminated or truncated else self.match.player]


class Environment(Protocol):
    """What PettingZoo says of an environment, for type checkers: PettingZoo itself brings no types."""

    possible_agents: list[str]
    agents: list[str]
    agent_selection: str
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]

    @property
    def unwrapped(self) -> GameEnv:
        """The game itself."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game."""

    def step(self, action: int | None) -> None:
        """The selected agent's decision."""

    def observe(self, agent: str) -> Observed:
        """What an agent sees now."""

    def last(self, observe: bool = True) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """What the selected agent sees, what it got since its last decision, whether its game is over, and more."""

    def agent_iter(self, max_iter: int = ...) -> Iterator[str]:
        """The agents that are asked, one after the other."""

    def state(self) -> Observation:
        """What every seat sees, one row each."""

    def observation_space(self, agent: str) -> Any:
        """What an agent may observe."""

    def action_space(self, agent: str) -> Any:
        """What an agent may do."""

    def render(self) -> Any:
        """The position in the render mode."""

    def close(self) -> None:
        """The end of all games."""


def wrapped(env: GameEnv) -> Environment:
    """The environment with PettingZoo's checks."""
    checking: Base = wrappers.AssertOutOfBoundsWrapper(env)
    checked: Environment = wrappers.OrderEnforcingWrapper(checking)
    return checked
