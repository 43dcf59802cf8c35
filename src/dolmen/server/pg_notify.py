"""Several servers on one PostgreSQL: each hears which tables and people others have changed, and where bots wait."""

from __future__ import annotations

import asyncio
import json
import logging
import os

from dolmen.server.attendance import HERE
from dolmen.server.live_table import BotWait
from dolmen.server.live_tables import LiveTables
from dolmen.store import Event, Store
from dolmen.store.database import LONGEST_NOTICE, PEOPLE, PLAYER
from dolmen.store.server_lock import SERVING
from dolmen.store.statements import CHANNEL

log = logging.getLogger("dolmen.server")


async def listen(tables: LiveTables) -> None:
    """Hand on what PostgreSQL notifies, for ever; after a lost connection, begin again."""
    import psycopg

    while True:
        try:
            url, name = tables.store.driver_url, f"dolmen serve, process {os.getpid()}"
            connection = await psycopg.AsyncConnection.connect(url, autocommit=True, application_name=name)
            async with connection:
                await connection.execute(f"SELECT pg_advisory_lock_shared({SERVING})")  # see `server_lock`
                await connection.execute(f"LISTEN {CHANNEL}")
                tables.hear_all(hears=True)
                async for notice in connection.notifies():
                    _hand_on(tables, notice.payload)
        except (psycopg.Error, OSError) as error:
            log.warning("the connection to PostgreSQL is lost, trying again: %s", type(error).__name__)
        finally:
            tables.hear_all(hears=False)
        await asyncio.sleep(1)


def _hand_on(tables: LiveTables, payload: str) -> None:
    table_id, _, event = payload.partition(" ")
    if payload.startswith("{"):
        tables.take_waits({table_id: BotWait(*wait) for table_id, wait in json.loads(payload).items()})
    elif payload.startswith(PLAYER):
        tables.hub.tell_player(payload)
    elif payload == PEOPLE:
        tables.people = object()
    elif table_id == HERE:
        tables.attendance.hear(event.split())
    elif not event:
        tables.hear(table_id, None)
    else:
        sequence, server, *told = event.split(" ", 2)
        if server != tables.store.name:  # our own events we know
            rows = json.loads(told[0]) if told else []
            first = int(sequence) - len(rows) + 1
            events = [Event(table_id, number, *row) for number, row in enumerate(rows, start=first)]
            tables.hear(table_id, int(sequence), events)


def tell_waits(store: Store, waits: dict[str, BotWait]) -> None:
    """Tell the other servers who waits for a bot; of very many, the first ones in the line."""
    told = sorted(waits.items(), key=lambda item: item[1].place)
    while len(text := json.dumps({table_id: [wait.place, wait.why] for table_id, wait in told})) > LONGEST_NOTICE:
        told = told[: len(told) // 2]
    store.notify(text)
