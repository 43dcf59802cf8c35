"""The choice: every decision that makes sense, and what can be paid after conversions, is tried and judged."""

from __future__ import annotations

from typing import Any

from dolmen.bots.greedy.terra_mystica.follow_up import NOTHING, obvious
from dolmen.bots.greedy.terra_mystica.payment import lacks_only_goods, make_payable, price_of
from dolmen.bots.greedy.terra_mystica.standing import rival_areas, standing
from dolmen.bots.greedy.terra_mystica.weights import DOUBLE_TURN, STRENGTH, WEIGHTS, Weights, worth
from dolmen.game import Records
from dolmen.kernel import kernel
from dolmen.mask import Mask, count, has, nth
from dolmen.terra_mystica.actions import (
    ADVANCE_DIGGING,
    ADVANCE_SHIPPING,
    BRIDGE,
    BUILD,
    BURN,
    CONNECT,
    CULT_STEP,
    DIG,
    DROP,
    FACTION,
    LATER,
    ORDAIN,
    POWER_ACTION,
    SEND,
    SPECIAL_ACTION,
    STAY,
    TRANSFORM,
    UPGRADE,
    WAIT,
)
from dolmen.terra_mystica.apply import decide
from dolmen.terra_mystica.board import RIVERS
from dolmen.terra_mystica.factions import SPECIAL_DOUBLE_TURN
from dolmen.terra_mystica.legal import legal
from dolmen.terra_mystica.record import NO_HEX, ROUNDS, Phase
from dolmen.terra_mystica.spades import can_dig

WORST = -(1 << 40)


@kernel
def choose(record: Any, scratch: Records, mask: Mask, offset: int) -> int:
    """The legal decision after which the player's position looks best, once what follows from it is played out."""
    legal(record, mask)
    if record.phase == Phase.FACTION:
        return strongest_faction(mask, offset)
    choices = count(mask)
    best_decision = nth(mask, offset % choices)
    if choices == 1:
        return best_decision
    player = int(record.player)
    areas = rival_areas(record, player)
    free_first = must_go_first(record, mask)
    best_value = WORST
    for index in range(DROP):
        action = (index + offset) % DROP
        decision = first_decision(record, scratch, mask, action, free_first)
        if decision != NOTHING:
            value = tempo_worth(record, action, WEIGHTS)
            while action != NOTHING:
                decide(scratch[0], action)
                action = obvious(scratch[0], player, WEIGHTS)
            value += standing(scratch[0], player, WEIGHTS, areas)
            if value > best_value:
                best_decision = decision
                best_value = value
    return best_decision


@kernel
def strongest_faction(mask: Mask, offset: int) -> int:
    """The faction that this bot plays best."""
    best = -1
    for index in range(14):
        faction = (index + offset) % 14
        if has(mask, FACTION + faction) and (best < 0 or STRENGTH[faction] > STRENGTH[best]):
            best = faction
    return FACTION + best


@kernel
def first_decision(record: Any, scratch: Records, mask: Mask, action: int, free_first: bool) -> int:
    """How to begin an action: with itself, or with conversions, which are made on the scratch position; or NOTHING."""
    if has(mask, action):
        if not is_sensible(action) or (free_first and not costs_nothing(action)):
            return NOTHING
        scratch[0] = record
        return action
    if record.phase != Phase.ACTION or free_first or not is_for_sale(record, action):
        return NOTHING
    player = int(record.player)
    if not lacks_only_goods(record, player, action):
        return NOTHING
    scratch[0] = record
    decision = make_payable(scratch[0], player, price_of(record, player, action))
    if decision < 0 or (action == DIG and not can_dig(scratch[0], player)):
        return NOTHING
    return decision


@kernel
def tempo_worth(record: Any, action: int, weights: Weights) -> int:
    """Two actions in a row come before the others can answer."""
    if action == SPECIAL_ACTION + SPECIAL_DOUBLE_TURN:
        return worth(weights, DOUBLE_TURN, ROUNDS - int(record.round_number))
    return 0


# ------------------------------------------------------------------------------------------------------ what is tried


@kernel
def is_sensible(action: int) -> bool:
    """No conversions for their own sake, no waiting."""
    if BURN <= action < POWER_ACTION:
        return action == ORDAIN
    return action != LATER and action != WAIT


@kernel
def is_for_sale(record: Any, action: int) -> bool:
    """Whether conversions are worth a thought: what could be bought now, had one the goods."""
    if record.transforming != NO_HEX or int(record.tile_steps) + int(record.towns_due) + int(record.favours_due) > 0:
        return False
    if record.acted:
        return BUILD <= action < UPGRADE
    if int(record.actions_left) == 0:
        return False
    return (
        BUILD <= action < TRANSFORM
        or action == DIG
        or POWER_ACTION <= action < SPECIAL_ACTION
        or SEND <= action < BRIDGE
        or ADVANCE_SHIPPING <= action <= ADVANCE_DIGGING
    )


@kernel
def costs_nothing(action: int) -> bool:
    """A town over a river, or the cultists' step: not an action."""
    return CONNECT <= action < CONNECT + RIVERS or CULT_STEP <= action < STAY


@kernel
def must_go_first(record: Any, mask: Mask) -> bool:
    """Whether in one's turn something can be had without an action."""
    if record.phase != Phase.ACTION:
        return False
    if int(record.reward_steps) > 0 and int(record.steps_due) == 0 and has(mask, CULT_STEP):
        return True
    for river in range(RIVERS):
        if has(mask, CONNECT + river):
            return True
    return False
