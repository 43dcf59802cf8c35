"""`dolmen admin`: what a host does with tables, players and the database, mostly while the server runs."""

from __future__ import annotations

import argparse

from dolmen.cli.admin import keeping, players, statistics, tables
from dolmen.cli.common import Subparsers, add_command, add_json, example_of, given, path
from dolmen.core.errors import InvalidSetup

WRITING = ("export", "export-player", "statistics", "backup")
"""The deeds that know what to do with `--out`."""
DEEDS = (*tables.DEEDS, *players.DEEDS, *statistics.DEEDS, *keeping.DEEDS)


def add_to(commands: Subparsers) -> None:
    """Register the command."""
    parser = add_command(
        commands,
        "admin",
        run,
        "what a host does: tables, players, backups, a look at the health of the database",
        "dolmen admin export 3f2a --out t.json",
    )
    deeds = parser.add_subparsers(dest="deed", metavar="DEED", required=True, parser_class=type(parser))
    for deed in DEEDS:
        described = deed.summary[0].upper() + deed.summary[1:] + "."
        deed_parser = deeds.add_parser(
            deed.name, help=deed.summary, description=described, epilog=example_of(f"dolmen admin {deed.example}")
        )
        deed_parser.set_defaults(do=deed.run)
        deed.add(deed_parser)
        _add_common(deed_parser, argparse.SUPPRESS, argparse.SUPPRESS)
    _add_common(parser, None, False)  # flags may stand before the deed, too


def _add_common(parser: argparse.ArgumentParser, nothing: str | None, no: str | bool) -> None:
    where = "an SQLite file or a PostgreSQL URL (default: as for serve)"
    parser.add_argument("--database", type=given, metavar="URL", default=nothing, help=where)
    parser.add_argument("--out", type=path, metavar="FILE", default=nothing, help="where to write")
    add_json(parser, no)


def run(arguments: argparse.Namespace) -> int:
    """Do it."""
    if arguments.out is not None and arguments.deed not in WRITING:
        raise InvalidSetup(f"admin {arguments.deed} writes no file: leave --out out")
    return int(arguments.do(arguments))
