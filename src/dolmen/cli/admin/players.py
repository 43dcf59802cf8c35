"""People: listed, their data handed out, forgotten."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict

from dolmen.cli.admin.deed import Deed, add_what, needed, store_of, write_json
from dolmen.cli.common import print_json

WHO = "a player: id, account or name"


def _players(arguments: argparse.Namespace) -> int:
    with store_of(arguments) as store:
        for player in store.players():
            if arguments.json:
                print_json(asdict(player))
            else:
                print(f"{player.id}  {player.name:20} {player.login or ''}".rstrip())
    return 0


def _export(arguments: argparse.Namespace) -> int:
    who = needed(arguments, WHO)
    with store_of(arguments) as store:
        return write_json(store.export_player(store.find_player(who).id), arguments.out)


def _delete(arguments: argparse.Namespace) -> int:
    who = needed(arguments, WHO)
    with store_of(arguments) as store:
        player = store.find_player(who)
        store.delete_player(player.id)
    print(f"forgot {player.name} ({player.id})", file=sys.stderr)
    return 0


DEEDS = (
    Deed("players", "everybody who ever sat down, with ids", "players --json", _players),
    Deed(
        "export-player",
        "everything that is kept about a player (by id, account or name), as JSON",
        "export-player ana --out ana.json",
        _export,
        add_what("PLAYER", "id, account or name"),
    ),
    Deed(
        "delete-player",
        "forget a player: games stay, without name and author; chat goes",
        "delete-player ana",
        _delete,
        add_what("PLAYER", "id, account or name"),
    ),
)
