"""The JSON API of a player's own games: those that go on or are over, their files, holidays, pauses, leaving."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field

from dolmen.core.words import words
from dolmen.server.api.archives import ZIPPED, Archive
from dolmen.server.api.callers import KNOWN, Caller, own_seat
from dolmen.server.border import MOST, Sent, TableId, Whole
from dolmen.server.commands import clocks, holidays, leaving
from dolmen.server.context import FRESH, Address, Ctx
from dolmen.server.game_files import archive
from dolmen.server.pages.finished_games import GameWish, finished_games, finished_tables
from dolmen.server.pages.own_tables import own_tables
from dolmen.wire.base import Told
from dolmen.wire.tables import Resigning

router = APIRouter(prefix="/api", tags=["my games"], dependencies=[KNOWN])

ENGLISH = words("en")
First = Annotated[Whole, Query(ge=0, le=MOST)]
A_PAGE = 100
"""So many games that are over are told at a time."""


class OwnSeatLine(Told):
    """A seat of one of your tables."""

    name: str
    """What who sits there is called."""
    points: int | None
    """None before the game."""
    here: bool
    """Whether another person sits there who has a page of this server open now."""


class RunningTable(Told):
    """A table of yours that waits for players or goes on."""

    id: str
    """By which addresses name it."""
    name: str
    """What people call it."""
    title: str
    """Of its game."""
    your_turn: bool
    """Whether it waits for you."""
    status: str
    """Whose turn it is, or how many seats are free, in words."""
    since: str
    """For how long, or how much time is left, or why the clock stands, in words."""
    unread: int
    """Lines of the chat that others wrote since you looked at the table."""
    seats: list[OwnSeatLine]
    """All seats, in turn order."""
    game: str
    """The key of its game."""
    deciding: int | None
    """The seat that the table waits for, from 0; none before the game."""
    asked_since: int | None
    """Since when it is asked, in milliseconds since 1970."""
    until: int | None
    """When its time would be up, in milliseconds since 1970; none where no clock runs."""


class GameOver(Told):
    """A game of yours that is over."""

    id: str
    """Of its table."""
    name: str
    """What the table is called."""
    game: str
    """The key of the game."""
    day: str
    """When it was over."""
    place: int
    """From 1; 0 for a game that you brought from a file."""
    opponents: str
    """Their names, in words."""
    result: str
    """In words."""


class HolidayView(Told):
    """A time at which you are away, in milliseconds since 1970."""

    begins: int
    """From then on."""
    ends: int
    """Until then."""


class NewHoliday(Sent):
    """Days at which you are away, the last one included, by the world's time (UTC)."""

    first: str = Field(max_length=10, examples=["2026-12-24"])
    """The first day."""
    last: str = Field(max_length=10, examples=["2027-01-02"])
    """The last day."""


class NewName(Sent):
    """Another name."""

    name: str = Field(min_length=1, max_length=200, examples=["Friday evening"])
    """Up to 40 letters, at least one letter or digit among them."""


class PauseAnswer(Sent):
    """What you say of a pause of all clocks."""

    answer: Literal["ask", "agree", "refuse", "go on"]
    """`ask` for one; `agree` or `refuse` where another one asks; `go on` when there is one."""
    seat: Whole | None = None
    """One of your seats, from 0, if you have several."""


# ---------------------------------------------------------------------------------------------------- lists


@router.get("/me/tables")
def list_own_tables(ctx: Ctx, player: Caller) -> list[RunningTable]:
    """Your tables that wait for players or go on, those first that wait for you."""
    return [
        RunningTable(
            id=table.id,
            name=table.name,
            title=table.title,
            your_turn=table.is_mine,
            status=table.status,
            since=table.since,
            unread=table.unread,
            seats=[OwnSeatLine(name=seat.name, points=seat.points, here=seat.is_here) for seat in table.seats],
            game=table.game,
            deciding=table.asked,
            asked_since=table.asked_since,
            until=table.until,
        )
        for table in own_tables(ctx.tables, player, ENGLISH, shows_all=True).tables
    ]


@router.get("/me/games")
def list_own_games(ctx: Ctx, player: Caller, game: str = "", against: str = "", first: First = 0) -> list[GameOver]:
    """Your games that are over, the last one first, a hundred at a time: of one game, against `people` or `bots`."""
    found = finished_tables(ctx.store, player, GameWish.read(game, against))[first : first + A_PAGE]
    return [
        GameOver(
            id=one.id,
            name=one.name,
            game=one.game,
            day=one.day,
            place=one.place,
            opponents=one.opponents,
            result=one.result,
        )
        for one in finished_games(ctx.store, player, found, ENGLISH)
    ]


@router.get("/me/games.zip", response_class=Archive, responses=ZIPPED)
def download_own_games(ctx: Ctx, address: Address, player: Caller, game: str = "", against: str = "") -> Archive:
    """The files of all your games that are over, in one archive; so many a day."""
    found = finished_tables(ctx.store, player, GameWish.read(game, against))
    with ctx.quotas.archives.one(address):
        zipped = archive(ctx.tables, found)
    return Archive(zipped, headers=FRESH)


# ---------------------------------------------------------------------------------------------------- holidays


@router.get("/me/holidays")
def read_holidays(ctx: Ctx, player: Caller) -> list[HolidayView]:
    """When you are or were away."""
    return [HolidayView(begins=one.begins, ends=one.ends) for one in ctx.store.holidays(player.id)]


@router.post("/me/holidays", status_code=201)
def take_holiday(ctx: Ctx, player: Caller, new: NewHoliday) -> HolidayView:
    """Be away: your clock stands at tables over days. At most thirty days a year."""
    taken = holidays.take_holiday(ctx.tables, player, new.first, new.last)
    return HolidayView(begins=taken.begins, ends=taken.ends)


@router.delete("/me/holidays/{begins}", status_code=204)
def end_holiday(ctx: Ctx, player: Caller, begins: Annotated[int, Field(ge=0, le=1 << 53)]) -> None:
    """Be back: a holiday that has not begun is gone, another one ends now."""
    holidays.end_holiday(ctx.tables, player, begins)


# ---------------------------------------------------------------------------------------------------- one table


@router.post("/tables/{table_id}/pause", status_code=204)
def settle_pause(ctx: Ctx, player: Caller, table_id: TableId, said: PauseAnswer) -> None:
    """Ask for a pause of all clocks, answer who asks, or go on."""
    with ctx.tables.open(table_id) as live:
        seat = own_seat(ctx, live, player, said.seat)
    if said.answer == "ask":
        clocks.ask_pause(ctx.tables, table_id, player, seat)
    elif said.answer == "go on":
        clocks.go_on(ctx.tables, table_id, player, seat)
    else:
        clocks.answer_pause(ctx.tables, table_id, player, seat, agree=said.answer == "agree")


@router.post("/tables/{table_id}/leave", status_code=204)
def leave_table(ctx: Ctx, player: Caller, table_id: TableId) -> None:
    """Free your seats before the game; in a game, see `bot` (you may come back) and `resign` (you may not)."""
    leaving.get_up(ctx.tables, table_id, player)


@router.post("/tables/{table_id}/resign", status_code=204)
def resign_seat(ctx: Ctx, player: Caller, table_id: TableId, own: Resigning) -> None:
    """Leave the game for good: it goes on without you where its rules know how, else a bot plays to the end."""
    with ctx.tables.open(table_id) as live:
        seat = own_seat(ctx, live, player, own.seat)
    leaving.resign(ctx.tables, table_id, player, seat)


@router.put("/tables/{table_id}/name", status_code=204)
def rename_table(ctx: Ctx, player: Caller, table_id: TableId, new: NewName) -> None:
    """Give a table that you made another name."""
    leaving.rename(ctx.tables, table_id, player, new.name)


@router.delete("/tables/{table_id}", status_code=204)
def delete_table(ctx: Ctx, player: Caller, table_id: TableId) -> None:
    """Remove a table that you made, if no other person has a seat there."""
    leaving.delete(ctx.tables, table_id, player)
