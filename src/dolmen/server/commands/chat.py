"""Talking at a table."""

from __future__ import annotations

from dolmen.core.errors import translatable
from dolmen.server.errors import NotYourSeat
from dolmen.server.live_tables import LiveTables
from dolmen.server.names import spoken_line
from dolmen.store import Player

CHAT_LIMIT = 500


def say(tables: LiveTables, table_id: str, player: Player, text: str) -> None:
    """A line in the chat, for those who sit at the table."""
    text = spoken_line(text)[:CHAT_LIMIT]
    if not text:
        return
    seats = tables.live(table_id).seats_of(player.id)
    if not seats:
        raise NotYourSeat(translatable("only who sits at the table may talk"))
    tables.store.say(table_id, player, seats[0], text)
    tables.tell(table_id)
