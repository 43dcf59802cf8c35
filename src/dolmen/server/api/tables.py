"""The JSON API: everything that a seat may do, for programs with a token. Described at `/api/docs`."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from dolmen.contract.content import Entry
from dolmen.contract.registry import games, package
from dolmen.core.words import words
from dolmen.server.api.callers import KNOWN, Caller, OwnSeatNumber, made_once, own_seat
from dolmen.server.api.views import choice_views, open_table, read_view
from dolmen.server.border import Sent, TableId, Whole
from dolmen.server.commands import auto_answers, chat, making, moves, seats, undo
from dolmen.server.context import Address, Ctx
from dolmen.server.errors import StoredOnly
from dolmen.server.live_table import is_old
from dolmen.server.log import automatic_text, log_of
from dolmen.server.names import given_name
from dolmen.server.stored_table import stored_table
from dolmen.wire.base import Told
from dolmen.wire.tables import (
    ChatLine,
    ChoiceView,
    Decision,
    Made,
    NewGuest,
    NewTable,
    OpenTable,
    OptionName,
    OwnTurn,
    TableView,
    Token,
)

router = APIRouter(prefix="/api", tags=["tables"], dependencies=[KNOWN])

ENGLISH = words("en")


class SeatForecast(Told):
    """What a seat would end with."""

    seat: int
    """Its number, from 0."""
    points: int
    """Those so far."""
    parts: dict[str, int]
    """What each part of the final scoring would add."""
    sum: int
    """All of it."""
    place: int
    """From 1; equals share one."""


class OwnSeat(Sent):
    """One of your seats, and who plays there."""

    bot: str = Field(default="", max_length=40, examples=["greedy"])
    """Empty: you yourself."""
    seat: Whole | None = None
    """One of your seats, from 0, if you have several."""


class AbsentSeat(Sent):
    """A seat whose time is up, seen at this sequence."""

    seat: Whole
    """The seat that is asked and does not answer, from 0."""
    sequence: Whole
    """The table's last event, as you know it."""
    bot: str = Field(default="", max_length=40, examples=["greedy"])
    """The bot that takes it; empty: nobody, it leaves the game."""


class SettledAnswers(Sent):
    """Answers that your seat settles for later; see `/games/{game}/standing` for what there is."""

    settled: dict[OptionName, OptionName] = Field(max_length=20, examples=[{"power": "0", "dearer": "decline"}])
    """By name, one of its values."""
    seat: Whole | None = None
    """One of your seats, from 0, if you have several."""


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
        table = making.create(ctx.tables, new.game, player, new.seats, new.options, new.clock, new.bank)
    return read_view(ctx, player, table.id, None)


@router.get("/tables")
def list_tables(ctx: Ctx, player: Caller) -> list[str]:
    """The ids of the tables at which you sit, the last changed first; of very many, the first fifty."""
    return [table.id for table in ctx.store.tables_of(player.id)]


@router.get("/open-tables")
def list_open_tables(ctx: Ctx, player: Caller) -> list[OpenTable]:
    """The tables at which anyone may sit down, the last changed first."""
    found = [table for table in ctx.store.open_tables() if table.game in games() and not is_old(table)]
    seated = ctx.store.seats_of_tables([table.id for table in found])
    return [open_table(table, seated[table.id], player) for table in found]


@router.get("/tables/{table_id}")
def read_table(ctx: Ctx, player: Caller, table_id: TableId, seat: OwnSeatNumber = None) -> TableView:
    """A table as your seat may see it."""
    return read_view(ctx, player, table_id, seat)


@router.post("/tables/{table_id}/join")
def join_table(
    ctx: Ctx,
    player: Caller,
    table_id: TableId,
    seat: Annotated[Whole | None, Query(description="Which seat, from 0; else the first that is free.")] = None,
    token: Annotated[str, Query(max_length=100, description="Of a friend's link: the last part of its address.")] = "",
) -> TableView:
    """Sit down at an open seat, or with its link at a friend's."""
    taken = seats.join(ctx.tables, table_id, player, seat, token)
    return read_view(ctx, player, table_id, taken)


@router.get("/tables/{table_id}/choices")
def list_choices(ctx: Ctx, player: Caller, table_id: TableId, seat: OwnSeatNumber = None) -> list[ChoiceView]:
    """What your seat may decide now; empty if it is not asked."""
    with ctx.tables.open(table_id) as live:
        viewer = ctx.tables.viewer(live, player, seat)
        if live.deciding is None or live.deciding != viewer.seat:
            return []
        return choice_views(live)


@router.get("/tables/{table_id}/forecast")
def read_forecast(ctx: Ctx, player: Caller, table_id: TableId) -> list[SeatForecast]:
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
def make_move(ctx: Ctx, player: Caller, table_id: TableId, decision: Decision) -> Made:
    """Decide. Refused with 409 if the table has moved on or the rules do not allow it."""
    with ctx.tables.open(table_id) as live:
        seat = own_seat(ctx, live, player, decision.seat)
        move = partial(moves.move, ctx.tables, table_id, player, seat, decision.sequence, decision.actions)
        hold = moves.Hold.TURN if decision.hold else moves.Hold.NOT
        return made_once(lambda: move(decision.client_id, hold=hold))


@router.post("/tables/{table_id}/confirm")
def confirm_turn(ctx: Ctx, player: Caller, table_id: TableId, turn: OwnTurn) -> Made:
    """Confirm a turn that you made with `hold`."""
    with ctx.tables.open(table_id) as live:
        seat = own_seat(ctx, live, player, turn.seat)
        return made_once(lambda: moves.confirm(ctx.tables, table_id, player, seat, turn.sequence))


@router.post("/tables/{table_id}/back", status_code=204)
def take_back(ctx: Ctx, player: Caller, table_id: TableId, turn: OwnTurn) -> None:
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
def read_standing(game: str) -> dict[str, dict[str, str]]:
    """What a player of a game may settle for later: by name, its values, each with its meaning; the first asks."""
    return {field.name: dict(field.values) for field in package(game).presentation().auto_answer_fields(ENGLISH)}


@router.post("/tables/{table_id}/standing", status_code=204)
def settle_answers(ctx: Ctx, player: Caller, table_id: TableId, new: SettledAnswers) -> None:
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
def say_line(ctx: Ctx, player: Caller, table_id: TableId, line: ChatLine) -> None:
    """Say something."""
    chat.say(ctx.tables, table_id, player, line.text)


@router.get("/tables/{table_id}/log")
def read_log(ctx: Ctx, player: Caller, table_id: TableId) -> list[str]:
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
