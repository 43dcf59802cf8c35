"""Which decisions the rules allow now: a switch by phase. The rules stand in the modules of their areas."""

from __future__ import annotations

from dolmen.core.kernel import kernel
from dolmen.core.mask import Mask, add, clear
from dolmen.games.terra_mystica.rules.actions import ADVANCE_DIGGING, ADVANCE_SHIPPING, DIG, DONE, FORGO_BRIDGE, WAIT
from dolmen.games.terra_mystica.rules.conversions import legal_conversions
from dolmen.games.terra_mystica.rules.cults import legal_sends, legal_stays, legal_steps
from dolmen.games.terra_mystica.rules.leech import legal_answers
from dolmen.games.terra_mystica.rules.opening import legal_factions, legal_first_bonus, legal_first_dwellings
from dolmen.games.terra_mystica.rules.record import (
    BUILD_IN_REACH,
    NO_BUILDING,
    NO_HEX,
    OPTION_LATE_ANSWERS,
    Phase,
    Record,
    has_option,
)
from dolmen.games.terra_mystica.rules.spades import can_dig, legal_colours, legal_dig, legal_sandstorm, legal_spades
from dolmen.games.terra_mystica.rules.special import legal_bridges, legal_power_actions, legal_special_actions
from dolmen.games.terra_mystica.rules.structures import (
    legal_dwellings,
    legal_favours,
    legal_free_upgrades,
    legal_upgrades,
)
from dolmen.games.terra_mystica.rules.towns import legal_connects, legal_towns
from dolmen.games.terra_mystica.rules.tracks import can_advance_digging, can_advance_shipping
from dolmen.games.terra_mystica.rules.turns import legal_passes, legal_reward, may_end_action, may_take_reward, may_wait


@kernel
def legal(record: Record, mask: Mask) -> None:
    """Fill `mask` with the legal decisions; none at the end of the game."""
    clear(mask)
    phase = record.phase
    if phase == Phase.ACTION:
        legal_turn(record, mask)
    elif phase == Phase.OFFER:
        legal_answers(record, mask)
    elif phase == Phase.REWARD:
        legal_reward(record, mask)
    elif phase == Phase.SPADE:
        if int(record.transforming) != NO_HEX:
            legal_colours(record, mask)
        else:
            legal_spades(record, mask)
    elif phase == Phase.DWELLING:
        legal_first_dwellings(record, mask)
    elif phase == Phase.FIRST_BONUS:
        legal_first_bonus(record, mask)
    elif phase == Phase.FACTION:
        legal_factions(record, mask)


@kernel
def legal_turn(record: Record, mask: Mask) -> None:
    """A player's turn: conversions at any moment; what an action still asks for; else an action, or its end."""
    if int(record.transforming) != NO_HEX:
        legal_colours(record, mask)
        return
    if int(record.tile_steps) > 0:
        legal_stays(record, mask)
        return
    legal_conversions(record, mask)
    legal_connects(record, mask)
    if may_take_reward(record):
        legal_steps(mask, 1)
    if may_wait(record):
        add(mask, WAIT)
    legal_dues(record, mask)
    if record.acted:
        legal_rest_of_action(record, mask)
    elif int(record.towns_due) == 0:
        legal_actions(record, mask)
    if may_end_action(record):
        add(mask, DONE)


@kernel
def legal_dues(record: Record, mask: Mask) -> None:
    """What must be chosen before the action can end, in any order."""
    if int(record.favours_due) > 0:
        legal_favours(record, mask)
    if int(record.towns_due) > 0:
        legal_towns(record, mask)
    if record.bridge_due:
        legal_bridges(record, mask)
        if has_option(record, OPTION_LATE_ANSWERS):
            add(mask, FORGO_BRIDGE)
    if record.upgrade_due:
        legal_free_upgrades(record, mask)
    if record.sandstorm_due:
        legal_sandstorm(record, mask)
    if int(record.steps_due) > 0:
        legal_steps(mask, int(record.steps_due))


@kernel
def legal_rest_of_action(record: Record, mask: Mask) -> None:
    """'Transform and build' in progress: spades first, then perhaps a dwelling."""
    if int(record.spades) > 0:
        legal_spades(record, mask)
        legal_dig(record, mask)
    elif record.build_right != NO_BUILDING and not record.sandstorm_due:
        legal_dwellings(record, mask, int(record.build_right))
        legal_dig(record, mask)


@kernel
def legal_actions(record: Record, mask: Mask) -> None:
    """The eight actions."""
    player = int(record.player)
    if int(record.actions_left) == 0:
        return
    legal_dwellings(record, mask, BUILD_IN_REACH)
    if can_dig(record, player):
        add(mask, DIG)
    if can_advance_shipping(record, player):
        add(mask, ADVANCE_SHIPPING)
    if can_advance_digging(record, player):
        add(mask, ADVANCE_DIGGING)
    legal_upgrades(record, mask)
    legal_sends(record, mask)
    legal_power_actions(record, mask)
    legal_special_actions(record, mask)
    legal_passes(record, mask)
