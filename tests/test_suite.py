"""The suite itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

COLLECTED = """
import sys
import pytest
from dolmen.contract.game import Game, State

def refuse(*_, **__):
    raise AssertionError("a game is made while tests are collected")

Game.__init__ = State.__init__ = refuse
sys.exit(pytest.main(["--collect-only", "--quiet", "--quiet", "tests"]))
"""


@pytest.mark.process
def test_no_game_is_made_while_tests_are_collected() -> None:
    """Every worker collects every test: what is made there is made for nothing, and nobody sees what it costs."""
    root = Path(__file__).parents[1]
    collected = subprocess.run([sys.executable, "-c", COLLECTED], cwd=root, capture_output=True, text=True)
    assert collected.returncode == 0, collected.stdout
