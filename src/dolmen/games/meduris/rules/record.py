"""A position of Meduris: one record of fixed size.

Players, fields, levels and plains count from 0 here; texts count from 1. The board travels in the record: byte `f` of
`board` holds the icons and the area of field `f`, byte `f` of `built` what stands and lies there:

    board   area * 16 + second icon * 4 + first icon
    built   chip * 16 + building        0 empty, 1-4 hut of player 0-3, 5-8 temple of player 0-3
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from dolmen.core.kernel import kernel

MAX_FIELDS = 48
MAX_PLAYERS = 4

Record = Any
"""One element of a record array: attributes as below (an ``np.record`` uncompiled, a struct when compiled)."""


class Phase(IntEnum):
    """What is decided next."""

    PLACE = 0
    ROLL = 1
    TAKE = 2
    GIVE = 3
    ACT = 4
    PAY = 5
    OFFER = 6
    OVER = 7


class Intent(IntEnum):
    """What the chips that are being paid are for."""

    NOTHING = 0
    HUT = 1
    TEMPLE = 2
    OFFER_ONE = 3
    OFFER_BOTH = 4


DRUID_TEMPLE = -4
"""Where the druid starts; -3, -2 and -1 are his stone fields, 0 and up the fields of the ring."""
LAST_STONE = -1
NOBODY = -1
NOT_YET = -1

RECORD = np.dtype(
    [
        ("turn", np.int32),  # rolls so far
        ("points", np.int16, (MAX_PLAYERS,)),
        ("player", np.int8),  # who decides now, or CHANCE, or TERMINAL
        ("turn_player", np.int8),  # whose turn it is
        ("phase", np.int8),
        ("players", np.int8),
        ("fields", np.int8),  # how many fields the ring has
        ("druid", np.int8),
        ("ender", np.int8),  # who called the end, or NOBODY
        ("turns_left", np.int8),  # turns until the final circuit, this one counted, once the end is called
        ("circuit_left", np.int8),  # huts still to be asked in the final circuit, or NOT_YET
        ("asked", np.int8),  # players already asked at a plus or a minus
        ("intent", np.int8),  # what is being paid for
        ("target", np.int8),  # the field it is paid for
        ("due_each", np.int8),  # chips due of each of the field's two materials
        ("due_total", np.int8),  # chips due in all
        ("named", np.int8),  # materials whose number is already named in this payment
        ("given", np.int8, (4,)),  # that number
        ("supply", np.int8, (4,)),  # chips on the mountain
        ("stock", np.int8, (MAX_PLAYERS, 4)),  # chips of each player
        ("huts", np.int8, (MAX_PLAYERS,)),  # not yet built
        ("temples", np.int8, (MAX_PLAYERS,)),
        ("stack", np.int8, (4, 3)),  # the worker at each level of each plain, or NOBODY
        ("height", np.int8, (4,)),  # workers on each plain
        ("rune_holder", np.int8, (9,)),  # who holds each area's rune stone, or NOBODY
        ("board", np.uint8, (MAX_FIELDS,)),
        ("built", np.uint8, (MAX_FIELDS,)),
    ],
    align=True,
)


@kernel
def first_icon(record: Record, field: int) -> int:
    """One of the two materials that the field shows."""
    return int(record.board[field]) & 3


@kernel
def second_icon(record: Record, field: int) -> int:
    """The other one."""
    return (int(record.board[field]) >> 2) & 3


@kernel
def area(record: Record, field: int) -> int:
    """The rune area that the field lies in."""
    return int(record.board[field]) >> 4


@kernel
def building(record: Record, field: int) -> int:
    """What stands on the field: 0 nothing, 1-4 a hut of player 0-3, 5-8 a temple of player 0-3."""
    return int(record.built[field]) & 15


@kernel
def is_hut(record: Record, field: int) -> bool:
    """Whether a hut stands on the field."""
    return 1 <= building(record, field) <= MAX_PLAYERS


@kernel
def is_temple(record: Record, field: int) -> bool:
    """Whether a temple stands on the field."""
    return building(record, field) > MAX_PLAYERS


@kernel
def owner(record: Record, field: int) -> int:
    """Who built on the field (there is a building)."""
    return (building(record, field) - 1) & 3


@kernel
def chip(record: Record, field: int) -> int:
    """The bonus chip on the field or under its hut."""
    return int(record.built[field]) >> 4


@kernel
def set_field(record: Record, field: int, building: int, chip: int) -> None:
    """Put a building and a chip (or none) on a field."""
    record.built[field] = chip * 16 + building


@kernel
def gain(record: Record, player: int, points: int) -> None:
    """Move a scorekeeper, never below 0."""
    record.points[player] = max(0, int(record.points[player]) + points)


@dataclass(frozen=True)
class Site:
    """A field as Python sees it: what is printed there, what stands there, what lies there."""

    icons: tuple[int, int]
    area: int
    hut: int
    """The seat whose hut stands there, or NOBODY."""
    temple: int
    """The seat whose temple stands there, or NOBODY."""
    chip: int


@cache
def site(board: int, built: int) -> Site:
    """The field that two bytes of a record stand for."""
    building = built & 15
    hut = building - 1 if 1 <= building <= MAX_PLAYERS else NOBODY
    temple = building - 1 - MAX_PLAYERS if building > MAX_PLAYERS else NOBODY
    return Site((board & 3, (board >> 2) & 3), board >> 4, hut, temple, built >> 4)


def sites(record: Record) -> list[Site]:
    """All fields of the ring."""
    fields = int(record.fields)
    return [site(int(board), int(built)) for board, built in zip(record.board, record.built, strict=True)][:fields]


def plain(record: Record) -> Any:
    """The same fields as Python ints and lists: many times faster to read, where nothing is compiled."""
    return SimpleNamespace(**{name: record[name].tolist() for name in RECORD.names or ()})
