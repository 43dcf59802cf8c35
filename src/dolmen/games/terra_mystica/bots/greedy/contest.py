"""Games between tables of worths, for `scripts/tune.py`: which worths make more points, which factions do well."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from dolmen.contract.game import Records
from dolmen.core.draws import draw_below
from dolmen.core.kernel import kernel
from dolmen.core.mask import Mask, count, nth
from dolmen.games.terra_mystica.bots.greedy.choice import choose_by
from dolmen.games.terra_mystica.rules.actions import DROP
from dolmen.games.terra_mystica.rules.apply import apply
from dolmen.games.terra_mystica.rules.legal import legal
from dolmen.games.terra_mystica.rules.record import Phase


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
