"""Holidays: a player says from which day to which one he is away; meanwhile his clock stands at tables over days.

What is kept of a player is told to each of his tables as an event, from which its clocks are computed. A day is one of
the world's time (UTC), the last one included.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

from dolmen.core.errors import DolmenError, translatable
from dolmen.server.clocks import DAY, Span, is_over_days
from dolmen.server.draft import Draft
from dolmen.server.errors import BadHoliday
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.store import Holiday, NewEvent, Player, Table, Unavailable, now

MOST_DAYS = 30
"""So many days a player may be away in a calendar year."""
MOST_TABLES = 1000
"""So many tables of a player are told."""
_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
TRIES = 5
"""So often it is tried again where the same player changes the same in another window."""


def take_holiday(tables: LiveTables, player: Player, first: str, last: str) -> Holiday:
    """The player is away from one day to another ('2026-12-24'). Raises BadHoliday, and then nothing has changed."""
    holiday = _holiday(first, last)
    for _ in range(TRIES):
        known = tables.store.holidays(player.id)
        if any(other.begins < holiday.ends and holiday.begins < other.ends for other in known):
            raise BadHoliday(translatable("you have said for some of these days already that you are away"))
        wanted = [*known, holiday]
        for year in {_day(holiday.begins).year, _day(holiday.ends - 1).year}:
            if days_in(wanted, year) > MOST_DAYS:
                raise BadHoliday(translatable("holidays are at most %(most)s days a year"), most=MOST_DAYS)
        if tables.store.keep_holidays(player.id, known, wanted):
            break
    else:
        raise Unavailable
    _tell_all(tables, player)
    return holiday


def end_holiday(tables: LiveTables, player: Player, begins: int) -> None:
    """The player is back, or will not go: one that has not begun is gone, another one ends now. Raises BadHoliday."""
    for _ in range(TRIES):
        known, at = tables.store.holidays(player.id), now()
        ended = next((holiday for holiday in known if holiday.begins == begins and holiday.ends > at), None)
        if ended is None:
            raise BadHoliday(translatable("there is no such holiday, or it is over"))
        others = [holiday for holiday in known if holiday != ended]
        wanted = [*others, Holiday(begins, at)] if begins < at else others
        if tables.store.keep_holidays(player.id, known, wanted):
            break
    else:
        raise Unavailable
    _tell_all(tables, player)


def days_in(holidays: list[Holiday], year: int) -> int:
    """How many days of a year these are, those begun counted whole."""
    begins, ends = (_moment(date(number, 1, 1)) for number in (year, year + 1))
    spans = [(max(holiday.begins, begins), min(holiday.ends, ends)) for holiday in holidays]
    return sum(-(-(last - first) // DAY) for first, last in spans if first < last)


def _holiday(first: str, last: str) -> Holiday:
    days = _read(first), _read(last)
    today = _day(now())
    if days[1] < days[0]:
        raise BadHoliday(translatable("the last day is before the first"))
    if days[0] < today:
        raise BadHoliday(translatable("holidays begin today or later"))
    if days[1].year > today.year + 1:
        raise BadHoliday(translatable("holidays can be planned up to the end of next year"))
    return Holiday(_moment(days[0]), _moment(days[1] + timedelta(days=1)))


def _read(text: str) -> date:
    """A day as forms and programs write it, and in no other of ISO's forms."""
    try:
        if _DAY.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:
        pass  # there is no such day
    raise BadHoliday(translatable("a day reads like 2026-12-24"))


def _day(moment: int) -> date:
    return datetime.fromtimestamp(moment / 1000, UTC).date()


def _moment(day: date) -> int:
    return round(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)


# ---------------------------------------------------------------------------------------------------- tables


def _tell_all(tables: LiveTables, player: Player) -> None:
    """Tell every table of a player; one that cannot be told now is told when his time there would be up."""
    for table in tables.store.tables_of(player.id, "waiting", "playing", limit=MOST_TABLES):
        if is_over_days(table):
            tell_table(tables, table.id, player)


def tell_new_table(tables: LiveTables, table: Table) -> None:
    """Tell a table that was just made which of those who sit there are away."""
    if is_over_days(table):
        for seat in tables.store.seats(table.id):
            if seat.player:
                tell_table(tables, table.id, Player(seat.player, seat.name))


def tell_table(tables: LiveTables, table_id: str, player: Player) -> None:
    """Tell one table when a player is away, for all seats of his."""
    try:
        tables.retry(lambda: _tell_seats(tables, table_id, player))
    except Unavailable:
        raise
    except DolmenError:
        return  # it cannot go on, or is gone


def _tell_seats(tables: LiveTables, table_id: str, player: Player) -> None:
    with tables.change(table_id) as live:
        for seat in live.seats_of(player.id):
            tell_holidays(tables, live, seat)


def tell_holidays(tables: LiveTables, live: LiveTable, seat: int) -> bool:
    """Tell a table when the owner of a seat is away, if it is one over days and does not know; whether it did not."""
    owner, at = live.seats[seat].player, now()
    if owner is None or not is_over_days(live.table) or live.table.status not in ("waiting", "playing"):
        return False
    kept: list[Span] = [(holiday.begins, holiday.ends) for holiday in tables.store.holidays(owner)]
    wanted = [span for span in kept if span[1] > at]
    if [span for span in live.clocks.holidays.get(seat, ()) if span[1] > at] == wanted:
        return False
    draft = Draft(live.state)
    draft.add(NewEvent("holidays", {"away": [list(span) for span in wanted]}, seat, owner))
    tables.append(live, draft, waits_for=live.held)
    return True
