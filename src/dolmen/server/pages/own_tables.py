"""The tables of one player that go on: whose turn it is, since when, how the points stand, who is here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from babel.dates import format_date, format_timedelta

from dolmen.contract.registry import games
from dolmen.core.words import Words
from dolmen.server.calls.occasions import consents
from dolmen.server.errors import StoredOnly
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.server.parts import Part
from dolmen.store import NotFound, Player, Table, now

FEW, MOST = 6, 100
"""So many tables are shown on the first page, and on the player's own one; those first that wait for the player."""
MOMENT = 60_000
"""Milliseconds within which something is just now."""


@dataclass(frozen=True)
class SeatLine:
    """A seat of a table in the list."""

    name: str
    colour: str
    points: int | None
    """None before the game."""
    is_here: bool = False
    """Whether it is another person's who is here now."""


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
    unread: int = 0
    """So many lines of the chat the player has not seen."""
    game: str = ""
    """The key of its game."""
    asked: int | None = None
    """The seat that the table waits for."""
    asked_since: int | None = None
    """Since when, in milliseconds since 1970."""
    until: int | None = None
    """When its time is up; None where no clock runs."""


@dataclass(frozen=True)
class OwnTables:
    """All of them, those first that wait for the player."""

    tables: tuple[OwnTable, ...]
    ids: frozenset[str]
    """The tables whose news may change the list."""
    hidden: int = 0
    """So many more there are."""
    shows_all: bool = False

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


def own_tables(tables: LiveTables, player: Player | None, words: Words, *, shows_all: bool = False) -> OwnTables:
    """The tables of a player that go on, the first few or all of them; a stranger has none."""
    if player is None:
        return NO_TABLES
    found = tables.store.tables_of(player.id, "waiting", "playing", limit=MOST)
    going = [table for table in found if table.game in games()]
    waiting = _waiting(tables, going, player)
    going.sort(key=lambda table: table.id not in waiting)
    shown = going if shows_all else going[:FEW]
    unread = tables.store.unread_chat(player.id, [table.id for table in shown])
    found_rows = [_row(tables, table, player, words, unread.get(table.id, 0)) for table in shown]
    rows = sorted((row for row in found_rows if row is not None), key=lambda row: not row.is_mine)
    ids = frozenset(table.id for table in going)
    return OwnTables(tuple(rows), ids, len(going) - len(shown), shows_all)


def _waiting(tables: LiveTables, going: list[Table], player: Player) -> set[str]:
    """The tables that wait for the player, as far as lists know: so that none of them is left out."""
    ids = [table.id for table in going if table.status == "playing"]
    seats, told = tables.store.seats_of_tables(ids), tables.store.summaries(ids)
    return {
        table_id
        for table_id, summary in told.items()
        for seat in seats[table_id]
        if seat.seat == summary["deciding"] and seat.player == player.id and seat.kind == "person"
    }


def _row(tables: LiveTables, table: Table, player: Player, words: Words, unread: int) -> OwnTable | None:
    try:
        with tables.open(table.id) as live:
            return _live_row(tables, live, player, words, unread)
    except NotFound:  # it was deleted meanwhile
        return None
    except StoredOnly:
        return OwnTable(
            table.id, table.name, games()[table.game].title, "", (), False, _old(words), "", "", game=table.game
        )


def _old(words: Words) -> str:
    return words.gettext("earlier rules, to read only")


def _live_row(tables: LiveTables, live: LiveTable, player: Player, words: Words, unread: int) -> OwnTable:
    _ = words.gettext
    free = sum(seat.kind in ("friend", "open") for seat in live.seats)
    asked = live.asked
    is_mine = asked in live.seats_of(player.id) and live.seats[asked or 0].kind == "person"
    is_wanted = not live.is_old and any(one.player == player.id for one in consents(live))
    if live.is_old:
        status = _old(words)
    elif free:
        status = words.ngettext("%(number)s seat free", "%(number)s seats free", free) % {"number": free}
    elif is_mine:
        status = _("Your turn")
    elif is_wanted:
        status = _("Your answer is wanted")
    else:
        status = _("%(name)s thinks") % {"name": live.names[asked or 0]}
    return OwnTable(
        live.table.id,
        live.table.name,
        live.meta.title,
        "" if free else live.present.progress_text(live.state, words),
        _seat_lines(tables, live, player, begun=not free),
        is_mine or is_wanted,
        status,
        _since(live, words) if asked is not None and not free else "",
        f"{live.sequence}",
        unread,
        live.meta.key,
        None if free else asked,
        None if free or asked is None else live.clocks.asked_since,
        None if free else live.until,
    )


def _seat_lines(tables: LiveTables, live: LiveTable, player: Player, *, begun: bool) -> tuple[SeatLine, ...]:
    points: list[int | None] = [*live.state.scores()] if begun else [None] * len(live.seats)
    here = [seat.player != player.id and tables.attendance.is_here(seat.player) for seat in live.seats]
    return tuple(map(SeatLine, live.names, live.colours, points, here))


def _since(live: LiveTable, words: Words) -> str:
    """How long there is left by the clock, that it stands, or how long the seat has been asked."""
    _ = words.gettext
    at, asked = now(), live.asked
    assert asked is not None
    if live.until is not None:
        return standing_text(live, asked, words) or time_left(live.until - at, words)
    passed = at - live.clocks.asked_since
    if passed < MOMENT:
        return _("just now")
    return _("for %(time)s") % {"time": _length(passed, words)}


def time_left(milliseconds: int, words: Words) -> str:
    """'2 days left'."""
    return words.gettext("%(time)s left") % {"time": _length(max(0, milliseconds), words)}


def _length(milliseconds: int, words: Words) -> str:
    return str(format_timedelta(timedelta(milliseconds=milliseconds), threshold=1.5, locale=words.locale))


def standing_text(live: LiveTable, seat: int, words: Words) -> str:
    """Why the clock of a seat stands: 'pause', 'away until 24 November'; empty where it runs."""
    at, _ = now(), words.gettext
    if live.clocks.paused_until(at) is not None:
        return _("pause")
    return away_text(live, seat, words) if live.clocks.stands(seat, at) else ""


def away_text(live: LiveTable, seat: int, words: Words) -> str:
    """'away until 24 November', the last day of it; empty where a seat is not in its holidays."""
    until = live.clocks.away_until(seat, now())
    if until is None:
        return ""
    return words.gettext("away until %(day)s") % {"day": day_and_month(until - 1, words)}


def day_and_month(moment: int, words: Words) -> str:
    """'24 November'."""
    day = datetime.fromtimestamp(moment / 1000, UTC)
    pattern = {"en": "d MMMM", "es": "d 'de' MMMM", "it": "d MMMM", "nl": "d MMMM"}
    return str(format_date(day, pattern[words.language], locale=words.locale))
