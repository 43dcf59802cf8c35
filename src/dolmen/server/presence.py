"""What events tell beside the position: whose clock runs, who left, what the log notes. Nothing here writes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from dolmen.contract.game import TERMINAL, State
from dolmen.store import Event

_BEGIN_ANEW = ("sit", "bot")
"""Events after which the clock of whoever is asked begins anew."""


@dataclass(frozen=True)
class Note:
    """Something for the log that is no decision of the game."""

    kind: str
    """`bot` (a bot took the seat), `back` (its owner is there again), `drop` (the seat left the game)."""
    decision: int
    """The number of decisions made when it happened."""
    turn: int
    turn_player: int
    seat: int
    by: int | None
    """The seat that did it, where it was another one's."""


class Conduct:
    """How the people of a table stand; `fold` follows the events, one by one."""

    def __init__(self, created: int) -> None:
        self.asked_since = created
        """Since when the seat that is asked is asked, in milliseconds since 1970."""
        self.left: set[int] = set()
        """The seats that left the game for good."""
        self.notes: list[Note] = []
        self.settled: dict[int, Mapping[str, str]] = {}
        """What each seat has settled for its later answers (`standing` events)."""
        self._holding: int | None = None
        """The seat that asked to confirm its turn itself."""
        self._asked: int | None = None
        self._decisions = 0

    def fold(self, event: Event, state: State) -> None:
        """Take in the next event; the position is that after it."""
        if len(state.history) < self._decisions:
            self._taken_back(len(state.history))
        self._decisions = len(state.history)
        if event.kind == "move":
            self._holding = event.seat if event.payload.get("hold") else None
        elif event.kind in ("confirm", "chance", "drop") or (event.kind == "bot" and event.seat == self._holding):
            self._holding = None
        if event.kind == "drop" and event.seat is not None:
            self.left.add(event.seat)
            self._note("drop", event, state)
        elif event.kind == "bot":
            self._note("bot" if event.payload["bot"] else "back", event, state)
        elif event.kind == "standing" and event.seat is not None:
            self.settled[event.seat] = event.payload["settled"]
        asked = self.asked(state)
        if asked != self._asked or event.kind in _BEGIN_ANEW:
            self._asked, self.asked_since = asked, event.at

    def held(self, state: State) -> int | None:
        """The seat that has made its turn and not confirmed it yet; until then nobody else is asked."""
        if self._holding is None or state.current_player in (TERMINAL, self._holding):
            return None
        return self._holding

    def asked(self, state: State) -> int | None:
        """The seat that the table waits for, if any: to decide, or to confirm its turn."""
        held = self.held(state)
        if held is not None:
            return held
        player = state.current_player
        return player if player >= 0 else None

    def _note(self, kind: str, event: Event, state: State) -> None:
        assert event.seat is not None
        decisions = len(state.history)
        turn_player = max(state.turn_player, 0)
        self.notes.append(Note(kind, decisions, state.turn, turn_player, event.seat, event.payload.get("by")))

    def _taken_back(self, decisions: int) -> None:
        """What was noted stays noted, at the latest moment that is left; nothing is left to be confirmed."""
        self._holding = None
        self.notes = [replace(note, decision=min(note.decision, decisions)) for note in self.notes]
