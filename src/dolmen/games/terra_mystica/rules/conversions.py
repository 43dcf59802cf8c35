"""Conversions and sacrifices, at any moment of one's own turn ('Conversiones', 'Sacrificio de poder')."""

from __future__ import annotations

from dolmen.core.kernel import kernel
from dolmen.core.mask import Mask, add
from dolmen.games.terra_mystica.rules.actions import (
    BURN,
    COINS_TO_POINT,
    CONVERT,
    ORDAIN,
    POINT_TO_COIN,
    POWER_TO_COIN,
    POWER_TO_PRIEST,
    POWER_TO_WORKER,
    PRIEST_TO_COIN,
    PRIEST_TO_WORKER,
    WORKER_TO_COIN,
)
from dolmen.games.terra_mystica.rules.factions import POINTS_FOR_COINS, STRONGHOLD_ORDINATION
from dolmen.games.terra_mystica.rules.goods import gain_priests, priest_room
from dolmen.games.terra_mystica.rules.power import burn, can_burn, spend_power
from dolmen.games.terra_mystica.rules.record import FROM_EXCHANGE, Record, faction_of, score
from dolmen.games.terra_mystica.rules.spades import keeps_spades


@kernel
def legal_conversions(record: Record, mask: Mask) -> None:
    """Power, priests and workers downwards; points and coins for the alchemists; ordination for the darklings.

    Nothing is converted that spades already bought still need.
    """
    player = int(record.player)
    power = int(record.bowls[player, 2])
    room = priest_room(record, player)
    if can_burn(record, player):
        add(mask, BURN)
    if power >= 1 and keeps_spades(record, player, 0, 0, -1):
        add(mask, POWER_TO_COIN)
    if power >= 3 and keeps_spades(record, player, 1, 0, -3):
        add(mask, POWER_TO_WORKER)
    if power >= 5 and room > 0 and keeps_spades(record, player, 0, 1, -5):
        add(mask, POWER_TO_PRIEST)
    if int(record.priests[player]) > 0:
        if keeps_spades(record, player, 1, -1, 0):
            add(mask, PRIEST_TO_WORKER)
        if keeps_spades(record, player, 0, -1, 0):
            add(mask, PRIEST_TO_COIN)
    if int(record.workers[player]) > 0:
        if keeps_spades(record, player, -1, 0, 0):
            add(mask, WORKER_TO_COIN)
        if int(record.ordination) > 0 and room > 0:
            add(mask, ORDAIN)
    if int(POINTS_FOR_COINS[faction_of(record, player)]):
        if int(record.vp[player]) > 0:
            add(mask, POINT_TO_COIN)
        if int(record.coins[player]) >= 2:
            add(mask, COINS_TO_POINT)


@kernel
def apply_conversion(record: Record, action: int) -> None:
    """Make one conversion, or one sacrifice."""
    player = int(record.player)
    if action == BURN:
        burn(record, player)
    elif action == POWER_TO_COIN:
        spend_power(record, player, 1)
        record.coins[player] += 1
    elif action == POWER_TO_WORKER:
        spend_power(record, player, 3)
        record.workers[player] += 1
    elif action == POWER_TO_PRIEST:
        spend_power(record, player, 5)
        gain_priests(record, player, 1)
    elif action == PRIEST_TO_WORKER:
        record.priests[player] -= 1
        record.workers[player] += 1
    elif action == PRIEST_TO_COIN:
        record.priests[player] -= 1
        record.coins[player] += 1
    elif action == WORKER_TO_COIN:
        record.workers[player] -= 1
        record.coins[player] += 1
    elif action == POINT_TO_COIN:
        score(record, player, -1, FROM_EXCHANGE)
        record.coins[player] += 1
    elif action == COINS_TO_POINT:
        record.coins[player] -= 2
        score(record, player, 1, FROM_EXCHANGE)
    elif action == ORDAIN:
        record.workers[player] -= 1
        record.ordination -= 1
        gain_priests(record, player, 1)


@kernel
def narrow_ordination(record: Record, kind: int, action: int) -> None:
    """Ordination follows the stronghold at once: another conversion, or anything once it has begun, ends it.

    Sacrificing power is no conversion (ruling 13).
    """
    left = int(record.ordination)
    if left == 0 or action == ORDAIN:
        return
    begun = left < int(STRONGHOLD_ORDINATION[faction_of(record, int(record.turn_player))])
    if kind == CONVERT or begun:
        record.ordination = 0
