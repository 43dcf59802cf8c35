"""Games of the search, and the network and the weights that are fitted to them: the scripts, as one runs them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np

from dolmen.bots.base import judgement_of
from dolmen.contract.value_network import kept_networks

SCRIPTS = Path(__file__).parents[2] / "scripts"


def run(script: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPTS / script), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_network_is_fitted_to_games_of_the_search(tmp_path: Path) -> None:
    games, network = tmp_path / "games.npz", tmp_path / "network.npz"
    how = ("meduris", "--players", "2", "--visits", "4", "--minutes", "0.4", "--processes", "1")
    played = run("search_games.py", *how, "--out", games)
    assert played.returncode == 0 and "games in " in played.stderr, played.stderr
    with np.load(games) as kept:
        rows = int(kept["rows"].sum())
        assert kept["features"].shape == (rows, len(judgement_of("meduris", "test").feature_names))
        assert kept["points"].shape == kept["expected"].shape == (rows,)
    fitted = run("fit_network.py", "meduris", games, "--hidden", "4", "--epochs", "1", "--out", network)
    assert fitted.returncode == 0 and "errors on unseen games" in fitted.stderr, fitted.stderr
    assert set(kept_networks(network)) == {2}


def test_a_file_that_is_no_game_is_named(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("no game\n")
    refused = run(
        "search_games.py", "meduris", "--players", "2", "--from", tmp_path / "words.txt", "--out", tmp_path / "games"
    )
    assert refused.returncode == 1 and "words.txt" in refused.stderr and "Traceback" not in refused.stderr
