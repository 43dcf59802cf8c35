"""`dolmen leaderboard`: results by the protocol, side by side in one file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from dolmen.cli.common import Subparsers, add_command, add_json, given, path, print_json
from dolmen.contract.registry import find
from dolmen.core.errors import InvalidResult


def add_to(commands: Subparsers) -> None:
    """Register the command."""
    parser = add_command(
        commands,
        "leaderboard",
        run,
        "show a file of results by the protocol, or add results to it",
        "dolmen leaderboard bench/leaderboard.json --add result.json --name 'My bot' --by 'A. Author'",
    )
    parser.add_argument("file", type=path, metavar="FILE", help="the leaderboard; made if results are added")
    parser.add_argument(
        "--add", type=path, metavar="RESULT", help="a file with what `dolmen evaluate --json` printed: checked, added"
    )
    parser.add_argument(
        "--name", type=given, metavar="NAME", help="what the bot is called there (default: as in the arena)"
    )
    parser.add_argument("--by", metavar="WHO", default="", help="whose it is")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Add what is to be added, then show the tables."""
    from dolmen.arena.leaderboard import Leaderboard, read_results

    if arguments.add is None and not arguments.file.exists():
        raise InvalidResult(f"there is no file {arguments.file}")
    if arguments.add is None and (arguments.name or arguments.by):
        raise InvalidResult("--name and --by belong to a result: name it with --add RESULT")
    board = Leaderboard(arguments.file)
    if arguments.add:
        added = board.add(read_results(arguments.add, arguments.name, arguments.by))
        board.save()
        print(f"dolmen: {len(added)} rows are in {arguments.file}", file=sys.stderr)
    rows = board.current()
    if len(rows) < len(board.rows):
        left = len(board.rows) - len(rows)
        print(f"dolmen: {left} rows of earlier rules or protocols are not shown", file=sys.stderr)
    if arguments.json:
        for row in rows:
            print_json(row.to_json())
    else:
        _print(arguments.file)
    return 0


def _print(file: Path) -> None:
    """One table for each game and number of players."""
    from rich.console import Console
    from rich.table import Table

    from dolmen.arena.leaderboard import Leaderboard, cell, tables
    from dolmen.arena.protocol import OPPONENTS

    console = Console(highlight=False)
    if not console.is_terminal:  # a file has no width: nothing is cut off
        console.width = 140
    for (game, players), entries in tables(Leaderboard(file).current()).items():
        table = Table(
            title=f"{find(game).title}, {players} players: victories", caption="* not all games of the protocol"
        )
        table.add_column("bot", overflow="fold", max_width=40)
        for opponent in OPPONENTS:
            table.add_column(f"against {opponent}", justify="right")
        for name, met in entries:
            table.add_row(name, *(cell(name, met, opponent) for opponent in OPPONENTS))
        console.print(table)
