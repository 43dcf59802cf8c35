"""The JSON API: everything that a seat may do, for programs with a token. Described at `/api/openapi.json`."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from dolmen.contract.presentation import Entry
from dolmen.contract.registry import games, package
from dolmen.core.words import words
from dolmen.server.api.callers import Caller, Made, made_once, own_seat
from dolmen.server.border import Sent, TableId, Whole
from dolmen.server.commands import auto_answers, chat, making, moves, seats, undo
from dolmen.server.commands.making import LONGEST_CLOCK
from dolmen.server.context import FRESH, Address, Context, Ctx
from dolmen.server.errors import OldRules, StoredOnly
from dolmen.server.live_table import LiveTable
from dolmen.server.log import automatic_text, log_of
from dolmen.server.names import given_name
from dolmen.server.stored_table import StoredTable, stored_table
from dolmen.server.streams import SILENCE, TROUBLED
from dolmen.server.table_options import LONGEST_OPTION
from dolmen.store import NotFound, Player, Unavailable, now

router = APIRouter(prefix="/api", tags=["tables"])

ENGLISH = words("en")
ActionText = Annotated[str, Field(max_length=200)]
OptionName = Annotated[str, Field(max_length=40)]
OptionValue = Annotated[str, Field(max_length=LONGEST_OPTION)]


class NewGuest(Sent):
    """A program that wants to play."""

    name: str = Field(min_length=1, max_length=100, examples=["Robo"])
    """Up to 20 letters, at least one letter or digit among them."""


class Token(BaseModel):
    """What stands for it from now on."""

    token: str


class NewTable(Sent):
    """A table to be made."""

    game: str = Field(examples=list(games()))
    seats: list[OptionName] = Field(examples=[["me", "bot:greedy", "friend"]], min_length=1, max_length=9)
    """In turn order: `me`, `here`, `friend`, `open` or `bot:NAME`."""
    options: dict[OptionName, OptionValue] = Field(default={}, max_length=20)
    clock: int = Field(default=0, ge=0, le=LONGEST_CLOCK)
    """Seconds that a turn may last before the others may do without who is absent; 0: there is no clock."""


class SeatView(BaseModel):
    """Who sits where."""

    seat: int
    name: str
    kind: str
    yours: bool
    link: str | None = None
    """For who made the table: the token that lets a friend sit down."""


class ClockView(BaseModel):
    """Whose time runs."""

    seat: int
    until: int
    """When it is up, in milliseconds since 1970."""
    late: bool
    """It is up: the others may do without this seat."""


class TableView(BaseModel):
    """A table as a seat may see it."""

    id: str
    name: str
    game: str
    rules_version: int
    status: str
    sequence: int
    seats: list[SeatView]
    deciding: int | None
    """The seat that is asked now."""
    confirming: int | None
    """The seat that has made its turn and is to confirm it; nobody is asked before."""
    seat: int | None
    """Your seat."""
    clock: ClockView | None
    """Where the table has a clock and a person is asked."""
    standing: dict[str, str] | None
    """What your seat has settled for its later answers; None for spectators."""
    position: dict[str, Any]
    """The position without what is hidden from your seat."""
    stopped: str | None = None
    """Why the table cannot go on, in a sentence: it was begun under other rules (see `rules_version`)."""


class ChoiceView(BaseModel):
    """A decision that may be made now."""

    action: int
    text: str


class SeatForecast(BaseModel):
    """What a seat would end with."""

    seat: int
    points: int
    """Those so far."""
    parts: dict[str, int]
    """What each part of the final scoring would add."""
    sum: int
    place: int
    """From 1; equals share one."""


class Decision(Sent):
    """A decision, made at the sequence that you saw."""

    sequence: Whole
    actions: list[Whole | ActionText] = Field(min_length=1, max_length=20, examples=[[17, 240]])
    """Ids or texts, as they were listed."""
    client_id: str | None = Field(default=None, max_length=64)
    """Sent twice with the same id, it is made once."""
    seat: Whole | None = None
    hold: bool = False
    """Nothing follows your turn before you confirm it."""


class Turn(Sent):
    """Your turn, seen at this sequence."""

    sequence: Whole
    seat: Whole | None = None


class OwnSeat(Sent):
    """One of your seats, and who plays there."""

    bot: str = Field(default="", max_length=40, examples=["greedy"])
    """Empty: you yourself."""
    seat: Whole | None = None


class AbsentSeat(Sent):
    """A seat whose time is up, seen at this sequence."""

    seat: Whole
    sequence: Whole
    bot: str = Field(default="", max_length=40, examples=["greedy"])
    """The bot that takes it; empty: nobody, it leaves the game."""


class Settled(Sent):
    """Answers that your seat settles for later; see `/games/{game}/standing` for what there is."""

    settled: dict[OptionName, OptionName] = Field(max_length=20, examples=[{"power": "0", "dearer": "decline"}])
    seat: Whole | None = None


class Line(Sent):
    """A line of chat."""

    text: str = Field(min_length=1, max_length=500)


def _view(ctx: Context, player: Player, table_id: str, seat: int | None) -> TableView:
    try:
        with ctx.tables.open(table_id) as live:
            viewer = ctx.tables.viewer(live, player, seat)
            return _table_view(ctx, live, player, viewer.seat)
    except StoredOnly as error:
        return _stored_view(stored_table(ctx.store, table_id), player, str(error))


def _table_view(ctx: Context, live: LiveTable, player: Player, seat: int | None) -> TableView:
    owner = live.table.owner == player.id
    seats = [
        SeatView(
            seat=other.seat,
            name=other.name,
            kind=other.kind,
            yours=other.player == player.id,
            link=ctx.tables.seat_token(live.table.id, other.seat) if owner and other.kind == "friend" else None,
        )
        for other in live.seats
    ]
    return TableView(
        id=live.table.id,
        name=live.table.name,
        game=live.table.game,
        rules_version=live.table.rules_version,
        status=live.table.status,
        sequence=live.sequence,
        seats=seats,
        deciding=live.deciding,
        confirming=live.held,
        seat=seat,
        clock=_clock_view(live),
        standing=None if seat is None else dict(live.conduct.answers.get(seat, {})),
        position=live.present.view(live.state, seat, is_open=live.is_open),
        stopped=str(OldRules(live.table, live.meta)) if live.is_old else None,
    )


def _stored_view(stored: StoredTable, player: Player, why: str) -> TableView:
    """What is known of a table whose position is not."""
    table = stored.table
    return TableView(
        id=table.id,
        name=table.name,
        game=table.game,
        rules_version=table.rules_version,
        status=table.status,
        sequence=stored.events[-1].sequence if stored.events else 0,
        seats=[
            SeatView(seat=seat.seat, name=seat.name, kind=seat.kind, yours=seat.player == player.id)
            for seat in stored.seats
        ],
        deciding=None,
        confirming=None,
        seat=None,
        clock=None,
        standing=None,
        position={},
        stopped=why,
    )


def _clock_view(live: LiveTable) -> ClockView | None:
    until, seat = live.until, live.asked
    if until is None or seat is None:
        return None
    return ClockView(seat=seat, until=until, late=live.is_late(now()))


@router.post("/guests", status_code=201)
def new_guest(ctx: Ctx, address: Address, guest: NewGuest) -> Token:
    """A new guest and its token. The token is told once."""
    name = given_name(guest.name)
    with ctx.quotas.guests.one(address):
        player = ctx.store.new_player(name)
    return Token(token=ctx.store.new_token(player.id, "api"))


@router.get("/games")
def list_games() -> list[str]:
    """The games that can be played."""
    return list(games())


@router.post("/tables", status_code=201)
def new_table(ctx: Ctx, address: Address, player: Caller, new: NewTable) -> TableView:
    """Make a table."""
    with ctx.quotas.tables.one(address, player.id):
        table = making.create(ctx.tables, new.game, player, new.seats, new.options, new.clock)
    return _view(ctx, player, table.id, None)


@router.get("/tables")
def my_tables(ctx: Ctx, player: Caller) -> list[str]:
    """The ids of the tables at which you sit."""
    return [table.id for table in ctx.store.tables_of(player.id)]


@router.get("/tables/{table_id}")
def read_table(ctx: Ctx, player: Caller, table_id: TableId, seat: Whole | None = None) -> TableView:
    """A table as your seat may see it."""
    return _view(ctx, player, table_id, seat)


@router.post("/tables/{table_id}/join")
def join(ctx: Ctx, player: Caller, table_id: TableId, seat: Whole | None = None, token: str = "") -> TableView:
    """Sit down at an open seat, or with its link at a friend's."""
    taken = seats.join(ctx.tables, table_id, player, seat, token)
    return _view(ctx, player, table_id, taken)


@router.get("/tables/{table_id}/choices")
def choices(ctx: Ctx, player: Caller, table_id: TableId, seat: Whole | None = None) -> list[ChoiceView]:
    """What your seat may decide now; empty if it is not asked."""
    with ctx.tables.open(table_id) as live:
        viewer = ctx.tables.viewer(live, player, seat)
        if live.deciding is None or live.deciding != viewer.seat:
            return []
        game = live.state.game
        return [ChoiceView(action=action, text=game.action_text(action)) for action in live.state.legal_actions()]


@router.get("/tables/{table_id}/forecast")
def forecast(ctx: Ctx, player: Caller, table_id: TableId) -> list[SeatForecast]:
    """The final scoring as if the game ended now, by what everybody may see; empty where there is nothing to count."""
    del player
    with ctx.tables.open(table_id) as live:
        told = live.present.forecast(live.state, None, ENGLISH)
    if told is None:
        return []
    return [
        SeatForecast(
            seat=seat,
            points=told.points[seat],
            parts={part.title: prospect.points for part, prospect in zip(told.parts, row, strict=True)},
            sum=told.sums[seat],
            place=told.places[seat],
        )
        for seat, row in enumerate(told.prospects)
    ]


@router.post("/tables/{table_id}/moves")
def play(ctx: Ctx, player: Caller, table_id: TableId, decision: Decision) -> Made:
    """Decide. Refused with 409 if the table has moved on or the rules do not allow it."""
    with ctx.tables.open(table_id) as live:
        seat = own_seat(ctx, live, player, decision.seat)
        move = partial(moves.move, ctx.tables, table_id, player, seat, decision.sequence, decision.actions)
        hold = moves.Hold.TURN if decision.hold else moves.Hold.NOT
        return made_once(lambda: move(decision.client_id, hold=hold))


@router.post("/tables/{table_id}/confirm")
def confirm(ctx: Ctx, player: Caller, table_id: TableId, turn: Turn) -> Made:
    """Confirm a turn that you made with `hold`."""
    with ctx.tables.open(table_id) as live:
        seat = own_seat(ctx, live, player, turn.seat)
        return made_once(lambda: moves.confirm(ctx.tables, table_id, player, seat, turn.sequence))


@router.post("/tables/{table_id}/back", status_code=204)
def back(ctx: Ctx, player: Caller, table_id: TableId, turn: Turn) -> None:
    """Take back your last decision, while nothing was revealed and nobody else has acted."""
    with ctx.tables.open(table_id) as live:
        undo.back(ctx.tables, table_id, player, own_seat(ctx, live, player, turn.seat), turn.sequence)


@router.post("/tables/{table_id}/bot", status_code=204)
def hand_to_bot(ctx: Ctx, player: Caller, table_id: TableId, own: OwnSeat) -> None:
    """Hand your seat to a bot, or, without a bot's name, come back to it."""
    with ctx.tables.open(table_id) as live:
        seat = own_seat(ctx, live, player, own.seat)
        if own.bot:
            seats.hand_to_bot(ctx.tables, table_id, player, seat, own.bot)
        else:
            seats.return_to_seat(ctx.tables, table_id, player, seat)


@router.get("/games/{game}/standing")
def standing(game: str) -> dict[str, dict[str, str]]:
    """What a player of a game may settle for later: by name, its values, each with its meaning; the first asks."""
    return {field.name: dict(field.values) for field in package(game).presentation().auto_answer_fields(ENGLISH)}


@router.post("/tables/{table_id}/standing", status_code=204)
def settle(ctx: Ctx, player: Caller, table_id: TableId, new: Settled) -> None:
    """Settle later answers of your seat, from now on."""
    with ctx.tables.open(table_id) as live:
        auto_answers.settle(ctx.tables, table_id, player, own_seat(ctx, live, player, new.seat), new.settled)


@router.post("/tables/{table_id}/absent")
def without_absent(ctx: Ctx, player: Caller, table_id: TableId, absent: AbsentSeat) -> Made:
    """Do without somebody whose time is up: a bot takes the seat or, without a bot's name, it leaves the game."""
    if absent.bot:
        done = seats.replace_absent(ctx.tables, table_id, player, absent.seat, absent.sequence, absent.bot)
    else:
        done = seats.drop_absent(ctx.tables, table_id, player, absent.seat, absent.sequence)
    return Made(sequence=done)


@router.post("/tables/{table_id}/chat", status_code=204)
def say(ctx: Ctx, player: Caller, table_id: TableId, line: Line) -> None:
    """Say something."""
    chat.say(ctx.tables, table_id, player, line.text)


@router.get("/tables/{table_id}/log")
def log(ctx: Ctx, player: Caller, table_id: TableId) -> list[str]:
    """What happened so far, in sentences."""
    del player
    try:
        with ctx.tables.open(table_id) as live:
            return [_line(entry) for entry in log_of(live, ENGLISH)]
    except StoredOnly:
        return stored_table(ctx.store, table_id).lines()


def _line(entry: Entry) -> str:
    text, why = str(entry.text.striptags()), automatic_text(entry, ENGLISH)
    return f"{text} ({why})" if why else text


def _patience(view: TableView) -> float:
    """How long to wait for news: not beyond the moment at which somebody's time is up, which is news, too."""
    if view.clock is None or view.clock.late:
        return SILENCE
    return min(SILENCE, max(0.0, (view.clock.until - now()) / 1000) + 0.01)


@router.get("/tables/{table_id}/stream")
async def stream(
    ctx: Ctx, address: Address, player: Caller, table_id: TableId, seat: Whole | None = None
) -> StreamingResponse:
    """Server-sent events: the table anew after every change, with its sequence as the event's id."""
    ctx.quotas.refuse_streams(address)
    await run_in_threadpool(_view, ctx, player, table_id, seat)

    async def news() -> AsyncIterator[str]:
        heard = ctx.hub.subscribe(table_id)
        ctx.quotas.streams.add(address)
        last: tuple[int, bool] | None = None
        try:
            while not ctx.closing:
                heard.clear()
                patience = TROUBLED
                with contextlib.suppress(Unavailable):
                    view = await run_in_threadpool(_view, ctx, player, table_id, seat)
                    state = (view.sequence, view.clock is not None and view.clock.late)
                    patience = _patience(view)
                    if state != last:
                        last = state
                        yield f"id: {view.sequence}\ndata: {json.dumps(view.model_dump())}\n\n"
                try:
                    async with asyncio.timeout(patience):
                        await heard.wait()
                except TimeoutError:
                    yield ": still here\n\n"
        except NotFound:
            return
        finally:
            ctx.hub.unsubscribe(table_id, heard)
            ctx.quotas.streams.remove(address)

    return StreamingResponse(news(), media_type="text/event-stream", headers={**FRESH, "X-Accel-Buffering": "no"})
