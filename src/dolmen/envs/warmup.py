"""Compiling ahead what environments and batches need beside the rules and the bots."""

from __future__ import annotations

from collections.abc import Iterator

from dolmen.analysis import warmup
from dolmen.analysis.warmup import Step
from dolmen.batch import Batch
from dolmen.bots import find_bot
from dolmen.bots.policies import policy_of
from dolmen.contract.game import Game
from dolmen.core.errors import UnknownBot
from dolmen.envs.match import Match


def steps(game: Game) -> Iterator[Step]:
    """All that there is to compile for a game, as named calls."""
    yield from warmup.steps(game)
    yield "one environment", lambda: _play(Match(game, 0))
    yield "many environments", lambda: _play_many(Batch(game, 1, observations=False))
    try:
        greedy = policy_of(find_bot("greedy", game.meta.key))
    except UnknownBot:
        return
    yield "many environments: greedy", lambda: greedy(Batch(game, 1))


def _play(match: Match) -> None:
    match.state.observation(0)
    match.decide(int(match.action_mask(match.player).argmax()))


def _play_many(batch: Batch) -> None:
    batch.step(batch.random_actions())
    batch.observe()
    batch.points()
