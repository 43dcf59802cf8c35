"""A table that the rules at hand cannot follow: what is stored of it, as it is."""

from __future__ import annotations

from dataclasses import dataclass

from dolmen.store import Event, Seat, Store, Table


@dataclass(frozen=True)
class StoredTable:
    """A table without a position."""

    table: Table
    seats: list[Seat]
    events: list[Event]
    scores: list[int]
    """The points by seat, as they were kept last; empty where they were not."""

    def lines(self) -> list[str]:
        """What happened, a line an event: its number, its kind, who, and what."""
        return [self._line(event) for event in self.events]

    def _line(self, event: Event) -> str:
        names = {seat.seat: seat.name for seat in self.seats}
        who = "" if event.seat is None else f", {names.get(event.seat) or event.seat + 1}"
        actions = event.payload.get("actions")
        what = ". ".join(map(str, actions)) if actions else ", ".join(f"{k} {v}" for k, v in event.payload.items())
        return f"{event.sequence} {event.kind}{who}" + (f": {what}" if what else "")

    def text(self) -> str:
        """All of it as a file: the set-up, then the lines."""
        return "\n".join([self.table.setup.rstrip("\n"), "", *self.lines()]) + "\n"


def stored_table(store: Store, table_id: str) -> StoredTable:
    """Look it up."""
    scores = list(store.summaries([table_id]).get(table_id, {}).get("scores", []))
    return StoredTable(store.table(table_id), store.seats(table_id), store.events(table_id), scores)
