"""The set-up: number of players, board, bonus chips; from it the first position ('Setup')."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from dolmen.contract.game import Records, empty_records
from dolmen.core.draws import Draws
from dolmen.core.errors import InvalidSetup, translatable
from dolmen.games.meduris.rules.board import Board
from dolmen.games.meduris.rules.materials import (
    BONUS_CHIPS,
    CHIPS,
    CHIPS_PER_MATERIAL,
    EMPTY_BETWEEN_CHIPS,
    HUTS,
    START_POINTS,
    TEMPLES,
)
from dolmen.games.meduris.rules.record import DRUID_TEMPLE, NOBODY, NOT_YET, RECORD, Phase, sites
from dolmen.games.meduris.rules.start import draw_start


@dataclass(frozen=True)
class Setup:
    """Everything that is settled before the first decision. Player 1 is the start player."""

    players: int
    board: Board
    chips: Mapping[int, str]
    """Bonus chips by field, fields from 1."""

    def __post_init__(self) -> None:
        if self.players not in HUTS:
            raise InvalidSetup(f"Meduris is for {min(HUTS)} to {max(HUTS)} players, not {self.players}")
        check_chips(self.chips, len(self.board.fields))


def check_chips(chips: Mapping[int, str], fields: int) -> None:
    """Two chips of each kind, on fields of the board, at least three empty fields between neighbours."""
    for field, kind in chips.items():
        if not 1 <= field <= fields:
            raise InvalidSetup(
                translatable("a bonus chip lies on field %(field)s, but the board has fields 1 to %(fields)s"),
                field=field,
                fields=fields,
            )
        if kind not in BONUS_CHIPS:
            raise InvalidSetup(f"field {field}: there is no bonus chip '{kind}'; they are two, hut and druid")
    if sorted(chips.values()) != sorted(BONUS_CHIPS):
        raise InvalidSetup(translatable("the bonus chips are two of each kind: two, two, hut, hut, druid, druid"))
    placed = sorted(chips)
    for field, following in zip(placed, [*placed[1:], placed[0] + fields], strict=True):
        between = following - field - 1
        if between < EMPTY_BETWEEN_CHIPS:
            raise InvalidSetup(
                translatable(
                    "only %(between)s empty fields lie between the bonus chips on fields %(field)s and %(following)s; "
                    "at least %(needed)s are needed"
                ),
                between=between,
                field=field,
                following=(following - 1) % fields + 1,
                needed=EMPTY_BETWEEN_CHIPS,
            )


def draw_chips(fields: int, draws: Draws) -> dict[int, str]:
    """Bonus chips by field, drawn on a ring of so many fields."""
    records = empty_records(RECORD)
    records[0].fields = fields
    draw_start(records[0], draws.seed, draws.stream)
    return {field: CHIPS[site.chip] for field, site in enumerate(sites(records[0]), start=1) if site.chip}


def open_records(players: int, board: Board) -> Records:
    """The position before the first worker is placed, bonus chips not yet laid out."""
    records = empty_records(RECORD)
    record = records[0]
    fields = board.fields
    record.players = players
    record.fields = len(fields)
    record.phase = Phase.PLACE
    record.druid = DRUID_TEMPLE
    record.ender = NOBODY
    record.circuit_left = NOT_YET
    record.points[:players] = START_POINTS
    record.stock[:players] = 1
    record.supply[:] = CHIPS_PER_MATERIAL - players
    record.huts[:players] = HUTS[players]
    record.temples[:players] = TEMPLES[players]
    record.stack[:] = NOBODY
    record.rune_holder[:] = NOBODY
    record.board[: len(fields)] = np.array([int(field) for field in fields], dtype=np.uint8)
    return records


def first_records(setup: Setup) -> Records:
    """The position before the first worker is placed."""
    records = open_records(setup.players, setup.board)
    for field, kind in setup.chips.items():
        records[0].built[field - 1] = CHIPS.index(kind) * 16
    return records
