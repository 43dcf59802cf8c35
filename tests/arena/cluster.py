"""The arena on a local Ray cluster: `make test-ray`. Two workers, one is killed on the way: nothing is lost or doubled.

Not part of `make test`: Ray is an extra.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ray.cluster_utils import Cluster

from dolmen.arena import Terms, play_match
from dolmen.arena.match import Result

GAMES = 24
SOON_NOTICED = {"health_check_initial_delay_ms": 0, "health_check_period_ms": 500, "health_check_failure_threshold": 4}
TERMS = Terms("terra-mystica", 2, ("random", "greedy"), seed=5)


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A head that plays nothing, and two workers."""
    head = {"num_cpus": 0, "include_dashboard": False, "_system_config": SOON_NOTICED}
    started = Cluster(initialize_head=True, head_node_args=head)
    yield started
    started.shutdown()


def arena(address: str, out: Path) -> subprocess.Popen[str]:
    """`dolmen arena` as a person starts it."""
    words = ["arena", TERMS.game, "--bots", ",".join(TERMS.bots), "--players", "2", "--seed", str(TERMS.seed)]
    words += ["--games", str(GAMES), "--ray", address, "--out", str(out), "--json"]
    return subprocess.Popen(
        [sys.executable, "-m", "dolmen", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def kept(out: Path) -> list[dict[str, Any]]:
    file = out / "results.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def test_a_lost_worker_loses_no_game_and_none_is_counted_twice(cluster: Any, tmp_path: Path) -> None:
    workers = [cluster.add_node(num_cpus=1) for _ in range(2)]
    run = arena(cluster.address, tmp_path / "out")
    deadline = time.monotonic() + 300
    while len(kept(tmp_path / "out")) < 4:
        assert run.poll() is None and time.monotonic() < deadline, run.communicate()
        time.sleep(0.1)
    cluster.remove_node(workers[0], allow_graceful=False)
    assert len(kept(tmp_path / "out")) < GAMES, "the games were over too soon for this test"
    out, err = run.communicate(timeout=300)
    assert run.returncode == 0, err
    outcome = json.loads(out)
    assert outcome["games"] == GAMES and outcome["forfeits"] == [] and outcome["truncated"] == 0
    results = [Result.from_json(line) for line in kept(tmp_path / "out")]
    assert sorted(result.number for result in results) == list(range(GAMES))
    assert len(list((tmp_path / "out").glob("*.tm"))) == GAMES
    for result in results[::5]:
        again, text = play_match(TERMS, result.number)
        assert again.scores == result.scores
        assert (tmp_path / "out" / f"terra-mystica-{result.number + 1:06}.tm").read_text() == text
