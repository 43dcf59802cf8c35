"""`dolmen sim`: many games between bots, written as game files."""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from dolmen.bots import bot_names, find_bot
from dolmen.cli.common import (
    Subparsers,
    add_command,
    add_game,
    add_json,
    add_setup,
    load_game,
    path,
    print_json,
    seed_number,
    whole_number,
)
from dolmen.core.files import make_folder, write_file


def add_to(commands: Subparsers) -> None:
    """Register the command."""
    parser = add_command(
        commands,
        "sim",
        run,
        "play games between bots and write them as files",
        "dolmen sim {game} --players 3 --games 100 --seed 7 --policy greedy --out games",
    )
    add_game(parser)
    parser.add_argument("--players", type=whole_number(1, 9), metavar="N", help="number of players")
    parser.add_argument(
        "--games", type=whole_number(1, 10**6), default=1, metavar="K", help="number of games (default 1)"
    )
    parser.add_argument("--seed", type=seed_number, default=0, metavar="S", help="same seed, same games (default 0)")
    parser.add_argument("--policy", choices=bot_names(), default="random", help="who plays all seats (default random)")
    parser.add_argument("--out", type=path, required=True, metavar="DIR", help="folder for the files, made if missing")
    parser.add_argument(
        "--max-turns", type=whole_number(1, 10**6), metavar="T", help="cut a game short after so many turns"
    )
    add_setup(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the games; tell how many were cut short."""
    from rich.console import Console
    from rich.progress import Progress

    from dolmen.analysis.simulate import simulate
    from dolmen.contract.versions import versions_of

    game = load_game(arguments, arguments.players)
    bot = find_bot(arguments.policy, arguments.game)
    folder = make_folder(arguments.out)
    max_turns = arguments.max_turns or game.max_turns
    truncated = 0
    decisions = 0
    wins: Counter[int] = Counter()
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task(f"{game.meta.title}, {game.players} players", total=arguments.games)
        for number in range(arguments.games):
            transcript, finished = simulate(game, [bot] * game.players, arguments.seed, number, max_turns)
            write_file(folder / f"{arguments.game}-{number + 1:06}{game.meta.extension}", transcript.to_text())
            truncated += not finished
            decisions += len(transcript.state.history)
            wins.update(seat + 1 for seat in transcript.state.winners())
            progress.advance(task)
    if truncated:
        print(f"dolmen: {truncated} of {arguments.games} games were cut short after {max_turns} turns", file=sys.stderr)
    summary = {
        "versions": versions_of(arguments.game),
        "game": arguments.game,
        "players": game.players,
        "games": arguments.games,
        "seed": arguments.seed,
        "policy": arguments.policy,
        "out": str(folder),
        "decisions": decisions,
        "truncated": truncated,
        "wins": [wins[seat + 1] for seat in range(game.players)],
    }
    if arguments.json:
        print_json(summary)
    else:
        print(f"{arguments.games} games in {folder}, {decisions} decisions, wins by player {summary['wins']}")
    return 0
