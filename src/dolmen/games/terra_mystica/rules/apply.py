"""What each decision does. The decision is legal: nothing is checked here.

`apply` makes the decision, then runs through the phases that ask nobody (cult bonus, income, final scoring). The two
halves, `decide` and `advance`, also serve the reader of ledgers, whose rows show the position between them.
"""

from __future__ import annotations

from dolmen.core.kernel import kernel
from dolmen.games.terra_mystica.rules.actions import (
    ADVANCE_DIGGING,
    ADVANCE_SHIPPING,
    BONUS_SPADE_ACTION,
    BRIDGE,
    BUILD,
    BURN,
    COLOUR,
    CONNECT,
    CONVERT,
    CULT_STEP,
    DIG,
    DISCARD,
    DONE,
    DROP,
    FAVOUR,
    FORGO_BRIDGE,
    PASS,
    PASS_BONUS,
    POWER_ACTION,
    SEND,
    SPECIAL_ACTION,
    STAY,
    TOWN,
    TRANSFORM,
    UPGRADE,
    WAIT,
    is_drop,
)
from dolmen.games.terra_mystica.rules.conversions import apply_conversion, narrow_ordination
from dolmen.games.terra_mystica.rules.cults import apply_send, apply_stay, apply_step
from dolmen.games.terra_mystica.rules.final import score_game
from dolmen.games.terra_mystica.rules.leech import lapse_all
from dolmen.games.terra_mystica.rules.opening import apply_faction, apply_first_bonus, apply_first_dwelling
from dolmen.games.terra_mystica.rules.record import BUILD_IN_REACH, Phase, Record
from dolmen.games.terra_mystica.rules.rounds import ask_for_spades, begin_round, end_phase_two
from dolmen.games.terra_mystica.rules.spades import apply_colour, apply_dig, apply_discard, apply_transform
from dolmen.games.terra_mystica.rules.special import (
    apply_bridge,
    apply_power_action,
    apply_special_action,
    apply_tile_action,
)
from dolmen.games.terra_mystica.rules.structures import apply_dwelling, apply_favour, apply_upgrade
from dolmen.games.terra_mystica.rules.towns import apply_connect, apply_town
from dolmen.games.terra_mystica.rules.tracks import apply_advance_digging, apply_advance_shipping
from dolmen.games.terra_mystica.rules.turns import (
    apply_answer,
    apply_done,
    apply_drop,
    apply_pass,
    apply_reward,
    apply_wait,
    begin_action,
    seat_of,
)


@kernel
def apply(record: Record, action: int) -> None:
    """Make a legal decision: change the record to the next position that asks for one."""
    decide(record, action)
    while runs_on(record):
        advance(record)


@kernel
def runs_on(record: Record) -> bool:
    """Whether the rules go on without asking anybody."""
    phase = int(record.phase)
    return Phase.CULT_BONUS <= phase <= Phase.FINAL


@kernel
def advance(record: Record) -> None:
    """One phase that asks nobody."""
    phase = record.phase
    if phase == Phase.CULT_BONUS:
        end_phase_two(record)
    elif phase == Phase.INCOME:
        begin_round(record)
    elif phase == Phase.FINAL:
        score_game(record)


@kernel
def decide(record: Record, action: int) -> None:
    """The decision itself."""
    phase = record.phase
    if is_drop(action):
        drop(record, action - DROP)
    elif phase == Phase.ACTION:
        decide_turn(record, action)
    elif phase == Phase.OFFER:
        apply_answer(record, action)
    elif phase == Phase.REWARD:
        apply_reward(record, action)
    elif phase == Phase.SPADE:
        decide_spade(record, action)
    elif phase == Phase.DWELLING:
        apply_first_dwelling(record, action)
    elif phase == Phase.FIRST_BONUS:
        apply_first_bonus(record, action)
    elif phase == Phase.FACTION:
        apply_faction(record, action)


@kernel
def decide_spade(record: Record, action: int) -> None:
    """Phase III: a spade of the cult bonus."""
    if action == DISCARD:
        apply_discard(record)
    elif action >= COLOUR:
        apply_colour(record, action)
    else:
        apply_transform(record, action)
    if int(record.transforming) < 0:
        ask_for_spades(record)


@kernel
def drop(record: Record, faction: int) -> None:
    """A player leaves the game."""
    apply_drop(record, seat_of(record, faction))
    if record.phase == Phase.SPADE:
        ask_for_spades(record)


@kernel
def begins_action(action: int) -> bool:
    """Whether the decision is an action, and not a conversion, a tile, a step or an end."""
    return (
        BUILD <= action < TRANSFORM
        or action in (DIG, ADVANCE_SHIPPING, ADVANCE_DIGGING)
        or POWER_ACTION <= action < FAVOUR
        or SEND <= action < BRIDGE
        or PASS_BONUS <= action <= PASS
    )


@kernel
def decide_turn(record: Record, action: int) -> None:
    """A decision of the player whose turn it is."""
    narrow_ordination(record, action)
    if CONVERT <= action < POWER_ACTION:
        lapse_all(record, int(record.player))
    if not record.acted and begins_action(action):
        begin_action(record)
        if action == DIG or action < UPGRADE:
            record.build_right = BUILD_IN_REACH
            record.may_dig = 1
    if action < TRANSFORM:
        if action < UPGRADE:
            apply_dwelling(record, action)
        else:
            apply_upgrade(record, action)
    elif action < POWER_ACTION:
        decide_spades_and_goods(record, action)
    elif action < FAVOUR:
        decide_marked_action(record, action)
    elif action < CONNECT + 36:
        decide_choice(record, action)
    else:
        decide_rest(record, action)


@kernel
def decide_spades_and_goods(record: Record, action: int) -> None:
    """Transforming, digging, converting."""
    if action < COLOUR:
        apply_transform(record, action)
    elif action < DIG:
        apply_colour(record, action)
    elif action == DIG:
        apply_dig(record)
    elif action >= BURN:
        apply_conversion(record, action)


@kernel
def decide_marked_action(record: Record, action: int) -> None:
    """Actions that an action marker covers."""
    if action < SPECIAL_ACTION:
        apply_power_action(record, action)
    elif action < BONUS_SPADE_ACTION:
        apply_special_action(record, action)
    else:
        apply_tile_action(record, action)


@kernel
def decide_choice(record: Record, action: int) -> None:
    """Tiles, cult steps, priests, bridges, river towns."""
    if action < TOWN:
        apply_favour(record, action)
    elif action < CULT_STEP:
        apply_town(record, action)
    elif action < STAY:
        apply_step(record, action)
    elif action < SEND:
        apply_stay(record, action)
    elif action < BRIDGE:
        apply_send(record, action)
    elif action < CONNECT:
        apply_bridge(record, action)
    else:
        apply_connect(record, action)


@kernel
def decide_rest(record: Record, action: int) -> None:
    """The tracks, and the ends of an action."""
    if action == ADVANCE_SHIPPING:
        apply_advance_shipping(record)
    elif action == ADVANCE_DIGGING:
        apply_advance_digging(record)
    elif action == DONE:
        apply_done(record)
    elif action == WAIT:
        apply_wait(record)
    elif action == DISCARD:
        apply_discard(record)
    elif action == FORGO_BRIDGE:
        record.bridge_due = 0
    elif PASS_BONUS <= action <= PASS:
        apply_pass(record, action)
