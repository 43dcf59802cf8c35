"""Features."""

from __future__ import annotations

from typing import Any

from dolmen.bots.greedy.meduris import building_value, chip_value, rune_value
from dolmen.bots.search.settings import Numbers
from dolmen.kernel import kernel

FEATURES = ("points", "rune stones", "buildings", "chips")


@kernel
def features(record: Any, seat: int, out: Numbers) -> None:
    """Simple."""
    out[0] = record.points[seat]
    out[1] = rune_value(record, seat) / 100
    out[2] = building_value(record, seat) / 100
    out[3] = chip_value(record, seat) / 100
