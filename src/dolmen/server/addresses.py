"""Where players were seen last. Kept in memory alone, and of so many: it serves fairness, nothing else."""

from __future__ import annotations

from collections import OrderedDict

MOST = 10_000


class Addresses:
    """The address of each player's last request."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, str] = OrderedDict()

    def note(self, player: str, address: str) -> None:
        """Somebody was seen there."""
        self._of[player] = address
        self._of.move_to_end(player)
        while len(self._of) > MOST:
            self._of.popitem(last=False)

    def of(self, player: str) -> str:
        """Where a player was seen; the player itself where that is not known, which nobody shares."""
        return self._of.get(player, player)
