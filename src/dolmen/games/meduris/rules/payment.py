"""Paying: each chip that is due is paid with a chip of that material or with any three chips ('Use materials').

What is due is `due_each` chips of each of the field's two materials, `due_total` in all: a hut that makes a
settlement of k owes k of each (2k), a temple and an offering of both 1 of each (2). An offering of one material, paid
with three chips, owes 0 of each and 1 in all: a chip that must be swapped.

A payment is fixed by how many chips of each material are given. If `direct` of the due chips are paid with their own
material, the others take three chips each, so

    chips given = direct + 3 * (due_total - direct) = 3 * due_total - 2 * direct
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dolmen.contract.game import Records
from dolmen.core.kernel import kernel
from dolmen.games.meduris.rules.record import Record, first_icon, second_icon


@kernel
def is_due(record: Record, field: int, material: int) -> bool:
    """Whether the field shows the material."""
    return material == first_icon(record, field) or material == second_icon(record, field)


@kernel
def chips_held(record: Record, player: int) -> int:
    """How many chips the player has in all."""
    total = 0
    for material in range(4):
        total += int(record.stock[player, material])
    return total


@kernel
def most_direct(record: Record, player: int, field: int, due_each: int) -> int:
    """How many of the due chips the player could pay with their own material."""
    first = min(due_each, int(record.stock[player, first_icon(record, field)]))
    second = min(due_each, int(record.stock[player, second_icon(record, field)]))
    return first + second


@kernel
def can_pay(record: Record, player: int, field: int, due_each: int, due_total: int) -> bool:
    """Whether any payment is possible: the one with the most direct chips takes the fewest."""
    direct = most_direct(record, player, field, due_each)
    return chips_held(record, player) >= 3 * due_total - 2 * direct


@kernel
def can_pay_direct(record: Record, player: int, field: int, due_each: int, due_total: int) -> bool:
    """Whether the player can pay without any swap."""
    return most_direct(record, player, field, due_each) == due_total


@kernel
def due_in(records: Records, given: npt.NDArray[np.int8]) -> None:
    """The chips that an open payment takes where none is swapped; none at all where one must be."""
    record = records[0]
    for material in range(4):
        given[material] = record.due_each if is_due(record, int(record.target), material) else 0


@kernel
def only_one_payment(record: Record, player: int, field: int, due_each: int, due_total: int) -> bool:
    """Whether the payment is forced (at least one is possible)."""
    held = chips_held(record, player)
    direct = most_direct(record, player, field, due_each)
    fewest = 3 * due_total - 2 * direct
    if direct > 0 and held >= fewest + 2:
        return False  # a chip that could be paid directly could be swapped instead
    if direct == due_total or held == fewest:
        return True
    return materials_to_spare(record, player, field, due_each) == 1


@kernel
def spare(record: Record, player: int, field: int, due_each: int, material: int) -> int:
    """Chips of a material that are left for swaps when as much as possible is paid directly."""
    held = int(record.stock[player, material])
    if is_due(record, field, material):
        return max(0, held - due_each)
    return held


@kernel
def materials_to_spare(record: Record, player: int, field: int, due_each: int) -> int:
    """How many materials are left for swaps when as much as possible is paid directly."""
    materials = 0
    for material in range(4):
        if spare(record, player, field, due_each, material) > 0:
            materials += 1
    return materials


@kernel
def give_most_direct(record: Record, player: int) -> None:
    """Name the payment with the fewest swaps: the direct one where it exists, the only one where it is forced."""
    field = int(record.target)
    due_each = int(record.due_each)
    due_total = int(record.due_total)
    swapped = 3 * (due_total - most_direct(record, player, field, due_each))
    for material in range(4):
        left = spare(record, player, field, due_each, material)
        taken = min(left, swapped)
        swapped -= taken
        record.given[material] = int(record.stock[player, material]) - left + taken


@kernel
def can_complete(record: Record, player: int, material: int, number: int) -> bool:
    """Whether a payment with a swap can still be completed if so many chips of `material` are given.

    The numbers of the materials before it are named already; those after it are open.
    """
    field = int(record.target)
    due_each = int(record.due_each)
    due_total = int(record.due_total)
    named = 0
    named_direct = 0
    open_chips = 0
    open_direct = 0
    for other in range(4):
        due = is_due(record, field, other)
        if other > material:
            held = int(record.stock[player, other])
            open_chips += held
            if due:
                open_direct += min(due_each, held)
        else:
            chips = number if other == material else int(record.given[other])
            named += chips
            if due:
                named_direct += min(due_each, chips)
    for direct in range(due_total):  # fewer than due_total: at least one swap
        rest = 3 * due_total - 2 * direct - named
        needed = max(0, direct - named_direct)
        if needed <= open_direct and needed <= rest <= open_chips:
            return True
    return False


@kernel
def hand_over(record: Record, player: int) -> None:
    """Put the chips given back on the mountain."""
    for material in range(4):
        record.stock[player, material] -= record.given[material]
        record.supply[material] += record.given[material]
        record.given[material] = 0


@kernel
def list_swap_payments(record: Record, player: int, payments: npt.NDArray[np.int8]) -> int:
    """Write every payment with a swap for what is due as a row of four numbers; returns how many there are.

    At most as many rows are written as `payments` has; the numbers given so far are overwritten.
    """
    count = 0
    for wood in range(int(record.stock[player, 0]) + 1):
        if not can_complete(record, player, 0, wood):
            continue
        record.given[0] = wood
        for wool in range(int(record.stock[player, 1]) + 1):
            if not can_complete(record, player, 1, wool):
                continue
            record.given[1] = wool
            for copper in range(int(record.stock[player, 2]) + 1):
                if not can_complete(record, player, 2, copper):
                    continue
                record.given[2] = copper
                for stone in range(int(record.stock[player, 3]) + 1):
                    if can_complete(record, player, 3, stone):
                        if count < payments.shape[0]:
                            payments[count, 0] = wood
                            payments[count, 1] = wool
                            payments[count, 2] = copper
                            payments[count, 3] = stone
                        count += 1
    return count
