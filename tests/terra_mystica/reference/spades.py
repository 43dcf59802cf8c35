"""Spades and transforming terrain (action 1; rulings 5 to 7)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from .facts import CYCLE
from .goods import can_pay, gain_power, pay, priests_in_reserve, score, score_round
from .hexmap import NEIGHBOURS
from .reach import Reach, may_skip, pay_skip, reach, skip_price
from .table import Seat, Table

MORE_MAY_BE_BOUGHT = ("dig", "ACT5", "ACT6", "BON1")
"""Actions within which spades may be bought."""
MAY_BE_SPLIT = ("ACT6", "stronghold")
"""Actions whose spades may go to several hexes."""
GIANTS_SPADES = 2
MOST_SPADES = 3


def spades_needed(seat: Seat, old: str, new: str) -> int | None:
    """Spades for a change of terrain; None where it cannot be made.

    Giants need two for home, from anywhere, and change nothing else.
    """
    home = seat.board.colour
    if not seat.plays("giants"):
        return _steps(home, old, new)
    return GIANTS_SPADES if new == home and old != home else None


@cache
def _steps(home: str, old: str, new: str) -> int | None:
    """Steps on the wheel the short way; None where that leads through the home terrain.

    The long way round is four or more, which no transformation takes (ruling 7).
    """
    start, goal = CYCLE.index(old), CYCLE.index(new)
    forward = (goal - start) % len(CYCLE)
    direction, steps = (1, forward) if forward <= MOST_SPADES else (-1, len(CYCLE) - forward)
    between = [CYCLE[(start + direction * step) % len(CYCLE)] for step in range(1, steps)]
    return None if old == new or home in between else steps


def gain_spades(table: Table, seat: Seat, number: int) -> None:
    """What every spade brings when it is gained; used for spades of the cult bonus as well (ruling 5)."""
    if seat.plays("halflings"):
        score(seat, "ability", number)
    if seat.plays("alchemists") and seat.built["SH"]:
        gain_power(seat, 2 * number)
    if table.phase == "action":
        score_round(table, seat, "spade", number)


# ------------------------------------------------------------------------------------------------------------ buying


def spade_price(seat: Seat) -> dict[str, int]:
    """Workers by the exchange track; the darklings pay a priest."""
    if seat.plays("darklings"):
        return {"priests": 1}
    return {"workers": seat.board.digging[seat.digging]}


@dataclass
class Purse:
    """What a player could have after a payment or conversion."""

    workers: int
    priests: int
    reserve: int
    power: int
    """Tokens of bowl III if all of II were burnt."""

    def could_have(self, workers: int = 0, priests: int = 0) -> bool:
        """Whether conversions could still bring so many workers or priests."""
        if workers > self.workers + self.priests + self.power // 3:
            return False
        return priests <= self.priests + min(self.reserve, self.power // 5)


def purse_of(seat: Seat) -> Purse:
    """What the player has now."""
    return Purse(seat.workers, seat.priests, priests_in_reserve(seat), seat.bowls[2] + seat.bowls[1] // 2)


def are_usable(table: Table, seat: Seat, spades: int, purse: Purse, reached: Reach) -> bool:
    """Whether all the spades can go into one transformation of one hex."""
    if seat.plays("giants"):
        foreign = any(table.terrain[place] != seat.board.colour for place in reached.near)
        missing = GIANTS_SPADES - spades
        return foreign and purse.could_have(missing * spade_price(seat)["workers"])
    if reached.near:
        return True
    return bool(reached.skipping) and purse.could_have(**skip_price(seat))


def may_buy(table: Table, seat: Seat) -> bool:
    """Whether `dig 1` is legal within the action, or as its beginning; free spades thrown away before do not matter."""
    action = table.turn.action
    if action.transformed:
        return False
    most = GIANTS_SPADES if seat.plays("giants") else MOST_SPADES
    price = spade_price(seat)
    if action.spades >= most or not can_pay(seat, **price):
        return False
    purse = purse_of(seat)
    purse.workers -= price.get("workers", 0)
    purse.priests -= price.get("priests", 0)
    purse.reserve += price.get("priests", 0)
    return are_usable(table, seat, action.spades + 1, purse, reach(table, seat))


def buy(table: Table, seat: Seat) -> None:
    """One spade."""
    pay(seat, **spade_price(seat))
    table.turn.action.spades += 1
    table.turn.action.bought += 1
    gain_spades(table, seat, 1)
    if seat.plays("darklings"):
        score(seat, "ability", 2)


def leaves_spades_usable(table: Table, seat: Seat, conversion: str) -> bool:
    """Whether a conversion leaves what the bought spades still need."""
    action = table.turn.action
    if not action.bought or not action.spades:
        return True
    purse = purse_of(seat)
    _, given, _, taken = conversion.split()
    if given.endswith("pw"):
        purse.power -= int(given[0])
    elif given == "1p":
        purse.priests -= 1
        purse.reserve += 1
    elif given == "1w":
        purse.workers -= 1
    if taken == "1w":
        purse.workers += 1
    elif taken == "1p":
        purse.priests += 1
        purse.reserve -= 1
    return are_usable(table, seat, action.spades, purse, reach(table, seat))


# ------------------------------------------------------------------------------------------------------ transforming


def new_terrains(table: Table, seat: Seat, place: str) -> list[str]:
    """What a hex may become with the open spades of the action."""
    action = table.turn.action
    split = action.begun_by in MAY_BE_SPLIT and not action.bought
    found = []
    for terrain in CYCLE:
        needed = spades_needed(seat, table.terrain[place], terrain)
        if needed is None or needed > action.spades:
            continue
        if not split and needed != action.spades:
            continue
        if split and terrain != seat.board.colour and action.left_foreign:
            continue  # at most one hex of the action may be left foreign
        found.append(terrain)
    return found


def legal_transforms(table: Table, seat: Seat) -> list[str]:
    """The hexes that the open spades of the action can change."""
    action = table.turn.action
    if not action.spades:
        return []
    reached = reach(table, seat)
    places = set(reached.near)
    places.update(place for place in reached.skipping if may_skip(table, seat, place))
    places.difference_update(action.transformed)
    return [f"transform {place}" for place in places if new_terrains(table, seat, place)]


def choose_hex(table: Table, seat: Seat, place: str) -> None:
    """Where only one terrain is possible the hex is transformed at once."""
    terrains = new_terrains(table, seat, place)
    if len(terrains) == 1:
        transform(table, seat, place, terrains[0])
    else:
        table.turn.transforming = place


def transform(table: Table, seat: Seat, place: str, terrain: str) -> None:
    """Pay the way there, and spend the spades on a hex."""
    pay_skip(table, seat, place)
    action = table.turn.action
    needed = spades_needed(seat, table.terrain[place], terrain)
    assert needed is not None and needed <= action.spades
    action.spades -= needed
    _mark(table, seat, place, terrain)


def _mark(table: Table, seat: Seat, place: str, terrain: str) -> None:
    table.terrain[place] = terrain
    table.turn.transforming = None
    table.turn.action.transformed.append(place)
    table.turn.action.left_foreign += terrain != seat.board.colour


def throw_away(table: Table) -> None:
    """Give up a free spade."""
    table.turn.action.spades -= 1


# --------------------------------------------------------------------------------------------------------- sandstorm


def sandstorm_places(table: Table, seat: Seat) -> list[str]:
    """Free foreign land that shares an edge with a structure of the nomads; a bridge is not enough (ruling 21)."""
    edges: set[str] = set().union(*(NEIGHBOURS[place] for place in table.owned(seat)))
    free = edges - table.owner.keys()
    return [place for place in free if table.terrain[place] != seat.board.colour]


def raise_sandstorm(table: Table, seat: Seat, place: str) -> None:
    """Desert at once; it is no spade."""
    table.turn.sandstorms -= 1
    _mark(table, seat, place, seat.board.colour)


# --------------------------------------------------------------------------------------------------------- phase III


def new_terrains_of_bonus(table: Table, seat: Seat, place: str) -> list[str]:
    """What a hex may become with the spades of the cult bonus: anything that takes at most all of them."""
    needed = {terrain: spades_needed(seat, table.terrain[place], terrain) for terrain in CYCLE}
    return [terrain for terrain, spades in needed.items() if spades is not None and spades <= seat.cult_spades]


def legal_bonus_transforms(table: Table, seat: Seat) -> list[str]:
    """The hexes that the spades of the cult bonus can change; hexes may be transformed again."""
    near = reach(table, seat).near
    return [f"transform {place}" for place in near if new_terrains_of_bonus(table, seat, place)]


def transform_with_bonus(table: Table, seat: Seat, place: str, terrain: str) -> None:
    """Spend spades of the cult bonus."""
    needed = spades_needed(seat, table.terrain[place], terrain)
    assert needed is not None
    seat.cult_spades -= needed
    table.terrain[place] = terrain
    table.turn.transforming = None
