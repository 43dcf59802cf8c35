"""`dolmen play`: a game at the terminal against bots."""

from __future__ import annotations

import argparse
import os
import shlex
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from dolmen.bots import Bot, find_bot
from dolmen.cli.common import (
    Subparsers,
    add_command,
    add_game,
    add_setup,
    command,
    file_options,
    load_game,
    seed_number,
    whole_number,
)
from dolmen.contract.notation import Transcript
from dolmen.core.errors import InvalidSetup
from dolmen.core.files import make_folder, write_file

BOT_NAMES = ("Ben", "Cleo", "Dag", "Edda")


def add_to(commands: Subparsers) -> None:
    """Register the command."""
    parser = add_command(
        commands,
        "play",
        run,
        "play at the terminal against bots",
        "dolmen play {game} --players 3 --seat 1 --bots greedy,random",
    )
    add_game(parser)
    parser.add_argument("--players", type=whole_number(1, 9), metavar="N", help="number of players (default 3)")
    parser.add_argument(
        "--seat", type=whole_number(1, 9), metavar="N", help="your place in turn order (default: drawn)"
    )
    parser.add_argument(
        "--bots", default="greedy", metavar="A,B", help="who fills the other seats, in turn order (default greedy)"
    )
    parser.add_argument(
        "--seed", type=seed_number, metavar="N", help="same seed, same set-up and dice (default: by the clock)"
    )
    parser.add_argument("--resume", metavar="FILE", help="go on with a saved game")
    add_setup(parser)


def run(arguments: argparse.Namespace) -> int:
    """Set the table and play."""
    from rich.console import Console

    from dolmen.cli.warmup import warm_up
    from dolmen.terminal.loop import Quit, TerminalGame

    transcript, seed = _open(arguments)
    game = transcript.state.game
    players = game.players
    seat = _seat(arguments.seat, players, seed)
    bots = _bots(arguments.bots, seat, players, game.meta.key)
    names = _names(seat, players)
    console = Console(highlight=False)
    warm_up([game.meta.key])
    table = TerminalGame(transcript, names, seat, bots, seed, console)
    others = ", ".join(f"{names[other]} ({bot.name})" for other, bot in bots.items())
    console.print(
        f"{game.meta.title}: you are player {seat + 1} of {players}, with {others}. Seed {seed}. Type ? for help."
    )
    try:
        table.play()
    except (Quit, KeyboardInterrupt):
        kept = _keep(transcript)
        words = [*command(), "play", game.meta.key, "--seat", str(seat + 1), "--bots", arguments.bots]
        words += _words(file_options(arguments))
        words += ["--seed", str(seed), "--resume", str(kept)]
        console.print(f"\nThe game is kept. Go on with: {shlex.join(words)}", soft_wrap=True, markup=False)
        return 0
    winners = " and ".join(names[winner] for winner in transcript.state.winners())
    console.print(f"[bold]The game is over. Victory: {winners}.[/bold]")
    kept = _keep(transcript)
    replay = shlex.join([*command(), "replay", str(kept), *_words(file_options(arguments))])
    console.print(f"The game is kept. Replay it with: {replay}", soft_wrap=True, markup=False)
    return 0


def _open(arguments: argparse.Namespace) -> tuple[Transcript, int]:
    """A new game, or a saved one that is not over."""
    from dolmen.analysis.replay import begin, read

    seed = int(time.time()) if arguments.seed is None else arguments.seed
    if arguments.resume is None:
        return begin(load_game(arguments, arguments.players or 3), seed), seed
    transcript = read(arguments.resume, file_options(arguments))
    if transcript.state.game.meta.key != arguments.game:
        raise InvalidSetup(f"{arguments.resume} is a game of {transcript.state.game.meta.title}")
    if transcript.state.is_terminal():
        raise InvalidSetup(f"the game in {arguments.resume} is over: dolmen replay {arguments.resume}")
    if arguments.players not in (None, transcript.state.game.players):
        raise InvalidSetup(f"the game in {arguments.resume} has {transcript.state.game.players} players")
    return transcript, seed


def _words(options: Mapping[str, str]) -> list[str]:
    """Options as they stand on a command line."""
    return [word for name, value in options.items() for word in (f"--{name}", value)]


def _seat(asked: int | None, players: int, seed: int) -> int:
    from dolmen.core.draws import draw_below
    from dolmen.terminal.loop import DICE_STREAM

    if asked is None:
        return int(draw_below(seed, DICE_STREAM - 1, 0, players))
    if asked > players:
        raise InvalidSetup(f"--seat {asked} is none of the {players} seats")
    return asked - 1


def _bots(listed: str, seat: int, players: int, key: str) -> dict[int, Bot]:
    """A bot for every other seat; a single name fills them all."""
    names = listed.split(",")
    if len(names) == 1:
        names *= players - 1
    if len(names) != players - 1:
        raise InvalidSetup(f"--bots names {len(names)} bots for {players - 1} other seats")
    seats = [other for other in range(players) if other != seat]
    return {other: find_bot(name.strip(), key) for other, name in zip(seats, names, strict=True)}


def _names(seat: int, players: int) -> Sequence[str]:
    names = list(BOT_NAMES[: players - 1])
    names.insert(seat, "You")
    return names


def _keep(transcript: Transcript) -> Path:
    """Write the game into the user's data folder: nothing that was played is lost."""
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    meta = transcript.state.game.meta
    stem = make_folder(home / "dolmen") / f"{meta.key}-{time.strftime('%Y%m%d-%H%M%S')}"
    path = stem.with_name(stem.name + meta.extension)
    number = 1
    while path.exists():
        number += 1
        path = stem.with_name(f"{stem.name}-{number}{meta.extension}")
    write_file(path, transcript.to_text())
    return path
