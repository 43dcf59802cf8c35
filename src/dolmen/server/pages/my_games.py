"""The page of the own games: tables that go on, holidays, games that are over; and what may be done with a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from babel.dates import format_date

from dolmen.contract.registry import games
from dolmen.core.words import Words
from dolmen.server.commands.holidays import MOST_DAYS, days_in
from dolmen.server.commands.leaving import is_awaited
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.server.pages.finished_games import FinishedGame, GameWish, against, finished_games, finished_tables
from dolmen.server.pages.own_tables import NO_TABLES, OwnTables, own_tables
from dolmen.server.pages.statistics import Chip
from dolmen.server.table_options import RATED
from dolmen.store import Holiday, Player, now

A_PAGE = 25
"""So many games that are over are listed at a time."""
HERE = "/mine"


@dataclass(frozen=True)
class ShownHoliday:
    """A holiday that is not over."""

    begins: int
    text: str
    """'22 Nov 2026 to 24 Nov 2026'."""
    has_begun: bool


@dataclass(frozen=True)
class MyGames:
    """All of it."""

    own: OwnTables
    holidays: tuple[ShownHoliday, ...]
    days_left: int
    """So many days of holidays are left in this year."""
    today: str
    """The first day on which a holiday may begin, as a form says it."""
    total: int
    games: tuple[FinishedGame, ...]
    filters: tuple[Chip, ...]
    against: tuple[Chip, ...]
    files: str
    """Where all files of the listed games are."""
    older: str
    newer: str

    @property
    def keys(self) -> tuple[str, ...]:
        """The games whose symbols are needed."""
        return tuple(games())


def my_games(tables: LiveTables, player: Player | None, wish: GameWish, words: Words) -> MyGames:
    """The page of a player; a stranger has none of it."""
    if player is None:
        return MyGames(NO_TABLES, (), MOST_DAYS, "", 0, (), (), (), "", "", "")
    store = tables.store
    over = finished_tables(store, player, GameWish())
    seats = store.seats_of_tables([table.id for table in over])
    kinds = [(table.game, against(seats[table.id], player)) for table in over]
    listed = [
        table
        for table, (game, met) in zip(over, kinds, strict=True)
        if wish.game in ("", game) and wish.against in ("", met)
    ]
    some = listed[wish.first : wish.first + A_PAGE]
    kept = store.holidays(player.id)
    today = datetime.fromtimestamp(now() / 1000, UTC)
    return MyGames(
        own_tables(tables, player, words, shows_all=True),
        tuple(shown_holidays(kept, words)),
        max(0, MOST_DAYS - days_in(kept, today.year)),
        f"{today:%Y-%m-%d}",
        len(listed),
        tuple(finished_games(store, player, some, words)),
        tuple(_game_chips(kinds, wish, words)),
        tuple(_opponent_chips(kinds, wish, words)),
        f"{HERE}/games.zip" + wish.query(first=0) if listed else "",
        HERE + wish.query(first=wish.first + A_PAGE) if wish.first + A_PAGE < len(listed) else "",
        HERE + wish.query(first=max(0, wish.first - A_PAGE)) if wish.first else "",
    )


def shown_holidays(kept: list[Holiday], words: Words) -> Iterator[ShownHoliday]:
    """Those that are not over."""
    at = now()
    for holiday in kept:
        if holiday.ends > at:
            days = {"first": _day(holiday.begins, words), "last": _day(holiday.ends - 1, words)}
            text = words.gettext("%(first)s to %(last)s") % days
            yield ShownHoliday(holiday.begins, text, holiday.begins <= at)


def _day(moment: int, words: Words) -> str:
    return str(format_date(datetime.fromtimestamp(moment / 1000, UTC), "medium", locale=words.locale))


def _game_chips(kinds: list[tuple[str, str]], wish: GameWish, words: Words) -> Iterator[Chip]:
    yield Chip(words.gettext("all"), HERE + wish.query(game="", first=0), not wish.game)
    for key, meta in games().items():
        number = sum(game == key for game, _met in kinds)
        if number:
            yield Chip(meta.title, HERE + wish.query(game=key, first=0), wish.game == key, str(number))


def _opponent_chips(kinds: list[tuple[str, str]], wish: GameWish, words: Words) -> Iterator[Chip]:
    _ = words.gettext
    for value, text in (("people", _("with people")), ("bots", _("with bots"))):
        number = sum(met == value for _game, met in kinds)
        turned = "" if wish.against == value else value
        yield Chip(text, HERE + wish.query(against=turned, first=0), wish.against == value, str(number))


# ---------------------------------------------------------------------------------------------------- one table


@dataclass(frozen=True)
class ManagedTable:
    """What a player may do with a table of his."""

    id: str
    name: str
    title: str
    is_owner: bool
    may_get_up: bool
    getting_up: str
    """What follows when he does."""
    may_hand_over: bool
    """Whether a bot may play for him."""
    may_return: bool
    may_resign: bool
    resigning: str
    """What follows when he does."""
    may_delete: bool
    why_not_delete: str


def managed_table(tables: LiveTables, live: LiveTable, player: Player, words: Words) -> ManagedTable:
    """The table, as its page of deeds shows it."""
    _ = words.gettext
    own = live.seats_of(player.id)
    still = [seat for seat in own if seat not in live.conduct.left] if live.is_running else []
    is_owner = live.table.owner == player.id
    others = [seat.name for seat in live.seats if seat.player not in (None, player.id)]
    is_rated = live.table.status == "playing" and live.table.options.get(RATED) == "on"
    why = _("Other people play at this table: it is theirs, too.") if others else ""
    if is_rated:
        why = _("The result of this table counts: you may resign instead.")
    elif is_awaited(tables, live.table):
        why = _("A tournament waits for this table: you may resign instead.")
    free = _("Your seat is free again. The game has not begun.")
    left = _("Your seat is free again, and the table belongs to %(name)s from now on.")
    goes_without = any(live.state.game.leaving(live.state, seat) is not None for seat in still)
    return ManagedTable(
        live.table.id,
        live.table.name,
        live.meta.title,
        is_owner,
        live.table.status == "waiting" and bool(own) and (not is_owner or bool(others)),
        left % {"name": others[0]} if is_owner and others else free,
        any(live.seats[seat].kind == "person" for seat in still),
        any(live.seats[seat].kind == "bot" for seat in still),
        bool(still),
        _("The game goes on without you, and you cannot come back.")
        if goes_without
        else _("A bot plays your seat to the end, and you cannot come back."),
        is_owner and not why,
        why if is_owner else "",
    )
