"""The client for programs with `asyncio`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
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


class AsyncClient(Connection):
    """A program at the tables of one server, in one loop."""

    def __init__(self, server: str, token: str = "", patience: float = 60.0) -> None:
        """The address of a server and a token, if there is one; a request waits for up to so many seconds in all."""
        super().__init__(server, token, patience)
        self._http = httpx.AsyncClient(base_url=self.api, timeout=self.timeout)

    async def close(self) -> None:
        """Let go of all connections."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _do(self, call: calls.Call[Answer]) -> Answer:
        """One request, sent again where that does no harm. Raises Refused, Unreachable."""
        waiting = Waiting(self.patience)
        while True:
            try:
                answer = await self._http.request(
                    call.method, call.path, json=call.json, params=call.query, headers=self.headers()
                )
            except httpx.TransportError as error:
                pause = self.after_loss(error, waiting, repeatable=call.repeatable)
            else:
                again = waiting.after_answer(answer.status_code, answer.headers, repeatable=call.repeatable)
                if again is None:
                    return self.read(call, answer.status_code, answer.content)
                pause = again
            await asyncio.sleep(pause)

    async def events(self) -> AsyncGenerator[Event]:
        """What happens at all of your tables, for ever, each event at least once; see `dolmen.wire.events`.

        A lost connection is made anew, with growing pauses. Raises Refused where the token is not good.
        """
        reader, waiting = EventReader(), Waiting(None)
        timeout = httpx.Timeout(self.timeout, read=SILENCE)
        while True:
            reader.begin_anew()
            try:
                headers = self.headers(reader.last_id)
                async with self._http.stream("GET", EVENTS, headers=headers, timeout=timeout) as answer:
                    if answer.status_code == httpx.codes.OK:
                        self.met = True
                        async for line in answer.aiter_lines():
                            event = reader.line(line)
                            if event is not None:
                                waiting.begin_anew()
                                yield event
                        pause = waiting.after_loss()
                    else:
                        pause = waiting.after_answer(answer.status_code, answer.headers, repeatable=True)
                        if pause is None:
                            self.refuse(answer.status_code, await answer.aread())
            except httpx.TransportError as error:
                pause = self.after_loss(error, waiting, repeatable=True)
            await asyncio.sleep(pause or 0.0)

    # ------------------------------------------------------------------------------------------------ who plays

    async def register(self, name: str) -> str:
        """Become a new guest; gives its token, which this client uses from now on."""
        told = await self._do(calls.new_guest(name))
        self.token = told.token
        return told.token

    async def me(self) -> PlayerName:
        """Your account."""
        return await self._do(calls.me())

    async def mark_as_bot(self) -> None:
        """Your account is a program's, for good: marked at the table and listed among the bots."""
        await self._do(calls.mark_as_bot())

    # ------------------------------------------------------------------------------------------------ tables

    async def games(self) -> list[str]:
        """The keys of the games that can be played."""
        return await self._do(calls.games())

    async def new_table(
        self, game: str, seats: Sequence[str], options: Mapping[str, str] | None = None, clock: int = 0, bank: int = 0
    ) -> TableView:
        """Make a table: each seat is `me`, `here`, `friend`, `open` or `bot:NAME`; times are in seconds."""
        return await self._do(calls.new_table(game, seats, options, clock, bank))

    async def tables(self) -> list[str]:
        """The ids of your tables."""
        return await self._do(calls.tables())

    async def open_tables(self) -> list[OpenTable]:
        """The tables at which anyone may sit down."""
        return await self._do(calls.open_tables())

    async def table(self, table_id: str, seat: int | None = None) -> TableView:
        """A table as your seat may see it."""
        return await self._do(calls.table(table_id, seat))

    async def join(self, table_id: str, seat: int | None = None, token: str = "") -> TableView:
        """Sit down: at an open seat, or with a link's token at a friend's."""
        return await self._do(calls.join(table_id, seat, token))

    async def game(self, table_id: str, seat: int | None = None) -> GameView:
        """Whether your seat is asked, and the game so far in its notation."""
        return await self._do(calls.game(table_id, seat))

    async def file(self, table_id: str) -> str:
        """A finished game, of anybody, in its notation."""
        return await self._do(calls.file(table_id))

    async def say(self, table_id: str, text: str) -> None:
        """Say something at a table."""
        await self._do(calls.say(table_id, text))

    # ------------------------------------------------------------------------------------------------ turns

    async def play(self, turn: Turn, play: str, client_id: str | None = None) -> Made:
        """Answer a question with one of its plays. Raises Refused: 409 if the table has moved on."""
        return await self._do(calls.play(turn, play, client_id))

    async def move(
        self, turn: Turn, actions: Sequence[int | str], client_id: str | None = None, *, hold: bool = False
    ) -> Made:
        """Answer a question with one or several of its choices, by id or text."""
        return await self._do(calls.move(turn, actions, client_id, hold=hold))

    async def confirm(self, table_id: str, sequence: int, seat: int | None = None) -> Made:
        """Confirm a turn that was made with `hold`."""
        return await self._do(calls.confirm(table_id, sequence, seat))

    async def ask_undo(self, table_id: str, sequence: int, seat: int | None = None) -> None:
        """Ask the others to take back your last decision."""
        await self._do(calls.ask_undo(table_id, sequence, seat))

    async def answer_undo(self, asked: UndoAsked, *, agree: bool) -> None:
        """Let somebody take back a decision, or not."""
        await self._do(calls.answer_undo(asked, agree=agree))

    async def resign(self, table_id: str, seat: int | None = None) -> None:
        """Give up a game that runs."""
        await self._do(calls.resign(table_id, seat))

    async def leave(self, table_id: str) -> None:
        """Get up from a table whose game has not begun."""
        await self._do(calls.leave(table_id))

    async def delete_table(self, table_id: str) -> None:
        """Delete a table of your own whose game has not begun."""
        await self._do(calls.delete_table(table_id))

    async def rematch(self, table_id: str) -> TableView:
        """The same players at a new table."""
        return await self._do(calls.rematch(table_id))

    # ------------------------------------------------------------------------------------------------ invitations

    async def challenge(
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
        return await self._do(calls.challenge(game, players, bots, options, clock, first=first))

    async def invite(self, table_id: str, player: str) -> InvitationView:
        """Keep a friend's seat of your table for an account."""
        return await self._do(calls.invite(table_id, player))

    async def invitations(self) -> list[InvitationView]:
        """The open ones that you have sent or got."""
        return await self._do(calls.invitations())

    async def accept(self, invitation_id: str) -> TableView:
        """Take the seat that is kept for you."""
        return await self._do(calls.accept(invitation_id))

    async def decline(self, invitation_id: str) -> None:
        """You do not want it."""
        await self._do(calls.decline(invitation_id))

    async def withdraw(self, invitation_id: str) -> None:
        """Keep the seat no longer."""
        await self._do(calls.withdraw(invitation_id))
