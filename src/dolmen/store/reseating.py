"""Everybody at a table gets another seat: what an auction for places leads to."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from dolmen.store import schema


def reseat(connection: sa.Connection, table_id: str, order: Sequence[int]) -> None:
    """Who had the seat `order[place]` has the seat `place`, with all that belongs to him. In a transaction."""
    seats, chat, drawn = schema.seats, schema.chat, schema.tournament_tables
    kept = (seats.c.kind, seats.c.name, seats.c.player, seats.c.bot, seats.c.token_hash)
    rows = connection.execute(sa.select(*kept).where(seats.c.table == table_id).order_by(seats.c.seat)).all()
    here = seats.update().where(seats.c.table == table_id)
    connection.execute(here.values(token_hash=None))  # no two rows may have the same, not even for a moment
    for place, seat in enumerate(order):
        connection.execute(here.where(seats.c.seat == place).values(**rows[seat]._mapping))
    places = {seat: place for place, seat in enumerate(order)}
    said = chat.update().where(chat.c.table == table_id, chat.c.seat.in_(places))
    connection.execute(said.values(seat=sa.case(places, value=chat.c.seat)))
    entrants = connection.scalar(sa.select(drawn.c.entrants).where(drawn.c.table == table_id))
    if entrants is not None:  # it is a tournament's
        of_it = drawn.update().where(drawn.c.table == table_id)
        connection.execute(of_it.values(entrants=[entrants[seat] for seat in order]))
