"""Reading a record where nothing is compiled, as pages and pictures do: every field is looked up once.

An `np.record` looks a field up by name, in Python, each time that it is read; a page reads thousands. A `Reading` has
the same fields: single numbers are Python ints, the others are arrays on the record's own memory. It is for a moment's
use: a number that was read stays as it was, whatever becomes of the record. Kernels want `record` itself.

What was made of a few fields, such as a picture, is `remembered` until one of them changes.

NumPy copies records field by field; `copied` takes their bytes at once, a hundred times faster.

Who follows a game decision by decision reads a few fields after each: `plain_view` has them as plain Python ints,
always as the record is now, a hundred times faster than the record itself.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache, wraps
from typing import Any, TypeVar

import numpy as np

Made = TypeVar("Made")
MOST_REMEMBERED = 5_000

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


def remembered(make: Callable[..., Made]) -> Callable[..., Made]:
    """A function of a record and of hashable things, made anew only where something that it read is different.

    It must read the record through the `Reading` that it is given, which notes what is read, and nothing else that
    changes.
    """
    fields_read: dict[Hashable, tuple[str, ...]] = {}
    made: dict[Hashable, Made] = {}

    def key(record: Any, more: Hashable, fields: tuple[str, ...]) -> Hashable:
        return more, fields, b"".join([_field(record, name).tobytes() for name in fields])

    @wraps(make)
    def remembering(record: Any, *more: Hashable) -> Made:
        record = record.record if isinstance(record, Reading) else record
        fields = fields_read.get(more)
        found = None if fields is None else made.get(key(record, more, fields))
        if found is None:
            read = Reading(record)
            found = make(read, *more)
            if len(made) > MOST_REMEMBERED:
                fields_read.clear()
                made.clear()
            fields = tuple(name for name in vars(read) if name != "record")
            fields_read[more] = fields
            made[key(record, more, fields)] = found
        return found

    return remembering


def copied(records: Any) -> Any:
    """Records of their own with the same bytes."""
    return np.frombuffer(bytearray(records.tobytes()), dtype=records.dtype).view(np.recarray)


def plain_view(records: Any) -> Any:
    """The position in an array of length 1, its fields as attributes: plain ints, as they are whenever they are read.

    A field of several numbers is a memoryview of them: `points[seat, 2]`, `passed[:players]`.
    """
    return _view_type(records.dtype)(records)


@cache
def _view_type(record_type: np.dtype[Any]) -> type:
    """A class with a property for every field of a record that is one number."""
    names = record_type.names or ()
    single = {name for name in names if not record_type[name].shape}

    def look(self: Any, records: Any) -> None:
        plain = records.view(np.ndarray)
        for name in names:
            numbers = memoryview(plain[name] if name in single else plain[name][0])
            setattr(self, f"_{name}" if name in single else name, numbers)

    def first(name: str) -> property:
        return property(lambda self: getattr(self, name)[0])

    return type("PlainView", (), {"__init__": look, **{name: first(f"_{name}") for name in single}})
