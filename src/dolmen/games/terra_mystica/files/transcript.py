"""What reading a game file gives: the set-up, the state at its end, and the result by faction."""

from __future__ import annotations

from dataclasses import dataclass, field

from dolmen.contract.game import State
from dolmen.games.terra_mystica.rules.factions import NAMES
from dolmen.games.terra_mystica.rules.position import winners
from dolmen.games.terra_mystica.rules.setup import Setup

IGNORED_OPTIONS = frozenset(
    {
        "strict-leech",
        "strict-darkling-sh",
        "strict-chaosmagician-sh",
        "errata-cultist-power",
        "email-notify",
        "maintain-player-order",
    }
)
"""Options of the server that say how we always play, or do not concern the rules of one game."""


@dataclass(frozen=True)
class Replay:
    """A game file that was replayed."""

    setup: Setup
    state: State
    rows: int
    """Rows with a faction."""
    rows_checked: int
    """Rows whose figures were compared with the position (ledgers only)."""
    decisions: int
    marks: list[tuple[int, int]] = field(default_factory=list)
    """Physical lines of the file, and how many decisions had been made when each was read."""

    @property
    def factions(self) -> tuple[str, ...]:
        """The factions by seat."""
        return tuple(NAMES[int(faction)] for faction in self.state.record.faction[: self.setup.players])

    @property
    def scores(self) -> dict[str, int]:
        """The points by faction."""
        return dict(zip(self.factions, self.state.scores(), strict=True))

    @property
    def winners(self) -> list[str]:
        """The factions that win; empty before the end."""
        return [self.factions[seat] for seat in winners(self.state.record)]

    @property
    def finished(self) -> bool:
        """Whether the game was played to its end."""
        return self.state.is_terminal()
