"""The news of a table, or of all tables of a player, as a stream of server-sent events."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from fastapi import APIRouter, Request
from fastapi.responses import Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from dolmen.server.border import TableId, Whole
from dolmen.server.context import FRESH, Context, Ctx, Reading
from dolmen.server.errors import TableError
from dolmen.server.streams import (
    SILENCE,
    TOGETHER,
    TROUBLED,
    EndStream,
    LobbyStream,
    OwnTablesStream,
    PlanStream,
    Stream,
)
from dolmen.store import NotFound, Unavailable

router = APIRouter(include_in_schema=False)


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
async def own_stream(ctx: Ctx, visitor: Reading) -> Response:
    """The news of the visitor's own tables, for the first page."""
    ctx.quotas.refuse_streams(visitor.address)
    stream = OwnTablesStream(ctx.tables, ctx.rendering, visitor.known(), visitor.words, visitor.theme)
    return _streamed(_own_news(ctx, visitor.address, visitor.known().id, stream))


async def _own_news(ctx: Context, address: str, player_id: str, stream: OwnTablesStream) -> AsyncIterator[bytes]:
    """Message after message; the tables that are followed change with them."""
    own, followed = f"player {player_id}", frozenset[str]()
    news = ctx.hub.subscribe(own)
    ctx.quotas.streams.add(address)
    try:
        yield b"retry: 1000\n\n"
        while not ctx.closing:
            news.clear()
            with contextlib.suppress(Unavailable):
                told, tables = await run_in_threadpool(stream.news)
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
        ctx.hub.follow(news, followed, ())
        ctx.hub.unsubscribe(own, news)
        ctx.quotas.streams.remove(address)


def _streamed(news: AsyncIterator[bytes]) -> StreamingResponse:
    return StreamingResponse(news, media_type="text/event-stream", headers={**FRESH, "X-Accel-Buffering": "no"})


async def _news(ctx: Context, address: str, stream: Stream) -> AsyncIterator[bytes]:
    """Message after message, as long as the server runs and somebody reads."""
    news = ctx.hub.subscribe(stream.table_id)
    ctx.streams.add(stream)
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
        _tell_presence(ctx, stream.table_id)
        ctx.quotas.streams.remove(address)


def _tell_presence(ctx: Context, table_id: str) -> None:
    """Somebody has come to a table or left it: those are woken who are shown who is there."""
    if ctx.streams.shows_presence(table_id):
        ctx.hub.wake(table_id)
