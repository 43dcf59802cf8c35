"""The map and the boards as pictures: sound for every position of games of every size.

`python -m tests.terra_mystica.test_svg` draws the picture of the documentation anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from dolmen.art import known_symbols, stand_alone
from dolmen.art.standalone import SVG
from dolmen.bots import LEVEL, find_bot
from dolmen.contract.game import State
from dolmen.core.draws import Draws
from dolmen.games.terra_mystica.present.artwork import STYLE, SYMBOLS
from dolmen.games.terra_mystica.present.svg import (
    VIEW_BOX,
    Lit,
    bonus_tile,
    bonus_tiles,
    cult_board,
    cult_space,
    document,
    faction_board,
    faction_hex,
    favour_tile,
    favours_and_towns,
    ground,
    lit,
    pieces,
    power_actions,
    scoring_tile,
    scoring_tiles,
    terrain_of,
    town_tile,
)
from dolmen.games.terra_mystica.present.svg.geometry import EDGE, HEIGHT, MIDDLES, RADIUS, WIDTH, corners
from dolmen.games.terra_mystica.present.svg.pieces import towns
from dolmen.games.terra_mystica.rules.board import BRIDGE_NAMES, HEX_NAMES, LAND, PRINTED, RIVER_NAMES, TERRAINS
from dolmen.games.terra_mystica.rules.factions import NAMES, SPECIALS
from dolmen.games.terra_mystica.rules.game import TerraMystica
from dolmen.games.terra_mystica.rules.record import NOBODY, ROUNDS, Record
from dolmen.games.terra_mystica.rules.setup import draw_setup
from dolmen.games.terra_mystica.rules.tiles import BONUSES, CULTS, FAVOURS, SCORINGS, TOWNS
from tests.terra_mystica.table import ALL_OPTIONS, Table

PICTURE = Path(__file__).resolve().parents[2] / "docs" / "pictures" / "terra-mystica.svg"
PLAYERS = (2, 3, 4, 5)
ON_THE_MAP = (
    *(f"hex-{name}" for name in HEX_NAMES),
    *(f"river-{name}" for name in RIVER_NAMES),
    *(f"bridge-{name.replace(':', '-')}" for name in BRIDGE_NAMES),
)
BESIDE_IT = (
    *(f"act-ACT{number}" for number in range(1, 7)),
    *(f"act-{name}" for name in (*SPECIALS, "BON1", "BON2", "FAV6")),
    *(f"scroll-{name}" for name in BONUSES),
    *(f"favour-{name}" for name in FAVOURS),
    *(f"town-{name}" for name in TOWNS),
    *(f"cult-{cult.lower()}" for cult in CULTS),
    *(f"order-{cult.lower()}-{place}" for cult in CULTS for place in range(1, 5)),
    "track-ship",
    "track-dig",
)
GHOSTS = ("", "dwelling", "spade-2+terrain-forest+dwelling", "terrain-swamp", "bridge", "stronghold", "spade-3")
EVERYTHING = tuple(
    Lit(place, choice, f"<{place}> & 'more'", ("", "3W 2C", "free", "+2VP")[choice % 4], GHOSTS[choice % len(GHOSTS)])
    for choice, place in enumerate((*ON_THE_MAP, *BESIDE_IT), start=1)
)


def example() -> Record:
    """A position to look at: four factions in the fourth round, a town, bridges, transformed land."""
    table = Table("witches nomads halflings mermaids", round_number=4)
    table.stand("witches", "F4 SH, C3 TE, E7 TP, D4 D, D5 D, G3 D")
    table.stand("nomads", "E8 TE, F3 D, B4 D, G4 TP, H1 D")
    table.stand("halflings", "E6 SH, E5 D, B2 TP, F5 D, A7 D, F6 TE")
    table.stand("mermaids", "H4 SA, G6 TP, E11 D, I10 D, E4 D, D2 TE, H2 D")
    table.bridge("witches", "F4:G3").bridge("nomads", "D6:E8").bridge("mermaids", "F2:H2")
    table.paint(A6="green")
    for name in ("F4", "E7", "D4", "D5", "C3", "G3"):
        table.record.in_town[HEX_NAMES.index(name)] = 1
    return table.record


EXAMPLE_PLACES = (
    Lit("hex-C2", 1, "C2, mountains.", "3W 2C", "spade-1+terrain-forest+dwelling"),
    Lit("hex-C4", 2, "C4, forest.", "1W 2C", "dwelling"),
    Lit("hex-G2", 3, "G2, wasteland.", "5W 2C", "spade-2+terrain-forest+dwelling"),
    Lit("hex-H5", 4, "H5, swamp.", "5W 2C", "spade-2+terrain-forest+dwelling"),
)


def positions(players: int, kind: str = "standard") -> Iterator[State]:
    """A game of random decisions with all options, position by position."""
    options = frozenset(ALL_OPTIONS)
    setup = draw_setup(players, kind, options, Draws(players, 3))
    state = TerraMystica(players).new_state(setup=setup, seed=players)
    draws = Draws(players, 1)
    bot = find_bot("random", "terra-mystica")
    while not state.is_terminal():
        yield state
        state.apply_trusted(bot.decide(state, LEVEL, draws))
    yield state


def parsed(*layers: str) -> list[Xml.Element]:
    return list(Xml.fromstring(f'<svg xmlns="{SVG}">{"".join(layers)}</svg>').iter())


def ids(elements: Sequence[Xml.Element]) -> list[str]:
    return [element.attrib["id"] for element in elements if "id" in element.attrib]


def check_sound(*layers: str) -> None:
    """Well-formed, ids unique and no symbol's name, references resolved, nothing that the page's policy forbids."""
    elements = parsed(*layers)
    named = ids(elements)
    assert sorted(set(named)) == sorted(named)
    assert not set(named) & set(known_symbols(SYMBOLS))
    for element in elements:
        assert element.tag.removeprefix(f"{{{SVG}}}") not in ("style", "script", "image", "foreignObject")
        for name, value in element.attrib.items():
            assert name != "style" and not name.startswith("on")
            assert name != "href" or value[1:] in known_symbols(SYMBOLS)
            assert "url(" not in value
        if element.tag == f"{{{SVG}}}use":
            assert "href" in element.attrib


def boards(record: Record, places: Sequence[Lit] = (), chosen: int | None = None) -> list[str]:
    """All that stands beside the map, with the board of one seat."""
    seat = max(int(record.player), 0)
    return [
        power_actions(record, seat, places, chosen, {"act-ACT1": "A & B"}),
        scoring_tiles(record, {"round-1": "A & B", "SCORE2": "<town>"}),
        bonus_tiles(record, places, chosen, {"heading": "A & B", "scroll-BON1": "<spade>"}),
        favours_and_towns(record, places, chosen, {"favour-FAV1": "A & B", "town-TW1": "<town>"}),
        cult_board(record, places, chosen, {"heading": "A & B", "cult-fire": "<fire>"}),
        faction_board(record, seat, places, chosen, {"faction": "A & B", "dwelling": "<house>", "ship": "&"}),
    ]


@pytest.mark.parametrize("kind", ["standard", "colours"])
@pytest.mark.parametrize("players", PLAYERS)
def test_every_position_of_a_game_has_sound_pictures(players: int, kind: str) -> None:
    printed = ground()
    for number, state in enumerate(positions(players, kind)):
        record = state.record
        if number % 24 and not state.is_terminal():
            continue
        chosen = number % len(EVERYTHING) + 1
        changed = {f"at-{HEX_NAMES[number % LAND]}"}
        check_sound(printed, pieces(record, changed), lit(EVERYTHING, chosen, record=record))
        check_sound(*boards(record))
        check_sound(*boards(record, EVERYTHING, chosen))
        check_sound(*(faction_board(record, seat) for seat in range(players)))


@pytest.mark.parametrize("players", PLAYERS)
def test_pieces_have_the_ids_by_which_the_page_moves_them(players: int) -> None:
    state = list(positions(players))[-1]
    record = state.record
    named = set(ids(parsed(pieces(record))))
    standing = {f"at-{HEX_NAMES[land]}" for land in range(LAND) if record.owner[land] != NOBODY}
    changed = {f"land-{HEX_NAMES[land]}" for land in range(LAND) if record.terrain[land] != PRINTED[land]}
    bridges = {
        f"bridge-{name.replace(':', '-')}"
        for name, owner in zip(BRIDGE_NAMES, record.bridge_owner.tolist(), strict=True)
        if owner != NOBODY
    }
    assert {name for name in named if name.startswith("at-")} == standing
    assert {name for name in named if name.startswith("bridge-")} == bridges
    assert changed <= named
    marked = {name for name in ids(parsed(cult_board(record))) if name.startswith("cult-")}
    assert marked == {f"cult-{cult.lower()}-{terrain_of(record, seat)}" for cult in CULTS for seat in range(players)}


def test_the_ground_shows_every_hex_inside_its_frame() -> None:
    named = ids(parsed(ground({"A1": "A1, <plains>"})))
    assert sorted(named) == sorted(f"hex-{name}" for name in HEX_NAMES)
    for middle in MIDDLES.values():
        assert all(0 < x < WIDTH and 0 < y < HEIGHT for x, y in corners(middle, RADIUS))
    assert f"{-EDGE} 0 {WIDTH + EDGE} {HEIGHT}" == VIEW_BOX
    check_sound(ground())


@pytest.mark.parametrize("place", ON_THE_MAP)
def test_every_place_on_the_map_can_be_lit_and_chosen(place: str) -> None:
    record = Table("witches nomads").state.record
    light = Lit(place, 7, "Here?", "1W 2C", "dwelling")
    drawn = parsed(lit([light, Lit(place, 8, "Or so?")], 7, record=record))
    buttons = [element for element in drawn if element.get("role") == "button"]
    assert [(button.get("id"), button.get("data-choice")) for button in buttons] == [(f"lit-{place}", "7")]
    assert buttons[0].get("aria-pressed") == "true" and buttons[0].get("tabindex") == "0"


@pytest.mark.parametrize("badge", ["2W 6C", "4W 2C 4PW", "1W 2C 1P 4PW"])
def test_a_price_is_no_wider_than_its_hex(badge: str) -> None:
    """Else the price at the hex beside it is covered."""
    record = Table("witches nomads").state.record
    drawn = lit([Lit("hex-D2", 1, "Here?", badge), Lit("hex-D3", 2, "Or here?", badge)], record=record)
    plates = [plate for plate in parsed(drawn) if plate.get("rx") == "10" and plate.get("fill") == "var(--lit-case)"]
    edges = [(float(plate.get("x", 0)), float(plate.get("width", 0))) for plate in plates]
    (left, width), (beside, _) = edges
    assert left + width <= beside


def test_a_bridge_has_a_name_from_either_end() -> None:
    record = Table("witches nomads").state.record
    there = lit([Lit("bridge-F2-H2", 1, "Here?", ghost="bridge")], 1, record=record)
    back = lit([Lit("bridge-H2-F2", 1, "Here?", ghost="bridge")], 1, record=record)
    assert there and there.replace("F2-H2", "") == back.replace("H2-F2", "")


def test_places_beside_the_map_are_left_to_the_boards() -> None:
    record = Table("witches nomads").state.record
    assert lit([Lit(place, 1, "There.") for place in BESIDE_IT], 1, record=record) == ""
    record.bonus_free[:] = 1
    choices = {Lit(place, number, "There."): place for number, place in enumerate(BESIDE_IT, start=1)}
    drawn = parsed(*boards(record, list(choices)))
    chosen = {element.get("data-choice") for element in drawn} - {None}
    held = {place for place in BESIDE_IT if place in ("act-BON1", "act-BON2", "act-FAV6")}
    others = {f"act-{name}" for name in SPECIALS if name != "ACTW"}
    missing = {light.place for light in choices if str(light.choice) not in chosen}
    assert missing <= held | others


def test_the_space_of_a_cult_that_is_reached_is_ringed() -> None:
    record = Table("witches nomads").state.record
    assert 'class="reached"' not in cult_board(record)
    drawn = parsed(cult_board(record, reaches=[cult_space(1, 4)]))
    (ring,) = [element for element in drawn if element.get("class") == "reached"]
    assert ring[0].get("d", "").startswith("M218.8 48") and ring.get("aria-hidden") == "true"


def test_towns_have_a_wall_and_a_key() -> None:
    table = Table("witches nomads")
    record = table.stand("witches", "E7 TP, D4 D, F4 SH, E8 D").state.record
    for name in ("E7", "D4", "F4"):
        record.in_town[HEX_NAMES.index(name)] = 1
    groups = {frozenset(HEX_NAMES[land] for land in town) for town in towns(record)}
    assert sum(len(group) for group in groups) == 3
    named = ids(parsed(pieces(record)))
    assert sum(name.startswith("wall-") for name in named) == len(groups)
    assert sum(name.startswith("key-") for name in named) == len(groups)


@pytest.mark.parametrize("faction", NAMES)
def test_there_is_a_board_of_every_faction(faction: str) -> None:
    other = "nomads" if faction in ("witches", "auren") else "witches"
    record = Table(f"{faction} {other}").state.record
    assert terrain_of(record, 0) in TERRAINS
    for built in (0, 1):
        record.built[0, 4] = built
        drawn = faction_board(record, 0, EVERYTHING, 3)
        check_sound(drawn)
        assert drawn.count('class="bowl"') == 3
        assert drawn.count('class="trk"') == 2


def test_what_has_no_colour_yet_is_drawn_without_one() -> None:
    state = TerraMystica(4).new_state(seed=1)
    assert [terrain_of(state.record, seat) for seat in (-1, 0, 3, 4)] == [""] * 4
    check_sound(*boards(state.record), faction_hex(""))


@pytest.mark.parametrize(
    ("draw", "tiles"),
    [
        (bonus_tile, BONUSES),
        (favour_tile, FAVOURS),
        (town_tile, TOWNS),
        (lambda tile, label="": scoring_tile(tile, 1, label), SCORINGS),
    ],
    ids=["bonus", "favour", "town", "scoring"],
)
def test_every_tile_has_a_picture_of_its_own(draw: Callable[..., str], tiles: tuple[str, ...]) -> None:
    drawn = [draw(tile, "A & <B>") for tile in range(len(tiles))]
    for picture in drawn:
        check_sound(picture)
        places = [float(x) for x in re.findall(r'<text x="([\d.]+)"', picture)]
        assert all(4 < x < 92 for x in places)
    assert len(set(drawn)) == len(drawn)


def test_the_last_round_has_no_cult_bonus() -> None:
    for tile in range(len(SCORINGS)):
        assert "cult-" not in scoring_tile(tile, ROUNDS)
        assert ("cult-" in scoring_tile(tile, ROUNDS - 1)) == (SCORINGS[tile] != "SCORE9")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_picture_stands_alone(scheme: str) -> None:
    record = list(positions(3))[-1].record
    drawn = document(record, EVERYTHING, 5, "light" if scheme == "light" else "dark")
    assert "var(" not in drawn and "light-dark" not in drawn and "class=" not in drawn
    assert len(document(record).encode()) < 150_000
    board = cult_board(record)
    drawn = board[board.index(">") + 1 : -len("</svg>")]
    assert "var(" not in stand_alone(drawn, "0 0 430 179", "Cults", symbol_file=SYMBOLS, style=STYLE)


def test_the_picture_of_the_documentation_is_small() -> None:
    assert len(PICTURE.read_bytes()) < 150_000
    assert len(Xml.fromstring(PICTURE.read_text(encoding="utf-8"))) > 1
    assert [len(town) for town in towns(example())] == [6]


if __name__ == "__main__":
    PICTURE.write_text(document(example(), EXAMPLE_PLACES, 1), encoding="utf-8")
