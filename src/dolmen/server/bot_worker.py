"""What runs in the bots' processes. Nothing of the web is imported here: a worker knows the rules and the bots."""

from __future__ import annotations

import contextlib
import ctypes
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dolmen.contract.game import State
from dolmen.contract.registry import package
from dolmen.core.errors import DolmenError

if TYPE_CHECKING:
    from dolmen.analysis.advice import Advice
    from dolmen.analysis.review import Play, Thought

PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class Position:
    """A position as a process is told of it: by its set-up and its history."""

    game: str
    setup: str
    history: tuple[int, ...]

    def state(self) -> State:
        """Build it."""
        state = package(self.game).notation().read(self.setup).state
        for action in self.history:
            state.apply_trusted(action)
        return state


def answer_all() -> None:
    """Answer what is asked through standard input, until nobody asks any more; see `bot_process`."""
    be_modest()
    questions = sys.stdin.buffer
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what anybody prints is no answer
    with contextlib.suppress(EOFError, OSError):
        while True:
            function, arguments = pickle.load(questions)
            pickle.dump(_answer(function, arguments), answers)
            answers.flush()


def _answer(function: Callable[..., object], arguments: tuple[object, ...]) -> tuple[object, str, str]:
    """What a function gives; or why it refuses; or the traceback of what nobody foresaw."""
    try:
        return function(*arguments), "", ""
    except DolmenError as error:
        return None, str(error) or type(error).__name__, ""
    except Exception:
        return None, "", traceback.format_exc()


def be_modest() -> None:
    """Low priority, and no life beyond the server's (where the system can do that)."""
    os.nice(10)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def think(position: Position, bot: str, seed: int, threads: int) -> tuple[int, ...]:
    """A bot's decisions up to the end of its turn, or until others or the dice decide.

    The bot keeps what it thought from one decision to the next.
    """
    from dolmen.bots import Budget, find_bot
    from dolmen.core.draws import Draws

    state = position.state()
    thinker, budget, draws = find_bot(bot, position.game), Budget(threads=threads), Draws(seed)
    seat, turn = state.current_player, state.turn
    while (state.current_player, state.turn) == (seat, turn):
        state.apply(thinker.decide(state, budget, draws))
    return state.history[len(position.history) :]


def bid(position: Position, bot: str, seed: int) -> tuple[int, ...]:
    """What a bot names or bids in the auction before a game; the history is the auction's."""
    from dolmen.auction.bids import answer
    from dolmen.auction.notation import AuctionNotation
    from dolmen.core.draws import Draws

    opening = package(position.game).notation().read(position.setup)
    terms = opening.auction()
    assert terms is not None, "a table that bids has an auction"
    notation = AuctionNotation(opening, terms)
    state = notation.new_transcript(notation.auction, terms).state
    for action in position.history:
        state.apply_trusted(action)
    return (answer(opening, state, lambda begun: expected_points(begun, bot), Draws(seed)),)


def best_plays(position: Position, bot: str, most: int) -> tuple[Advice, ...]:
    """So many plays that a bot thinks best."""
    from dolmen.analysis.advice import advise
    from dolmen.bots import LEVEL, find_bot

    return tuple(advise(find_bot(bot, position.game), position.state(), LEVEL, len(position.history), most))


def expected_points(state: State, bot: str) -> tuple[float, ...]:
    """The points that each seat may expect at the end of the game, as a bot sees it."""
    from dolmen.bots import LEVEL, find_bot
    from dolmen.core.draws import Draws

    if state.is_terminal():
        return tuple(map(float, state.scores()))
    return find_bot(bot, state.game.meta.key).expect(state, LEVEL, Draws(state.decisions))


def judge_plays(position: Position, plays: Sequence[Play], visits: int) -> tuple[Thought | None, ...]:
    """What the reviewing bot thinks of some plays of a game, all at the same time."""
    from dolmen.analysis.review import BOT, judge
    from dolmen.bots import Budget, find_bot

    state, budget = position.state(), Budget(visits=visits)
    with ThreadPoolExecutor(len(plays)) as pool:
        return tuple(pool.map(lambda play: judge(state, play, find_bot(BOT, position.game), budget), plays))
