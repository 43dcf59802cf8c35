"""Games between tables of worths, for `scripts/tune.py`: which worths make more points, which factions do well."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from dolmen.bots.greedy.terra_mystica.choice import choose_by
from dolmen.draws import draw_below
from dolmen.game import Records
from dolmen.kernel import kernel
from dolmen.mask import Mask, count, nth
from dolmen.terra_mystica.actions import DROP
from dolmen.terra_mystica.apply import apply
from dolmen.terra_mystica.legal import legal
from dolmen.terra_mystica.record import Phase


@kernel
def play_contest(
    records: Records, scratch: Records, mask: Mask, tables: npt.NDArray[Any], table_of: Any, seed: int, stream: int
) -> None:
    """A whole game in which every seat judges by its own table; factions are drawn."""
    step = 0
    while int(records[0].player) >= 0:
        offset = draw_below(seed, stream, step, DROP)
        if records[0].phase == Phase.FACTION:
            legal(records[0], mask)
            action = nth(mask, offset % count(mask))
        else:
            table = int(table_of[int(records[0].player)])
            action = choose_by(records[0], scratch, mask, offset, tables[table])
        apply(records[0], action)
        step += 1
