"""The commands on tables: make one, sit down, decide (`deciding`), talk. Everything that changes a table is here."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping, Sequence
from functools import cache

from dolmen.analysis.replay import game_of
from dolmen.bots import DEFAULT_BOT, bot_names, find_bot
from dolmen.contract.game import State
from dolmen.contract.notation import Transcript
from dolmen.contract.registry import find, games, load, package
from dolmen.core.errors import DolmenError, InvalidSetup, UnknownBot, translatable
from dolmen.core.words import words
from dolmen.server.commands.seats import Absence
from dolmen.server.errors import BadRequest, NotRunning, NotYourSeat
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import Viewer
from dolmen.server.names import bot_name, table_name
from dolmen.store import NewEvent, NewSeat, NotFound, Player, Repeated, SeatTaken, Stale, Table
from dolmen.store.secrets import hash_of, new_id

CHAT_LIMIT = 500
ENGLISH = words("en")
LONGEST_CLOCK = 60 * 24 * 3600
"""Seconds that a turn may last by the clock: sixty days."""
SEAT_KINDS = ("me", "here", "friend", "open", "bot")


class Tables(Absence):
    """All tables of one server."""

    # ------------------------------------------------------------------------------------------------ making

    def seat_token(self, table_id: str, seat: int) -> str:
        """The unguessable link of a seat. It can be told again at any time; only its hash is kept."""
        return hmac.new(self._secret, f"seat {table_id} {seat}".encode(), hashlib.sha256).hexdigest()[:40]

    def create(
        self,
        game: str,
        player: Player,
        seats: Sequence[str],
        options: Mapping[str, str] | None = None,
        clock: int = 0,
    ) -> Table:
        """A new table. Each seat is `me`, `here` (another person at this screen), `friend`, `open` or `bot:NAME`.

        The clock gives so many seconds a turn; 0: there is none.
        """
        if not 0 <= clock <= LONGEST_CLOCK:
            raise InvalidSetup(f"a turn lasts up to {LONGEST_CLOCK} seconds by the clock, or 0: no clock")
        meta = find(game)
        if not meta.min_players <= len(seats) <= meta.max_players:
            raise InvalidSetup(
                translatable("%(game)s is for %(least)s to %(most)s players"),
                game=meta.title,
                least=meta.min_players,
                most=meta.max_players,
            )
        options = {key: value for key, value in (options or {}).items() if value}
        table_id = new_id()
        made = self._new_seats(table_id, meta.key, player, seats)
        transcript = _begun(meta.key, len(seats), options)
        waits = any(seat.kind in ("friend", "open") for seat in made)
        table = self.store.create_table(
            name=table_name(),
            game=meta.key,
            rules_version=meta.rules_version,
            options=options,
            setup=transcript.setup_text(),
            owner=player.id,
            seats=made,
            status="waiting" if waits else "playing",
            table_id=table_id,
            clock=clock,
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
                people = 1 + sum(seat.player == player.id for seat in made)
                name = player.name if kind == "me" else (more.strip()[:20] or f"{player.name} {people}")
                made.append(NewSeat("person", name, player.id, token_hash=token))
            else:
                name = ""
                made.append(NewSeat(kind, token_hash=token))
            taken.append(name)
        if not any(seat.player == player.id for seat in made):
            raise BadRequest(translatable("one of the seats must be yours"))
        return made

    def rematch(self, table_id: str, player: Player) -> Table:
        """The same people at a new table, the start player one seat on. Asked twice, it leads to the same table."""
        with self.lock(table_id):
            live = self.live(table_id)
            old = live.table
            if not live.seats_of(player.id):
                raise NotYourSeat("only who sat at the table may ask for a rematch")
            if not live.state.is_terminal() and not live.is_old:
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
            options = _for_rematch(live, old.options)
            transcript = _begun(old.game, old.players, options)
            waits = any(seat.kind in ("friend", "open") for seat in seats)  # an old table may never have begun
            table = self.store.create_table(
                name=table_name(),
                game=old.game,
                rules_version=live.meta.rules_version,
                options=options,
                setup=transcript.setup_text(),
                owner=player.id,
                seats=seats,
                status="waiting" if waits else "playing",
                table_id=new,
                clock=old.clock,
            )
            self.store.append(
                table_id, live.sequence, [NewEvent("rematch", {"table": table.id}, None, player.id, "rematch")]
            )
        if not waits:
            self._begin(table.id)
        self._tell(table_id)
        return table

    def bring(self, text: str, name: str, player: Player | None) -> Table:
        """A game from a file, to be watched. Raises what its notation raises."""
        meta = game_of(text, name)
        transcript = package(meta.key).notation().read(text)
        state: State = transcript.state
        actions = [state.game.action_text(action) for action in state.history]
        names = transcript.names or tuple(f"Player {seat + 1}" for seat in range(state.game.players))
        while state.history:
            transcript.undo()
        table = self.store.create_table(
            name=table_name(),
            game=meta.key,
            rules_version=meta.rules_version,
            options={},
            setup=transcript.setup_text(),
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
            live = self.live_to_change(table_id)
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
            live = self.live_to_change(table_id)
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

    def _begin_if_full(self, table_id: str) -> None:
        live = self.live(table_id)
        if live.table.status == "waiting" and all(seat.kind not in ("friend", "open") for seat in live.seats):
            self.store.set_status(table_id, "playing")
            self._tell(table_id)
            self._begin(table_id)

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
        transcript = live.notation.read(live.table.setup)
        for action in live.state.history:
            transcript.state.apply_trusted(action)
        transcript.say_fixed_lines()
        names = tuple(re.sub(r"[^\w-]", "_", name)[:20] or "_" for name in live.names)
        if len(set(names)) == len(names):
            transcript.names = names
        return transcript


def _begun(game: str, players: int, options: Mapping[str, str]) -> Transcript:
    """A new game as the options say. Raises InvalidSetup, also where they name colours that cannot be had."""
    found = package(game)
    transcript = found.notation().begin(load(game, players), options, secrets.randbits(32))
    found.presentation().seat_colours(transcript.state, options)
    return transcript


def _for_rematch(live: LiveTable, options: Mapping[str, str]) -> dict[str, str]:
    """The same options, with what each seat has moved on with it; what was laid out by hand is drawn."""
    by_hand = {field.name for field in live.present.placings(ENGLISH)}
    by_seat = {field.name for field in live.present.options(ENGLISH) if field.by_seat}
    again = {name: value for name, value in options.items() if name not in by_hand}
    for name in by_seat & again.keys():
        first, *others = again[name].split(",")
        again[name] = ",".join([*others, first])
    return again


@cache
def bots_for(game: str) -> tuple[str, ...]:
    """The bots that play a game, the strongest last."""
    found = []
    for name in bot_names():
        with contextlib.suppress(UnknownBot):
            find_bot(name, game)
            found.append(name)
    return tuple(found)


def playable() -> list[str]:
    """The keys of the games that can be played in the browser."""
    return list(games())


__all__ = ["DolmenError", "Repeated", "Stale", "Tables", "Viewer", "bots_for", "playable"]
