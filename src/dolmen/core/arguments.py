"""What programs hand over: checked where it comes in, and refused in one sentence.

Types say what belongs where; but what comes from a file of settings, a notebook or another library may be anything, and
what is nearly a number (1.5, True, an array) must not be taken for one.
"""

from __future__ import annotations

import os
import reprlib
from operator import index
from typing import Any

import numpy as np

from dolmen.core.errors import DolmenError, InvalidSetup


def is_whole(given: object) -> bool:
    """Whether something is a whole number, of Python or of any library; True and False are none."""
    if type(given) is int:
        return True
    if isinstance(given, (bool, np.bool_)):
        return False
    try:
        index(given)  # type: ignore[arg-type]
    except TypeError:
        return False
    return True


def whole(what: str, given: Any, low: int = 0, high: int | None = None, error: type[DolmenError] = InvalidSetup) -> int:
    """A whole number within limits. Raises InvalidSetup, or another error, with what it is called."""
    if is_whole(given):
        number = index(given)
        if low <= number and (high is None or number <= high):
            return number
    limits = f"from {low} on" if high is None else f"from {low} to {high}"
    raise error(f"{what} is a whole number {limits}, not {shown(given)}")


def check_path(what: str, given: object, error: type[DolmenError] = InvalidSetup) -> None:
    """Only what may be the name of a file."""
    if not isinstance(given, (str, os.PathLike)):
        raise error(f"{what} is the name of a file, not {shown(given)}")


def shown(given: object) -> str:
    """Something as a message names it: short, and on one line."""
    return " ".join(reprlib.repr(given).split())
