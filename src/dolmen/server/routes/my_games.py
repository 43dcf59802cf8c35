"""The own games: their page, their files, holidays, and what a player does with a table of his."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response, StreamingResponse

from dolmen.bots import DEFAULT_BOT
from dolmen.core.errors import DolmenError, translatable
from dolmen.server.border import MOST, TableId, Whole
from dolmen.server.commands import holidays, leaving, seats
from dolmen.server.context import FRESH, Context, Ctx, Reading, Sending, Text, Visitor, goto, page
from dolmen.server.errors import BadHoliday, BadRequest, NotYourSeat, TableError
from dolmen.server.game_files import archive
from dolmen.server.pages.finished_games import GameWish, finished_tables
from dolmen.server.pages.my_games import managed_table, my_games
from dolmen.store import Gone, NotFound, Unavailable

router = APIRouter(include_in_schema=False)

First = Annotated[Whole, Query(ge=0, le=MOST)]


def _page(ctx: Context, visitor: Visitor, wish: GameWish, status: int = 200, notice: str | None = None) -> Response:
    told = my_games(ctx.tables, visitor.player, wish, visitor.words)
    return page(ctx, visitor, "my_games.html", status, told=told, notice=notice)


@router.get("/mine")
def mine(ctx: Ctx, visitor: Reading, game: str = "", against: str = "", first: First = 0) -> Response:
    """The page of the own games; a stranger is asked for a name."""
    if visitor.player is None:
        return goto(ctx, visitor, "/account")
    return _page(ctx, visitor, GameWish.read(game, against, first))


@router.get("/mine/games.zip")
def files(ctx: Ctx, visitor: Reading, game: str = "", against: str = "") -> Response:
    """The files of all own games that are over, or of those that are asked for."""
    if visitor.player is None:
        return goto(ctx, visitor, "/account")
    over = finished_tables(ctx.store, visitor.player, GameWish.read(game, against))
    with ctx.quotas.archives.one(visitor.address):
        zipped = archive(ctx.tables, over)
    headers = {**FRESH, "Content-Disposition": 'attachment; filename="dolmen-my-games.zip"'}
    return StreamingResponse(zipped, media_type="application/zip", headers=headers)


# ---------------------------------------------------------------------------------------------------- holidays


@router.post("/mine/holidays")
def take_holiday(ctx: Ctx, visitor: Sending, first: Text = "", last: Text = "") -> Response:
    """Say from which day to which one the reader is away."""
    return _after_holiday(ctx, visitor, partial(holidays.take_holiday, ctx.tables, visitor.known(), first, last))


@router.post("/mine/holidays/end")
def end_holiday(ctx: Ctx, visitor: Sending, begins: Text) -> Response:
    """The reader is back, or will not go."""
    try:
        moment = int(begins[:16])
    except ValueError:
        raise BadRequest("a holiday is named by when it begins") from None
    return _after_holiday(ctx, visitor, partial(holidays.end_holiday, ctx.tables, visitor.known(), moment))


def _after_holiday(ctx: Context, visitor: Visitor, command: Callable[[], object]) -> Response:
    try:
        command()
    except BadHoliday as error:
        return _page(ctx, visitor, GameWish(), error.status, _sentence(error, visitor))
    return goto(ctx, visitor, "/mine#holidays")


# ---------------------------------------------------------------------------------------------------- one table


@router.get("/mine/{table_id}")
def manage(ctx: Ctx, visitor: Reading, table_id: TableId) -> Response:
    """What the reader may do with a table; each with what follows, before it is done."""
    return _manage(ctx, visitor, table_id)


def _manage(ctx: Context, visitor: Visitor, table_id: str, status: int = 200, notice: str | None = None) -> Response:
    player = visitor.known()
    with ctx.tables.open(table_id) as live:
        if not live.seats_of(player.id) and live.table.owner != player.id:
            return goto(ctx, visitor, f"/t/{table_id}")
        told = managed_table(ctx.tables, live, player, visitor.words)
    return page(ctx, visitor, "manage_table.html", status, told=told, notice=notice)


@router.post("/mine/{table_id}/name")
def rename(ctx: Ctx, visitor: Sending, table_id: TableId, name: Text = "") -> Response:
    """Another name for the table."""
    return _after(ctx, visitor, table_id, partial(leaving.rename, ctx.tables, table_id, visitor.known(), name))


@router.post("/mine/{table_id}/bot")
def hand_over(ctx: Ctx, visitor: Sending, table_id: TableId) -> Response:
    """A bot plays for the reader until he is back."""
    player = visitor.known()

    def command() -> None:
        own = ctx.tables.live(table_id).seats_of(player.id)
        if not own:
            raise NotYourSeat(translatable("you do not sit at this table"))
        for seat in own:
            if seat in ctx.tables.live(table_id).people():
                seats.hand_to_bot(ctx.tables, table_id, player, seat, DEFAULT_BOT)

    return _after(ctx, visitor, table_id, command)


@router.post("/mine/{table_id}/leave")
def get_up(ctx: Ctx, visitor: Sending, table_id: TableId) -> Response:
    """Get up before the game."""
    return _after(ctx, visitor, table_id, partial(leaving.get_up, ctx.tables, table_id, visitor.known()))


@router.post("/mine/{table_id}/resign")
def resign(ctx: Ctx, visitor: Sending, table_id: TableId) -> Response:
    """Leave the game for good."""
    return _after(ctx, visitor, table_id, partial(leaving.resign_all, ctx.tables, table_id, visitor.known()))


@router.post("/mine/{table_id}/delete")
def delete(ctx: Ctx, visitor: Sending, table_id: TableId) -> Response:
    """Remove the table."""
    return _after(ctx, visitor, table_id, partial(leaving.delete, ctx.tables, table_id, visitor.known()))


def _after(ctx: Context, visitor: Visitor, table_id: str, command: Callable[[], object]) -> Response:
    """Run a command, then back to the list; what is refused is told above the deeds."""
    try:
        command()
    except (NotFound, NotYourSeat, Gone, Unavailable):
        raise
    except DolmenError as error:
        status = error.status if isinstance(error, TableError) else 422
        return _manage(ctx, visitor, table_id, status, _sentence(error, visitor))
    return goto(ctx, visitor, "/mine")


def _sentence(error: DolmenError, visitor: Visitor) -> str:
    text = error.translated(visitor.words)
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"
