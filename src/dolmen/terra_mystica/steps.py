"""The rules as the readers and the writer of files call them: small steps, on the array of length 1 with the position.

A ledger shows the position between a decision and the income that follows it, so here the two are made apart. Compiled
functions take an array in a microsecond, a single record in twenty (see `dolmen.entries`).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dolmen.game import Records
from dolmen.kernel import kernel
from dolmen.mask import Mask, has
from dolmen.terra_mystica.apply import advance, decide, runs_on
from dolmen.terra_mystica.cults import free_place
from dolmen.terra_mystica.leech import offer_size
from dolmen.terra_mystica.legal import legal
from dolmen.terra_mystica.record import NOBODY
from dolmen.terra_mystica.spades import home_of, spades_needed

Numbers = npt.NDArray[np.int64]


@kernel
def allows(records: Records, mask: Mask, action: int) -> bool:
    """Whether a decision is legal."""
    legal(records[0], mask)
    return has(mask, action)


@kernel
def make_decision(records: Records, action: int) -> bool:
    """The decision itself; whether the rules go on without asking anybody."""
    decide(records[0], action)
    return runs_on(records[0])


@kernel
def go_on(records: Records) -> bool:
    """One phase that asks nobody; whether another one follows."""
    advance(records[0])
    return runs_on(records[0])


@kernel
def add_offers(records: Records, builder: int, land: int, sizes: Numbers) -> None:
    """Add what a build offers to each opponent, those who left included."""
    for seat in range(int(records[0].players)):
        if seat != builder:
            sizes[seat] += offer_size(records[0], seat, land)


@kernel
def fill_figures(records: Records, seat: int, figures: Numbers) -> None:
    """What a row of a ledger shows of a seat: points, coins, workers, priests, three bowls of power, four cults."""
    record = records[0]
    figures[0] = record.vp[seat]
    figures[1] = record.coins[seat]
    figures[2] = record.workers[seat]
    figures[3] = record.priests[seat]
    for bowl in range(3):
        figures[4 + bowl] = record.bowls[seat, bowl]
    for track in range(4):
        figures[7 + track] = record.cult[seat, track]


@kernel
def best_place(records: Records, track: int) -> int:
    """The most steps that a priest sent to a cult can bring."""
    for steps in range(3, 1, -1):
        if free_place(records[0], track, steps) != NOBODY:
            return steps
    return 1


@kernel
def home_terrain(records: Records, seat: int) -> int:
    """The home terrain of a seat."""
    return home_of(records[0], seat)


@kernel
def spades_to(records: Records, seat: int, land: int, colour: int) -> int:
    """Spades that a seat needs to turn a hex into a terrain."""
    return spades_needed(records[0], seat, land, colour)
