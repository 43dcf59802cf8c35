"""Every registered game passes the published conformance suite, and has its golden files."""

from __future__ import annotations

import pytest

from dolmen.analysis.playthrough import playthrough
from dolmen.contract.registry import games, load
from dolmen.testing.conformance import check_frozen, check_game
from tests.golden import SEED, TESTS

pytestmark = pytest.mark.slow

EVERY_GAME = [
    pytest.param(meta.key, players, id=f"{meta.key}-{players}")
    for meta in games().values()
    for players in range(meta.min_players, meta.max_players + 1)
]


@pytest.mark.parametrize(("key", "players"), EVERY_GAME)
def test_a_game_keeps_every_promise_of_the_interface(key: str, players: int) -> None:
    check_game(load(key, players))


@pytest.mark.parametrize("key", list(games()))
def test_the_action_table_is_frozen(key: str) -> None:
    check_frozen(load(key), TESTS / games()[key].package / "golden" / "actions.txt")


@pytest.mark.parametrize(("key", "players"), EVERY_GAME)
def test_the_golden_playthrough_is_played_again(key: str, players: int) -> None:
    """A difference here means that behaviour changed: if it was meant, `make golden` and raise RULES_VERSION."""
    path = TESTS / games()[key].package / "golden" / f"players-{players}.txt"
    assert playthrough(load(key, players), SEED) == path.read_text(encoding="utf-8")
