"""What the form on the first page wishes for a table: seats and their colours, who begins, options, a clock."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from dolmen.core.errors import translatable
from dolmen.server.border import whole_number
from dolmen.server.commands.making import LONGEST_CLOCK
from dolmen.server.errors import BadRequest

MOST_SEATS = 9
CLOCK_UNITS = {"minutes": 60, "hours": 3600, "days": 24 * 3600}
_PLACED = re.compile(r"place_([\w-]+)_\d+_([\w-]+)")
"""`place_chips_0_two`: the place of the first thing, which is a 'two'."""


@dataclass(frozen=True)
class TableWish:
    """A table to be made, its seats in turn order."""

    seats: list[str]
    options: dict[str, str]
    clock: int

    @classmethod
    def read(cls, form: Mapping[str, str]) -> TableWish:
        """From the fields of the form. Raises BadRequest."""
        taken = [number for number in range(MOST_SEATS) if form.get(f"seat{number}")]
        order = _turn_order(taken, form.get("start", "random"))
        options = {key[7:]: value for key, value in form.items() if key.startswith("option_")}
        for name in {found[1] for key in form if (found := re.fullmatch(r"seat_option_([\w-]+)_\d+", key))}:
            options[name] = ",".join(form.get(f"seat_option_{name}_{seat}", "") for seat in order)
        options.update(_placed(form))
        clock = _clock(form.get("clock_number", ""), form.get("clock_unit", ""))
        return cls([form[f"seat{number}"] for number in order], options, clock)


def _turn_order(taken: list[int], start: str) -> list[int]:
    """The seats in turn order, from the start player on: drawn, or chosen."""
    if not taken:
        return []
    if start == "random":
        first = secrets.randbelow(len(taken))
    elif start in ("first", ""):
        first = 0
    elif (seat := whole_number(start)) in taken:
        first = taken.index(seat)
    else:
        raise BadRequest(translatable("the start player's seat is empty"))
    return taken[first:] + taken[:first]


def _placed(form: Mapping[str, str]) -> dict[str, str]:
    """What is laid out by hand: 'place:thing' with blanks between; nothing where all is drawn."""
    placed: dict[str, list[str]] = {}
    for key, place in form.items():
        found = _PLACED.fullmatch(key)
        if found and place.strip():
            number = whole_number(place.strip())
            if number is None:
                raise BadRequest(translatable("a field is a number, not '%(text)s'"), text=place.strip()[:20])
            placed.setdefault(found[1], []).append(f"{number}:{found[2]}")
    return {name: " ".join(things) for name, things in placed.items()}


def _clock(number: str, unit: str) -> int:
    """The seconds of 'so many minutes, hours or days'; 0 where there is no clock."""
    if unit not in CLOCK_UNITS:
        return 0
    count = whole_number(number) or 0
    if not 1 <= count <= 999 or count * CLOCK_UNITS[unit] > LONGEST_CLOCK:
        raise BadRequest(translatable("the clock gives at least one minute and at most sixty days a turn"))
    return count * CLOCK_UNITS[unit]
