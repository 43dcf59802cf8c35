"""What is drawn before the first decision: where the bonus chips lie ('Setup')."""

from __future__ import annotations

from dolmen.core.draws import draw_below, shuffled_item
from dolmen.core.kernel import kernel
from dolmen.games.meduris.rules.materials import BONUS_CHIPS, CHIP_TWO, EMPTY_BETWEEN_CHIPS, NO_CHIP
from dolmen.games.meduris.rules.record import Record, chip, set_field

_CHIPS = len(BONUS_CHIPS)


@kernel
def draw_start(record: Record, seed: int, stream: int) -> None:
    """Draw the places of the bonus chips, unless the host has laid them out."""
    for field in range(int(record.fields)):
        if chip(record, field) != NO_CHIP:
            return
    draw_chips(record, seed, stream)


@kernel
def draw_chips(record: Record, seed: int, stream: int) -> None:
    """Bonus chips on six fields, every legal placement equally likely.

    A placement is where one chip lies and the gaps that follow it around the ring. What the gaps have beyond the three
    empty fields that each needs is drawn as bars among stars: five different places of `spare + 5`.
    """
    fields = int(record.fields)
    places = fields - _CHIPS * (1 + EMPTY_BETWEEN_CHIPS) + _CHIPS - 1
    bars = 0
    for number in range(_CHIPS - 1):
        bars |= 1 << shuffled_item(number, places, seed, stream, 0)
    field = draw_below(seed, stream, places - 1, fields)
    lay_chip(record, field, 0, seed, stream, places)
    laid = 1
    for place in range(places):
        field += 1
        if (bars >> place) & 1:
            field += EMPTY_BETWEEN_CHIPS
            lay_chip(record, field, laid, seed, stream, places)
            laid += 1


@kernel
def lay_chip(record: Record, place: int, number: int, seed: int, stream: int, step: int) -> None:
    """Lay the next of the shuffled chips; the draws of their shuffling begin at `step`."""
    kind = CHIP_TWO + shuffled_item(number, _CHIPS, seed, stream, step) // 2
    set_field(record, place % int(record.fields), 0, kind)
