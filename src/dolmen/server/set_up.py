"""A set-up between forms, addresses and tables: options as fields, fields as options, and the link that shares it.

An address tells a set-up by the options themselves (`?players=3&seed=7`): short enough to be sent, and
read by people. A form has a field for each tile and each thing that is laid out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

from dolmen.contract.notation import Transcript
from dolmen.contract.presentation import Presentation
from dolmen.contract.registry import package
from dolmen.core.errors import translatable
from dolmen.core.words import words
from dolmen.server.border import whole_number
from dolmen.server.errors import BadRequest
from dolmen.server.table_options import GUIDE, RATED, laid_by_hand

ENGLISH: Final = words("en")
_PLACED = re.compile(r"place_([\w-]+)_\d+_([\w-]+)")
"""`place_chips_0_two`: the place of the first thing, which is a 'two'."""
_TILE = re.compile(r"tile_([\w-]+)_\d{1,2}")
MOST_PLACES: Final = 20


def options_of_form(form: Mapping[str, str]) -> dict[str, str]:
    """The options that the fields of a form choose, but for those of seats. Raises BadRequest."""
    options = {key[7:]: value for key, value in form.items() if key.startswith("option_")}
    options.update(_placed(form))
    options.update(_tiles(form))
    return options


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


def _tiles(form: Mapping[str, str]) -> dict[str, str]:
    """The tiles that are chosen, with commas; nothing where all are drawn."""
    names = {found[1] for key in form if (found := _TILE.fullmatch(key))}
    chosen = {name: [form.get(f"tile_{name}_{place}", "") for place in range(MOST_PLACES)] for name in names}
    return {name: ",".join(tiles).rstrip(",") for name, tiles in chosen.items() if any(tiles)}


def fields_of_options(present: Presentation, options: Mapping[str, str]) -> dict[str, str]:
    """The fields of a form that choose these options: what `options_of_form` reads."""
    by_seat = {field.name for field in present.options(ENGLISH) if field.by_seat}
    tiles = {field.name for field in present.tile_fields(1, ENGLISH)}
    things = {field.name: [value for value, _label, _symbol in field.things] for field in present.placings(ENGLISH)}
    fields: dict[str, str] = {}
    for name, value in options.items():
        if name in by_seat:
            fields |= {f"seat_option_{name}_{seat}": one for seat, one in enumerate(value.split(","))}
        elif name in tiles:
            fields |= {f"tile_{name}_{place}": tile for place, tile in enumerate(value.split(","))}
        elif name in things:
            fields |= _placed_fields(name, things[name], value)
        else:
            fields[f"option_{name}"] = value
    return fields


def _placed_fields(name: str, things: list[str], value: str) -> dict[str, str]:
    left = [word.partition(":") for word in value.split()]
    fields = {}
    for number, thing in enumerate(things):
        found = next((place for place in left if place[2] == thing), None)
        if found is not None:
            left.remove(found)
            fields[f"place_{name}_{number}_{thing}"] = found[0]
    return fields


def known_options(present: Presentation, told: Mapping[str, str]) -> dict[str, str]:
    """What of an address are options of the game, those that settle what is drawn included."""
    names = {field.name for field in present.options(ENGLISH)} | laid_by_hand(present)
    return {name: value for name, value in told.items() if name in names and value}


def shared_options(transcript: Transcript, options: Mapping[str, str]) -> dict[str, str]:
    """The options that make a table's set-up again, whatever the seed: what was drawn is named."""
    kept = {name: value for name, value in options.items() if name not in (GUIDE, RATED, "seed")}
    return {**kept, **transcript.setup_options()}


def address(game: str, players: int, options: Mapping[str, str]) -> str:
    """The path that shows a set-up; the same behind `/?` fills the form of a new table."""
    return f"/setups/{game}?{query(players, options)}"


def query(players: int, options: Mapping[str, str]) -> str:
    """The set-up as the end of an address."""
    told = {"players": str(players), **{name: value for name, value in sorted(options.items()) if value}}
    return urlencode(told, safe=",:")


def filled_form(game: str, told: Mapping[str, str]) -> dict[str, str]:
    """How the form of a new table is filled by an address; empty where it tells no set-up of the game."""
    options = known_options(package(game).presentation(), told)
    players = whole_number(told.get("players", ""))
    if not options and players is None:
        return {}
    fields = fields_of_options(package(game).presentation(), options)
    if players:
        fields |= {"players": str(players), "opponents": str(players - 1)}
    return {"game": game, "start": "first", **fields}
