"""The choice: every decision that makes sense, and what can be paid after conversions, is tried and judged."""

from __future__ import annotations

from typing import Any

import numpy as np

from dolmen.contract.game import Records
from dolmen.core.kernel import kernel
from dolmen.core.mask import Mask, count, has, nth
from dolmen.games.terra_mystica.bots.greedy.evaluation import holdings_worth, map_worth, rival_areas, same_map
from dolmen.games.terra_mystica.bots.greedy.follow_up import NOTHING, obvious
from dolmen.games.terra_mystica.bots.greedy.payment import lacks_only_goods, make_payable, price_of
from dolmen.games.terra_mystica.bots.greedy.weights import DOUBLE_TURN, STRENGTH, WEIGHTS, Weights, worth
from dolmen.games.terra_mystica.rules.actions import (
    ADVANCE_SHIPPING,
    BRIDGE,
    BUILD,
    BURN,
    CONNECT,
    CONVERT,
    CULT_STEP,
    DIG,
    DOUBLE_STEP,
    DROP,
    FACTION,
    LATER,
    LEECH,
    ORDAIN,
    POWER_ACTION,
    SEND,
    SPECIAL_ACTION,
    TRANSFORM,
    UPGRADE,
    WAIT,
    kind_of,
    upgrade_id,
    upgrade_of,
)
from dolmen.games.terra_mystica.rules.apply import decide
from dolmen.games.terra_mystica.rules.board import RIVERS
from dolmen.games.terra_mystica.rules.factions import NUM_FACTIONS, SPECIAL_DOUBLE_TURN
from dolmen.games.terra_mystica.rules.legal import legal
from dolmen.games.terra_mystica.rules.record import NO_HEX, ROUNDS, Phase
from dolmen.games.terra_mystica.rules.spades import can_dig
from dolmen.games.terra_mystica.rules.tiles import TRADING_POST

WORST = -(1 << 40)


@kernel
def choose(record: Any, scratch: Records, mask: Mask, offset: int) -> int:
    """The legal decision after which the player's position looks best, once what follows from it is played out."""
    return choose_by(record, scratch, mask, offset, WEIGHTS)


@kernel
def choose_by(record: Any, scratch: Records, mask: Mask, offset: int, weights: Weights) -> int:
    """The same by another table of worths."""
    legal(record, mask)
    if record.phase == Phase.FACTION:
        return strongest_faction(mask, offset)
    choices = count(mask)
    best_decision = nth(mask, offset % choices)
    if choices == 1:
        return best_decision
    player = int(record.player)
    free_first = must_go_first(record, mask)
    action = next_tried(record, mask, 0, free_first)
    if action != NOTHING and has(mask, action) and next_tried(record, mask, action + 1, free_first) == NOTHING:
        return action
    areas = rival_areas(record, player)
    ground = map_worth(record, player, weights, areas)
    best_value = WORST
    best_distance = 0
    while action != NOTHING:
        decision = first_decision(record, scratch, mask, action)
        if decision != NOTHING:
            value = outlook(record, scratch, player, action, areas, ground, weights)
            distance = (action - offset) % DROP
            if value > best_value or (value == best_value and distance < best_distance):
                best_decision = decision
                best_value = value
                best_distance = distance
        action = next_tried(record, mask, action + 1, free_first)
    return best_decision


@kernel
def outlook(record: Any, scratch: Records, player: int, action: int, areas: int, ground: int, weights: Weights) -> int:
    """What the position is worth once an action is made on the scratch position and what follows is played out.

    `ground` is what the map is worth now: few actions change it.
    """
    value = tempo_worth(record, action, weights)
    while action != NOTHING:
        decide(scratch[0], action)
        action = obvious(scratch[0], player, weights)
    value += ground if same_map(record, scratch[0], player) else map_worth(scratch[0], player, weights, areas)
    return value + holdings_worth(scratch[0], player, weights)


@kernel
def strongest_faction(mask: Mask, offset: int) -> int:
    """The faction that this bot plays best."""
    best = -1
    for index in range(NUM_FACTIONS):
        faction = (index + offset) % NUM_FACTIONS
        if has(mask, FACTION + faction) and (best < 0 or STRENGTH[faction] > STRENGTH[best]):
            best = faction
    return FACTION + best


@kernel
def first_decision(record: Any, scratch: Records, mask: Mask, action: int) -> int:
    """How to begin an action: with itself, or with conversions, which are made on the scratch position; or NOTHING."""
    if has(mask, action):
        scratch[0] = record
        return action
    player = int(record.player)
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
    if kind_of(action) in (BURN, CONVERT):
        return action == ORDAIN
    return action != LATER and action != WAIT


@kernel
def next_tried(record: Any, mask: Mask, action: int, free_first: bool) -> int:
    """The first decision from this one on that is worth a thought: legal and sensible, or for sale; or NOTHING."""
    player = int(record.player)
    sale_ends = 0 if free_first else end_of_sale(record)
    while action < DROP:
        action = min(next_legal(mask, action), next_bought(record, player, action, sale_ends))
        if action < DROP:
            if has(mask, action):
                if is_sensible(action) and (not free_first or costs_nothing(action)):
                    return action
            elif lacks_only_goods(record, player, action):
                return action
        action += 1
    return NOTHING


@kernel
def next_legal(mask: Mask, action: int) -> int:
    """The first legal decision from this one on; DROP if there is none."""
    while action < DROP:
        word = mask[action >> 6] >> np.uint64(action & 63)
        if word & np.uint64(1):
            return action
        action = (action | 63) + 1 if word == 0 else action + 1
    return DROP


@kernel
def end_of_sale(record: Any) -> int:
    """Conversions are worth a thought for decisions below this one, had one the goods."""
    if record.phase != Phase.ACTION or record.transforming != NO_HEX:
        return 0
    if int(record.tile_steps) + int(record.towns_due) + int(record.favours_due) > 0:
        return 0
    if record.acted:
        return UPGRADE if int(record.bought) == 0 else DIG + 1
    return 0 if int(record.actions_left) == 0 else LEECH


@kernel
def next_bought(record: Any, player: int, action: int, sale_ends: int) -> int:
    """The first decision from this one on that is paid with goods; DROP if there is none before the end of the sale."""
    if action < BUILD:
        action = BUILD
    while UPGRADE <= action < TRANSFORM and int(record.owner[upgrade_of(action)[0]]) != player:
        action = upgrade_id(upgrade_of(action)[0] + 1, TRADING_POST)
    if TRANSFORM <= action < DIG:
        action = DIG
    elif DIG < action < POWER_ACTION:
        action = POWER_ACTION
    elif SPECIAL_ACTION <= action < SEND:
        action = SEND
    elif BRIDGE <= action < ADVANCE_SHIPPING:
        action = ADVANCE_SHIPPING
    return action if action < sale_ends else DROP


@kernel
def costs_nothing(action: int) -> bool:
    """A town over a river, or the cultists' step: not an action."""
    return kind_of(action) in (CONNECT, CULT_STEP, DOUBLE_STEP)


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
