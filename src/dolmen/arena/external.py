"""Somebody's own program on a seat: it is told the game so far and answers with a play, a JSON line each.

    to the program      {"game": "<the game so far in its notation>", "seat": 1, "plays": ["<a line or row>", ...]}
    from the program    {"play": "<the next line or row>"}

`seat` is the program's place, from 1; `plays` are plays that may come next, so that a program need not know the rules:
enough to choose from, though the rules of some games allow more.
A program that ends, answers what is no play, or is silent for too long loses the game.
"""

from __future__ import annotations

import json
import os
import selectors
import shlex
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from typing import IO, Any

from dolmen.bots import Bot, Budget
from dolmen.contract.game import State
from dolmen.contract.notation import Transcript
from dolmen.contract.registry import package
from dolmen.core.draws import Draws
from dolmen.core.errors import DolmenError, Forfeit, UnknownBot

PREFIX = "cmd:"
LONGEST_ANSWER = 1_000_000
SHOWN = 200


class NoAnswer(DolmenError):
    """A program that ended, kept silent, or said something else."""


class Program:
    """A process that answers lines with lines. Whatever it does, nothing here waits longer than it may."""

    def __init__(self, command: str) -> None:
        """Start it. Raises UnknownBot where that fails."""
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 (it lives as long as the program)
        try:
            words = shlex.split(command)
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                start_new_session=True,
            )
        except OSError as error:
            self._complaints.close()
            raise UnknownBot(f"'{command}' cannot be started: {error.strerror}") from None
        self._waiting = b""
        for pipe in (self._input, self._output):
            os.set_blocking(pipe.fileno(), False)

    @property
    def _input(self) -> IO[bytes]:
        assert self._process.stdin is not None
        return self._process.stdin

    @property
    def _output(self) -> IO[bytes]:
        assert self._process.stdout is not None
        return self._process.stdout

    def answer(self, question: dict[str, Any], seconds: float) -> str:
        """One line of JSON there, one line back. Raises NoAnswer."""
        try:
            return self._ask(json.dumps(question, ensure_ascii=False), seconds)
        except EOFError:
            raise NoAnswer(f"the program {self.ended()} before its answer") from None

    def _ask(self, question: str, seconds: float) -> str:
        """One line there, one line back. Raises NoAnswer after so many seconds, EOFError when the program has ended."""
        deadline = time.monotonic() + seconds
        data = question.encode() + b"\n"
        with selectors.DefaultSelector() as ready:
            ready.register(self._input, selectors.EVENT_WRITE)
            ready.register(self._output, selectors.EVENT_READ)
            while True:
                line, newline, rest = self._waiting.partition(b"\n")
                if newline and not data:
                    self._waiting = rest
                    return line.decode(errors="replace")
                if len(self._waiting) > LONGEST_ANSWER:
                    raise NoAnswer(f"it wrote {LONGEST_ANSWER} bytes without an answer")
                left = deadline - time.monotonic()
                if left <= 0:
                    raise NoAnswer(f"no answer within {seconds:g} s")
                for key, _ in ready.select(left):
                    if key.fileobj is self._input:
                        data = self._write(data)
                        if not data:
                            ready.unregister(self._input)
                    else:
                        self._read()

    def _write(self, data: bytes) -> bytes:
        """What is left to write."""
        try:
            return data[os.write(self._input.fileno(), data) :]
        except BlockingIOError:
            return data
        except OSError:
            raise EOFError from None

    def _read(self) -> None:
        with suppress(BlockingIOError):
            read = os.read(self._output.fileno(), 65536)
            if not read:
                raise EOFError
            self._waiting += read

    def ended(self) -> str:
        """How it ended, in words: its status, and the last line that it wrote on its standard error."""
        how = "closed its output"
        with suppress(subprocess.TimeoutExpired):
            status = self._process.wait(1)
            how = f"ended by {signal.Signals(-status).name}" if status < 0 else f"ended with status {status}"
        self._complaints.seek(0)
        lines = self._complaints.read().decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"{how} ({last[:SHOWN]})" if last else how

    def close(self) -> None:
        """End it, and what it started."""
        for pipe in (self._input, self._output):
            with suppress(OSError):
                pipe.close()
        if self._process.poll() is None:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(0.2)
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._complaints.close()


def play_of(answer: str) -> str:
    """The play of an answer. Raises NoAnswer."""
    try:
        said: Any = json.loads(answer)
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict) or not isinstance(said.get("play"), str):
        wanted = '{"play": "..."}'
        raise NoAnswer(f"it answered {answer[:SHOWN]!r}, not {wanted}")
    return str(said["play"])


class ExternalBot(Bot):
    """A seat that a program plays."""

    name = "external"
    description = "somebody's own program"

    def __init__(self, game: str, command: str, seconds: float) -> None:
        super().__init__(game)
        self.command = command
        self.seconds = seconds
        self._program: Program | None = None
        self._transcript: Transcript | None = None
        self._ahead: dict[int, int] = {}
        """The rest of the last play: decisions by their place in the history."""

    def sit_down(self, transcript: Transcript) -> None:
        """Begin a game. The program is started on its first question."""
        self._transcript = transcript
        self._ahead = {}

    def choose(self, state: State, budget: Budget, draws: Draws) -> int:  # noqa: ARG002 (it has thoughts of its own)
        """The next decision of the play that the program answered with. Raises Forfeit."""
        place = len(state.history)
        if place not in self._ahead:
            self._ahead = dict(enumerate(self._ask(state), start=place))
        return self._ahead[place]

    def _ask(self, state: State) -> tuple[int, ...]:
        plays, seat = package(state.game.meta.key).notation(), state.current_player
        assert self._transcript is not None and self._transcript.state is state
        question = {
            "game": plays.so_far_text(self._transcript),
            "seat": seat + 1,
            "plays": plays.plain_plays(state),
        }
        try:
            if self._program is None:
                self._program = Program(self.command)
            play = play_of(self._program.answer(question, self.seconds))
        except (UnknownBot, NoAnswer) as error:
            raise Forfeit(f"{PREFIX}{self.command}: {error}", seat) from None
        try:
            return plays.play_decisions(state, play)
        except DolmenError as error:
            raise Forfeit(f"{PREFIX}{self.command}: it answered '{play[:SHOWN]}': {error}", seat) from None

    def leave(self) -> None:
        """The game is over: so is the program."""
        if self._program is not None:
            self._program.close()
            self._program = None
