"""Which choices of Meduris look good: those after which the position is worth more."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from dolmen.contract.game import Records
from dolmen.contract.search_settings import Numbers
from dolmen.contract.weights import WeightTable
from dolmen.core.kernel import kernel
from dolmen.core.mask import Mask, count, nth
from dolmen.games.meduris.bots.payments import sensible_payments
from dolmen.games.meduris.bots.value import WEIGHTS, settle, worth
from dolmen.games.meduris.rules.apply import apply
from dolmen.games.meduris.rules.record import Phase

SPREAD = 1.5
"""A choice that brings so many points less looks less likely by the factor e."""


@kernel
def prior(record: Any, scratch: Records, mask: Mask, weights: npt.NDArray[np.float32], room: Numbers) -> None:
    """A weight for every choice, by the lead that it seems to give; of payments, only those with the fewest chips."""
    if record.phase == Phase.PAY:
        sensible_payments(record, weights)
    else:
        weigh_by_leads(record, scratch, mask, weights, WEIGHTS, room)


@kernel
def weigh_by_leads(
    record: Any, scratch: Records, mask: Mask, weights: npt.NDArray[np.float32], table: WeightTable, room: Numbers
) -> None:
    """Weigh every choice by the lead after it."""
    player = int(record.player)
    best = -1e9
    choices = count(mask)
    for index in range(choices):
        action = nth(mask, index)
        scratch[0] = record
        apply(scratch[0], action)
        settle(scratch[0])
        weights[action] = lead(scratch[0], player, table, room)
        best = max(best, weights[action])
    for index in range(choices):
        action = nth(mask, index)
        weights[action] = math.exp((weights[action] - best) / SPREAD) + 1e-4


@kernel
def lead(record: Any, player: int, table: WeightTable, room: Numbers) -> float:
    """The points that the player may expect, less what the best of the others may."""
    best_other = -1e9
    for other in range(int(record.players)):
        if other != player:
            best_other = max(best_other, worth(record, other, table, room))
    return worth(record, player, table, room) - best_other
