"""`dolmen play`: a game at the terminal against bots."""

from __future__ import annotations

import argparse
import os
import shlex
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

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
from dolmen.contract.game import Game
from dolmen.contract.notation import Transcript
from dolmen.core.errors import InvalidSetup
from dolmen.core.files import make_folder, write_file

if TYPE_CHECKING:
    from rich.console import Console

    from dolmen.core.words import Words

OWN_NAME = "Ana"
BOT_NAMES = ("Ben", "Cleo", "Dag", "Edda", "Finn", "Gwen", "Hugo", "Iris")


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
    parser.add_argument(
        "--name", type=name, default=OWN_NAME, metavar="NAME", help=f"how you are called (default {OWN_NAME})"
    )
    parser.add_argument("--language", metavar="CODE", help="en, es, it or nl (default: by LC_ALL and LANG)")
    add_setup(parser)


def name(word: str) -> str:
    """An argument type: how somebody is called."""
    if not word.strip() or not word.isprintable():
        raise argparse.ArgumentTypeError(f"must be a name that can be shown, not '{word}'")
    return word.strip()


def run(arguments: argparse.Namespace) -> int:
    """Set the table and play."""
    from rich.console import Console

    from dolmen.cli.warmup import warm_up
    from dolmen.contract.registry import package
    from dolmen.terminal.loop import Quit, TerminalGame

    transcript, seed = _open(arguments)
    game = transcript.state.game
    seat = _seat(arguments.seat, game.players, seed)
    bots = _bots(arguments.bots, seat, game.players, game.meta.key)
    names = _names(arguments.name, seat, game.players)
    console = Console(highlight=False)
    reader = _reader(arguments.language)
    warm_up([game.meta.key])
    presentation = package(game.meta.key).presentation()
    table = TerminalGame(transcript, presentation, names, seat, bots, seed, console, reader)
    console.print(_greeting(game, names, seat, bots, seed, reader), markup=False)
    try:
        table.play()
    except (Quit, KeyboardInterrupt):
        go_on = ["play", game.meta.key, "--seat", str(seat + 1), "--bots", arguments.bots, "--name", arguments.name]
        go_on += ["--language", arguments.language] if arguments.language else []
        go_on += [*_options(arguments), "--seed", str(seed), "--resume", str(_keep(transcript))]
        console.print()
        _say(console, reader.gettext("The game is kept. Go on with: %(command)s"), go_on)
        return 0
    _say(
        console,
        reader.gettext("The game is kept. Replay it with: %(command)s"),
        ["replay", str(_keep(transcript)), *_options(arguments)],
    )
    return 0


def _say(console: Console, text: str, arguments: Sequence[str]) -> None:
    """A sentence with a command, which is not broken into lines."""
    console.print(text % {"command": shlex.join([*command(), *arguments])}, soft_wrap=True, markup=False)


def _greeting(game: Game, names: Sequence[str], seat: int, bots: Mapping[int, Bot], seed: int, words: Words) -> str:
    text = words.gettext(
        "%(game)s: you are player %(number)s of %(players)s, called %(name)s, with %(others)s. Seed %(seed)s. "
        "Type ? for the rule, ? 1 for more of choice 1, help for the rest."
    )
    return text % {
        "game": game.meta.title,
        "number": seat + 1,
        "players": game.players,
        "name": names[seat],
        "others": ", ".join(f"{names[other]} ({bot.name})" for other, bot in bots.items()),
        "seed": seed,
    }


def _reader(language: str | None) -> Words:
    """The language that was asked for, or the terminal's."""
    from dolmen.core.words import LANGUAGES, preferred_locale, words

    if language is not None and language not in LANGUAGES:
        raise InvalidSetup(f"there is no language '{language}'; there are: {', '.join(LANGUAGES)}")
    return words(language or preferred_locale(os.environ))


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


def _options(arguments: argparse.Namespace) -> list[str]:
    """The game's options as they stand on a command line."""
    return [word for name, value in file_options(arguments).items() for word in (f"--{name}", value)]


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


def _names(own: str, seat: int, players: int) -> Sequence[str]:
    names = [name for name in (*BOT_NAMES, OWN_NAME) if name != own][: players - 1]
    names.insert(seat, own)
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
