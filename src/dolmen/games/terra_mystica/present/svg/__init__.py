"""Terra Mystica as pictures: the map in three layers (see `dolmen.art`), and the boards beside it.

The boards are markup for the page (`style.css` has their classes), well-formed as XML; they take the places that may be
chosen and what to call them, and draw the rest from the record alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from dolmen.art import stand_alone
from dolmen.art.tokens import Scheme
from dolmen.games.terra_mystica.present.artwork import STYLE, SYMBOLS
from dolmen.games.terra_mystica.present.svg.boards import (
    bonus_tiles,
    cult_board,
    favours_and_towns,
    power_actions,
    scoring_tiles,
)
from dolmen.games.terra_mystica.present.svg.choices import Lit, lit
from dolmen.games.terra_mystica.present.svg.faction import faction_board
from dolmen.games.terra_mystica.present.svg.geometry import VIEW_BOX
from dolmen.games.terra_mystica.present.svg.ground import ground
from dolmen.games.terra_mystica.present.svg.pieces import pieces, terrain_of
from dolmen.games.terra_mystica.present.svg.tiles import bonus_tile, faction_hex, favour_tile, scoring_tile, town_tile
from dolmen.games.terra_mystica.rules.board import TERRAINS
from dolmen.games.terra_mystica.rules.record import Record

__all__ = [
    "TERRAINS",
    "VIEW_BOX",
    "Lit",
    "bonus_tile",
    "bonus_tiles",
    "cult_board",
    "document",
    "faction_board",
    "faction_hex",
    "favour_tile",
    "favours_and_towns",
    "ground",
    "lit",
    "pieces",
    "power_actions",
    "scoring_tile",
    "scoring_tiles",
    "terrain_of",
    "town_tile",
]


def document(record: Record, places: Sequence[Lit] = (), chosen: int | None = None, scheme: Scheme = "light") -> str:
    """A whole picture of the map in a position that looks right outside a page."""
    layers = ground() + pieces(record) + lit(places, chosen, record=record)
    return stand_alone(layers, VIEW_BOX, "Terra Mystica", scheme, symbol_file=SYMBOLS, style=STYLE)
