"""One seat of any game as a Gymnasium environment; bots decide for the others, the dice fall inside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, SupportsInt

from dolmen.bots import LEVEL, Bot, find_bot
from dolmen.contract.registry import load
from dolmen.core.draws import SEEDS
from dolmen.core.errors import InvalidSetup
from dolmen.core.observation import Observation
from dolmen.envs.extras import needed_for
from dolmen.envs.match import ActionMask, Match, check_rewards
from dolmen.envs.rendering import RENDER_FPS, RENDER_MODES, check_render_mode, render
from dolmen.envs.spaces import action_space, observation_space

with needed_for("dolmen.envs.gymnasium"):
    import gymnasium

ILLEGAL_REWARD = -1.0
"""What an illegal action is rewarded with; the position stays as it is."""


class SeatEnv(gymnasium.Env[Observation, SupportsInt]):
    """A game of `dolmen.contract.registry` as one seat plays it; further options are the game's own.

    `opponents` names the bots of the other seats, clockwise from the own one; one name stands for all of them. With
    `seat=None` the own seat is drawn anew for every game. Rewards are explained at `dolmen.envs.match.REWARDS`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": RENDER_FPS}  # type: ignore[misc]

    def __init__(
        self,
        game: str,
        players: int | None = None,
        seat: int | None = 0,
        opponents: str | Sequence[str] = "greedy",
        *,
        rewards: str = "win",
        max_turns: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        check_render_mode(render_mode)
        check_rewards(rewards)
        self.game = load(game, players, **options)
        if seat is not None and not 0 <= seat < self.game.players:
            raise InvalidSetup(f"there is no seat {seat}; the seats are 0 to {self.game.players - 1}")
        self.fixed_seat = seat
        self.seat = seat or 0
        self.bots = find_opponents(opponents, self.game.meta.key, self.game.players)
        self.reward_kind = rewards
        self.max_turns = max_turns
        self.render_mode = render_mode
        self.observation_space = observation_space(self.game)
        self.action_space = action_space(self.game)
        self.game_seed: int | None = None
        self.number = 0
        self.match: Match

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game: the first one of the seed, or without a seed the next one of the seed before."""
        super().reset(seed=seed, options=options)
        if seed is not None or self.game_seed is None:
            self.game_seed = int(self.np_random.integers(SEEDS)) if seed is None else seed
            self.number = 0
        else:
            self.number += 1
        self.match = Match(self.game, self.game_seed, self.number, self.reward_kind, self.max_turns)
        if self.fixed_seat is None:
            self.seat = self.match.draws.below(self.game.players)
        self._let_others_decide()
        self._show()
        return self._observed()

    def step(self, action: SupportsInt) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The own decision and those of the bots until the next one. An illegal one changes nothing, and costs."""
        number = int(action)
        if not self.match.is_legal(number):
            observation, info = self._observed()
            info["illegal"] = self.match.refusal(number)
            return observation, ILLEGAL_REWARD, self.match.terminated, self.match.truncated, info
        reward = self.match.decide(number)[self.seat] + self._let_others_decide()
        self._show()
        observation, info = self._observed()
        return observation, reward, self.match.terminated, self.match.truncated, info

    def action_masks(self) -> ActionMask:
        """1 for every action that is legal now: what sb3-contrib asks for."""
        return self.match.action_mask(self.seat)

    def render(self) -> Any:
        """The position, as the own seat may see it, in the render mode of the environment."""
        return render(self.match.state, self.render_mode, self.seat)

    def _let_others_decide(self) -> float:
        """The bots' decisions until the own seat is asked, or the game is over; returns the reward of the own seat."""
        reward = 0.0
        while not self.match.is_over and self.match.player != self.seat:
            bot = self.bots[(self.match.player - self.seat) % self.game.players - 1]
            reward += self.match.decide(bot.choose(self.match.state, LEVEL, self.match.draws))[self.seat]
        return reward

    def _observed(self) -> tuple[Observation, dict[str, Any]]:
        state = self.match.state
        info: dict[str, Any] = {"action_mask": self.action_masks(), "points": state.scores(), "seat": self.seat}
        if self.match.terminated:
            info["winners"] = state.winners()
        return state.observation(self.seat), info

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


def find_opponents(names: str | Sequence[str], game: str, players: int) -> tuple[Bot, ...]:
    """The bots of the other seats, clockwise."""
    others = players - 1
    named = (names,) * others if isinstance(names, str) else tuple(names)
    if len(named) != others:
        raise InvalidSetup(f"{players} players have {others} opponents each; {len(named)} are named")
    return tuple(find_bot(name, game) for name in named)
