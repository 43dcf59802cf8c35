"""Lets tournaments go on by themselves, for as long as this server has the duty.

What is to be done is looked up, so nothing is missed though a server ends meanwhile. Tournaments are looked at when a
game is over or something of one has changed, and every few seconds for what other servers did.
"""

from __future__ import annotations

from dolmen.server.commands.tournament_rounds import go_on
from dolmen.server.live_tables import LiveTables
from dolmen.server.watch import Troubles, Watch
from dolmen.store import Tournament, now

LOOK_SECONDS = 5.0
"""So often they are looked at without any news."""


class TournamentRunner(Watch):
    """Looks at the tournaments that are played, or are to start."""

    def __init__(self, tables: LiveTables) -> None:
        super().__init__(self.go_on_with_all, LOOK_SECONDS)
        self._tables = tables
        self._troubles = Troubles("tournament %s cannot go on")

    def go_on_with_all(self) -> None:
        """Do what is to be done for all of them. Raises Unavailable."""
        for tournament in self._tables.store.tournaments("open", "playing"):
            if tournament.status == "playing" or _may_start(tournament):
                with self._troubles.at(tournament.id):
                    go_on(self._tables, tournament.id)


def _may_start(tournament: Tournament) -> bool:
    """Whether it is worth looking at how many have entered."""
    return bool(tournament.most) or (tournament.until is not None and now() >= tournament.until)
