"""The tables of one player as the first page lists them: whose turn it is, since when, how the points stand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from babel.dates import format_timedelta

from dolmen.contract.registry import games
from dolmen.core.words import Words
from dolmen.server.errors import StoredOnly
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.server.parts import Part
from dolmen.store import Player, Table, now

MOST_SHOWN = 12
"""So many tables that go on are shown, those first that wait for the player."""
MOMENT = 60_000
"""Milliseconds within which something is just now."""


@dataclass(frozen=True)
class SeatLine:
    """A seat of a table in the list."""

    name: str
    colour: str
    points: int | None
    """None before the game."""


@dataclass(frozen=True)
class OwnTable:
    """A table at which the player sits, and which is not over."""

    id: str
    name: str
    title: str
    where: str
    seats: tuple[SeatLine, ...]
    is_mine: bool
    """Whether it waits for the player."""
    status: str
    since: str
    picture: str
    """What the picture of its board is called by; it changes with the board."""


@dataclass(frozen=True)
class OwnTables:
    """All of them, those first that wait for the player."""

    tables: tuple[OwnTable, ...]
    ids: frozenset[str]
    """The tables whose news may change the list."""

    @property
    def waiting(self) -> int:
        """How many wait for the player."""
        return sum(table.is_mine for table in self.tables)

    @property
    def title(self) -> str:
        """The title of a page that lists them."""
        return f"({self.waiting}) Dolmen" if self.waiting else "Dolmen"

    def part(self, theme: str) -> Part:
        """The list, as a page shows it that is light or dark, or as the reader's system is."""
        return Part("mine", "own_tables.html", {"own": self, "theme": theme})


NO_TABLES = OwnTables((), frozenset())


def own_tables(tables: LiveTables, player: Player | None, words: Words) -> OwnTables:
    """The tables of a player that go on; a stranger has none."""
    if player is None:
        return NO_TABLES
    known = [table for table in tables.store.tables_of(player.id) if table.game in games()]
    going = [table for table in known if table.status in ("waiting", "playing")][:MOST_SHOWN]
    rows = sorted((_row(tables, table, player, words) for table in going), key=lambda row: not row.is_mine)
    return OwnTables(tuple(rows), frozenset(table.id for table in known))


def _row(tables: LiveTables, table: Table, player: Player, words: Words) -> OwnTable:
    try:
        with tables.open(table.id) as live:
            return _live_row(live, player, words)
    except StoredOnly:
        return OwnTable(table.id, table.name, games()[table.game].title, "", (), False, _old(words), "", "")


def _old(words: Words) -> str:
    return words.gettext("earlier rules, to read only")


def _live_row(live: LiveTable, player: Player, words: Words) -> OwnTable:
    _ = words.gettext
    free = sum(seat.kind in ("friend", "open") for seat in live.seats)
    asked = live.asked
    is_mine = asked in live.seats_of(player.id) and live.seats[asked or 0].kind == "person"
    if live.is_old:
        status = _old(words)
    elif free:
        status = words.ngettext("%(number)s seat free", "%(number)s seats free", free) % {"number": free}
    elif is_mine:
        status = _("Your turn")
    else:
        status = _("%(name)s thinks") % {"name": live.names[asked or 0]}
    return OwnTable(
        live.table.id,
        live.table.name,
        live.meta.title,
        "" if free else live.present.progress_text(live.state, words),
        _seat_lines(live, begun=not free),
        is_mine,
        status,
        _since(live, words) if asked is not None and not free else "",
        f"{live.sequence}",
    )


def _seat_lines(live: LiveTable, *, begun: bool) -> tuple[SeatLine, ...]:
    points: list[int | None] = [*live.state.scores()] if begun else [None] * len(live.seats)
    return tuple(map(SeatLine, live.names, live.colours, points))


def _since(live: LiveTable, words: Words) -> str:
    """How long there is left by the clock, or how long the seat has been asked."""
    _ = words.gettext
    at = now()
    if live.until is not None:
        left = format_timedelta(timedelta(milliseconds=max(0, live.until - at)), threshold=1.5, locale=words.locale)
        return _("%(time)s left") % {"time": left}
    passed = at - live.conduct.asked_since
    if passed < MOMENT:
        return _("just now")
    ago = format_timedelta(timedelta(milliseconds=passed), threshold=1.5, locale=words.locale)
    return _("for %(time)s") % {"time": ago}
