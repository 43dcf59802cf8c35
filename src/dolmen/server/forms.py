"""What the form on the first page wishes for a table: who plays, colours, who begins, options, a clock.

There are three plain ways (`way`): `alone` with bots of a level, with `friends` by a link, several people at one
`screen`; and `seats`, each with its own field.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from dolmen.contract.registry import find
from dolmen.core.errors import translatable
from dolmen.server.border import whole_number
from dolmen.server.bot_list import DEFAULT_LEVEL, bot_of_level
from dolmen.server.commands.making import LONGEST_BANK, LONGEST_CLOCK, SHORTEST_TURN
from dolmen.server.errors import BadName, BadRequest
from dolmen.server.names import LONGEST_NAME, given_name
from dolmen.server.set_up import options_of_form

MOST_SEATS = 9
PACES = {"live": (0, 0), "minutes": (15, 30 * 60), "days": (2 * 24 * 3600, 0)}
"""Seconds a turn and in the bank, of a game by the clock or over days; one that is played at once has no clock."""
BANK = "bank"
"""The unit of a clock that gives everybody minutes for the whole game, and some seconds for every turn."""
CLOCK_UNITS = {"minutes": 60, "hours": 3600, "days": 24 * 3600}


@dataclass(frozen=True)
class TableWish:
    """A table to be made, its seats in turn order."""

    seats: list[str]
    options: dict[str, str]
    clock: int
    bank: int

    @classmethod
    def read(cls, form: Mapping[str, str]) -> TableWish:
        """From the fields of the form. Raises BadRequest."""
        seated = _WAYS.get(form.get("way", ""), _seat_by_seat)(form)
        order = _turn_order(list(seated), form.get("start", "random"))
        options = options_of_form(form)
        for name in {found[1] for key in form if (found := re.fullmatch(r"seat_option_([\w-]+)_\d+", key))}:
            options[name] = ",".join(form.get(f"seat_option_{name}_{seat}", "") for seat in order)
        return cls([seated[number] for number in order], options, *clock_of(form))


def _alone(form: Mapping[str, str]) -> dict[int, str]:
    """With so many bots of one level."""
    bot = bot_of_level(find(form.get("game", "")).key, _number(form, "level", DEFAULT_LEVEL))
    return {0: "me", **dict.fromkeys(range(1, 1 + _number(form, "opponents", 1)), f"bot:{bot}")}


def _with_friends(form: Mapping[str, str]) -> dict[int, str]:
    """So many players, all but one by the link of the table."""
    return {0: "me", **dict.fromkeys(range(1, _number(form, "players", 2)), "friend")}


def _one_screen(form: Mapping[str, str]) -> dict[int, str]:
    """Everybody whose name was typed."""
    names = {number: form.get(f"person{number}", "") for number in range(1, MOST_SEATS)}
    here = {number: f"here:{name}" for number, name in names.items() if name.strip()}
    if not here:
        raise BadRequest(translatable("type a name for everybody at this screen"))
    return {0: "me", **here}


def _seat_by_seat(form: Mapping[str, str]) -> dict[int, str]:
    """What the field of each seat says."""
    return {number: form[f"seat{number}"] for number in range(MOST_SEATS) if form.get(f"seat{number}")}


_WAYS = {"alone": _alone, "friends": _with_friends, "screen": _one_screen}


def _number(form: Mapping[str, str], field: str, otherwise: int) -> int:
    """A field that holds a small number."""
    return min(whole_number(form.get(field, "")) or otherwise, MOST_SEATS)


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


def _pace(form: Mapping[str, str]) -> tuple[int, int]:
    """The clock of how friends play, where they are asked."""
    pace = form.get("pace", "") or "live"
    if pace not in PACES:
        raise BadRequest(translatable("there is no pace '%(text)s'"), text=pace[:20])
    return PACES[pace] if form.get("way", "friends") in ("friends", "") else PACES["live"]


def clock_of(form: Mapping[str, str]) -> tuple[int, int]:
    """Seconds a turn and in the bank, by the options or by a pace; 0 where there is no clock. Raises BadRequest."""
    return _clock(form) or _pace(form)


def _clock(form: Mapping[str, str]) -> tuple[int, int] | None:
    """The seconds of 'so many minutes, hours or days a turn', and of the bank; None where the options say nothing."""
    unit, count = form.get("clock_unit", ""), whole_number(form.get("clock_number", "")) or 0
    if unit == BANK:
        turn = whole_number(form.get("clock_seconds", "")) or 0
        if not 1 <= count * 60 <= LONGEST_BANK or not SHORTEST_TURN <= turn <= 3600:
            raise BadRequest(
                translatable("everybody has 1 to %(most)s minutes, and 5 to 3600 seconds for every turn"),
                most=LONGEST_BANK // 60,
            )
        return turn, 60 * count
    if not unit:
        return None
    if unit not in CLOCK_UNITS:
        raise BadRequest(translatable("there is no clock by '%(text)s'"), text=unit[:20])
    if not 1 <= count <= 999 or count * CLOCK_UNITS[unit] > LONGEST_CLOCK:
        raise BadRequest(translatable("the clock gives at least one minute and at most sixty days a turn"))
    return count * CLOCK_UNITS[unit], 0


@dataclass(frozen=True)
class BranchWish:
    """A table that goes on from a moment of another one: who takes each of its seats."""

    seats: list[str]
    clock: int
    bank: int

    @classmethod
    def read(cls, game: str, names: Sequence[str], form: Mapping[str, str], mine: Collection[str]) -> BranchWish:
        """From the fields of the form: `mine` are the seats that the reader takes. Raises BadRequest."""
        own = sorted({number for text in mine if (number := whole_number(text)) is not None and number < len(names)})
        if not own:
            raise BadRequest(translatable("Choose at least one seat for yourself."))
        way = form.get("way", "alone")
        if way not in _WAYS:
            raise BadRequest(f"the others are one of: {', '.join(_WAYS)}")
        bot = bot_of_level(game, _number(form, "level", DEFAULT_LEVEL))
        others = {"alone": f"bot:{bot}", "friends": "friend"}
        seats = [
            "me" if seat == own[0] else f"here:{_shown(name)}" if seat in own or way == "screen" else others[way]
            for seat, name in enumerate(names)
        ]
        return cls(seats, *_pace(form))


def _shown(name: str) -> str:
    """A name from another table or a file, as people here may have it; empty where they may not."""
    try:
        return given_name(name[:LONGEST_NAME])
    except BadName:
        return ""
