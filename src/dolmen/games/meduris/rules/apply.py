"""What each decision does. The decision is legal: nothing is checked here.

`apply` makes the decision and then what follows from it without asking: a payment that is complete builds, a building
moves the druid, a ritual that has ended ends the turn. Each function says what follows by the `Next` that it returns.
"""

from __future__ import annotations

from enum import IntEnum

from dolmen.core.kernel import kernel
from dolmen.games.meduris.rules.actions import (
    COUNTS,
    GIVE,
    HUT,
    OFFER_BOTH,
    OFFER_CHIP,
    OFFER_NONE,
    OFFER_ONE,
    OFFER_THREE,
    PAY,
    PAY_DIRECT,
    PLACE,
    ROLL,
    TAKE,
    TAKE_NONE,
    TEMPLE,
    move_level,
    move_source,
    move_target,
)
from dolmen.games.meduris.rules.druid import move_druid, offer_druid_chip, reward_both, step_to_adjacent_hut
from dolmen.games.meduris.rules.finale import begin_turn, call_the_end, continue_final_circuit, end_turn, next_player
from dolmen.games.meduris.rules.legal import hut_cost
from dolmen.games.meduris.rules.materials import CHIP_DRUID, CHIP_TWO, MINUS, NO_CHIP, PLUS
from dolmen.games.meduris.rules.payment import chips_held, give_most_direct, hand_over, only_one_payment
from dolmen.games.meduris.rules.record import (
    MAX_PLAYERS,
    NOT_YET,
    Intent,
    Phase,
    Record,
    area,
    chip,
    gain,
    set_field,
)
from dolmen.games.meduris.rules.yields import (
    all_workers_placed,
    big_yield,
    lift_worker,
    put_worker,
    small_yield,
    supply_left,
    take_chips,
)


class Next(IntEnum):
    """What follows without a decision."""

    ASK = 0  # nothing: somebody is asked, or the die is
    PAID = 1  # the payment is named: it is handed over
    BUILT = 2  # a hut or a temple stands: the druid moves
    OFFERED = 3  # an owner has answered the druid: the ritual goes on
    TURN_OVER = 4  # the next player, or the finale


@kernel
def apply(record: Record, action: int) -> None:
    """Make a legal decision: change the record to the next position that asks for one."""
    following = decide(record, action)
    if following == Next.PAID:
        following = complete_payment(record)
    if following == Next.BUILT:
        following = finish_construction(record)
    if following == Next.OFFERED:
        following = continue_ritual(record)
    if following == Next.TURN_OVER:
        end_turn(record)


@kernel
def decide(record: Record, action: int) -> int:
    """The decision itself, by phase."""
    phase = record.phase
    if phase == Phase.ROLL:
        return apply_roll(record, action - ROLL)
    if phase == Phase.ACT:
        if action < HUT:
            return apply_move(record, action)
        if action < TEMPLE:
            return apply_hut(record, action - HUT)
        return apply_temple(record, action - TEMPLE)
    if phase == Phase.PAY:
        return apply_payment(record, action)
    if phase == Phase.OFFER:
        return apply_offer(record, action)
    if phase == Phase.TAKE:
        return apply_take(record, action)
    if phase == Phase.GIVE:
        return apply_give(record, action - GIVE)
    return apply_place(record, action - PLACE)


# ------------------------------------------------------------------------------------------------ before starting


@kernel
def apply_place(record: Record, plain: int) -> int:
    """Place a worker; after the last one the start player's first turn begins."""
    player = int(record.player)
    put_worker(record, player, plain)
    following = next_player(record, player)
    if all_workers_placed(record):
        begin_turn(record, following)
    else:
        record.player = following
        record.turn_player = following
    return Next.ASK


# --------------------------------------------------------------------------------------------- 1/2: small yield


@kernel
def apply_roll(record: Record, face: int) -> int:
    """Roll: a material's plain yields; at a plus or a minus the players are asked in turn."""
    record.turn += 1
    if face < PLUS:
        small_yield(record, face)
        ask_for_action(record)
    elif face == PLUS:
        record.phase = Phase.TAKE
        ask_next_to_take(record)
    elif face == MINUS:
        record.phase = Phase.GIVE
        ask_next_to_give(record)
    return Next.ASK


@kernel
def ask_for_action(record: Record) -> None:
    """The second part of the turn."""
    record.asked = 0
    record.phase = Phase.ACT
    record.player = record.turn_player


@kernel
def ask_next_to_take(record: Record) -> None:
    """Plus: the next player in turn chooses; with an empty supply nobody is asked."""
    if record.asked == record.players or not supply_left(record):
        ask_for_action(record)
    else:
        record.player = (int(record.turn_player) + int(record.asked)) % int(record.players)
        record.asked += 1


@kernel
def apply_take(record: Record, action: int) -> int:
    """Take a chip of any material, or none."""
    if action != TAKE_NONE:
        take_chips(record, int(record.player), action - TAKE, 1)
    ask_next_to_take(record)
    return Next.ASK


@kernel
def ask_next_to_give(record: Record) -> None:
    """Minus: the next player in turn who has a chip returns one."""
    while record.asked < record.players:
        player = (int(record.turn_player) + int(record.asked)) % int(record.players)
        record.asked += 1
        if chips_held(record, player) > 0:
            record.player = player
            return
    ask_for_action(record)


@kernel
def apply_give(record: Record, material: int) -> int:
    """Return a chip to the mountain."""
    record.stock[record.player, material] -= 1
    record.supply[material] += 1
    ask_next_to_give(record)
    return Next.ASK


# ------------------------------------------------------------------------------------- 2/2: big yield, hut, temple


@kernel
def apply_move(record: Record, action: int) -> int:
    """Big yield: move a worker onto another plain, whose workers then all take chips."""
    player = int(record.player)
    plain = move_target(action)
    lift_worker(record, move_source(action), move_level(action))
    put_worker(record, player, plain)
    big_yield(record, plain)
    return Next.TURN_OVER


@kernel
def apply_hut(record: Record, field: int) -> int:
    """Choose the field of a hut, and pay for it."""
    each = hut_cost(record, field)
    return owe(record, Intent.HUT, field, each, 2 * each)


@kernel
def apply_temple(record: Record, field: int) -> int:
    """Choose the field of a temple, and pay for it: one of each, whatever stands beside it."""
    return owe(record, Intent.TEMPLE, field, 1, 2)


@kernel
def build_hut(record: Record, field: int) -> None:
    """Place the hut and take the rune stone ('Bonus rule', 'Take the rune stone')."""
    player = int(record.player)
    bonus = chip(record, field)
    if bonus == CHIP_TWO:
        gain(record, player, 2)
    set_field(record, field, 1 + player, CHIP_DRUID if bonus == CHIP_DRUID else NO_CHIP)
    record.huts[player] -= 1
    record.rune_holder[area(record, field)] = player
    call_the_end(record, player)


@kernel
def build_temple(record: Record, field: int) -> None:
    """Place the temple; no rune stone."""
    player = int(record.player)
    set_field(record, field, 1 + MAX_PLAYERS + player, NO_CHIP)
    record.temples[player] -= 1
    call_the_end(record, player)


@kernel
def finish_construction(record: Record) -> int:
    """After a hut or a temple the druid moves; the turn ends when his ritual has ended."""
    return Next.ASK if move_druid(record) else Next.TURN_OVER


# -------------------------------------------------------------------------------------------------------- paying


@kernel
def owe(record: Record, intent: int, field: int, due_each: int, due_total: int) -> int:
    """Chips are due. Where only one payment is possible, it is made without asking."""
    player = int(record.player)
    record.intent = intent
    record.target = field
    record.due_each = due_each
    record.due_total = due_total
    if only_one_payment(record, player, field, due_each, due_total):
        give_most_direct(record, player)
        return Next.PAID
    record.phase = Phase.PAY
    record.named = 0
    return Next.ASK


@kernel
def apply_payment(record: Record, action: int) -> int:
    """Pay directly, or name how many chips of the next material are given; after the last one it is paid."""
    if action == PAY_DIRECT:
        give_most_direct(record, int(record.player))
        return Next.PAID
    record.given[record.named] = (action - PAY) % COUNTS
    record.named += 1
    return Next.PAID if record.named == 4 else Next.ASK


@kernel
def complete_payment(record: Record) -> int:
    """The chips go back to the mountain, and what they were paid for happens."""
    player = int(record.player)
    intent = record.intent
    field = int(record.target)
    hand_over(record, player)
    record.intent = Intent.NOTHING
    record.target = 0
    record.due_each = 0
    record.due_total = 0
    record.named = 0
    if intent == Intent.HUT:
        build_hut(record, field)
        return Next.BUILT
    if intent == Intent.TEMPLE:
        build_temple(record, field)
        return Next.BUILT
    if intent == Intent.OFFER_ONE:
        gain(record, player, 1)
    else:
        reward_both(record, player)
    return Next.OFFERED


# ---------------------------------------------------------------------------------------------- the offering ritual


@kernel
def apply_offer(record: Record, action: int) -> int:
    """One material: +1. Both, or the druid chip: the huts of the settlement. Neither: -1, never below 0."""
    player = int(record.player)
    field = int(record.druid)
    if action == OFFER_THREE:
        return owe(record, Intent.OFFER_ONE, field, 0, 1)
    if action == OFFER_BOTH:
        return owe(record, Intent.OFFER_BOTH, field, 1, 2)
    if action == OFFER_NONE:
        gain(record, player, -1)
    elif action == OFFER_CHIP:
        offer_druid_chip(record, player)
    else:
        record.given[action - OFFER_ONE] = 1
        hand_over(record, player)
        gain(record, player, 1)
    return Next.OFFERED


@kernel
def continue_ritual(record: Record) -> int:
    """The druid goes on: through the settlement, or through the final circuit; then the turn, or the game, ends."""
    if record.circuit_left != NOT_YET:
        continue_final_circuit(record)
        return Next.ASK
    return Next.ASK if step_to_adjacent_hut(record) else Next.TURN_OVER
