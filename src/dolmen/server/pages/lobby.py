"""A table before its game: who sits, which seats are free, the one link that takes the next of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import segno

from dolmen.core.words import Words
from dolmen.server.bot_list import DEFAULT_LEVEL, Opponent, levels, opponents
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables, Viewer
from dolmen.server.pages.time import clock_text
from dolmen.store import FREE, Seat


@dataclass(frozen=True)
class LobbySeat:
    """A seat before the game."""

    number: int
    """From 1 on."""
    seat: int
    name: str
    """Empty where it is free."""
    note: str
    is_open: bool
    """Whether the reader may take it at once."""


@dataclass(frozen=True)
class Lobby:
    """What the page of a table shows that waits for players."""

    seats: tuple[LobbySeat, ...]
    link: str
    """For who made the table, while seats are free: it takes the next one."""
    is_owner: bool
    is_named: bool
    """Whether the reader has a name already."""
    begun: bool
    heading: str
    bots: tuple[Opponent, ...]
    clock: str
    """How time will run, in words; empty without a clock."""
    level: int = DEFAULT_LEVEL


def lobby_of(tables: LiveTables, live: LiveTable, viewer: Viewer, origin: str, words: Words) -> Lobby:
    """The table before its game, as a viewer may see it. Under its lock."""
    is_owner = viewer.player is not None and live.table.owner == viewer.player.id
    free = [seat for seat in live.seats if seat.kind in FREE]
    told = {"here": len(live.seats) - len(free), "all": len(live.seats)}
    return Lobby(
        tuple(_seat(live, seat, viewer, words) for seat in live.seats),
        f"{origin}/j/{live.table.id}/{tables.table_token(live.table.id)}" if is_owner and free else "",
        is_owner,
        viewer.player is not None,
        live.table.status != "waiting",
        words.gettext("%(here)s of %(all)s are here") % told,
        tuple(levels(live.meta.key, words)),
        clock_text(live.table, words),
    )


def _seat(live: LiveTable, seat: Seat, viewer: Viewer, words: Words) -> LobbySeat:
    is_open = seat.kind == "open" and not viewer.seats
    name = "" if seat.kind in FREE else live.names[seat.seat]
    return LobbySeat(seat.seat + 1, seat.seat, name, _note(live, seat, viewer, words), is_open)


def _note(live: LiveTable, seat: Seat, viewer: Viewer, words: Words) -> str:
    """What is said of a seat below its name."""
    _ = words.gettext
    if seat.kind == "friend":
        return _("the link takes the next free seat")
    if seat.kind == "open":
        return _("open to anyone")
    if seat.kind == "bot":
        titles = {bot.name: bot.label for bot in opponents(live.meta.key, words)}
        return _("Bot: %(name)s") % {"name": titles.get(seat.bot, seat.bot)}
    if seat.bot_account:
        return _("bot")
    mine, host = seat.seat in viewer.seats, seat.player == live.table.owner
    return _("you, host") if mine and host else _("you") if mine else _("host") if host else _("ready")


@lru_cache(maxsize=200)
def qr_code(link: str) -> str:
    """A link as a picture that a camera reads, dark on white by day and by night."""
    return str(segno.make(link, micro=False, error="m").svg_inline(border=2, dark="#000", light="#fff", omitsize=True))
