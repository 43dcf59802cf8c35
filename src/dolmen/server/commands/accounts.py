"""What becomes of an account: a program's, marked wherever its name stands and listed among the bots; or forgotten."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from dolmen.core.errors import DolmenError, translatable
from dolmen.server.commands import leaving, tournaments
from dolmen.server.errors import AlreadyRated, NotSure
from dolmen.server.live_tables import LiveTables
from dolmen.server.names import folded
from dolmen.store import Player, Table, Unavailable

log = logging.getLogger("dolmen.server")

MOST_TABLES = 100_000
"""So many tables and tournaments of a player are left."""


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


def refuse_unsure(tables: LiveTables, player: Player, proof: str) -> None:
    """Raise NotSure unless it is the password of the account; of a guest, who has none, the name."""
    if player.login is None:
        if folded(proof) != player.name:
            raise NotSure(translatable("This is not your name: nothing was deleted."))
    elif tables.store.log_in(player.login, proof) is None:
        raise NotSure(translatable("The password is not right: nothing was deleted."))


def forget(tables: LiveTables, player: Player) -> None:
    """Forget a person for good, who first leaves everything, so that nobody waits for him.

    Games that others play go on, by their rules or with a bot, and those that are over stay, all without the name; a
    table at which nobody else sits goes, if its game is not over, and so does a tournament that has not begun.
    """
    store = tables.store
    for cup in store.tournaments_of(player.id, limit=MOST_TABLES):
        with _if_possible():
            if cup.owner == player.id and cup.status == "open":
                tournaments.call_off(tables, cup.id, player)
            elif cup.status in ("open", "playing"):
                tournaments.leave(tables, cup.id, player)
    mine = store.tables_of(player.id, limit=MOST_TABLES)
    for table in mine:
        if table.status in ("waiting", "playing"):
            with _if_possible():
                _leave(tables, table, player)
    store.delete_player(player.id)
    for table in mine:
        tables.tell(table.id)


def _leave(tables: LiveTables, table: Table, player: Player) -> None:
    others = any(seat.player not in (None, player.id) for seat in tables.live(table.id).seats)
    if table.owner == player.id and not others and not leaving.is_awaited(tables, table):
        leaving.close(tables, table.id, player)
    elif table.status == "waiting":
        leaving.get_up(tables, table.id, player)
    else:
        leaving.resign_all(tables, table.id, player)


@contextmanager
def _if_possible() -> Iterator[None]:
    """A table of earlier rules, or one that is just gone, keeps nobody from going."""
    try:
        yield
    except Unavailable:
        raise
    except DolmenError as error:
        log.info("somebody goes without leaving: %s", error)
