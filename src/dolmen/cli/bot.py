"""`dolmen bot`: a bot as a process that programs talk to, or at a table elsewhere."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from dolmen.cli.common import (
    Subparsers,
    add_command,
    add_file_options,
    add_game,
    file_options,
    given,
    print_json,
    seconds,
    seed_number,
    whole_number,
)
from dolmen.contract.registry import find
from dolmen.core.errors import DolmenError, InvalidNotation, InvalidSetup

if TYPE_CHECKING:
    from dolmen.bots import Bot, Budget
    from dolmen.contract.auction import AuctionTerms
    from dolmen.contract.notation import Transcript

LONGEST_REQUEST = 4_000_000
"""Bytes; a long game has some ten thousand."""
NAME = "Robo"
"""Of a guest."""
SECONDS = 60.0
"""For an answer."""


def add_to(commands: Subparsers) -> None:
    """Register the command."""
    parser = add_command(
        commands,
        "bot",
        run,
        'answer games with moves: lines {"game": "..."} on standard input, lines {"play": "..."} on standard output',
        "dolmen bot {game} --level strong --visits 2000",
    )
    add_game(parser)
    add_level(parser, "strong")
    parser.add_argument("--seed", type=seed_number, default=0, metavar="S", help="same seed, same answers (default 0)")
    parser.add_argument(
        "--choices", type=whole_number(1, 100), default=5, metavar="N", help="how many choices are told (default 5)"
    )
    parser.add_argument(
        "--table",
        type=given,
        metavar="URL",
        help="take a seat at a table instead: http://HOST/t/TABLE, or a friend's link",
    )
    parser.add_argument("--token", type=given, metavar="T", help="API token of who plays (default: a new guest)")
    parser.add_argument("--seat", type=whole_number(1, 9), metavar="N", help="which seat (default: one that is free)")
    parser.add_argument("--name", type=given, metavar="NAME", help=f"the guest's name (default {NAME})")
    parser.add_argument(
        "--program", type=given, metavar="COMMAND", help="at a table: a program plays instead of the level"
    )
    parser.add_argument(
        "--answer-seconds", type=seconds, metavar="T", help=f"how long the program may think (default {SECONDS:.0f})"
    )
    add_file_options(parser)


def add_level(parser: argparse.ArgumentParser, default: str) -> None:
    """Who thinks, and how much."""
    parser.add_argument("--level", default=default, metavar="BOT", help=f"which bot (default {default})")
    parser.add_argument("--visits", type=whole_number(1, 10**9), metavar="N", help="instead of the level's visits")
    parser.add_argument("--threads", type=whole_number(1, 256), default=1, metavar="T", help="threads (default 1)")


def thinker(arguments: argparse.Namespace, game: str) -> tuple[Bot, Budget]:
    """The bot that the arguments name, and its budget."""
    from dolmen.arena.entrants import enter
    from dolmen.bots import Budget

    return enter(arguments.level, game), Budget(visits=arguments.visits, threads=arguments.threads)


def run(arguments: argparse.Namespace) -> int:
    """Answer until the input ends, or play at a table until its game is over."""
    from dolmen.analysis.replay import check_supplied

    check_supplied(find(arguments.game), file_options(arguments))
    if arguments.table:
        return _at_a_table(arguments)
    for name in ("program", "seat", "token", "name", "answer_seconds"):
        if getattr(arguments, name):
            raise InvalidSetup(f"--{name.replace('_', '-')} is for a seat at a table: name it with --table URL")
    bot, budget = thinker(arguments, arguments.game)
    for line in sys.stdin:
        if not line.strip():
            continue
        answer: dict[str, Any] | None
        try:
            answer = _answer(line, bot, budget, arguments)
        except DolmenError as error:
            answer = {"error": str(error)}
        if answer is not None:
            print_json(answer)
            sys.stdout.flush()
    return 0


def _at_a_table(arguments: argparse.Namespace) -> int:
    """Take the seat, play, tell the points."""
    from dolmen.arena.external import Program, read_answer
    from dolmen.arena.seat import RemoteTable, read_address

    table = RemoteTable(read_address(arguments.table), arguments.token or "")
    program = None
    if arguments.program:
        program = Program(arguments.program)
    else:
        bot, budget = thinker(arguments, arguments.game)

    def player(asked: dict[str, Any]) -> str:
        if program is None:
            return str(_answered(asked["game"], bot, budget, arguments)["play"])
        return read_answer(program.answer(asked, arguments.answer_seconds or SECONDS)).play

    try:
        seat = None if arguments.seat is None else arguments.seat - 1
        table.sit_down(arguments.name or NAME, seat)
        end = table.play(player, seat)
    finally:
        table.client.close()
        if program is not None:
            program.close()
    print_json({"table": table.address.table, "seat": end.seat + 1, "scores": end.scores})
    return 0


def _answer(line: str, bot: Bot, budget: Budget, arguments: argparse.Namespace) -> dict[str, Any] | None:
    """The answer to one request; None where the arena tells how a game ended. Raises DolmenError."""
    request = _request(line)
    if "result" in request:
        return None
    return {**_answered(request["game"], bot, budget, arguments), "stay": True}


def _answered(text: str, bot: Bot, budget: Budget, arguments: argparse.Namespace) -> dict[str, Any]:
    """The answer to a game so far."""
    from dolmen.analysis.advice import decide
    from dolmen.analysis.replay import game_of
    from dolmen.contract.registry import package

    meta = game_of(text, f"game{find(arguments.game).extension}")
    if meta.key != arguments.game:
        raise InvalidNotation(f"this is a game of {meta.title}, but the bot plays {find(arguments.game).title}")
    transcript = package(meta.key).notation().read_so_far(text, file_options(arguments))
    fixed = transcript.fixed_line()
    if fixed:  # a line that is no decision
        return {"play": fixed, "choices": []}
    terms = transcript.auction()
    if terms is not None:  # what comes first is the auction
        return {"play": _bid(text, transcript, terms, bot, budget, arguments.seed), "choices": []}
    play, choices = decide(bot, transcript.state, budget, arguments.seed, arguments.choices)
    return {"play": play, "choices": [choice.to_json() for choice in choices]}


def _bid(text: str, opening: Transcript, terms: AuctionTerms, bot: Bot, budget: Budget, seed: int) -> str:
    """What a bot names or bids in the auction before a game."""
    from dolmen.auction.bids import answer
    from dolmen.auction.notation import AuctionNotation
    from dolmen.core.draws import Draws

    state = AuctionNotation(opening, terms).read(text).state
    action = answer(opening, state, lambda begun: bot.expect(begun, budget, Draws(seed)), Draws(seed))
    return state.game.action_text(action)


def _request(line: str) -> dict[str, Any]:
    """A request, which has a game."""
    if len(line) > LONGEST_REQUEST:
        raise InvalidNotation(f"a request has at most {LONGEST_REQUEST} characters, this one has {len(line)}")
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidNotation(f'a request is one line of JSON, {{"game": "..."}}: {error}') from None
    if not isinstance(request, dict) or not isinstance(request.get("game"), str):
        raise InvalidNotation('a request reads {"game": "<the game so far in its notation>"}')
    return request
