"""`dolmen playthrough`."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Dolmen
from tests.conftest import EVERY_NUMBER_OF_PLAYERS
from tests.golden import SEED, TESTS


@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_the_golden_playthroughs_are_what_the_command_prints(players: int, dolmen: Dolmen) -> None:
    run = dolmen("playthrough", "meduris", "--players", players, "--seed", SEED)
    golden = TESTS / "meduris" / "golden" / f"players-{players}.txt"
    assert run.status == 0 and run.err == "" and run.out == golden.read_text(encoding="utf-8")


def test_a_seed_chooses_the_game(dolmen: Dolmen) -> None:
    one, again, other = (dolmen("playthrough", "meduris", "--seed", seed).out for seed in (4, 4, 5))
    assert one == again != other and one.startswith("game meduris, rules 1, 2 players, seed 4\n")


def test_a_playthrough_tells_every_decision_and_the_result(dolmen: Dolmen) -> None:
    lines = dolmen("playthrough", "meduris", "--players", 3).out.splitlines()
    decisions = [line.split(":")[0] for line in lines if line[:1].isdigit() and ": " in line]
    assert decisions == [str(number) for number in range(len(decisions))] and len(decisions) > 100
    assert lines[-2].startswith("scores ") and lines[-1].startswith("returns ")
    assert sum(line.startswith("# legal: ") for line in lines) > 20


def test_a_wrong_number_of_players_is_refused(dolmen: Dolmen) -> None:
    assert "2 to 4 players, not 5" in dolmen("playthrough", "meduris", "--players", 5).refused()
