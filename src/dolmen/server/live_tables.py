"""Tables as they are now: looked up in the store, kept in memory, one thread at a time on each."""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from weakref import WeakValueDictionary

from dolmen.server.errors import NotYourSeat
from dolmen.server.hub import Hub
from dolmen.server.live_table import LiveTable
from dolmen.store import Player, Store

MAX_LIVE = 1000
"""So many tables are kept in memory; the others are folded anew when somebody looks."""
FRESH = 20.0
"""Seconds after which a table is looked up again even if we did not change it: a host may have."""

TRIES = 20
"""So often a change that does not depend on the position is tried again when somebody else was faster."""


@dataclass(frozen=True)
class Viewer:
    """Somebody who looks at a table: who, which seats are theirs, and for which one they look now."""

    player: Player | None
    seats: tuple[int, ...]
    seat: int | None
    """None for spectators, and between two people at one screen."""


class Watching:
    """Looks at the tables of one server and tells who waits for news of them."""

    def __init__(
        self, store: Store, hub: Hub, secret: str, chance: Callable[[Sequence[int]], int] = secrets.choice
    ) -> None:
        self.store = store
        self.hub = hub
        self._secret = secret.encode()
        self._chance = chance
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._locks: WeakValueDictionary[str, threading.RLock] = WeakValueDictionary()
        """A lock is there as long as somebody holds it or waits for it: anybody may ask for any id."""
        self._guard = threading.Lock()
        self.decisions = 0

    def lock(self, table_id: str) -> threading.RLock:
        """One thread at a time works on a table."""
        with self._guard:
            lock = self._locks.get(table_id)
            if lock is None:
                lock = self._locks[table_id] = threading.RLock()
            return lock

    def held_locks(self) -> int:
        """How many tables are worked on at this moment."""
        return len(self._locks)

    def live(self, table_id: str) -> LiveTable:
        """The table as of now. What it gives is used under `lock` wherever it must not change meanwhile.

        Raises StoredOnly where the rules cannot follow it.
        """
        with self.lock(table_id):
            with self._guard:
                found = self._live.get(table_id)
            if found is not None and found.fresh_until > time.monotonic():
                return found
            table, seats = self.store.table(table_id), self.store.seats(table_id)
            if found is not None and found.is_old and self.store.last_sequence(table_id) > found.sequence:
                found = None  # a history of earlier rules is followed as a whole
            if found is None:
                found = LiveTable(table, seats)
            found.table, found.seats = table, seats
            found.chat = self.store.chat(table_id)
            found.fold(self.store.events(table_id, after=found.sequence))
            if not self.store.is_shared:  # nobody else writes: what we know is true until we write
                found.fresh_until = time.monotonic() + FRESH
            with self._guard:
                self._live[table_id] = found
                self._live.move_to_end(table_id)
                while len(self._live) > MAX_LIVE:
                    self._live.popitem(last=False)
            return found

    def live_to_change(self, table_id: str) -> LiveTable:
        """The same, where something is to be decided. Raises OldRules where the table cannot go on."""
        live = self.live(table_id)
        live.refuse_if_old()
        return live

    def is_at_hand(self, table_id: str) -> bool:
        """Whether the table is in memory and needs no looking up."""
        with self._guard:
            found = self._live.get(table_id)
        return found is not None and found.fresh_until > time.monotonic()

    def has_bots(self, table_id: str) -> bool:
        """Whether bots sit at a table, as far as is known without looking it up; where nothing is known, perhaps."""
        with self._guard:
            found = self._live.get(table_id)
        return found is None or not found.fresh_until or any(seat.kind == "bot" for seat in found.seats)

    def _tell(self, table_id: str, *, known: bool = False) -> None:
        """The table has changed: tell who waits, and look again, unless what is kept in memory knows it already."""
        with self._guard:
            found = self._live.get(table_id)
        if found is not None and not known:
            found.fresh_until = 0
        self.hub.tell(table_id)

    def forget(self, table_id: str) -> None:
        """Drop what is kept in memory."""
        with self._guard:
            self._live.pop(table_id, None)

    def viewer(self, live: LiveTable, player: Player | None, seat: int | None = None) -> Viewer:
        """For which seat somebody looks: the one that they name and own, or their only one."""
        seats = tuple(live.seats_of(player.id if player else None))
        if seat is not None and seat not in seats:
            raise NotYourSeat("this seat belongs to somebody else")
        if seat is None and len(seats) == 1:
            seat = seats[0]
        return Viewer(player, seats, seat)
