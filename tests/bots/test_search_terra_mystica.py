"""What the search knows of Terra Mystica: legal choices, expected points, and games well above those of greedy bots."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from dolmen.bots import LEVEL, Budget, find_bot
from dolmen.bots.search import SearchBot
from dolmen.bots.search.nodes import SCRATCH
from dolmen.contract.game import State, empty_records
from dolmen.core.draws import Draws
from dolmen.core.mask import new_mask
from dolmen.games.terra_mystica.bots.features import COUNT, TERMS
from dolmen.games.terra_mystica.bots.judgement import JUDGEMENT
from dolmen.games.terra_mystica.rules.actions import NUM_ACTIONS
from dolmen.games.terra_mystica.rules.game import TerraMystica
from dolmen.games.terra_mystica.rules.record import RECORD, ROUNDS

GREEDY = find_bot("greedy", "terra-mystica")
NUMBERS_OF_PLAYERS = (2, 3, 4, 5)

scratch = empty_records(RECORD, SCRATCH)
mask = new_mask(NUM_ACTIONS)
room = np.zeros(JUDGEMENT.room)


def greedy_states(players: int, seed: int, options: tuple[str, ...] = ()) -> Iterator[State]:
    """Every position of a game between greedy bots, the end included; always the same state object."""
    state = TerraMystica(players, "standard", options).new_state(seed=seed)
    draws = Draws(seed, 1)
    while not state.is_terminal():
        yield state
        state.apply_trusted(GREEDY.decide(state, LEVEL, draws))
    yield state


def likely(state: State) -> dict[int, float]:
    """The weights that the policy gives."""
    weights = np.zeros(NUM_ACTIONS, dtype=np.float32)
    state.game.legal(state.record, mask)
    JUDGEMENT.prior(state.record, scratch, mask, weights, room)
    return {int(action): float(weights[action]) for action in np.flatnonzero(weights)}


def looked_at(state: State, seat: int) -> npt.NDArray[np.float64]:
    """The features of a seat."""
    out = np.full(len(JUDGEMENT.feature_names), np.nan)
    JUDGEMENT.features(state.record, seat, out)
    return out


def expected(state: State, stream: int = 0) -> list[float]:
    """The points that the seats may expect."""
    values = np.zeros(state.game.players)
    JUDGEMENT.evaluate(state.record, scratch, mask, values, room, 1, stream)
    return [float(value) for value in values]


@pytest.mark.parametrize("players", NUMBERS_OF_PLAYERS)
def test_the_policy_weighs_legal_choices_and_knows_greedys(players: int) -> None:
    options = ("late-answers", "variable-turn-order", "mini-expansion-1") if players == 3 else ()
    for state in greedy_states(players, 2, options):
        if not state.is_terminal():
            weights = likely(state)
            assert weights and set(weights) <= set(state.legal_actions())
            assert min(weights.values()) > 0 and np.isfinite(list(weights.values())).all()
            best = max(weights, key=weights.__getitem__)
            assert weights[best] == pytest.approx(1.0)


@pytest.mark.parametrize("players", NUMBERS_OF_PLAYERS)
def test_features_work_in_every_position(players: int) -> None:
    for state in greedy_states(players, 3):
        for seat in range(players):
            found = looked_at(state, seat)
            assert np.isfinite(found).all()
            assert found[0] == state.scores()[seat]
            left = ROUNDS - int(state.record.round_number)
            assert found[COUNT:] == pytest.approx(left * found[:COUNT])


def test_features_tell_what_the_issue_asks_for() -> None:
    assert {"income", "round scoring", "towns", "network", "cults", "keys"} <= set(JUDGEMENT.feature_names)
    assert JUDGEMENT.feature_names == TERMS + TERMS


@pytest.mark.parametrize("players", NUMBERS_OF_PLAYERS)
def test_weights_are_fitted_for_every_number_of_players(players: int) -> None:
    row = JUDGEMENT.weights[players]
    assert np.isfinite(row).all() and np.count_nonzero(row) > COUNT
    assert row[0] > 0, "points so far count"


def test_the_end_needs_no_estimate() -> None:
    *_, state = greedy_states(4, 4)
    assert expected(state) == list(map(float, state.scores()))


def test_the_last_round_is_played_to_its_end() -> None:
    for state in greedy_states(4, 4):
        if state.record.round_number == ROUNDS:
            break
    before = state.to_bytes()
    assert all(value == int(value) for value in expected(state))
    assert state.to_bytes() == before


@cache
def estimates() -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Where rounds 2 to 6 begin: what is expected of greedy games, and what came of them (rows: positions, seats)."""
    found, came = [], []
    for seed in range(12):
        number = 1
        rows = []
        for state in greedy_states(4, 100 + seed):
            if state.record.round_number > number:
                number = int(state.record.round_number)
                rows.append(expected(state))
        found += rows
        came += [state.scores()] * len(rows)
    return np.array(found), np.array(came, dtype=np.float64)


def test_expected_points_are_near_what_comes() -> None:
    found, came = estimates()
    assert abs(found.mean() - came.mean()) < 6
    error = np.sqrt(np.mean((found - came) ** 2))
    spread = np.sqrt(np.mean((came - came.mean()) ** 2))
    assert error < 0.9 * spread, (error, spread)


def test_later_estimates_are_better() -> None:
    found, came = estimates()
    errors = np.abs(found - came).mean(axis=1).reshape(-1, ROUNDS - 1).mean(axis=0)
    assert errors[-1] < errors[0]


# ------------------------------------------------------------------------------------------------------ the bot


def play(bots: list[SearchBot | None], seed: int, visits: int) -> State:
    """A game; greedy sits where there is no bot. Every decision is checked to be legal."""
    state = TerraMystica(len(bots)).new_state(seed=seed)
    draws, budget = Draws(seed, 2), Budget(visits=visits)
    while not state.is_terminal():
        bot = bots[state.current_player]
        before = state.to_bytes()
        action = GREEDY.decide(state, LEVEL, draws) if bot is None else bot.choose(state, budget, draws)
        assert state.to_bytes() == before
        state.apply(action)
    return state


def test_three_greedy_bots_are_beaten_with_few_visits() -> None:
    lead = 0.0
    for seed in range(4):
        seat = seed % 4
        scores = play([SearchBot("terra-mystica") if other == seat else None for other in range(4)], seed, 24).scores()
        lead += scores[seat] - (sum(scores) - scores[seat]) / 3
    assert lead / 4 > 10, lead / 4


def test_the_same_seed_gives_the_same_game() -> None:
    def history() -> tuple[int, ...]:
        return play([SearchBot("terra-mystica"), None], 6, 4).history

    assert history() == history()


def test_reasons_are_given() -> None:
    for state in greedy_states(4, 7):
        if state.record.round_number == 3 and len(state.legal_actions()) > 10:
            choices = SearchBot("terra-mystica").consider(state, Budget(visits=60), Draws(1))
            if len(choices) > 1:
                break
    assert len(choices) > 1 and sum(choice.share for choice in choices) == pytest.approx(1)
    assert any(choice.reasons for choice in choices)
    assert all(40 < choice.points < 200 for choice in choices)


# ------------------------------------------------------------------------------------------------ both speeds


def judged(seed: int) -> list[float]:
    """Policy, features and expected points in some positions of a game."""
    found: list[float] = []
    for number, state in enumerate(greedy_states(2, seed)):
        if number % 40 == 9 and not state.is_terminal():
            weights = likely(state)
            found += [max(weights, key=weights.__getitem__), len(weights)]
            found += [round(float(value), 6) for value in looked_at(state, number % 2)]
        if number == 60:
            break
    return found


@pytest.mark.process
def test_native_and_interpreted_judgements_are_the_same() -> None:
    result = subprocess.run(
        [sys.executable, "-c", f"from {__name__} import judged; print(*judged(8))"],
        env={**os.environ, "DOLMEN_INTERPRETED": "1"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert [float(number) for number in result.stdout.split()] == judged(8)
