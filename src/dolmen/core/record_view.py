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
from struct import Struct
from typing import Any, Generic, TypeVar

import numpy as np

Made = TypeVar("Made")
MOST_REMEMBERED = 500
"""So much a function remembers, and again as much that it was not asked for of late: pictures are tens of kilobytes."""

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
        if type(value) is not np.ndarray:
            value = value.item()
        self.__dict__[name] = value
        return value


def reading(record: Any) -> Any:
    """A record to be read; one that is being read stays as it is."""
    return record if type(record) is Reading else Reading(record)  # (`isinstance` asks a record for its class, slowly)


class Remembered(Generic[Made]):
    """What was made, by what it was made of; what nobody asked for while much else was made is forgotten."""

    def __init__(self, most: int = MOST_REMEMBERED) -> None:
        self._most = most
        self._new: dict[Hashable, Made] = {}
        self._old: dict[Hashable, Made] = {}

    def get(self, key: Hashable) -> Made | None:
        """What is remembered under a key."""
        found = self._new.get(key)
        if found is None and (found := self._old.get(key)) is not None:
            self.keep(key, found)
        return found

    def keep(self, key: Hashable, made: Made) -> None:
        """Remember something."""
        self._new[key] = made
        if len(self._new) > self._most:
            self._old, self._new = self._new, {}

    def __len__(self) -> int:
        return len(self._new) + len(self._old)


def remembered(make: Callable[..., Made]) -> Callable[..., Made]:
    """A function of a record and of hashable things, made anew only where something that it read is different.

    It must read the record through the `Reading` that it is given, which notes what is read, and nothing else that
    changes.
    """
    places_read: Remembered[dict[str, slice]] = Remembered()
    made: Remembered[Made] = Remembered()

    def key(record: Any, more: Hashable, places: dict[str, slice]) -> Hashable:
        whole = record.tobytes()  # one copy is cheaper than a look at each field
        return more, tuple(places), b"".join([whole[place] for place in places.values()])

    @wraps(make)
    def remembering(record: Any, *more: Hashable) -> Made:
        record = record.record if type(record) is Reading else record
        places = places_read.get(more)
        found = None if places is None else made.get(key(record, more, places))
        if found is None:
            read = Reading(record)
            found = make(read, *more)
            places = _places(record.dtype, [name for name in vars(read) if name != "record"])
            places_read.keep(more, places)
            made.keep(key(record, more, places), found)
        return found

    return remembering


def _places(record_type: Any, fields: list[str]) -> dict[str, slice]:
    """Where the bytes of some fields are in a record."""
    all_fields = record_type.fields  # (NumPy makes them anew each time)
    found = {name: all_fields[name] for name in fields}
    return {name: slice(start, start + kind.itemsize) for name, (kind, start, *_title) in found.items()}


def unpacker(record_type: np.dtype[Any], *wanted: tuple[str, int, int]) -> Struct:
    """Takes numbers out of a record's bytes at once, ten times as fast as one by one.

    Of each field so many numbers from a place on; the fields in the order of the record.
    """
    layout, end = "=", 0
    for name, first, count in wanted:
        kind, start = record_type[name].base, record_type.fields[name][1]  # type: ignore[index]
        start += first * kind.itemsize
        layout += f"{start - end}x{count}{kind.char}"
        end = start + count * kind.itemsize
    return Struct(layout)


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
