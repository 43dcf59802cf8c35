"""Server-sent events, line by line, as messages."""

from __future__ import annotations

import json

from dolmen.wire.events import AccountEvent, Event, Over

_KNOWN = frozenset(("ready", "invited", "challenged", "answered", "begins", "turn", "undo_asked", "over", "closed"))


class EventReader:
    """Reads one account's stream, also over several connections: what has ended is told once."""

    def __init__(self) -> None:
        self.last_id = ""
        """Of the last event that was read: the server goes on from there."""
        self._id = ""
        self._data: list[str] = []
        self._over: set[str] = set()

    def begin_anew(self) -> None:
        """Another connection: half an event is none."""
        self._id, self._data = "", []

    def line(self, line: str) -> Event | None:
        """Take the next line; an event where it ends one that we know."""
        if line:
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if name == "id":
                self._id = value
            elif name == "data":
                self._data.append(value)
            return None
        told, self._data = json.loads("\n".join(self._data)) if self._data else None, []
        if told is None:
            return None
        self.last_id = self._id or self.last_id
        if told.get("type") not in _KNOWN:  # of a newer server
            return None
        event = AccountEvent.model_validate(told).root
        if isinstance(event, Over):
            if event.table in self._over:
                return None
            self._over.add(event.table)
        return event
