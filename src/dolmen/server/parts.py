"""Parts of pages as values: where a part stands, and all that it is made of.

A part is written from its inputs and nothing else (beside the reader's language and the server's address), so two
parts of the same template with the same inputs look the same, whoever reads them: they are written once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Final, NamedTuple

from markupsafe import Markup, escape

from dolmen.core.value import value

MOST_GONE, MOST_NEW = 3, 12
"""A list of which more rows went or came at once is told as a whole."""
MOST_CHARACTERS = 16_000_000
"""So much is kept for a while; what nobody asked for meanwhile is forgotten."""


_ID: Final = re.compile(r'\bid="')


def apart(markup: str, name: str) -> Markup:
    """The same picture beside another one: ids do not occur twice in a page."""
    return Markup(_ID.sub(f'id="{name}-', markup))


class Key:
    """Values to find something by. They are hashed once, however often it is looked for: a log is many values."""

    __slots__ = ("_hash", "_values")

    def __init__(self, values: tuple[Any, ...]) -> None:
        self._values = values
        self._hash = hash(values)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and self._values == other._values


class Row(NamedTuple):
    """A row of a list that grows at its top."""

    id: str
    """Of its element."""
    template: str
    """It knows the row as `row`."""
    told: Any
    """What stands there; it can be compared."""


class Growth(NamedTuple):
    """What became of a list that somebody knows."""

    gone: tuple[Row, ...]
    new: tuple[Row, ...]


def growth(known: tuple[Row, ...], rows: tuple[Row, ...]) -> Growth | None:
    """Which rows went and which came at the top; None where that is not all. Those that fell off the end stay."""
    for gone in range(min(len(known), MOST_GONE + 1)):
        new = next((place for place, row in enumerate(rows[: MOST_NEW + 1]) if row == known[gone]), None)
        if new is not None and all(one == other for one, other in zip(known[gone:], rows[new:], strict=False)):
            return Growth(known[:gone], rows[:new])
    return None


@value
class Part:
    """A piece of a page that is exchanged as a whole."""

    target: str
    """The id of its element."""
    template: str
    """Empty where it needs none: its only input is its HTML."""
    inputs: Mapping[str, Any]
    """By the names that the template knows them under; values that can be compared, unless it is told `always`."""
    swap: str = "outerMorph"
    always: bool = False
    """Told with every news even if it is as before: it begins anew with every event. Nothing of it is kept."""
    picked: bool = False
    """Told apart from the news, too, when somebody picks something."""
    rows: tuple[Row, ...] = ()
    """Of a list that grows at its top: who knows most of them is told what is new."""

    @cached_property
    def key(self) -> Key:
        """All that it is made of, to find what was written of it."""
        return Key((self.template, *self.inputs.items()))

    @classmethod
    def plain(cls, target: str, text: str, *, always: bool = False) -> Part:
        """The text of an element, which may be markup."""
        return cls(target, "", {"html": escape(text)}, "innerHTML", always)

    @classmethod
    def layer(cls, target: str, drawn: str, *, picked: bool = False) -> Part:
        """A layer of the board's picture, as the game has drawn it."""
        return cls(target, "", {"html": Markup(f'<svg id="{target}">{drawn}</svg>')}, picked=picked)

    def partial(self, html: str) -> str:
        """What a browser is told in order to exchange it."""
        return f'<hx-partial hx-target="#{self.target}" hx-swap="{self.swap}">{html}</hx-partial>'


class Written:
    """A part as it was written."""

    def __init__(self, html: Markup) -> None:
        self.html = html

    @property
    def digest(self) -> int:
        """What tells it from others, so that nobody needs to keep all of it: Python's keyed hash, of 64 bits."""
        return hash(self.html)


class Memo:
    """What was written, by all that it is made of: the one cache of rendered parts."""

    def __init__(self, most: int = MOST_CHARACTERS) -> None:
        self._most = most
        self._size = 0
        self._new: dict[Any, Written] = {}
        self._old: dict[Any, Written] = {}

    def get(self, key: tuple[Any, ...], write: Callable[[], str]) -> Written:
        """What was written for a key; it is written now where it was not yet, or is forgotten."""
        written = self._new.get(key)
        if written is not None:
            return written
        written = self._old.get(key) or Written(Markup(write()))
        self._new[key] = written
        self._size += len(written.html)
        if self._size > self._most:
            self._old, self._new, self._size = self._new, {}, 0
        return written

    def __len__(self) -> int:
        return len(self._new) + len(self._old)
