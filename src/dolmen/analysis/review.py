"""After a game: where points were lost. Every play is compared with the one that a bot finds best.

A play is worth what its player may expect in the end once it is made. So the bot thinks three times: about the
position, to find its best play; about the position after that play; about the position after the play that was made.
Both worths come from the same kind of thought. What luck brings later, or others give away, is not counted.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from dolmen.analysis.advice import continued
from dolmen.bots import Bot, Budget
from dolmen.contract.game import State
from dolmen.contract.notation import Transcript
from dolmen.contract.registry import package
from dolmen.core.draws import Draws
from dolmen.core.errors import UnknownBot

SMALLEST = 0.5
"""Losses of fewer points are within what a bot may misjudge; they are added up, but not listed."""


@dataclass
class Play:
    """A play of a game: its decisions, and their places in its history."""

    seat: int
    first: int
    actions: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Judged:
    """A play that could have been better."""

    line: int | None
    """The physical line of the file."""
    player: str
    played: str
    points: float
    """What the player could expect after it."""
    better: str
    better_points: float
    loss: float
    reasons: tuple[str, ...]
    """For the better one."""


@dataclass(frozen=True)
class Summary:
    """One player's game."""

    player: str
    score: int
    plays: int
    """Plays where there was a choice."""
    lost: float
    """Points lost in all."""
    best: int
    """Plays that were as good as the bot's own."""


@dataclass(frozen=True)
class Review:
    """A game that was looked through."""

    players: tuple[Summary, ...]
    plays: tuple[Judged, ...]
    """Where points were lost, the worst first."""

    def to_json(self) -> dict[str, Any]:
        """Ready for JSON."""
        return asdict(self)


def plays_in(transcript: Transcript) -> Iterator[Play]:
    """The plays of a game in the order in which they were completed."""
    state, plays = transcript.state, package(transcript.state.game.meta.key).notation()
    begun: dict[tuple[int, int], Play] = {}
    for place, action in enumerate(state.history):
        before, after = state.records_before(place)[0], state.records_before(place + 1)[0]
        seat = int(before.player)
        if seat < 0 or not plays.counts_as_play(action):
            continue
        play = begun.setdefault((seat, plays.thread(before)), Play(seat, place))
        play.actions.append(action)
        if plays.ends_play(before, action, after):
            del begun[(seat, plays.thread(before))]
            yield play


def review(
    transcript: Transcript, bot: Bot, budget: Budget, seed: int = 0, advance: Callable[[], None] = lambda: None
) -> Review:
    """Look through a game; `advance` is called after every play. Raises UnknownBot for a bot without expectations."""
    if type(bot).expect is Bot.expect:
        raise UnknownBot(f"the bot '{bot.name}' does not say what it expects: ask one that thinks ahead")
    names = transcript.player_names()
    judged: list[Judged] = []
    counts = [[0, 0] for _ in names]
    lost = [0.0] * len(names)
    for play in plays_in(transcript):
        verdict = _judge(transcript, play, names[play.seat], bot, budget, seed)
        if verdict is not None:
            counts[play.seat][0] += 1
            counts[play.seat][1] += verdict.loss == 0
            lost[play.seat] += verdict.loss
            judged.append(verdict)
        advance()
    scores = transcript.state.scores()
    return Review(
        players=tuple(
            Summary(name, scores[seat], counts[seat][0], round(lost[seat], 2), counts[seat][1])
            for seat, name in enumerate(names)
        ),
        plays=tuple(sorted((one for one in judged if one.loss >= SMALLEST), key=lambda one: -one.loss)),
    )


def _judge(transcript: Transcript, play: Play, name: str, bot: Bot, budget: Budget, seed: int) -> Judged | None:
    """A play beside the best one; None where there was no choice, or where it cannot be taken out of its game."""
    plays = package(transcript.state.game.meta.key).notation()
    position = plays.bot_view(State(transcript.state.game, transcript.state.records_before(play.first)))
    if len(position.legal_actions()) == 1 and len(play.actions) == 1:
        return None
    after = _made(position, play.actions)
    if after is None:
        return None
    choices = bot.consider(position, budget, Draws(seed))
    best = continued(bot, position, (choices[0].action,), budget, seed)
    better = _made(position, best)
    assert better is not None
    same = better == after
    worth = bot.expect(after, budget, Draws(seed))[play.seat]
    best_worth = worth if same else bot.expect(better, budget, Draws(seed))[play.seat]
    return Judged(
        line=_line(transcript, play.first),
        player=name,
        played=plays.play_text(position, play.actions),
        points=round(worth, 2),
        better=plays.play_text(position, best),
        better_points=round(best_worth, 2),
        loss=round(max(0.0, best_worth - worth), 2),
        reasons=choices[0].reasons,
    )


def _made(position: State, actions: list[int] | tuple[int, ...]) -> State | None:
    """The position after some decisions; None if one is not legal."""
    state = position.clone()
    for action in actions:
        if action not in state.legal_actions():
            return None
        state.apply_trusted(action)
    return state


def _line(transcript: Transcript, place: int) -> int | None:
    """The physical line that a decision was read from."""
    index = bisect_right(transcript.marks, place, key=lambda mark: mark[1])
    return transcript.marks[index][0] if index < len(transcript.marks) else None
