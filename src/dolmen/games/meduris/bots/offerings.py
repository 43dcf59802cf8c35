"""What the druid's visits would bring a seat, paid from its present stock."""

from __future__ import annotations

from typing import Any

from dolmen.core.kernel import kernel
from dolmen.games.meduris.rules.materials import CHIP_DRUID
from dolmen.games.meduris.rules.record import LAST_STONE, chip, first_icon, is_hut, owner, second_icon
from dolmen.games.meduris.rules.settlement import settlement_size

# A stock is one number here, eight bits for each material, so that it can be spent without touching the record.


@kernel
def packed_stock(record: Any, seat: int) -> int:
    """The stock of a seat."""
    stock = 0
    for material in range(4):
        stock |= int(record.stock[seat, material]) << (8 * material)
    return stock


@kernel
def held(stock: int, material: int) -> int:
    """The chips of one material."""
    return (stock >> (8 * material)) & 255


@kernel
def offer(record: Any, field: int, size: int, stock: int) -> int:
    """The stock after an offering at a hut: both materials in a settlement, else the one there is more of."""
    if size > 1 and chip(record, field) == CHIP_DRUID:
        return stock
    first, second = first_icon(record, field), second_icon(record, field)
    if held(stock, first) > 0 and held(stock, second) > 0 and size > 1:
        return stock - (1 << (8 * first)) - (1 << (8 * second))
    if held(stock, first) == 0 and held(stock, second) == 0:
        return stock
    return stock - (1 << (8 * (first if held(stock, first) >= held(stock, second) else second)))


@kernel
def points_of_offer(record: Any, field: int, size: int, stock: int, after: int) -> int:
    """What that offering brings."""
    spent = stock - after
    if spent == 0:
        return size if size > 1 and chip(record, field) == CHIP_DRUID else -1
    both = (1 << (8 * first_icon(record, field))) + (1 << (8 * second_icon(record, field)))
    return size if spent == both else 1


@kernel
def circuit_points(record: Any, seat: int) -> int:
    """The points if the druid went once round and asked at every hut."""
    fields = int(record.fields)
    stock = packed_stock(record, seat)
    points = 0
    size = 0
    for step in range(1, fields + 1):
        field = (max(int(record.druid), LAST_STONE) + step) % fields
        if not is_hut(record, field):
            size = 0
            continue
        if size == 0:
            size = settlement_size(record, field)
        if owner(record, field) == seat:
            after = offer(record, field, size, stock)
            points += points_of_offer(record, field, size, stock, after)
            stock = after
    return points


@kernel
def ritual_points(record: Any, seat: int) -> int:
    """The points of the next ritual: from the next hut to the end of its settlement. None while he walks the stones."""
    if record.druid < LAST_STONE:
        return 0
    fields = int(record.fields)
    stock = packed_stock(record, seat)
    points = 0
    size = 0
    for step in range(1, fields + 1):
        field = (int(record.druid) + step) % fields
        if is_hut(record, field):
            if size == 0:
                size = settlement_size(record, field)
            if owner(record, field) == seat:
                after = offer(record, field, size, stock)
                points += points_of_offer(record, field, size, stock, after)
                stock = after
        elif size > 0:
            break
    return points
