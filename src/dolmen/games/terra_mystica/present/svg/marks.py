"""What is a seat's on the map, for whoever looks at that player: rings around his structures, dots where he gets to."""

from __future__ import annotations

from functools import cache

from dolmen.art import number
from dolmen.games.terra_mystica.present.svg.geometry import LAND_MIDDLES, RADIUS, outline
from dolmen.games.terra_mystica.rules.board import LAND, holds
from dolmen.games.terra_mystica.rules.reach import reached, reached_by_skipping
from dolmen.games.terra_mystica.rules.record import NOBODY, Record


def seat_marks(record: Record, seat: int) -> str:
    """In the colour of the seat, which whoever shows them sets; a pale case keeps them from the ring of a choice."""
    near, far = reached(record, seat), reached_by_skipping(record, seat)
    owner = record.owner.tolist()
    free = [land for land in range(LAND) if owner[land] == NOBODY and (holds(*near, land) or holds(*far, land))]
    return "".join([*(_ring(land) for land in range(LAND) if owner[land] == seat), *(_dot(land) for land in free)])


@cache
def _ring(land: int) -> str:
    line = outline(LAND_MIDDLES[land], RADIUS - 7)
    return (
        f'<g fill="none" stroke-linejoin="round"><path d="{line}" stroke="var(--paper)" stroke-width="9"/>'
        f'<path d="{line}" stroke="var(--p-deep)" stroke-width="4.5"/></g>'
    )


@cache
def _dot(land: int) -> str:
    x, y = LAND_MIDDLES[land]
    return (
        f'<circle class="reach" cx="{number(x)}" cy="{number(y)}" r="8" fill="var(--p-deep)" stroke="var(--paper)" '
        'stroke-width="2.5"/>'
    )
