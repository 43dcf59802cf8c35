"""One game in progress as the environments see it: players decide, the dice fall by themselves, rewards come back."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from dolmen.analysis.simulate import CHANCE_STREAMS
from dolmen.contract.game import Game, State
from dolmen.core.draws import Draws
from dolmen.core.errors import IllegalAction, InvalidSetup
from dolmen.core.mask import has, new_mask

ActionMask = npt.NDArray[np.int8]

REWARDS: Final = ("win", "points")
"""`win`: each seat's share of the victory, when the game is over. `points`: with every decision, by how much a seat's
lead in points has changed (its points less the mean of the others')."""


class Match:
    """Game `number` of a seed: the same set-up and the same dice as in `dolmen sim` with that seed."""

    def __init__(
        self, game: Game, seed: int, number: int = 0, rewards: str = "win", max_turns: int | None = None
    ) -> None:
        check_rewards(rewards)
        self.game = game
        self.rewards = rewards
        self.max_turns = game.max_turns if max_turns is None else max_turns
        self.draws = Draws(seed, CHANCE_STREAMS + number)
        self.state: State = game.new_state(game.draw_setup(seed, number))
        self._legal = new_mask(game.num_actions)
        self._go_on()
        self._leads = leads(self.state)

    @property
    def player(self) -> int:
        """The seat that decides now, or TERMINAL; never CHANCE, unless the match is truncated."""
        return self.state.current_player

    @property
    def terminated(self) -> bool:
        """Whether the game is over."""
        return self.state.is_terminal()

    @property
    def truncated(self) -> bool:
        """Whether the match ends here because a turn beyond the cap would begin."""
        return not self.terminated and self.state.turn + self.state.is_chance() > self.max_turns

    @property
    def is_over(self) -> bool:
        """Whether nobody decides any more."""
        return self.terminated or self.truncated

    def is_legal(self, action: int) -> bool:
        """Whether the seat that decides may do this now."""
        return 0 <= action < self.game.num_actions and bool(has(self._legal, action))

    def refusal(self, action: int) -> str:
        """Why an action is not legal now."""
        if not 0 <= action < self.game.num_actions:
            return f"there is no action {action}; they are numbered from 0 to {self.game.num_actions - 1}"
        if self.is_over:
            return f"'{self.game.action_text(action)}' comes after the end of the game"
        return str(self.game.refusal(self.state.record, action))

    def action_mask(self, seat: int) -> ActionMask:
        """1 for every action that the seat may make now; all zero while somebody else decides."""
        if self.is_over or seat != self.player:
            return np.zeros(self.game.num_actions, dtype=np.int8)
        bits = np.unpackbits(self._legal.astype("<u8").view(np.uint8), count=self.game.num_actions, bitorder="little")
        return bits.astype(np.int8)

    def decide(self, action: int) -> tuple[float, ...]:
        """Make a decision and let the dice fall until the next one; returns what each seat is rewarded with."""
        if not self.is_legal(action):
            raise IllegalAction(self.refusal(action))
        self.state.apply_trusted(action)
        self._go_on()
        if self.rewards == "win":
            return self.state.returns()
        before, self._leads = self._leads, leads(self.state)
        return tuple(now - then for now, then in zip(self._leads, before, strict=True))

    def _go_on(self) -> None:
        """Let the dice fall, then find out what is legal."""
        while self.state.is_chance() and not self.truncated:
            self.state.apply_trusted(self.draws.pick(self.state.legal_actions()))
        self.game.legal_in(self.state.records, self._legal)


def check_rewards(rewards: str) -> None:
    """Only kinds of rewards that there are."""
    if rewards not in REWARDS:
        raise InvalidSetup(f"there are no rewards '{rewards}'; there are: {', '.join(REWARDS)}")


def leads(state: State) -> tuple[float, ...]:
    """By how much each seat's points exceed the mean of the others'."""
    scores = state.scores()
    return tuple(points - (sum(scores) - points) / (len(scores) - 1) for points in scores)
