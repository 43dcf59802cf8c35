"""Somebody's own program on a seat: it is told the game so far and answers with a play, a JSON line each.

    to the program      {"game": "<the game so far in its notation>", "seat": 1, "plays": ["<a line or row>", ...],
                         "number": 12, "seed": 2715023477, "seconds": 60}
    from the program    {"play": "<the next line or row>"}

`seat` is the program's place, from 1; `plays` are plays that may come next, so that a program need not know the rules:
enough to choose from, though the rules of some games allow more. `number` is the game's, from 1; `seed` is for the
program's own dice, the same whenever this seat of this game is played; `seconds` is the time left for the answer.
A program that ends, answers what is no play, or is silent for too long loses the game.

A program is started for each game, unless an answer says that it stays: `{"play": "...", "stay": true}`. Then it
is told how the game ended, which it does not answer, and is asked in the games that follow:

    to the program      {"result": {"seat": 1, "places": [1, 2], "scores": [61, 48], "returns": [1.0, 0.0],
                         "forfeit": null, "why": ""}, "game": "<the whole game>", "number": 12}
"""

from __future__ import annotations

import atexit
import json
import os
import selectors
import shlex
import signal
import subprocess
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.util import Finalize
from typing import IO, Any

from dolmen.bots import Bot, Budget
from dolmen.contract.game import State
from dolmen.contract.notation import Transcript
from dolmen.contract.registry import package
from dolmen.core.draws import SEEDS, Draws
from dolmen.core.errors import DolmenError, Forfeit, UnknownBot

PREFIX = "cmd:"
LONGEST_ANSWER = 1_000_000
SHOWN = 200
PROGRAM_STREAMS = 3 << 30
"""From this stream on of a seed come those that programs are told."""
HEARD_SECONDS = 5.0
"""So long a program may take to read how a game ended."""


class NoAnswer(DolmenError):
    """A program that ended, kept silent, or said something else."""


class Program:
    """A process that answers lines with lines. Whatever it does, nothing here waits longer than it may."""

    def __init__(self, command: str) -> None:
        """Start it. Raises UnknownBot where that fails."""
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 (it lives as long as the program)
        try:
            words = shlex.split(command)
            if not words:
                raise ValueError("it names no program")
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
        except ValueError as error:  # a quotation without an end, or a NUL
            self._complaints.close()
            raise UnknownBot(f"'{command}' is no command: {error}") from None
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

    def tell(self, news: Mapping[str, Any], seconds: float) -> None:
        """One line of JSON there, and no answer. Raises NoAnswer."""
        try:
            self._ask(json.dumps(news, ensure_ascii=False), seconds, wants_answer=False)
        except EOFError:
            raise NoAnswer(f"the program {self.ended()}") from None

    def _ask(self, question: str, seconds: float, *, wants_answer: bool = True) -> str:
        """One line there, one line back. Raises NoAnswer after so many seconds, EOFError when the program has ended."""
        deadline = time.monotonic() + seconds
        data = question.encode() + b"\n"
        with selectors.DefaultSelector() as ready:
            ready.register(self._input, selectors.EVENT_WRITE)
            ready.register(self._output, selectors.EVENT_READ)
            while data or wants_answer:
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
        return ""

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


def program_seed(seed: int, place: int) -> int:
    """What a program rolls its own dice with at one of the places of all games: it tells nothing of the game's dice."""
    return Draws(seed, (PROGRAM_STREAMS + place) % SEEDS).below(SEEDS)


@dataclass(frozen=True)
class Answer:
    """What a program answers."""

    play: str
    stay: bool = False
    """Whether it wants to be asked in the next game, too."""


def read_answer(answer: str) -> Answer:
    """An answer, read. Raises NoAnswer."""
    try:
        said: Any = json.loads(answer)
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict) or not isinstance(said.get("play"), str):
        wanted = '{"play": "..."}'
        raise NoAnswer(f"it answered {answer[:SHOWN]!r}, not {wanted}")
    return Answer(str(said["play"]), said.get("stay") is True)


_staying: defaultdict[str, list[Program]] = defaultdict(list)
"""Programs that wait for their next game in this process, by their commands."""


def dismiss_programs() -> None:
    """End the programs that wait for another game."""
    for programs in _staying.values():
        while programs:
            programs.pop().close()


atexit.register(dismiss_programs)
Finalize(None, dismiss_programs, exitpriority=0)  # processes of a pool leave by this door


class ExternalBot(Bot):
    """A seat that a program plays."""

    name = "external"
    description = "somebody's own program"

    def __init__(self, game: str, command: str, seconds: float) -> None:
        super().__init__(game)
        self.command = command
        self.seconds = seconds
        self._program: Program | None = None
        self._stays = False
        self._transcript: Transcript | None = None
        self._told: dict[str, Any] = {}
        """What it is told of this game beside the position."""
        self._ahead: dict[int, int] = {}
        """The rest of the last play: decisions by their place in the history."""

    def sit_down(self, transcript: Transcript, number: int, seed: int) -> None:
        """Begin a game. The program is started on its first question, unless one has stayed from another game."""
        self._transcript = transcript
        self._told = {"number": number, "seed": seed}
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
            **self._told,
            "seconds": self.seconds,
        }
        try:
            if self._program is None:
                staying = _staying[self.command]
                self._program = staying.pop() if staying else Program(self.command)
            answer = read_answer(self._program.answer(question, self.seconds))
        except (UnknownBot, NoAnswer) as error:
            raise Forfeit(f"{PREFIX}{self.command}: {error}", seat) from None
        try:
            decisions = plays.play_decisions(state, answer.play)
        except DolmenError as error:
            raise Forfeit(f"{PREFIX}{self.command}: it answered '{answer.play[:SHOWN]}': {error}", seat) from None
        self._stays = answer.stay
        return decisions

    def leave(self, result: Mapping[str, Any] | None = None, game: str = "") -> None:
        """The game is over: so is the program, unless it wants to stay and there is a result to be told."""
        program, self._program = self._program, None
        if program is None:
            return
        if self._stays and result is not None:
            told = {"result": result, "game": game, "number": self._told["number"]}
            with suppress(NoAnswer):
                program.tell(told, HEARD_SECONDS)
                _staying[self.command].append(program)
                return
        program.close()
