"""Spades: gaining and buying them, transforming land, tunnels and carpets ('1. Transformar y construir', phase III)."""

from __future__ import annotations

from dolmen.core.kernel import kernel
from dolmen.core.mask import Mask, add
from dolmen.games.terra_mystica.rules.actions import COLOUR, DIG, DISCARD, TRANSFORM
from dolmen.games.terra_mystica.rules.board import LAND, SPADES, holds
from dolmen.games.terra_mystica.rules.factions import (
    HOME,
    POINTS_PER_PAID_SPADE,
    POINTS_PER_SPADE,
    SKIP_POINTS,
    SPADE_PRIESTS,
    SPADE_WORKERS,
    SPADES_PER_HEX,
    STRONGHOLD_SPADE_POWER,
)
from dolmen.games.terra_mystica.rules.goods import can_pay, pay
from dolmen.games.terra_mystica.rules.power import gain_power
from dolmen.games.terra_mystica.rules.reach import (
    beside_own,
    needs_skip,
    reached,
    reached_by_skipping,
    skip_priests,
    skip_workers,
)
from dolmen.games.terra_mystica.rules.record import (
    FROM_ABILITY,
    FROM_ROUND,
    NO_HEX,
    NOBODY,
    Phase,
    Record,
    faction_of,
    has_stronghold,
    score,
    scoring_tile,
)
from dolmen.games.terra_mystica.rules.tiles import MAX_PRIESTS, SCORING_SPADE, SPADE_POINTS

MOST_SPADES = 3
"""No transformation takes more."""


@kernel
def home_of(record: Record, player: int) -> int:
    """The player's home terrain."""
    return int(HOME[faction_of(record, player)])


@kernel
def score_spades(record: Record, player: int, spades: int) -> None:
    """What every spade gained brings, whatever its source."""
    faction = faction_of(record, player)
    score(record, player, spades * int(POINTS_PER_SPADE[faction]), FROM_ABILITY)
    if has_stronghold(record, player):
        gain_power(record, player, spades * int(STRONGHOLD_SPADE_POWER[faction]))


@kernel
def gain_spades(record: Record, player: int, spades: int) -> None:
    """Spades in phase II, to be used at once. The spade tile scores when they are gained (ruling 5)."""
    record.spades += spades
    score_spades(record, player, spades)
    if scoring_tile(record) == SCORING_SPADE:
        score(record, player, spades * SPADE_POINTS, FROM_ROUND)


# ---------------------------------------------------------------------------------------------------- buying spades


@kernel
def spade_workers(record: Record, player: int) -> int:
    """Workers for a spade, by the exchange track."""
    return int(SPADE_WORKERS[faction_of(record, player), int(record.digging[player])])


@kernel
def spade_priests(record: Record, player: int) -> int:
    """Priests for a spade (darklings)."""
    return int(SPADE_PRIESTS[faction_of(record, player)])


@kernel
def can_dig(record: Record, player: int) -> bool:
    """A spade can be paid, and with the others be used on one hex. None is bought after a transformation (ruling 7)."""
    each = int(SPADES_PER_HEX[faction_of(record, player)])
    spades = int(record.spades) + 1
    workers = spade_workers(record, player)
    priests = spade_priests(record, player)
    if spades > (each if each > 0 else MOST_SPADES) or int(record.worked_count) > 0:
        return False
    return can_pay(record, player, workers, 0, priests) and can_use(record, player, spades, -workers, -priests, 0)


@kernel
def can_use(record: Record, player: int, spades: int, workers: int, priests: int, power: int) -> bool:
    """Whether so many spades could go into one transformation, once goods and power in bowl III change by so much.

    Land in reach is enough. For a tunnel or a carpet, and for the spade that giants still need, the price must be at
    hand, or to be had by conversions (ruling 5).
    """
    tokens = int(record.bowls[player, 2]) + power + int(record.bowls[player, 1]) // 2
    priests += int(record.priests[player])
    workers += int(record.workers[player]) + priests + tokens // 3
    missing = max(0, int(SPADES_PER_HEX[faction_of(record, player)]) - spades)
    if workers < missing * spade_workers(record, player):
        return False
    low, high = reached(record, player)
    if has_ground(record, player, low, high):
        return True
    ordained = min(tokens // 5, MAX_PRIESTS - int(record.in_orders[player]) - priests)
    if workers < skip_workers(record, player) or priests + ordained < skip_priests(record, player):
        return False
    low, high = reached_by_skipping(record, player)
    return has_ground(record, player, low, high)


@kernel
def has_ground(record: Record, player: int, low: int, high: int) -> bool:
    """Whether spades can be used on any hex of a set: some terrain always takes just as many. Giants make home only."""
    spared = home_of(record, player) if int(SPADES_PER_HEX[faction_of(record, player)]) > 0 else NOBODY
    for land in range(LAND):
        if holds(low, high, land) and int(record.owner[land]) == NOBODY and int(record.terrain[land]) != spared:
            return True
    return False


@kernel
def keeps_spades(record: Record, player: int, workers: int, priests: int, power: int) -> bool:
    """Whether bought spades could still be used after such a conversion: they are never thrown away (ruling 5)."""
    spades = int(record.spades)
    if spades == 0 or int(record.bought) == 0:
        return True
    return can_use(record, player, spades, workers, priests, power)


@kernel
def legal_dig(record: Record, mask: Mask) -> None:
    """More spades may be bought, in actions that allow it."""
    if record.may_dig and can_dig(record, int(record.player)):
        add(mask, DIG)


@kernel
def apply_dig(record: Record) -> None:
    """Buy a spade with workers (darklings: with a priest, for two points)."""
    player = int(record.player)
    pay(record, player, spade_workers(record, player), 0, spade_priests(record, player))
    record.bought += 1
    record.one_hex = 1
    gain_spades(record, player, 1)
    score(record, player, int(POINTS_PER_PAID_SPADE[faction_of(record, player)]), FROM_ABILITY)


# ------------------------------------------------------------------------------------------------------ transforming


@kernel
def open_spades(record: Record, player: int) -> int:
    """Spades that the player may use now."""
    return int(record.cult_spades[player]) if record.phase == Phase.SPADE else int(record.spades)


@kernel
def spades_needed(record: Record, player: int, land: int, colour: int) -> int:
    """Spades from a hex's terrain to another: along the cycle, or always two for the giants."""
    each = int(SPADES_PER_HEX[faction_of(record, player)])
    home = home_of(record, player)
    if each > 0:
        return each if colour == home else MOST_SPADES + 1
    return int(SPADES[home, int(record.terrain[land]), colour])


@kernel
def was_worked(record: Record, land: int) -> bool:
    """Whether the hex was transformed in this action."""
    for place in range(int(record.worked_count)):
        if int(record.worked[place]) == land:
            return True
    return False


@kernel
def left_foreign(record: Record, player: int) -> bool:
    """Whether a hex transformed in this action is not home terrain."""
    home = home_of(record, player)
    for place in range(int(record.worked_count)):
        if int(record.terrain[int(record.worked[place])]) != home:
            return True
    return False


@kernel
def may_become(record: Record, player: int, land: int, colour: int) -> bool:
    """Whether the open spades may turn a hex into a terrain.

    Where they belong to one hex they are all used there. Else only one hex of the action may stay foreign (ruling 7).
    """
    spades = open_spades(record, player)
    needed = spades_needed(record, player, land, colour)
    if colour == int(record.terrain[land]) or needed > spades:
        return False
    if record.phase == Phase.SPADE:
        return True
    if record.one_hex:
        return needed == spades
    return colour == home_of(record, player) or not left_foreign(record, player)


@kernel
def may_transform(record: Record, player: int, land: int) -> bool:
    """Whether the open spades may be used on a hex that is within reach: once an action (ruling 7)."""
    if int(record.owner[land]) != NOBODY or was_worked(record, land):
        return False
    for colour in range(7):
        if may_become(record, player, land, colour):
            return True
    return False


@kernel
def legal_transforms(record: Record, mask: Mask) -> None:
    """Land in reach on which spades may be used."""
    player = int(record.player)
    low, high = reached(record, player)
    far_low, far_high = reached_by_skipping(record, player)
    if can_pay(record, player, skip_workers(record, player), 0, skip_priests(record, player)):
        low |= far_low
        high |= far_high
    for land in range(LAND):
        if holds(low, high, land) and may_transform(record, player, land):
            add(mask, TRANSFORM + land)


@kernel
def legal_spades(record: Record, mask: Mask) -> None:
    """Use spades, or throw one away: never in an action that bought any (ruling 5)."""
    legal_transforms(record, mask)
    if int(record.bought) == 0 or record.phase == Phase.SPADE:
        add(mask, DISCARD)


@kernel
def legal_sandstorm(record: Record, mask: Mask) -> None:
    """Nomads: any free hex that shares an edge with an own structure and is not home terrain."""
    player = int(record.player)
    low, high = beside_own(record, player)
    home = home_of(record, player)
    for land in range(LAND):
        if holds(low, high, land) and int(record.owner[land]) == NOBODY and int(record.terrain[land]) != home:
            add(mask, TRANSFORM + land)


@kernel
def legal_colours(record: Record, mask: Mask) -> None:
    """The terrains that the open spades lead to."""
    player = int(record.player)
    for colour in range(7):
        if may_become(record, player, int(record.transforming), colour):
            add(mask, COLOUR + colour)


@kernel
def apply_transform(record: Record, land: int) -> None:
    """Choose the hex; its terrain is asked for where there is a choice."""
    player = int(record.player)
    if record.sandstorm_due:
        record.sandstorm_due = 0
        record.terrain[land] = home_of(record, player)
        note_worked(record, land)
        return
    record.transforming = land
    choices = 0
    only = 0
    for colour in range(7):
        if may_become(record, player, land, colour):
            choices += 1
            only = colour
    if choices == 1:
        apply_colour(record, only)


@kernel
def apply_colour(record: Record, colour: int) -> None:
    """Spades turn the chosen hex into a terrain."""
    player = int(record.player)
    land = int(record.transforming)
    spades = spades_needed(record, player, land, colour)
    record.transforming = NO_HEX
    record.terrain[land] = colour
    if record.phase == Phase.SPADE:
        record.cult_spades[player] -= spades
    else:
        pay_skip(record, player, land)
        record.spades -= spades
        note_worked(record, land)


@kernel
def note_worked(record: Record, land: int) -> None:
    """The hex was transformed in this action."""
    record.worked[int(record.worked_count)] = land
    record.worked_count += 1


@kernel
def pay_skip(record: Record, player: int, land: int) -> None:
    """A tunnel or a carpet flight, where the hex is not adjacent otherwise: its price, and four points."""
    if needs_skip(record, player, land):
        pay(record, player, skip_workers(record, player), 0, skip_priests(record, player))
        score(record, player, int(SKIP_POINTS[faction_of(record, player)]), FROM_ABILITY)
        record.skipped_to = land


@kernel
def apply_discard(record: Record) -> None:
    """Throw a spade away."""
    if record.phase == Phase.SPADE:
        record.cult_spades[int(record.player)] -= 1
    else:
        record.spades -= 1
