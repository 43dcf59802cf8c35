"""The greedy bot: makes the decision after which its position looks best, and looks no further.

What 'looks best' means is a kernel per game, in the module of this package that is named like the game's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from dolmen.bots.base import LEVEL, Bot, Budget, judgement_of
from dolmen.contract.game import State
from dolmen.core.draws import Draws
from dolmen.core.mask import new_mask
from dolmen.core.record_view import copied


class GreedyBot(Bot):
    """Takes the choice after which its position looks best."""

    name = "greedy"
    quick = True
    description = "takes what looks best right now: a fair opponent for a first game"

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self._choose = judgement_of(game, self.name).choose

    def choose(self, state: State, budget: Budget, draws: Draws) -> int:
        """The best action; among equals, the first from a random place on."""
        mask = new_mask(state.game.num_actions)
        offset = draws.below(state.game.num_actions)
        return int(self._choose(state.record, copied(state.records), mask, offset))

    def warm_up(self, state: State) -> Iterator[tuple[str, Callable[[], Any]]]:
        """The choice."""
        yield "greedy", partial(self.choose, state, LEVEL, Draws(0))
