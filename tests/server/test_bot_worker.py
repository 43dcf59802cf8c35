"""The bots' processes: what they answer, and that they have no life beyond the server's."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dolmen.core.errors import DolmenError
from dolmen.server.bot_process import BotFailed, BotGone, BotProcess
from dolmen.server.bot_worker import Position, think

pytestmark = pytest.mark.process

PROGRAM = """
import os, sys, time
from dolmen.server.bot_process import BotProcess

process = BotProcess()
if sys.argv[1] == "thinking":
    process.ask(os.getpid)
print(process._process.pid, flush=True)
os.kill(os.getpid(), 9)
"""


def test_what_a_bot_meets_is_told_and_the_process_goes_on() -> None:
    process = BotProcess()
    with pytest.raises(DolmenError, match="there is no game 'chess'"):
        process.ask(think, Position("chess", "", ()), "greedy", 1, 1)
    with pytest.raises(BotFailed, match="ZeroDivisionError"):
        process.ask(eval, "1 / 0")
    assert process.ask(eval, "print('no answer') or 3") == 3 and process.runs
    process.end()
    assert not process.runs


def test_a_process_that_ends_is_missed() -> None:
    process = BotProcess()
    os.kill(process.ask(os.getpid), signal.SIGKILL)
    with pytest.raises(BotGone):
        process.ask(os.getpid)
    assert not process.runs


@pytest.mark.parametrize("moment", ["starting", "thinking"])
def test_a_process_whose_server_is_killed_ends_without_a_word(moment: str) -> None:
    command = [sys.executable, "-c", PROGRAM, moment]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None and server.stderr is not None
        child = int(server.stdout.readline())
        end = time.monotonic() + 20
        while Path(f"/proc/{child}").exists() and Path(f"/proc/{child}/cmdline").read_text():
            assert time.monotonic() < end, "the process lives on"
            time.sleep(0.05)
        assert server.stderr.read() == ""
