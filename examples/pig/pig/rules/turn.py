"""The rules: which decisions are legal, and what each does. Kernels: they never allocate, raise or draw."""

from __future__ import annotations

from dolmen.contract.game import CHANCE, TERMINAL
from dolmen.core.draws import draw_below
from dolmen.core.kernel import kernel
from dolmen.core.mask import Mask, add, clear
from pig.rules.actions import FACES, HOLD, ROLL, ROLLED
from pig.rules.record import TARGET, Record


@kernel
def legal(record: Record, mask: Mask) -> None:
    """Roll, or hold what was rolled; where the die falls, its six faces."""
    clear(mask)
    if record.player == CHANCE:
        for face in range(FACES):
            add(mask, ROLLED + face)
    elif record.player != TERMINAL:
        add(mask, ROLL)
        if record.pot > 0:
            add(mask, HOLD)


@kernel
def apply(record: Record, action: int) -> None:
    """Make a legal decision, or let the die fall."""
    if action == ROLL:
        record.player = CHANCE
    elif action == HOLD:
        hold(record)
    else:
        fall(record, action - ROLLED + 1)


@kernel
def hold(record: Record) -> None:
    """The pot is taken; who has enough points wins."""
    record.points[record.turn_player] += record.pot
    if record.points[record.turn_player] >= TARGET:
        record.player = TERMINAL
        record.pot = 0
    else:
        next_turn(record)


@kernel
def fall(record: Record, face: int) -> None:
    """A 1 loses the pot and the turn; any other face goes into the pot."""
    record.face = face
    if face == 1:
        next_turn(record)
    else:
        record.pot += face
        record.player = record.turn_player


@kernel
def next_turn(record: Record) -> None:
    """The next player clockwise begins with an empty pot."""
    record.pot = 0
    record.turn += 1
    record.turn_player = (int(record.turn_player) + 1) % int(record.players)
    record.player = record.turn_player


@kernel
def draw_start(record: Record, seed: int, stream: int) -> None:
    """Draw who begins."""
    record.turn_player = draw_below(seed, stream, 0, int(record.players))
    record.player = record.turn_player


@kernel
def points(record: Record, seat: int) -> int:
    """The points of a seat, without the pot."""
    return int(record.points[seat])


@kernel
def is_winner(record: Record, seat: int) -> bool:
    """At the end: who has enough points."""
    return int(record.points[seat]) >= TARGET
