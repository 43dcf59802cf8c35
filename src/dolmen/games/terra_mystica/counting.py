"""What statistics count of Terra Mystica: factions, the bonus tile of the first round, the scoring tiles."""

from __future__ import annotations

from typing import Any, Final

from dolmen.contract.counting import Count, Counting, SeatCount
from dolmen.contract.game import State
from dolmen.games.terra_mystica.rules.factions import NAMES
from dolmen.games.terra_mystica.rules.record import NO_TILE, NOBODY, SOURCES
from dolmen.games.terra_mystica.rules.tiles import BONUSES, SCORINGS

FACTION: Final = "faction"
OPENING: Final = "opening"
SCORING: Final = "scoring"


class TerraMysticaCounting(Counting):
    """What a seat plays and opens with, and what the rounds score."""

    seat_kinds = (FACTION, OPENING)
    game_kinds = (SCORING,)
    played = FACTION

    def count(self, state: State) -> Count:
        """All of it from the last position but the opening tile, which was held when the first round began."""
        record, opening = state.record, _opening(state)
        return Count(
            tuple(_seat(record, opening, seat) for seat in range(state.game.players)),
            {SCORING: tuple(SCORINGS[int(tile)] for tile in record.scoring)},
        )


def _opening(state: State) -> Any:
    """The bonus tiles of all seats when the first round began."""
    for decision in range(state.decisions + 1):
        record = state.records_before(decision)[0]
        if int(record.round_number) > 0:
            return record.bonus
    return state.record.bonus


def _seat(record: Any, opening: Any, seat: int) -> SeatCount:
    facts = {}
    if int(record.faction[seat]) != NOBODY:
        facts[FACTION] = NAMES[int(record.faction[seat])]
    if int(opening[seat]) != NO_TILE:
        facts[OPENING] = BONUSES[int(opening[seat])]
    points = {name: int(number) for name, number in zip(SOURCES, record.points[seat], strict=True) if number}
    return SeatCount(facts, points)


COUNTING = TerraMysticaCounting()
