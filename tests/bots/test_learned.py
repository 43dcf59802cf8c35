"""The weights that are shipped: `dolmen train` made them; reading and playing them needs no PyTorch."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from dolmen.arena.match import Terms, play_match
from dolmen.bots.learned import PREFIX, LearnedBot, shipped_networks
from dolmen.core.errors import UnknownBot

NAMES = sorted(shipped_networks())


@pytest.mark.parametrize("name", NAMES)
def test_shipped_weights_play_for_their_game_and_number_of_players(name: str) -> None:
    game, players = name.rsplit("-", 1)
    bot = PREFIX + name
    terms = Terms(game, int(players), (bot, *["random"] * (int(players) - 1)), seed=1)
    results = [play_match(terms, number)[0] for number in range(2)]
    assert all(result.returns[result.seats.index(bot)] == 1.0 for result in results), "it beats random play"


def test_shipped_weights_are_for_their_game_alone() -> None:
    with pytest.raises(UnknownBot, match="was trained for meduris, not for terra-mystica"):
        LearnedBot("terra-mystica", "meduris-2")


def test_weights_that_do_not_exist_are_refused() -> None:
    with pytest.raises(UnknownBot, match="nowhere"):
        LearnedBot("meduris", "nowhere")


def test_weights_of_corrected_rules_are_refused(tmp_path: Path) -> None:
    """What was learned under rules that allowed too much plays them still."""
    old = tmp_path / "old.npz"
    with np.load(shipped_networks()["meduris-2"]) as kept:
        about = {**json.loads(str(kept["about"])), "game": "terra-mystica", "rules_version": 1}
        np.savez(old, **{**kept, "about": np.array(json.dumps(about))})
    with pytest.raises(UnknownBot, match="was trained under rules 1 of Terra Mystica; since then they were corrected"):
        LearnedBot("terra-mystica", str(old))
