"""The druid: his path, the great river and the offering ritual ('The path of the druid', 'Offering rule')."""

from __future__ import annotations

from dolmen.core.kernel import kernel
from dolmen.games.meduris.rules.materials import NO_CHIP
from dolmen.games.meduris.rules.record import (
    LAST_STONE,
    NOBODY,
    NOT_YET,
    Phase,
    Record,
    building,
    gain,
    is_hut,
    owner,
    set_field,
)
from dolmen.games.meduris.rules.settlement import settlement_size


@kernel
def move_druid(record: Record) -> bool:
    """After a construction: one stone field on, or to the next hut. True if a ritual begins there."""
    if record.druid < LAST_STONE:
        record.druid += 1
        return False
    return walk_to_next_hut(record)


@kernel
def walk_to_next_hut(record: Record) -> bool:
    """Clockwise past temples and empty fields to the next hut, perhaps round the whole ring. False if there is none."""
    fields = int(record.fields)
    position = max(int(record.druid), LAST_STONE)
    crossed = False
    for _ in range(fields):
        position += 1
        if position == fields:
            position = 0
            crossed = True
        if is_hut(record, position):
            stop_at(record, position, crossed)
            return True
    return False


@kernel
def step_to_adjacent_hut(record: Record) -> bool:
    """The ritual goes on while the next field clockwise holds a hut. False if it does not."""
    following = int(record.druid) + 1
    crossed = following == int(record.fields)
    if crossed:
        following = 0
    if not is_hut(record, following):
        return False
    stop_at(record, following, crossed)
    return True


@kernel
def stop_at(record: Record, field: int, crossed: bool) -> None:
    """The druid stands beside a hut and asks its owner."""
    if crossed and record.circuit_left == NOT_YET:
        score_runes_at_the_river(record)
    record.druid = field
    record.phase = Phase.OFFER
    record.player = owner(record, field)


@kernel
def score_runes_at_the_river(record: Record) -> None:
    """Rune interim scoring: one point for each rune stone held."""
    for area in range(record.rune_holder.shape[0]):
        if record.rune_holder[area] != NOBODY:
            record.points[record.rune_holder[area]] += 1


@kernel
def reward_both(record: Record, player: int) -> None:
    """Both materials were offered: as many points as the settlement has huts."""
    gain(record, player, settlement_size(record, int(record.druid)))


@kernel
def offer_druid_chip(record: Record, player: int) -> None:
    """The chip under the hut leaves the game and counts as both materials."""
    field = int(record.druid)
    set_field(record, field, building(record, field), NO_CHIP)
    reward_both(record, player)
