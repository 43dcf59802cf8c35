"""The JSON API: the news of one table, also for who only watches."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from dolmen.server.api.callers import KNOWN, Caller, OwnSeatNumber
from dolmen.server.api.event_stream import STILL_HERE, EventStream, event_stream, event_text
from dolmen.server.api.views import read_view
from dolmen.server.border import TableId
from dolmen.server.context import Address, Context, Ctx
from dolmen.server.streams import SILENCE, TROUBLED
from dolmen.store import NotFound, Player, Unavailable, now
from dolmen.wire.tables import TableView

router = APIRouter(prefix="/api", tags=["streams"], dependencies=[KNOWN])


@router.get(
    "/tables/{table_id}/stream",
    response_class=EventStream,
    responses={200: {"model": TableView, "description": "Events without a name; the data of each is the table anew."}},
)
async def stream_table(
    ctx: Ctx, address: Address, player: Caller, table_id: TableId, seat: OwnSeatNumber = None
) -> Response:
    """Server-sent events: the table anew after every change, with its sequence as the event's id."""
    ctx.quotas.refuse_streams(address)
    await run_in_threadpool(read_view, ctx, player, table_id, seat)
    return event_stream(_news(ctx, address, player, table_id, seat))


async def _news(ctx: Context, address: str, player: Player, table_id: str, seat: int | None) -> AsyncIterator[str]:
    heard = ctx.hub.subscribe(table_id)
    ctx.quotas.streams.add(address)
    last: tuple[int, bool] | None = None
    try:
        while not ctx.closing:
            heard.clear()
            patience = TROUBLED
            with contextlib.suppress(Unavailable):
                view = await run_in_threadpool(read_view, ctx, player, table_id, seat)
                state = (view.sequence, view.clock is not None and view.clock.late)
                patience = _patience(view)
                if state != last:
                    last = state
                    yield event_text(view, view.sequence)
            try:
                async with asyncio.timeout(patience):
                    await heard.wait()
            except TimeoutError:
                yield STILL_HERE
    except NotFound:
        return
    finally:
        ctx.hub.unsubscribe(table_id, heard)
        ctx.quotas.streams.remove(address)


def _patience(view: TableView) -> float:
    """How long to wait for news: not beyond the moment at which somebody's time is up, which is news, too."""
    if view.clock is None or view.clock.late:
        return SILENCE
    return min(SILENCE, max(0.0, (view.clock.until - now()) / 1000) + 0.01)
