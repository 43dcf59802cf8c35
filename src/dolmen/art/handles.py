"""Handles for the page's script: which element is a place, which one a piece. The script knows no game, only these.

* `data-place="…"`: a place of the board, by the name that `Choice.place`, `Entry.places` and `TextLine.place` use; on a
  piece, the place where it stands. Who points at it, or reads it by the keys, means that place.
* `data-order="3"`: where the places are a ring: which one it is, from 1. Arrow keys then go around; elsewhere, to the
  nearest place in their direction.
* `data-piece="…"`: a piece, by its id, which stays the same: it glides to where it is drawn next.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar


class Chosen(Protocol):
    """A place that may be chosen, with the number of its choice."""

    @property
    def place(self) -> str:
        """Its name."""

    @property
    def choice(self) -> int:
        """The number."""


Lit = TypeVar("Lit", bound=Chosen)


def one_a_place(places: Iterable[Lit], chosen: int | None) -> dict[str, Lit]:
    """The first choice of each place, or the one that is chosen: a place is drawn once."""
    found: dict[str, Lit] = {}
    for place in places:
        if place.place not in found or place.choice == chosen:
            found[place.place] = place
    return found


def placed(name: str, order: int | None = None) -> str:
    """The attributes of a place that is printed on the board."""
    return f' id="{name}"{at(name, order)}'


def lit_place(name: str, order: int | None = None) -> str:
    """The attributes of what lights a place up that may be chosen."""
    return f' id="lit-{name}"{at(name, order)}'


def piece(name: str, stands_at: str = "") -> str:
    """The attributes of a piece; one that stands at a place says so."""
    return f' id="{name}" data-piece="{name}"{at(stands_at)}'


def at(name: str, order: int | None = None) -> str:
    """The place that an element means, if any."""
    named = f' data-place="{name}"' if name else ""
    return f'{named} data-order="{order}"' if order is not None else named
