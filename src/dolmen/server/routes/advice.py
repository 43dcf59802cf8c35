"""What a bot would do, and why: for a person who plays against bots alone, and in replays for everybody.

The bot thinks in the processes of the other bots; no request waits for it but the one that asked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import APIRouter, Depends, Request
from markupsafe import Markup, escape
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from dolmen.contract.game import State
from dolmen.contract.registry import package
from dolmen.core.errors import DolmenError
from dolmen.core.words import Words
from dolmen.server.bot_runner import Thinking
from dolmen.server.context import Context, Visitor
from dolmen.server.live_table import LiveTable
from dolmen.server.routes.guide import choice_of
from dolmen.server.routes.table import Ctx, Seen, page

router = APIRouter(include_in_schema=False)

LEVEL = "strong"
"""Who advises: good enough to learn from, quick enough to wait for."""
MOST = 3
"""So many plays are shown."""


@dataclass(frozen=True)
class Thought:
    """One play as the bot's process tells of it."""

    actions: tuple[int, ...]
    points: float
    share: float
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Advised:
    """One play as a page tells of it."""

    text: Markup
    points: float
    reasons: tuple[str, ...]
    path: str
    """The numbers that lead to the choice, where it can be made now."""


def think_of(game: str, setup: str, history: tuple[int, ...]) -> tuple[Thought, ...]:
    """The best plays, in a process of the bots': the position is built from its history."""
    from dolmen.analysis.advice import advise
    from dolmen.bots import LEVEL as BY_LEVEL
    from dolmen.bots import find_bot
    from dolmen.contract.registry import package

    state: State = package(game).notation().read(setup).state
    for action in history:
        state.apply_trusted(action)
    found = advise(find_bot(LEVEL, game), state, BY_LEVEL, len(history), MOST)
    return tuple(Thought(one.actions, one.points, one.share, one.reasons) for one in found)


class Advisers:
    """Asks the bots' processes; whoever asks the same at the same time shares one thought."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking
        self._asked: dict[tuple[str, tuple[int, ...]], asyncio.Future[tuple[Thought, ...]]] = {}

    async def ask(self, game: str, setup: str, history: tuple[int, ...]) -> tuple[Thought, ...]:
        """What the bot thinks of a position. Raises DolmenError."""
        key = (setup, history)
        if key not in self._asked:
            loop = asyncio.get_running_loop()
            self._asked[key] = asyncio.ensure_future(
                loop.run_in_executor(self._thinking.executor(), think_of, game, setup, history)
            )
            self._asked[key].add_done_callback(lambda _: self._asked.pop(key, None))
        return await asyncio.shield(self._asked[key])


def advisers(request: Request) -> Advisers:
    """The server's own."""
    return cast(Advisers, request.app.state.advisers)


Asked = Annotated[Advisers, Depends(advisers)]


def plays_alone(live: LiveTable, seats: Sequence[int]) -> bool:
    """Whether all persons at the table are this one: then advice is nobody else's harm."""
    return live.is_running and live.people() <= set(seats)


@router.get("/t/{table_id}/advice")
async def advice(
    ctx: Ctx, seen: Seen, bots: Asked, table_id: str, seat: int | None = None, at: int | None = None
) -> Response:
    """What a bot would do: now, for the seat that is asked; with `at`, at a moment of a replay."""
    question = await run_in_threadpool(_question, ctx, seen, table_id, seat, at)
    if question is None:
        return await run_in_threadpool(page, ctx, seen, "advice.html", plays=(), failed=False)
    live, history = question
    try:
        thoughts = await bots.ask(live.meta.key, live.table.setup, history)
    except (BrokenProcessPool, DolmenError):
        return await run_in_threadpool(page, ctx, seen, "advice.html", plays=(), failed=True)
    plays = await run_in_threadpool(_told, live, history, thoughts, seen.words)
    return await run_in_threadpool(page, ctx, seen, "advice.html", plays=plays, failed=False)


def _question(
    ctx: Context, seen: Visitor, table_id: str, seat: int | None, at: int | None
) -> tuple[LiveTable, tuple[int, ...]] | None:
    """The position that is asked about, by its history; None where advice is not given or nobody decides."""
    with ctx.tables.lock(table_id):
        live = ctx.tables.live(table_id)
        if at is not None and live.is_over:
            return _moment(live, seen.words, at)
        viewer = ctx.tables.viewer(live, seen.player, seat)
        if viewer.seat is None or live.deciding != viewer.seat or not plays_alone(live, viewer.seats):
            return None
        return live, live.state.history


def _moment(live: LiveTable, words: Words, at: int) -> tuple[LiveTable, tuple[int, ...]] | None:
    """The position before what a replay shows; where nobody decided there, the one after it."""
    entries = live.log(words)
    at = max(0, min(at, len(entries)))
    for place in (at - 1, at):
        decisions = entries[place - 1].decision if place > 0 else 0
        if decisions < len(live.state.history) and int(live.state.records_before(decisions)[0].player) >= 0:
            return live, live.state.history[:decisions]
    return None


def _told(live: LiveTable, history: tuple[int, ...], thoughts: Sequence[Thought], words: Words) -> tuple[Advised, ...]:
    """The plays in the reader's language: as the choice they begin with, as the log tells of them, or as notation."""
    advised = []
    is_now = len(history) == len(live.state.history)
    choices = live.present.prompt(live.state, live.names, words).choices if is_now else ()
    for thought in thoughts:
        choice = choice_of(choices, thought.actions)
        if choice:
            advised.append(Advised(escape(choice[1]), thought.points, thought.reasons, choice[0]))
            continue
        state = State(live.state.game, live.state.records_before(0))
        for action in (*history, *thought.actions):
            state.apply_trusted(action)
        entries = live.present.log(state, len(history), live.names, words)
        text = Markup(" ").join(escape(entry.text) for entry in entries)
        if not text:
            position = State(live.state.game, state.records_before(len(history)))
            text = escape(package(live.meta.key).notation().play_text(position, thought.actions))
        advised.append(Advised(text, thought.points, thought.reasons, ""))
    return tuple(advised)
