"""`dolmen train`: a policy learns by playing against itself."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dolmen.cli.common import (
    Subparsers,
    add_command,
    add_game,
    add_json,
    load_game,
    part,
    path,
    positive,
    print_json,
    seed_number,
    whole_number,
)
from dolmen.core.errors import InvalidSetup

if TYPE_CHECKING:
    from dolmen.train.learner import Learner

MINUTES = positive("number of minutes", 10_000)


def add_to(commands: Subparsers) -> None:
    """Register the command."""
    parser = add_command(
        commands,
        "train",
        run,
        "let a policy learn by playing against itself (extra 'train')",
        "dolmen train {game} --minutes 10 --out runs/{game}",
    )
    add_game(parser)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="where all of it runs (default cpu)")
    parser.add_argument("--minutes", type=MINUTES, default=10.0, metavar="M", help="how long to learn (default 10)")
    parser.add_argument("--players", type=whole_number(1, 9), metavar="N", help="number of players (default 2)")
    parser.add_argument(
        "--games", type=whole_number(1, 1 << 20), metavar="SIZE", help="games side by side (cpu: 512, cuda: 8192)"
    )
    parser.add_argument(
        "--out", type=path, metavar="DIR", help="checkpoint, weights and curve (default runs/GAME-PLAYERS)"
    )
    parser.add_argument("--resume", action="store_true", help="go on with the run in DIR, exactly where it stopped")
    parser.add_argument("--seed", type=seed_number, metavar="S", help="same seed, same run on the CPU (default 0)")
    parser.add_argument(
        "--discount", type=part, metavar="D", help="what a reward is worth one decision earlier (default 0.995)"
    )
    parser.add_argument(
        "--judged-games",
        type=whole_number(0, 10_000),
        default=40,
        metavar="K",
        help="games against each fixed bot now and then (default 40; 0: none)",
    )
    parser.add_argument("--width", type=whole_number(8, 4096), metavar="W", help="of the layers (cpu: 128, cuda: 256)")
    parser.add_argument("--blocks", type=whole_number(1, 16), metavar="B", help="residual layers (default 2)")
    parser.add_argument(
        "--entropy", type=positive("number", 10), metavar="E", help="how uncertain the choices should stay, in nats"
    )
    parser.add_argument(
        "--positions", type=path, metavar="FILE", help="games begin with these positions (scripts/positions.py)"
    )
    parser.add_argument("--begin-with", type=path, metavar="FILE", help="a new run from the weights of an earlier one")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Learn, and show how it goes."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    learner, folder = _learner(arguments)
    console = Console(stderr=True, highlight=False)
    began = learner.seconds
    columns = (BarColumn(20), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("learning", total=60 * arguments.minutes)
        told: dict[str, Any] = {}

        def show(row: dict[str, Any]) -> None:
            told.update(row)
            progress.update(task, completed=learner.seconds - began, description=in_words(told))
            if arguments.json:
                print_json(row)
            elif not console.is_terminal or "greedy" in row:
                progress.console.print(in_words(row), markup=False, soft_wrap=True)

        learner.train(arguments.minutes, folder, arguments.judged_games, show)
    if not arguments.json:
        print(f"{folder}: policy.npz plays in the arena as learned:{folder}/policy.npz; the curve is curve.svg")
    return 0


def _learner(arguments: argparse.Namespace) -> tuple[Learner, Path]:
    """A new run, or the one in the folder."""
    load_game(arguments, arguments.players or 2)
    from dolmen.train.checkpoint import NAME, RunTerms, take_weights
    from dolmen.train.learner import GAMES, WIDTH, Learner, require_device

    require_device(arguments.device)
    pool = None
    if arguments.positions:
        from dolmen.train.positions import read_positions

        pool = read_positions(arguments.positions, load_game(arguments, arguments.players or 2))
    folder = arguments.out or Path("runs") / f"{arguments.game}-{arguments.players or 2}"
    if arguments.resume:
        for name in ("begin_with", "entropy"):
            if getattr(arguments, name):
                raise InvalidSetup(f"--{name.replace('_', '-')} is for a new run: --resume goes on with what there is")
        wanted = {
            name: getattr(arguments, name) for name in ("players", "games", "seed", "discount", "width", "blocks")
        }
        return Learner.resumed(folder, arguments.device, arguments.game, wanted, pool), folder
    if (folder / NAME).exists():
        raise InvalidSetup(f"{folder} holds a run already: go on with --resume, or name another folder with --out")
    terms = RunTerms(
        game=arguments.game,
        players=arguments.players or 2,
        games=arguments.games or GAMES[arguments.device],
        seed=arguments.seed or 0,
        width=arguments.width or WIDTH[arguments.device],
        blocks=arguments.blocks or RunTerms.blocks,
        discount=arguments.discount or RunTerms.discount,
        entropy=arguments.entropy or RunTerms.entropy,
    )
    if arguments.device == "cuda":
        print("dolmen: the first run on a card compiles the rules for it, a minute or two", file=sys.stderr)
    learner = Learner(terms, arguments.device, pool)
    if arguments.begin_with:
        take_weights(arguments.begin_with, learner.network, learner.game)
    return learner, folder


def in_words(row: dict[str, Any]) -> str:
    """A row of the curve as one line."""
    words = [f"{row['minutes']:.1f} min"]
    if "decisions" in row:
        words += [f"{row['decisions'] / 1e6:.1f} M decisions", f"{row['decisions_per_second']:,.0f}/s"]
    if "points" in row:
        words.append(f"{row['points']:.1f} points")
    if "entropy" in row:
        words.append(f"entropy {row['entropy']:.2f}, value loss {row['value_loss']:.3f}")
    if "greedy" in row:
        words.append(
            f"wins {row['random']:.0%} against random, {row['greedy']:.0%} against greedy ({row['games']} games)"
        )
    return ", ".join(words)
