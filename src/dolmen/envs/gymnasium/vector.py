"""Many games at once as a Gymnasium vector environment, over a batch of the rules (`dolmen.batch`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt

from dolmen.batch import OVER, REFUSED, TRUNCATED, Batch
from dolmen.contract.registry import load
from dolmen.core.draws import SEEDS
from dolmen.core.errors import InvalidSetup, UnknownBot
from dolmen.envs.extras import needed_for
from dolmen.envs.gymnasium.seat import ILLEGAL_REWARD
from dolmen.envs.match import check_rewards
from dolmen.envs.spaces import action_space, observation_space

with needed_for("dolmen.envs.gymnasium"):
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Row = npt.NDArray[Any]
Policy = Callable[[Batch], Any]

SELF: Final = "self"
_NO_ACTION: Final = -1  # never legal: the place stays as it is


class BatchEnv(VectorEnv[Any, Any, Any]):
    """So many games of one kind at once; place `i` of every array belongs to game `i`.

    `opponents` decide for the other seats: `random`, or a function that is given the batch and returns an action for
    every place. With `self` there are no others: whoever decides is asked, and rewarded for that decision. With
    `seat=None` the places take the seats in turn. A game that ends is followed by the next one in the same step.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # type: ignore[misc]

    def __init__(
        self,
        game: str,
        num_envs: int,
        players: int | None = None,
        seat: int | None = 0,
        opponents: str | Policy = "random",
        *,
        rewards: str = "win",
        max_turns: int | None = None,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        check_rewards(rewards)
        self.game = load(game, players, **options)
        if seat is not None and not 0 <= seat < self.game.players:
            raise InvalidSetup(f"there is no seat {seat}; the seats are 0 to {self.game.players - 1}")
        if isinstance(opponents, str) and opponents not in ("random", SELF):
            raise UnknownBot(
                f"a batch has no bot '{opponents}'; its opponents are 'random', 'self' or a function of the batch"
            )
        self.opponents = opponents
        self.reward_kind = rewards
        self.num_envs = num_envs
        self.batch = Batch(
            self.game,
            num_envs,
            threads=threads,
            max_turns=max_turns,
            point_reward=1.0 if rewards == "points" else 0.0,
            check=False,
        )
        self.seats = np.arange(num_envs) % self.game.players if seat is None else np.full(num_envs, seat)
        self.single_observation_space = observation_space(self.game)
        self.single_action_space = action_space(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Row, dict[str, Any]]:
        """New games in all places: place `i` plays the games i, i + num_envs, i + 2 num_envs... of the seed."""
        super().reset(seed=seed, options=options)
        self.batch.reset(int(self.np_random.integers(SEEDS)) if seed is None else seed)
        self._let_others_decide(np.zeros(self.num_envs), np.zeros(self.num_envs, dtype=np.int32))
        return self.batch.observe().copy(), self._info()

    def step(self, actions: Row) -> tuple[Row, Row, Row, Row, dict[str, Any]]:
        """One decision in every place, and those of the others until the next one. Illegal ones change nothing."""
        deciding = self.batch.current_player.copy()
        self.batch.step(np.asarray(actions))
        rewards = self._earned()
        ends = self.batch.status.copy()
        info = {"rewards": rewards, "illegal": ends == REFUSED}
        own = rewards[np.arange(self.num_envs), deciding]
        own[info["illegal"]] = ILLEGAL_REWARD
        ends[info["illegal"]] = 0
        self._let_others_decide(own, ends)
        info |= self._info()
        ended = ends != 0
        if ended.any():
            final = {"points": self.batch.scores.copy(), "_points": ended, "wins": self.batch.returns.copy()}
            info |= {"final_info": final | {"_wins": ended}, "_final_info": ended}
        return self.batch.observe().copy(), own, ends == OVER, ends == TRUNCATED, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions of every place."""
        masks: npt.NDArray[np.bool_] = self.batch.legal_mask().copy()
        return masks

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "player": self.batch.current_player.copy()}

    def _let_others_decide(self, own: Row, ends: Row) -> None:
        """Decisions of the opponents until every place asks its own seat; adds up rewards until a game has ended."""
        if self.opponents == SELF:
            return
        batch = self.batch
        waiting = batch.current_player != self.seats
        while waiting.any():
            theirs = batch.random_actions() if isinstance(self.opponents, str) else self.opponents(batch)
            batch.step(np.where(waiting, theirs, _NO_ACTION))
            going_on = waiting & (ends == 0)
            own[going_on] += self._earned()[going_on, self.seats[going_on]]
            ends[going_on] = batch.status[going_on]
            waiting = batch.current_player != self.seats

    def _earned(self) -> npt.NDArray[np.float64]:
        """What the last step of the batch brought each seat, by the kind of rewards: see `dolmen.envs.match`."""
        rewards: npt.NDArray[np.float64] = self.batch.rewards.astype(np.float64)
        if self.reward_kind == "win":
            return rewards
        points = rewards - np.where((self.batch.status == OVER)[:, None], self.batch.returns, 0)
        others: npt.NDArray[np.float64] = (points.sum(axis=1, keepdims=True) - points) / (self.game.players - 1)
        leads: npt.NDArray[np.float64] = points - others
        return leads
