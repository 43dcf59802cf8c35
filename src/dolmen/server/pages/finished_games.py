"""The games of a player that are over: with whom, how they ended, when; and which of them are asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from dolmen.contract.registry import find, games
from dolmen.core.words import Words
from dolmen.server.errors import BadRequest
from dolmen.server.pages.outcome import lost_text, won_text
from dolmen.server.pages.player import day_of
from dolmen.store import Player, Seat, Store, Table

MOST = 5_000
"""So many games of a player are looked up."""
OPPONENTS = ("", "people", "bots")
"""Against whom: anybody, other people (perhaps with bots), or bots alone."""


@dataclass(frozen=True)
class GameWish:
    """Which games are asked for."""

    game: str = ""
    """Of which game; empty: of all."""
    against: str = ""
    first: int = 0

    @classmethod
    def read(cls, game: str = "", against: str = "", first: int = 0) -> GameWish:
        """From the parts of an address. Raises UnknownGame, BadRequest."""
        if against not in OPPONENTS:
            raise BadRequest("games are against 'people' or 'bots'")
        return cls(find(game).key if game else "", against, first)

    def query(self, **changed: object) -> str:
        """The address of the list with something else asked."""
        pairs = [(name, str(value)) for name, value in {**vars(self), **changed}.items() if value]
        return f"?{urlencode(pairs)}" if pairs else ""


@dataclass(frozen=True)
class FinishedGame:
    """A game that is over, as a list tells it."""

    id: str
    name: str
    game: str
    title: str
    day: str
    place: int
    """1 for who won; 0 for a game from a file."""
    opponents: str
    """The others, in a row; empty for a game from a file."""
    heading: str
    """Which game, and with whom."""
    result: str


def finished_tables(store: Store, player: Player, wish: GameWish, limit: int = MOST) -> list[Table]:
    """The player's own tables whose games are over, played at or brought from a file, the last one first."""
    played = store.tables_of(player.id, "finished", limit=limit)
    found = [*played, *store.tables_brought_by(player.id, limit=limit)]
    known = [table for table in found if table.game in games() and wish.game in ("", table.game)]
    if wish.against:
        seats = store.seats_of_tables([table.id for table in known])
        known = [table for table in known if against(seats[table.id], player) == wish.against]
    return sorted(known, key=lambda table: -table.changed)[:limit]


def against(seats: Sequence[Seat], player: Player) -> str:
    """Against whom a player played: `people`, if another person had a seat, else `bots`; empty: he did not play."""
    owners = {seat.player for seat in seats}
    if player.id not in owners:
        return ""
    return "people" if owners - {player.id, None} or any(_is_forgotten(seat) for seat in seats) else "bots"


def _is_forgotten(seat: Seat) -> bool:
    """Whether it was the seat of somebody whose account was deleted."""
    return seat.player is None and seat.kind == "person"


def finished_games(store: Store, player: Player, tables: Sequence[Table], words: Words) -> list[FinishedGame]:
    """Those tables as a list tells them."""
    ids = [table.id for table in tables]
    seats, summaries = store.seats_of_tables(ids), store.summaries(ids)
    return [_told(table, seats[table.id], summaries.get(table.id, {}), player, words) for table in tables]


def _told(
    table: Table, seats: Sequence[Seat], summary: Mapping[str, Any], player: Player, words: Words
) -> FinishedGame:
    title, day = find(table.game).title, day_of(table.changed, words)
    mine = next((seat.seat for seat in seats if seat.player == player.id), None)
    if mine is None or "scores" not in summary:
        text = words.gettext("from a file")
        return FinishedGame(table.id, table.name, table.game, title, day, 0, "", title, text)
    winners: list[int] = summary["winners"]
    others = words.listed(seat.name for seat in seats if seat.seat != mine)
    heading = words.gettext("%(game)s with %(names)s") % {"game": title, "names": others}
    better = [seat for seat in seats if summary["scores"][seat.seat] > summary["scores"][mine]]
    place = 1 if mine in winners else max(2, 1 + len(better))
    result = _result(summary["scores"], winners, mine, seats, words)
    return FinishedGame(table.id, table.name, table.game, title, day, place, others, heading, result)


def _result(scores: Sequence[int], winners: Sequence[int], mine: int, seats: Sequence[Seat], words: Words) -> str:
    """'106, 9 behind Cleo', '68, won by 3'."""
    points = scores[mine]
    if mine not in winners and winners:
        return lost_text(points, scores[winners[0]], seats[winners[0]].name, words)
    best = max((score for seat, score in enumerate(scores) if seat != mine), default=points)
    return won_text(points, best, words, shared=len(winners) > 1)
