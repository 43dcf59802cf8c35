"""`dolmen games`: what can be played."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from dolmen.cli.common import Subparsers, add_command, add_json, print_json
from dolmen.contract.registry import games
from dolmen.envs.names import environments_of


def add_to(commands: Subparsers) -> None:
    """Register the command."""
    parser = add_command(commands, "games", run, "list the games that can be played", "dolmen games --json")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the title pages."""
    from dolmen.contract.versions import versions_of

    for meta in games().values():
        if arguments.json:
            facts = {key: value for key, value in asdict(meta).items() if key not in ("recognises", "recognised_by")}
            print_json({**facts, "versions": versions_of(meta.key), "environments": environments_of(meta.key)})
        else:
            print(f"{meta.key:14} {meta.title}, {meta.min_players} to {meta.max_players} players. {meta.summary}")
    return 0
