"""A process in which bots think. It is told one question at a time through a pipe, and ends when the pipe does.

So nothing stays behind, and nothing is said, when a server is killed at whichever moment of a process' life.
"""

from __future__ import annotations

import contextlib
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import TypeVar

from dolmen.core.errors import DolmenError

Result = TypeVar("Result")

_COMMAND = (sys.executable, "-P", "-c", "from dolmen.server.bot_worker import answer_all; answer_all()")


class BotGone(DolmenError):
    """The process has ended before it answered."""


class BotFailed(Exception):
    """A bot met an error; the text is its traceback."""


class BotProcess:
    """One process, for one asker at a time."""

    def __init__(self) -> None:
        # A session of its own: Ctrl-C at a terminal is for the server, which ends its bots.
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(_COMMAND, stdin=pipe, stdout=pipe, start_new_session=True)

    def ask(self, function: Callable[..., Result], *arguments: object) -> Result:
        """What a function of `bot_worker` gives; waits for it. Raises BotGone, BotFailed, and what it refuses."""
        questions, answers = self._process.stdin, self._process.stdout
        assert questions and answers
        try:
            pickle.dump((function, arguments), questions)
            questions.flush()
            value, refusal, failure = pickle.load(answers)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            self.end()
            raise BotGone("a process of the bots has ended") from None
        if failure:
            raise BotFailed(failure)
        if refusal:
            raise DolmenError(refusal)
        answer: Result = value
        return answer

    @property
    def runs(self) -> bool:
        """Whether it may be asked again."""
        return self._process.poll() is None

    def end(self) -> None:
        """End it, whatever it does."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):  # what was not written yet goes nowhere
                if pipe:
                    pipe.close()
