"""Before the first round: factions, first dwellings, first bonus tiles ('Preparación de la partida')."""

from __future__ import annotations

from .building import free_home, place_structure
from .facts import BRIDGES, CULTS, FACTIONS, START_POINTS, Faction
from .goods import score
from .table import Seat, Table


def open_table(table: Table) -> None:
    """Give the factions that the set-up names, or ask for them."""
    for seat, faction in zip(table.seats, table.given, strict=False):
        take_faction(seat, faction)
    ask_for_faction(table)


def legal_factions(table: Table, seat: Seat) -> list[str]:
    """A colour is used once; where colours are dealt, the two factions of the own."""
    taken = {other.faction.colour for other in table.seats if other.faction}
    colours = {seat.colour} if seat.colour else {faction.colour for faction in FACTIONS.values()} - taken
    return [f"setup {name}" for name, faction in FACTIONS.items() if faction.colour in colours]


def take_faction(seat: Seat, faction: Faction) -> None:
    """The pieces and goods that a faction starts with; its first cult steps give no power."""
    seat.faction = faction
    seat.workers, seat.coins, seat.priests = faction.workers, faction.coins, faction.priests
    seat.bowls = list(faction.bowls)
    seat.cults = dict(zip(CULTS, faction.cults, strict=True))
    seat.shipping = faction.shipping
    seat.bridges = BRIDGES
    score(seat, "start", START_POINTS)


def ask_for_faction(table: Table) -> None:
    """The next seat without a faction chooses; then dwellings are placed."""
    for seat in table.seats:
        if seat.faction is None:
            _ask(table, seat.number)
            return
    table.phase = "dwelling"
    table.dwellings_to_place = dwelling_order(table)
    ask_for_dwelling(table)


def dwelling_order(table: Table) -> list[int]:
    """There and back again, then the nomads' third, the chaos magicians' only one last of all."""
    usual = [seat.number for seat in table.seats if seat.board.first_dwellings > 1]
    third = [seat.number for seat in table.seats if seat.board.first_dwellings > 2]
    last = [seat.number for seat in table.seats if seat.board.first_dwellings == 1]
    return [*usual, *reversed(usual), *third, *last]


def ask_for_dwelling(table: Table) -> None:
    """The next first dwelling; then bonus tiles are taken, from the last seat to the first."""
    if table.dwellings_to_place:
        _ask(table, table.dwellings_to_place[0])
    else:
        table.phase = "first_bonus"
        _ask(table, len(table.seats) - 1)


def legal_first_dwellings(table: Table, seat: Seat) -> list[str]:
    """Free home terrain."""
    return [f"build {place}" for place in free_home(table, seat)]


def place_first_dwelling(table: Table, seat: Seat, place: str) -> None:
    """No price, no points, no offers, no towns."""
    place_structure(table, seat, place, "D")
    table.dwellings_to_place.pop(0)
    ask_for_dwelling(table)


def take_first_bonus(table: Table, seat: Seat, tile: str) -> bool:
    """Take a bonus tile; True once everybody has one."""
    del table.free_bonuses[tile]
    seat.bonus = tile
    if seat.number == 0:
        return True
    _ask(table, seat.number - 1)
    return False


def _ask(table: Table, seat: int) -> None:
    table.player = table.turn_player = seat
