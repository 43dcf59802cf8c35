"""The greedy bot: makes the decision after which its position looks best, and looks no further.

What 'looks best' means is a kernel per game, in the module of this package that is named like the game's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from dolmen.bots.base import LEVEL, Bot, Budget, judgement_of
from dolmen.contract.game import Kernel, Records, State
from dolmen.core.draws import DICE_STREAMS, Draws, draw_below
from dolmen.core.kernel import as_taken, factory, kernel
from dolmen.core.mask import Mask, new_mask
from dolmen.core.record_view import copied


class GreedyBot(Bot):
    """Takes the choice after which its position looks best."""

    name = "greedy"
    quick = True
    description = "takes what looks best right now: a fair opponent for a first game"

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self._kernels = make_greedy(judgement_of(game, self.name).choose)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game,)  # kernels are not pickled but made anew

    def choose(self, state: State, budget: Budget, draws: Draws) -> int:
        """The best action; among equals, the first from a random place on."""
        mask = new_mask(state.game.num_actions)
        offset = draws.below(state.game.num_actions)
        records, scratch = as_taken(state.records), as_taken(copied(state.records))
        return int(self._kernels.choose_in(records, scratch, mask, offset))

    def warm_up(self, state: State) -> Iterator[tuple[str, Callable[[], Any]]]:
        """The choice."""
        yield "greedy", partial(self.choose, state, LEVEL, Draws(0))


class GreedyKernels(NamedTuple):
    """The greedy choice of one game, as Python and batches call it."""

    choose_in: Kernel
    choose_range: Kernel


@factory
def make_greedy(choose: Kernel) -> GreedyKernels:
    """The entry points to the greedy choice of a game."""

    @kernel
    def choose_in(records: Records, scratch: Records, mask: Mask, offset: int) -> int:
        """What looks best in the position in an array of length 1: see `kernels.calls`."""
        return choose(records[0], scratch, mask, offset)  # type: ignore[no-any-return]

    @kernel
    def choose_range(
        first: int,
        last: int,
        places: npt.NDArray[np.int64],
        records: Records,
        slots: Any,
        num_actions: int,
        scratch: Records,
        masks: npt.NDArray[np.uint64],
        actions: npt.NDArray[np.int64],
    ) -> None:
        """What looks best in each of some places of a batch; a thread thinks in the room of its first one.

        By the same draws as `GreedyBot.choose` with the thoughts of that decision.
        """
        for index in range(first, last):
            slot = slots[places[index]]
            offset = draw_below(int(slot.seed), DICE_STREAMS + int(slot.game), int(slot.step), num_actions)
            room = scratch[first : first + 1]
            actions[index] = choose(records[places[index]], room, masks[first], offset)

    return GreedyKernels(choose_in, choose_range)
