"""The deeds of a turn, as the log tells them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from dolmen.games.terra_mystica.rules.actions import Action


@dataclass(frozen=True)
class Turned:
    """A hex whose terrain has changed, by whatever means."""

    hex: str
    old: int
    new: int


Deed = Action | Turned


def counted(deeds: Sequence[Deed]) -> Iterator[tuple[Deed, int]]:
    """Each deed, and how often it was done in a row."""
    for deed, alike in groupby(deeds):
        yield deed, len(list(alike))
