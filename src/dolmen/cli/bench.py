"""`dolmen bench`: how fast the rules run here."""

from __future__ import annotations

import argparse

from dolmen.cli.common import Subparsers, add_command, add_game, add_json, load_game, print_json, seconds, whole_number


def add_to(commands: Subparsers) -> None:
    """Register the command."""
    parser = add_command(
        commands,
        "bench",
        run,
        "measure how fast the rules run on this machine",
        "dolmen bench meduris --players 3 --json",
    )
    add_game(parser)
    parser.add_argument(
        "--players", type=whole_number(1, 9), default=3, metavar="N", help="number of players (default 3)"
    )
    parser.add_argument("--seconds", type=seconds, default=3.0, metavar="T", help="for each measurement (default 3)")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the figures."""
    from rich.console import Console

    from dolmen.bench import measure

    console = Console(stderr=True)
    game = load_game(arguments, arguments.players)
    with console.status("measuring") as status:
        figures = measure(game, arguments.seconds, lambda what: status.update(f"measuring: {what}"))
    if arguments.json:
        print_json(figures)
    else:
        for name, value in figures.items():
            print(
                f"{name.replace('_', ' '):34} {value:>14,}"
                if isinstance(value, (int, float))
                else f"{name:34} {value:>14}"
            )
    return 0
