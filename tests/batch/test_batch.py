"""Batches on the CPU: every place plays exactly what a single game plays, whatever stands beside it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dolmen.batch import GOES_ON, OVER, REFUSED, TRUNCATED, Batch, on_cpu
from dolmen.contract.game import CHANCE, TERMINAL, Game, State
from dolmen.contract.registry import load
from dolmen.core.draws import DICE_STREAMS, Draws
from dolmen.core.errors import IllegalAction, InvalidSetup, WrongBatch
from dolmen.core.mask import members

KINDS = [("meduris", 2), ("meduris", 3), ("meduris", 4), ("terra-mystica", 2), ("terra-mystica", 5)]


@pytest.fixture(params=KINDS, ids=lambda kind: f"{kind[0]}-{kind[1]}")
def game(request: pytest.FixtureRequest) -> Game:
    key, players = request.param
    return load(key, players)


def meduris(players: int = 3) -> Game:
    return load("meduris", players)


def digest(batch: Batch) -> list[bytes]:
    """All that a batch shows, as bytes."""
    shown = (
        batch.records,
        batch.current_player,
        batch.status,
        batch.rewards,
        batch.returns,
        batch.scores,
        batch.observe(),
        batch.legal_mask(packed=True),
    )
    return [np.ascontiguousarray(array).tobytes() for array in shown]


def roll(state: State, draws: Draws, step: int) -> int:
    """Let the dice decide by the draws of their steps; returns the step after them."""
    while state.is_chance():
        draws.step = step
        state.apply(draws.pick(state.legal_actions()))
        step += 1
    return step


def test_every_place_is_a_game_of_its_own(game: Game) -> None:
    """The batch against `State`, decision by decision, over the ends of games."""
    size, steps = 3, 400
    batch = Batch(game, size)
    batch.reset(11)
    numbers = list(range(size))
    states = [game.new_state(game.draw_setup(11, number)) for number in numbers]
    made = [0] * size
    ended = 0
    for _ in range(steps):
        actions = batch.random_actions().copy()
        mask = batch.legal_mask()
        for place, state in enumerate(states):
            legal = state.legal_actions()
            assert np.flatnonzero(mask[place]).tolist() == legal == members(batch.legal_mask(packed=True)[place])
            assert batch.current_player[place] == state.current_player
            assert (batch.observe()[place] == state.observation(state.current_player)).all()
            assert actions[place] in legal
        batch.step(actions)
        for place, state in enumerate(states):
            draws = Draws(11, DICE_STREAMS + numbers[place])
            state.apply(int(actions[place]))
            made[place] = roll(state, draws, made[place] + 1)
            assert batch.status[place] == (OVER if state.is_terminal() else GOES_ON)
            if state.is_terminal():
                assert batch.returns[place].tolist() == pytest.approx(state.returns())
                assert batch.rewards[place].tolist() == batch.returns[place].tolist()
                assert batch.scores[place].tolist() == list(state.scores())
                ended += 1
                numbers[place] += size
                state = states[place] = game.new_state(game.draw_setup(11, numbers[place]))
                made[place] = 0
            else:
                assert not batch.rewards[place].any()
            assert batch.records[place].tobytes() == state.to_bytes()
    assert ended == batch.statistics().games > 0


def test_random_steps_are_the_random_playout(game: Game) -> None:
    stepped, played = Batch(game, 5, restart=False), Batch(game, 5)
    while (stepped.current_player != TERMINAL).any():
        stepped.step(stepped.random_actions())
    played.play_out()
    assert digest(stepped)[0] == digest(played)[0]
    assert digest(stepped)[4:7] == digest(played)[4:7]
    assert stepped.statistics() == played.statistics()
    assert played.statistics().games == 5 and not played.legal_mask().any()


def test_size_and_threads_change_nothing(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch of 300 places on three threads, and the same games in batches of one place and one thread."""
    for fewest in ("STEPS_A_THREAD", "CHOICES_A_THREAD"):
        monkeypatch.setattr(on_cpu, fewest, 100)
    whole = Batch(game, 300, threads=3)
    whole.reset(np.full(300, 9) + np.arange(300))
    whole.play(Batch.random_actions, 30)
    for place in (0, 99, 100, 299):
        alone = Batch(game, 1, threads=1)
        alone.reset([9 + place])
        alone.play(Batch.random_actions, 30)
        for one, many in zip(digest(alone), digest(whole), strict=True):
            row = len(many) // 300
            assert one == many[place * row : (place + 1) * row]


def test_a_number_names_the_same_game_in_every_batch() -> None:
    small, large = Batch(meduris(), 4), Batch(meduris(), 8)
    for batch in (small, large):
        batch.reset(5)
    games: dict[int, list[Any]] = {}
    for batch in (small, large):
        numbers = list(range(batch.size))
        for _ in range(700):
            batch.step(batch.random_actions())
            for place in np.flatnonzero(batch.status == OVER):
                games.setdefault(numbers[place], []).append(batch.scores[place].tolist())
                numbers[place] += batch.size
    both = [scores for scores in games.values() if len(scores) == 2]
    assert len(both) >= 4 and all(one == other for one, other in both)


def test_the_same_seed_gives_the_same_bytes_and_another_one_does_not() -> None:
    batch = Batch(meduris(), 4)
    shown = []
    for seed in (3, 3, 4):
        batch.reset(seed)
        batch.play(Batch.random_actions, 50)
        shown.append(digest(batch))
    assert shown[0] == shown[1] != shown[2]


def test_given_setups_are_played_and_played_again() -> None:
    game = meduris(2)
    setups = [game.draw_setup(1, stream) for stream in range(3)]
    batch = Batch(game, 3)
    batch.reset(7, setups=setups)
    first = batch.records.tobytes()
    assert first == b"".join(game.new_records(setup).tobytes() for setup in setups)
    while not (batch.status == OVER).any():
        batch.step(batch.random_actions())
    place = int(np.flatnonzero(batch.status == OVER)[0])
    assert batch.records[place].tobytes() == game.new_records(setups[place]).tobytes()
    batch.reset(setups=setups[:1])
    assert batch.records.tobytes() == game.new_records(setups[0]).tobytes() * 3


def test_points_can_be_rewarded_as_they_come(game: Game) -> None:
    batch = Batch(game, 2, point_reward=0.1, restart=False)
    start = [game.scores(batch.records[place]) for place in range(2)]
    total = np.zeros((2, game.players))
    while (batch.current_player != TERMINAL).any():
        batch.step(batch.random_actions())
        total += batch.rewards
    gained = batch.scores - np.array(start)
    assert total == pytest.approx(batch.point_reward * gained + batch.returns, abs=1e-4)
    batch.step(np.zeros(2, dtype=np.int64))
    assert not batch.rewards.any()


def test_games_are_cut_short_at_the_turn_cap() -> None:
    batch = Batch(meduris(), 2, max_turns=3)
    while not (batch.status == TRUNCATED).all():
        batch.step(batch.random_actions())
    assert not batch.returns.any() and (batch.current_player >= 0).all()
    figures = batch.statistics()
    assert figures.games == figures.truncated >= 2 and figures.wins == (0.0, 0.0, 0.0)
    final = Batch(meduris(), 2, max_turns=3, restart=False)
    final.play_out()
    assert (final.status == TRUNCATED).all() and (final.current_player == TERMINAL).all()
    assert (final.records["player"] == CHANCE).all() and not final.legal_mask().any()


def test_statistics_add_up() -> None:
    batch = Batch(meduris(), 8)
    batch.play_out()
    figures = batch.statistics()
    assert figures.games == 8 and figures.truncated == 0
    assert sum(figures.wins) == pytest.approx(1)
    assert figures.points == pytest.approx(batch.scores.mean(axis=0).tolist())


def test_without_observations_they_are_made_when_asked_for() -> None:
    batch = Batch(meduris(), 2, observations=False)
    batch.play(Batch.random_actions, 3)
    always = Batch(meduris(), 2)
    always.play(Batch.random_actions, 3)
    assert batch._arrays.observations.shape == (2, 0)
    assert (batch.observe() == always.observe()).all()


# ------------------------------------------------------------------------------------------------------------- refusals


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    batch = Batch(meduris(), 3, check=False)
    before = batch.records.copy()
    actions = batch.random_actions().copy()
    actions[1] = 200
    batch.step(actions)
    assert batch.status.tolist() == [GOES_ON, REFUSED, GOES_ON]
    assert batch.records[1].tobytes() == before[1].tobytes() != batch.records[0].tobytes()


def test_a_refusal_says_where_and_why() -> None:
    batch = Batch(meduris(), 3)
    actions = batch.random_actions().copy()
    actions[1] = 200
    with pytest.raises(IllegalAction, match="^game 1: "):
        batch.step(actions)
    for action in (-1, 236, 1 << 40):
        actions = batch.random_actions().copy()
        actions[2] = action
        with pytest.raises(IllegalAction, match=f"^game 2: there is no action {action}; the ids are 0 to 235$"):
            batch.step(actions)


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ([0, 0], "actions are 3 whole numbers, one for each game, not an array (2,) of int64"),
        ([[0, 0, 0]], "not an array (1, 3) of int64"),
        ([0.0, 0.0, 0.0], "not an array (3,) of float64"),
    ],
)
def test_actions_of_a_wrong_shape_are_refused(actions: Any, words: str) -> None:
    with pytest.raises(WrongBatch) as refusal:
        Batch(meduris(), 3).step(actions)
    assert words in str(refusal.value)


def test_wrong_sizes_devices_seeds_and_setups_are_refused() -> None:
    with pytest.raises(WrongBatch, match="^a batch has 1 to 16777216 games, not 0$"):
        Batch(meduris(), 0)
    with pytest.raises(WrongBatch, match="^there is no device 'tpu'; there are cpu and cuda$"):
        Batch(meduris(), 1, device="tpu")
    batch = Batch(meduris(), 2)
    with pytest.raises(InvalidSetup, match="^seeds are whole numbers from 0 to 4294967295$"):
        batch.reset(-1)
    with pytest.raises(InvalidSetup, match="^seeds are whole numbers, not array"):
        batch.reset(np.array([0.5, 1.0]))
    with pytest.raises(WrongBatch, match="seeds have the shape .3,.; a batch of 2 games takes .2,."):
        batch.reset([1, 2, 3])
    with pytest.raises(WrongBatch, match="^give one set-up for all games or one for each of the 2, not 3$"):
        batch.reset(setups=[meduris().draw_setup(0)] * 3)
