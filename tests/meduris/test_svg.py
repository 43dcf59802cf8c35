"""The board as a picture: sound for every position and every board, the same for every stock."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from xml.etree import ElementTree as Xml

import pytest

from dolmen.art import known_symbols, used
from dolmen.art.standalone import SVG
from dolmen.games.meduris.present.artwork import SYMBOLS
from dolmen.games.meduris.present.svg import (
    SEATS,
    Lit,
    document,
    follow_workers,
    ground,
    lit,
    number_workers,
    pieces,
)
from dolmen.games.meduris.present.svg.geometry import (
    DISC,
    DRUID_SIZE,
    LEVEL_HEIGHT,
    TRACK_LENGTH,
    druid_place,
    level,
    plains,
    ring,
    track_stone,
)
from dolmen.games.meduris.present.svg.ground import area_spans, number_place, rune_place
from dolmen.games.meduris.rules.board import Board, printed_board
from dolmen.games.meduris.rules.materials import FACES, MATERIALS, MAX_STACK, WORKERS
from dolmen.games.meduris.rules.record import DRUID_TEMPLE, NOBODY, Phase, Record, sites
from tests.conftest import EVERY_NUMBER_OF_PLAYERS
from tests.meduris.pictures import GOLDEN, last_roll, one_of_each_phase, own_board, pictures, places, positions, shown


def parsed(*layers: str) -> list[Xml.Element]:
    return list(Xml.fromstring(f'<svg xmlns="{SVG}">{"".join(layers)}</svg>').iter())


def ids(elements: Sequence[Xml.Element]) -> list[str]:
    return [element.attrib["id"] for element in elements if "id" in element.attrib]


def check_sound(*layers: str) -> None:
    """Well-formed, ids unique and no symbol's name, references resolved, nothing that the page's policy forbids."""
    elements = parsed(*layers)
    named = ids(elements)
    assert len(set(named)) == len(named)
    assert not set(named) & set(known_symbols(SYMBOLS))
    for element in elements:
        assert element.tag.removeprefix(f"{{{SVG}}}") not in ("style", "script", "image", "foreignObject")
        for name, value in element.attrib.items():
            assert name != "style" and not name.startswith("on")
            assert name != "href" or value[1:] in known_symbols(SYMBOLS)
            for reference in re.findall(r"url\(#([\w-]+)\)", value):
                assert reference in named


def record_of(phase: Phase) -> Record:
    return one_of_each_phase()[phase][0]


@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_every_position_of_a_game_has_a_sound_picture(players: int, bot: str) -> None:
    board = ground(printed_board(players))
    for number, state in enumerate(positions(players, seed=players, bot=bot)):
        lights = places(state)
        drawn = pieces(state.record, last_roll(state)), lit(lights, number % (len(lights) + 1), record=state.record)
        if number % 20 == 0 or state.is_terminal():
            check_sound(board, *drawn)
        else:
            parsed(*drawn)


@pytest.mark.parametrize("fields", range(28, 49))
def test_every_board_of_a_hosts_own_has_a_sound_picture(fields: int) -> None:
    for board in (own_board(fields, 2), own_board(fields, 2, last=fields - 8)):
        for state in positions(2, seed=fields, board=board, bot="greedy"):
            if state.turn >= 20 or state.is_terminal():
                break
        record = state.record
        check_sound(ground(board), pieces(record), lit(places(state), 1, record=record, way=3))
        points = [ring(fields).middle(field, 82) for field in range(1, fields + 1)]
        assert all(36 < x < 964 and 36 < y < 864 for x, y in points), "runes stay inside the score track"
        assert ring(fields).piece <= ring(fields).step


def test_pieces_have_the_ids_by_which_the_page_moves_them() -> None:
    for record, rolled, _ in one_of_each_phase().values():
        players = int(record.players)
        named = set(ids(parsed(pieces(record, rolled))))
        built = {f"built-{n}" for n, site in enumerate(sites(record), 1) if max(site.hut, site.temple) != NOBODY}
        bonus = {f"bonus-{n}" for n, site in enumerate(sites(record), 1) if site.chip}
        stones = {name for name in named if name.startswith("stone-")}
        workers = {name for name in named if name.startswith("w-")}
        assert len(stones) == 9
        assert len(workers) == sum(int(height) for height in record.height)
        assert named == {
            *built,
            *bonus,
            *stones,
            *workers,
            *(f"vp-{seat}" for seat in SEATS[:players]),
            *(f"supply-{material}" for material in MATERIALS),
            "druid-piece",
            "rolled",
        }


def test_what_lies_behind_the_screens_changes_nothing() -> None:
    """Another's stock is hidden: no count, no width, no attribute may follow it."""
    for record, rolled, lights in one_of_each_phase().values():
        before = pieces(record, rolled), lit(lights, 1, record=record), document(record, rolled)
        kept = record.stock.copy()
        record.stock[:] = (kept + 7) * 3 % 11
        after = pieces(record, rolled), lit(lights, 1, record=record), document(record, rolled)
        record.stock[:] = kept
        assert before == after


@pytest.mark.parametrize("phase", list(Phase), ids=lambda phase: phase.name.lower())
def test_there_is_a_picture_of_every_phase(phase: Phase) -> None:
    record, rolled, lights = one_of_each_phase()[phase]
    for scheme in ("light", "dark"):
        picture = document(record, rolled, lights, 1, scheme)
        elements = list(Xml.fromstring(picture).iter())
        named = ids(elements)
        assert len(set(named)) == len(named)
        assert not re.search(r"var\(|light-dark\(|style|class=|role=|tabindex|aria-", picture)
        assert {element.attrib["href"][1:] for element in elements if "href" in element.attrib} <= set(named)


def test_the_pictures_of_all_phases_are_as_they_were() -> None:
    """A difference here means that the board looks different: if it was meant, `python -m tests.meduris.pictures`."""
    assert pictures() == GOLDEN.read_text(encoding="utf-8")


def test_the_ground_shows_every_field_and_its_icons() -> None:
    board = printed_board(4)
    lines = dict(line.split(" ", 1) for line in shown(ground(board)) if line.startswith("field-"))
    assert len(lines) == len(board.fields)
    for number, field in enumerate(board.fields, start=1):
        assert lines[f"field-{number}"].split()[:2] == list(field.icons)


def test_the_ground_names_its_fields_in_the_readers_language() -> None:
    board = printed_board(2)
    names = [f"Feld {number}, <{field.area}>" for number, field in enumerate(board.fields, start=1)]
    labels = [
        element.attrib["aria-label"] for element in parsed(ground(board, names)) if "aria-label" in element.attrib
    ]
    assert labels == names
    assert "aria-label" not in ground(board)


def test_the_score_track_goes_once_around() -> None:
    stones = [track_stone(points) for points in range(TRACK_LENGTH)]
    assert len(set(stones)) == TRACK_LENGTH == 100
    assert track_stone(0) == track_stone(100) == min(stones)
    assert track_stone(50) == max(stones)


@pytest.mark.parametrize("points", [(5, 5, 5), (99, 100, 101), (0, 205, 5), (7, 7, 9)])
def test_scorekeepers_share_a_stone_and_count_their_rounds(points: tuple[int, ...]) -> None:
    record = record_of(Phase.ACT).copy()
    record.points[:3] = points
    lines = [line.split() for line in shown(pieces(record)) if line.startswith("vp-")]
    assert len({line[-1] for line in lines}) == 3, "no disc lies on another"
    for line in lines:
        score = points[SEATS.index(line[1])]
        assert (f"+{score // 100 * 100}" in line) == (score >= 100)


@pytest.mark.parametrize("face", FACES)
def test_the_die_shows_the_last_roll(face: str) -> None:
    assert f"rolled die-{face} 118,116" in set(shown(pieces(record_of(Phase.ACT), face)))
    assert "rolled die 118,116" in set(shown(pieces(record_of(Phase.ACT))))


def test_what_changed_gets_a_dot() -> None:
    record = record_of(Phase.ACT)
    named = {name for name in ids(parsed(pieces(record))) if name.split("-")[0] in ("built", "w", "stone", "druid")}
    held = {
        name for name in named if not name.startswith("stone-") or f'data-piece="{name}" data-seat' in pieces(record)
    }
    assert pieces(record, changed=named).count("var(--last)") == len(held) > 10
    assert "var(--last)" not in pieces(record)


@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_a_worker_keeps_its_name_so_that_only_the_moved_one_glides(players: int) -> None:
    workers = None
    for state in positions(players):
        record = state.record
        following = number_workers(record) if workers is None else follow_workers(workers, record)
        names = [name for plain in following for name in plain]
        assert len(set(names)) == len(names) <= players * WORKERS[players]
        for plain, stack in zip(following, record.stack, strict=True):
            assert [name.partition("-")[0] for name in plain] == [SEATS[seat] for seat in stack if seat != NOBODY]
        if workers is not None:
            before = {name: plain for plain, found in enumerate(workers) for name in found}
            after = {name: plain for plain, found in enumerate(following) for name in found}
            assert sum(after[name] != plain for name, plain in before.items()) <= 1
        workers = following


def test_lit_places_can_be_reached_and_say_what_they_are() -> None:
    record = record_of(Phase.ACT)
    lights = [
        Lit("field-3", 1, 'Field 3. A "hut" <here> costs 1 & 1.', "x1", "hut"),
        Lit("plain-wood", 2, "To the wood."),
        Lit("worker-wool-1", 3, "From the wool.", "free"),
    ]
    buttons = [element.attrib for element in parsed(lit(lights, record=record)) if element.get("role") == "button"]
    assert [button["id"] for button in buttons] == ["lit-field-3", "lit-plain-wood", "lit-worker-wool-1"]
    assert [button["aria-label"] for button in buttons] == [light.label for light in lights]
    assert [button["data-choice"] for button in buttons] == ["1", "2", "3"]
    assert [button["tabindex"] for button in buttons] == ["0", "-1", "-1"], "one stop for the keyboard"
    assert {button["aria-pressed"] for button in buttons} == {"false"}
    assert lit(lights, record=record).count('class="badge"') == 2


def test_the_chosen_place_has_the_focus_a_dashed_ring_and_a_ghost() -> None:
    record = record_of(Phase.ACT)
    lights = [Lit("field-3", 1, "Field 3."), Lit("field-4", 2, "Field 4.", ghost="temple")]
    drawn = lit(lights, 2, record=record)
    assert drawn.count("picked-ring") == 1
    buttons = {element.attrib["id"]: element.attrib for element in parsed(drawn) if element.get("role") == "button"}
    assert buttons["lit-field-4"]["aria-pressed"] == "true" and buttons["lit-field-4"]["tabindex"] == "0"
    assert buttons["lit-field-3"]["tabindex"] == "-1"
    seat = SEATS[int(record.player)]
    assert [line.split()[:3] for line in shown(drawn) if line.startswith("ghost")] == [["ghost", seat, "temple-stone"]]


def test_nothing_is_lit_when_nothing_may_be_chosen() -> None:
    assert lit([], record=record_of(Phase.OVER)) == ""


def test_a_badge_is_text_and_never_markup() -> None:
    drawn = lit([Lit("field-1", 1, "Field 1.", "<b>&")], record=record_of(Phase.ACT))
    assert [element.text for element in parsed(drawn) if element.tag.endswith("text")] == ["<b>&"]


def test_the_druid_walks_clockwise() -> None:
    record = record_of(Phase.ACT).copy()
    record.fields, record.druid = 32, 29
    way = lit([], record=record, way=2)
    assert 'class="way"' in way and "nan" not in way
    check_sound(way)


def test_a_picture_carries_the_symbols_that_it_uses() -> None:
    record = record_of(Phase.OVER)
    layers = ground(Board("x", "", printed_board(3).fields)) + pieces(record)
    picture = document(record)
    assert {"tree", "hut", "worker", "druid", "die"} <= used(layers, SYMBOLS)
    assert picture.count("<symbol") >= len(used(layers, SYMBOLS))


@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_every_field_has_its_number_clear_of_the_rune(players: int) -> None:
    board = printed_board(players)
    numbers = [element.text for element in parsed(ground(board)) if element.get("class") == "field-number"]
    assert numbers == [str(field) for field in range(1, len(board.fields) + 1)]
    around = ring(len(board.fields))
    for first, last in area_spans(tuple(printed.area for printed in board.fields)).values():
        for field in range(first, last + 1):
            assert math.dist(number_place(around, field, first, last), rune_place(around, first, last)) > 28


@pytest.mark.parametrize("fields", [24, 28, 32, 36, 40])
def test_the_druid_stands_clear_of_levels_and_supplies(fields: int) -> None:
    for druid in range(DRUID_TEMPLE, fields):
        x, y = druid_place(druid, fields)
        for material in MATERIALS:
            far, down = plains()[material].plate
            # Plate and druid are round: what counts is how far they are apart beyond their straight parts.
            apart = math.hypot(max(0.0, abs(x - far) - 28 - 8), max(0.0, abs(y - down) - 0.2 * DRUID_SIZE))
            assert apart > 18 + 10, (druid, material)
            for place in range(1, MAX_STACK + 1):
                far, down = level(material, place)
                assert math.dist((x, y), (far - DISC[0] - 14, down)) > DRUID_SIZE / 2 + 6, (druid, material, place)


def test_the_ring_of_a_worker_ends_at_the_worker_above_it() -> None:
    record = record_of(Phase.ACT).copy()
    record.height[:] = 2
    drawn = parsed(lit([Lit("worker-wool-1", 1, "Below."), Lit("worker-wool-2", 2, "Above.")], record=record))
    lower, upper = (element.attrib["d"] for element in drawn if element.get("class") == "lit-ring")
    (_x, foot), (_x, above) = level("wool", 1), level("wool", 2)
    assert foot - above == LEVEL_HEIGHT
    assert re.findall(r"^M[\d.]+ ([\d.]+)a[\d.]+ [\d.]+ 0 0 (\d)", lower) == [(f"{above:g}", "0")]
    assert re.findall(r"^M[\d.]+ [\d.]+a[\d.]+ [\d.]+ 0 0 (\d)", upper) == ["1"]
