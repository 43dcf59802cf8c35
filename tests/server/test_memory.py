"""Memory that a server no longer needs goes back to the system."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import os
from pathlib import Path
from dolmen.server.memory import keep_memory_small

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

keep_memory_small()
before = resident()
blocks = [bytes([1]) * 300_000 for _ in range(400)]
kept = blocks[::20]
del blocks
print((resident() - before) // 1_000_000)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="what a process has is read from Linux")
def test_large_blocks_go_back_although_some_between_them_are_kept() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert not done.stderr
    assert int(done.stdout) < 30, "megabytes: 6 are kept of 120"
