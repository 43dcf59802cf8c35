"""`dolmen playthrough`: write out a random game with its positions, for golden files."""

from __future__ import annotations

import argparse

from dolmen.analysis.playthrough import playthrough
from dolmen.cli.common import Subparsers, add_command, add_game, load_game, seed_number, whole_number


def add_to(commands: Subparsers) -> None:
    """Register the command."""
    parser = add_command(
        commands,
        "playthrough",
        run,
        "write out a random game with its positions and legal decisions",
        "dolmen playthrough {game} --players 3 --seed 1",
    )
    add_game(parser)
    parser.add_argument("--players", type=whole_number(1, 9), metavar="N", help="number of players")
    parser.add_argument("--seed", type=seed_number, default=0, metavar="S", help="which game (default 0)")


def run(arguments: argparse.Namespace) -> int:
    """Print the playthrough."""
    game = load_game(arguments, arguments.players)
    print(playthrough(game, arguments.seed), end="")
    return 0
