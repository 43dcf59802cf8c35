"""The kernels and the slow, plain reference rules, side by side: every position and every set of decisions agree.

The long run over 2,000 games for each number of players is `python -m tests.terra_mystica.comparison`.
"""

from __future__ import annotations

import pytest

from dolmen.core.kernel import INTERPRETED
from tests.terra_mystica.comparison import CHOOSERS, compare_game
from tests.terra_mystica.reference.facts import AREA_RANKS, CULT_RANKS, FACTIONS
from tests.terra_mystica.reference.goods import gain_power
from tests.terra_mystica.reference.scoring import shares
from tests.terra_mystica.reference.spades import spades_needed
from tests.terra_mystica.reference.table import Seat

pytestmark = pytest.mark.slow

GAMES = 1 if INTERPRETED else 3
"""For each number of players and each way to choose; a game takes long when interpreted."""
CHOOSERS_HERE = CHOOSERS[:1] if INTERPRETED else CHOOSERS
FIRST_SEED = 1_000_000
"""Seeds that the long run does not play."""


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + GAMES))
@pytest.mark.parametrize("chooser", CHOOSERS_HERE)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_reference_rules_agree_in_every_position(players: int, chooser: str, seed: int) -> None:
    assert compare_game(players, seed, chooser) > 50


def test_the_reference_moves_power_as_the_example_of_the_rulebook_does() -> None:
    """Cuencos de poder: three points move two tokens from bowl I to II and one from II to III."""
    seat = Seat(0, bowls=[2, 5, 5])
    gain_power(seat, 3)
    assert seat.bowls == [0, 6, 6]


def test_the_reference_shares_points_as_the_examples_of_the_rulebook_do() -> None:
    """Puntuación de culto and de área: tied players share the points of their ranks, rounded down."""
    assert shares([9, 9, 3, 0], CULT_RANKS) == [6, 6, 2, 0]
    assert shares([10, 9, 9, 9], AREA_RANKS) == [18, 6, 6, 6]


def test_the_reference_never_leads_a_transformation_through_home_terrain() -> None:
    """Transformar una casilla de terreno; ruling 7: the long way round is not allowed."""
    witches, giants = Seat(0, faction=FACTIONS["witches"]), Seat(1, faction=FACTIONS["giants"])
    assert spades_needed(witches, "brown", "green") == 3
    assert spades_needed(witches, "blue", "gray") is None
    assert spades_needed(witches, "gray", "yellow") == 2
    assert spades_needed(giants, "gray", "red") == 2
    assert spades_needed(giants, "gray", "yellow") is None
