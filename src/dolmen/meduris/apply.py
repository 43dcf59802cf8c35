"""What each decision does. The decision is legal: nothing is checked here.

`apply` is one switch by phase; the functions below follow the rulebook's order of a turn.
"""

from __future__ import annotations

from dolmen.kernel import kernel
from dolmen.meduris.actions import (
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
from dolmen.meduris.druid import move_druid, offer_druid_chip, reward_both, step_to_adjacent_hut
from dolmen.meduris.finale import begin_turn, call_the_end, continue_final_circuit, end_turn, next_player
from dolmen.meduris.legal import hut_cost
from dolmen.meduris.materials import CHIP_DRUID, CHIP_TWO, MINUS, NO_CHIP, PLUS
from dolmen.meduris.payment import chips_held, give_most_direct, hand_over, only_one_payment
from dolmen.meduris.record import (
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
from dolmen.meduris.yields import (
    all_workers_placed,
    big_yield,
    lift_worker,
    put_worker,
    small_yield,
    supply_left,
    take_chips,
)


@kernel
def apply(record: Record, action: int) -> None:
    """Make a legal decision: change the record to the next position that asks for one."""
    phase = record.phase
    if phase == Phase.ROLL:
        apply_roll(record, action - ROLL)
    elif phase == Phase.ACT:
        if action < HUT:
            apply_move(record, action)
        elif action < TEMPLE:
            apply_hut(record, action - HUT)
        else:
            apply_temple(record, action - TEMPLE)
    elif phase == Phase.PAY:
        apply_payment(record, action)
    elif phase == Phase.OFFER:
        apply_offer(record, action)
    elif phase == Phase.TAKE:
        apply_take(record, action)
    elif phase == Phase.GIVE:
        apply_give(record, action - GIVE)
    elif phase == Phase.PLACE:
        apply_place(record, action - PLACE)


# ------------------------------------------------------------------------------------------------ before starting


@kernel
def apply_place(record: Record, plain: int) -> None:
    """Place a worker; after the last one the start player's first turn begins."""
    player = int(record.player)
    put_worker(record, player, plain)
    following = next_player(record, player)
    if all_workers_placed(record):
        begin_turn(record, following)
    else:
        record.player = following
        record.turn_player = following


# --------------------------------------------------------------------------------------------- 1/2: small yield


@kernel
def apply_roll(record: Record, face: int) -> None:
    """Roll: a material's plain yields; at a plus or a minus the players are asked in turn."""
    record.turn += 1
    record.asked = 0
    if face < PLUS:
        small_yield(record, face)
        ask_for_action(record)
    elif face == PLUS:
        record.phase = Phase.TAKE
        ask_next_to_take(record)
    elif face == MINUS:
        record.phase = Phase.GIVE
        ask_next_to_give(record)


@kernel
def ask_for_action(record: Record) -> None:
    """The second part of the turn."""
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
def apply_take(record: Record, action: int) -> None:
    """Take a chip of any material, or none."""
    if action != TAKE_NONE:
        take_chips(record, int(record.player), action - TAKE, 1)
    ask_next_to_take(record)


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
def apply_give(record: Record, material: int) -> None:
    """Return a chip to the mountain."""
    record.stock[record.player, material] -= 1
    record.supply[material] += 1
    ask_next_to_give(record)


# ------------------------------------------------------------------------------------- 2/2: big yield, hut, temple


@kernel
def apply_move(record: Record, action: int) -> None:
    """Big yield: move a worker onto another plain, whose workers then all take chips."""
    player = int(record.player)
    plain = move_target(action)
    lift_worker(record, move_source(action), move_level(action))
    put_worker(record, player, plain)
    big_yield(record, plain)
    end_turn(record)


@kernel
def apply_hut(record: Record, field: int) -> None:
    """Choose the field of a hut, and pay for it."""
    each = hut_cost(record, field)
    owe(record, Intent.HUT, field, each, 2 * each)


@kernel
def apply_temple(record: Record, field: int) -> None:
    """Choose the field of a temple, and pay for it: one of each, whatever stands beside it."""
    owe(record, Intent.TEMPLE, field, 1, 2)


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
    finish_construction(record)


@kernel
def build_temple(record: Record, field: int) -> None:
    """Place the temple; no rune stone."""
    player = int(record.player)
    set_field(record, field, 1 + MAX_PLAYERS + player, NO_CHIP)
    record.temples[player] -= 1
    finish_construction(record)


@kernel
def finish_construction(record: Record) -> None:
    """After a hut or a temple the druid moves; the turn ends when his ritual has ended."""
    call_the_end(record, int(record.player))
    if not move_druid(record):
        end_turn(record)


# -------------------------------------------------------------------------------------------------------- paying


@kernel
def owe(record: Record, intent: int, field: int, due_each: int, due_total: int) -> None:
    """Chips are due. Where only one payment is possible, it is made without asking."""
    player = int(record.player)
    record.intent = intent
    record.target = field
    record.due_each = due_each
    record.due_total = due_total
    if only_one_payment(record, player, field, due_each, due_total):
        give_most_direct(record, player)
        complete_payment(record)
    else:
        record.phase = Phase.PAY
        record.named = 0


@kernel
def apply_payment(record: Record, action: int) -> None:
    """Pay directly, or name how many chips of the next material are given; after the last material the payment is made."""
    if action == PAY_DIRECT:
        give_most_direct(record, int(record.player))
        complete_payment(record)
        return
    record.given[record.named] = (action - PAY) % COUNTS
    record.named += 1
    if record.named == 4:
        complete_payment(record)


@kernel
def complete_payment(record: Record) -> None:
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
    elif intent == Intent.TEMPLE:
        build_temple(record, field)
    elif intent == Intent.OFFER_ONE:
        gain(record, player, 1)
        continue_ritual(record)
    elif intent == Intent.OFFER_BOTH:
        reward_both(record, player)
        continue_ritual(record)


# ---------------------------------------------------------------------------------------------- the offering ritual


@kernel
def apply_offer(record: Record, action: int) -> None:
    """One material: +1. Both, or the druid chip: the huts of the settlement. Neither: -1, never below 0."""
    player = int(record.player)
    field = int(record.druid)
    if action == OFFER_THREE:
        owe(record, Intent.OFFER_ONE, field, 0, 1)
    elif action == OFFER_BOTH:
        owe(record, Intent.OFFER_BOTH, field, 1, 2)
    else:
        if action == OFFER_NONE:
            gain(record, player, -1)
        elif action == OFFER_CHIP:
            offer_druid_chip(record, player)
        else:
            record.given[action - OFFER_ONE] = 1
            hand_over(record, player)
            gain(record, player, 1)
        continue_ritual(record)


@kernel
def continue_ritual(record: Record) -> None:
    """The druid goes on: through the settlement, or through the final circuit; then the turn, or the game, ends."""
    if record.circuit_left != NOT_YET:
        continue_final_circuit(record)
    elif not step_to_adjacent_hut(record):
        end_turn(record)
