"""What a bot would do, and why: for a person who plays against bots alone, and in replays for everybody.

The bot thinks in the processes of the other bots; no request waits for it but the one that asked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, cast

from fastapi import APIRouter, Depends, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from dolmen.analysis.advice import Advice
from dolmen.core.errors import DolmenError
from dolmen.core.words import Words
from dolmen.server.border import TableId, Whole
from dolmen.server.bot_line import Asker
from dolmen.server.bot_process import BotFailed
from dolmen.server.bot_runner import BotRunner
from dolmen.server.bot_worker import Position, best_plays
from dolmen.server.context import Context, Ctx, Reading, Visitor, page
from dolmen.server.live_table import LiveTable
from dolmen.server.pages.advice import advised

router = APIRouter(include_in_schema=False)

LEVEL = "strong"
"""Who advises: good enough to learn from, quick enough to wait for."""
MOST = 3
"""So many plays are shown."""


class Advisers:
    """Asks the bots' processes; whoever asks the same at the same time shares one answer."""

    def __init__(self, bots: BotRunner) -> None:
        self._bots = bots
        self._asked: dict[Position, asyncio.Future[tuple[Advice, ...]]] = {}

    async def ask(self, position: Position, table_id: str, asker: Asker) -> tuple[Advice, ...]:
        """What the bot thinks of a position. Raises DolmenError."""
        if position not in self._asked:
            thinking = self._bots.run_in_process(
                LEVEL, position.game, asker, table_id, best_plays, position, LEVEL, MOST
            )
            asked = asyncio.ensure_future(thinking)
            asked.add_done_callback(lambda _: self._asked.pop(position, None))
            self._asked[position] = asked
        return await asyncio.shield(self._asked[position])


def advisers(request: Request) -> Advisers:
    """The server's own."""
    return cast(Advisers, request.app.state.advisers)


Asked = Annotated[Advisers, Depends(advisers)]


def plays_alone(live: LiveTable, seats: Sequence[int]) -> bool:
    """Whether nobody else owns a seat at the table, and it is not rated: then advice is nobody else's harm."""
    return live.is_running and live.is_alone(seats) and not live.is_rated and not live.is_bidding


@router.get("/t/{table_id}/advice")
async def advice(
    ctx: Ctx, visitor: Reading, bots: Asked, table_id: TableId, seat: Whole | None = None, at: Whole | None = None
) -> Response:
    """What a bot would do: now, for the seat that is asked; with `at`, at a moment of a replay."""
    question = await run_in_threadpool(_question, ctx, visitor, table_id, seat, at)
    past = at is not None
    if question is None:
        return await run_in_threadpool(page, ctx, visitor, "advice.html", plays=(), failed=False, past=past)
    live, position = question
    try:
        asker = Asker(visitor.player.id if visitor.player else visitor.address, visitor.address)
        plays = await bots.ask(position, table_id, asker)
    except (BotFailed, DolmenError):
        return await run_in_threadpool(page, ctx, visitor, "advice.html", plays=(), failed=True, past=past)
    told = await run_in_threadpool(advised, live, position.history, plays, visitor.words)
    return await run_in_threadpool(page, ctx, visitor, "advice.html", plays=told, failed=False, past=past)


def _question(
    ctx: Context, visitor: Visitor, table_id: str, seat: int | None, at: int | None
) -> tuple[LiveTable, Position] | None:
    """The position that is asked about; None where advice is not given or nobody decides."""
    with ctx.tables.open(table_id) as live:
        if at is not None and live.is_over:
            return _moment(live, visitor.words, at)
        viewer = ctx.tables.viewer(live, visitor.player, seat)
        if viewer.seat is None or live.deciding != viewer.seat or not plays_alone(live, viewer.seats):
            return None
        return live, live.position


def _moment(live: LiveTable, words: Words, at: int) -> tuple[LiveTable, Position] | None:
    """The position before what a replay shows; where nobody decided there, the one after it."""
    at = max(0, min(at, live.state.decisions))
    earlier = [entry.decision for entry in live.log(words) if entry.decision < at]
    for decisions in (earlier[-1] if earlier else 0, at):
        if decisions < len(live.state.history) and int(live.state.records_before(decisions)[0].player) >= 0:
            return live, replace(live.position, history=live.state.history[:decisions])
    return None
