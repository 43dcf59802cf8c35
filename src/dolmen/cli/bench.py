"""`dolmen bench`: how fast the rules run here."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING, Any

from dolmen.cli.common import Subparsers, add_command, add_json, given, load_game, print_json, seconds, whole_number
from dolmen.contract.registry import games
from dolmen.core.errors import DolmenError, WrongBatch

if TYPE_CHECKING:
    from rich.status import Status

    from dolmen.server.bench import Step


def add_to(commands: Subparsers) -> None:
    """Register the command."""
    parser = add_command(
        commands,
        "bench",
        run,
        "measure how fast the rules run on this machine",
        "dolmen bench {game} --players 3 --json",
    )
    parser.add_argument("game", choices=(*games(), "table"), help="which game, or the table in the browser")
    parser.add_argument("--tables", type=whole_number(1, 5000), metavar="N", help="of `table` (200)")
    parser.add_argument("--rate", type=whole_number(1, 1000), metavar="N", help="decisions/s there (50)")
    parser.add_argument(
        "--database", type=given, metavar="URL", help="of `table`: an empty one, which is filled (SQLite, for once)"
    )
    parser.add_argument("--workers", type=whole_number(1, 64), metavar="N", help="processes of `table` (1)")
    parser.add_argument(
        "--highest", action="store_true", help="of `table`: from --rate on, find the highest rate with p95 under 100 ms"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--envs", action="store_true", help="measure the environments for research instead")
    what.add_argument("--search", action="store_true", help="measure the search bots instead of the rules")
    what.add_argument(
        "--replay",
        nargs="*",
        metavar="FILE",
        help="measure how fast games are read instead: some of our own bots, and the files that are named",
    )
    parser.add_argument(
        "--players", type=whole_number(1, 9), default=3, metavar="N", help="number of players (default 3)"
    )
    what.add_argument(
        "--batch", type=whole_number(1, 1 << 24), metavar="N", help="measure a batch of so many games side by side"
    )
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="where the batch runs (default cpu)")
    parser.add_argument("--seconds", type=seconds, default=3.0, metavar="T", help="for each measurement (default 3)")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the figures."""
    from rich.console import Console

    from dolmen.analysis.bench import measure, measure_reading
    from dolmen.batch.measure import measure as measure_batch
    from dolmen.bots.search import speed

    console = Console(stderr=True)
    for name in ("replay", "envs", "search", "batch"):
        if arguments.game == "table" and getattr(arguments, name) not in (None, False):
            raise DolmenError(f"--{name} is for games, not for the table")
    for name in ("tables", "rate", "database", "workers", "highest"):
        if arguments.game != "table" and getattr(arguments, name):
            raise DolmenError(f"--{name} is for the table, `dolmen bench table`, not for games")
    if arguments.game == "table":
        return _table(arguments)
    if arguments.device != "cpu" and not arguments.batch:
        raise WrongBatch("--device is for batches: say how many games with --batch")
    game = load_game(arguments, arguments.players)
    with console.status("measuring") as status:
        progress = partial(_show, status)
        if arguments.replay is not None:
            figures = measure_reading(game, arguments.replay, arguments.seconds, progress)
        elif arguments.envs:
            from dolmen.envs.measure import measure as measure_environments

            figures = measure_environments(game, arguments.seconds, progress)
        elif arguments.batch:
            figures = measure_batch(game, arguments.batch, arguments.seconds, arguments.device, progress)
        else:
            figures = (speed.measure if arguments.search else measure)(game, arguments.seconds, progress)
    if arguments.json:
        print_json(figures)
    else:
        _print(figures)
    return 0


def _print(figures: dict[str, Any]) -> None:
    """A line for each figure; those of single files stand under their names."""
    for name, value in figures.items():
        if isinstance(value, list):
            for file in value:
                _print(file)
        elif isinstance(value, (int, float)):
            print(f"{name.replace('_', ' '):34} {value:>14,}")
        else:
            print(f"{name:34} {value or '':>14}")


def _show(status: Status, what: str) -> None:
    status.update(f"measuring: {what}")


def _table(arguments: argparse.Namespace) -> int:
    """Many tables with two clients each."""
    from dataclasses import asdict

    from dolmen.server.bench import highest_rate, measure

    tables, rate, seconds = arguments.tables or 200, arguments.rate or 50, arguments.seconds
    where = (arguments.database, arguments.workers or 1)
    if arguments.highest:
        steps = highest_rate(tables, rate, seconds, *where, progress=lambda step: _show_step(step, arguments.json))
        figures = {"highest_rate": max((step.rate for step in steps if step.ok), default=0)}
    else:
        figures = asdict(measure(tables, rate, seconds, *where))
    if arguments.json:
        print_json(figures)
    else:
        _print(figures)
    return 0


def _show_step(step: Step, as_json: bool) -> None:
    """A rate that was tried."""
    from dataclasses import asdict

    if as_json:
        print_json(asdict(step))
    else:
        mark = "" if step.ok else "  too high"
        print(f"{step.rate:>4} decisions/s: p95 {step.p95_ms:,} ms in {step.seconds} s{mark}", flush=True)
