"""The learner in one file: a few seconds of it, and the bot that plays what it learned."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from dolmen.arena import Terms, play_match
from tests.docs.blocks import ROOT

EXAMPLE = ROOT / "examples" / "self_play.py"


def test_it_is_short() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) < 250


def test_it_learns_for_a_moment_and_enters_the_arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = [sys.executable, str(EXAMPLE), "--minutes", "0.01", "--judged-games", "4"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert "M decisions" in run.stdout and "of 4 games against greedy" in run.stdout
    monkeypatch.setenv("SELF_PLAY_WEIGHTS", str(tmp_path / "self_play.pt"))
    result, _ = play_match(Terms("meduris", 2, (f"{EXAMPLE}:SelfPlay", "random"), max_turns=10), 0)
    assert result.forfeit is None, result.why


def test_what_one_seat_is_ahead_the_other_is_behind() -> None:
    import torch

    names = runpy.run_path(str(EXAMPLE))
    rollout = names["Rollout"].empty(1, 2)
    for part in (rollout.values, rollout.rewards):
        part.zero_()
    rollout.goes_on.fill_(1.0)
    rollout.rewards[3] = 1.0
    rollout.goes_on[5] = 0.0
    advantages = rollout.advantages()
    reached = names["DISCOUNT"] * names["TRACE"]
    assert torch.allclose(advantages[:4, 0, 0], torch.tensor([reached**3, reached**2, reached, 1.0]))
    assert not advantages[4:].any()
