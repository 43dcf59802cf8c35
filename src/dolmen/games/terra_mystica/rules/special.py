"""Power actions, special actions and bridges (actions 6 and 7, Appendix I)."""

from __future__ import annotations

from dolmen.core.kernel import kernel
from dolmen.core.mask import Mask, add
from dolmen.games.terra_mystica.rules.actions import (
    BONUS_SPADE_ACTION,
    BONUS_STEP_ACTION,
    BRIDGE,
    FAVOUR_STEP_ACTION,
    POWER_ACTION,
    SPECIAL_ACTION,
)
from dolmen.games.terra_mystica.rules.board import BRIDGE_ENDS, BRIDGES, LAND, holds
from dolmen.games.terra_mystica.rules.factions import (
    BRIDGE_WORKERS,
    NO_SPECIAL,
    SPECIAL,
    SPECIAL_AT_ONCE,
    SPECIAL_BRIDGE,
    SPECIAL_DOUBLE_TURN,
    SPECIAL_RIDE,
    SPECIAL_SANDSTORM,
    SPECIAL_SPADES,
    SPECIAL_STEPS,
    SPECIAL_UPGRADE,
)
from dolmen.games.terra_mystica.rules.goods import gain_goods, pay
from dolmen.games.terra_mystica.rules.power import spend_power
from dolmen.games.terra_mystica.rules.reach import beside_own
from dolmen.games.terra_mystica.rules.record import (
    BUILD_ANYWHERE,
    BUILD_IN_REACH,
    BUILD_WHERE_WORKED,
    NOBODY,
    USED_BONUS,
    USED_FAVOUR,
    USED_SPECIAL,
    Record,
    faction_of,
    has_favour,
    has_stronghold,
)
from dolmen.games.terra_mystica.rules.spades import gain_spades, home_of
from dolmen.games.terra_mystica.rules.structures import piece_left
from dolmen.games.terra_mystica.rules.tiles import (
    BONUS_CULT_STEP,
    BONUS_SPADE,
    BRIDGE_ACTION,
    DWELLING,
    FAV_CULT_STEP,
    POWER_ACTIONS,
    POWER_COST,
    POWER_GAIN,
    POWER_SPADES,
    TRADING_POST,
)
from dolmen.games.terra_mystica.rules.towns import check_town


@kernel
def was_used(record: Record, player: int, action: int) -> bool:
    """Whether a special action was taken in this round."""
    return int(record.used[player]) & action != 0


@kernel
def mark_used(record: Record, player: int, action: int) -> None:
    """Lay an action marker on a special action."""
    record.used[player] = int(record.used[player]) | action


@kernel
def begin_spade_action(record: Record, player: int, spades: int, one_hex: int, right: int) -> None:
    """'Transform and build' with free spades; more may be bought where a dwelling may stand anywhere in reach."""
    record.one_hex = one_hex
    record.build_right = right
    record.may_dig = 1 if right == BUILD_IN_REACH else 0
    gain_spades(record, player, spades)


# -------------------------------------------------------------------------------------------------- 6: power actions


@kernel
def legal_power_actions(record: Record, mask: Mask) -> None:
    """Each once a round by one player, for tokens of bowl III; a bridge only where one can be built."""
    player = int(record.player)
    power = int(record.bowls[player, 2])
    used = int(record.power_used)
    for number in range(POWER_ACTIONS):
        is_open = (used >> number) & 1 == 0 and power >= int(POWER_COST[number])
        if is_open and (number != BRIDGE_ACTION or can_bridge(record, player)):
            add(mask, POWER_ACTION + number)


@kernel
def apply_power_action(record: Record, number: int) -> None:
    """Pay with power, cover the action, take what it gives."""
    player = int(record.player)
    spend_power(record, player, int(POWER_COST[number]))
    record.power_used = int(record.power_used) | (1 << number)
    gain_goods(record, player, POWER_GAIN[number], 1)
    spades = int(POWER_SPADES[number])
    if number == BRIDGE_ACTION:
        record.bridge_due = 1
    elif spades > 0:
        begin_spade_action(record, player, spades, 1 if spades == 1 else 0, BUILD_IN_REACH)


# ------------------------------------------------------------------------------------------------------------- bridges


@kernel
def may_bridge(record: Record, player: int, bridge: int) -> bool:
    """Not built yet, and an own structure stands on one end at least."""
    if int(record.bridge_owner[bridge]) != NOBODY:
        return False
    one = int(record.owner[int(BRIDGE_ENDS[bridge, 0])])
    other = int(record.owner[int(BRIDGE_ENDS[bridge, 1])])
    return one == player or other == player


@kernel
def can_bridge(record: Record, player: int) -> bool:
    """A bridge is left, and there is a place for it."""
    if int(record.bridges[player]) == 0:
        return False
    for bridge in range(BRIDGES):
        if may_bridge(record, player, bridge):
            return True
    return False


@kernel
def legal_bridges(record: Record, mask: Mask) -> None:
    """Every place where the player may build a bridge."""
    for bridge in range(BRIDGES):
        if may_bridge(record, int(record.player), bridge):
            add(mask, BRIDGE + bridge)


@kernel
def apply_bridge(record: Record, bridge: int) -> None:
    """Build a bridge; what it joins may become a town."""
    player = int(record.player)
    record.bridge_due = 0
    record.bridges[player] -= 1
    record.bridge_owner[bridge] = player
    for end in range(2):
        land = int(BRIDGE_ENDS[bridge, end])
        if int(record.owner[land]) == player:
            check_town(record, player, land)
            return


# ------------------------------------------------------------------------------------------------ 7: special actions


@kernel
def has_special(record: Record, player: int) -> bool:
    """Whether the faction's own action is open: with the stronghold, once a round (engineers: always)."""
    faction = faction_of(record, player)
    if int(SPECIAL[faction]) == NO_SPECIAL or was_used(record, player, USED_SPECIAL):
        return False
    return int(SPECIAL_AT_ONCE[faction]) == 1 or has_stronghold(record, player)


@kernel
def special_is_possible(record: Record, player: int, special: int) -> bool:
    """Whether there is anything to do with the faction's action."""
    if special == SPECIAL_BRIDGE:
        return int(record.workers[player]) >= BRIDGE_WORKERS and can_bridge(record, player)
    if special == SPECIAL_SANDSTORM:
        return can_sandstorm(record, player)
    if special == SPECIAL_UPGRADE:
        dwellings = int(record.built[player, DWELLING])
        return dwellings > 0 and piece_left(record, player, TRADING_POST)
    if special == SPECIAL_RIDE:
        return piece_left(record, player, DWELLING) and home_is_free(record, player)
    return True


@kernel
def can_sandstorm(record: Record, player: int) -> bool:
    """Whether free land of another terrain shares an edge with an own structure."""
    low, high = beside_own(record, player)
    home = home_of(record, player)
    for land in range(LAND):
        if holds(low, high, land) and int(record.owner[land]) == NOBODY and int(record.terrain[land]) != home:
            return True
    return False


@kernel
def home_is_free(record: Record, player: int) -> bool:
    """Whether any free hex is home terrain."""
    home = home_of(record, player)
    for land in range(LAND):
        if int(record.owner[land]) == NOBODY and int(record.terrain[land]) == home:
            return True
    return False


@kernel
def legal_special_actions(record: Record, mask: Mask) -> None:
    """The actions of the faction, of the bonus tile and of FAV6, each once a round."""
    player = int(record.player)
    special = int(SPECIAL[faction_of(record, player)])
    if has_special(record, player) and special_is_possible(record, player, special):
        add(mask, SPECIAL_ACTION + special)
    if not was_used(record, player, USED_BONUS):
        if int(record.bonus[player]) == BONUS_SPADE:
            add(mask, BONUS_SPADE_ACTION)
        elif int(record.bonus[player]) == BONUS_CULT_STEP:
            add(mask, BONUS_STEP_ACTION)
    if has_favour(record, player, FAV_CULT_STEP) and not was_used(record, player, USED_FAVOUR):
        add(mask, FAVOUR_STEP_ACTION)


@kernel
def apply_tile_action(record: Record, action: int) -> None:
    """BON1: a spade. BON2 and FAV6: a step on a cult track."""
    player = int(record.player)
    if action == FAVOUR_STEP_ACTION:
        mark_used(record, player, USED_FAVOUR)
        record.steps_due = 1
    elif action == BONUS_STEP_ACTION:
        mark_used(record, player, USED_BONUS)
        record.steps_due = 1
    else:
        mark_used(record, player, USED_BONUS)
        begin_spade_action(record, player, 1, 1, BUILD_IN_REACH)


@kernel
def apply_special_action(record: Record, special: int) -> None:
    """The faction's own action (Appendix VI)."""
    player = int(record.player)
    if special == SPECIAL_BRIDGE:
        pay(record, player, BRIDGE_WORKERS, 0, 0)
        record.bridge_due = 1
        return
    mark_used(record, player, USED_SPECIAL)
    if special == SPECIAL_STEPS:
        record.steps_due = 2
    elif special == SPECIAL_DOUBLE_TURN:
        record.acted = 0
        record.actions_left = 2
    elif special == SPECIAL_SPADES:
        begin_spade_action(record, player, 2, 1, BUILD_WHERE_WORKED)
    elif special == SPECIAL_SANDSTORM:
        record.sandstorm_due = 1
        record.build_right = BUILD_WHERE_WORKED
    elif special == SPECIAL_UPGRADE:
        record.upgrade_due = 1
    elif special == SPECIAL_RIDE:
        record.build_right = BUILD_ANYWHERE
