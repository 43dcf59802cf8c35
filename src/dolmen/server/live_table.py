"""A table as its events tell it: the position, who decides, what may be taken back. Nothing here writes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from dolmen.contract.game import State
from dolmen.contract.presentation import Entry, Prompt
from dolmen.contract.registry import find, package
from dolmen.core.errors import DolmenError
from dolmen.core.words import Words
from dolmen.server.errors import OldRules, StoredOnly
from dolmen.server.presence import Conduct
from dolmen.store import Chat, Event, Seat, Table, now

Thing = TypeVar("Thing")

DECISIONS = ("move", "chance", "forced", "standing answer", "drop", "import")
"""The kinds of events that hold decisions."""
_OF_A_SEAT = ("move", "forced", "standing answer")
"""Those whose decisions a seat was asked for."""


@dataclass(frozen=True)
class Made:
    """An event that changed the position, and how many decisions there were after it."""

    sequence: int
    kind: str
    seat: int | None
    decisions: int
    at: int
    held: tuple[int, ...] = ()
    """Of a table of earlier rules: decisions that wait for what comes next, see `Game.follow`."""


@dataclass
class UndoRequest:
    """Somebody asks the others to take something back."""

    seat: int
    to: int
    agreed: set[int] = field(default_factory=set)


class LiveTable:
    """A table in memory; `fold` brings it up to date with newer events. Raises StoredOnly, as `fold` does."""

    def __init__(self, table: Table, seats: Sequence[Seat]) -> None:
        self.table = table
        self.seats = list(seats)
        self._named: tuple[list[Seat], list[str]] = ([], [])
        try:
            game = package(table.game)
            self.meta, self.notation, self.present = game.meta, game.notation(), game.presentation()
            self.state: State = self.notation.read(table.setup).state
        except DolmenError as error:
            raise StoredOnly(table) from error
        if not self.state.game.follows(table.rules_version):
            raise StoredOnly(table)
        self._held: tuple[int, ...] = ()
        self.sequence = 0
        self.chat: list[Chat] = []
        self.fresh_until = 0.0
        """Until when, by the monotonic clock, nothing needs to be looked up."""
        self.made: list[Made] = []
        self.undo_request: UndoRequest | None = None
        self.conduct = Conduct(table.created)
        self._logs: dict[str, tuple[int, tuple[int, ...], list[Entry]]] = {}
        self._kept: dict[Any, Any] = {}
        self._lasting: dict[Any, tuple[Any, Any]] = {}

    # ------------------------------------------------------------------------------------------------ folding

    def fold(self, events: Sequence[Event]) -> None:
        """Take in newer events, in order."""
        for event in events:
            assert event.sequence == self.sequence + 1, "events out of order"
            self.sequence = event.sequence
            if event.kind in DECISIONS:
                self._decided(event)
                self.undo_request = None
            elif event.kind == "back":
                self._take_back(event.payload["to"])
            elif event.kind == "ask undo":
                assert event.seat is not None
                self.undo_request = UndoRequest(event.seat, event.payload["to"], {event.seat})
            elif event.kind == "agree undo" and self.undo_request and event.seat is not None:
                self.undo_request.agreed.add(event.seat)
                if self.undo_request.agreed >= self.people():
                    self._take_back(self.undo_request.to)
            elif event.kind == "refuse undo":
                self.undo_request = None
            self.conduct.fold(event, self.state)
        if self._held:
            self._follow(None)

    def _decided(self, event: Event) -> None:
        """Make the decisions of an event."""
        for text in event.payload["actions"]:
            if self.is_old:
                self._refuse_astray(event)
                self._follow(text)
            else:
                self.state.apply_trusted(self.state.action_id(text))
        decisions = len(self.state.history)
        self.made.append(Made(event.sequence, event.kind, event.seat, decisions, event.at, self._held))

    def _follow(self, text: str | None) -> None:
        """Make a decision of earlier rules; at the end, what was held back."""
        try:
            action = None if text is None else self.state.action_id(text)
            self._held = self.state.game.follow(self.state, action, self._held, self.table.rules_version)
        except DolmenError as error:
            raise StoredOnly(self.table) from error

    def _refuse_astray(self, event: Event) -> None:
        """Where the position is not the one in which the event happened, nothing more can be shown."""
        player = self.state.current_player
        if self.state.is_terminal() or (event.kind in _OF_A_SEAT and player != event.seat):
            raise StoredOnly(self.table)

    def _take_back(self, to: int) -> None:
        """Return to the position after the event `to`."""
        while self.made and self.made[-1].sequence > to:
            self.made.pop()
        decisions = self.made[-1].decisions if self.made else 0
        self._held = self.made[-1].held if self.made else ()
        while len(self.state.history) > decisions:
            self.state.undo()
        self.undo_request = None

    @property
    def event_id(self) -> str:
        """What a stream calls this state of the table: its last event, its last line of chat, and that time is up."""
        late = ".late" if self.is_late(now()) else ""
        return f"{self.sequence}.{self.chat[-1].id if self.chat else 0}{late}"

    # ------------------------------------------------------------------------------------------------ people

    @property
    def names(self) -> list[str]:
        """The names in turn order."""
        if self._named[0] is not self.seats:
            self._named = (self.seats, [seat.name or f"{seat.seat + 1}" for seat in self.seats])
        return self._named[1]

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the seats."""
        return self.kept(("colours",), lambda: self.present.seat_colours(self.state, self.table.options))

    def people(self) -> set[int]:
        """The seats that persons hold, but for those that left the game."""
        return {seat.seat for seat in self.seats if seat.kind == "person"} - self.conduct.left

    def seats_of(self, player: str | None) -> list[int]:
        """The seats that belong to somebody."""
        return [seat.seat for seat in self.seats if player and seat.player == player]

    @property
    def is_old(self) -> bool:
        """Whether the table was begun under other rules than those at hand: it can be read, not continued."""
        return is_old(self.table)

    @property
    def is_running(self) -> bool:
        """Whether decisions are made here."""
        return self.table.status == "playing" and not self.is_old and not self.state.is_terminal()

    @property
    def is_over(self) -> bool:
        """Whether nothing more is decided here, so that all of it may be seen."""
        return self.state.is_terminal() or self.table.status == "imported" or self.is_old

    def refuse_if_old(self) -> None:
        """Raise OldRules where the table cannot go on."""
        if self.is_old:
            raise OldRules(self.table, self.meta)

    @property
    def deciding(self) -> int | None:
        """The seat that is asked to decide now, if any."""
        return self.state.current_player if self.asked is not None and self.held is None else None

    @property
    def held(self) -> int | None:
        """The seat that has made its turn and is to confirm it, if any."""
        return self.conduct.held(self.state) if self.is_running else None

    @property
    def asked(self) -> int | None:
        """The seat that the table waits for, if any."""
        return self.conduct.asked(self.state) if self.is_running else None

    @property
    def until(self) -> int | None:
        """When the time of a person who is asked is up, in milliseconds since 1970; None without a clock."""
        asked = self.asked
        if not self.table.clock or asked is None or self.seats[asked].kind != "person":
            return None
        return self.conduct.asked_since + 1000 * self.table.clock

    def is_late(self, at: int) -> bool:
        """Whether the time of the seat that is asked is up at that moment."""
        return self.until is not None and at >= self.until

    @property
    def is_open(self) -> bool:
        """Whether all stocks lie open."""
        return not self.present.hidden(self.table.options) or self.is_over

    def back_to(self, seat: int) -> int | None:
        """The event to which a seat may go back: before its last decision, if nothing but what it forced came since."""
        for place in range(len(self.made) - 1, -1, -1):
            made = self.made[place]
            if made.seat != seat or made.kind not in ("move", "forced", "standing answer"):
                return None
            if made.kind == "move":
                return self.made[place - 1].sequence if place else 0
        return None

    def undo_to(self, seat: int) -> int | None:
        """The event to which a seat may ask to go back: before its last decision."""
        for place in range(len(self.made) - 1, -1, -1):
            if self.made[place].kind == "drop":  # who left the game does not come back
                return None
            if self.made[place].kind == "move" and self.made[place].seat == seat:
                return self.made[place - 1].sequence if place else 0
        return None

    # ------------------------------------------------------------------------------------------------ what is shown

    def log(self, words: Words) -> list[Entry]:
        """What happened so far, told; only what is new is put into words."""
        sequence, known, entries = self._logs.get(words.language, (-1, (), []))
        if sequence == self.sequence:
            return entries
        history = self.state.history
        if history[: len(known)] != known:
            known, entries = (), []
        entries = [*entries, *self.present.log(self.state, len(known), self.names, words)]
        done = entries[-1].decision if entries else 0
        self._logs[words.language] = (self.sequence, history[:done], entries)
        return entries

    def prompt(self, words: Words) -> Prompt:
        """What the seat that decides is asked."""
        return self.kept(("prompt", words.language), lambda: self.present.prompt(self.state, self.names, words))

    def pieces(self, seat: int | None) -> str:
        """The layer of pieces, with dots on what changed since that seat's last decision."""
        changed = self._changed(seat)
        return self.kept(("pieces", changed), lambda: self.present.pieces(self.state, changed, self.colours))

    def _changed(self, seat: int | None) -> frozenset[str]:
        mine = [made.decisions for made in self.made if made.kind == "move" and made.seat == seat]
        if seat is None or not mine:
            return frozenset()
        before = self.state.records_before(min(mine[-1], len(self.state.history)))
        return self.present.changed(before[0], self.state.record)

    def kept(self, key: tuple[Any, ...], make: Callable[[], Thing]) -> Thing:
        """Something that stays the same until the next event."""
        full = (self.sequence, *key)
        if full not in self._kept:
            if len(self._kept) > 24:
                self._kept.clear()
            self._kept[full] = make()
        found: Thing = self._kept[full]
        return found

    def lasting(self, key: tuple[Any, ...], of: Any, make: Callable[[], Thing]) -> Thing:
        """Something that stays the same, whatever happens, as long as what it is made of does."""
        if self._lasting.get(key, (None,))[0] != of:
            self._lasting[key] = (of, make())
        found: Thing = self._lasting[key][1]
        return found


def is_old(table: Table) -> bool:
    """Whether a table was begun under other rules than those at hand."""
    return table.rules_version != find(table.game).rules_version


def summary(state: State) -> dict[str, Any]:
    """What a list of tables says of a position."""
    return {
        "turn": state.turn,
        "deciding": state.current_player,
        "finished": state.is_terminal(),
        "scores": list(state.scores()),
        "winners": list(state.winners()),
    }
