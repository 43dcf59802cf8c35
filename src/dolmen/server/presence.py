"""What events tell beside the position: who is asked, who left, what the log notes. Nothing here writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dolmen.contract.game import TERMINAL, State
from dolmen.server.clocks import Clocks
from dolmen.server.event_kinds import DECISIONS
from dolmen.store import Event


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
    """`bot` (a bot took the seat), `late` (because its time was up), `instead` (from another one), `back` (its owner is
    there again), `drop` (left), `resign` (for good), `pause` (by consent), `go on` (after it), `branch` (until here it
    was played at another table)."""
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


@dataclass(frozen=True)
class PauseRequest:
    """Somebody asks the others that the clocks stand for a while."""

    seat: int
    agreed: frozenset[int]
    sequence: int
    """Of the event that asked, and when that was, in milliseconds since 1970."""
    at: int


class Conduct:
    """How the people of a table stand; `fold` follows the events, one by one."""

    def __init__(self, clocks: Clocks) -> None:
        self.clocks = clocks
        self.pause_request: PauseRequest | None = None
        self.overdue: set[int] = set()
        """The seats that a bot took because their time was up, and whose owners are not back."""
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
        self._decisions = self._turn = 0
        self._asked: int | None = None
        self.acts: dict[int, int] = {}
        """The last event of each seat, whatever it was."""
        self.asked_after = 0
        """The last event of the seat that is asked before it was asked: the same where others only think again."""
        self.begun = (0, clocks.asked_since, "")
        """The event with which everybody had a seat, when, and by whom; an empty text: by who made the table."""

    def fold(self, event: Event, moment: Moment) -> None:
        """Take in the next event, and where it led to."""
        if event.kind == "settle":
            self._reseat(event.payload["seats"])
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
        elif event.kind in ("confirm", "chance") or (
            event.kind in ("drop", "bot", "resign") and event.seat == self._holding
        ):
            self._holding = self.unconfirmed = None
        if event.kind in ("drop", "resign") and event.seat is not None:
            self.left.add(event.seat)
            self.overdue.discard(event.seat)
            self._note("resign" if event.payload.get("resigns") else event.kind, event, moment)
        elif event.kind == "bot" and event.seat is not None:
            self._hand_over(event, moment)
        elif event.kind.endswith(" pause"):
            self._consent(event, moment)
        elif event.kind == "go on":
            self._note("go on", event, moment)
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
        if asked != self._asked:
            self._asked, self.asked_after = asked, self.acts.get(asked, 0) if asked is not None else 0
        if event.kind == "sit":
            self.begun = (event.sequence, event.at, event.player or "")
        if event.seat is not None:
            self.acts[event.seat] = event.sequence
        self.clocks.fold(event, asked)

    def _hand_over(self, event: Event, moment: Moment) -> None:
        """A bot takes a seat, or its owner does."""
        assert event.seat is not None
        late = bool(event.payload.get("late"))
        (self.overdue.add if late else self.overdue.discard)(event.seat)
        kind = "instead" if event.payload.get("instead") else "bot" if event.payload["bot"] else "back"
        self._note("late" if late else kind, event, moment)

    def _consent(self, event: Event, moment: Moment) -> None:
        """Somebody asks for a pause, or answers who does."""
        assert event.seat is not None
        if event.kind == "ask pause":
            self.pause_request = PauseRequest(event.seat, frozenset({event.seat}), event.sequence, event.at)
        elif event.kind == "refuse pause":
            self.pause_request = None
        elif event.payload.get("until"):
            self.pause_request = None
            self._note("pause", event, moment)
        elif self.pause_request is not None:
            agreed = self.pause_request.agreed | {event.seat}
            self.pause_request = replace(self.pause_request, agreed=agreed)

    def _reseat(self, order: Sequence[int]) -> None:
        """Everybody has another seat: `order` are those that they had, in the order of their new ones."""
        places = {seat: place for place, seat in enumerate(order)}
        self.answers = {places[seat]: settled for seat, settled in self.answers.items()}
        self.left = {places[seat] for seat in self.left}
        self.overdue = {places[seat] for seat in self.overdue}
        request = self.pause_request
        if request is not None:
            agreed = frozenset(places[seat] for seat in request.agreed)
            self.pause_request = replace(request, seat=places[request.seat], agreed=agreed)
        self._skipping = {places[seat] for seat in self._skipping}
        self.acts = {places[seat]: event for seat, event in self.acts.items()}
        self.clocks.reseat(places)
        self._holding = self.unconfirmed = self._asked = None
        self.notes = [
            replace(
                note,
                decision=0,
                turn_player=0,
                seat=None if note.seat is None else places[note.seat],
                by=None if note.by is None else places[note.by],
            )
            for note in self.notes
        ]

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
