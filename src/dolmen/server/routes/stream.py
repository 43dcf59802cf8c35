"""The news of a table, as a stream of server-sent events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from fastapi import APIRouter, Request
from fastapi.responses import Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from dolmen.server.border import TableId, Whole
from dolmen.server.context import FRESH, Context, Ctx, Reading
from dolmen.server.errors import TableError
from dolmen.server.streams import TROUBLED, Stream
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
    return StreamingResponse(
        _news(
            ctx, visitor.address, Stream(ctx.tables, ctx.rendering, visitor, visitor.words, table_id, seat, last_seen)
        ),
        media_type="text/event-stream",
        headers={**FRESH, "X-Accel-Buffering": "no"},
    )


async def _news(ctx: Context, address: str, stream: Stream) -> AsyncIterator[str]:
    """Message after message, as long as the server runs and somebody reads."""
    news = ctx.hub.subscribe(stream.table_id)
    ctx.streams.add(stream)
    ctx.quotas.streams.add(address)
    try:
        yield "retry: 1000\n\n"
        while not ctx.closing:
            news.clear()
            try:
                at_once = stream.news_at_once()
                message, patience = await run_in_threadpool(stream.news) if at_once is None else at_once
            except Unavailable:
                message, patience = "", TROUBLED
            if message:
                yield message
            try:
                await asyncio.wait_for(news.wait(), patience)
            except TimeoutError:
                yield ": still here\n\n"
    except (TableError, NotFound):
        return
    finally:
        ctx.hub.unsubscribe(stream.table_id, news)
        ctx.streams.discard(stream)
        ctx.quotas.streams.remove(address)
