"""The four cult tracks: steps, power, space 10 and its keys, priests in the orders (action 5)."""

from __future__ import annotations

from dolmen.core.kernel import kernel
from dolmen.core.mask import Mask, add
from dolmen.games.terra_mystica.rules.actions import (
    CULT_STEP,
    DOUBLE_STEP,
    STAY,
    send_id,
    send_of,
)
from dolmen.games.terra_mystica.rules.factions import STEP_FOR_TAKEN_POWER
from dolmen.games.terra_mystica.rules.power import gain_power
from dolmen.games.terra_mystica.rules.record import NOBODY, Phase, Record, faction_of
from dolmen.games.terra_mystica.rules.tiles import CULT_POWER, ORDER_PLACES, ORDER_STEPS, TOP, TRACKS


@kernel
def top_is_free(record: Record, track: int) -> bool:
    """Only one player may stand on space 10 of a track."""
    for player in range(int(record.players)):
        if int(record.cult[player, track]) == TOP:
            return False
    return True


@kernel
def climb(record: Record, player: int, track: int, steps: int) -> None:
    """Steps on a track, with the power on the way. Space 10 must be free and takes a key; else they end on 9."""
    before = int(record.cult[player, track])
    after = min(before + steps, TOP)
    if after == TOP and before < TOP:
        if not top_is_free(record, track):
            after = TOP - 1
        elif int(record.keys[player]) == 0:
            after = TOP - 1
            remember_blocked(record, player, track)
        else:
            record.keys[player] -= 1
    record.cult[player, track] = after
    power = 0
    for space in range(before + 1, after + 1):
        power += int(CULT_POWER[space])
    gain_power(record, player, power)


@kernel
def remember_blocked(record: Record, player: int, track: int) -> None:
    """A step to 10 that fails for want of a key is made up if a key comes in the same turn (ruling 9)."""
    if record.phase == Phase.ACTION and player == int(record.turn_player):
        record.blocked = int(record.blocked) | (1 << track)


@kernel
def wants_top(record: Record, player: int, track: int, steps: int) -> bool:
    """Whether so many steps would lead to a free space 10."""
    before = int(record.cult[player, track])
    return before < TOP <= before + steps and top_is_free(record, track)


@kernel
def make_up_blocked_steps(record: Record, player: int) -> None:
    """Keys have come: the steps missed in this turn follow, if there are keys for all of them."""
    blocked = int(record.blocked)
    missed = 0
    for track in range(TRACKS):
        if (blocked >> track) & 1 and wants_top(record, player, track, 1):
            missed += 1
    if missed > int(record.keys[player]):
        return
    record.blocked = 0
    for track in range(TRACKS):
        if (blocked >> track) & 1 and wants_top(record, player, track, 1):
            climb(record, player, track, 1)


# ------------------------------------------------------------------------------------------ steps of a town tile


@kernel
def tracks_beyond_keys(record: Record, player: int) -> int:
    """How many more tracks must stay at 9: a town tile's steps lead to 10 on more of them than there are keys."""
    keys = int(record.keys[player])
    if keys == 0:
        return 0
    wanted = 0
    for track in range(TRACKS):
        if may_stay(record, player, track):
            wanted += 1
    return max(0, wanted - keys)


@kernel
def may_stay(record: Record, player: int, track: int) -> bool:
    """Whether the track would rise to 10 and has not been chosen to stay."""
    staying = (int(record.staying) >> track) & 1
    return staying == 0 and wants_top(record, player, track, int(record.tile_steps))


@kernel
def climb_all(record: Record, player: int) -> None:
    """The steps of a town tile, on every track, once it is clear which tracks stay at 9: those give their step up."""
    if tracks_beyond_keys(record, player) > 0:
        return
    steps = int(record.tile_steps)
    staying = int(record.staying)
    record.tile_steps = 0
    record.staying = 0
    for track in range(TRACKS):
        if (staying >> track) & 1:
            climb(record, player, track, max(0, TOP - 1 - int(record.cult[player, track])))
        else:
            climb(record, player, track, steps)


@kernel
def legal_stays(record: Record, mask: Mask) -> None:
    """Which of the tracks that would rise to 10 stays at 9."""
    for track in range(TRACKS):
        if may_stay(record, int(record.player), track):
            add(mask, STAY + track)


@kernel
def apply_stay(record: Record, track: int) -> None:
    """One track stays at 9; when keys suffice for the rest, all steps are made."""
    record.staying = int(record.staying) | (1 << track)
    climb_all(record, int(record.player))


# ------------------------------------------------------------------------------------------------ free steps


@kernel
def legal_steps(mask: Mask, steps: int) -> None:
    """Free steps, on a track of the player's choice."""
    for track in range(TRACKS):
        add(mask, (CULT_STEP if steps == 1 else DOUBLE_STEP) + track)


@kernel
def apply_step(record: Record, kind: int, track: int) -> None:
    """Free steps of a special action; or the cultists' step for power that was taken; or one that waited."""
    player = int(record.player)
    if kind == DOUBLE_STEP:
        record.steps_due = 0
        climb(record, player, track, 2)
        return
    if int(record.steps_due) > 0 and record.phase == Phase.ACTION:
        record.steps_due = 0
    elif int(record.reward_steps) > 0 and int(STEP_FOR_TAKEN_POWER[faction_of(record, player)]):
        record.reward_steps -= 1
    else:
        record.step_waits_for = NOBODY
    climb(record, player, track, 1)


# ------------------------------------------------------------------------------------------- 5: send a priest


@kernel
def free_place(record: Record, track: int, steps: int) -> int:
    """The first free place of an order that is worth so many steps, or NOBODY."""
    for place in range(ORDER_PLACES):
        if int(ORDER_STEPS[place]) == steps and int(record.orders[track, place]) == NOBODY:
            return place
    return NOBODY


@kernel
def legal_sends(record: Record, mask: Mask) -> None:
    """A priest to a free place of an order, or back to the supply for one step."""
    if int(record.priests[int(record.player)]) == 0:
        return
    for track in range(TRACKS):
        for steps in range(2, 4):
            if free_place(record, track, steps) != NOBODY:
                add(mask, send_id(track, steps))
        add(mask, send_id(track, 1))


@kernel
def apply_send(record: Record, action: int) -> None:
    """The priest stays in the order for good, or goes back to the supply."""
    player = int(record.player)
    track, steps = send_of(action)
    record.priests[player] -= 1
    if steps > 1:
        record.orders[track, free_place(record, track, steps)] = player
        record.in_orders[player] += 1
    climb(record, player, track, steps)
