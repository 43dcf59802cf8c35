"""The board of Meduris as SVG, in three layers (see `dolmen.art`): ground, pieces, choices."""

from __future__ import annotations

from collections.abc import Sequence

from dolmen.art import stand_alone
from dolmen.art.tokens import Scheme
from dolmen.games.meduris.present.artwork import STYLE, SYMBOLS
from dolmen.games.meduris.present.svg.choices import Lit, lit, outline_of
from dolmen.games.meduris.present.svg.geometry import VIEW_BOX
from dolmen.games.meduris.present.svg.ground import ground
from dolmen.games.meduris.present.svg.pieces import SEATS, Workers, follow_workers, number_workers, pieces
from dolmen.games.meduris.rules.board import Board, Field
from dolmen.games.meduris.rules.materials import AREAS, MATERIALS
from dolmen.games.meduris.rules.record import Record, sites

__all__ = [
    "SEATS",
    "VIEW_BOX",
    "Lit",
    "Workers",
    "document",
    "follow_workers",
    "ground",
    "lit",
    "number_workers",
    "outline_of",
    "pieces",
]


def document(
    record: Record,
    rolled: str | None = None,
    places: Sequence[Lit] = (),
    chosen: int | None = None,
    scheme: Scheme = "light",
) -> str:
    """A whole picture of a position that looks right outside a page."""
    layers = ground(board_of(record)) + pieces(record, rolled) + lit(places, chosen, record=record)
    return stand_alone(layers, VIEW_BOX, "Meduris", scheme, symbol_file=SYMBOLS, style=STYLE)


def board_of(record: Record) -> Board:
    """The board that travels in a record."""
    fields = tuple(
        Field((MATERIALS[site.icons[0]], MATERIALS[site.icons[1]]), AREAS[site.area]) for site in sites(record)
    )
    return Board("board", "in the record", fields)
