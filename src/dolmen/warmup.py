"""Compiling ahead: every kernel that a person will wait for, called once with a real position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from dolmen.bots import bot_names, find_bot
from dolmen.errors import UnknownBot
from dolmen.game import Game
from dolmen.kernel import bind
from dolmen.mask import new_mask

Step = tuple[str, Callable[[], Any]]


def playout_module(game: Game) -> Any:
    """The random playouts of a game, compiled for it."""
    return bind("dolmen.playout", game.meta.package, legal=game.legal, apply=game.apply)


def steps(game: Game) -> Iterator[Step]:
    """What there is to compile for a game, as named calls."""
    records = game.new_state(seed=0).records
    mask = new_mask(game.num_actions)
    yield "legal decisions", lambda: game.legal(records[0], mask)
    yield "decisions", lambda: _first_decision(game)
    for name in bot_names():
        try:
            bot = find_bot(name, game.meta.key)
        except UnknownBot:
            continue
        for kernel_name, call in bot.warm_up(game.new_state(seed=0)):
            yield f"bot: {kernel_name}", call
    yield from game.more_kernels()


def _first_decision(game: Game) -> None:
    state = game.new_state(seed=0)
    state.apply(state.legal_actions()[0])
