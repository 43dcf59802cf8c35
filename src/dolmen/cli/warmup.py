"""`dolmen warmup`: compile the rules ahead of the first game."""

from __future__ import annotations

import argparse
import logging
import time

from dolmen.cli.common import Subparsers, add_command, add_json, print_json
from dolmen.contract.registry import find, games
from dolmen.core.kernel import INTERPRETED, cache_root, prune_cache

LOG = logging.getLogger(__name__)

Seconds = dict[str, dict[str, float]]
"""By game and name of a step."""


def add_to(commands: Subparsers) -> None:
    """Register the command."""
    parser = add_command(
        commands,
        "warmup",
        run,
        "compile the rules ahead, so that the first game starts at once",
        "dolmen warmup {game}",
    )
    parser.add_argument("--envs", action="store_true", help="also what environments and batches need")
    parser.add_argument("games", nargs="*", metavar="GAME", help="which games (default: all)")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compile, with a progress bar."""
    keys = [find(key).key for key in arguments.games] or list(games())
    began = time.perf_counter()
    steps = warm_up(keys, envs=arguments.envs)
    elapsed = time.perf_counter() - began
    prune_cache()
    where = None if INTERPRETED else str(cache_root())
    if arguments.json:
        ready = {"games": keys, "seconds": round(elapsed, 3), "cache": where, "interpreted": INTERPRETED}
        print_json(
            {**ready, "steps": {key: {name: round(took, 3) for name, took in steps[key].items()} for key in keys}}
        )
    else:
        print(f"ready: {', '.join(keys)} in {elapsed:.1f} s" + (f", kept in {where}" if where else ", interpreted"))
    return 0


def warm_up(keys: list[str], *, envs: bool = False) -> Seconds:
    """Compile or load every kernel of the games, and tell how long each step took.

    A bar appears where people look; the log of a server tells when compiling begins and when it is done.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from dolmen.analysis.warmup import compile_apart, compile_here, is_warm, note_warm

    if envs:
        from dolmen.envs.warmup import steps
    else:
        from dolmen.analysis.warmup import steps
    seconds: Seconds = {key: {} for key in keys}
    console = Console(stderr=True)
    began, silent = time.perf_counter(), console.is_terminal or INTERPRETED or is_warm(keys)
    if not silent:
        titles = ", ".join(find(key).title for key in keys)
        LOG.info("compiling the rules for this machine, once, which takes some minutes: %s", titles)
    doing = "trying" if INTERPRETED else "compiling"
    columns = (TextColumn(f"{doing} the rules: {{task.description}}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        tasks = {key: progress.add_task(find(key).title) for key in keys}
        alone = len(keys) == 1 or (is_warm(keys) and not envs)
        compiling = compile_here if alone else compile_apart
        for step in compiling(keys, steps):
            if step.seconds is None:
                progress.update(tasks[step.game], description=f"{find(step.game).title}, {step.name}", total=step.of)
            else:
                seconds[step.game][step.name] = step.seconds
                progress.advance(tasks[step.game])
    note_warm(keys)
    if not silent:
        LOG.info("the rules are compiled, in %.0f s", time.perf_counter() - began)
    return seconds
