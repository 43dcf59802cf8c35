"""Many games at once as a Gymnasium vector environment, over a batch of the rules (`dolmen.batch`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt

from dolmen.batch import NEXT_GAME, NO_ACTION, OVER, REFUSED, TRUNCATED, Batch
from dolmen.batch.on_cpu import unpacked_masks
from dolmen.batch.place import Places
from dolmen.bots.policies import Policy
from dolmen.core.arguments import shown
from dolmen.core.compiling import announce_compiling
from dolmen.core.errors import InvalidSetup, NoGame, WrongBatch
from dolmen.envs.extras import needed_for
from dolmen.envs.opponents import LineUp, Opponents, policy_for
from dolmen.envs.options import (
    ILLEGAL_REWARD,
    check_illegal,
    check_max_turns,
    check_reset_options,
    check_rewards,
    check_seat,
    load_game,
)
from dolmen.envs.seeds import seed_of
from dolmen.envs.spaces import action_space, observation_space

with needed_for("dolmen.envs.gymnasium"):
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Row = npt.NDArray[Any]
Flags = npt.NDArray[np.bool_]

SELF: Final = "self"


class BatchEnv(VectorEnv[Any, Any, Any]):
    """So many games of one kind at once; place `i` of every array belongs to game `i`.

    `opponents` sit at the other seats: see `dolmen.envs.opponents`. With `self` there are no others: whoever decides is
    asked, and rewarded for that decision. With `seat=None` the places take the seats in turn. When the next game of a
    place begins, `autoreset_mode` says, as Gymnasium has it.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # type: ignore[misc]

    def __init__(
        self,
        game: str,
        num_envs: int,
        players: int | None = None,
        seat: int | None = 0,
        opponents: Opponents = "random",
        *,
        rewards: str = "win",
        illegal: str = "penalty",
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        max_turns: int | None = None,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        announce_compiling()
        check_rewards(rewards)
        check_illegal(illegal)
        check_max_turns(max_turns)
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}  # type: ignore[misc]
        self.game = load_game(type(self), game, players, options)
        check_seat(seat, self.game.players)
        self.line_up: LineUp[Policy] | None = None
        """Who decides for the other seats; nobody in self-play."""
        if not isinstance(opponents, str) or opponents != SELF:
            make = partial(policy_for, game=self.game.meta.key)
            self.line_up = LineUp(opponents, self.game.players, make, shared=True)
        self.reward_kind = rewards
        self.illegal = illegal
        self.num_envs = num_envs
        self.batch = Batch(
            self.game,
            num_envs,
            threads=threads,
            restart=False,
            max_turns=max_turns,
            point_reward=1.0 if rewards == "points" else 0.0,
            observations=False,
            check=False,
        )
        self.seats = np.arange(num_envs) % self.game.players if seat is None else np.full(num_envs, seat)
        self.single_observation_space = observation_space(self.game)
        self.single_action_space = action_space(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._places = np.arange(num_envs)
        self._others = np.zeros((num_envs, self.game.players - 1), dtype=np.int64)
        """Who sits at the other seats of each place, as the line-up numbers them."""
        self._over = np.zeros(num_envs, dtype=np.bool_)
        """Where a game has ended and the next one has not begun."""
        self._began = False

    # ------------------------------------------------------------------------------------------------- beginning

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Row, dict[str, Any]]:
        """New games, in all places or in those of `options["reset_mask"]`.

        With one seed, place `i` plays the games i, i + num_envs, i + 2 num_envs... of it; with a seed for every place,
        each plays the games 0, 1, 2... of its own; without one, each plays its next game.
        """
        check_reset_options(options, ("reset_mask",))
        super().reset(seed=seed if isinstance(seed, int) else None)
        places = self._chosen((options or {}).get("reset_mask"))
        everywhere = len(places) == self.num_envs
        if seed is None and (self._began or not everywhere):
            self._check_begun()
            self.batch.step_at(places, np.full(len(places), NEXT_GAME))
        else:
            self._begin(places, seed, everywhere)
        self._began = True
        self._over[places] = False
        self._seat_others(places)
        self._let_others_decide(np.zeros(self.num_envs), self._over.copy(), self._over.copy())
        return self._seen(self.seats), self._info()

    def _chosen(self, mask: Any) -> Places:
        """The places that a mask chooses."""
        if mask is None:
            return self._places
        if not isinstance(mask, np.ndarray) or mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            raise WrongBatch(f"reset_mask is an array of {self.num_envs} booleans, one for each game")
        return np.flatnonzero(mask)

    def _begin(self, places: Places, seed: int | Sequence[int | None] | None, everywhere: bool) -> None:
        """Begin games of seeds that are given, or drawn."""
        if seed is None or not isinstance(seed, (Sequence, np.ndarray)) or isinstance(seed, str):
            own, seeds, numbers = False, np.full(self.num_envs, seed_of(seed)), self._places
        else:
            if len(seed) != self.num_envs:
                raise WrongBatch(f"a list of seeds has one for each of the {self.num_envs} games, not {len(seed)}")
            own, seeds, numbers = True, np.array([seed_of(each) for each in seed]), np.zeros_like(self._places)
        if everywhere:
            self.batch.reset(seeds if own else int(seeds[0]))
        else:
            self._check_begun()
            self.batch.begin_at(places, seeds[places], numbers[places])

    def _check_begun(self) -> None:
        if not self._began:
            raise NoGame("no games have begun: call reset() first")

    # ------------------------------------------------------------------------------------------------- playing

    def step(self, actions: Row) -> tuple[Row, Row, Row, Row, dict[str, Any]]:
        """One decision in every place, and those of the others until the next one.

        Where a game is over and its next one begins with this step (NEXT_STEP), the action is not looked at.
        """
        self._check_begun()
        batch = self.batch
        numbers = self._numbers(actions)
        deciding = batch.current_player.copy() if self.line_up is None else self.seats
        batch.step(numbers)
        earned = self._earned(self._places)
        illegal = batch.status == REFUSED
        own = earned[self._places, deciding]
        own[illegal] = ILLEGAL_REWARD
        terminated, truncated = batch.status == OVER, batch.status == TRUNCATED
        began = np.flatnonzero(self._over)
        self._seat_others(began)
        self._let_others_decide(own, terminated, truncated)
        own[began] = 0
        if self.illegal == "terminate":
            terminated |= illegal
        info = {"rewards": earned, "illegal": illegal}
        self._over = terminated | truncated
        if self.autoreset_mode is AutoresetMode.SAME_STEP and self._over.any():
            info |= self._go_on(deciding, illegal)
        return self._seen(deciding), own, terminated, truncated, self._info(info)

    def _numbers(self, actions: Row) -> npt.NDArray[np.int64]:
        """The actions as the batch takes them; where the next game begins, that."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise WrongBatch(
                f"actions are {self.num_envs} whole numbers, one for each game, not an array {given.shape} of "
                f"{given.dtype}"
            )
        numbers = np.maximum(given.astype(np.int64, copy=False), NO_ACTION)
        if self._over.any():
            if self.autoreset_mode is AutoresetMode.DISABLED:
                ended = ", ".join(map(str, np.flatnonzero(self._over).tolist()))
                raise NoGame(f"games have ended ({ended}): reset them with options={{'reset_mask': ...}}")
            numbers[self._over] = NEXT_GAME
        if self.illegal == "raise":
            self._raise_illegal(numbers)
        return numbers

    def _raise_illegal(self, numbers: npt.NDArray[np.int64]) -> None:
        """Raise for the first illegal action, before any is made."""
        inside = (numbers >= 0) & (numbers < self.game.num_actions)
        legal = inside & self.batch.legal_mask()[self._places, np.where(inside, numbers, 0)]
        illegal = np.flatnonzero(~legal & (numbers != NEXT_GAME))
        if illegal.size:
            self.batch.step_at(illegal, numbers[illegal])  # which are refused
            self.batch.refuse(illegal, numbers[illegal])

    def _go_on(self, deciding: Row, illegal: Flags) -> dict[str, Any]:
        """Begin the next games where one has ended; returns what is told of those that have."""
        batch, ended = self.batch, self._over
        places = np.flatnonzero(ended)
        final_obs = np.full(self.num_envs, None, dtype=object)
        for place, row in zip(places, batch.observe_at(places, deciding[places]), strict=True):
            final_obs[place] = row
        wins = np.where((ended & ~illegal)[:, None], batch.returns, 0)
        told = {"points": batch.points(), "_points": ended, "wins": wins, "_wins": ended}
        batch.step_at(places, np.full(len(places), NEXT_GAME))
        self._over = np.zeros_like(ended)
        self._seat_others(places)
        self._let_others_decide(np.zeros(self.num_envs), np.zeros_like(ended), np.zeros_like(ended))
        return {"final_obs": final_obs, "_final_obs": ended, "final_info": told, "_final_info": ended}

    # ------------------------------------------------------------------------------------------------- what is shown

    def action_masks(self) -> Flags:
        """The legal actions of every place; none where a game is over."""
        self._check_begun()
        masks = unpacked_masks(self.batch.legal_mask(packed=True), self.game.num_actions)
        if self._over.any():
            masks[self._over] = False
        return masks

    def _seen(self, deciding: Row) -> Row:
        """What the own seats see; in self-play who decides, and at the end of a game who decided last."""
        if self.line_up is None:
            player = self.batch.current_player
            return self.batch.observe_at(self._places, np.where(player >= 0, player, deciding))
        return self.batch.observe_at(self._places, self.seats)

    def _info(self, told: dict[str, Any] | None = None) -> dict[str, Any]:
        """What is told of every place, and beside that of some."""
        return {"action_mask": self.action_masks(), "player": self.batch.current_player.copy(), **(told or {})}

    # ------------------------------------------------------------------------------------------------- the others

    def _seat_others(self, places: Places) -> None:
        """Who plays in the games that begin in these places."""
        if self.line_up is not None and (self.line_up.is_drawn or len(self.line_up.members) > 1):
            slots = self.batch.slots
            for place, seed, number in zip(places, slots["seed"][places], slots["game"][places], strict=True):
                self._others[place] = self.line_up.drawn(int(seed), int(number))

    def _let_others_decide(self, own: Row, terminated: Flags, truncated: Flags) -> None:
        """Decisions of the others until every place asks its own seat; adds up what the own seats get."""
        if self.line_up is None:
            return
        batch, seats = self.batch, self.seats
        waiting = self._places
        while True:
            players = batch.current_player[waiting]
            waiting = waiting[(players != seats[waiting]) & (players >= 0)]
            if not waiting.size:
                return
            actions = self._choices(self.line_up, waiting)
            batch.step_at(waiting, actions)
            status = batch.status[waiting]
            if (status == REFUSED).any():
                batch.refuse(waiting, actions)
            own[waiting] += self._earned(waiting)[np.arange(len(waiting)), seats[waiting]]
            terminated[waiting], truncated[waiting] = status == OVER, status == TRUNCATED

    def _choices(self, line_up: LineUp[Policy], waiting: Places) -> npt.NDArray[np.int64]:
        """What those decide who are asked in these places."""
        if len(line_up.members) == 1:
            return line_up.members[0].decide(self.batch, waiting)
        clockwise = (self.batch.current_player[waiting] - self.seats[waiting]) % self.game.players - 1
        asked = self._others[waiting, clockwise]
        actions = np.empty(len(waiting), dtype=np.int64)
        for member in np.unique(asked):
            own = asked == member
            actions[own] = line_up.members[member].decide(self.batch, waiting[own])
        return actions

    def _earned(self, places: Places) -> npt.NDArray[np.float64]:
        """What the last step of some places brought each seat, by the kind of rewards: see `dolmen.envs.options`."""
        batch = self.batch
        rewards: npt.NDArray[np.float64] = batch.rewards[places].astype(np.float64)
        if self.reward_kind == "win":
            return rewards
        points = rewards - np.where((batch.status[places] == OVER)[:, None], batch.returns[places], 0)
        others: npt.NDArray[np.float64] = (points.sum(axis=1, keepdims=True) - points) / (self.game.players - 1)
        leads: npt.NDArray[np.float64] = points - others
        return leads


def _mode(given: AutoresetMode | str) -> AutoresetMode:
    """A mode by itself, its name or its value."""
    for mode in AutoresetMode:
        if isinstance(given, (AutoresetMode, str)) and given in (mode, mode.name, mode.value):
            return mode
    listed = ", ".join(mode.name for mode in AutoresetMode)
    raise InvalidSetup(f"there is no autoreset_mode {shown(given)}; there are: {listed}")
