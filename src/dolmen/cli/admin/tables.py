"""Single tables: listed, written to files, brought back, deleted."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from dolmen.cli.admin.deed import Deed, add_what, needed, store_of, write_json
from dolmen.cli.common import print_json
from dolmen.core.errors import DolmenError, InvalidNotation

ID = "the id of a table"


def _list(arguments: argparse.Namespace) -> int:
    with store_of(arguments) as store:
        for table in store.tables_with_status("waiting", "playing", "finished", "imported", limit=100_000):
            if arguments.json:
                print_json(asdict(table) | {"setup": None})
            else:
                names = ", ".join(seat.name or seat.kind for seat in store.seats(table.id))
                print(f"{table.id}  {table.game:14} {table.status:9} {table.name:16} {names}")
    return 0


def _export(arguments: argparse.Namespace) -> int:
    from dolmen.server.table_file import written

    table_id = needed(arguments, ID)
    with store_of(arguments) as store:
        return write_json(written(store, table_id), arguments.out)


def _import(arguments: argparse.Namespace) -> int:
    from dolmen.analysis.replay import read_text
    from dolmen.server.commands.making import bring
    from dolmen.server.hub import Hub
    from dolmen.server.live_tables import LiveTables
    from dolmen.server.table_file import bring_back

    file = needed(arguments, "a file")
    with store_of(arguments) as store:
        text = read_text(file)
        if text.lstrip().startswith("{"):
            try:
                table = bring_back(store, text)
            except DolmenError as error:
                raise InvalidNotation(f"{file} is not what 'admin export' writes: {error}") from None
        else:
            table = bring(LiveTables(store, Hub(), store.setting("secret", "")), text, file, None)
        print(table.id)
    return 0


def _delete(arguments: argparse.Namespace) -> int:
    table_id = needed(arguments, ID)
    with store_of(arguments) as store:
        store.table(table_id)
        store.delete_table(table_id)
    return 0


DEEDS = (
    Deed("list", "the tables, the last changed first", "list", _list),
    Deed(
        "export",
        "everything about one table, as JSON, into --out or to standard output",
        "export 3f2a --out t.json",
        _export,
        add_what("ID", "the table"),
    ),
    Deed(
        "import",
        "a game file, or what export wrote, checked move by move",
        "import t.json",
        _import,
        add_what("FILE", "the file"),
    ),
    Deed("delete", "a table with all that belongs to it", "delete 3f2a", _delete, add_what("ID", "the table")),
)
