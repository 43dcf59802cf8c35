"""Which decisions the rules allow now: one function a phase. Nothing is changed here."""

from __future__ import annotations

from dolmen.core.kernel import kernel
from dolmen.core.mask import Mask, add, clear
from dolmen.games.meduris.rules.actions import (
    GIVE,
    HUT,
    OFFER_BOTH,
    OFFER_CHIP,
    OFFER_NONE,
    OFFER_ONE,
    OFFER_THREE,
    PAY_DIRECT,
    PLACE,
    ROLL,
    TAKE,
    TAKE_NONE,
    TEMPLE,
    move_id,
    pay_id,
)
from dolmen.games.meduris.rules.materials import CHIP_DRUID, CHIP_HUT, MAX_STACK, NO_CHIP
from dolmen.games.meduris.rules.payment import can_complete, can_pay, can_pay_direct, chips_held
from dolmen.games.meduris.rules.record import Phase, Record, building, chip, first_icon, second_icon
from dolmen.games.meduris.rules.settlement import settlement_size


@kernel
def legal(record: Record, mask: Mask) -> None:
    """Fill `mask` with the legal decisions; none at the end of the game."""
    clear(mask)
    phase = record.phase
    if phase == Phase.ROLL:
        for face in range(6):
            add(mask, ROLL + face)
    elif phase == Phase.ACT:
        legal_moves(record, mask)
        legal_buildings(record, mask)
    elif phase == Phase.PAY:
        legal_payments(record, mask)
    elif phase == Phase.OFFER:
        legal_offers(record, mask)
    elif phase == Phase.TAKE:
        legal_takes(record, mask)
    elif phase == Phase.GIVE:
        legal_gives(record, mask)
    elif phase == Phase.PLACE:
        legal_places(record, mask)


@kernel
def legal_places(record: Record, mask: Mask) -> None:
    """Before starting: three workers at most on a plain."""
    for plain in range(4):
        if record.height[plain] < MAX_STACK:
            add(mask, PLACE + plain)


@kernel
def legal_takes(record: Record, mask: Mask) -> None:
    """Plus: any chip that the supply still has, or none."""
    for material in range(4):
        if record.supply[material] > 0:
            add(mask, TAKE + material)
    add(mask, TAKE_NONE)


@kernel
def legal_gives(record: Record, mask: Mask) -> None:
    """Minus: one of the own chips."""
    for material in range(4):
        if record.stock[record.player, material] > 0:
            add(mask, GIVE + material)


@kernel
def legal_moves(record: Record, mask: Mask) -> None:
    """Big yield: an own worker from any level onto another plain that holds fewer than three."""
    for source in range(4):
        for level in range(int(record.height[source])):
            if record.stack[source, level] == record.player:
                for target in range(4):
                    if target != source and record.height[target] < MAX_STACK:
                        add(mask, move_id(source, level, target))


@kernel
def legal_buildings(record: Record, mask: Mask) -> None:
    """A hut or a temple on every undeveloped field that can be paid for."""
    player = int(record.player)
    hut_left = record.huts[player] > 0
    temple_left = record.temples[player] > 0
    for field in range(int(record.fields)):
        if building(record, field) == 0:
            if hut_left and can_pay_hut(record, player, field):
                add(mask, HUT + field)
            if temple_left and chip(record, field) == NO_CHIP and can_pay(record, player, field, 1, 2):
                add(mask, TEMPLE + field)


@kernel
def hut_cost(record: Record, field: int) -> int:
    """How many of each of the two materials a hut on this field costs: the huts of the settlement that it makes."""
    if chip(record, field) == CHIP_HUT:
        return 0
    return settlement_size(record, field)


@kernel
def can_pay_hut(record: Record, player: int, field: int) -> bool:
    """Whether the player can pay for a hut on this field."""
    each = hut_cost(record, field)
    return can_pay(record, player, field, each, 2 * each)


@kernel
def legal_offers(record: Record, mask: Mask) -> None:
    """None, one of the two materials, both, or the druid chip under the hut."""
    player = int(record.player)
    field = int(record.druid)
    add(mask, OFFER_NONE)
    if record.stock[player, first_icon(record, field)] > 0:
        add(mask, OFFER_ONE + first_icon(record, field))
    if record.stock[player, second_icon(record, field)] > 0:
        add(mask, OFFER_ONE + second_icon(record, field))
    if chips_held(record, player) >= 3:
        add(mask, OFFER_THREE)
    if can_pay(record, player, field, 1, 2):
        add(mask, OFFER_BOTH)
    if chip(record, field) == CHIP_DRUID:
        add(mask, OFFER_CHIP)


@kernel
def legal_payments(record: Record, mask: Mask) -> None:
    """Directly, or else how many chips of the next material are given, if the payment can still be completed."""
    player = int(record.player)
    material = int(record.named)
    if material == 0 and can_pay_direct(
        record, player, int(record.target), int(record.due_each), int(record.due_total)
    ):
        add(mask, PAY_DIRECT)
    for number in range(int(record.stock[player, material]) + 1):
        if can_complete(record, player, material, number):
            add(mask, pay_id(material, number))
