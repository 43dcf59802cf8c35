"""A review of a finished game is asked for, or stopped; see `dolmen.server.reviews` for who makes it."""

from __future__ import annotations

from dolmen.analysis.review import BOT
from dolmen.core.errors import translatable
from dolmen.server.bot_list import bots_for
from dolmen.server.errors import NotOver, NotReviewed, NotYourSeat, TooMany
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.store import KeptReview, Player, now

MOST = 3
"""So many reviews that one player asked for may wait or be worked on."""
RETRY_SECONDS = 60
"""After so long it is worth trying again."""


def ask(tables: LiveTables, table_id: str, player: Player) -> KeptReview:
    """Ask for the review of a table, unless there is one. Raises NotOver, NotReviewed, TooMany."""
    with tables.open(table_id) as live:
        refuse_unfinished(live)
        if BOT not in bots_for(live.meta.key):
            raise NotReviewed(translatable("No bot here can look through games of %(game)s."), game=live.meta.title)
    kept = tables.store.review(table_id)
    if kept is not None and kept.status != "failed":
        return kept
    if sum(one.player == player.id for one in tables.store.reviews_asked()) >= MOST:
        text = translatable("Some games are being reviewed for you already. Please wait until one of them is done.")
        raise TooMany(text, seconds=RETRY_SECONDS)
    return tables.store.ask_review(table_id, player.id, now())


def refuse_unfinished(live: LiveTable) -> None:
    """Raise NotOver where the game goes on: a review would tell too much."""
    if not live.is_over:
        raise NotOver(translatable("This game can be reviewed when it is over."))


def may_stop(live: LiveTable, kept: KeptReview, player: Player | None) -> bool:
    """Whether somebody asked for it, sits at the table, or made it."""
    return player is not None and (player.id in (kept.player, live.table.owner) or bool(live.seats_of(player.id)))


def stop(tables: LiveTables, table_id: str, player: Player | None) -> None:
    """Stop the review of a table. Raises NotReviewed, NotYourSeat."""
    kept = tables.store.review(table_id)
    if kept is None or kept.status == "done":
        raise NotReviewed(translatable("No review of this game is being made."))
    with tables.open(table_id) as live:
        if not may_stop(live, kept, player):
            raise NotYourSeat(translatable("somebody else has asked for this review"))
    tables.store.stop_review(table_id)
