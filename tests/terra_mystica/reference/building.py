"""Dwellings, upgrades, bridges, favour tiles, and the power that a build offers (actions 1 and 4, Apéndices I, II)."""

from __future__ import annotations

from .cults import advance
from .facts import FAVOURS, PIECES, POWER_VALUE, UPGRADES
from .goods import can_pay, gain_power, pay, score, score_round
from .hexmap import BRIDGE_PLACES, LAND, NEIGHBOURS, ends
from .reach import may_skip, pay_skip, reach
from .spades import gain_spades
from .table import Build, Offer, Seat, Table
from .towns import examine, examine_all
from .tracks import advance_shipping

BUILDS_ANYWHERE = ("ACT5", "ACT6", "BON1")
"""Actions that let build elsewhere when all their spades were thrown away."""
ORDINATIONS = 3


# ---------------------------------------------------------------------------------------------------------- dwellings


def free_home(table: Table, seat: Seat) -> list[str]:
    """Free home terrain, wherever it is."""
    home = seat.board.colour
    return [place for place in LAND if table.terrain[place] == home and place not in table.owner]


def a_piece_is_left(seat: Seat, structure: str) -> bool:
    """Pieces are limited by what the box holds."""
    return seat.built[structure] < PIECES[structure]


def dwelling_places(table: Table, seat: Seat) -> list[str]:
    """Free home terrain in reach where a dwelling can be paid."""
    workers, coins = seat.board.dwelling
    if not a_piece_is_left(seat, "D") or not can_pay(seat, workers, coins):
        return []
    reached = reach(table, seat)
    found = []
    for place in free_home(table, seat):
        skips = place in reached.skipping and may_skip(table, seat, place, workers, coins)
        if place in reached.near or skips:
            found.append(place)
    return found


def legal_dwellings_of_action(table: Table, seat: Seat) -> list[str]:
    """The dwelling that an action in progress still gives a right to."""
    action = table.turn.action
    if action.free_dwelling:
        return [f"build {place}" for place in free_home(table, seat)]
    if not action.dwelling_right or action.spades or table.turn.sandstorms:
        return []
    places = dwelling_places(table, seat)
    if action.transformed or action.begun_by not in BUILDS_ANYWHERE:
        places = [place for place in places if place in action.transformed]
    return [f"build {place}" for place in places]


def build_dwelling(table: Table, seat: Seat, place: str) -> None:
    """A dwelling in phase II, paid unless the witches ride."""
    action = table.turn.action
    if action.free_dwelling:
        action.free_dwelling = False
    else:
        pay_skip(table, seat, place)
        pay(seat, *seat.board.dwelling)
    action.dwelling_right = False
    place_structure(table, seat, place, "D")
    if "FAV11" in seat.favours:
        score(seat, "favour", 2)
    finish_build(table, seat, place, "D")


def place_structure(table: Table, seat: Seat, place: str, structure: str) -> None:
    """Put a piece on the map; what stood there goes back to the board."""
    if place in table.structure:
        seat.built[table.structure[place]] -= 1
    table.structure[place] = structure
    table.owner[place] = seat.number
    seat.built[structure] += 1


def finish_build(table: Table, seat: Seat, place: str, structure: str) -> None:
    """The scoring tile, towns, and the offers to the neighbours."""
    score_round(table, seat, structure)
    examine(table, seat, place)
    offer_power(table, seat, place)


# ----------------------------------------------------------------------------------------------------------- upgrades


def neighbour_hexes(table: Table, place: str) -> set[str]:
    """Land directly adjacent: by an edge or a bridge."""
    return set(NEIGHBOURS[place]).union(table.bridged(place))


def upgrade_price(table: Table, seat: Seat, place: str, structure: str) -> tuple[int, int]:
    """Workers and coins; a trading post without a neighbour of another player costs twice the coins."""
    workers, coins = seat.board.price(structure)
    if structure == "TP":
        owners = {table.owner.get(near, seat.number) for near in neighbour_hexes(table, place)}
        if not owners - {seat.number}:
            coins *= 2
    return workers, coins


def legal_upgrades(table: Table, seat: Seat) -> list[str]:
    """What can be paid and has a piece left."""
    found = []
    for place in table.owned(seat):
        for structure in UPGRADES[table.structure[place]]:
            price = upgrade_price(table, seat, place, structure)
            if a_piece_is_left(seat, structure) and can_pay(seat, *price):
                found.append(f"upgrade {place} to {structure}")
    return found


def legal_free_upgrades(table: Table, seat: Seat) -> list[str]:
    """The swarmlings' special action: any dwelling."""
    if not a_piece_is_left(seat, "TP"):
        return []
    return [f"upgrade {place} to TP" for place in table.owned(seat) if table.structure[place] == "D"]


def upgrade(table: Table, seat: Seat, place: str, structure: str, *, free: bool = False) -> None:
    """Replace a structure by the next one."""
    if not free:
        pay(seat, *upgrade_price(table, seat, place, structure))
    place_structure(table, seat, place, structure)
    if structure == "TP" and "FAV10" in seat.favours:
        score(seat, "favour", 3)
    if structure in ("TE", "SA"):
        owe_favours(table, seat, 2 if seat.plays("chaosmagicians") else 1)
    if structure == "SH":
        open_stronghold(table, seat)
    finish_build(table, seat, place, structure)


def open_stronghold(table: Table, seat: Seat) -> None:
    """What the stronghold brings at once (Apéndice VI)."""
    if seat.plays("auren"):
        owe_favours(table, seat, 1)
    if seat.plays("alchemists"):
        gain_power(seat, 12)
    if seat.plays("darklings"):
        table.turn.ordinations = ORDINATIONS
    if seat.plays("cultists"):
        score(seat, "ability", 7)
    if seat.plays("mermaids"):
        advance_shipping(seat)
    if seat.plays("halflings"):
        table.turn.action.begun_by = "stronghold"
        table.turn.action.spades = 3
        table.turn.action.dwelling_right = True
        gain_spades(table, seat, 3)


# ------------------------------------------------------------------------------------------------------------ favours


def favours_to_take(table: Table, seat: Seat) -> list[str]:
    """The kinds that are left and that the player does not have yet."""
    return [tile for tile, left in table.favours_left.items() if left and tile not in seat.favours]


def owe_favours(table: Table, seat: Seat, number: int) -> None:
    """Tiles due, at most as many as there are kinds to take."""
    table.turn.favours = min(table.turn.favours + number, len(favours_to_take(table, seat)))


def take_favour(table: Table, seat: Seat, tile: str) -> None:
    """Take a tile with its steps; FAV5 may make towns of groups that stand already (ruling 10)."""
    table.favours_left[tile] -= 1
    table.turn.favours -= 1
    seat.favours.add(tile)
    _, cult, steps = FAVOURS[tile]
    advance(table, seat, cult, steps)
    if tile == "FAV5":
        examine_all(table, seat)


# ------------------------------------------------------------------------------------------------------------ bridges


def bridge_places(table: Table, seat: Seat) -> list[str]:
    """Where a bridge may stand: a structure of the player on one end, no bridge there yet."""
    if not seat.bridges:
        return []
    own = set(table.owned(seat))
    return [place for place in BRIDGE_PLACES if place not in table.bridges and own.intersection(ends(place))]


def build_bridge(table: Table, seat: Seat, place: str) -> None:
    """A bridge may join structures to a town; it offers no power."""
    table.turn.bridges -= 1
    seat.bridges -= 1
    table.bridges[place] = seat.number
    for end in ends(place):
        if table.owner.get(end) == seat.number:
            examine(table, seat, end)


# ------------------------------------------------------------------------------------------------------------- offers


def offer_power(table: Table, seat: Seat, place: str) -> None:
    """Offers to the neighbours, clockwise from the builder, by the value of their structures next to the hex."""
    players = len(table.seats)
    near = neighbour_hexes(table, place)
    for step in range(1, players):
        other = table.seats[(seat.number + step) % players]
        size = sum(POWER_VALUE[table.structure[hex_]] for hex_ in near if table.owner.get(hex_) == other.number)
        if size and not other.dropped:
            table.offers.append(Offer(other.number, seat.number, size, table.builds_made))
    table.builds[table.builds_made] = Build()
    table.builds_made += 1
