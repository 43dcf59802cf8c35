"""Choices as pictures in a grid: which one lies where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dolmen.contract.content import Gone, Grid, Prompt
from dolmen.core.value import value

if TYPE_CHECKING:
    from dolmen.server.pages.prompt import ListedChoice


@value
class Cell:
    """A place of a grid: a choice, or what is gone."""

    listed: ListedChoice | None
    gone: Gone | None = None


def grid_of(prompt: Prompt, group: str) -> Grid | None:
    """How the shown choices lie, if they are pictures: those of a group, or all where there are no groups."""
    if not prompt.groups:
        return prompt.grid
    return next((kind.grid for kind in prompt.groups if kind.key == group), None)


def cells(grid: Grid, listed: Sequence[ListedChoice]) -> tuple[Cell, ...]:
    """What is gone in its place, and the choices around it; those without a picture last."""
    gone = {one.place: one for one in grid.gone}
    drawn = [one for one in listed if one.choice.picture]
    waiting = iter(drawn)
    laid = tuple(
        Cell(None, gone[place]) if place in gone else Cell(next(waiting)) for place in range(len(gone) + len(drawn))
    )
    return (*laid, *(Cell(one) for one in listed if not one.choice.picture))
