"""Value."""

from __future__ import annotations

from typing import Any

import numpy as np

from dolmen.bots.greedy.meduris import likely_offer, next_of_cheapest_payment, standing
from dolmen.bots.search.settings import Numbers
from dolmen.game import Records
from dolmen.kernel import kernel
from dolmen.mask import Mask
from dolmen.meduris.apply import apply
from dolmen.meduris.record import Phase

WEIGHTS = np.ones((6, 4))


@kernel
def settle(record: Any) -> None:
    """Play out payments and offerings by rule of thumb."""
    while record.phase == Phase.PAY or record.phase == Phase.OFFER:
        if record.phase == Phase.PAY:
            apply(record, next_of_cheapest_payment(record))
        else:
            apply(record, likely_offer(record))


@kernel
def evaluate(record: Any, scratch: Records, mask: Mask, values: Numbers, seed: int, stream: int) -> None:
    """The points that every seat may expect in the end."""
    scratch[0] = record
    settle(scratch[0])
    for seat in range(values.shape[0]):
        values[seat] = standing(scratch[0], seat) / 100
