"""The greedy bot: makes the decision after which its position looks best, and looks no further.

What 'looks best' means is a kernel per game, in the module of this package that is named like the game's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar

from dolmen.bots.base import LEVEL, Bot, Budget
from dolmen.contract.game import Kernel, State
from dolmen.core.draws import Draws
from dolmen.core.errors import UnknownBot
from dolmen.core.mask import new_mask
from dolmen.core.record_view import copied


class GreedyBot(Bot):
    """Takes the choice after which its position looks best."""

    name = "greedy"
    description = "takes what looks best right now: a fair opponent for a first game"
    rating: ClassVar = {"meduris": 13, "terra-mystica": 25}

    def __init__(self, game: str) -> None:
        super().__init__(game)
        module = f"dolmen.games.{game.replace('-', '_')}.bots.greedy"
        if find_spec(module) is None:
            raise UnknownBot(f"the bot '{self.name}' does not play {game}")
        self._choose: Kernel = import_module(module).choose

    def choose(self, state: State, budget: Budget, draws: Draws) -> int:
        """The best action; among equals, the first from a random place on."""
        mask = new_mask(state.game.num_actions)
        offset = draws.below(state.game.num_actions)
        return int(self._choose(state.record, copied(state.records), mask, offset))

    def warm_up(self, state: State) -> Iterator[tuple[str, Callable[[], Any]]]:
        """The choice."""
        yield "greedy", partial(self.choose, state, LEVEL, Draws(0))
