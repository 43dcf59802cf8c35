"""The batch's kernels, bound to a game."""

from __future__ import annotations

from typing import Any

from dolmen.contract.game import Game
from dolmen.core.kernel import bind
from dolmen.kernels.playout import is_over


def bound_rules(game: Game) -> Any:
    """The module `dolmen.batch.rules` with the kernels of a game filled in."""
    return bind(
        "dolmen.batch.rules",
        game.meta.package,
        legal=game.legal,
        apply=game.apply,
        observe=game.observe,
        draw_start=game.draw_start,
        points=game.points,
        is_winner=game.is_winner,
        is_over=is_over,
    )
