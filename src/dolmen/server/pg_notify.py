"""Several servers on one PostgreSQL: each hears which tables the others have changed."""

from __future__ import annotations

import asyncio
import logging
import os

import sqlalchemy as sa

from dolmen.server.hub import Hub
from dolmen.store import Store
from dolmen.store.server_lock import SERVING
from dolmen.store.store import CHANNEL

log = logging.getLogger("dolmen.server")


async def listen(store: Store, hub: Hub) -> None:
    """Hand on what PostgreSQL notifies, for ever; after a lost connection, begin again."""
    import psycopg

    url = store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            name = f"dolmen serve, process {os.getpid()}"
            connection = await psycopg.AsyncConnection.connect(url, autocommit=True, application_name=name)
            async with connection:
                await connection.execute(f"SELECT pg_advisory_lock_shared({SERVING})")  # see `server_lock`
                await connection.execute(f"LISTEN {CHANNEL}")
                async for notice in connection.notifies():
                    hub.tell(notice.payload)
        except (psycopg.OperationalError, sa.exc.SQLAlchemyError) as error:
            log.warning("the connection to PostgreSQL is lost, trying again: %s", type(error).__name__)
            await asyncio.sleep(1)
