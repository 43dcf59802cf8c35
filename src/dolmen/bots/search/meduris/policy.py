"""Policy."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from dolmen.bots.greedy.meduris import advantage, next_of_cheapest_payment
from dolmen.bots.search.meduris.value import settle
from dolmen.game import Records
from dolmen.kernel import kernel
from dolmen.mask import Mask, count, nth
from dolmen.meduris.apply import apply
from dolmen.meduris.record import Phase


@kernel
def prior(record: Any, scratch: Records, mask: Mask, weights: npt.NDArray[np.float32]) -> None:
    """How likely."""
    player = int(record.player)
    if record.phase == Phase.PAY:
        weights[next_of_cheapest_payment(record)] = 1.0
        return
    for index in range(count(mask)):
        action = nth(mask, index)
        scratch[0] = record
        apply(scratch[0], action)
        settle(scratch[0])
        weights[action] = math.exp(max(-40.0, min(40.0, advantage(scratch[0], player) / 200)))
