"""The first page: the games, with the form of a new table, and the lists of tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from dolmen.bots import DEFAULT_BOT
from dolmen.contract.presentation import OptionField, PlacingField, Presentation
from dolmen.contract.registry import find, games, package
from dolmen.core.words import Words
from dolmen.server.bot_list import Opponent, opponents
from dolmen.server.live_table import is_old
from dolmen.store import Player, Seat, Store, Table


def colour_option(fields: Sequence[OptionField]) -> str:
    """The name of the option by which seats have their colours; nothing where there is none."""
    return next((field.name for field in fields if field.is_colour), "")


@dataclass(frozen=True)
class GameCard:
    """A game that can be begun."""

    key: str
    title: str
    summary: str
    scene: str
    colours: tuple[str, ...]
    min_players: int
    max_players: int
    options: tuple[OptionField, ...]
    placings: tuple[PlacingField, ...]
    bots: list[Opponent]
    filled: Mapping[str, str]
    """How the form was filled that came back with a refusal; empty at first."""

    def sits(self, seat: int) -> str:
        """Who sits where nobody has said it yet: the reader and two bots."""
        return "me" if seat == 0 else f"bot:{DEFAULT_BOT}" if seat < 3 else ""

    def colour(self, seat: int) -> str:
        """The colour that a seat shows."""
        chosen = self.filled.get(f"seat_option_{colour_option(self.options)}_{seat}", "")
        return chosen if chosen in self.colours else self.colours[seat]

    def value(self, field: str, default: str = "") -> str:
        """What a field of the form shows."""
        return self.filled.get(field, default)


@dataclass(frozen=True)
class TableRow:
    """A table in a list."""

    table: Table
    title: str
    where: str
    seats: list[Seat]
    colours: tuple[str, ...]
    mine: bool
    status: str
    free: int


@dataclass(frozen=True)
class Home:
    """The first page."""

    games: list[GameCard]
    mine: list[TableRow]
    open: list[TableRow]
    finished: list[TableRow]

    @property
    def keys(self) -> tuple[str, ...]:
        """The games that are shown, for their style sheets and symbols."""
        return tuple(game.key for game in self.games)

    @property
    def waiting(self) -> int:
        """How many tables wait for the reader."""
        return sum(row.mine for row in self.mine)


def home_page(
    store: Store, player: Player | None, words: Words, filled: Mapping[str, str] = MappingProxyType({})
) -> Home:
    """The first page, as somebody sees it; a form that was refused comes back as it was filled."""
    cards = []
    for key in games():
        meta = find(key)
        present = package(meta.key).presentation()
        cards.append(
            GameCard(
                key,
                meta.title,
                present.summary(words),
                present.scene(),
                present.colours(meta.max_players),
                meta.min_players,
                meta.max_players,
                present.options(words),
                present.placings(words),
                opponents(key, words),
                filled if filled.get("game") == key else {},
            )
        )
    known = games().keys()
    mine = [table for table in (store.tables_of(player.id) if player else []) if table.game in known]
    open_tables = [
        table for table in store.open_tables() if table.game in known and table not in mine and not is_old(table)
    ]
    finished = [table for table in store.tables_with_status("finished", "imported", limit=8) if table.game in known]
    shown = [*mine, *open_tables, *finished]
    seats = store.seats_of_tables([table.id for table in shown])
    summaries = store.summaries([table.id for table in shown])

    def rows(tables: Sequence[Table]) -> list[TableRow]:
        return [_row(table, seats[table.id], summaries.get(table.id, {}), player, words) for table in tables]

    going = [table for table in mine if table.status in ("waiting", "playing")]
    listed = sorted(rows(going), key=lambda row: not row.mine)
    return Home(cards, listed, rows(open_tables), rows(finished))


def _row(table: Table, seats: list[Seat], summary: Mapping[str, Any], player: Player | None, words: Words) -> TableRow:
    _ = words.gettext
    meta = find(table.game)
    present: Presentation = package(meta.key).presentation()
    deciding = summary.get("deciding", 0)
    free = sum(seat.kind in ("friend", "open") for seat in seats)
    mine = False
    if table.status == "imported":
        status = _("from a file")
    elif table.status == "finished":
        winners = [seats[number].name for number in summary.get("winners", [])]
        status = _("won by %(names)s") % {"names": words.listed(winners)} if winners else _("finished")
    elif is_old(table):
        status = _("earlier rules, to read only")
    elif free:
        status = words.ngettext("%(number)s seat free", "%(number)s seats free", free) % {"number": free}
    else:
        mine = bool(player and deciding >= 0 and seats[deciding].player == player.id)
        status = _("Your turn") if mine else _("%(name)s thinks") % {"name": seats[max(deciding, 0)].name}
    turn = summary.get("turn", 0)
    where = _("turn %(turn)s") % {"turn": turn} if turn else ""
    colours = present.colours(meta.max_players)
    chosen = tuple(str(table.options.get(colour_option(present.options(words)), "")).split(","))
    shown = chosen if set(chosen) <= set(colours) else colours[: table.players]
    return TableRow(table, meta.title, where, seats, shown, mine, status, free)
