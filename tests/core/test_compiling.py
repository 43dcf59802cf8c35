"""Who waits for a compiler and sees no bar reads in the log why: once, and only where something is compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
from dolmen.core.compiling import announce_compiling
from dolmen.core.mask import has, new_mask
announce_compiling()
announce_compiling()
has(new_mask(64), 3)
"""


@pytest.mark.process
def test_the_first_kernel_that_is_compiled_is_announced_once(tmp_path: Path) -> None:
    for said in ("compiling the rules for this machine, once, which takes seconds to minutes", ""):
        result = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "DOLMEN_CACHE": str(tmp_path), "DOLMEN_INTERPRETED": "0"},
            capture_output=True,
            text=True,
            check=True,
        )
        assert result.stderr.startswith(said) and len(result.stderr.splitlines()) == bool(said)


@pytest.mark.process
def test_an_environment_announces_it(tmp_path: Path) -> None:
    program = (
        "from dolmen.core.mask import has, new_mask; from dolmen.envs.pettingzoo import meduris_v0;"
        "meduris_v0.raw_env(); has(new_mask(64), 3)"
    )
    result = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "DOLMEN_CACHE": str(tmp_path), "DOLMEN_INTERPRETED": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "`dolmen warmup --envs` does it ahead" in result.stderr and len(result.stderr.splitlines()) == 1
