"""The rules as files and pages call them: small steps, on the array of length 1 with the position.

A ledger shows the position between a decision and the income that follows it, as does a preview, so here the two are
made apart. Compiled functions take an array in a microsecond, a single record in twenty (see `dolmen.kernels.calls`).
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from dolmen.contract.game import Records
from dolmen.core.kernel import as_taken, kernel
from dolmen.core.mask import Mask, has, members, new_mask
from dolmen.core.record_view import copied
from dolmen.games.terra_mystica.rules.actions import NUM_ACTIONS
from dolmen.games.terra_mystica.rules.apply import advance, decide, runs_on
from dolmen.games.terra_mystica.rules.cults import free_place
from dolmen.games.terra_mystica.rules.final import cult_points, largest_area, score_game
from dolmen.games.terra_mystica.rules.leech import offer_size
from dolmen.games.terra_mystica.rules.legal import legal
from dolmen.games.terra_mystica.rules.reach import needs_skip
from dolmen.games.terra_mystica.rules.record import NOBODY
from dolmen.games.terra_mystica.rules.rounds import cult_bonus_times
from dolmen.games.terra_mystica.rules.spades import home_of, spades_needed
from dolmen.games.terra_mystica.rules.tiles import TRACKS

Numbers = npt.NDArray[np.int64]
FIGURES: Final = 11
"""What a row of a ledger shows of its faction: points, coins, workers, priests, three bowls of power, four cults."""


@kernel
def fill_legal(records: Records, mask: Mask) -> None:
    """Fill in every legal decision."""
    legal(records[0], mask)


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
    """What a row of a ledger shows of a seat."""
    record = records[0]
    figures[0] = record.vp[seat]
    figures[1] = record.coins[seat]
    figures[2] = record.workers[seat]
    figures[3] = record.priests[seat]
    for bowl in range(3):
        figures[4 + bowl] = record.bowls[seat, bowl]
    for track in range(TRACKS):
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


@kernel
def skips_to(records: Records, seat: int, land: int) -> bool:
    """Whether a seat gets to a hex by tunnel or carpet only, and has not paid for that in this action."""
    return needs_skip(records[0], seat, land)


@kernel
def score_final(records: Records) -> None:
    """The final scoring, whenever it is."""
    score_game(records[0])


@kernel
def points_of_cult(records: Records, seat: int, track: int) -> int:
    """What a cult track would score for a seat."""
    return cult_points(records[0], seat, track)


@kernel
def size_of_area(records: Records, seat: int) -> int:
    """The largest area of a seat."""
    return largest_area(records[0], seat)


@kernel
def times_of_cult_bonus(records: Records, seat: int) -> int:
    """How many times a seat would get the cult bonus of this round."""
    return cult_bonus_times(records[0], seat)


def warm_up(records: Records) -> None:
    """Call everything once: compiled functions are ready then."""
    tried, mask, numbers = as_taken(copied(records)), new_mask(NUM_ACTIONS), np.zeros(FIGURES, dtype=np.int64)
    allows(tried, mask, 0)
    fill_legal(tried, mask)
    make_decision(tried, members(mask)[0])
    add_offers(tried, 0, 0, numbers)
    fill_figures(tried, 0, numbers)
    best_place(tried, 0)
    home_terrain(tried, 0)
    spades_to(tried, 0, 0, 0)
    skips_to(tried, 0, 0)
    points_of_cult(tried, 0, 0)
    size_of_area(tried, 0)
    times_of_cult_bonus(tried, 0)
    go_on(tried)
    score_final(tried)
