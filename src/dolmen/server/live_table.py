"""A table as its events tell it: the position, who decides, what may be taken back. Nothing here writes."""

from __future__ import annotations

import copy
import re
import time
from collections.abc import Callable, Collection, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from dolmen.auction.game import result_of
from dolmen.contract.content import Entry, Prompt
from dolmen.contract.game import CHANCE, TERMINAL, State
from dolmen.contract.notation import Transcript
from dolmen.contract.registry import find, package
from dolmen.core.errors import DolmenError, IllegalAction, InvalidNotation
from dolmen.core.words import Words
from dolmen.server.auctions import Auctioned, Stage, first_stage, is_auction
from dolmen.server.bot_worker import Position
from dolmen.server.clocks import Clocks
from dolmen.server.errors import AgainstRules, OldRules, StoredOnly
from dolmen.server.event_kinds import DECISIONS, check_event
from dolmen.server.presence import Conduct, Moment
from dolmen.server.table_options import RATED
from dolmen.store import Chat, Event, NewEvent, PlannedMove, Seat, Table, now

Thing = TypeVar("Thing")

BOT_PATIENCE = 60_000
"""Milliseconds after which people need not wait for a bot any longer."""
MOST_TOLD = 50
"""So many events that other servers told are kept until somebody looks; after more, they are looked up."""
OF_A_SEAT = ("move", "forced", "standing answer")
"""Those whose decisions a seat was asked for."""


@dataclass(frozen=True)
class DecisionEvent:
    """An event that changed the position, and how many decisions there were after it."""

    sequence: int
    kind: str
    seat: int | None
    decisions: int
    at: int
    held: tuple[int, ...] = ()
    """Of a table of earlier rules: decisions that wait for what comes next, see `Game.follow`."""


@dataclass(frozen=True)
class BotWait:
    """Why a bot that is asked has not answered yet."""

    place: int
    """Its place in the line of those that wait to think, from 1; 0: it does not stand there."""
    why: str = ""
    """What went wrong when it was to answer, in English; empty where nothing did."""


@dataclass
class UndoRequest:
    """Somebody asks the others to take something back."""

    seat: int
    to: int
    agreed: set[int] = field(default_factory=set)
    sequence: int = 0
    """The event with which it was asked, and when that was."""
    at: int = 0


@dataclass(frozen=True)
class Rematch:
    """The table at which the same people play again."""

    table: str
    by: str
    """The name of who asked for it; empty where that is not known."""


@dataclass(frozen=True)
class LogSoFar:
    """The log of a table in one language, up to an event."""

    sequence: int
    history: tuple[int, ...]
    """The decisions that it tells of."""
    entries: list[Entry]


class LiveTable:
    """A table in memory; `fold` brings it up to date with newer events. Raises StoredOnly, as `fold` does."""

    def __init__(self, table: Table, seats: Sequence[Seat]) -> None:
        self.table = table
        self.take_seats(table, seats)
        self._open()
        self._held: tuple[int, ...] = ()
        self.sequence = 0
        self.chat: tuple[Chat, ...] = ()
        self.used_at = time.monotonic()
        self.fresh_until = 0.0
        """Until when, by the monotonic clock, nothing needs to be looked up but events that were heard of."""
        self.heard = 0
        """The last event that another server told of."""
        self._told: tuple[Event, ...] = ()
        """Events that other servers told us; some may be missing, and some we may know."""
        self.telling = object()
        """Another one where somebody may have been told of the table by another server."""
        self.made: list[DecisionEvent] = []
        self.undo_request: UndoRequest | None = None
        self.rematch: Rematch | None = None
        self.bot_wait: BotWait | None = None
        """What is known of a bot that is asked and does not answer at once."""
        self.conduct = Conduct(Clocks(table.created, table.clock, table.bank))
        self.planned: dict[int, PlannedMove] = {}
        """The turns that seats have planned, each for its owner's eyes alone."""
        self._logs: dict[str, LogSoFar] = {}
        self.rows_so_far: dict[str, Any] = {}
        """The log as pages tell it, by language: see `dolmen.server.pages.log`."""
        self._memo: dict[tuple[Any, ...], Any] = {}
        self._memo_sequence = 0

    # ------------------------------------------------------------------------------------------------ folding

    def take_seats(self, table: Table, seats: Sequence[Seat]) -> None:
        """Who sits where now, and what the table's row says; before the game, its set-up may be another one."""
        before, self.table, self.seats = self.table, table, tuple(seats)
        self.names = tuple(seat.name or f"{seat.seat + 1}" for seat in seats)
        if before.setup != table.setup:
            self._open()
            self._memo, self._logs = {}, {}

    def _open(self) -> None:
        """The position before the first decision, of an auction where one comes first. Raises StoredOnly."""
        try:
            self.parts = package(self.table.game)
            self.meta = self.parts.meta
            self.opening: Transcript = self.parts.notation().read(self.table.setup)
            """The game as it begins; after an auction, with what that has settled."""
            self.first_setup = self.opening
            """The set-up as the table was made, before any auction."""
        except DolmenError as error:
            raise StoredOnly(self.table) from error
        if not self.opening.state.game.follows(self.table.rules_version):
            raise StoredOnly(self.table)
        self.auctioned: Auctioned | None = None
        """The auction that came first, once it is over."""
        self.setup = self.table.setup
        """The set-up that is played, as text."""
        self._enter(first_stage(self.parts, self.opening))

    def _enter(self, stage: Stage) -> None:
        """What is decided from now on."""
        self.notation, self.present, self.state = stage.notation, stage.present, stage.state

    def _settle(self, event: Event) -> None:
        """The auction is over, and its game begins."""
        if not self.is_bidding or not self.state.is_terminal():
            raise InvalidNotation("no auction has come to its end")
        result = result_of(self.state)
        if event.payload["seats"] != list(result.seats):
            raise InvalidNotation("it seats people otherwise than they have bid")
        self.auctioned = Auctioned(self.present, self.state, result)
        self.opening = self.opening.after_auction(result)
        self.setup = self.opening.setup_text()
        self._enter(first_stage(self.parts, self.opening))
        self.made, self._logs = [], {}

    @property
    def is_bidding(self) -> bool:
        """Whether the auction before the game goes on."""
        return is_auction(self.state)

    def hear(self, sequence: int, events: Sequence[Event]) -> None:
        """Another server has appended events up to this one, and has perhaps told them. In the loop's own thread."""
        told = tuple(event for event in self._told if event.sequence > self.sequence)
        self._told = (*told, *events)[-MOST_TOLD:]
        self.heard = max(self.heard, sequence)

    def told_events(self) -> list[Event] | None:
        """The events up to the last one that was heard of; None where they must be looked up."""
        last, events = self.sequence, []
        for event in self._told:
            if event.sequence == last + 1:
                events.append(event)
                last = event.sequence
        return events if last >= self.heard else None

    def fold(self, events: Sequence[Event]) -> None:
        """Take in newer events, in order; each is checked like a move, whoever wrote it. Raises StoredOnly."""
        for event in events:
            try:
                self._fold(event)
            except DolmenError as error:
                raise self._refusal(event, error) from error
        if self._held:
            self._follow(None)

    def _fold(self, event: Event) -> None:
        check_event(event, len(self.seats))
        if event.sequence != self.sequence + 1:
            raise InvalidNotation(f"event {self.sequence + 1} is missing")
        to = self.leads_back_to(event)
        if event.kind in DECISIONS:
            self._decide(event)
        elif event.kind == "settle":
            self._settle(event)
        elif to is not None:
            self._return_to(to)
        self._take_in(event, Moment.of(self.state), to)

    def _refusal(self, event: Event, error: DolmenError) -> StoredOnly:
        """Why the table cannot be shown: its rules are not those at hand, or an event is against them."""
        return StoredOnly(self.table) if self.is_old else AgainstRules(self.table, event, error)

    def adopt(self, events: Sequence[Event], state: State, moments: Sequence[Moment]) -> None:
        """Take in events that were just written: where each led to, and the last position, are known already."""
        if any(event.kind == "settle" for event in events):  # another game begins
            self.fold(events)
            return
        for event, moment in zip(events, moments, strict=True):
            self._take_in(event, moment, self.leads_back_to(event))
        self.state = state

    def _take_in(self, event: Event, moment: Moment, to: int | None) -> None:
        """What an event changes beside the position, which is as in `moment` after it."""
        assert event.sequence == self.sequence + 1, "events out of order"
        self.sequence = event.sequence
        if event.kind in DECISIONS:
            self.made.append(
                DecisionEvent(event.sequence, event.kind, event.seat, moment.decisions, event.at, self._held)
            )
            self.undo_request = None
        elif to is not None:
            while self.made and self.made[-1].sequence > to:
                self.made.pop()
            self.undo_request = None
        elif event.kind == "ask undo":
            assert event.seat is not None
            self.undo_request = UndoRequest(event.seat, event.payload["to"], {event.seat}, event.sequence, event.at)
        elif event.kind == "agree undo" and self.undo_request and event.seat is not None:
            self.undo_request.agreed.add(event.seat)
        elif event.kind == "refuse undo":
            self.undo_request = None
        elif event.kind == "rematch":
            asked = next(iter(self.seats_of(event.player)), None)
            self.rematch = Rematch(event.payload["table"], "" if asked is None else self.names[asked])
        self.conduct.fold(event, moment)

    def leads_back_to(self, event: Event | NewEvent) -> int | None:
        """The event to whose position the next event, this one, leads back; None where it does not."""
        if event.kind == "back":
            return int(event.payload["to"])
        request = self.undo_request
        if event.kind != "agree undo" or request is None:
            return None
        if "to" in event.payload:
            to: int | None = event.payload["to"]
            return to
        return request.to if request.agreed | {event.seat} >= self.people() else None  # as older tables wrote it

    def decisions_at(self, sequence: int) -> int:
        """How many decisions were made when an event had happened."""
        return next((made.decisions for made in reversed(self.made) if made.sequence <= sequence), 0)

    def _decide(self, event: Event) -> None:
        """Make the decisions of an event. Compiled rules check nothing: what is not legal must not reach them."""
        for text in event.payload["actions"]:
            self._refuse_astray(event)
            if self.is_old:
                self._follow(text)
            else:
                self.state.apply_stored(self.state.action_id(text))

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
        if event.kind in OF_A_SEAT and player != event.seat:
            raise IllegalAction(f"{self._called(event.seat)} decides, but {self._called(player)} is asked")
        if event.kind == "chance" and player != CHANCE:
            raise IllegalAction(f"the dice decide, but {self._called(player)} is asked")

    def _called(self, player: int | None) -> str:
        """Who decides, in a sentence."""
        return {CHANCE: "the dice", TERMINAL: "nobody"}.get(player or 0, f"seat {(player or 0) + 1}")

    def _return_to(self, to: int) -> None:
        """Return to the position after the event `to`. What was played at another table is not taken back here."""
        if to < 1 and self.made and self.made[0].kind == "branch":
            raise InvalidNotation("it leads behind the moment from which the game goes on")
        decisions = self.decisions_at(to)
        self._held = next((made.held for made in reversed(self.made) if made.sequence <= to), ())
        while self.state.decisions > decisions:
            self.state.undo()

    @property
    def event_id(self) -> str:
        """What a stream calls this state of the table: its last event, what waits since, its last line of chat."""
        late = "-late" if self.is_late(now()) else "-stands" if self.clock_stands else ""
        wait = f"-{self.bot_wait.place}" if self.bot_wait and self.bot_wait.place > 1 else ""
        return f"{self.sequence}{late}{wait}.{self.chat[-1].id if self.chat else 0}"

    # ------------------------------------------------------------------------------------------------ people

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the seats."""
        return self.memo(("colours",), lambda: self.present.seat_colours(self.state, self.table.options))

    def people(self) -> set[int]:
        """The seats that persons hold, but for those that left the game."""
        return {seat.seat for seat in self.seats if seat.kind == "person"} - self.conduct.left

    def owned(self) -> set[int]:
        """The seats that belong to somebody, who may have lent them to a bot; but for those that left the game."""
        return {seat.seat for seat in self.seats if seat.player} - self.conduct.left

    def is_alone(self, seats: Collection[int]) -> bool:
        """Whether who has these seats is alone with bots: nobody else owns one, present or away."""
        return self.owned() <= set(seats)

    def have_agreed(self, agreed: Set[int]) -> bool:
        """Whether everybody who owns a seat has agreed, for one of his seats at least."""
        owners = [seat.player for seat in self.seats]
        return {owners[seat] for seat in self.owned()} <= {owners[seat] for seat in agreed}

    def seats_of(self, player: str | None) -> list[int]:
        """The seats that belong to somebody."""
        return [seat.seat for seat in self.seats if player and seat.player == player]

    @property
    def is_old(self) -> bool:
        """Whether the table was begun under other rules than those at hand: it can be read, not continued."""
        return self.table.rules_version != self.meta.rules_version

    @property
    def is_rated(self) -> bool:
        """Whether its result counts for the ratings of who plays: see `dolmen.server.rated`."""
        return self.table.options.get(RATED) == "on"

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
        return self.conduct.held(self.state.current_player) if self.is_running else None

    @property
    def goes_on_at(self) -> int | None:
        """When a turn that is held goes on by itself, in milliseconds since 1970; None where none does."""
        return self.conduct.goes_on_at if self.held is not None else None

    @property
    def unconfirmed(self) -> int | None:
        """How many decisions there were before the deeds that are still to be confirmed together, if there are such."""
        return self.conduct.unconfirmed if self.is_running else None

    @property
    def asked(self) -> int | None:
        """The seat that the table waits for, if any."""
        player = self.state.current_player
        running = player != TERMINAL and self.table.status == "playing" and not self.is_old
        return self.conduct.asked(player) if running else None

    @property
    def until(self) -> int | None:
        """When the time of a person who is asked is up, in milliseconds since 1970; None without a clock."""
        asked = self.asked
        if asked is None or self.seats[asked].kind != "person":
            return None
        return self.clocks.until(asked)

    @property
    def clocks(self) -> Clocks:
        """How much time everybody has used."""
        return self.conduct.clocks

    @property
    def clock_stands(self) -> bool:
        """Whether the clock of the seat that is asked stands now: there is a pause, or it is away."""
        return self.asked is not None and self.clocks.stands(self.asked, now())

    @property
    def due(self) -> int | None:
        """When the seat that is asked should have answered: a person by the clock, a bot within a minute."""
        asked = self.asked
        if asked is None or self.seats[asked].kind != "bot":
            return self.until
        last = self.made[-1].at if self.made else 0
        return max(self.clocks.asked_since, last) + BOT_PATIENCE

    def is_late(self, at: int) -> bool:
        """Whether the time of the seat that is asked is up at that moment."""
        return self.due is not None and at >= self.due

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

    def state_at(self, decisions: int) -> State:
        """The position after so many decisions, with those that led to it."""
        state = State(self.state.game, self.state.records_before(0))
        for action in self.state.history[:decisions]:
            state.apply_trusted(action)
        return state

    def seen_at(self, decisions: int, seat: int) -> State:
        """The position after so many decisions as a seat may take it to be: without a past, what is hidden guessed."""
        records = self.state.records_before(decisions)
        return State(self.state.game, records if self.is_open else self.present.guess(records, seat))

    def tried(self, state: State, made: Sequence[DecisionEvent], player: str, sequence: int) -> LiveTable:
        """The table as it would be in another position: all seats are one person's, and nobody waits or talks."""
        other = copy.copy(self)
        other.table = replace(self.table, clock=0)
        other.seats = tuple(replace(seat, kind="person", player=player) for seat in self.seats)
        other.state, other.made, other.sequence = state, list(made), sequence
        other.conduct = Conduct(Clocks(self.table.created))
        other.chat, other.undo_request, other.bot_wait, other.planned = (), None, None, {}
        other._held, other._logs, other.rows_so_far, other._memo, other._memo_sequence = (), {}, {}, {}, sequence
        return other

    @property
    def position(self) -> Position:
        """The position as another process is told of it."""
        return Position(self.meta.key, self.setup, self.state.history)

    def transcript(self) -> Transcript:
        """The game as its file tells it, with the players' names where they can be told apart there."""
        transcript = self.notation.read(self.setup)
        for action in self.state.history:
            transcript.state.apply_trusted(action)
        transcript.say_fixed_lines()
        names = tuple(re.sub(r"[^\w-]", "_", name)[:20] or "_" for name in self.names)
        if len(set(names)) == len(names):
            transcript.names = names
        return transcript

    def log(self, words: Words) -> list[Entry]:
        """What happened so far, told; only what is new is put into words."""
        known = self._logs.get(words.language, LogSoFar(-1, (), []))
        if known.sequence == self.sequence:
            return known.entries
        history = self.state.history
        if history[: len(known.history)] != known.history:  # something was taken back
            known = LogSoFar(-1, (), [])
        entries = [*known.entries, *self.present.log(self.state, len(known.history), self.names, words)]
        decisions = entries[-1].decision if entries else 0
        self._logs[words.language] = LogSoFar(self.sequence, history[:decisions], entries)
        return entries

    def prompt(self, words: Words) -> Prompt:
        """What the seat that decides is asked."""
        return self.memo(("prompt", words.language), lambda: self.present.prompt(self.state, self.names, words))

    def pieces(self, seat: int | None) -> str:
        """The layer of pieces, with dots on what changed since that seat's last decision; unconfirmed as ghosts."""
        changed = self._changed(seat)
        return self.memo(("pieces", changed), lambda: self._with_ghosts(changed))

    def _with_ghosts(self, changed: frozenset[str]) -> str:
        drawn = self.present.pieces(self.state, changed, self.colours)
        if self.unconfirmed is not None:
            for name in self.present.changed(self.state, self.unconfirmed):
                drawn = drawn.replace(f'id="{name}"', f'id="{name}" data-unconfirmed', 1)
        return drawn

    def _changed(self, seat: int | None) -> frozenset[str]:
        moves = (made.decisions for made in reversed(self.made) if made.kind == "move" and made.seat == seat)
        last = None if seat is None else next(moves, None)
        return frozenset() if last is None else self.present.changed(self.state, min(last, self.state.decisions))

    def memo(self, key: tuple[Any, ...], make: Callable[[], Thing]) -> Thing:
        """Something that stays the same until the next event."""
        if self._memo_sequence != self.sequence:
            self._memo, self._memo_sequence = {}, self.sequence
        if key not in self._memo:
            self._memo[key] = make()
        found: Thing = self._memo[key]
        return found


def is_old(table: Table) -> bool:
    """Whether a table was begun under other rules than those at hand."""
    return table.rules_version != find(table.game).rules_version


def summary(state: State, waits_for: int | None = None) -> dict[str, Any]:
    """What a list of tables says of a position, where perhaps a seat is still to confirm its turn."""
    waits = waits_for is not None and not state.is_terminal()
    return {
        "turn": state.turn,
        "deciding": waits_for if waits else state.current_player,
        "finished": state.is_terminal(),
        "scores": list(state.scores()),
        "winners": list(state.winners()),
    }
