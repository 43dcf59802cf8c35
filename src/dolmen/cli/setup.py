"""`dolmen setup`: draw a set-up, or lay one out, and print it with the address that shows it at a table's server."""

from __future__ import annotations

import argparse
import secrets

from dolmen.cli.common import Subparsers, add_command, add_game, add_json, print_json, seed_number, whole_number
from dolmen.core.errors import InvalidSetup


def add_to(commands: Subparsers) -> None:
    """Register the command."""
    parser = add_command(
        commands,
        "setup",
        run,
        "draw a set-up, or lay one out, and print it with its link",
        "dolmen setup {game} --players 3 --seed 7",
    )
    add_game(parser)
    parser.add_argument("--players", type=whole_number(1, 9), metavar="N", help="number of players")
    parser.add_argument("--seed", type=seed_number, metavar="S", help="same seed, same set-up (default: any)")
    parser.add_argument(
        "--choose",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the table and its value, as its link names them; may be repeated",
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the set-up in the game's notation, and the end of its link."""
    from dolmen.contract.registry import find, load, package
    from dolmen.server.set_up import address, shared_options
    from dolmen.server.table_options import refuse_unknown

    meta, parts = find(arguments.game), package(arguments.game)
    players = arguments.players or min(meta.max_players, meta.min_players + 1)
    chosen = dict(map(_choice, arguments.choose))
    refuse_unknown(parts.presentation(), chosen)
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    transcript = parts.notation().begin(load(meta.key, players), chosen, seed)
    options = shared_options(transcript, chosen)
    link = address(meta.key, players, options)
    if arguments.json:
        print_json({"game": meta.key, "players": players, "options": options, "link": link})
    else:
        print(f"{transcript.setup_text()}link {link}")
    return 0


def _choice(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name or not value:
        raise InvalidSetup(f"--choose names an option and its value: NAME=VALUE, not '{text[:40]}'")
    return name, value
