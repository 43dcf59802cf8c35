"""A position of Terra Mystica: one record of fixed size.

Seats, hexes, tracks and tiles count from 0 here; texts use the community's names. Seats are in the order in which the
factions were chosen; `order` is the order of the present round.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Final

import numpy as np

from dolmen.core.kernel import kernel
from dolmen.games.terra_mystica.rules.board import BRIDGES, LAND, RIVERS
from dolmen.games.terra_mystica.rules.tiles import (
    BONUS_TILES,
    FAVOUR_TILES,
    ORDER_PLACES,
    STRONGHOLD,
    STRUCTURES,
    TOWN_TILES,
    TRACKS,
)

MAX_PLAYERS: Final = 5
MAX_OFFERS: Final = 16
BOWLS: Final = 3
MOST_WORKED: Final = 3
"""Hexes that one action can transform."""
ROUNDS: Final = 6
NOBODY: Final = -1
NO_TILE: Final = -1
NO_HEX: Final = -1

Record = Any
"""One element of a record array: attributes as below (an ``np.record`` uncompiled, a struct when compiled)."""


class Phase(IntEnum):
    """What is decided next. The last four are not decided by anybody: the rules run through them."""

    FACTION = 0
    DWELLING = 1
    FIRST_BONUS = 2
    ACTION = 3
    OFFER = 4
    REWARD = 5
    SPADE = 6
    CULT_BONUS = 7
    INCOME = 8
    FINAL = 9
    OVER = 10


class TurnEnd(IntEnum):
    """What follows when all who are asked about offers have answered."""

    OPEN = 0
    """The turn goes on where it was."""
    NEXT_PLAYER = 1
    SECOND_ACTION = 2
    """Of a double turn."""


OPTION_MINI_EXPANSION, OPTION_SHIPPING_BONUS, OPTION_TEMPLE_SCORING, OPTION_VARIABLE_ORDER, OPTION_LATE_ANSWERS = (
    1 << bit for bit in range(5)
)
"""Bits of `options`."""

NO_BUILDING, BUILD_IN_REACH, BUILD_WHERE_WORKED, BUILD_ANYWHERE = range(4)
"""Where the action in progress still allows a dwelling."""

SOURCES: Final = (
    "start",
    "round",
    "favour",
    "passing",
    "town",
    "track",
    "ability",
    "exchange",
    "leech",
    "fire",
    "water",
    "earth",
    "air",
    "area",
    "resources",
    "auction",
)
"""Where points come from: the columns of `points`."""
(
    FROM_START,
    FROM_ROUND,
    FROM_FAVOUR,
    FROM_PASSING,
    FROM_TOWN,
    FROM_TRACK,
    FROM_ABILITY,
    FROM_EXCHANGE,
    FROM_LEECH,
    FROM_FIRE,
    FROM_WATER,
    FROM_EARTH,
    FROM_AIR,
    FROM_AREA,
    FROM_RESOURCES,
    FROM_AUCTION,
) = range(16)

MARK_OPEN, MARK_REFUSED, MARK_TAKEN, MARK_SETTLED = range(4)
"""What is known of the other offers of the same build (cultists)."""

USED_SPECIAL: Final = 1
USED_BONUS: Final = 2
USED_FAVOUR: Final = 4

_SEATS = (MAX_PLAYERS,)

RECORD = np.dtype(
    [
        ("turn", np.int32),  # turns so far
        ("points", np.int16, (MAX_PLAYERS, len(SOURCES))),  # victory points by source
        ("vp", np.int16, _SEATS),  # victory points: the sum of the sources
        ("coins", np.int16, _SEATS),
        ("workers", np.int16, _SEATS),
        ("favours", np.int16, _SEATS),  # favour tiles held, one bit each
        ("points_off", np.int16, _SEATS),  # what a faction was bought for in an auction, taken off in the final scoring
        # ------------------------------------------------------------------------------------------ the game
        ("player", np.int8),  # who decides now, or TERMINAL
        ("turn_player", np.int8),  # whose turn it is
        ("phase", np.int8),
        ("players", np.int8),
        ("options", np.int8),
        ("round_number", np.int8),  # 1 to 6; 0 before the first
        ("step", np.int8),  # how far the set-up is
        ("scoring", np.int8, (ROUNDS,)),  # the scoring tile of each round
        ("power_used", np.int8),  # power actions taken in this round, one bit each
        ("order", np.int8, _SEATS),  # the seats in the order of this round
        ("passes", np.int8, _SEATS),  # the seats that passed, in that order
        ("passed_count", np.int8),
        # ------------------------------------------------------------------------------------------ the map
        ("terrain", np.int8, (LAND,)),
        ("structure", np.int8, (LAND,)),
        ("owner", np.int8, (LAND,)),  # whose structure, or NOBODY
        ("in_town", np.int8, (LAND,)),  # whether the structure belongs to a town
        ("bridge_owner", np.int8, (BRIDGES,)),
        ("town_river", np.int8, (RIVERS,)),  # river hexes that join a town
        # ------------------------------------------------------------------------------------------ the supply
        ("favours_left", np.int8, (FAVOUR_TILES,)),
        ("towns_left", np.int8, (TOWN_TILES,)),
        ("bonus_free", np.int8, (BONUS_TILES,)),  # whether the bonus tile lies beside the board
        ("bonus_coins", np.int8, (BONUS_TILES,)),
        ("orders", np.int8, (TRACKS, ORDER_PLACES)),  # whose priest stands on each place of each order
        # ------------------------------------------------------------------------------------------ the players
        ("faction", np.int8, _SEATS),  # or NOBODY before the choice
        ("colour", np.int8, _SEATS),  # the colour dealt, or NOBODY where the choice is free
        ("priests", np.int8, _SEATS),
        ("in_orders", np.int8, _SEATS),  # priests that will not come back
        ("bowls", np.int8, (MAX_PLAYERS, BOWLS)),
        ("cult", np.int8, (MAX_PLAYERS, TRACKS)),
        ("keys", np.int8, _SEATS),  # not yet used
        ("shipping", np.int8, _SEATS),
        ("digging", np.int8, _SEATS),  # level of the exchange track
        ("carpet", np.int8, _SEATS),  # more hexes that carpets skip, of town tiles
        ("built", np.int8, (MAX_PLAYERS, STRUCTURES)),  # structures on the map, by kind
        ("bridges", np.int8, _SEATS),  # not yet built
        ("bonus", np.int8, _SEATS),  # the bonus tile held, or NO_TILE
        ("town_tiles", np.int8, (MAX_PLAYERS, TOWN_TILES)),
        ("used", np.int8, _SEATS),  # special actions taken in this round, as bits
        ("passed", np.int8, _SEATS),
        ("dropped", np.int8, _SEATS),
        # ------------------------------------------------------------------------------------------ the turn
        ("actions_left", np.int8),  # actions that may still be begun
        ("acted", np.int8),  # whether an action is begun and not yet ended by 'done'
        ("spades", np.int8),  # to be used now
        ("bought", np.int8),  # spades paid for in this action
        ("may_dig", np.int8),  # whether spades may be bought in this action
        ("one_hex", np.int8),  # whether all spades of this action go to one hex
        ("worked", np.int8, (MOST_WORKED,)),  # hexes transformed in this action
        ("worked_count", np.int8),
        ("transforming", np.int8),  # the hex whose new terrain is asked for, or NO_HEX
        ("skipped_to", np.int8),  # the hex reached by tunnel or carpet in this action, or NO_HEX
        ("build_right", np.int8),
        ("favours_due", np.int8),
        ("towns_due", np.int8),
        ("bridge_due", np.int8),
        ("upgrade_due", np.int8),
        ("sandstorm_due", np.int8),
        ("steps_due", np.int8),  # steps on one track, of a special action
        ("ordination", np.int8),  # workers that may still become priests
        ("tile_steps", np.int8),  # steps of a town tile that wait until it is said which tracks stay at 9
        ("staying", np.int8),  # those tracks, as bits
        ("blocked", np.int8),  # tracks that missed the step to 10 in this turn for want of a key, as bits
        # ------------------------------------------------------------------------------------------ phase III
        ("cult_spades", np.int8, _SEATS),
        # ------------------------------------------------------------------------------------------ offers of power
        ("reward_steps", np.int8),  # cult steps that the cultists may take for power that was taken
        ("turn_over", np.int8),  # what follows when all have been asked: see TurnEnd
        ("asked", np.int8),  # which offer is asked about
        ("offers", np.int8),  # how many are open, oldest first
        ("offer_to", np.int8, (MAX_OFFERS,)),
        ("offer_from", np.int8, (MAX_OFFERS,)),
        ("offer_size", np.int8, (MAX_OFFERS,)),
        ("offer_build", np.uint8, (MAX_OFFERS,)),  # which build it belongs to
        ("offer_mark", np.int8, (MAX_OFFERS,)),
        ("offer_lapsed", np.int8, (MAX_OFFERS,)),  # whether it can only be refused any more
        ("builds", np.uint8),  # a running number of builds
        ("step_waits_for", np.int8),  # the seat whose free step of a tile waits (option late-answers), or NOBODY
    ],
    align=True,
)


@kernel
def has_option(record: Record, option: int) -> bool:
    """Whether an option is in force."""
    return int(record.options) & option != 0


@kernel
def faction_of(record: Record, player: int) -> int:
    """The player's faction."""
    return int(record.faction[player])


@kernel
def has_stronghold(record: Record, player: int) -> bool:
    """Whether the player's stronghold stands."""
    return int(record.built[player, STRONGHOLD]) > 0


@kernel
def has_favour(record: Record, player: int, tile: int) -> bool:
    """Whether the player holds a favour tile."""
    return (int(record.favours[player]) >> tile) & 1 == 1


@kernel
def scoring_tile(record: Record) -> int:
    """The scoring tile of this round."""
    return int(record.scoring[int(record.round_number) - 1])


@kernel
def score(record: Record, player: int, amount: int, source: int) -> None:
    """Victory points, gained or lost, and where they come from."""
    record.vp[player] += amount
    record.points[player, source] += amount
