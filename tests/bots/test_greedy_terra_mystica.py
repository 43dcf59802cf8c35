"""The greedy bot at Terra Mystica: legal, steady, the same at both speeds, and well above random play."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from dolmen.bots import LEVEL, Bot, find_bot
from dolmen.contract.game import State
from dolmen.core.draws import Draws
from dolmen.games.terra_mystica.rules.actions import BURN, DONE, LEECH, ORDAIN, PASS, PASS_BONUS
from dolmen.games.terra_mystica.rules.factions import FACTIONS, NAMES
from dolmen.games.terra_mystica.rules.game import TerraMystica
from dolmen.games.terra_mystica.rules.leech import power_taken
from dolmen.games.terra_mystica.rules.record import Phase
from dolmen.games.terra_mystica.rules.setup import KINDS, OPTIONS, Setup

GREEDY = find_bot("greedy", "terra-mystica")
RANDOM = find_bot("random", "terra-mystica")
MOST_DECISIONS = 2000
"""Games take about 400 decisions; whoever dithers gets here."""


def decisions(state: State, bots: list[Bot], seed: int) -> Iterator[tuple[State, int]]:
    """Play to the end: every position with the decision that is made there. Each is checked to be legal."""
    draws = Draws(seed, 1)
    for _ in range(MOST_DECISIONS):
        if state.is_terminal():
            return
        action = bots[state.current_player].decide(state, LEVEL, draws)
        yield state, action
        state.apply(action)
    pytest.fail(f"no end after {MOST_DECISIONS} decisions")


def greedy_game(players: int, seed: int, setup: str = "standard", options: Iterable[str] = ()) -> State:
    """A game between greedy bots."""
    state = TerraMystica(players, setup, options).new_state(seed=seed)
    for _ in decisions(state, [GREEDY] * players, seed):
        pass
    return state


def with_factions(factions: tuple[str, ...], seed: int) -> Setup:
    """A drawn set-up in which the factions are given."""
    drawn = TerraMystica(len(factions)).draw_setup(seed)
    return Setup(len(factions), drawn.scoring, drawn.bonuses, drawn.options, factions)


@pytest.mark.parametrize("setup", KINDS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_number_of_players_and_every_setup_comes_to_an_end(players: int, setup: str) -> None:
    assert greedy_game(players, 11, setup).is_terminal()


@pytest.mark.parametrize("players", [2, 5])
def test_all_options_at_once(players: int) -> None:
    assert greedy_game(players, 5, "colours", OPTIONS).is_terminal()


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("first", [0, 3])
def test_every_faction_is_played(first: int, side: int) -> None:
    colours = sorted({faction.colour for faction in FACTIONS})[first : first + 4]
    names = tuple([faction.name for faction in FACTIONS if faction.colour == colour][side] for colour in colours)
    state = TerraMystica(4).new_state(with_factions(names, first))
    for _ in decisions(state, [GREEDY] * 4, 3):
        pass
    assert min(state.scores()) > 30, dict(zip(names, state.scores(), strict=True))


def test_the_two_halves_cover_all_factions() -> None:
    colours = sorted({faction.colour for faction in FACTIONS})
    assert len(colours[0:4] + colours[3:7]) == 8 and set(colours[0:4] + colours[3:7]) == set(colours)
    assert len(NAMES) == 2 * len(colours)


def test_the_same_seed_gives_the_same_game() -> None:
    assert greedy_game(3, 4).history == greedy_game(3, 4).history
    assert greedy_game(3, 4).history != greedy_game(3, 5).history


def test_the_state_is_left_as_it_is() -> None:
    state = TerraMystica(4).new_state(seed=1)
    for position, _ in decisions(state, [GREEDY] * 4, 1):
        before = position.to_bytes()
        GREEDY.choose(position, LEVEL, Draws(0))
        assert position.to_bytes() == before
        if len(position.history) > 80:
            break


def test_the_mean_of_ten_games_is_well_above_random_play() -> None:
    """Random play comes to about 62 points."""
    points = [score for seed in range(10) for score in greedy_game(4, seed).scores()]
    assert sum(points) / len(points) > 80, points


def test_random_play_is_beaten() -> None:
    won = 0
    for seed in range(10):
        seat = seed % 2
        bots = [GREEDY if other == seat else RANDOM for other in range(2)]
        state = TerraMystica(2).new_state(seed=seed)
        for _ in decisions(state, bots, seed):
            pass
        won += state.winners() == (seat,)
    assert won >= 9


def test_goods_are_converted_only_for_something() -> None:
    """After conversions comes an action or a build, never the end of the turn."""
    for seed in range(4):
        converted = False
        for _, action in decisions(TerraMystica(4).new_state(seed=seed), [GREEDY] * 4, seed):
            ends_turn = action == DONE or PASS_BONUS <= action <= PASS
            assert not (converted and ends_turn), seed
            converted = BURN <= action < ORDAIN


def test_power_for_nothing_is_taken() -> None:
    for seed in range(4):
        for state, action in decisions(TerraMystica(4).new_state(seed=seed), [GREEDY] * 4, seed):
            record = state.record
            if record.phase == Phase.OFFER:
                size = int(record.offer_size[int(record.asked)])
                if power_taken(record, int(record.player), size) == 1:
                    assert LEECH <= action < LEECH + 168


# ------------------------------------------------------------------------------------------------ both speeds


def choices(seed: int, asked_every: int, most: int) -> list[int]:
    """What the bot would decide in positions of a random game, and in its own first turns."""
    found = []
    state = TerraMystica(3).new_state(seed=seed)
    for number, _ in enumerate(decisions(state, [RANDOM] * 3, seed)):
        if number % asked_every == 0:
            found.append(GREEDY.decide(state, LEVEL, Draws(seed, 2)))
        if len(found) == most:
            break
    state = TerraMystica(3).new_state(seed=seed)
    for (_, action), _ in zip(decisions(state, [GREEDY] * 3, seed), range(most), strict=False):
        found.append(action)
    return found


@pytest.mark.process
def test_native_and_interpreted_choices_are_the_same() -> None:
    code = f"from {__name__} import choices; print(*choices(6, 7, 25))"
    result = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "DOLMEN_INTERPRETED": "1"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert [int(action) for action in result.stdout.split()] == choices(6, 7, 25)
