"""The news of a table, or of all tables of a player, as a stream of server-sent events."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from dolmen.server.border import TableId, Whole
from dolmen.server.context import FRESH, Context, Ctx, Reading
from dolmen.server.errors import TableError
from dolmen.server.pages.tournament import TournamentWanted
from dolmen.server.streams import (
    SILENCE,
    TOGETHER,
    TROUBLED,
    EndStream,
    LobbyStream,
    OwnTablesStream,
    PlanStream,
    Stream,
    TournamentStream,
    coming_and_going,
)
from dolmen.store import Gone, NotFound, Unavailable
from dolmen.store.database import told_player

router = APIRouter(include_in_schema=False)

RoundNumber = Annotated[Whole, Query(alias="round")]


@router.get("/t/{table_id}/stream")
async def stream(
    request: Request, ctx: Ctx, visitor: Reading, table_id: TableId, seat: Whole | None = None, after: str = ""
) -> Response:
    """The news of a table, as changed parts of its page. Resumes after the event that the browser saw last."""
    ctx.quotas.refuse_streams(visitor.address)
    await run_in_threadpool(lambda: ctx.tables.viewer(ctx.tables.live(table_id), visitor.player, seat))
    last_seen = request.headers.get("last-event-id") or after
    told = Stream(ctx.tables, ctx.rendering, visitor, visitor.words, table_id, seat, last_seen)
    return _streamed(_news(ctx, visitor.address, told))


@router.get("/t/{table_id}/lobby/stream")
async def lobby_stream(ctx: Ctx, visitor: Reading, table_id: TableId) -> Response:
    """The news of a table before its game; the first tell how it stands now."""
    ctx.quotas.refuse_streams(visitor.address)
    await run_in_threadpool(ctx.tables.live, table_id)
    told = LobbyStream(ctx.tables, ctx.rendering, visitor, visitor.words, table_id, None, "")
    return _streamed(_news(ctx, visitor.address, told))


@router.get("/t/{table_id}/try/{line}/stream")
async def plan_stream(ctx: Ctx, visitor: Reading, table_id: TableId, line: Whole) -> Response:
    """Tells who tries something out when the table has moved on."""
    ctx.quotas.refuse_streams(visitor.address)
    plan = await run_in_threadpool(ctx.store.plan, table_id, visitor.known().id, line)
    told = PlanStream(ctx.tables, ctx.rendering, visitor, visitor.words, plan, "")
    return _streamed(_news(ctx, visitor.address, told))


@router.get("/t/{table_id}/end/stream")
async def end_stream(ctx: Ctx, visitor: Reading, table_id: TableId) -> Response:
    """The news of a table after its game; the first tell how it stands now."""
    ctx.quotas.refuse_streams(visitor.address)
    await run_in_threadpool(ctx.tables.live, table_id)
    told = EndStream(ctx.streams, ctx.tables, ctx.rendering, visitor, visitor.words, table_id, None, "")
    return _streamed(_news(ctx, visitor.address, told))


@router.get("/mine/stream")
async def own_stream(ctx: Ctx, visitor: Reading, whole: bool = False) -> Response:
    """The news of the visitor's own tables: the first ones for the first page, all of them for the own one."""
    ctx.quotas.refuse_streams(visitor.address)
    player = visitor.known()
    stream = OwnTablesStream(ctx.tables, ctx.rendering, player, visitor.words, visitor.theme, shows_all=whole)
    return _streamed(_list_news(ctx, visitor.address, player.id, told_player(player.id), stream))


@router.get("/tournament/{tournament_id}/stream")
async def tournament_stream(
    ctx: Ctx, visitor: Reading, tournament_id: TableId, number: RoundNumber = 0, group: Whole = 0
) -> Response:
    """The news of a tournament: standings, and the tables of the round that is looked at."""
    ctx.quotas.refuse_streams(visitor.address)
    await run_in_threadpool(ctx.store.tournament, tournament_id)  # who asks for none is told so at once
    wish = TournamentWanted(number, group)
    stream = TournamentStream(ctx.tables, ctx.rendering, visitor, visitor.words, tournament_id, wish)
    player = None if visitor.player is None else visitor.player.id
    return _streamed(_list_news(ctx, visitor.address, player, tournament_id, stream))


async def _list_news(
    ctx: Context, address: str, player_id: str | None, own: str, stream: OwnTablesStream | TournamentStream
) -> AsyncIterator[bytes]:
    """Message after message; the tables that are followed change with them."""
    followed = frozenset[str]()
    news = ctx.hub.subscribe(own)
    ctx.quotas.streams.add(address)
    attends = contextlib.ExitStack()
    attends.enter_context(ctx.tables.attendance.of(player_id))
    try:
        yield b"retry: 1000\n\n"
        while not ctx.closing:
            news.clear()
            with contextlib.suppress(Unavailable):
                told, ids = await run_in_threadpool(stream.news)
                tables = ids | {coming_and_going(table_id) for table_id in ids}
                ctx.hub.follow(news, followed, tables)
                before, followed = followed, tables
                if told:
                    yield told
                if before != tables:
                    continue  # what happened before we followed them is looked up once more
            try:
                async with asyncio.timeout(SILENCE):
                    await news.wait()
                await asyncio.sleep(TOGETHER)
            except TimeoutError:
                yield b": still here\n\n"
    finally:
        attends.close()
        ctx.hub.follow(news, followed, ())
        ctx.hub.unsubscribe(own, news)
        ctx.quotas.streams.remove(address)


def _streamed(news: AsyncIterator[bytes]) -> StreamingResponse:
    return StreamingResponse(news, media_type="text/event-stream", headers={**FRESH, "X-Accel-Buffering": "no"})


async def _news(ctx: Context, address: str, stream: Stream) -> AsyncIterator[bytes]:
    """Message after message, as long as the server runs and somebody reads."""
    news = ctx.hub.subscribe(stream.table_id)
    ctx.streams.add(stream)
    attends = contextlib.ExitStack()
    attends.enter_context(ctx.tables.attendance.of(stream.player.id if stream.player else None))
    _tell_presence(ctx, stream.table_id)
    ctx.quotas.streams.add(address)
    try:
        yield b"retry: 1000\n\n"
        while not ctx.closing:
            news.clear()
            try:
                at_once = stream.news_at_once()
                message, patience = await run_in_threadpool(stream.news) if at_once is None else at_once
            except Unavailable:
                message, patience = b"", TROUBLED
            ctx.pauses.look_at(stream.table_id)
            if message:
                yield message
            if stream.has_unnoted_chat:
                with contextlib.suppress(Unavailable, Gone):
                    await run_in_threadpool(stream.note_chat)
            try:
                async with asyncio.timeout(patience):
                    await news.wait()
            except TimeoutError:
                yield b": still here\n\n"
    except (TableError, NotFound):
        return
    finally:
        ctx.hub.unsubscribe(stream.table_id, news)
        ctx.streams.discard(stream)
        attends.close()
        _tell_presence(ctx, stream.table_id)
        ctx.quotas.streams.remove(address)


def _tell_presence(ctx: Context, table_id: str) -> None:
    """Somebody has come to a table or left it: those are woken who are shown who is there."""
    if ctx.streams.shows_presence(table_id):
        ctx.hub.wake(table_id)
    ctx.hub.wake(coming_and_going(table_id))
