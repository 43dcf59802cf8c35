"""What a decision leads to, by rule of thumb: tiles, steps and spades that are due, a dwelling after them."""

from __future__ import annotations

from typing import Any

from dolmen.core.kernel import kernel
from dolmen.games.terra_mystica.bots.greedy.land import place_worth
from dolmen.games.terra_mystica.bots.greedy.payment import IMPOSSIBLE, make_payable, price_of
from dolmen.games.terra_mystica.bots.greedy.tiles import favour_tile_worth, goods_worth
from dolmen.games.terra_mystica.bots.greedy.weights import KEY, STEP, Weights, worth
from dolmen.games.terra_mystica.rules.actions import (
    BRIDGE,
    BUILD,
    COLOUR,
    CULT_STEP,
    DIG,
    DISCARD,
    DOUBLE_STEP,
    FAVOUR,
    ORDAIN,
    STAY,
    TOWN,
    TRANSFORM,
    upgrade_id,
)
from dolmen.games.terra_mystica.rules.board import BRIDGE_ENDS, BRIDGES, LAND, SPADES, holds
from dolmen.games.terra_mystica.rules.cults import may_stay
from dolmen.games.terra_mystica.rules.factions import SPADES_PER_HEX
from dolmen.games.terra_mystica.rules.goods import can_pay, priest_room
from dolmen.games.terra_mystica.rules.reach import (
    beside_own,
    reached,
    reached_by_skipping,
    skip_priests,
    skip_workers,
)
from dolmen.games.terra_mystica.rules.record import (
    BUILD_ANYWHERE,
    NO_BUILDING,
    NO_HEX,
    NOBODY,
    ROUNDS,
    Phase,
    faction_of,
)
from dolmen.games.terra_mystica.rules.spades import (
    can_dig,
    home_of,
    may_become,
    may_transform,
    spade_workers,
    spades_needed,
)
from dolmen.games.terra_mystica.rules.special import may_bridge
from dolmen.games.terra_mystica.rules.structures import may_take_favour, piece_left
from dolmen.games.terra_mystica.rules.tiles import (
    DWELLING,
    FAVOUR_STEPS,
    FAVOUR_TILES,
    POWER_VALUE,
    SCORING_CULT,
    TOP,
    TOWN_GAIN,
    TOWN_KEYS,
    TOWN_POINTS,
    TOWN_SHIPPING,
    TOWN_STEPS,
    TOWN_TILES,
    TRACKS,
    TRADING_POST,
)

NOTHING = -1


@kernel
def obvious(record: Any, player: int, weights: Weights) -> int:
    """The player's next decision in an action in progress, or NOTHING; conversions for it are made on the record."""
    if record.phase != Phase.ACTION or record.player != player:
        return NOTHING
    if int(record.transforming) != NO_HEX:
        return COLOUR + towards_home(record, player)
    if int(record.tile_steps) > 0:
        return track_that_stays(record, player)
    if int(record.ordination) > 0 and int(record.workers[player]) > 0 and priest_room(record, player) > 0:
        return ORDAIN
    if int(record.favours_due) > 0:
        return FAVOUR + best_favour(record, player, weights)
    if int(record.towns_due) > 0:
        return TOWN + best_town(record, weights)
    if int(record.steps_due) > 0:
        first = CULT_STEP if int(record.steps_due) == 1 else DOUBLE_STEP
        return first + best_track(record, player, weights, int(record.steps_due))
    if record.bridge_due:
        return BRIDGE + best_bridge(record, player)
    if record.upgrade_due:
        return upgrade_id(best_dwelling(record, player), TRADING_POST)
    if record.sandstorm_due:
        return TRANSFORM + best_sandstorm(record, player)
    if int(record.spades) > 0:
        return best_use_of_spades(record, player)
    return build_there(record, player)


# -------------------------------------------------------------------------------------------------------------- tiles


@kernel
def rounds_left(record: Any) -> int:
    """Rounds after this one."""
    return ROUNDS - int(record.round_number)


@kernel
def steps_worth(record: Any, player: int, weights: Weights, track: int, steps: int) -> int:
    """Steps on a track: more where a coming cult bonus looks at it, nothing beyond its end."""
    room = (TOP if int(record.keys[player]) > 0 else TOP - 1) - int(record.cult[player, track])
    value = worth(weights, STEP, rounds_left(record))
    for number in range(max(0, int(record.round_number) - 1), ROUNDS - 1):
        if int(SCORING_CULT[int(record.scoring[number])]) == track:
            value += 25
    return min(steps, max(0, room)) * value


@kernel
def best_track(record: Any, player: int, weights: Weights, steps: int) -> int:
    """The track on which steps are worth most."""
    best = 0
    for track in range(1, 4):
        if steps_worth(record, player, weights, track, steps) > steps_worth(record, player, weights, best, steps):
            best = track
    return best


@kernel
def track_that_stays(record: Any, player: int) -> int:
    """A track that stays at 9 for want of keys: the first one."""
    for track in range(TRACKS):
        if may_stay(record, player, track):
            return STAY + track
    return NOTHING


@kernel
def best_favour(record: Any, player: int, weights: Weights) -> int:
    """The favour tile that is worth most, with its steps."""
    best = -1
    best_value = 0
    for tile in range(FAVOUR_TILES):
        if may_take_favour(record, player, tile):
            value = steps_worth(record, player, weights, tile % 4, int(FAVOUR_STEPS[tile]))
            if tile >= 4:
                value += favour_tile_worth(record, player, weights, rounds_left(record), tile)
            if best < 0 or value > best_value:
                best = tile
                best_value = value
    return best


@kernel
def best_town(record: Any, weights: Weights) -> int:
    """The town tile that is worth most."""
    best = -1
    best_value = 0
    left = rounds_left(record)
    for tile in range(TOWN_TILES):
        if int(record.towns_left[tile]) > 0:
            value = 100 * int(TOWN_POINTS[tile]) + int(TOWN_KEYS[tile]) * worth(weights, KEY, left)
            value += 4 * int(TOWN_STEPS[tile]) * worth(weights, STEP, left)
            value += goods_worth(weights, TOWN_GAIN[tile], left)
            value += 300 if tile == TOWN_SHIPPING else 0
            if best < 0 or value > best_value:
                best = tile
                best_value = value
    return best


# --------------------------------------------------------------------------------------------------------- structures


@kernel
def best_bridge(record: Any, player: int) -> int:
    """A bridge between two own structures outside towns, else between two own, else to free land."""
    best = -1
    best_value = 0
    for bridge in range(BRIDGES):
        if may_bridge(record, player, bridge):
            value = bridge_worth(record, int(BRIDGE_ENDS[bridge, 0]), int(BRIDGE_ENDS[bridge, 1]))
            if value > best_value:
                best = bridge
                best_value = value
    return best


@kernel
def bridge_worth(record: Any, one: int, other: int) -> int:
    """A rough measure of a bridge between two hexes."""
    if int(record.owner[one]) == int(record.owner[other]):
        if record.in_town[one] or record.in_town[other]:
            return 3
        return 3 + int(POWER_VALUE[int(record.structure[one])]) + int(POWER_VALUE[int(record.structure[other])])
    return 2 if int(record.owner[one]) == NOBODY or int(record.owner[other]) == NOBODY else 1


@kernel
def best_dwelling(record: Any, player: int) -> int:
    """The dwelling that is upgraded for nothing: outside towns, among own structures."""
    best = -1
    best_value = 0
    for land in range(LAND):
        if int(record.owner[land]) == player and int(record.structure[land]) == DWELLING:
            value = place_worth(record, player, land) + (0 if record.in_town[land] else 100)
            if value > best_value:
                best = land
                best_value = value
    return best


@kernel
def best_sandstorm(record: Any, player: int) -> int:
    """The land that the sandstorm makes home."""
    low, high = beside_own(record, player)
    home = home_of(record, player)
    best = -1
    best_value = 0
    for land in range(LAND):
        if holds(low, high, land) and int(record.owner[land]) == NOBODY and int(record.terrain[land]) != home:
            value = place_worth(record, player, land) + 30 * int(SPADES[home, int(record.terrain[land]), home])
            if value > best_value:
                best = land
                best_value = value
    return best


@kernel
def build_there(record: Any, player: int) -> int:
    """A dwelling where the action allows one; what it lacks is converted."""
    if record.build_right == BUILD_ANYWHERE:
        return BUILD + best_home(record, player)
    if record.build_right == NO_BUILDING or not piece_left(record, player, DWELLING):
        return NOTHING
    for place in range(int(record.worked_count)):
        land = int(record.worked[place])
        if int(record.terrain[land]) == home_of(record, player) and int(record.owner[land]) == NOBODY:
            payable = make_payable(record, player, price_of(record, player, BUILD + land)) != IMPOSSIBLE
            return BUILD + land if payable else NOTHING
    return NOTHING


@kernel
def best_home(record: Any, player: int) -> int:
    """Free home land anywhere, for a witch's ride."""
    home = home_of(record, player)
    best = -1
    best_value = 0
    for land in range(LAND):
        if int(record.terrain[land]) == home and int(record.owner[land]) == NOBODY:
            value = place_worth(record, player, land)
            if value > best_value:
                best = land
                best_value = value
    return best


# ------------------------------------------------------------------------------------------------------------- spades


@kernel
def towards_home(record: Any, player: int) -> int:
    """The terrain nearest to home that the open spades lead to."""
    home = home_of(record, player)
    best = -1
    best_distance = 0
    for colour in range(7):
        if may_become(record, player, int(record.transforming), colour):
            distance = 0 if colour == home else 10 + int(SPADES[home, colour, home])
            if best < 0 or distance < best_distance:
                best = colour
                best_distance = distance
    return best


@kernel
def best_use_of_spades(record: Any, player: int) -> int:
    """Buy another spade, transform, or throw the spade away, for the best hex in reach."""
    low, high = reached(record, player)
    if can_pay(record, player, skip_workers(record, player), 0, skip_priests(record, player)):
        far_low, far_high = reached_by_skipping(record, player)
        low |= far_low
        high |= far_high
    more = most_digs(record, player)
    home = home_of(record, player)
    best = -1
    best_value = 0
    for land in range(LAND):
        if holds(low, high, land) and may_transform(record, player, land):
            missing = lacking_spades(record, player, land, home)
            value = place_worth(record, player, land) + 1000
            value += 500 - 100 * missing if missing <= more else -100 * missing
            if best < 0 or value > best_value:
                best = land
                best_value = value
    if best < 0:
        return second_spade(record, player)
    if 0 < lacking_spades(record, player, best, home) <= more:
        return DIG
    return TRANSFORM + best


@kernel
def lacking_spades(record: Any, player: int, land: int, home: int) -> int:
    """Spades that a hex needs to become home beyond those in hand."""
    lacking = spades_needed(record, player, land, home) - int(record.spades)
    if int(record.terrain[land]) == home or (lacking < 0 and record.one_hex):
        return 9  # turning land away from home is never the aim
    return max(0, lacking)


@kernel
def most_digs(record: Any, player: int) -> int:
    """How many more spades could be bought in this action."""
    if not record.may_dig or not can_dig(record, player):
        return 0
    workers = spade_workers(record, player)
    return int(record.workers[player]) // workers if workers > 0 else int(record.priests[player])


@kernel
def second_spade(record: Any, player: int) -> int:
    """Where the spades are of no use: giants buy the second one, with conversions if need be; else they are lost."""
    if record.may_dig and int(record.spades) < int(SPADES_PER_HEX[faction_of(record, player)]):
        make_payable(record, player, price_of(record, player, DIG))
        if can_dig(record, player):
            return DIG
    return DISCARD if int(record.bought) == 0 else NOTHING
