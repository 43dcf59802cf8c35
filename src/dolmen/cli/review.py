"""`dolmen review`: where points were lost in a game."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from dolmen.cli.bot import add_level, thinker
from dolmen.cli.common import (
    Subparsers,
    add_command,
    add_file_options,
    add_json,
    file_options,
    print_json,
    seed_number,
    whole_number,
)

if TYPE_CHECKING:
    from dolmen.analysis.review import Review


def add_to(commands: Subparsers) -> None:
    """Register the command."""
    parser = add_command(
        commands,
        "review",
        run,
        "find the moves of a game where points were lost",
        "dolmen review game{extension} --level strong",
    )
    parser.add_argument("file", metavar="FILE", help="a game file, a log or a ledger")
    add_level(parser, "strong")
    parser.add_argument("--seed", type=seed_number, default=0, metavar="S", help="same seed, same review (default 0)")
    parser.add_argument(
        "--most", type=whole_number(1, 10**6), default=10, metavar="N", help="how many moves are listed (default 10)"
    )
    add_file_options(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Look through the game, with a progress bar."""
    from rich.console import Console
    from rich.progress import Progress

    from dolmen.analysis.replay import read
    from dolmen.analysis.review import plays_in, review

    transcript = read(arguments.file, file_options(arguments))
    game = transcript.state.game.meta
    bot, budget = thinker(arguments, game.key)
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task(f"{game.title}, {bot.name} looks at every move", total=len(list(plays_in(transcript))))
        found = review(transcript, bot, budget, arguments.seed, lambda: progress.advance(task))
    if arguments.json:
        said = {"file": arguments.file, "game": game.key, "level": arguments.level, "visits": arguments.visits}
        print_json({**said, **found.to_json(), "plays": found.to_json()["plays"][: arguments.most]})
    else:
        _print(found, arguments.most)
    return 0


def _print(found: Review, most: int) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    if not console.is_terminal:  # a file has no width: nothing is cut off
        console.width = 140
    players = Table(title="What was given away")
    players.add_column("player")
    for name in ("points", "moves", "as good as the best", "points lost"):
        players.add_column(name, justify="right")
    for one in found.players:
        players.add_row(one.player, str(one.score), str(one.plays), str(one.best), f"{one.lost:.1f}")
    console.print(players)
    if not found.plays:
        console.print("No move lost as much as half a point.")
        return
    plays = Table(title="Where points were lost, the worst first")
    for name in ("line", "player", "played", "better", "lost", "why"):
        plays.add_column(name, justify="right" if name in ("line", "lost") else "left", overflow="fold")
    for play in found.plays[:most]:
        line = "" if play.line is None else str(play.line)
        lost = f"{play.loss:.1f}"
        plays.add_row(line, play.player, play.played, play.better, lost, ", ".join(play.reasons))
    console.print(plays)
