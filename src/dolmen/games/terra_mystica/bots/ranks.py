"""What ranks on the cult tracks are worth while others may still answer.

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
from dolmen.games.terra_mystica.rules.record import FROM_FIRE, Phase
from dolmen.games.terra_mystica.rules.tiles import CULT_POINTS, TOP, TRACKS

STEPS: Final = 1.0
"""A lead of so many steps is kept in 73 of 100 games (the logistic curve's scale)."""


@kernel
def contested_points(record: Any, root: Any, seat: int, room: Numbers) -> float:
    """The points that a seat may expect; at the end of the game, with ranks that those may still change who act."""
    points = expected_points(record, seat, room)
    if record.phase == Phase.OVER:
        for track in range(TRACKS):
            points += contested_rank(record, root, seat, track) - float(record.points[seat, FROM_FIRE + track])
    return points


@kernel
def contested_rank(record: Any, root: Any, seat: int, track: int) -> float:
    """The points of a track that a seat may expect: those of each rank, by how likely it is."""
    if int(record.cult[seat, track]) == 0:
        return 0.0
    first = 1.0
    second = 0.0
    third = 0.0
    for other in range(int(record.players)):
        if other != seat:
            mine, theirs = int(record.cult[seat, track]), int(record.cult[other, track])
            behind = chance_behind(mine, theirs, root.passed[other] == 0)
            third = third * (1.0 - behind) + second * behind
            second = second * (1.0 - behind) + first * behind
            first = first * (1.0 - behind)
    return first * int(CULT_POINTS[0]) + second * int(CULT_POINTS[1]) + third * int(CULT_POINTS[2])


@kernel
def chance_behind(mine: int, theirs: int, may_answer: bool) -> float:
    """How likely somebody will be behind another one in the end. The top has room for one alone; equals share."""
    if mine == TOP:
        return 0.0
    if theirs == TOP:
        return 1.0
    if not may_answer:
        return 0.5 if mine == theirs else 1.0 if mine < theirs else 0.0
    return 1.0 / (1.0 + math.exp((mine - theirs) / STEPS))
