"""What may be expected of a line that somebody tries out: a bot thinks about its end, in the bots' own processes.

Where other people sit at the table nobody is told, as with a bot's advice.
"""

from __future__ import annotations

from dolmen.core.errors import DolmenError
from dolmen.server.bot_line import Asker
from dolmen.server.bot_process import BotFailed
from dolmen.server.bot_runner import BotRunner
from dolmen.server.bot_worker import expected_points
from dolmen.server.trial import Trial

LEVEL = "strong"
"""Who thinks: the one who advises."""


class Expectations:
    """Asks the bots' processes about lines."""

    def __init__(self, bots: BotRunner) -> None:
        self._bots = bots

    async def ask(self, trial: Trial, asker: Asker) -> float | None:
        """The points of the seat at the end of the game, after all steps; None where nobody can tell."""
        state, game = trial.bare_end(), trial.root.game.meta.key
        try:
            found = await self._bots.run_in_process(LEVEL, game, asker, trial.plan.table, expected_points, state, LEVEL)
        except (BotFailed, DolmenError):
            return None
        return found[trial.seat]
