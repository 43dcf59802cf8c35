"""The first page: the own tables, the games with the form of a new table, open tables, the own last games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from dolmen.contract.content import OptionField, PlacingField, TileField
from dolmen.contract.registry import find, games, package
from dolmen.core.words import Words
from dolmen.server.bot_list import DEFAULT_LEVEL, Opponent, bot_of_level, levels, opponents
from dolmen.server.live_table import is_old
from dolmen.server.live_tables import LiveTables
from dolmen.server.pages.finished_games import FinishedGame, GameWish, finished_games, finished_tables
from dolmen.server.pages.kept_seats import KeptSeat, kept_seats
from dolmen.server.pages.own_tables import OwnTables, own_tables
from dolmen.store import Player, Seat, Store

LAST_GAMES = 6
"""So many own games that are over are shown."""
FEW = 3
"""So many play where nobody said how many, if the game is for so many."""


@dataclass(frozen=True)
class GameCard:
    """A game that can be begun."""

    key: str
    title: str
    summary: str
    scene: str
    min_players: int
    max_players: int
    options: tuple[OptionField, ...]
    placings: tuple[PlacingField, ...]
    tiles: tuple[TileField, ...]
    levels: list[Opponent]
    bots: list[Opponent]
    filled: Mapping[str, str]
    """How the form was filled that came back with a refusal; empty at first."""

    def sits(self, seat: int) -> str:
        """Who sits where nobody has said it yet: the reader and two bots."""
        return "me" if seat == 0 else f"bot:{bot_of_level(self.key, DEFAULT_LEVEL)}" if seat < FEW else ""

    @property
    def few(self) -> int:
        """How many play where nobody said it."""
        return max(self.min_players, min(self.max_players, FEW))

    @property
    def level(self) -> int:
        """The level of opponents where nobody said it."""
        return min(DEFAULT_LEVEL, len(self.levels))

    def value(self, field: str, default: str = "") -> str:
        """What a field of the form shows."""
        return self.filled.get(field, default)


@dataclass(frozen=True)
class OpenTable:
    """A table at which anyone may sit down."""

    id: str
    name: str
    title: str
    seats: list[Seat]
    status: str


@dataclass(frozen=True)
class Home:
    """The first page."""

    own: OwnTables
    games: list[GameCard]
    open: list[OpenTable]
    last: list[FinishedGame]
    kept: list[KeptSeat]

    @property
    def keys(self) -> tuple[str, ...]:
        """The games that are shown, for their style sheets and symbols."""
        return tuple(game.key for game in self.games)


def home_page(
    tables: LiveTables, player: Player | None, words: Words, filled: Mapping[str, str] = MappingProxyType({})
) -> Home:
    """The first page, as somebody sees it; a form that was refused comes back as it was filled."""
    cards = [_card(key, words, filled if filled.get("game") == key else {}) for key in games()]
    return Home(
        own_tables(tables, player, words),
        cards,
        _open_tables(tables.store, player, words),
        _last_games(tables.store, player, words) if player else [],
        kept_seats(tables.store, player, words),
    )


def _card(key: str, words: Words, filled: Mapping[str, str]) -> GameCard:
    meta, present = find(key), package(key).presentation()
    return GameCard(
        key,
        meta.title,
        present.summary(words),
        present.scene(),
        meta.min_players,
        meta.max_players,
        present.options(words),
        present.placings(words),
        present.tile_fields(meta.max_players, words),
        levels(key, words),
        opponents(key, words),
        filled,
    )


def _open_tables(store: Store, player: Player | None, words: Words) -> list[OpenTable]:
    """The tables at which the reader does not sit yet, and may."""
    found = [table for table in store.open_tables() if table.game in games() and not is_old(table)]
    seats = store.seats_of_tables([table.id for table in found])
    return [
        OpenTable(table.id, table.name, find(table.game).title, seats[table.id], _free_text(seats[table.id], words))
        for table in found
        if player is None or all(seat.player != player.id for seat in seats[table.id])
    ]


def _free_text(seats: Sequence[Seat], words: Words) -> str:
    free = sum(seat.kind in ("friend", "open") for seat in seats)
    return words.ngettext("%(number)s seat free", "%(number)s seats free", free) % {"number": free}


def _last_games(store: Store, player: Player, words: Words) -> list[FinishedGame]:
    """The player's own: played at, or brought from a file."""
    tables = finished_tables(store, player, GameWish(), limit=LAST_GAMES)
    return finished_games(store, player, tables, words)
