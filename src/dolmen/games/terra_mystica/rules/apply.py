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
    BONUS_STEP_ACTION,
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
    DOUBLE_STEP,
    DROP,
    FAVOUR,
    FAVOUR_STEP_ACTION,
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
    kind_of,
)
from dolmen.games.terra_mystica.rules.conversions import apply_conversion, narrow_ordination
from dolmen.games.terra_mystica.rules.cults import apply_send, apply_stay, apply_step
from dolmen.games.terra_mystica.rules.final import score_game
from dolmen.games.terra_mystica.rules.leech import lapse_all
from dolmen.games.terra_mystica.rules.opening import apply_faction, apply_first_bonus, apply_first_dwelling
from dolmen.games.terra_mystica.rules.record import BUILD_IN_REACH, NO_TILE, Phase, Record
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
    """The decision itself. Its kind is looked up once: on a card, threads that read a table in several places wait."""
    phase = record.phase
    kind = kind_of(action)
    argument = action - kind
    if kind == DROP:
        drop(record, argument)
    elif phase == Phase.ACTION:
        decide_turn(record, kind, action)
    elif phase == Phase.OFFER:
        apply_answer(record, kind)
    elif phase == Phase.REWARD:
        apply_reward(record, kind, argument)
    elif phase == Phase.SPADE:
        decide_spade(record, kind, argument)
    elif phase == Phase.DWELLING:
        apply_first_dwelling(record, argument)
    elif phase == Phase.FIRST_BONUS:
        apply_first_bonus(record, argument)
    elif phase == Phase.FACTION:
        apply_faction(record, argument)


@kernel
def decide_spade(record: Record, kind: int, argument: int) -> None:
    """Phase III: a spade of the cult bonus."""
    if kind == DISCARD:
        apply_discard(record)
    elif kind == COLOUR:
        apply_colour(record, argument)
    elif kind == TRANSFORM:
        apply_transform(record, argument)
    if int(record.transforming) < 0:
        ask_for_spades(record)


@kernel
def drop(record: Record, faction: int) -> None:
    """A player leaves the game."""
    apply_drop(record, seat_of(record, faction))
    if record.phase == Phase.SPADE:
        ask_for_spades(record)


@kernel
def begins_action(kind: int) -> bool:
    """Whether a kind of decision is an action, and not a conversion, a tile, a step or an end."""
    return (
        kind in (BUILD, UPGRADE, DIG, SEND, ADVANCE_SHIPPING, ADVANCE_DIGGING, PASS_BONUS, PASS)
        or kind in (POWER_ACTION, SPECIAL_ACTION)
        or kind in (BONUS_SPADE_ACTION, BONUS_STEP_ACTION, FAVOUR_STEP_ACTION)
    )


@kernel
def decide_turn(record: Record, kind: int, action: int) -> None:
    """A decision of the player whose turn it is."""
    narrow_ordination(record, kind, action)
    if kind == CONVERT:
        lapse_all(record, int(record.player))
    if not record.acted and begins_action(kind):
        begin_action(record)
        if kind in (BUILD, DIG):
            record.build_right = BUILD_IN_REACH
            record.may_dig = 1
    decide_by_kind(record, kind, action)


@kernel
def decide_by_kind(record: Record, kind: int, action: int) -> None:
    """What each kind of decision does in a turn."""
    argument = action - kind
    if kind == BUILD:
        apply_dwelling(record, argument)
    elif kind == UPGRADE:
        apply_upgrade(record, action)
    elif kind == TRANSFORM:
        apply_transform(record, argument)
    elif kind == COLOUR:
        apply_colour(record, argument)
    elif kind == DIG:
        apply_dig(record)
    elif kind in (BURN, CONVERT):
        apply_conversion(record, action)
    elif kind == POWER_ACTION:
        apply_power_action(record, argument)
    elif kind == SPECIAL_ACTION:
        apply_special_action(record, argument)
    elif kind in (BONUS_SPADE_ACTION, BONUS_STEP_ACTION, FAVOUR_STEP_ACTION):
        apply_tile_action(record, kind)
    elif kind == FAVOUR:
        apply_favour(record, argument)
    elif kind == TOWN:
        apply_town(record, argument)
    elif kind in (CULT_STEP, DOUBLE_STEP):
        apply_step(record, kind, argument)
    elif kind == STAY:
        apply_stay(record, argument)
    elif kind == SEND:
        apply_send(record, action)
    elif kind == BRIDGE:
        apply_bridge(record, argument)
    elif kind == CONNECT:
        apply_connect(record, argument)
    elif kind == ADVANCE_SHIPPING:
        apply_advance_shipping(record)
    elif kind == ADVANCE_DIGGING:
        apply_advance_digging(record)
    elif kind == DONE:
        apply_done(record)
    elif kind == WAIT:
        apply_wait(record)
    elif kind == DISCARD:
        apply_discard(record)
    elif kind == FORGO_BRIDGE:
        record.bridge_due = 0
    elif kind in (PASS_BONUS, PASS):
        apply_pass(record, argument if kind == PASS_BONUS else NO_TILE)
