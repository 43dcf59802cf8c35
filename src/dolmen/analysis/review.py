"""After a game: what each seat could expect all along, and where points were lost or won.

A play is worth what its player may expect in the end once it is made: points, or how far it is ahead of the best of the
others, whichever the bot plays for in this game. It is compared with the play that the bot finds best. What luck brings
later, or others give away, is not counted.

The bot thinks about the position before a play until it knows its own; then on about what follows that one and the
played one, for as long after either. So both worths come from the same thought. Each play is judged on its own
(`judge`), in whatever order and process; `summed_up` makes a review of what was found.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from threading import local
from typing import Any

from dolmen.analysis.advice import continued, reduced
from dolmen.bots import Bot, Budget
from dolmen.contract.game import State
from dolmen.contract.notation import Notation, Transcript
from dolmen.contract.registry import package
from dolmen.core.draws import Draws
from dolmen.core.errors import UnknownBot

SMALLEST = 0.5
"""Losses of fewer points are within what a bot may misjudge; they are added up, but not listed."""
TURNING_POINTS = 5
"""So many are told of."""
BOT = "strong"
"""Who looks through games where nobody said who: a level that never errs on purpose."""


@dataclass(frozen=True)
class Play:
    """A play of a game: its decisions, and their places in its history."""

    seat: int
    first: int
    actions: tuple[int, ...]
    last: int
    """The place of its last decision."""
    turn: int | None = None
    """The turn in which it was made, if that was its seat's own; None for an answer in another one's."""


@dataclass(frozen=True)
class Thought:
    """What a bot thinks of a play where there was a choice."""

    expected: tuple[float, ...]
    """What each seat could expect after it."""
    better: tuple[int, ...]
    """What the bot would have played; nothing where that is the same."""
    better_expected: tuple[float, ...]
    """What each seat could have expected after that."""
    for_lead: bool = False
    """Whether the bot plays for its lead, rather than for points."""
    reasons: tuple[str, ...] = ()
    """What the bot's play brings more or less of: 'income -2.6'."""


@dataclass(frozen=True)
class Judged:
    """A play beside the one that a bot finds best."""

    seat: int
    first: int
    """How many decisions were made before it."""
    last: int
    """How many were made when it was complete."""
    actions: tuple[int, ...]
    worth: float
    """What the player could expect after it, as the review measures it."""
    better: tuple[int, ...]
    """What the bot would have played; empty where that is the same."""
    better_worth: float
    reasons: tuple[str, ...]
    """For the bot's play, the largest first."""

    @property
    def difference(self) -> float:
        """The points that were won by it, beside the bot's play; negative: lost."""
        return round(self.worth - self.better_worth, 2)

    @property
    def loss(self) -> float:
        """The points that were lost by it."""
        return max(0.0, -self.difference)


_LISTS = ("actions", "better", "reasons")
"""What JSON knows as lists."""


@dataclass(frozen=True)
class Expectation:
    """What a seat could expect after so many decisions."""

    decisions: int
    points: float


@dataclass(frozen=True)
class Summary:
    """One seat's game."""

    score: int
    plays: int
    """Plays where there was a choice."""
    best: int
    """Plays that were as good as the bot's own, or better."""
    turns: int
    lost: float
    """Points lost in all."""

    @property
    def lost_a_turn(self) -> float:
        """How well it played: the fewer, the better."""
        return round(self.lost / max(1, self.turns), 2)


@dataclass(frozen=True)
class Review:
    """A game that was looked through."""

    measure: str
    """What plays are worth: `points` that may be expected, or the `lead` over the best of the others."""
    players: tuple[Summary, ...]
    courses: tuple[tuple[Expectation, ...], ...]
    """What each seat could expect after each of its turns; in the end, its points."""
    plays: tuple[Judged, ...]
    """Every play that could have been another, in the order of the game."""

    def worst(self, seat: int | None = None) -> list[Judged]:
        """Where a seat, or anybody, lost points: the most first."""
        return sorted((one for one in self._of(seat) if one.loss >= SMALLEST), key=lambda one: one.difference)

    def best(self, seat: int | None = None) -> list[Judged]:
        """Where a seat, or anybody, did better than the bot would have: the best first."""
        return sorted((one for one in self._of(seat) if one.difference >= SMALLEST), key=lambda one: -one.difference)

    def turning_points(self, seat: int | None = None, most: int = TURNING_POINTS) -> list[Judged]:
        """The plays that won or lost a seat, or anybody, most, in the order of the game."""
        found = sorted((*self.worst(seat), *self.best(seat)), key=lambda one: -abs(one.difference))
        return sorted(found[:most], key=lambda one: one.first)

    def _of(self, seat: int | None) -> Iterator[Judged]:
        return (one for one in self.plays if seat is None or one.seat == seat)

    def to_json(self) -> dict[str, Any]:
        """Ready for JSON, and for `from_json`."""
        return asdict(self)

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> Review:
        """As `to_json` told it."""
        return cls(
            measure=told["measure"],
            players=tuple(Summary(**one) for one in told["players"]),
            courses=tuple(tuple(Expectation(**one) for one in course) for course in told["courses"]),
            plays=tuple(Judged(**{**one, **{name: tuple(one[name]) for name in _LISTS}}) for one in told["plays"]),
        )


# ------------------------------------------------------------------------------------------------------ the plays


@dataclass
class _Begun:
    """A play that is being made."""

    seat: int
    first: int
    turn: int | None
    actions: list[int] = field(default_factory=list)


def plays_in(state: State) -> list[Play]:
    """The plays of a game in the order in which they were completed."""
    return list(_plays(state, _notation(state)))


def _plays(state: State, notation: Notation) -> Iterator[Play]:
    begun: dict[tuple[int, int], _Begun] = {}
    for place, action in enumerate(state.history):
        before, after = state.records_before(place)[0], state.records_before(place + 1)[0]
        seat = int(before.player)
        if seat < 0 or not notation.counts_as_play(action):
            continue
        turn = int(before.turn) if int(before.turn_player) == seat else None
        thread = (seat, notation.thread(before))
        play = begun.setdefault(thread, _Begun(seat, place, turn))
        play.actions.append(action)
        if notation.ends_play(before, action, after):
            del begun[thread]
            yield Play(seat, play.first, tuple(play.actions), place, play.turn)


def _notation(state: State) -> Notation:
    return package(state.game.meta.key).notation()


# ------------------------------------------------------------------------------------------------------ one play


def judge(state: State, play: Play, bot: Bot, budget: Budget, seed: int = 0) -> Thought | None:
    """What a bot thinks of a play of a game; None where there was no choice, or where it cannot be taken out of it."""
    position = _notation(state).bot_view(State(state.game, state.records_before(play.first)))
    if len(position.legal_actions()) == 1 and len(play.actions) == 1:
        return None
    after = _made(position, play.actions)
    if after is None:  # an answer that came late
        return None
    best = _best(position, bot, budget, seed)
    if _made(position, best) == after:
        (expected,) = bot.expect_after(position, [play.actions], budget, Draws(seed))
        return Thought(expected, (), expected, bot.plays_for_lead)
    better_expected, expected = bot.expect_after(position, [best, play.actions], budget, Draws(seed))
    return Thought(expected, best, better_expected, bot.plays_for_lead, bot.reasons(position, best, play.actions))


def _made(position: State, actions: Sequence[int]) -> State | None:
    """The position after some decisions; None if one is not legal."""
    state = position.clone()
    for action in actions:
        if action not in state.legal_actions():
            return None
        state.apply_trusted(action)
    return state


def _best(position: State, bot: Bot, budget: Budget, seed: int) -> tuple[int, ...]:
    """What a bot plays, to its end: what it foresaw, and the rest as another one of its kind goes on at a glance."""
    choice = bot.consider(position, budget, Draws(seed))[0]
    return continued(type(bot)(bot.game), position, choice.line or (choice.action,), reduced(budget), seed)


# ------------------------------------------------------------------------------------------------------ the game


def review(
    state: State,
    bots: Callable[[], Bot],
    budget: Budget,
    seed: int = 0,
    advance: Callable[[], None] = lambda: None,
    threads: int = 1,
) -> Review:
    """Look through a game; `advance` is called after every play. Raises UnknownBot for a bot without expectations.

    So many plays are thought about at a time, each by a bot of its own; the review is the same with any number.
    """
    refuse_blind(bots())
    plays = plays_in(state)
    own = local()

    def think(play: Play) -> Thought | None:
        if not hasattr(own, "bot"):
            own.bot = bots()
        found = judge(state, play, own.bot, budget, seed)
        advance()
        return found

    with ThreadPoolExecutor(threads) as pool:
        thoughts = list(pool.map(think, plays))
    return summed_up(state, plays, thoughts)


def usual_budget(game: str) -> Budget:
    """How much is thought about each position of a game where nobody said how much."""
    judgement = package(game).judgement()
    return Budget(visits=judgement.review_visits if judgement else None)


def refuse_blind(bot: Bot) -> None:
    """Raise UnknownBot for a bot without expectations."""
    if type(bot).expect is Bot.expect:
        raise UnknownBot(f"the bot '{bot.name}' does not say what it expects: ask one that thinks ahead")


def summed_up(state: State, plays: Sequence[Play], thoughts: Sequence[Thought | None]) -> Review:
    """What was thought of all plays of a game, as a review."""
    thought_of = [(play, thought) for play, thought in zip(plays, thoughts, strict=True) if thought is not None]
    judged = sorted((_judged(play, thought) for play, thought in thought_of), key=lambda one: one.first)
    seats = range(state.game.players)
    return Review(
        measure="lead" if any(thought.for_lead for _, thought in thought_of) else "points",
        players=tuple(_summary(state, seat, plays, judged) for seat in seats),
        courses=tuple(_course(state, seat, thought_of) for seat in seats),
        plays=tuple(judged),
    )


def _judged(play: Play, thought: Thought) -> Judged:
    return Judged(
        seat=play.seat,
        first=play.first,
        last=play.last + 1,
        actions=play.actions,
        worth=_worth(thought.expected, play.seat, thought),
        better=thought.better,
        better_worth=_worth(thought.better_expected, play.seat, thought),
        reasons=thought.reasons,
    )


def _worth(expected: Sequence[float], seat: int, thought: Thought) -> float:
    """A seat's points; or how far it is ahead of the best of the others."""
    others = [points for other, points in enumerate(expected) if other != seat and thought.for_lead]
    return round(expected[seat] - max(others, default=0.0), 2)


def _course(state: State, seat: int, thought_of: Sequence[tuple[Play, Thought]]) -> tuple[Expectation, ...]:
    """What a seat could expect after each of its turns; answers in others' turns are thought about from elsewhere."""
    own = {
        play.last + 1: round(thought.expected[seat], 2)
        for play, thought in thought_of
        if play.seat == seat and play.turn is not None
    }
    if state.is_terminal():
        own[state.decisions] = float(state.scores()[seat])
    return tuple(Expectation(decisions, own[decisions]) for decisions in sorted(own))


def _summary(state: State, seat: int, plays: Sequence[Play], judged: Sequence[Judged]) -> Summary:
    own = [one for one in judged if one.seat == seat]
    return Summary(
        score=state.scores()[seat],
        plays=len(own),
        best=sum(one.loss == 0 for one in own),
        turns=len({play.turn for play in plays if play.seat == seat and play.turn is not None}),
        lost=round(sum(one.loss for one in own), 2),
    )


def line_of(transcript: Transcript, place: int) -> int | None:
    """The physical line of a file that a decision was read from."""
    index = bisect_right(transcript.marks, place, key=lambda mark: mark[1])
    return transcript.marks[index][0] if index < len(transcript.marks) else None
