"""Tables as they are now: looked up in the store, kept in memory, one thread at a time on each."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar
from weakref import WeakValueDictionary

from dolmen.server.attendance import Attendance
from dolmen.server.auctions import settle
from dolmen.server.draft import Chance, Draft
from dolmen.server.errors import NotYourSeat, StoredOnly
from dolmen.server.event_kinds import DECISIONS
from dolmen.server.hub import Hub
from dolmen.server.live_table import BotWait, LiveTable, summary
from dolmen.store import Event, NewSetup, Player, Repeated, SeatChange, Stale, Store, StoreError
from dolmen.store.database import told_player

MAX_LIVE = 1000
"""So many tables are kept in memory; the others are folded anew when somebody looks."""
IDLE = 120.0
"""Seconds after which a table is dropped from memory at which nobody looks, who plays there or watches."""
FRESH = 20.0
"""Seconds after which a table is looked up again even if we did not change it: a host may have."""

TRIES = 20
"""So often a command that does not depend on the position is tried again when somebody else was faster."""

Result = TypeVar("Result")


@dataclass(frozen=True)
class Viewer:
    """Somebody who looks at a table: who, which seats are theirs, and for which one they look now."""

    player: Player | None
    seats: tuple[int, ...]
    seat: int | None
    """None for spectators, and between two people at one screen."""


class LiveTables:
    """The tables of one server. Commands change them by `append`; who waits for news of them is told."""

    def __init__(self, store: Store, hub: Hub, secret: str, chance: Chance = secrets.choice) -> None:
        self.store = store
        self.hub = hub
        self.chance = chance
        self._secret = secret.encode()
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._locks: WeakValueDictionary[str, threading.RLock] = WeakValueDictionary()
        """A lock is there as long as somebody holds it or waits for it: anybody may ask for any id."""
        self._guard = threading.Lock()
        self._waits: Mapping[str, BotWait] = {}
        self.hears = not store.is_shared
        """Whether we are told of what other servers do, if there are any."""
        self.pause = 0
        """Milliseconds for which a turn may be taken back before something follows it."""
        self.people = object()
        """Another one where somebody's name or session may have changed at another server."""
        self.attendance = Attendance()
        self.decisions = 0
        self.finished: Callable[[], None] = lambda: None
        """Is told that a game is over."""

    # ------------------------------------------------------------------------------------------------ opening

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

    @contextmanager
    def open(self, table_id: str, seen: int | None = None) -> Iterator[LiveTable]:
        """A table as of now, which nobody changes meanwhile. Raises NotFound, StoredOnly.

        Whoever says which event they have `seen` last is content with what other servers have told us of so far.
        """
        with self.lock(table_id):
            yield self.live(table_id, seen)

    @contextmanager
    def change(self, table_id: str, seen: int | None = None) -> Iterator[LiveTable]:
        """Likewise, where something is to be decided. Raises OldRules where the table cannot go on."""
        with self.open(table_id, seen) as live:
            live.refuse_if_old()
            yield live

    @contextmanager
    def seat(self, table_id: str, player: Player | None, seat: int, seen: int | None = None) -> Iterator[LiveTable]:
        """Likewise, where somebody acts for a seat. Raises NotYourSeat if it is not theirs."""
        with self.change(table_id, seen) as live:
            if seat not in live.seats_of(player.id if player else None):
                raise NotYourSeat("this seat belongs to somebody else")
            yield live

    def live(self, table_id: str, seen: int | None = None) -> LiveTable:
        """The table as of now; `open` gives it to one thread at a time.

        Raises StoredOnly where the rules cannot follow it.
        """
        with self.lock(table_id):
            live = self._at_hand(table_id)
            if live is not None:
                live.used_at = time.monotonic()
            if live is not None and self._is_fresh(live) and self._suffices(live, seen):
                if live.heard > live.sequence:
                    self._take_in(live, live.told_events())
                live.bot_wait = self._waits.get(table_id)
                return live
            live = self._look_up(table_id, live)
            live.bot_wait = self._waits.get(table_id)
            with self._guard:
                self._live[table_id] = live
                self._live.move_to_end(table_id)
                self._drop_idle()
            return live

    def _drop_idle(self) -> None:
        """Let go of tables at which nobody looked for a while, and of the oldest where there are too many."""
        idle = time.monotonic() - IDLE
        for table_id, live in list(self._live.items())[:-1]:
            if len(self._live) <= MAX_LIVE and live.used_at >= idle:
                return
            del self._live[table_id]

    def _is_fresh(self, live: LiveTable) -> bool:
        """Whether all is known but the events that were heard of: we would have heard of more."""
        return live.fresh_until > time.monotonic() and self.hears

    def _suffices(self, live: LiveTable, seen: int | None) -> bool:
        """Whether what we know will do: of what others have just done, we may hear a moment later."""
        return not self.store.is_shared or (seen is not None and seen <= max(live.sequence, live.heard))

    def _take_in(self, live: LiveTable, events: Sequence[Event] | None = None) -> None:
        """The events since those that are known; they are looked up, unless another server has told them."""
        if events is None:
            events = self.store.events(live.table.id, after=live.sequence)
        try:
            live.fold(events)
        except StoredOnly:
            self.forget(live.table.id)  # what was folded in part is of no use
            raise

    def _at_hand(self, table_id: str) -> LiveTable | None:
        with self._guard:
            return self._live.get(table_id)

    def _look_up(self, table_id: str, live: LiveTable | None) -> LiveTable:
        """Bring what is in memory up to date with the store, or begin anew."""
        if live is not None:
            live.fresh_until = time.monotonic() + FRESH  # set first: what we hear of meanwhile takes it back
        try:
            return self._looked_up(table_id, live)
        except Exception:
            if live is not None:
                live.fresh_until = 0.0
            raise

    def _looked_up(self, table_id: str, live: LiveTable | None) -> LiveTable:
        table, seats = self.store.table(table_id), self.store.seats(table_id)
        if live is not None and live.is_old and self.store.last_sequence(table_id) > live.sequence:
            live = None  # a history of earlier rules is followed as a whole
        if live is None:
            live = LiveTable(table, seats)
            if not self.store.is_shared:  # nobody else writes: what we know is true until we write
                live.fresh_until = time.monotonic() + FRESH
        else:
            live.take_seats(table, seats)
        live.chat = tuple(self.store.chat(table_id))
        live.planned = self.store.planned_moves(table_id) if live.table.status == "playing" else {}
        self._take_in(live)
        return live

    def is_at_hand(self, table_id: str) -> bool:
        """Whether the table is in memory and needs no looking up."""
        live = self._at_hand(table_id)
        return live is not None and self._is_fresh(live) and live.told_events() is not None

    def goes_on_at(self, table_id: str) -> int | None:
        """When the turn of a table goes on by itself, as far as is known without looking it up."""
        live = self._at_hand(table_id)
        return live.goes_on_at if live is not None else None

    def has_bots(self, table_id: str) -> bool:
        """Whether bots sit at a table, as far as is known without looking it up; where nothing is known, perhaps."""
        live = self._at_hand(table_id)
        return live is None or not live.fresh_until or any(seat.kind == "bot" for seat in live.seats)

    def has_clock(self, table_id: str) -> bool:
        """Whether a table has a clock, as far as is known without looking it up; where nothing is known, perhaps."""
        live = self._at_hand(table_id)
        return live is None or bool(live.table.clock)

    def forget(self, table_id: str) -> None:
        """Drop what is kept in memory."""
        with self._guard:
            self._live.pop(table_id, None)

    # ------------------------------------------------------------------------------------------------ people

    def viewer(self, live: LiveTable, player: Player | None, seat: int | None = None) -> Viewer:
        """For which seat somebody looks: the one that they name and own, or their only one."""
        seats = tuple(live.seats_of(player.id if player else None))
        if live.auctioned and seats and seat not in seats:
            seat = None  # after an auction everybody sits elsewhere than their page may still say
        if seat is not None and seat not in seats:
            raise NotYourSeat("this seat belongs to somebody else")
        if seat is None and len(seats) == 1:
            seat = seats[0]
        return Viewer(player, seats, seat)

    def seat_token(self, table_id: str, seat: int) -> str:
        """The unguessable link of a seat. It can be told again at any time; only its hash is kept."""
        return hmac.new(self._secret, f"seat {table_id} {seat}".encode(), hashlib.sha256).hexdigest()[:40]

    def table_token(self, table_id: str) -> str:
        """The unguessable link of a table, which takes its next free seat. Nothing of it is kept."""
        return hmac.new(self._secret, f"table {table_id}".encode(), hashlib.sha256).hexdigest()[:24]

    def is_table_token(self, table_id: str, token: str) -> bool:
        """Whether it is the link of that table."""
        return hmac.compare_digest(self.table_token(table_id).encode(), token.encode())

    # ------------------------------------------------------------------------------------------------ writing

    def append(
        self,
        live: LiveTable,
        draft: Draft,
        *,
        seats: Sequence[SeatChange] = (),
        status: str | None = None,
        waits_for: int | None = None,
        setup: NewSetup | None = None,
        owner: str | None = None,
    ) -> int:
        """Write a draft, and what changes with it, in one transaction; returns the new sequence.

        `waits_for` is the seat that is still to confirm its turn, if one is; with the last bid of an auction its game
        begins. Raises Stale, Repeated, SeatTaken: then nothing has changed.
        """
        table_id, order = live.table.id, tuple[int, ...]()
        if draft.state.is_terminal() and live.is_bidding:
            order = settle(live.parts, live.opening, draft, live.people(), live.conduct.answers, self.chance)
        if draft.state.is_terminal() and (status or live.table.status) == "playing":
            status = "finished"
        told = summary(draft.state, waits_for)
        try:
            events = self.store.append(
                table_id,
                live.sequence,
                draft.events,
                summary=told,
                seats=seats,
                status=status,
                planned=draft.done,
                setup=setup,
                order=order,
                owner=owner,
            )
        except StoreError:
            live.fresh_until = 0.0  # somebody else was faster: what we know is not true any more
            raise
        live.adopt(events, draft.state, draft.moments)
        for seat in draft.done:
            live.planned.pop(seat, None)
        self.decisions += any(event.kind in DECISIONS for event in events)
        self.tell(table_id, known=not seats and status is None and setup is None and not order)
        if status == "finished":
            self.finished()
        return live.sequence

    def tell(self, table_id: str, *, known: bool = False) -> None:
        """The table has changed: tell who waits, and look again, unless what is kept in memory knows it already."""
        live = self._at_hand(table_id)
        if live is not None and not known:
            live.fresh_until = 0.0
        self.hub.tell(table_id)

    def tell_people(self, players: Iterable[str | None]) -> None:
        """Somebody has a new table, or an invitation has come or was answered: tell who follows an account."""
        for player in {one for one in players if one}:
            self.hub.tell_player(told_player(player))

    def hear(self, table_id: str, sequence: int | None, events: Sequence[Event] = ()) -> None:
        """Another server has appended events up to this one, which it may have told; without a number, anything."""
        live = self._at_hand(table_id)
        if live is not None and sequence is not None and not live.is_old:
            live.hear(sequence, events)
        elif live is not None:
            live.fresh_until, live.telling = 0.0, object()
        self.hub.tell(table_id)

    def hear_all(self, *, hears: bool) -> None:
        """From now on we hear of what other servers do, or no longer; before, we may have missed anything."""
        with self._guard:
            for live in self._live.values():
                live.fresh_until, live.telling = 0.0, object()
        self.people, self.hears = object(), hears
        self.hub.wake_all()

    def take_waits(self, waits: Mapping[str, BotWait]) -> None:
        """What keeps bots from answering, from now on; who looks at their tables is told. In the loop's own thread."""
        before, self._waits = self._waits, waits
        for table_id in before.keys() | waits.keys():
            if before.get(table_id) != waits.get(table_id):
                self.hub.wake(table_id)

    def retry(self, command: Callable[[], Result]) -> Result:
        """Run a command that does not depend on the position, again where somebody else was faster."""
        for _ in range(TRIES - 1):
            try:
                return command()
            except (Stale, Repeated):
                continue
        return command()
