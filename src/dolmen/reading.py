"""Reading a record where nothing is compiled, as pages and pictures do: every field is looked up once.

An `np.record` looks a field up by name, in Python, each time that it is read; a page reads thousands. A `Reading` has
the same fields: single numbers are Python ints, the others are arrays on the record's own memory. It is for a moment's
use: a number that was read stays as it was, whatever becomes of the record. Kernels want `record` itself.

NumPy copies records field by field; `copied` takes their bytes at once, a hundred times faster.
"""

from __future__ import annotations

from typing import Any

import numpy as np

_field = np.void.__getitem__  # what a record's own look-up calls in the end


class Reading:
    """A record's fields as attributes, each kept once it was read."""

    def __init__(self, record: Any) -> None:
        self.record = record

    def __getattr__(self, name: str) -> Any:
        try:
            value = _field(self.__dict__["record"], name)
        except (KeyError, ValueError):
            raise AttributeError(name) from None
        if not value.ndim:
            value = value.item()
        self.__dict__[name] = value
        return value


def reading(record: Any) -> Any:
    """A record to be read; one that is being read stays as it is."""
    return record if isinstance(record, Reading) else Reading(record)


def copied(records: Any) -> Any:
    """Records of their own with the same bytes."""
    return np.frombuffer(bytearray(records.tobytes()), dtype=records.dtype).view(np.recarray)
