"""Compares a database with what was acknowledged, and looks for tables that do not go on."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.reliability.actors import Ledger, SentMove
from dolmen.core.errors import DolmenError
from dolmen.server.hub import Hub
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.store import FREE, NotFound, Store


@dataclass
class Found:
    """What is wrong, counted and told."""

    counts: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)

    def add(self, what: str, note: str) -> None:
        """One more."""
        self.counts[what] += 1
        self.notes.append(f"{what}: {note}")


def audit(store: Store, ledger: Ledger) -> Found:
    """Everything that was acknowledged is there exactly once, as it was, and every history is legal."""
    found = Found(ledger.counts())
    tables = LiveTables(store, Hub(), "secret")
    moves: dict[str, list[SentMove]] = {}
    for move in ledger.moves:
        moves.setdefault(move.table, []).append(move)
    for table, seats in ledger.tables.items():
        try:
            live = tables.live(table)
        except NotFound:
            found.add("lost", f"table {table}")
            continue
        except DolmenError as error:
            found.add("illegal", f"table {table}: {error}")
            continue
        if seats and len(live.seats) != len(seats):
            found.add("changed", f"table {table} has {len(live.seats)} seats, not {len(seats)}")
        _replay(live, found)
        _compare_moves(store, live, moves.get(table, []), ledger, found)
        tables.forget(table)
    _compare_seats(store, ledger, found)
    _compare_chat(store, ledger, found)
    return found


def _replay(live: LiveTable, found: Found) -> None:
    """Every decision was legal where it was made."""
    state = live.notation.read(live.table.setup).state
    try:
        for action in live.state.history:
            state.apply(action)
    except DolmenError as error:
        found.add("illegal", f"table {live.table.id}: {error}")
        return
    if state != live.state:
        found.add("changed", f"table {live.table.id}: another position by its history")


def _compare_moves(store: Store, live: LiveTable, sent: Sequence[SentMove], ledger: Ledger, found: Found) -> None:
    """Each decision is the event after the one that its sender saw, and nobody's decision is there besides."""
    table = live.table.id
    events = {event.sequence: event for event in store.events(table)}
    if sorted(events) != list(range(1, len(events) + 1)):
        found.add("lost", f"table {table}: its events are not numbered without a gap")
    for move in sent:
        event = events.pop(move.sequence + 1, None)
        if event is None or ledger.moves[move] < event.sequence:
            found.add("lost", f"{move}, answered with {ledger.moves[move]}")
        elif (event.kind, event.seat, event.payload.get("actions")) != ("move", move.seat, [move.text]):
            found.add("changed", f"{move} is {event}")
    for event in events.values():
        if event.kind == "move" and event.player is None:
            found.counts["moves of bots"] += 1
        elif event.kind == "move":
            found.add("doubled", f"nobody knows of {event}")


def _compare_seats(store: Store, ledger: Ledger, found: Found) -> None:
    for (table, name), seat in ledger.seats.items():
        held = [other for other in store.seats(table) if other.name == name and other.kind == "person"]
        if not held:
            found.add("lost", f"{name} does not sit at {table}")
        elif seat >= 0 and seat not in [other.seat for other in held]:
            found.add("changed", f"{name} sits at {held[0].seat} of {table}, not at {seat}")
        sat = [event for event in store.events(table) if event.kind == "sit" and event.payload.get("name") == name]
        if len(sat) > 1:
            found.add("doubled", f"{name} sat down at {table} {len(sat)} times")
    for table in ledger.fills:
        if any(seat.kind in FREE for seat in store.seats(table)):
            found.add("lost", f"table {table} was filled, and has free seats")


def _compare_chat(store: Store, ledger: Ledger, found: Found) -> None:
    lines: Counter[tuple[str, str]] = Counter()
    for table in {*ledger.chat.values(), *ledger.unsure_chat.values()}:
        lines.update((table, line.text) for line in store.chat(table, limit=1_000_000))
    for text, table in ledger.chat.items():
        if lines[table, text] != 1:
            found.add("doubled" if lines[table, text] else "lost", f"the line '{text}' at {table}")
    for text, table in ledger.unsure_chat.items():
        if lines[table, text] > 1:
            found.add("doubled", f"the line '{text}' at {table}")


def wait_for_bots(store: Store, tables: Sequence[str], seconds: float) -> list[str]:
    """Wait until nobody but people is waited for; a line for each table that stands still for so many seconds."""
    left = {table: (-1, time.monotonic()) for table in tables}
    stuck: list[str] = []
    while left:
        for table, (seen, since) in list(left.items()):
            live = LiveTables(store, Hub(), "secret").live(table)
            why = waits_in_vain(live)
            if not why:
                del left[table]
            elif live.sequence != seen:
                left[table] = (live.sequence, time.monotonic())
            elif time.monotonic() > since + seconds:
                stuck.append(f"stuck: table {table}: {why} (event {live.sequence})")
                del left[table]
        time.sleep(0.2)
    return stuck


def waits_in_vain(live: LiveTable) -> str:
    """Why a table cannot stay as it is though no person is asked; empty where it can."""
    status = live.table.status
    if status == "waiting" and not any(seat.kind in FREE for seat in live.seats):
        return "waiting, though all seats are taken"
    if status == "playing" and live.state.is_terminal():
        return "playing, though it is over"
    if status == "playing" and live.deciding is not None and live.seats[live.deciding].kind == "bot":
        return f"the bot at seat {live.deciding} is asked"
    if status == "playing" and live.deciding is None and live.held is None:
        return "nobody is asked, though it is not over"
    return ""
