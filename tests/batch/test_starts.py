"""Set-ups that kernels draw are, byte for byte, those that are drawn by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from dolmen.batch import Batch, Pool
from dolmen.contract.game import Game, empty_records
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


def test_games_of_a_pool_begin_with_any_of_its_positions() -> None:
    game = Meduris(2)
    state = game.new_state(seed=3)
    while not state.turn:
        state.apply(state.legal_actions()[0])
    starts = empty_records(game.record_type, 2)
    starts[0], starts[1] = game.open_records()[0], state.record
    batches = [Batch(game, size) for size in (40, 60)]
    for batch in batches:
        batch.reset(7, pool=Pool(starts, 1))
    first, other = batches
    begun = [records.tobytes() == state.records.tobytes() for records in first.records.reshape(-1, 1)]
    assert 8 < sum(begun) < 32, "about half of them"
    drawn = [number for number in range(40) if not begun[number]]
    for number in drawn:
        assert first.records[number].tobytes() == game.new_records(game.draw_setup(7, number)).tobytes()
    assert first.records.tobytes() == other.records[:40].tobytes(), "a number names the same game in every batch"
    first.play_out()
    assert first.statistics().games == 40
