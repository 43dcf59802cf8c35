"""`dolmen evaluate`: one entrant by the fixed protocol, so that results of different people can be compared."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from dolmen.cli.arena import add_workers, in_percent, play_missing, with_reach
from dolmen.cli.common import Subparsers, add_command, add_game, add_json, path, print_json, whole_number
from dolmen.core.errors import InvalidSetup

if TYPE_CHECKING:
    from dolmen.arena import Report, Terms


def add_to(commands: Subparsers) -> None:
    """Register the command."""
    parser = add_command(
        commands,
        "evaluate",
        run,
        "measure a bot by the fixed protocol that papers use",
        "dolmen evaluate {game} --bot my_bot.py:MyBot --players 2 --quick",
    )
    add_game(parser)
    parser.add_argument(
        "--bot",
        required=True,
        metavar="NAME",
        help='who is measured: a bot, learned:FILE.npz, FILE.py:CLASS, or "cmd:PROGRAM ARGUMENTS"',
    )
    parser.add_argument(
        "--players", type=whole_number(1, 9), metavar="N", help="number of players (default: each that there is)"
    )
    parser.add_argument(
        "--against", metavar="A,B,...", help="only these opponents of the protocol (default: all, the strongest last)"
    )
    parser.add_argument(
        "--quick", action="store_true", help="a tenth of the set-ups, for a first look: no result for a paper"
    )
    add_workers(parser)
    parser.add_argument("--out", type=path, metavar="DIR", help="keep the games; if they are there already, go on")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play against each opponent, one after the other; tell each outcome as soon as it is there."""
    from dolmen.arena.entrants import enter
    from dolmen.arena.protocol import ANSWER_SECONDS, players_of, terms_of

    enter(arguments.bot, arguments.game, ANSWER_SECONDS)
    numbers = [arguments.players] if arguments.players else players_of(arguments.game)
    parts = [
        terms_of(arguments.game, players, arguments.bot, opponent)
        for players in numbers
        for opponent in _opponents(arguments)
    ]
    outcomes = []
    for terms in parts:
        outcome = _played(arguments, terms)
        outcomes.append((terms, outcome))
        if arguments.json:
            _tell(arguments, terms, outcome)
    if not arguments.json:
        _print(arguments, outcomes)
    return 0


def _opponents(arguments: argparse.Namespace) -> tuple[str, ...]:
    from dolmen.arena.entrants import split_names
    from dolmen.arena.protocol import opponents_of

    opponents = opponents_of(arguments.game, arguments.bot)
    if arguments.against is None:
        return opponents
    wanted = split_names(arguments.against)
    for name in wanted:
        if name not in opponents:
            raise InvalidSetup(f"'{name}' is no opponent of {arguments.bot} in this protocol: {', '.join(opponents)}")
    return tuple(opponent for opponent in opponents if opponent in wanted)


def _played(arguments: argparse.Namespace, terms: Terms) -> Report:
    """The outcome against one opponent; what a folder has of it already is not played again."""
    from dolmen.arena import Folder, report
    from dolmen.arena.protocol import setups_of

    games = setups_of(terms.players, quick=arguments.quick) * terms.players
    opponent = terms.bots[-1]
    folder = None
    if arguments.out:
        folder = Folder(arguments.out / f"{terms.game}-{terms.players}-{opponent}", terms)
    results = dict(folder.results) if folder else {}
    missing = [number for number in range(games) if number not in results]
    title = f"{terms.players} players, against {opponent}"
    play_missing(terms, missing, games, folder, results, arguments.processes, arguments.ray, title)
    return report(result for number, result in results.items() if number < games)


def _tell(arguments: argparse.Namespace, terms: Terms, outcome: Report) -> None:
    from dolmen.arena.summary import summary

    print_json({**summary(terms, outcome), "out": str(arguments.out) if arguments.out else None})


def _print(arguments: argparse.Namespace, outcomes: list[tuple[Terms, Report]]) -> None:
    """The outcomes as a table."""
    from rich.console import Console
    from rich.table import Table

    from dolmen.arena.protocol import PROTOCOL_VERSION, SEED
    from dolmen.contract.registry import find
    from dolmen.contract.versions import versions_of

    versions = versions_of(arguments.game)
    quick = " (quick: a tenth of the set-ups, for a first look)" if arguments.quick else ""
    played = f"rules {versions['rules']}, observations {versions['observations']}, Dolmen {versions['dolmen']}"
    table = Table(
        title=f"{arguments.bot} at {find(arguments.game).title}: protocol {PROTOCOL_VERSION}{quick}",
        caption=f"{played}, seed {SEED}; every set-up from every seat; intervals at 95 %",
    )
    table.add_column("players", justify="right")
    table.add_column("against")
    for name in ("victories", "even", "points", "theirs", "games", "set-ups", "forfeits"):
        table.add_column(name, justify="right", no_wrap=True)
    for terms, outcome in outcomes:
        standings = {standing.bot: standing for standing in outcome.standings}
        own, other = standings[terms.bots[0]], standings[terms.bots[-1]]
        table.add_row(
            str(terms.players),
            other.bot,
            in_percent(own.victories),
            f"{1 / terms.players:.0%}",
            with_reach(own.points),
            with_reach(other.points),
            str(outcome.games),
            str(outcome.setups),
            str(own.forfeits or ""),
        )
    console = Console(highlight=False)
    if not console.is_terminal:  # a file has no width: nothing is cut off
        console.width = 140
    console.print(table)
