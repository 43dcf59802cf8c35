"""What becomes of an account: a program's, marked wherever its name stands and listed among the bots."""

from __future__ import annotations

from dolmen.core.errors import translatable
from dolmen.server.errors import AlreadyRated
from dolmen.server.live_tables import LiveTables
from dolmen.store import Player


def mark_as_bot(tables: LiveTables, player: Player) -> None:
    """From now on, and for good, the account is a program's. Raises AlreadyRated.

    Ratings of people and of programs stay apart: who has played rated games as a person takes another account.
    """
    if player.bot_account:
        return
    if tables.store.ratings_of(player.id):
        text = translatable("this account has rated games as a person's: a program needs an account of its own")
        raise AlreadyRated(text)
    tables.store.mark_as_bot(player.id)
    for table in tables.store.tables_of(player.id):
        tables.tell(table.id)
