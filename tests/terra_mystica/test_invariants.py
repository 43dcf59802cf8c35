"""Random games: what no rule may break. Thousands with `python -m tests.terra_mystica.test_invariants 10000`."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor

import pytest
from rich.progress import Progress

from dolmen.contract.game import State
from dolmen.core.draws import Draws
from dolmen.games.terra_mystica.rules.actions import PASS, PASS_BONUS
from dolmen.games.terra_mystica.rules.game import TerraMystica
from dolmen.games.terra_mystica.rules.setup import KINDS, OPTIONS

OPTION_SETS = ((), tuple(OPTIONS), ("late-answers",), ("mini-expansion-1", "variable-turn-order"))


def play(players: int, seed: int) -> State:
    """A random game whose kind, options and haste to pass depend on the seed; checked after every decision."""
    game = TerraMystica(players, setup=KINDS[seed % 3], options=OPTION_SETS[seed // 3 % 4])
    state = game.new_state(seed=seed)
    draws = Draws(seed, players)
    patience = (1, 4, 20)[seed % 3 if seed % 2 else 2]
    while not state.is_terminal() and state.turn < 300:
        choices = state.legal_actions()
        assert choices, str(state)
        acting = [action for action in choices if not PASS_BONUS <= action <= PASS]
        state.apply_trusted(draws.pick(acting if acting and draws.below(patience) else choices))
        game.check_conservation(state.record)
    return state


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(12))
def test_nothing_appears_or_vanishes_in_random_games(players: int, seed: int) -> None:
    state = play(players, seed)
    assert state.is_terminal()
    assert state.legal_actions() == []
    assert state.winners()


def test_undo_restores_every_byte() -> None:
    state = play(3, 5)
    before = [state.to_bytes()]
    while state.history:
        state.undo()
        before.append(state.to_bytes())
    fresh = state.game.new_state(seed=5)
    assert state.to_bytes() == fresh.to_bytes()
    assert len(set(before)) > len(before) // 2


def test_refusals_always_say_why() -> None:
    game = TerraMystica(4, options=tuple(OPTIONS))
    state = game.new_state(seed=2)
    draws = Draws(2, 7)
    while not state.is_terminal() and len(state.history) < 200:
        choices = state.legal_actions()
        for _ in range(25):
            action = draws.below(game.num_actions)
            if action not in choices:
                assert game.action_text(action) in str(game.refusal(state.record, action))
        state.apply_trusted(draws.pick(choices))


CHUNK = 50


def _play_many(players: int, first: int) -> None:
    for seed in range(first, first + CHUNK):
        assert play(players, seed).is_terminal(), (players, seed)


def main(games: int) -> None:
    """Many games for every number of players, on all cores, with progress; in steps of 50."""
    with Progress() as progress, ProcessPoolExecutor() as pool:
        for players in range(2, 6):
            task = progress.add_task(f"{players} players", total=games)
            chunks = range(0, games, CHUNK)
            for _ in pool.map(_play_many, [players] * len(chunks), chunks):
                progress.advance(task, CHUNK)
            progress.console.print(f"{len(chunks) * CHUNK} games of {players} players")


if __name__ == "__main__":
    main(int(sys.argv[1]))
