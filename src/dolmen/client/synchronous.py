"""The client for plain programs."""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping, Sequence
from types import TracebackType
from typing import Self, TypeVar

import httpx

from dolmen.client import calls
from dolmen.client.connection import EVENTS, SILENCE, Connection
from dolmen.client.event_reader import EventReader
from dolmen.client.waiting import Waiting
from dolmen.wire.events import Event, Turn, UndoAsked
from dolmen.wire.invitations import InvitationView, PlayerName
from dolmen.wire.tables import GameView, Made, OpenTable, TableView

Answer = TypeVar("Answer")


class Client(Connection):
    """A program at the tables of one server; one thread at a time uses it."""

    def __init__(self, server: str, token: str = "", patience: float = 60.0) -> None:
        """The address of a server and a token, if there is one; a request waits for up to so many seconds in all."""
        super().__init__(server, token, patience)
        self._http = httpx.Client(base_url=self.api, timeout=self.timeout)

    def close(self) -> None:
        """Let go of all connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _do(self, call: calls.Call[Answer]) -> Answer:
        """One request, sent again where that does no harm. Raises Refused, Unreachable."""
        waiting = Waiting(self.patience)
        while True:
            try:
                answer = self._http.request(
                    call.method, call.path, json=call.json, params=call.query, headers=self.headers()
                )
            except httpx.TransportError as error:
                pause = self.after_loss(error, waiting, repeatable=call.repeatable)
            else:
                again = waiting.after_answer(answer.status_code, answer.headers, repeatable=call.repeatable)
                if again is None:
                    return self.read(call, answer.status_code, answer.content)
                pause = again
            time.sleep(pause)

    def events(self) -> Generator[Event]:
        """What happens at all of your tables, for ever, each event at least once; see `dolmen.wire.events`.

        A lost connection is made anew, with growing pauses. Raises Refused where the token is not good.
        """
        reader, waiting = EventReader(), Waiting(None)
        timeout = httpx.Timeout(self.timeout, read=SILENCE)
        while True:
            reader.begin_anew()
            try:
                headers = self.headers(reader.last_id)
                with self._http.stream("GET", EVENTS, headers=headers, timeout=timeout) as answer:
                    if answer.status_code == httpx.codes.OK:
                        self.met = True
                        for line in answer.iter_lines():
                            event = reader.line(line)
                            if event is not None:
                                waiting.begin_anew()
                                yield event
                        pause = waiting.after_loss()
                    else:
                        pause = waiting.after_answer(answer.status_code, answer.headers, repeatable=True)
                        if pause is None:
                            self.refuse(answer.status_code, answer.read())
            except httpx.TransportError as error:
                pause = self.after_loss(error, waiting, repeatable=True)
            time.sleep(pause or 0.0)

    # ------------------------------------------------------------------------------------------------ who plays

    def register(self, name: str) -> str:
        """Become a new guest; gives its token, which this client uses from now on."""
        told = self._do(calls.new_guest(name))
        self.token = told.token
        return told.token

    def me(self) -> PlayerName:
        """Your account."""
        return self._do(calls.me())

    def mark_as_bot(self) -> None:
        """Your account is a program's, for good: marked at the table and listed among the bots."""
        self._do(calls.mark_as_bot())

    # ------------------------------------------------------------------------------------------------ tables

    def games(self) -> list[str]:
        """The keys of the games that can be played."""
        return self._do(calls.games())

    def new_table(
        self, game: str, seats: Sequence[str], options: Mapping[str, str] | None = None, clock: int = 0, bank: int = 0
    ) -> TableView:
        """Make a table: each seat is `me`, `here`, `friend`, `open` or `bot:NAME`; times are in seconds."""
        return self._do(calls.new_table(game, seats, options, clock, bank))

    def tables(self) -> list[str]:
        """The ids of your tables."""
        return self._do(calls.tables())

    def open_tables(self) -> list[OpenTable]:
        """The tables at which anyone may sit down."""
        return self._do(calls.open_tables())

    def table(self, table_id: str, seat: int | None = None) -> TableView:
        """A table as your seat may see it."""
        return self._do(calls.table(table_id, seat))

    def join(self, table_id: str, seat: int | None = None, token: str = "") -> TableView:
        """Sit down: at an open seat, or with a link's token at a friend's."""
        return self._do(calls.join(table_id, seat, token))

    def game(self, table_id: str, seat: int | None = None) -> GameView:
        """Whether your seat is asked, and the game so far in its notation."""
        return self._do(calls.game(table_id, seat))

    def file(self, table_id: str) -> str:
        """A finished game, of anybody, in its notation."""
        return self._do(calls.file(table_id))

    def say(self, table_id: str, text: str) -> None:
        """Say something at a table."""
        self._do(calls.say(table_id, text))

    # ------------------------------------------------------------------------------------------------ turns

    def play(self, turn: Turn, play: str, client_id: str | None = None) -> Made:
        """Answer a question with one of its plays. Raises Refused: 409 if the table has moved on."""
        return self._do(calls.play(turn, play, client_id))

    def move(
        self, turn: Turn, actions: Sequence[int | str], client_id: str | None = None, *, hold: bool = False
    ) -> Made:
        """Answer a question with one or several of its choices, by id or text."""
        return self._do(calls.move(turn, actions, client_id, hold=hold))

    def confirm(self, table_id: str, sequence: int, seat: int | None = None) -> Made:
        """Confirm a turn that was made with `hold`."""
        return self._do(calls.confirm(table_id, sequence, seat))

    def ask_undo(self, table_id: str, sequence: int, seat: int | None = None) -> None:
        """Ask the others to take back your last decision."""
        self._do(calls.ask_undo(table_id, sequence, seat))

    def answer_undo(self, asked: UndoAsked, *, agree: bool) -> None:
        """Let somebody take back a decision, or not."""
        self._do(calls.answer_undo(asked, agree=agree))

    def resign(self, table_id: str, seat: int | None = None) -> None:
        """Give up a game that runs."""
        self._do(calls.resign(table_id, seat))

    def leave(self, table_id: str) -> None:
        """Get up from a table whose game has not begun."""
        self._do(calls.leave(table_id))

    def delete_table(self, table_id: str) -> None:
        """Delete a table of your own whose game has not begun."""
        self._do(calls.delete_table(table_id))

    def rematch(self, table_id: str) -> TableView:
        """The same players at a new table."""
        return self._do(calls.rematch(table_id))

    # ------------------------------------------------------------------------------------------------ invitations

    def challenge(
        self,
        game: str,
        players: Sequence[str],
        bots: Sequence[str] = (),
        options: Mapping[str, str] | None = None,
        clock: int = 0,
        *,
        first: bool = True,
    ) -> list[InvitationView]:
        """Challenge accounts, by their ids, to a game."""
        return self._do(calls.challenge(game, players, bots, options, clock, first=first))

    def invite(self, table_id: str, player: str) -> InvitationView:
        """Keep a friend's seat of your table for an account."""
        return self._do(calls.invite(table_id, player))

    def invitations(self) -> list[InvitationView]:
        """The open ones that you have sent or got."""
        return self._do(calls.invitations())

    def accept(self, invitation_id: str) -> TableView:
        """Take the seat that is kept for you."""
        return self._do(calls.accept(invitation_id))

    def decline(self, invitation_id: str) -> None:
        """You do not want it."""
        self._do(calls.decline(invitation_id))

    def withdraw(self, invitation_id: str) -> None:
        """Keep the seat no longer."""
        self._do(calls.withdraw(invitation_id))
