"""The kernels and the slow, plain reference rules, side by side: every position and every list of decisions agree.

The long run over 10,000 random and 1,000 greedy games per number of players is `make reference`.
"""

from __future__ import annotations

import pytest

from dolmen.core.kernel import INTERPRETED
from tests.conftest import EVERY_NUMBER_OF_PLAYERS
from tests.meduris.comparison import compare_game

pytestmark = pytest.mark.slow

CHUNK = 5
CHUNKS = {"random": 1, "greedy": 0} if INTERPRETED else {"random": 8, "greedy": 6}
"""Chunks of games for each number of players; a few hundred games would take long when interpreted."""


@pytest.mark.parametrize(("bot", "chunk"), [(bot, chunk) for bot, chunks in CHUNKS.items() for chunk in range(chunks)])
@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_the_reference_rules_agree_in_every_position(bot: str, players: int, chunk: int) -> None:
    first = 1_000_000 + CHUNK * chunk  # seeds that the long run does not play
    for seed in range(first, first + CHUNK):
        assert compare_game(players, seed, bot) > 100
