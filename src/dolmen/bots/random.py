"""The random bot: every legal decision is as good as any other."""

from __future__ import annotations

from dolmen.bots.base import Bot, Budget
from dolmen.contract.game import State
from dolmen.core.draws import Draws


class RandomBot(Bot):
    """Decides at random."""

    name = "random"
    quick = True
    description = "decides at random: good for tests, and for a first win"

    def choose(self, state: State, budget: Budget, draws: Draws) -> int:
        """Any legal action."""
        return draws.pick(state.legal_actions())
