"""Payments worth a thought: those with the fewest chips. They differ in which materials are swapped."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from dolmen.core.kernel import kernel
from dolmen.games.meduris.rules.actions import PAY_DIRECT, pay_id
from dolmen.games.meduris.rules.payment import most_direct, spare
from dolmen.games.meduris.rules.record import Record


@kernel
def spare_chips(record: Record, material: int) -> int:
    """Chips of a material that the player may swap when as much as possible is paid directly."""
    return spare(record, int(record.player), int(record.target), int(record.due_each), material)


@kernel
def swaps_open(record: Record) -> int:
    """How many chips are still to be named for swaps."""
    player = int(record.player)
    direct = most_direct(record, player, int(record.target), int(record.due_each))
    needed = 3 * (int(record.due_total) - direct)
    for material in range(int(record.named)):
        paid_directly = int(record.stock[player, material]) - spare_chips(record, material)
        needed -= int(record.given[material]) - paid_directly
    return needed


@kernel
def fewest_and_most(record: Record, needed: int) -> tuple[int, int]:
    """How many chips of the next material may be swapped: no fewer than the others leave, no more than there are."""
    others = 0
    for material in range(int(record.named) + 1, 4):
        others += spare_chips(record, material)
    return max(0, needed - others), min(needed, spare_chips(record, int(record.named)))


@kernel
def number_action(record: Record, swapped: int) -> int:
    """The decision that swaps so many chips of the next material, and pays directly what can be."""
    material = int(record.named)
    held = int(record.stock[record.player, material])
    return pay_id(material, held - spare_chips(record, material) + swapped)


@kernel
def likely_payment(record: Record) -> int:
    """The next step of a payment with the fewest chips: swaps come from what there is most of."""
    needed = swaps_open(record)
    if needed == 0 and record.named == 0:
        return PAY_DIRECT
    fewest, most = fewest_and_most(record, needed)
    return number_action(record, max(fewest, min(most, from_largest(record, needed))))


@kernel
def from_largest(record: Any, needed: int) -> int:
    """How many of the swapped chips are of the next material if they come one by one from the largest heap."""
    taken = 0
    level = 18
    while needed > 0 and level > 0:
        for material in range(int(record.named), 4):
            if needed > 0 and spare_chips(record, material) >= level:
                needed -= 1
                taken += material == int(record.named)
        level -= 1
    return taken


@kernel
def sensible_payments(record: Record, weights: npt.NDArray[np.float32]) -> None:
    """Weigh the next steps of all payments with the fewest chips; the likely one most."""
    needed = swaps_open(record)
    if needed == 0 and record.named == 0:
        weights[PAY_DIRECT] = 1.0
        return
    fewest, most = fewest_and_most(record, needed)
    for swapped in range(fewest, most + 1):
        weights[number_action(record, swapped)] = 1.0
    weights[likely_payment(record)] = 3.0
