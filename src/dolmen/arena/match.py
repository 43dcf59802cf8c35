"""One game of the arena: its terms, its course, and the result that is kept of it.

Set-up and dice come from streams of the seed that belong to the set-up's number: all seatings of one set-up meet the
same chips or tiles, and the n-th roll is the same in each. Every seat of every game has a stream of its own to think
with. So a game does not depend on which process plays it, or when.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from time import perf_counter
from typing import Any

from dolmen.analysis.replay import begin
from dolmen.arena.entrants import enter, is_own_class
from dolmen.arena.external import SHOWN, ExternalBot, program_seed
from dolmen.arena.schedule import Pairing, Schedule
from dolmen.arena.starts import Start
from dolmen.arena.time_limit import TimeIsUp, time_limit
from dolmen.bots import Bot, Budget
from dolmen.contract.game import Game, State
from dolmen.contract.notation import Transcript
from dolmen.contract.registry import load, package
from dolmen.core.draws import DICE_STREAMS, Draws
from dolmen.core.errors import DolmenError, Forfeit

SEAT_STREAMS = 1 << 30
"""Seat p of game n thinks with stream 9 n + p plus this."""
MAX_SEATS = 9


@dataclass(frozen=True)
class Terms:
    """What an arena is about: the same terms and number, the same game."""

    game: str
    players: int
    bots: tuple[str, ...]
    seed: int = 0
    share: float = 1.0
    """A part of the levels' visits, for quick measurements."""
    threads: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)
    """Of the game: board, set-up and so on."""
    max_turns: int | None = None
    answer_seconds: float = 60.0
    """How long a program or a class of somebody's own may think about an answer."""
    starts: tuple[Start, ...] = ()
    """Positions in which the games begin, in turn; none: each begins with a set-up of its own."""

    def rules(self) -> Game:
        """The game."""
        return load(self.game, self.players, **self.options)

    def schedule(self) -> Schedule:
        """Who sits where."""
        return Schedule(self.bots, self.players)

    def to_json(self) -> dict[str, Any]:
        """Ready for JSON."""
        told = {**asdict(replace(self, starts=())), "bots": list(self.bots), "options": dict(self.options)}
        del told["starts"]
        return {**told, "from": [start.to_json() for start in self.starts]} if self.starts else told


@dataclass(frozen=True)
class Result:
    """What is kept of a game, beside its notation."""

    number: int
    setup: int
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    """By seat, 0 for the winners."""
    returns: tuple[float, ...]
    """By seat, what it gets of the one victory."""
    turns: int
    decisions: int
    truncated: bool = False
    """Cut short at the turn cap: nobody wins."""
    forfeit: int | None = None
    """The seat that lost the game by forfeit."""
    why: str = ""
    move_times: tuple[tuple[int, ...], ...] = ()
    """By seat, microseconds for each decision that was one."""
    turn_times: tuple[tuple[int, ...], ...] = ()
    """By seat, microseconds for each of its own turns."""

    def to_json(self) -> dict[str, Any]:
        """Ready for JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Result:
        """Read what was kept."""
        values = dict(kept)
        for name in ("seats", "scores", "ranks", "returns"):
            values[name] = tuple(values[name])
        for name in ("move_times", "turn_times"):
            values[name] = tuple(tuple(row) for row in values[name])
        return cls(**values)


class DecisionTimes:
    """How long each seat thinks, by decision and by turn."""

    def __init__(self, players: int) -> None:
        self.moves: list[list[int]] = [[] for _ in range(players)]
        self._turns: list[defaultdict[int, int]] = [defaultdict(int) for _ in range(players)]

    def add(self, state: State, seat: int, seconds: float) -> None:
        """A decision of a seat; those of its own turn are added up."""
        microseconds = round(seconds * 1e6)
        self.moves[seat].append(microseconds)
        if state.turn_player == seat:
            self._turns[seat][state.turn] += microseconds

    def turns(self) -> list[list[int]]:
        """By seat and turn."""
        return [list(turns.values()) for turns in self._turns]


def play_match(terms: Terms, number: int) -> tuple[Result, str]:
    """Play one game; its result and its notation."""
    pairing = terms.schedule().pairing(number)
    transcript = _beginning(terms, pairing)
    bots = [enter(name, terms.game, terms.answer_seconds) for name in pairing.seats]
    programs = {seat: bot for seat, bot in enumerate(bots) if isinstance(bot, ExternalBot)}
    clock = DecisionTimes(terms.players)
    forfeit, why = None, ""
    finished = False
    try:
        for seat, program in programs.items():
            program.sit_down(transcript, number + 1, program_seed(terms.seed, number * MAX_SEATS + seat))
        finished = _play_on(transcript, bots, terms, pairing, clock)
    except Forfeit as error:
        forfeit, why = error.seat, str(error)
        if forfeit in programs:
            programs.pop(forfeit).leave()
    except BaseException:
        for program in programs.values():
            program.leave()
        raise
    transcript.say_fixed_lines()
    text = package(terms.game).notation().so_far_text(transcript)
    result = _result(transcript.state, pairing, clock, finished, forfeit, why)
    for seat, program in programs.items():
        program.leave(_told(result, seat), text)
    return result, text


def _beginning(terms: Terms, pairing: Pairing) -> Transcript:
    """The game before the bots are asked: a set-up of its own, or a position of a game that was played."""
    if terms.starts:
        return terms.starts[pairing.setup % len(terms.starts)].transcript()
    game = _rules(terms.game, terms.players, tuple(sorted(terms.options.items())))
    return begin(game, terms.seed, stream=pairing.setup)


def _told(result: Result, seat: int) -> dict[str, Any]:
    """How a game ended, as a program reads it: seats and places from 1."""
    return {
        "seat": seat + 1,
        "places": [rank + 1 for rank in result.ranks],
        "scores": list(result.scores),
        "returns": list(result.returns),
        "forfeit": None if result.forfeit is None else result.forfeit + 1,
        "why": result.why,
    }


@cache
def _rules(key: str, players: int, options: tuple[tuple[str, Any], ...]) -> Game:
    return load(key, players, **dict(options))


def _play_on(transcript: Transcript, bots: Sequence[Bot], terms: Terms, pairing: Pairing, clock: DecisionTimes) -> bool:
    """Play until the game is over (True), or until a turn beyond the cap would begin."""
    state = transcript.state
    max_turns = terms.max_turns or state.game.max_turns
    budget = Budget(threads=terms.threads, share=terms.share)
    dice = Draws(terms.seed, DICE_STREAMS + pairing.setup)
    thoughts = [
        Draws(terms.seed, SEAT_STREAMS + pairing.number * MAX_SEATS + seat) for seat in range(state.game.players)
    ]
    while not state.is_terminal():
        if state.turn + state.is_chance() > max_turns:
            return False
        legal = state.legal_actions()
        if state.is_chance():
            state.apply_trusted(dice.pick(legal))
        elif len(legal) == 1:  # nothing to think about
            state.apply_trusted(legal[0])
        else:
            seat = state.current_player
            began = perf_counter()
            name = pairing.seats[seat]
            given = replace(budget, seconds=terms.answer_seconds) if is_own_class(name) else budget
            action = _decision(bots[seat], name, state, legal, given, thoughts[seat])
            clock.add(state, seat, perf_counter() - began)
            state.apply_trusted(action)
    return True


def _decision(bot: Bot, name: str, state: State, legal: list[int], budget: Budget, draws: Draws) -> int:
    """What a bot decides, in any form of an action.

    A bot that fails, decides against the rules, touches the position or takes longer than its budget allows loses the
    game; those of our own need no clock.
    """
    seat, before = state.current_player, state.to_bytes()
    try:
        with time_limit(budget.seconds) if budget.seconds else nullcontext():
            decided: Any = bot.choose(state, budget, draws)
    except Forfeit:
        raise
    except TimeIsUp:
        raise Forfeit(f"{name} did not decide within {budget.seconds:g} s", seat) from None
    except DolmenError as error:
        raise Forfeit(f"{name} cannot decide: {error}", seat) from None
    except (Exception, SystemExit) as error:  # somebody's own code may fail in any way
        raise Forfeit(f"{name} failed: {type(error).__name__}: {error}", seat) from None
    if state.to_bytes() != before:
        raise Forfeit(f"{name} changed the position instead of deciding about it", seat)
    try:
        action = state.action_id(decided)
    except DolmenError as error:
        raise Forfeit(f"{name} decided {decided!r:.{SHOWN}}, which is no action: {error}", seat) from None
    except Exception:  # nothing that could be one
        raise Forfeit(
            f"{name} decided {decided!r:.{SHOWN}}, which is no action: an id or a text is one", seat
        ) from None
    if action not in legal:
        why = state.game.refusal(state.record, action)
        raise Forfeit(f"{name} decided {decided!r:.{SHOWN}}, which is not legal: {why}", seat)
    return action


def _result(
    state: State, pairing: Pairing, clock: DecisionTimes, finished: bool, forfeit: int | None, why: str
) -> Result:
    players = state.game.players
    ranks = [0] * players
    returns: Sequence[float] = [0.0] * players
    if finished:
        ranks, returns = _ranks(state), state.returns()
    elif forfeit is not None:  # the others share the victory
        ranks[forfeit] = 1
        returns = [0.0 if seat == forfeit else 1 / (players - 1) for seat in range(players)]
    return Result(
        number=pairing.number,
        setup=pairing.setup,
        seats=pairing.seats,
        scores=state.scores(),
        ranks=tuple(ranks),
        returns=tuple(returns),
        turns=state.turn,
        decisions=len(state.history),
        truncated=not finished and forfeit is None,
        forfeit=forfeit,
        why=why,
        move_times=tuple(map(tuple, clock.moves)),
        turn_times=tuple(map(tuple, clock.turns())),
    )


def _ranks(state: State) -> list[int]:
    """The winners first, then by points; equal points are equal ranks."""
    winners, scores = state.winners(), state.scores()
    keys: list[tuple[bool, int]] = [(seat not in winners, -points) for seat, points in enumerate(scores)]
    return [0 if seat in winners else sum(other < key for other in keys) for seat, key in enumerate(keys)]


Matches = Callable[[Terms, int], tuple[Result, str]]
"""What plays a game: `play_match`, here or elsewhere."""
