"""What may go after a time: tables and tournaments that nobody touched, and guests who sit nowhere."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa

from dolmen.store import schema
from dolmen.store.rows import Table, Tournament
from dolmen.store.store import Store


def untouched_tables(store: Store, before: int, *, abandoned: bool = False) -> list[Table]:
    """The tables that nobody changed since that moment; such as are still played at only where they are asked for."""
    status = ("waiting", "finished", "imported", *(("playing",) if abandoned else ()))
    found = store.tables_with_status(*status, limit=1_000_000)
    return [table for table in found if table.changed < before]


def untouched_tournaments(store: Store, before: int, *, abandoned: bool = False) -> list[Tournament]:
    """Likewise tournaments; their tables are tables like others."""
    status = ("open", "finished", "called off", *(("playing",) if abandoned else ()))
    return [one for one in store.tournaments(*status, limit=1_000_000) if one.changed < before]


def idle_guests(store: Store, before: int, gone: Collection[str]) -> list[str]:
    """The ids of people without an account who came before that moment and are in none but those tables or tournaments.

    In means: they sit there, have entered it, or have made it.
    """
    players, seats, tables = schema.players, schema.seats, schema.tables
    hosted, entered = schema.tournaments, schema.tournament_entrants
    query = sa.select(players.c.id).where(players.c.login.is_(None), players.c.created < before)
    with store.engine.connect() as connection:
        guests = connection.scalars(query).all()
        sitting = connection.execute(sa.select(seats.c.player, seats.c.table).where(seats.c.player.is_not(None)))
        owning = connection.execute(sa.select(tables.c.owner, tables.c.id).where(tables.c.owner.is_not(None)))
        hosting = connection.execute(sa.select(hosted.c.owner, hosted.c.id).where(hosted.c.owner.is_not(None)))
        playing = connection.execute(
            sa.select(entered.c.player, entered.c.tournament).where(entered.c.player.is_not(None))
        )
        busy = {player for player, what in [*sitting, *owning, *hosting, *playing] if what not in gone}
    return [guest for guest in guests if guest not in busy]
