"""Of several servers on one PostgreSQL, one has a duty; when it ends, or loses the database, another one takes it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from dolmen.store import Store

log = logging.getLogger("dolmen.server")

BOTS = 719022
"""The number of the lock that says who runs the bots."""
LOOK_SECONDS = 2.0
"""So often who has no duty asks for it, and who has it looks whether that is still so."""


async def on_duty(store: Store, work: Callable[[], Awaitable[None]], duty: int = BOTS) -> None:
    """Do the work for ever, as long as no other server does it."""
    if not store.is_postgres:  # there is no other one
        await work()
        return
    import psycopg

    while True:
        with contextlib.suppress(psycopg.Error, OSError):
            async with await psycopg.AsyncConnection.connect(store.driver_url, autocommit=True) as connection:
                while not await _takes(connection, duty):
                    await asyncio.sleep(LOOK_SECONDS)
                await _work_while_connected(connection, work)
        await asyncio.sleep(LOOK_SECONDS / 2)


async def _takes(connection: Any, duty: int) -> bool:
    """Whether the duty is ours now; it is, as long as the connection lasts."""
    row = await (await connection.execute("SELECT pg_try_advisory_lock(%s)", (duty,))).fetchone()
    return bool(row and row[0])


async def _work_while_connected(connection: Any, work: Callable[[], Awaitable[None]]) -> None:
    task = asyncio.ensure_future(work())
    try:
        while not task.done():
            await asyncio.wait({task}, timeout=LOOK_SECONDS)
            await connection.execute("SELECT 1")
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
