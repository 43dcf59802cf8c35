"""The files of finished games: one, or many in an archive that is made while it is sent."""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from dolmen.core.errors import translatable
from dolmen.server.errors import NotYourSeat, StoredOnly
from dolmen.server.live_tables import LiveTables
from dolmen.server.played_by import OwnGame
from dolmen.server.stored_table import stored_table
from dolmen.store import NotFound, Store, Table

ENOUGH = 1 << 16
"""So many bytes of an archive are sent at a time."""


@dataclass(frozen=True)
class GameFile:
    """A game in its notation, under the name of its table."""

    name: str
    text: str


def game_file(tables: LiveTables, table_id: str) -> GameFile:
    """The file of a table whose game is over. Raises NotFound, NotYourSeat while it goes on."""
    try:
        with tables.open(table_id) as live:
            if not live.is_over:
                raise NotYourSeat(translatable("the game can be downloaded when it is over"))
            return GameFile(_plain(live.table) + live.meta.extension, live.transcript().to_text())
    except StoredOnly:
        stored = stored_table(tables.store, table_id)
        return GameFile(f"{_plain(stored.table)}.txt", stored.text())


def _plain(table: Table) -> str:
    """The name of a table in letters that every file system has: people may have given it any."""
    letters = unicodedata.normalize("NFKD", table.name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-") or table.id


class _Outlet(io.RawIOBase):
    """Takes what an archive writes, until it is sent."""

    def __init__(self) -> None:
        self._written = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        written = bytes(data)  # type: ignore[call-overload]
        self._written += written
        return len(written)

    def taken(self, least: int) -> bytes:
        """What was written since, if it is enough to be sent."""
        if len(self._written) < least:
            return b""
        taken, self._written = bytes(self._written), bytearray()
        return taken


def tables_of_games(store: Store, played: Sequence[OwnGame]) -> list[Table]:
    """The tables of games that somebody played, as far as they are kept, in that order."""
    ids = [one.game.table for one in played if one.game.table]
    kept = store.tables_named(ids)
    return [kept[one] for one in ids if one in kept]


def archive(tables: LiveTables, over: Sequence[Table]) -> Iterator[bytes]:
    """A zip file with the games of these tables, each by its day; one that went meanwhile is left out."""
    outlet = _Outlet()
    with zipfile.ZipFile(outlet, "w", zipfile.ZIP_DEFLATED) as zipped:
        for table in over:
            try:
                file = game_file(tables, table.id)
            except (NotFound, NotYourSeat):
                continue
            day = datetime.fromtimestamp(table.changed / 1000, UTC)
            info = zipfile.ZipInfo(f"{table.game}/{day:%Y-%m-%d}-{table.id}-{file.name}", day.timetuple()[:6])
            info.external_attr = 0o644 << 16
            zipped.writestr(info, file.text, zipfile.ZIP_DEFLATED)
            if ready := outlet.taken(ENOUGH):
                yield ready
    yield outlet.taken(0)
