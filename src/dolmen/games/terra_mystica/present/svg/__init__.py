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
    cult_space,
    favours_and_towns,
    power_actions,
    scoring_tiles,
)
from dolmen.games.terra_mystica.present.svg.cards import faction_card, faction_start, home_map, price
from dolmen.games.terra_mystica.present.svg.choices import Lit, lit, outline_of
from dolmen.games.terra_mystica.present.svg.faction import faction_board, tiles_held
from dolmen.games.terra_mystica.present.svg.geometry import VIEW_BOX
from dolmen.games.terra_mystica.present.svg.ground import ground
from dolmen.games.terra_mystica.present.svg.marks import seat_marks
from dolmen.games.terra_mystica.present.svg.pieces import pieces, terrain_of
from dolmen.games.terra_mystica.present.svg.tiles import (
    POWER_SIGNS,
    SPECIAL_SIGNS,
    bonus_picture,
    bonus_tile,
    faction_hex,
    favour_tile,
    octagon,
    power_octagon,
    scoring_tile,
    town_tile,
)
from dolmen.games.terra_mystica.rules.board import TERRAINS
from dolmen.games.terra_mystica.rules.record import Record

__all__ = [
    "POWER_SIGNS",
    "SPECIAL_SIGNS",
    "TERRAINS",
    "VIEW_BOX",
    "Lit",
    "bonus_picture",
    "bonus_tile",
    "bonus_tiles",
    "cult_board",
    "cult_space",
    "document",
    "faction_board",
    "faction_card",
    "faction_hex",
    "faction_start",
    "favour_tile",
    "favours_and_towns",
    "ground",
    "home_map",
    "lit",
    "octagon",
    "outline_of",
    "pieces",
    "power_actions",
    "power_octagon",
    "price",
    "scoring_tile",
    "scoring_tiles",
    "seat_marks",
    "terrain_of",
    "tiles_held",
    "town_tile",
]


def document(record: Record, places: Sequence[Lit] = (), chosen: int | None = None, scheme: Scheme = "light") -> str:
    """A whole picture of the map in a position that looks right outside a page."""
    layers = ground() + pieces(record) + lit(places, chosen, record=record)
    return stand_alone(layers, VIEW_BOX, "Terra Mystica", scheme, symbol_file=SYMBOLS, style=STYLE)
