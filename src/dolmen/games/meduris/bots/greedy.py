"""How good a position of Meduris looks, in hundredths of a point, and the choice that looks best."""

from __future__ import annotations

from typing import Any

from dolmen.contract.game import Records
from dolmen.core.kernel import kernel
from dolmen.core.mask import Mask, count, has, nth
from dolmen.games.meduris.rules.actions import (
    OFFER_BOTH,
    OFFER_CHIP,
    OFFER_NONE,
    OFFER_ONE,
    PAY_DIRECT,
    pay_id,
)
from dolmen.games.meduris.rules.apply import apply
from dolmen.games.meduris.rules.legal import legal
from dolmen.games.meduris.rules.payment import most_direct, spare
from dolmen.games.meduris.rules.record import (
    NOT_YET,
    Phase,
    building,
    first_icon,
    is_hut,
    is_temple,
    owner,
    second_icon,
)
from dolmen.games.meduris.rules.settlement import huts_after, huts_before, settlement_size


@kernel
def choose(record: Any, scratch: Records, mask: Mask, offset: int) -> int:
    """The legal action after which the player's position looks best, once his turn or ritual is played out."""
    player = int(record.player)
    legal(record, mask)
    if record.phase == Phase.PAY:
        return cheapest_payment(record, mask)
    choices = count(mask)
    best_action = -1
    best_value = 0
    for index in range(choices):
        action = nth(mask, (index + offset) % choices)
        scratch[0] = record
        apply(scratch[0], action)
        value = look_ahead(scratch[0], player)
        if best_action < 0 or value > best_value:
            best_action = action
            best_value = value
    return best_action


@kernel
def look_ahead(record: Any, player: int) -> int:
    """Play out payments and offerings by rule of thumb, then look at the position."""
    while record.phase == Phase.PAY or record.phase == Phase.OFFER:
        if record.phase == Phase.PAY:
            apply(record, next_of_cheapest_payment(record))
        else:
            apply(record, likely_offer(record))
    return advantage(record, player)


@kernel
def cheapest_payment(record: Any, mask: Mask) -> int:
    """Directly where possible, else with as few swaps as possible."""
    if has(mask, PAY_DIRECT):
        return PAY_DIRECT
    return next_of_cheapest_payment(record)


@kernel
def next_of_cheapest_payment(record: Any) -> int:
    """The next step of the payment with the fewest chips, swapping what there is most of."""
    player, field, each = int(record.player), int(record.target), int(record.due_each)
    direct = most_direct(record, player, field, each)
    if direct == int(record.due_total) and record.named == 0:
        return PAY_DIRECT
    material = int(record.named)
    held = int(record.stock[player, material])
    paid = held - spare(record, player, field, each, material)
    return pay_id(material, paid + swapped_of(record, player, material, 3 * (int(record.due_total) - direct)))


@kernel
def swapped_of(record: Any, player: int, material: int, needed: int) -> int:
    """How many of `needed` swapped chips are of this material if they are taken one by one from the largest heap."""
    field, each = int(record.target), int(record.due_each)
    level = 18
    taken = 0
    while needed > 0 and level > 0:  # lower all heaps to the same level, chip by chip
        for other in range(4):
            if needed > 0 and spare(record, player, field, each, other) >= level:
                needed -= 1
                if other == material:
                    taken += 1
        level -= 1
    return taken


@kernel
def likely_offer(record: Any) -> int:
    """What most would offer: both in a settlement if the chips are there, else one, else nothing."""
    player, field = int(record.player), int(record.druid)
    first, second = first_icon(record, field), second_icon(record, field)
    has_first, has_second = record.stock[player, first] > 0, record.stock[player, second] > 0
    if settlement_size(record, field) > 1:
        if int(record.built[field]) >> 4 == 3:
            return OFFER_CHIP
        if has_first and has_second:
            return OFFER_BOTH
    if has_first and (not has_second or record.stock[player, first] >= record.stock[player, second]):
        return OFFER_ONE + first
    if has_second:
        return OFFER_ONE + second
    return OFFER_NONE


@kernel
def advantage(record: Any, player: int) -> int:
    """The own evaluation, less half of what the others' have on average."""
    others = 0
    for other in range(int(record.players)):
        if other != player:
            others += evaluation(record, other)
    return 2 * evaluation(record, player) - others // (int(record.players) - 1)


@kernel
def evaluation(record: Any, player: int) -> int:
    """Points, and what rune stones, huts, temples, chips and workers are likely to bring."""
    value = 100 * int(record.points[player])
    if record.phase == Phase.OVER:
        return value
    return value + rune_value(record, player) + building_value(record, player) + chip_value(record, player)


@kernel
def rune_value(record: Any, player: int) -> int:
    """Rune stones may still be lost, but score at the river until then."""
    stones = 0
    for area in range(record.rune_holder.shape[0]):
        if record.rune_holder[area] == player:
            stones += 1
    return 45 * stones * (stones + 1) // 2 + 40 * stones


@kernel
def building_value(record: Any, player: int) -> int:
    """A hut will be asked by the druid, in a large settlement for more; a temple scores its neighbours."""
    value = 0
    fields = int(record.fields)
    for field in range(fields):
        if building(record, field) != 0 and owner(record, field) == player:
            if is_hut(record, field):
                value += 45 * settlement_size(record, field) - patience(record)
            else:
                value += 60 + 90 * (huts_before(record, field) + huts_after(record, field))
                value += 35 * room_beside(record, (field + 1) % fields)
                value += 35 * room_beside(record, (field - 1) % fields)
    return value


@kernel
def patience(record: Any) -> int:
    """What a hut costs beside its chips, for it could wait for a better place: longer among few, less as time goes."""
    players, turn = int(record.players), int(record.turn)
    return 120 if players == 4 else max(120, (5 - players) * (170 - turn))


@kernel
def room_beside(record: Any, field: int) -> int:
    """How far a settlement may still grow beside a temple: 2 on a free field, 1 behind huts."""
    if is_hut(record, field):
        return 1
    return 0 if is_temple(record, field) else 2


@kernel
def chip_value(record: Any, player: int) -> int:
    """Chips are worth less the more there are; in the final circuit only those that can be offered count."""
    chips = 0
    kinds = 0
    for material in range(4):
        held = int(record.stock[player, material])
        chips += held
        if held > 0:
            kinds += 1
    if record.circuit_left != NOT_YET:
        return 5 * chips
    pieces = int(record.huts[player]) + int(record.temples[player])
    useful = min(chips, 3 + 3 * pieces)
    return 90 * min(useful, 6) + 70 * min(max(useful - 6, 0), 6) + 4 * chips + 20 * kinds
