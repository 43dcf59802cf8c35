"""What ranks on the cult tracks and of areas are worth while others may still answer.

The others are foreseen, but not what they will do about one's own steps: who is overtaken takes the rank back with the
next priest, and both have spent one. So a rank held by a step is not yet safe, and one missed by a step not yet lost. A
line that is sure of its points is preferred to one that has to win a race for them.
"""

from __future__ import annotations

import math
from typing import Any, Final

from dolmen.contract.search_settings import Numbers
from dolmen.core.kernel import kernel
from dolmen.games.terra_mystica.bots.value import expected_points
from dolmen.games.terra_mystica.rules.final import largest_area
from dolmen.games.terra_mystica.rules.record import FROM_FIRE, Phase
from dolmen.games.terra_mystica.rules.tiles import AREA_POINTS, CULT_POINTS, TOP, TRACKS

STEPS: Final = 1.0
"""A lead of so many steps is kept in 73 of 100 games (the logistic curve's scale)."""
STRUCTURES: Final = 1.4
"""The same for areas."""
GROWTH: Final = 1.0
"""By so many structures the others' areas become larger than foreseen."""
AREA: Final = TRACKS
"""What ranks are for, after the tracks."""


@kernel
def contested_points(record: Any, root: Any, seat: int, room: Numbers) -> float:
    """The points that a seat may expect; at the end of the game, with ranks that those may still change who act."""
    points = expected_points(record, seat, room)
    if record.phase == Phase.OVER:
        for what in range(TRACKS + 1):
            points += contested_rank(record, root, seat, what) - float(record.points[seat, FROM_FIRE + what])
    return points


@kernel
def contested_rank(record: Any, root: Any, seat: int, what: int) -> float:
    """The points of a track, or of the areas, that a seat may expect: those of each rank, by how likely it is."""
    if what != AREA and int(record.cult[seat, what]) == 0:
        return 0.0
    first = 1.0
    second = 0.0
    third = 0.0
    for other in range(int(record.players)):
        if other != seat:
            may_answer = root.passed[other] == 0
            if what == AREA:
                behind = chance_smaller(largest_area(record, seat), largest_area(record, other), may_answer)
            else:
                behind = chance_behind(int(record.cult[seat, what]), int(record.cult[other, what]), may_answer)
            third = third * (1.0 - behind) + second * behind
            second = second * (1.0 - behind) + first * behind
            first = first * (1.0 - behind)
    points = AREA_POINTS if what == AREA else CULT_POINTS
    return first * int(points[0]) + second * int(points[1]) + third * int(points[2])


@kernel
def chance_behind(mine: int, theirs: int, may_answer: bool) -> float:
    """How likely somebody will be behind another one on a track. The top has room for one alone; equals share."""
    if mine == TOP:
        return 0.0
    if theirs == TOP:
        return 1.0
    return chance_less(float(mine - theirs), STEPS, may_answer)


@kernel
def chance_smaller(mine: int, theirs: int, may_answer: bool) -> float:
    """How likely somebody's area will be smaller than another one's."""
    return chance_less(mine - theirs - (GROWTH if may_answer else 0.0), STRUCTURES, may_answer)


@kernel
def chance_less(lead: float, scale: float, may_answer: bool) -> float:
    """How likely a lead is none in the end."""
    if not may_answer:
        return 0.5 if lead == 0.0 else 1.0 if lead < 0.0 else 0.0
    return 1.0 / (1.0 + math.exp(lead / scale))
