"""The commands on tables: make one, sit down, decide, take back, talk. Everything that changes a table is here.

A decision is checked by the rules alone, then appended with the sequence that its sender saw. What follows without a
question (the die, a choice of one) is appended in the same transaction, so that a table never stands between two.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from dolmen.bots import DEFAULT_BOT, find_bot
from dolmen.errors import DolmenError, IllegalAction, InvalidSetup
from dolmen.game import State
from dolmen.registry import find, games, load
from dolmen.replay import Transcript, game_of
from dolmen.store import NewEvent, NewSeat, NotFound, Player, Repeated, SeatTaken, Snapshot, Stale, Store, Table
from dolmen.store.secrets import hash_of, new_id
from dolmen.table.errors import BadRequest, NothingToTakeBack, NotRunning, NotYourSeat, NotYourTurn
from dolmen.table.hub import Hub
from dolmen.table.live import LiveTable, summary
from dolmen.table.names import bot_name, table_name
from dolmen.web import has_web, web_of

MAX_LIVE = 1000
"""So many tables are kept in memory; the others are folded anew when somebody looks."""
FRESH = 20.0
"""Seconds after which a table is looked up again even if we did not change it: a host may have."""
CHAT_LIMIT = 500
SEAT_KINDS = ("me", "here", "friend", "open", "bot")
_CLIENT_ID = re.compile(r"[\w.:-]{1,64}")


@dataclass(frozen=True)
class Viewer:
    """Somebody who looks at a table: who, which seats are theirs, and for which one they look now."""

    player: Player | None
    seats: tuple[int, ...]
    seat: int | None
    """None for spectators, and between two people at one screen."""


class Tables:
    """All tables of one server."""

    def __init__(
        self, store: Store, hub: Hub, secret: str, chance: Callable[[Sequence[int]], int] = secrets.choice
    ) -> None:
        self.store = store
        self.hub = hub
        self._secret = secret.encode()
        self._chance = chance
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._locks: dict[str, threading.RLock] = {}
        self._guard = threading.Lock()
        self.decisions = 0

    # ------------------------------------------------------------------------------------------------ looking

    def lock(self, table_id: str) -> threading.RLock:
        """One thread at a time works on a table."""
        with self._guard:
            return self._locks.setdefault(table_id, threading.RLock())

    def live(self, table_id: str) -> LiveTable:
        """The table as of now. What it gives is used under `lock` wherever it must not change meanwhile."""
        with self.lock(table_id):
            with self._guard:
                found = self._live.get(table_id)
            if found is not None and found.fresh_until > time.monotonic():
                if found.behind:
                    found.fold(self.store.events(table_id, after=found.sequence))
                    found.behind = False
                return found
            table, seats = self.store.table(table_id), self.store.seats(table_id)
            if found is None:
                found = LiveTable(table, seats)
            found.table, found.seats = table, seats
            found.chat = self.store.chat(table_id)
            found.fold(self.store.events(table_id, after=found.sequence))
            found.behind = False
            if not self.store.is_postgres:  # nobody else writes: what we know is true until we write
                found.fresh_until = time.monotonic() + FRESH
            with self._guard:
                self._live[table_id] = found
                self._live.move_to_end(table_id)
                while len(self._live) > MAX_LIVE:
                    self._live.popitem(last=False)
            return found

    def _tell(self, table_id: str, *, only_events: bool = False) -> None:
        """The table has changed: look again, and tell who waits."""
        with self._guard:
            found = self._live.get(table_id)
        if found is not None:
            found.behind = True
            if not only_events:
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

    # ------------------------------------------------------------------------------------------------ making

    def seat_token(self, table_id: str, seat: int) -> str:
        """The unguessable link of a seat. It can be told again at any time; only its hash is kept."""
        return hmac.new(self._secret, f"seat {table_id} {seat}".encode(), hashlib.sha256).hexdigest()[:40]

    def create(
        self, game: str, player: Player, seats: Sequence[str], options: Mapping[str, str] | None = None
    ) -> Table:
        """A new table. Each seat is `me`, `here` (another person at this screen), `friend`, `open` or `bot:NAME`."""
        meta = find(game)
        if not has_web(meta):
            raise InvalidSetup(f"{meta.title} cannot be played in the browser yet")
        if not meta.min_players <= len(seats) <= meta.max_players:
            raise InvalidSetup(f"{meta.title} is for {meta.min_players} to {meta.max_players} players")
        options = {key: value for key, value in (options or {}).items() if value}
        table_id = new_id()
        made = self._new_seats(table_id, meta.key, player, seats)
        web = web_of(meta)
        transcript = web.begin(load(game, len(seats)), options, secrets.randbits(32), ())
        waits = any(seat.kind in ("friend", "open") for seat in made)
        table = self.store.create_table(
            name=table_name(),
            game=meta.key,
            rules_version=meta.rules_version,
            options=options,
            setup=transcript.to_text(),
            owner=player.id,
            seats=made,
            status="waiting" if waits else "playing",
            table_id=table_id,
        )
        if not waits:
            self._begin(table.id)
        return table

    def _new_seats(self, table_id: str, game: str, player: Player, kinds: Sequence[str]) -> list[NewSeat]:
        made: list[NewSeat] = []
        taken = [player.name]
        for number, word in enumerate(kinds):
            kind, _, more = word.partition(":")
            if kind not in SEAT_KINDS:
                raise BadRequest(f"there is no seat '{word}'")
            token = hash_of(self.seat_token(table_id, number))
            if kind == "bot":
                find_bot(more or DEFAULT_BOT, game)
                name = bot_name(taken)
                made.append(NewSeat("bot", name, bot=more or DEFAULT_BOT, token_hash=token))
            elif kind in ("me", "here"):
                name = player.name if kind == "me" else (more.strip()[:20] or f"{player.name} {number + 1}")
                made.append(NewSeat("person", name, player.id, token_hash=token))
            else:
                name = ""
                made.append(NewSeat(kind, token_hash=token))
            taken.append(name)
        if not any(seat.player == player.id for seat in made):
            raise BadRequest("one of the seats must be yours")
        return made

    def rematch(self, table_id: str, player: Player) -> Table:
        """The same people at a new table, the start player one seat on. Asked twice, it leads to the same table."""
        with self.lock(table_id):
            live = self.live(table_id)
            old = live.table
            if not live.seats_of(player.id):
                raise NotYourSeat("only who sat at the table may ask for a rematch")
            if not live.state.is_terminal():
                raise NotRunning("the game is not over yet")
            for event in self.store.events(table_id):
                if event.kind == "rematch":
                    return self.store.table(str(event.payload["table"]))
            order = [*live.seats[1:], live.seats[0]]
            new = new_id()
            seats = [
                NewSeat(seat.kind, seat.name, seat.player, seat.bot, hash_of(self.seat_token(new, number)))
                for number, seat in enumerate(order)
            ]
            transcript = live.web.begin(
                load(old.game, old.players), {**old.options, "chips": ""}, secrets.randbits(32), ()
            )
            table = self.store.create_table(
                name=table_name(),
                game=old.game,
                rules_version=live.meta.rules_version,
                options=old.options,
                setup=transcript.to_text(),
                owner=player.id,
                seats=seats,
                status="playing",
                table_id=new,
            )
            self.store.append(
                table_id, live.sequence, [NewEvent("rematch", {"table": table.id}, None, player.id, "rematch")]
            )
        self._begin(table.id)
        self._tell(table_id)
        return table

    def bring(self, text: str, name: str, player: Player | None) -> Table:
        """A game from a file, to be watched. Raises what its notation raises."""
        meta = game_of(text, name)
        if not has_web(meta):
            raise InvalidSetup(f"{meta.title} cannot be shown in the browser yet")
        transcript = web_of(meta).read(text)
        state: State = transcript.state
        actions = [state.game.action_text(action) for action in state.history]
        names = getattr(transcript, "names", ()) or tuple(f"Player {seat + 1}" for seat in range(state.game.players))
        while state.history:
            transcript.undo()
        table = self.store.create_table(
            name=table_name(),
            game=meta.key,
            rules_version=meta.rules_version,
            options={},
            setup=transcript.to_text(),
            owner=player.id if player else None,
            seats=[NewSeat("closed", str(name)) for name in names],
            status="imported",
        )
        if actions:
            self.store.append(table.id, 0, [NewEvent("import", {"actions": actions})])
        return table

    # ------------------------------------------------------------------------------------------------ sitting down

    def join(self, table_id: str, player: Player, seat: int | None = None, token: str = "") -> int:
        """Sit down: at an open seat, or with its link at a seat kept for a friend. Returns the seat."""
        with self.lock(table_id):
            live = self.live(table_id)
            if token:
                found = self.store.seat_of_token(token)
                if found is None or found[0] != table_id:
                    raise NotFound("the link leads to no seat")
                seat, kinds = found[1], ("friend", "open")
                if live.seats[seat].player == player.id:
                    return seat
            else:
                kinds = ("open", "open")
            if not token and live.seats_of(player.id):
                return live.seats_of(player.id)[0]
            free = [other.seat for other in live.seats if other.kind in kinds and seat in (None, other.seat)]
            if not free:
                raise SeatTaken("somebody sits there already")
            self.store.take_seat(table_id, free[0], player, from_kinds=kinds)
            self._note(table_id, NewEvent("sit", {"name": player.name}, free[0], player.id))
            self._begin_if_full(table_id)
            return free[0]

    def fill_with_bots(self, table_id: str, player: Player) -> None:
        """The owner no longer waits: bots take the seats that are free."""
        with self.lock(table_id):
            live = self.live(table_id)
            if live.table.owner != player.id:
                raise NotYourSeat("only who made the table may fill its seats")
            for seat in live.seats:
                if seat.kind in ("friend", "open"):
                    bot = Player("", bot_name(live.names))
                    self.store.take_seat_by_bot(table_id, seat.seat, bot.name, DEFAULT_BOT)
                    self._tell(table_id)
                    live = self.live(table_id)
            self._note(table_id, NewEvent("sit", {"bots": True}))
            self._begin_if_full(table_id)

    def hand_to_bot(self, table_id: str, player: Player, seat: int, bot: str) -> None:
        """Hand the own seat to a bot; the owner may return."""
        with self.lock(table_id):
            live = self.live(table_id)
            if seat not in live.seats_of(player.id):
                raise NotYourSeat("this seat belongs to somebody else")
            find_bot(bot, live.meta.key)
            self.store.set_seat(table_id, seat, kind="bot", bot=bot)
            self._note(table_id, NewEvent("bot", {"bot": bot}, seat, player.id))

    def return_to_seat(self, table_id: str, player: Player, seat: int) -> None:
        """The owner is back."""
        with self.lock(table_id):
            live = self.live(table_id)
            if seat not in live.seats_of(player.id):
                raise NotYourSeat("this seat belongs to somebody else")
            self.store.set_seat(table_id, seat, kind="person")
            self._note(table_id, NewEvent("bot", {"bot": ""}, seat, player.id))

    def _note(self, table_id: str, event: NewEvent) -> None:
        """Append something that changes no position, after whatever was last."""
        for _ in range(20):
            try:
                self.store.append(table_id, self.store.last_sequence(table_id), [event])
                break
            except Stale:
                continue
        self._tell(table_id)

    def _begin_if_full(self, table_id: str) -> None:
        live = self.live(table_id)
        if live.table.status == "waiting" and all(seat.kind not in ("friend", "open") for seat in live.seats):
            self.store.set_status(table_id, "playing")
            self._tell(table_id)
            self._begin(table_id)

    def _begin(self, table_id: str) -> None:
        """Make what the first position asks nobody for."""
        with self.lock(table_id):
            live = self.live(table_id)
            ahead = live.state.clone()
            events = self._what_follows(live, ahead)
            if events:
                self._append(live, events, ahead)
        self._tell(table_id)

    # ------------------------------------------------------------------------------------------------ deciding

    def move(
        self,
        table_id: str,
        player: Player | None,
        seat: int,
        sequence: int,
        actions: Sequence[int | str],
        client_id: str | None,
    ) -> int:
        """Make decisions for a seat, seen at `sequence`. Returns the new sequence.

        Raises Stale if the table has moved on, Repeated if this very move was made before, IllegalAction if the rules
        do not allow it. In each case nothing has changed.
        """
        with self.lock(table_id):
            live = self.live(table_id)
            if seat not in live.seats_of(player.id if player else None) or live.seats[seat].kind != "person":
                raise NotYourSeat("this seat belongs to somebody else")
            return self._decide(live, seat, player.id if player else None, sequence, actions, client_id)

    def bot_move(self, table_id: str, seat: int, sequence: int, action: int) -> int:
        """A bot's decision."""
        with self.lock(table_id):
            live = self.live(table_id)
            if live.seats[seat].kind != "bot":
                raise NotYourSeat("no bot sits there")
            return self._decide(live, seat, None, sequence, [action], None)

    def _decide(
        self,
        live: LiveTable,
        seat: int,
        player: str | None,
        sequence: int,
        actions: Sequence[int | str],
        client_id: str | None,
    ) -> int:
        if client_id is not None and not _CLIENT_ID.fullmatch(client_id):
            raise BadRequest("a client id is 1 to 64 letters, digits or marks")
        if sequence != live.sequence:
            if client_id is not None:  # perhaps it is the same move again
                self.store.append(live.table.id, -1, [NewEvent("move", client_id=client_id)])
            raise Stale(live.sequence)
        if not live.is_running:
            raise NotRunning("nothing is decided at this table now")
        if live.state.current_player != seat:
            raise NotYourTurn("this seat is not asked now")
        if not 1 <= len(actions) <= 20:
            raise BadRequest("a move is one decision or a few")
        ahead = live.state.clone()
        texts = []
        for action in actions:
            if ahead.current_player != seat:
                raise IllegalAction("the move goes on after the seat has nothing more to decide")
            number = ahead.action_id(action)
            ahead.apply(number)
            texts.append(ahead.game.action_text(number))
        events = [NewEvent("move", {"actions": texts}, seat, player, client_id)]
        events += self._what_follows(live, ahead)
        return self._append(live, events, ahead)

    def _what_follows(self, live: LiveTable, ahead: State) -> list[NewEvent]:
        """The die, and choices of one: applied to `ahead`, returned as events."""
        events = []
        while not ahead.is_terminal():
            legal = ahead.legal_actions()
            if ahead.is_chance():
                action = self._chance(legal)
                events.append(NewEvent("chance", {"actions": [ahead.game.action_text(action)]}))
            elif len(legal) == 1 and live.seats[ahead.current_player].kind == "person":
                action = legal[0]
                texts = [ahead.game.action_text(action)]
                events.append(NewEvent("forced", {"actions": texts}, ahead.current_player))
            else:
                break
            ahead.apply_trusted(action)
        return events

    def _append(self, live: LiveTable, events: list[NewEvent], ahead: State) -> int:
        """Append decisions that lead to the position `ahead`."""
        table_id = live.table.id
        sequence = live.sequence + len(events)
        snapshot = Snapshot(table_id, sequence, ahead.to_bytes(), summary(ahead))
        self.store.append(table_id, live.sequence, events, snapshot)
        self.decisions += 1
        finished = ahead.is_terminal() and live.table.status == "playing"
        if finished:
            self.store.set_status(table_id, "finished")
        self._tell(table_id, only_events=not finished)
        return sequence

    def back(self, table_id: str, player: Player, seat: int, sequence: int) -> None:
        """Take back the own last decision, while nothing was revealed and nobody else has acted."""
        with self.lock(table_id):
            live = self.live(table_id)
            if seat not in live.seats_of(player.id):
                raise NotYourSeat("this seat belongs to somebody else")
            to = live.back_to(seat)
            if to is None or not live.is_running:
                raise NothingToTakeBack("something was revealed or another seat has acted")
            self.store.append(table_id, sequence, [NewEvent("back", {"to": to}, seat, player.id)])
        self._tell(table_id)

    def ask_undo(self, table_id: str, player: Player, seat: int, sequence: int) -> None:
        """Ask the others to take back the own last decision; alone with bots, it is done at once."""
        with self.lock(table_id):
            live = self.live(table_id)
            if seat not in live.seats_of(player.id):
                raise NotYourSeat("this seat belongs to somebody else")
            to = live.undo_to(seat)
            if to is None or not live.is_running:
                raise NothingToTakeBack("there is nothing to take back")
            mine = set(live.seats_of(player.id))
            kind = "back" if live.people() <= mine else "ask undo"
            self.store.append(table_id, sequence, [NewEvent(kind, {"to": to}, seat, player.id)])
        self._tell(table_id)

    def answer_undo(self, table_id: str, player: Player, seat: int, sequence: int, *, agree: bool) -> None:
        """Agree or not that another one takes back a decision."""
        with self.lock(table_id):
            live = self.live(table_id)
            if seat not in live.seats_of(player.id):
                raise NotYourSeat("this seat belongs to somebody else")
            if live.undo_request is None:
                raise NothingToTakeBack("nobody has asked")
            kind = "agree undo" if agree else "refuse undo"
            self.store.append(table_id, sequence, [NewEvent(kind, {}, seat, player.id)])
        self._tell(table_id)

    # ------------------------------------------------------------------------------------------------ talking

    def say(self, table_id: str, player: Player, text: str) -> None:
        """A line in the chat, for those who sit at the table."""
        text = " ".join(text.split())[:CHAT_LIMIT]
        if not text:
            return
        seats = self.live(table_id).seats_of(player.id)
        if not seats:
            raise NotYourSeat("only who sits at the table may talk")
        self.store.say(table_id, player, seats[0], text)
        self._tell(table_id)

    # ------------------------------------------------------------------------------------------------ files

    def transcript(self, live: LiveTable) -> Transcript:
        """The game as its file tells it, with the players' names where the notation can write them."""
        transcript: Transcript = live.web.read(live.table.setup)
        for action in live.state.history:
            transcript.state.apply_trusted(action)
        transcript.say_fixed_lines()
        names = tuple(re.sub(r"[^\w-]", "_", name)[:20] or "_" for name in live.names)
        if len(set(names)) == len(names) and hasattr(transcript, "names"):
            transcript.names = names
        return transcript


def playable() -> list[str]:
    """The keys of the games that can be played in the browser."""
    return [key for key, meta in games().items() if has_web(meta)]


__all__ = ["DolmenError", "Repeated", "Stale", "Tables", "Viewer", "playable"]
