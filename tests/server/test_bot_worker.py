"""The bots' processes have no life beyond the server's."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

PROGRAM = """
import multiprocessing, os, sys, time
from dolmen.server.bot_worker import be_modest

def work():
    time.sleep(0.3)
    be_modest()
    time.sleep(60)

if __name__ == "__main__":
    child = multiprocessing.get_context("spawn").Process(target=work)
    child.start()
    print(child.pid, flush=True)
    os._exit(0)
"""


@pytest.mark.process
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a process is not told that its parent has ended")
def test_a_process_whose_server_was_killed_while_it_started_ends(tmp_path: Path) -> None:
    program = tmp_path / "server.py"
    program.write_text(PROGRAM, encoding="utf-8")
    with subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        child = int(server.stdout.readline())
    end = time.monotonic() + 20
    while Path(f"/proc/{child}").exists() and Path(f"/proc/{child}/cmdline").read_text():
        assert time.monotonic() < end, "the process lives on"
        time.sleep(0.05)
