"""What statistics count of Meduris: what each seat had built and held in the end, and who called the end."""

from __future__ import annotations

from typing import Final

from dolmen.contract.counting import Count, Counting, SeatCount
from dolmen.contract.game import State
from dolmen.games.meduris.present.points import points_by_source
from dolmen.games.meduris.rules.materials import HUTS, TEMPLES

TEMPLES_BUILT: Final = "temples"
HUTS_BUILT: Final = "huts"
STONES: Final = "stones"
ENDER: Final = "ender"


class MedurisCounting(Counting):
    """Temples and huts built, rune stones held, whether the seat called the end."""

    seat_kinds = (STONES, TEMPLES_BUILT, HUTS_BUILT, ENDER)

    def count(self, state: State) -> Count:
        """From the last position; the points from all lines of the game."""
        sources = points_by_source(state)
        return Count(tuple(_seat(state, seat, sources) for seat in range(state.game.players)))


def _seat(state: State, seat: int, sources: dict[str, list[int]]) -> SeatCount:
    record, players = state.record, state.game.players
    facts = {
        STONES: str(sum(int(holder) == seat for holder in record.rune_holder)),
        TEMPLES_BUILT: str(TEMPLES[players] - int(record.temples[seat])),
        HUTS_BUILT: str(HUTS[players] - int(record.huts[seat])),
        ENDER: "yes" if int(record.ender) == seat else "no",
    }
    return SeatCount(facts, {source: by_seat[seat] for source, by_seat in sources.items() if by_seat[seat]})


COUNTING = MedurisCounting()
