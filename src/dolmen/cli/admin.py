"""`dolmen admin`: what a host does with tables and players, while the server runs or not."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from dolmen.cli.common import Subparsers, add_command, add_json, print_json
from dolmen.core.errors import CannotWrite, DolmenError, InvalidNotation, InvalidSetup
from dolmen.core.files import write_file

DEEDS = {
    "list": "the tables, the last changed first",
    "export": "everything about one table, as JSON, into --out or to standard output",
    "import": "a game file, or what export wrote",
    "delete": "a table with all that belongs to it",
    "backup": "the whole database into --out, while the server runs (SQLite)",
    "players": "everybody who ever sat down, with ids",
    "export-player": "everything that is kept about a player (by id, account or name), as JSON",
    "delete-player": "forget a player: games stay, without name and author; chat goes",
}


NEEDS = {
    "import": "a file",
    "export-player": "a player: id, account or name",
    "delete-player": "a player: id, account or name",
}


def add_to(commands: Subparsers) -> None:
    """Register the command."""
    parser = add_command(
        commands,
        "admin",
        run,
        "list, export, import, delete and back up tables; a player's data",
        "dolmen admin export 3f2a --out t.json",
    )
    parser.add_argument("deed", choices=tuple(DEEDS), help="; ".join(f"{name}: {text}" for name, text in DEEDS.items()))
    parser.add_argument("what", nargs="?", metavar="ID|FILE", help="the table, the player or the file")
    parser.add_argument("--database", metavar="URL", help="an SQLite file or a PostgreSQL URL (default: as for serve)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Do it."""
    from dolmen.server.config import read_config
    from dolmen.store import Store

    deed = arguments.deed
    if deed not in ("list", "players", "backup") and not arguments.what:
        raise InvalidSetup(f"admin {deed} needs {NEEDS.get(deed, 'the id of a table')}")
    store = Store(read_config(vars(arguments)).database_url())
    try:
        return int(_RUN[deed](store, arguments))
    finally:
        store.close()


def _list(store: Any, arguments: argparse.Namespace) -> int:
    for table in store.tables_with_status("waiting", "playing", "finished", "imported", limit=100_000):
        if arguments.json:
            print_json(asdict(table) | {"setup": None})
        else:
            names = ", ".join(seat.name or seat.kind for seat in store.seats(table.id))
            print(f"{table.id}  {table.game:14} {table.status:9} {table.name:16} {names}")
    return 0


def _export(store: Any, arguments: argparse.Namespace) -> int:
    from dolmen.server.table_file import written

    return _write(written(store, arguments.what), arguments.out)


def _write(told: dict[str, Any], out: Path | None) -> int:
    text = json.dumps(told, ensure_ascii=False, indent=1) + "\n"
    if out is None:
        sys.stdout.write(text)
    else:
        write_file(out, text)
    return 0


def _import(store: Any, arguments: argparse.Namespace) -> int:
    from dolmen.analysis.replay import read_text
    from dolmen.server.commands.making import bring
    from dolmen.server.hub import Hub
    from dolmen.server.live_tables import LiveTables
    from dolmen.server.table_file import bring_back

    text = read_text(arguments.what)
    if text.lstrip().startswith("{"):
        try:
            table = bring_back(store, text)
        except DolmenError as error:
            raise InvalidNotation(f"{arguments.what} is not what 'admin export' writes: {error}") from None
    else:
        table = bring(LiveTables(store, Hub(), store.setting("secret", "")), text, arguments.what, None)
    print(table.id)
    return 0


def _delete(store: Any, arguments: argparse.Namespace) -> int:
    store.table(arguments.what)
    store.delete_table(arguments.what)
    return 0


def _backup(store: Any, arguments: argparse.Namespace) -> int:
    import sqlite3

    if store.is_postgres:
        raise InvalidSetup("a PostgreSQL database is backed up with pg_dump")
    if arguments.out is None:
        raise InvalidSetup("admin backup needs --out FILE")
    try:
        with sqlite3.connect(store.engine.url.database) as source, sqlite3.connect(arguments.out) as copy:
            source.backup(copy)
    except sqlite3.Error as error:
        raise CannotWrite(f"{arguments.out} cannot be written: {error}") from None
    print(f"backed up into {arguments.out}; to restore, stop the server and put it in place of the database")
    return 0


def _players(store: Any, arguments: argparse.Namespace) -> int:
    for player in store.players():
        if arguments.json:
            print_json(asdict(player))
        else:
            print(f"{player.id}  {player.name:20} {player.login or ''}".rstrip())
    return 0


def _export_player(store: Any, arguments: argparse.Namespace) -> int:
    return _write(store.export_player(store.find_player(arguments.what).id), arguments.out)


def _delete_player(store: Any, arguments: argparse.Namespace) -> int:
    player = store.find_player(arguments.what)
    store.delete_player(player.id)
    print(f"forgot {player.name} ({player.id})", file=sys.stderr)
    return 0


_RUN = {
    "list": _list,
    "export": _export,
    "import": _import,
    "delete": _delete,
    "backup": _backup,
    "players": _players,
    "export-player": _export_player,
    "delete-player": _delete_player,
}
