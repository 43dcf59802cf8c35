"""The JSON API of an account: the one stream that a program needs, that it is a program's, its data and its end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Header
from fastapi.responses import Response
from pydantic import Field
from starlette.concurrency import run_in_threadpool

from dolmen.server.api.account_news import AccountNews
from dolmen.server.api.callers import KNOWN, Caller
from dolmen.server.api.event_stream import STILL_HERE, EventStream, event_stream, event_text
from dolmen.server.border import Sent
from dolmen.server.commands import accounts
from dolmen.server.context import Address, Context, Ctx
from dolmen.server.streams import SILENCE, TROUBLED
from dolmen.store import Player, Unavailable, now
from dolmen.store.database import told_player
from dolmen.wire.events import AccountEvent

router = APIRouter(prefix="/api", tags=["account"], dependencies=[KNOWN])

RETRY = "retry: 1000\n\n"
"""How soon a browser's own reader comes back, in milliseconds."""
MOMENT_DIGITS = 16
"""Of a moment in milliseconds; longer ones are none of ours."""

LastEvent = Annotated[
    str, Header(max_length=100, description="The id of the last event that you saw, if you come back.")
]


@router.get(
    "/stream",
    response_class=EventStream,
    responses={200: {"model": AccountEvent, "description": "Events as they happen, named by their `type`."}},
)
async def stream_account(ctx: Ctx, address: Address, player: Caller, last_event_id: LastEvent = "") -> Response:
    """Server-sent events of all your tables and invitations: this, and one POST for every play, is enough to play.

    First all that waits is told, then `ready`, then what happens, each event at least once. An id is a moment: who
    comes back with `Last-Event-ID` is also told which games have ended since, and which invitations were answered.
    """
    ctx.quotas.refuse_streams(address)
    is_moment = last_event_id.isascii() and last_event_id.isdecimal() and len(last_event_id) <= MOMENT_DIGITS
    news = AccountNews(ctx, player, int(last_event_id) if is_moment else None)
    return event_stream(_told(ctx, address, player, news))


async def _told(ctx: Context, address: str, player: Player, news: AccountNews) -> AsyncIterator[str]:
    """Event after event; the tables that are followed change with them."""
    own, followed = told_player(player.id), frozenset[str]()
    heard = ctx.hub.subscribe(own)
    ctx.quotas.streams.add(address)
    try:
        yield RETRY
        while not ctx.closing:
            heard.clear()
            patience = SILENCE
            try:
                told = await run_in_threadpool(news.news)
            except Unavailable:
                told, patience = [], TROUBLED
            before, followed = followed, news.followed
            ctx.hub.follow(heard, before, followed)
            for table_id in followed:
                ctx.pauses.look_at(table_id)
            for event in told:
                yield event_text(event, now(), event.type)
            if followed - before:
                continue  # what happened before we followed them is looked up once more
            try:
                async with asyncio.timeout(patience):
                    await heard.wait()
            except TimeoutError:
                yield STILL_HERE
    finally:
        ctx.hub.follow(heard, followed, ())
        ctx.hub.unsubscribe(own, heard)
        ctx.quotas.streams.remove(address)


@router.post("/me/bot", status_code=204)
def mark_as_bot(ctx: Ctx, player: Caller) -> None:
    """Your account is a program's, from now on and for good: marked at the table, listed among the bots.

    Refused with 409 where it has rated games as a person's.
    """
    accounts.mark_as_bot(ctx.tables, player)
    ctx.forget_sessions(player)


class Proof(Sent):
    """That what cannot be undone is meant."""

    proof: str = Field(max_length=200, examples=["correct horse battery"])
    """The password of your account; of a guest, who has none, the name."""


@router.get("/me/export")
def export(ctx: Ctx, player: Caller) -> dict[str, Any]:
    """Everything that is kept about you: rows of the database, by what they are about."""
    return ctx.store.export_player(player.id)


@router.post("/me/delete", status_code=204)
def delete(ctx: Ctx, address: Address, player: Caller, sure: Proof) -> None:
    """Delete your account with all that is kept about you, for good; your tokens stand for nobody then.

    Games that others play go on without you; those that are over stay, without your name. Refused with 403 where the
    proof is not right.
    """
    ctx.attempts.try_password(address, player.login or player.id)
    accounts.refuse_unsure(ctx.tables, player, sure.proof)
    accounts.forget(ctx.tables, player)
    ctx.forget_sessions(player)
