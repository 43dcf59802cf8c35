"""Set-ups that kernels draw are, byte for byte, those that are drawn by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from dolmen.contract.game import Game
from dolmen.core.draws import Draws, shuffled_item
from dolmen.games.meduris.rules.game import Meduris
from dolmen.games.terra_mystica.rules.game import TerraMystica

CHIPS = {1: "two", 5: "two", 9: "hut", 13: "hut", 17: "druid", 21: "druid"}
GAMES: list[Callable[[], Game]] = [
    partial(Meduris, 2),
    partial(Meduris, 3),
    partial(Meduris, 4),
    partial(Meduris, 3, chips=CHIPS),
    partial(TerraMystica, 2),
    partial(TerraMystica, 5),
    partial(TerraMystica, 3, "introductory"),
    partial(TerraMystica, 4, "colours"),
    partial(TerraMystica, 4, options=["temple-scoring-tile", "shipping-bonus", "mini-expansion-1"]),
]


@pytest.mark.parametrize("made", GAMES, ids=lambda made: f"{made.func.meta.key}-{made.args[0]}")
def test_kernels_draw_the_same_setups(made: Callable[[], Game]) -> None:
    game = made()
    for seed in (0, 5):
        for stream in range(60):
            records = game.open_records()
            game.draw_start(records[0], seed, stream)
            assert records.tobytes() == game.new_records(game.draw_setup(seed, stream)).tobytes()


@pytest.mark.parametrize("items", [1, 2, 6, 17, 29])
def test_a_shuffled_item_is_found_without_shuffling(items: int) -> None:
    for stream in range(20):
        draws = Draws(3, stream)
        draws.step = 7
        shuffled = draws.shuffled(range(items))
        assert [shuffled_item(place, items, 3, stream, 7) for place in range(items)] == shuffled
