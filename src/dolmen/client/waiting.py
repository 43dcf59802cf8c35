"""When to try again: after a lost connection with growing pauses, after a refusal when the server says so."""

from __future__ import annotations

import random
from collections.abc import Mapping

FIRST = 0.5
"""Seconds of the first pause; each further one is twice as long."""
LONGEST = 30.0
"""No pause of our own choice is longer."""
NOT_DONE = (429, 503)
"""The server did nothing, and may be asked again."""
PERHAPS_DONE = (502, 504)
"""A proxy did not get an answer: the server may have done it."""


class Waiting:
    """The pauses of one request, or of one stream."""

    def __init__(self, patience: float | None) -> None:
        """Up to so many seconds in all; None: for ever."""
        self._patience = patience
        self._waited = 0.0
        self._pauses = 0

    def begin_anew(self) -> None:
        """It has worked: the next pause is short again."""
        self._waited, self._pauses = 0.0, 0

    def after_loss(self) -> float | None:
        """How long to wait after a lost connection; None: it is enough."""
        own = min(LONGEST, FIRST * 2.0**self._pauses)
        return self._pause(own * random.uniform(0.5, 1.0))  # so that not all come back at once

    def after_answer(self, status: int, headers: Mapping[str, str], *, repeatable: bool) -> float | None:
        """How long to wait after an answer; None: it is final."""
        if status not in NOT_DONE and not (status in PERHAPS_DONE and repeatable):
            return None
        said = headers.get("retry-after", "")
        return self._pause(float(said)) if said.isascii() and said.isdecimal() else self.after_loss()

    def _pause(self, seconds: float) -> float | None:
        if self._patience is not None and self._waited + seconds > self._patience:
            return None
        self._waited += seconds
        self._pauses += 1
        return seconds
