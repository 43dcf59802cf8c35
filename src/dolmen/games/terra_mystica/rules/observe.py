"""What a seat sees of Terra Mystica, as numbers: the layout below, written by one kernel.

Nothing is hidden from a player with perfect memory, so all seats see the same position; each sees itself first.

Terrain is told as two numbers a hex, its place on the cycle of transformation turned so that the own home terrain comes
first: the nearness to home (1 at home, falling with every spade) and the side of the cycle on which it lies.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

import numpy as np

from dolmen.core.kernel import kernel
from dolmen.core.observation import Observation, Part, Seats, bits, lay_out, offset_of, one_hot, seat_seen, size_of
from dolmen.games.terra_mystica.rules.board import BRIDGES, COLOURS, LAND, RIVERS
from dolmen.games.terra_mystica.rules.factions import FACTIONS, HOME
from dolmen.games.terra_mystica.rules.record import MAX_PLAYERS, NOBODY, ROUNDS, Phase, Record
from dolmen.games.terra_mystica.rules.spades import was_worked
from dolmen.games.terra_mystica.rules.tiles import BONUSES, DWELLING, FAVOURS, POWER_COST, SCORINGS, TOWNS, TRACKS

OBSERVATION_VERSION: Final = 2
"""Rises with every change of the layout."""

_SEATS = MAX_PLAYERS
_SEAT_AXIS = Seats(MAX_PLAYERS)
_PHASES = Phase.SPADE + 1
_FACTIONS = len(FACTIONS)
_COLOURS = len(COLOURS)
_SCORINGS = len(SCORINGS)
_BONUSES = len(BONUSES)
_FAVOURS = len(FAVOURS)
_TOWNS = len(TOWNS)
_POWER_ACTIONS = len(POWER_COST)

PARTS: Final = lay_out(
    # ------------------------------------------------------------------------------------------ the game
    Part("players", (4,), "2, 3, 4 or 5 players, one-hot"),
    Part(
        "options",
        (5,),
        "1 for options: mini expansion, shipping bonus, temple scoring tile, variable turn order, late answers",
    ),
    Part("phase", (_PHASES,), "what is decided: faction, dwelling, first bonus, action, offer, reward, spade, one-hot"),
    Part("decides", (_SEAT_AXIS,), "who decides, one-hot; nobody at the end"),
    Part("turn", (_SEAT_AXIS,), "whose turn it is, one-hot"),
    Part("round", (ROUNDS,), "the round, one-hot; all zero before the first"),
    Part("step", (1,), "how far the set-up is / 32"),
    Part("scoring", (ROUNDS, _SCORINGS), "the scoring tile of each round, one-hot"),
    # ------------------------------------------------------------------------------------------ the turn
    Part("actions_left", (1,), "actions that may still be begun / 2"),
    Part("acted", (1,), "1 while an action is begun and not yet ended"),
    Part("turn_over", (2,), "1 if the turn ends when all have been asked; 1 if a second action follows"),
    Part("spades", (2,), "spades to be used now, and spades paid for in this action / 4"),
    Part("may_dig", (1,), "1 if spades may be bought in this action"),
    Part("one_hex", (1,), "1 if all spades of this action go to one hex"),
    Part("build_right", (3,), "where the action still allows a dwelling: in reach, where worked, anywhere, one-hot"),
    Part("due", (7,), "favours, towns, bridges, upgrades, sandstorms, cult steps, ordinations still due / 4"),
    Part("tile_steps", (1,), "steps of a town tile that wait / 2"),
    Part("staying", (4,), "1 for tracks on which they stay at 9"),
    Part("blocked", (4,), "1 for tracks that missed the step to 10 in this turn for want of a key"),
    Part("reward_steps", (1,), "cult steps that the cultists may take / 4"),
    # ------------------------------------------------------------------------------------------ offers of power
    Part("asked", (1,), "offers already left open in this round of questions / 16"),
    Part("offer_from", (_SEAT_AXIS,), "who makes the offer that is asked about, one-hot"),
    Part("offer_size", (1,), "its size / 8"),
    Part("offer_mark", (3,), "what became of the others of its build: refused, taken, settled, one-hot"),
    Part(
        "offers", (_SEAT_AXIS, _SEAT_AXIS), "all power that is offered to each player (row) by each player (column) / 8"
    ),
    # ------------------------------------------------------------------------------------------ the supply
    Part("power_used", (_POWER_ACTIONS,), "1 for power actions taken in this round"),
    Part("favours_left", (_FAVOURS,), "favour tiles in the supply / 4"),
    Part("towns_left", (_TOWNS,), "town tiles in the supply / 2"),
    Part("bonus_free", (_BONUSES,), "1 for bonus tiles beside the board"),
    Part("bonus_coins", (_BONUSES,), "coins on them / 8"),
    Part("orders", (4, 4), "1 for places of the orders that are taken"),
    # ------------------------------------------------------------------------------------------ the players
    Part("vp", (_SEAT_AXIS,), "victory points / 128"),
    Part("coins", (_SEAT_AXIS,), "coins / 32"),
    Part("workers", (_SEAT_AXIS,), "workers / 16"),
    Part("priests", (_SEAT_AXIS,), "priests / 8"),
    Part("in_orders", (_SEAT_AXIS,), "priests that will not come back / 8"),
    Part("keys", (_SEAT_AXIS,), "keys not yet used / 4"),
    Part("shipping", (_SEAT_AXIS,), "shipping / 8"),
    Part("digging", (_SEAT_AXIS,), "level of the exchange track / 4"),
    Part("carpet", (_SEAT_AXIS,), "more hexes that carpets skip / 4"),
    Part("bridges_left", (_SEAT_AXIS,), "bridges not yet built / 4"),
    Part("cult_spades", (_SEAT_AXIS,), "spades of the cult bonus still to be used / 4"),
    Part("passed", (_SEAT_AXIS,), "1 for players who have passed"),
    Part("dropped", (_SEAT_AXIS,), "1 for players who have left"),
    Part("order", (_SEAT_AXIS,), "place in the order of this round, from 1 / 8"),
    Part("pass_order", (_SEAT_AXIS,), "place in the order of passing, from 1 / 8; 0 before"),
    Part("bowls", (_SEAT_AXIS, 3), "power in each bowl / 16"),
    Part("cult", (_SEAT_AXIS, 4), "steps on fire, water, earth, air / 16"),
    Part("built", (_SEAT_AXIS, 5), "dwellings, trading posts, temples, stronghold, sanctuary on the map / 8"),
    Part("used", (_SEAT_AXIS, 3), "1 for special actions taken in this round: faction, bonus tile, favour tile"),
    Part("town_tiles", (_SEAT_AXIS, _TOWNS), "town tiles held / 2"),
    Part("favours", (_SEAT_AXIS, _FAVOURS), "1 for favour tiles held"),
    Part("bonus", (_SEAT_AXIS, _BONUSES), "the bonus tile held, one-hot"),
    Part("colour", (_SEAT_AXIS, _COLOURS), "the colour dealt, one-hot; all zero where the choice is free"),
    Part("faction", (_SEAT_AXIS, _FACTIONS), "the faction, one-hot; all zero before the choice"),
    # ------------------------------------------------------------------------------------------ the map
    Part("bridges", (BRIDGES, _SEAT_AXIS), "whose bridge, one-hot"),
    Part("town_rivers", (RIVERS,), "1 for river hexes that join a town"),
    Part("worked", (LAND,), "1 for hexes transformed in this action"),
    Part("reached", (LAND,), "1 for the hex reached by tunnel or carpet in this action"),
    Part("transforming", (LAND,), "1 for the hex whose new terrain is asked for"),
    Part("in_town", (LAND,), "1 if the structure belongs to a town"),
    Part("terrain", (LAND, 2), "nearness to the own home terrain on the cycle, and the side of it", own=True),
    Part("structures", (LAND, 4), "trading post, temple, stronghold, sanctuary, one-hot; all zero for a dwelling"),
    Part("owners", (LAND, _SEAT_AXIS), "whose structure, one-hot"),
    # ------------------------------------------------------------------------------------------ late answers
    Part("offer_lapsed", (1,), "1 if the offer that is asked about can only be refused"),
    Part("step_waits_for", (_SEAT_AXIS,), "whose free cult step waits, one-hot"),
)
OBSERVATION_SIZE: Final = size_of(PARTS)

_PLAYERS = offset_of(PARTS, "players")
_OPTIONS = offset_of(PARTS, "options")
_PHASE = offset_of(PARTS, "phase")
_DECIDES = offset_of(PARTS, "decides")
_TURN = offset_of(PARTS, "turn")
_ROUND = offset_of(PARTS, "round")
_STEP = offset_of(PARTS, "step")
_SCORING = offset_of(PARTS, "scoring")
_ACTIONS_LEFT = offset_of(PARTS, "actions_left")
_ACTED = offset_of(PARTS, "acted")
_TURN_OVER = offset_of(PARTS, "turn_over")
_SPADES = offset_of(PARTS, "spades")
_MAY_DIG = offset_of(PARTS, "may_dig")
_ONE_HEX = offset_of(PARTS, "one_hex")
_BUILD_RIGHT = offset_of(PARTS, "build_right")
_DUE = offset_of(PARTS, "due")
_TILE_STEPS = offset_of(PARTS, "tile_steps")
_STAYING = offset_of(PARTS, "staying")
_BLOCKED = offset_of(PARTS, "blocked")
_REWARD_STEPS = offset_of(PARTS, "reward_steps")
_ASKED = offset_of(PARTS, "asked")
_OFFER_FROM = offset_of(PARTS, "offer_from")
_OFFER_SIZE = offset_of(PARTS, "offer_size")
_OFFER_MARK = offset_of(PARTS, "offer_mark")
_OFFERS = offset_of(PARTS, "offers")
_POWER_USED = offset_of(PARTS, "power_used")
_FAVOURS_LEFT = offset_of(PARTS, "favours_left")
_TOWNS_LEFT = offset_of(PARTS, "towns_left")
_BONUS_FREE = offset_of(PARTS, "bonus_free")
_BONUS_COINS = offset_of(PARTS, "bonus_coins")
_ORDERS = offset_of(PARTS, "orders")
_VP = offset_of(PARTS, "vp")
_COINS = offset_of(PARTS, "coins")
_WORKERS = offset_of(PARTS, "workers")
_PRIESTS = offset_of(PARTS, "priests")
_IN_ORDERS = offset_of(PARTS, "in_orders")
_KEYS = offset_of(PARTS, "keys")
_SHIPPING = offset_of(PARTS, "shipping")
_DIGGING = offset_of(PARTS, "digging")
_CARPET = offset_of(PARTS, "carpet")
_BRIDGES_LEFT = offset_of(PARTS, "bridges_left")
_CULT_SPADES = offset_of(PARTS, "cult_spades")
_PASSED = offset_of(PARTS, "passed")
_DROPPED = offset_of(PARTS, "dropped")
_ORDER = offset_of(PARTS, "order")
_PASS_ORDER = offset_of(PARTS, "pass_order")
_BOWLS = offset_of(PARTS, "bowls")
_CULT = offset_of(PARTS, "cult")
_BUILT = offset_of(PARTS, "built")
_USED = offset_of(PARTS, "used")
_TOWN_TILES = offset_of(PARTS, "town_tiles")
_FAVOURS_HELD = offset_of(PARTS, "favours")
_BONUS = offset_of(PARTS, "bonus")
_COLOUR = offset_of(PARTS, "colour")
_FACTION = offset_of(PARTS, "faction")
_BRIDGES = offset_of(PARTS, "bridges")
_TOWN_RIVERS = offset_of(PARTS, "town_rivers")
_WORKED = offset_of(PARTS, "worked")
_REACHED = offset_of(PARTS, "reached")
_TRANSFORMING = offset_of(PARTS, "transforming")
_IN_TOWN = offset_of(PARTS, "in_town")
_TERRAIN = offset_of(PARTS, "terrain")
_STRUCTURES = offset_of(PARTS, "structures")
_OWNERS = offset_of(PARTS, "owners")
_OFFER_LAPSED = offset_of(PARTS, "offer_lapsed")
_STEP_WAITS_FOR = offset_of(PARTS, "step_waits_for")

CYCLE: Final = np.array(
    [[0.5 + 0.5 * cos(2 * pi * step / 7), 0.5 + 0.5 * sin(2 * pi * step / 7)] for step in range(7)], dtype=np.float32
)
"""Nearness and side of each terrain, counted along the cycle from the home terrain."""


@kernel
def observe(record: Record, seat: int, out: Observation) -> None:
    """Write what a seat sees: every number once, and each part in a loop of its own, which is fastest on a CPU."""
    observe_course(record, seat, out)
    observe_turn(record, out)
    observe_offers(record, seat, out)
    observe_supply(record, out)
    for seen in range(_SEATS):
        if seen < int(record.players):
            observe_player(record, (seat + seen) % int(record.players), seen, out)
        else:
            observe_nobody(seen, out)
    observe_waters(record, seat, out)
    observe_hexes(record, seat, out)


@kernel
def observe_course(record: Record, seat: int, out: Observation) -> None:
    """How far the game is, and who decides what."""
    players = int(record.players)
    phase = int(record.phase)
    one_hot(out, _PLAYERS, 4, players - 2)
    bits(out, _OPTIONS, 5, int(record.options))
    one_hot(out, _PHASE, _PHASES, phase)
    one_hot(out, _DECIDES, _SEATS, seat_seen(seat, int(record.player), players))
    one_hot(out, _TURN, _SEATS, seat_seen(seat, int(record.turn_player), players))
    one_hot(out, _ROUND, ROUNDS, int(record.round_number) - 1)
    out[_STEP] = int(record.step) / 32
    for number in range(ROUNDS):
        one_hot(out, _SCORING + number * _SCORINGS, _SCORINGS, int(record.scoring[number]))


@kernel
def observe_turn(record: Record, out: Observation) -> None:
    """What the turn and the action in progress still allow and ask for."""
    out[_ACTIONS_LEFT] = int(record.actions_left) / 2
    out[_ACTED] = int(record.acted)
    one_hot(out, _TURN_OVER, 2, int(record.turn_over) - 1)
    out[_SPADES] = int(record.spades) / 4
    out[_SPADES + 1] = int(record.bought) / 4
    out[_MAY_DIG] = int(record.may_dig)
    out[_ONE_HEX] = int(record.one_hex)
    one_hot(out, _BUILD_RIGHT, 3, int(record.build_right) - 1)
    out[_DUE] = int(record.favours_due) / 4
    out[_DUE + 1] = int(record.towns_due) / 4
    out[_DUE + 2] = int(record.bridge_due) / 4
    out[_DUE + 3] = int(record.upgrade_due) / 4
    out[_DUE + 4] = int(record.sandstorm_due) / 4
    out[_DUE + 5] = int(record.steps_due) / 4
    out[_DUE + 6] = int(record.ordination) / 4
    out[_TILE_STEPS] = int(record.tile_steps) / 2
    bits(out, _STAYING, 4, int(record.staying))
    bits(out, _BLOCKED, 4, int(record.blocked))
    out[_REWARD_STEPS] = int(record.reward_steps) / 4


@kernel
def observe_offers(record: Record, seat: int, out: Observation) -> None:
    """The offer that is asked about, and all that are open."""
    players = int(record.players)
    asked = int(record.asked)
    is_asked = record.phase == Phase.OFFER
    out[_ASKED] = asked / 16
    giver = seat_seen(seat, int(record.offer_from[asked]), players) if is_asked else NOBODY
    one_hot(out, _OFFER_FROM, _SEATS, giver)
    out[_OFFER_SIZE] = int(record.offer_size[asked]) / 8 if is_asked else 0.0
    one_hot(out, _OFFER_MARK, 3, int(record.offer_mark[asked]) - 1 if is_asked else NOBODY)
    out[_OFFER_LAPSED] = int(record.offer_lapsed[asked]) if is_asked else 0.0
    one_hot(out, _STEP_WAITS_FOR, _SEATS, seat_seen(seat, int(record.step_waits_for), players))
    for to in range(_SEATS):
        for giver in range(_SEATS):
            out[_OFFERS + to * _SEATS + giver] = power_offered(record, seat, to, giver) / 8


@kernel
def power_offered(record: Record, seat: int, to: int, giver: int) -> int:
    """The open power from one player to another, both as the seat sees them."""
    players = int(record.players)
    power = 0
    for index in range(int(record.offers)):
        to_here = seat_seen(seat, int(record.offer_to[index]), players) == to
        if to_here and seat_seen(seat, int(record.offer_from[index]), players) == giver:
            power += int(record.offer_size[index])
    return power


@kernel
def observe_supply(record: Record, out: Observation) -> None:
    """What nobody holds."""
    bits(out, _POWER_USED, _POWER_ACTIONS, int(record.power_used))
    for tile in range(_FAVOURS):
        out[_FAVOURS_LEFT + tile] = int(record.favours_left[tile]) / 4
    for tile in range(_TOWNS):
        out[_TOWNS_LEFT + tile] = int(record.towns_left[tile]) / 2
    for tile in range(_BONUSES):
        out[_BONUS_FREE + tile] = int(record.bonus_free[tile])
    for tile in range(_BONUSES):
        out[_BONUS_COINS + tile] = int(record.bonus_coins[tile]) / 8
    for track in range(TRACKS):
        for place in range(4):
            out[_ORDERS + track * 4 + place] = 0.0 if int(record.orders[track, place]) == NOBODY else 1.0


@kernel
def observe_player(record: Record, player: int, seen: int, out: Observation) -> None:
    """What a player has; `seen` is the place at which the seat that looks sees him."""
    out[_VP + seen] = int(record.vp[player]) / 128
    out[_COINS + seen] = int(record.coins[player]) / 32
    out[_WORKERS + seen] = int(record.workers[player]) / 16
    out[_PRIESTS + seen] = int(record.priests[player]) / 8
    out[_IN_ORDERS + seen] = int(record.in_orders[player]) / 8
    out[_KEYS + seen] = int(record.keys[player]) / 4
    out[_SHIPPING + seen] = int(record.shipping[player]) / 8
    out[_DIGGING + seen] = int(record.digging[player]) / 4
    out[_CARPET + seen] = int(record.carpet[player]) / 4
    out[_BRIDGES_LEFT + seen] = int(record.bridges[player]) / 4
    out[_CULT_SPADES + seen] = int(record.cult_spades[player]) / 4
    out[_PASSED + seen] = int(record.passed[player])
    out[_DROPPED + seen] = int(record.dropped[player])
    out[_ORDER + seen] = place_in_order(record, player) / 8
    out[_PASS_ORDER + seen] = place_in_passing(record, player) / 8
    for bowl in range(3):
        out[_BOWLS + seen * 3 + bowl] = int(record.bowls[player, bowl]) / 16
    for track in range(TRACKS):
        out[_CULT + seen * 4 + track] = int(record.cult[player, track]) / 16
    for kind in range(5):
        out[_BUILT + seen * 5 + kind] = int(record.built[player, DWELLING + kind]) / 8
    bits(out, _USED + seen * 3, 3, int(record.used[player]))
    for tile in range(_TOWNS):
        out[_TOWN_TILES + seen * _TOWNS + tile] = int(record.town_tiles[player, tile]) / 2
    bits(out, _FAVOURS_HELD + seen * _FAVOURS, _FAVOURS, int(record.favours[player]))
    one_hot(out, _BONUS + seen * _BONUSES, _BONUSES, int(record.bonus[player]))
    one_hot(out, _COLOUR + seen * _COLOURS, _COLOURS, int(record.colour[player]))
    one_hot(out, _FACTION + seen * _FACTIONS, _FACTIONS, int(record.faction[player]))


@kernel
def observe_nobody(seen: int, out: Observation) -> None:
    """A seat that nobody sits on: all zero."""
    for place in range(15):  # the parts with one number a player lie side by side
        out[_VP + place * _SEATS + seen] = 0.0
    one_hot(out, _BOWLS + seen * 3, 3, NOBODY)
    one_hot(out, _CULT + seen * 4, 4, NOBODY)
    one_hot(out, _BUILT + seen * 5, 5, NOBODY)
    one_hot(out, _USED + seen * 3, 3, NOBODY)
    one_hot(out, _TOWN_TILES + seen * _TOWNS, _TOWNS, NOBODY)
    one_hot(out, _FAVOURS_HELD + seen * _FAVOURS, _FAVOURS, NOBODY)
    one_hot(out, _BONUS + seen * _BONUSES, _BONUSES, NOBODY)
    one_hot(out, _COLOUR + seen * _COLOURS, _COLOURS, NOBODY)
    one_hot(out, _FACTION + seen * _FACTIONS, _FACTIONS, NOBODY)


@kernel
def place_in_order(record: Record, player: int) -> int:
    """The place of a player in the order of this round, from 1."""
    for place in range(int(record.players)):
        if int(record.order[place]) == player:
            return place + 1
    return 0


@kernel
def place_in_passing(record: Record, player: int) -> int:
    """The place of a player among those who have passed, from 1; 0 if he has not."""
    for place in range(int(record.passed_count)):
        if int(record.passes[place]) == player:
            return place + 1
    return 0


@kernel
def observe_waters(record: Record, seat: int, out: Observation) -> None:
    """Bridges, and river hexes that join a town."""
    for bridge in range(BRIDGES):
        whose = seat_seen(seat, int(record.bridge_owner[bridge]), int(record.players))
        one_hot(out, _BRIDGES + bridge * _SEATS, _SEATS, whose)
    for river in range(RIVERS):
        out[_TOWN_RIVERS + river] = int(record.town_river[river])


@kernel
def home_seen(record: Record, seat: int) -> int:
    """The terrain from which a seat counts the cycle: its home, the colour dealt, or before a free choice the first."""
    faction = int(record.faction[seat])
    if faction != NOBODY:
        return int(HOME[faction])
    return max(int(record.colour[seat]), 0)


@kernel
def observe_hexes(record: Record, seat: int, out: Observation) -> None:
    """The land hexes: what they are, what stands there, what the action in progress does there."""
    players = int(record.players)
    home = home_seen(record, seat)
    for land in range(LAND):
        out[_WORKED + land] = 1.0 if was_worked(record, land) else 0.0
    one_hot(out, _REACHED, LAND, int(record.skipped_to))
    one_hot(out, _TRANSFORMING, LAND, int(record.transforming))
    for land in range(LAND):
        out[_IN_TOWN + land] = int(record.in_town[land])
    for land in range(LAND):
        along = (int(record.terrain[land]) - home) % 7
        out[_TERRAIN + 2 * land] = CYCLE[along, 0]
        out[_TERRAIN + 2 * land + 1] = CYCLE[along, 1]
    for land in range(LAND):
        one_hot(out, _STRUCTURES + 4 * land, 4, int(record.structure[land]) - DWELLING - 1)
    for land in range(LAND):
        one_hot(out, _OWNERS + _SEATS * land, _SEATS, seat_seen(seat, int(record.owner[land]), players))
