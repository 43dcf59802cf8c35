"""`dolmen warmup`: compile the rules ahead of the first game."""

from __future__ import annotations

import argparse
import time

from dolmen.cli.common import Subparsers, add_command, add_json, print_json
from dolmen.kernel import INTERPRETED, cache_root, prune_cache
from dolmen.registry import find, games, load


def add_to(commands: Subparsers) -> None:
    """Register the command."""
    parser = add_command(
        commands,
        "warmup",
        run,
        "compile the rules ahead, so that the first game starts at once",
        "dolmen warmup meduris",
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="which games (default: all)")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compile, with a progress bar."""
    keys = [find(key).key for key in arguments.games] or list(games())
    began = time.perf_counter()
    warm_up(keys)
    elapsed = time.perf_counter() - began
    prune_cache()
    where = None if INTERPRETED else str(cache_root())
    if arguments.json:
        print_json({"games": keys, "seconds": round(elapsed, 3), "cache": where, "interpreted": INTERPRETED})
    else:
        print(f"ready: {', '.join(keys)} in {elapsed:.1f} s" + (f", kept in {where}" if where else ", interpreted"))
    return 0


def warm_up(keys: list[str]) -> None:
    """Compile or load every kernel of the games; a bar appears only if that takes a while."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from dolmen.warmup import note_warm, steps

    console = Console(stderr=True)
    columns = (TextColumn("compiling the rules: {task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        for key in keys:
            work = list(steps(load(key)))
            task = progress.add_task(find(key).title, total=len(work))
            for name, call in work:
                progress.update(task, description=f"{find(key).title}, {name}")
                call()
                progress.advance(task)
    note_warm(keys)
