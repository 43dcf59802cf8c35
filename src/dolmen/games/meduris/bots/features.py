"""What the value function of Meduris looks at, for one seat.

Every feature stands twice in the list: as it is, and multiplied by how far the game has come (from 0 to 1), so that a
weight may change in the course of a game: chips are for building first, and for the final circuit later.

The rules let a game go on for ever while everybody gathers chips. So that nobody waits for a better moment again and
again, what lies in stock counts less and less once a game has lasted longer than usual.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from dolmen.contract.search_settings import Numbers
from dolmen.core.kernel import kernel
from dolmen.games.meduris.bots.offerings import circuit_points, ritual_points
from dolmen.games.meduris.rules.materials import CHIP_DRUID, HUTS, MAX_STACK, TEMPLES
from dolmen.games.meduris.rules.record import NOBODY, area, building, chip, is_hut, owner

TERMS: Final = (
    "points",  # points on the track
    "rune stones",  # stones held
    "rune stones",  # what they score in the end
    "rune stones",  # of these, stones that nobody can take any more
    "rune stones",  # stones held times the part of the ring that the druid has walked since the river
    "rune stones",  # areas with a free field whose stone somebody else or nobody holds
    "huts",  # huts built
    "settlements",  # the sizes of the settlements of all own huts, added up
    "temples",  # temples built
    "temples",  # huts that they would score now
    "temples",  # free fields beside them
    "chips",  # chips in stock
    "chips",  # chips beyond eight
    "chips",  # materials of which there is at least one chip
    "chips",  # materials of which there are at least three
    "offerings",  # points of a whole circuit of the druid with the present stock
    "offerings",  # points of the next ritual with the present stock
    "bonus chips",  # druid chips under own huts
    "workers",  # plains with an own worker and with chips left
    "workers",  # chips of the best big yield
    "workers",  # levels of the own workers, added up
    "the turn",  # 1 if the seat acts next, less the longer it waits
    "pace",  # pieces left to build
    "pace",  # pieces left to the seat that is furthest, this one excepted
    "pace",  # whether somebody else has called the end
    "room",  # free fields without a hut beside them
    "set-up",  # always 1
)
"""What each feature is called; those of one name are told to people as one."""

FEATURES: Final = TERMS + TERMS
COUNT: Final = len(TERMS)
FIRST_OF_STOCK: Final = TERMS.index("chips")
LAST_OF_STOCK: Final = TERMS.index("offerings") + 1
USUAL_TURNS: Final = 70
"""Longer games than this are longer than usual."""

_PIECES = np.array([HUTS.get(players, 1) + TEMPLES.get(players, 0) for players in range(5)], dtype=np.int64)


@kernel
def features(record: Any, seat: int, out: Numbers) -> None:
    """All features of a seat."""
    for index in range(COUNT):
        out[index] = 0.0
    out[0] = record.points[seat]
    look_at_runes(record, seat, out)
    look_at_the_ring(record, seat, out)
    look_at_chips(record, seat, out)
    out[15] = circuit_points(record, seat)
    out[16] = ritual_points(record, seat)
    look_at_workers(record, seat, out)
    worth_of_stock = freshness(record)
    for index in range(FIRST_OF_STOCK, LAST_OF_STOCK + 1):
        out[index] *= worth_of_stock
    look_at_pace(record, seat, out)
    out[26] = 1.0
    late = progress(record)
    for index in range(COUNT):
        out[COUNT + index] = late * out[index]


@kernel
def left(record: Any, seat: int) -> int:
    """Huts and temples that a seat has not built."""
    return int(record.huts[seat]) + int(record.temples[seat])


@kernel
def progress(record: Any) -> float:
    """How far the game has come: what the seat that is furthest has built of its pieces."""
    fewest = left(record, 0)
    for seat in range(1, int(record.players)):
        fewest = min(fewest, left(record, seat))
    return 1.0 - fewest / int(_PIECES[record.players])


@kernel
def freshness(record: Any) -> float:
    """What chips in stock still count: all, or less once the game has become long."""
    return USUAL_TURNS / max(USUAL_TURNS, int(record.turn))


@kernel
def look_at_runes(record: Any, seat: int, out: Numbers) -> None:
    """The stones held, which of them are safe, and which may be won."""
    open_areas = 0  # one bit for each area with a free field
    for field in range(int(record.fields)):
        if building(record, field) == 0:
            open_areas |= 1 << area(record, field)
    stones = 0
    for number in range(record.rune_holder.shape[0]):
        is_open = (open_areas >> number) & 1
        if record.rune_holder[number] == seat:
            stones += 1
            out[3] += 1 - is_open
        else:
            out[5] += is_open
    out[1] = stones
    out[2] = stones * (stones + 1) / 2
    out[4] = stones * max(0, int(record.druid)) / int(record.fields)


@kernel
def look_at_the_ring(record: Any, seat: int, out: Numbers) -> None:
    """Huts, settlements and temples, in one walk round the ring from a field without a hut."""
    fields = int(record.fields)
    start = 0
    while start < fields - 1 and is_hut(record, start):
        start += 1
    run = 0  # huts in a row so far
    own = 0  # of these, own ones
    behind = NOBODY  # whose temple stands before the row
    was_free = False
    for step in range(fields + 1):
        field = (start + step) % fields
        if is_hut(record, field) and step < fields:
            run += 1
            if owner(record, field) == seat:
                own += 1
                if chip(record, field) == CHIP_DRUID:
                    out[17] += 1.0
            continue
        out[6] += own
        out[7] += own * run
        if behind == seat:
            out[9] += run
        is_free = building(record, field) == 0
        holder = NOBODY if is_free else owner(record, field)
        if holder == seat:
            out[9] += run
            out[10] += was_free and run == 0
        if step > 0:
            out[10] += is_free and behind == seat and run == 0
            out[25] += is_free and run == 0 and not is_hut(record, (field + 1) % fields)
        if holder == seat and step < fields:
            out[8] += 1.0
        run = own = 0
        behind = holder
        was_free = is_free


@kernel
def look_at_chips(record: Any, seat: int, out: Numbers) -> None:
    """The stock."""
    chips = 0
    for material in range(4):
        held = int(record.stock[seat, material])
        chips += held
        out[13] += held >= 1
        out[14] += held >= 3
    out[11] = chips
    out[12] = max(0, chips - 8)


@kernel
def look_at_workers(record: Any, seat: int, out: Numbers) -> None:
    """Where the workers stand, and the chips of the best big yield."""
    for plain in range(4):
        height = int(record.height[plain])
        brought = 0
        workers = 0
        for level in range(height):
            if record.stack[plain, level] == seat:
                workers += 1
                brought += level + 1
        out[18] += workers > 0 and record.supply[plain] > 0
        out[20] += brought
        if height < MAX_STACK:
            out[19] = max(out[19], min(brought + height + 1, int(record.supply[plain])))


@kernel
def look_at_pace(record: Any, seat: int, out: Numbers) -> None:
    """Whose turn it is, and who will end the game."""
    players = int(record.players)
    out[21] = 1.0 - ((seat - int(record.turn_player)) % players) / players
    out[22] = left(record, seat)
    fewest = 99
    for other in range(players):
        if other != seat:
            fewest = min(fewest, left(record, other))
    out[23] = fewest
    out[24] = record.ender != NOBODY and record.ender != seat
