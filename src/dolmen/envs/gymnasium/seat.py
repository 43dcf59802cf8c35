"""One seat of any game as a Gymnasium environment; others decide for the other seats, the dice fall inside."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, SupportsIndex

from dolmen.arena.external import ExternalBot
from dolmen.bots import Bot
from dolmen.core.compiling import announce_compiling
from dolmen.core.errors import IllegalAction, InvalidSetup, NoGame
from dolmen.core.observation import Observation
from dolmen.envs.extras import needed_for
from dolmen.envs.match import ActionMask, Match
from dolmen.envs.opponents import LineUp, Opponents, bot_of, drawn_seat
from dolmen.envs.options import (
    ILLEGAL_REWARD,
    action_of,
    check_illegal,
    check_max_turns,
    check_reset_options,
    check_rewards,
    check_seat,
    load_game,
    start_of,
)
from dolmen.envs.rendering import RENDER_FPS, RENDER_MODES, check_render_mode, render
from dolmen.envs.seeds import seed_of
from dolmen.envs.spaces import action_space, observation_space

with needed_for("dolmen.envs.gymnasium"):
    import gymnasium


class SeatEnv(gymnasium.Env[Observation, SupportsIndex]):
    """A game of `dolmen.contract.registry` as one seat plays it; further options are the game's own.

    `opponents` sit at the other seats, clockwise from the own one: see `dolmen.envs.opponents`. With `seat=None` the
    own seat is drawn anew for every game. Rewards and what illegal actions do are explained in `dolmen.envs.options`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": RENDER_FPS}  # type: ignore[misc]

    def __init__(
        self,
        game: str,
        players: int | None = None,
        seat: int | None = 0,
        opponents: Opponents = "greedy",
        *,
        rewards: str = "win",
        illegal: str = "penalty",
        max_turns: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        announce_compiling()
        check_render_mode(render_mode)
        check_rewards(rewards)
        check_illegal(illegal)
        check_max_turns(max_turns)
        self.game = load_game(type(self), game, players, options)
        check_seat(seat, self.game.players)
        self.fixed_seat = seat
        self.seat = seat or 0
        self.line_up: LineUp[Bot] = LineUp(opponents, self.game.players, partial(bot_of, game=self.game.meta.key))
        self.bots: tuple[Bot, ...] = ()
        """Who plays at the other seats now, clockwise."""
        self.reward_kind = rewards
        self.illegal = illegal
        self.max_turns = max_turns
        self.render_mode = render_mode
        self.observation_space = observation_space(self.game)
        self.action_space = action_space(self.game)
        self.game_seed: int | None = None
        self.number = 0
        self._match: Match | None = None
        self._broken_off = False

    @property
    def match(self) -> Match:
        """The game in progress. Raises NoGame before the first reset."""
        if self._match is None:
            raise NoGame("no game has begun: call reset() first")
        return self._match

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game: the first one of the seed, or without a seed the next one of the seed before.

        With `options={"state": state}` it begins with that position; the dice come of the seed.
        """
        super().reset(seed=seed, options=options)
        check_reset_options(options)
        start = start_of(options, self.game)
        if seed is not None or self.game_seed is None:
            self.game_seed = seed_of(seed)
            self.number = 0
        else:
            self.number += 1
        self._leave()
        self._match = None  # until it stands
        match = Match(self.game, self.game_seed, self.number, self.reward_kind, self.max_turns, start)
        if self.fixed_seat is None:
            self.seat = drawn_seat(self.game_seed, self.number, self.game.players)
        self.bots = tuple(self.line_up.members[member] for member in self.line_up.drawn(self.game_seed, self.number))
        for bot in self.bots:
            match.welcome(bot)
        self._match, self._broken_off = match, False
        self._let_others_decide()
        if start is not None and match.is_over:
            self._match = None
            raise InvalidSetup(f"seat {self.seat} decides nothing more from this position on")
        self._show()
        return self._observed()

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The own decision and those of the others until the next one."""
        match = self.match
        number = action_of(action)
        if self._broken_off or not match.is_legal(number):
            return self._refuse(number)
        reward = match.decide(number)[self.seat] + self._let_others_decide()
        self._show()
        observation, info = self._observed()
        return observation, reward, match.terminated, match.truncated, info

    def action_masks(self) -> ActionMask:
        """1 for every action that is legal now: what sb3-contrib asks for."""
        mask = self.match.action_mask(self.seat)
        if self._broken_off:
            mask.fill(0)
        return mask

    def render(self) -> Any:
        """The position, as the own seat may see it, in the render mode of the environment."""
        return render(self.match.state, self.render_mode, self.seat)

    def close(self) -> None:
        """Programs that played end."""
        self._leave()

    def _refuse(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """An illegal action: the position stays as it is, and `illegal` says what else comes of it."""
        match = self.match
        why = "the game was ended by an illegal action" if self._broken_off else match.refusal(action)
        if self.illegal == "raise":
            raise IllegalAction(why)
        self._broken_off = self._broken_off or (self.illegal == "terminate" and not match.is_over)
        observation, info = self._observed()
        info["illegal"] = why
        return observation, ILLEGAL_REWARD, self._broken_off or match.terminated, match.truncated, info

    def _let_others_decide(self) -> float:
        """The others' decisions until the own seat is asked, or the game is over; returns the own seat's reward."""
        match, seat, players = self.match, self.seat, self.game.players
        reward = 0.0
        while match.player != seat and not match.is_over:
            bot = self.bots[(match.player - seat) % players - 1]
            reward += match.decide(match.choice_of(bot))[seat]
        return reward

    def _observed(self) -> tuple[Observation, dict[str, Any]]:
        match = self.match
        info: dict[str, Any] = {"action_mask": self.action_masks(), "points": match.points(), "seat": self.seat}
        if match.terminated:
            info["winners"] = match.state.winners()
        return match.state.observation(self.seat), info

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _leave(self) -> None:
        for bot in self.line_up.members:
            if isinstance(bot, ExternalBot):
                bot.leave()
