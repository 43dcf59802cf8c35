"""Enters finished games in the statistics, once each, and rates who played: for as long as this server has the duty.

The tables that are over and not entered are looked up, so nothing is missed though a server ends meanwhile, and games
from before there were statistics are entered when a server starts. Games that went on from another table's moment are
not whole, and are not counted.
"""

from __future__ import annotations

from functools import partial

from dolmen.analysis.counted import Counted, counted, places
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.server.rated import rate
from dolmen.server.watch import Troubles, Watch
from dolmen.store import PlayedGame, PlayedSeat

LOOK_SECONDS = 5.0
"""So often those are looked up that were finished at another server."""


class Results(Watch):
    """Looks for games that are over."""

    def __init__(self, tables: LiveTables) -> None:
        super().__init__(self.enter_all, LOOK_SECONDS)
        self._tables = tables
        self._troubles = Troubles("the game of table %s is not counted")
        self._passed_over: set[str] = set()
        """Tables whose game is not counted."""

    def enter_all(self) -> None:
        """Enter all games that are over, in the order in which they ended. Raises Unavailable."""
        for table_id in self._tables.store.uncounted_tables():
            if table_id not in self._passed_over and not self._enter(table_id):
                self._passed_over.add(table_id)

    def _enter(self, table_id: str) -> bool:
        """Enter the game of a table; False where it is not counted."""
        store = self._tables.store
        with self._troubles.at(table_id):
            with self._tables.open(table_id) as live:
                if not live.state.is_terminal() or live.is_old or live.table.status not in ("finished", "imported"):
                    return False
                if any(note.kind == "branch" for note in live.conduct.notes):
                    return False
                found = counted(live.state)
                if live.table.status == "imported":
                    return bool(store.enter_games([_game(live, found, source="log")]))
                seats = played_seats(live)
                game = _game(live, found, source="table")
            return store.enter_game(game, seats, partial(rate, game.game) if game.rated else None)
        return False


def _game(live: LiveTable, found: Counted, source: str) -> PlayedGame:
    return PlayedGame(
        id=live.table.id if source == "table" else found.played,
        source=source,
        game=found.game,
        players=found.players,
        at=live.made[-1].at if live.made else live.table.changed,
        played=found.played,
        points=found.points,
        won=found.won,
        count=found.count,
        table=live.table.id,
        rated=live.is_rated and source == "table",
    )


def played_seats(live: LiveTable) -> list[PlayedSeat]:
    """Who played the seats of a game that is over."""
    handed = {note.seat for note in live.conduct.notes if note.kind in ("bot", "late", "drop", "resign")}
    changed = {note.seat for note in live.conduct.notes if note.kind == "instead"}
    placed = places(live.state)
    return [
        PlayedSeat(
            game=live.table.id,
            seat=seat.seat,
            player=seat.player,
            bot="" if seat.player or seat.seat in changed else seat.bot,
            place=placed[seat.seat],
            left=seat.player is not None and seat.seat in handed,
        )
        for seat in live.seats
    ]
