"""The yields: chips from the mountain to the players ('Small yield', 'Big yield', FAQ 'not enough materials')."""

from __future__ import annotations

import numpy as np

from dolmen.core.kernel import kernel
from dolmen.games.meduris.rules.materials import WORKERS
from dolmen.games.meduris.rules.record import NOBODY, Record

_WORKERS = np.array([WORKERS.get(players, 0) for players in range(5)], dtype=np.int8)


@kernel
def take_chips(record: Record, player: int, material: int, number: int) -> None:
    """Take chips from the mountain while the supply lasts."""
    taken = min(number, int(record.supply[material]))
    record.supply[material] -= taken
    record.stock[player, material] += taken


@kernel
def small_yield(record: Record, plain: int) -> None:
    """Every worker on the plain brings one chip, the top worker first."""
    for level in range(int(record.height[plain]) - 1, -1, -1):
        take_chips(record, int(record.stack[plain, level]), plain, 1)


@kernel
def big_yield(record: Record, plain: int) -> None:
    """The worker at level k brings k chips, the top worker first."""
    for level in range(int(record.height[plain]) - 1, -1, -1):
        take_chips(record, int(record.stack[plain, level]), plain, level + 1)


@kernel
def put_worker(record: Record, player: int, plain: int) -> None:
    """Put a worker on top of a plain."""
    height = int(record.height[plain])
    record.stack[plain, height] = player
    record.height[plain] = height + 1


@kernel
def all_workers_placed(record: Record) -> bool:
    """Whether every player's workers stand on the plains."""
    placed = 0
    for plain in range(4):
        placed += int(record.height[plain])
    return placed == int(record.players) * int(_WORKERS[record.players])


@kernel
def lift_worker(record: Record, plain: int, level: int) -> None:
    """Take a worker out of a stack; those above drop down."""
    top = int(record.height[plain]) - 1
    for below in range(level, top):
        record.stack[plain, below] = record.stack[plain, below + 1]
    record.stack[plain, top] = NOBODY
    record.height[plain] = top


@kernel
def supply_left(record: Record) -> bool:
    """Whether the mountain has any chip."""
    for material in range(4):
        if record.supply[material] > 0:
            return True
    return False
