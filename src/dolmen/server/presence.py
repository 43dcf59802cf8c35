"""What events tell beside the position: whose clock runs, who left, what the log notes. Nothing here writes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from dolmen.contract.game import TERMINAL, State
from dolmen.server.event_kinds import DECISIONS
from dolmen.store import Event

_BEGIN_ANEW = ("sit", "bot")
"""Events after which the clock of whoever is asked begins anew."""


@dataclass(frozen=True)
class Moment:
    """What matters here of the position after an event."""

    decisions: int
    """How many were made so far."""
    player: int
    """The seat that decides, or CHANCE, or TERMINAL."""
    turn: int
    turn_player: int

    @classmethod
    def of(cls, state: State) -> Moment:
        """Of a position."""
        return cls(state.decisions, state.current_player, state.turn, state.turn_player)


@dataclass(frozen=True)
class Note:
    """Something for the log that is no decision of the game."""

    kind: str
    """`bot` (a bot took the seat), `instead` (from another one), `back` (its owner is there again), `drop` (left),
    `branch` (until here it was played at another table)."""
    decision: int
    """The number of decisions made when it happened."""
    turn: int
    turn_player: int
    seat: int | None
    by: int | None = None
    """The seat that did it, where it was another one's."""
    table: str = ""
    """The table at which all that came before was played, and its name."""
    table_name: str = ""


class Conduct:
    """How the people of a table stand; `fold` follows the events, one by one."""

    def __init__(self, created: int) -> None:
        self.asked_since = created
        """Since when the seat that is asked is asked, in milliseconds since 1970."""
        self.left: set[int] = set()
        """The seats that left the game for good."""
        self.notes: list[Note] = []
        self.answers: dict[int, Mapping[str, str]] = {}
        """What each seat has settled for its later answers (`standing` events)."""
        self._holding: int | None = None
        """The seat that asked to confirm its turn itself, or that may still take it back for a moment."""
        self.goes_on_at: int | None = None
        """When a turn that is held goes on by itself, in milliseconds since 1970; None: when it is confirmed."""
        self.unconfirmed: int | None = None
        """How many decisions there were before the deeds of a turn that its player confirms as a whole."""
        self.pace = "calm"
        """How bots play here."""
        self._skipping: set[int] = set()
        """The seats that want to be asked as soon as possible."""
        self.in_mid_turn = False
        """Whether the seat that decides has made the last decision, too, in the same turn."""
        self._asked: int | None = None
        self._decisions = self._turn = 0

    def fold(self, event: Event, moment: Moment) -> None:
        """Take in the next event, and where it led to."""
        if moment.decisions < self._decisions:
            self._taken_back(moment.decisions)
        before, self._decisions = self._decisions, moment.decisions
        if event.kind in DECISIONS:
            self.in_mid_turn = (event.seat, self._turn) == (moment.player, moment.turn)
        self._turn = moment.turn
        if event.kind == "move":
            hold = event.payload.get("hold", False)
            self._holding = event.seat if hold else None
            self.goes_on_at = None if isinstance(hold, bool) else event.at + hold
            began = before if self.unconfirmed is None else self.unconfirmed
            self.unconfirmed = began if hold is True else None
        elif event.kind in ("confirm", "chance", "drop") or (event.kind == "bot" and event.seat == self._holding):
            self._holding = self.unconfirmed = None
        if event.kind == "drop" and event.seat is not None:
            self.left.add(event.seat)
            self._note("drop", event, moment)
        elif event.kind == "bot":
            kind = "instead" if event.payload.get("instead") else "bot" if event.payload["bot"] else "back"
            self._note(kind, event, moment)
        elif event.kind == "branch":
            turn_player, source = max(moment.turn_player, 0), event.payload
            note = Note(
                "branch", moment.decisions, moment.turn, turn_player, None, None, source["table"], source["name"]
            )
            self.notes.append(note)
        elif event.kind == "standing" and event.seat is not None:
            self.answers[event.seat] = event.payload["settled"]
        elif event.kind == "pace" and event.seat is not None:
            self._set_pace(event.payload["pace"], event.seat)
        asked = self.asked(moment.player)
        if asked is not None:
            self._skipping.discard(asked)
        if asked != self._asked or event.kind in _BEGIN_ANEW:
            self._asked, self.asked_since = asked, event.at

    def _set_pace(self, pace: str, seat: int) -> None:
        if pace == "skip":
            self._skipping.add(seat)
        else:
            self.pace = pace

    @property
    def skips(self) -> bool:
        """Whether somebody wants the bots to play at once for now."""
        return bool(self._skipping)

    def held(self, player: int) -> int | None:
        """The seat that has made its turn and not confirmed it yet; until then nobody else is asked.

        `player` is who decides by the rules.
        """
        if self._holding is None or player in (TERMINAL, self._holding):
            return None
        return self._holding

    def asked(self, player: int) -> int | None:
        """The seat that the table waits for, if any: to decide, or to confirm its turn."""
        held = self.held(player)
        if held is not None:
            return held
        return player if player >= 0 else None

    def _note(self, kind: str, event: Event, moment: Moment) -> None:
        assert event.seat is not None
        turn_player, by = max(moment.turn_player, 0), event.payload.get("by")
        self.notes.append(Note(kind, moment.decisions, moment.turn, turn_player, event.seat, by))

    def _taken_back(self, decisions: int) -> None:
        """What was noted stays noted, at the latest moment that is left; nothing is left to be confirmed."""
        self._holding = None
        if self.unconfirmed is not None and decisions <= self.unconfirmed:
            self.unconfirmed = None
        self.notes = [replace(note, decision=min(note.decision, decisions)) for note in self.notes]
