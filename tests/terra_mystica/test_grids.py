"""Tiles, octagons and peoples as pictures: each in its place, with what it brings in words."""

from __future__ import annotations

import re
from xml.etree import ElementTree as Xml

import pytest

from dolmen.art import known_symbols
from dolmen.contract.content import Choice, Grid, Prompt
from dolmen.contract.game import Game
from dolmen.contract.registry import load
from dolmen.core.words import words
from dolmen.games.terra_mystica.files.notation import NOTATION
from dolmen.games.terra_mystica.present.artwork import SYMBOLS
from dolmen.games.terra_mystica.present.presentation import PRESENTATION
from dolmen.games.terra_mystica.present.vocabulary import vocabulary_in
from dolmen.games.terra_mystica.rules.tiles import BONUSES
from dolmen.server.pages.grid import cells
from dolmen.server.pages.prompt import ListedChoice
from tests.terra_mystica.table import Table

NAMES = ("Ana", "Ben", "Cleo")
ENGLISH = words("en")


def game() -> Game:
    return load("terra-mystica", len(NAMES))


def asked(table: Table) -> Prompt:
    return PRESENTATION.prompt(table.state, NAMES, ENGLISH)


def group(prompt: Prompt, key: str) -> tuple[Grid, list[Choice]]:
    """A grid of the prompt, and the choices in it."""
    if not prompt.groups:
        assert prompt.grid
        return prompt.grid, [choice for choice in prompt.choices if choice.picture]
    grid = next(one.grid for one in prompt.groups if one.key == key)
    assert grid
    return grid, [choice for choice in prompt.choices if choice.group == key]


def laid(grid: Grid, choices: list[Choice]) -> list[str]:
    """What lies in each place: its name, in brackets where it is gone."""
    listed = [ListedChoice(place, choice, "", "", "", False, False) for place, choice in enumerate(choices, 1)]
    found = []
    for cell in cells(grid, listed):
        assert bool(cell.gone) != bool(cell.listed)
        found.append(
            cell.listed.choice.label if cell.listed else f"({cell.gone and cell.gone.label.partition(',')[0]})"
        )
    return found


def check_sound(choices: list[Choice], grid: Grid) -> None:
    """Well-formed, without styles, of symbols that exist."""
    markups = [choice.picture.markup for choice in choices if choice.picture] + [
        one.picture.markup for one in grid.gone
    ]
    markups += [told.text for choice in choices for told in choice.told]
    for markup in markups:
        for element in Xml.fromstring(f"<g>{markup}</g>").iter():
            assert "style" not in element.attrib and "id" not in element.attrib
            href = element.get("href", "#ground")
            assert href == "#ground" or href[1:] in known_symbols(SYMBOLS)


def with_favours_due(table: Table) -> Table:
    table.record.favours_due = 1
    return table


def test_favours_lie_by_cult_and_steps_and_what_one_holds_is_gone() -> None:
    table = with_favours_due(Table("witches nomads").give("witches", favours="FAV2 FAV11", workers=0, coins=0))
    table.record.favours_left[7] = 0
    grid, choices = group(asked(table), "other")
    assert grid.columns == 4 and laid(grid, choices) == [
        *("Fire 3", "(Water 3)", "Earth 3", "Air 3"),
        *("Fire 2", "Water 2", "Earth 2", "(Air 2)"),
        *("Fire 1", "Water 1", "(Earth 1)", "Air 1"),
    ]
    assert [one.reason for one in grid.gone] == ["you have it", "none is left", "you have it"]
    counts = {choice.label: choice.picture.count for choice in choices if choice.picture}
    assert counts["Fire 3"] == 1 and counts["Fire 2"] == 3
    assert {choice.label: choice.picture.now for choice in choices if choice.picture}["Water 1"] == "Water from 0 to 1"
    check_sound(choices, grid)


def test_the_boards_show_where_a_favour_leads() -> None:
    table = with_favours_due(Table("witches nomads"))
    prompt = asked(table)
    water = next(choice for choice in prompt.choices if choice.label == "Water 2")
    preview = PRESENTATION.preview(table.state, water.ways[0], NAMES, words("en"))
    assert preview.reaches == ("cult-water-2",)
    boards = PRESENTATION.boards(table.state, 0, prompt.choices, None, NAMES, words("en"), preview)
    assert ["reached" in board.markup for board in boards if board.key == "cults"] == [True]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "3 steps at once, nothing else"),
        ("es", "3 casillas de inmediato, nada más"),
        ("it", "3 passi subito, nient'altro"),
        ("nl", "3 stappen meteen, verder niets"),
    ],
)
def test_a_favour_of_three_steps_says_what_it_brings(language: str, text: str) -> None:
    game()  # its catalogues are read with it
    vocabulary = vocabulary_in(words(language))
    assert vocabulary.favour_use(0) == text
    assert all(vocabulary.favour_use(tile) for tile in range(12))


@pytest.mark.parametrize(("options", "columns", "kinds"), [((), 5, 5), (("mini-expansion-1",), 4, 8)])
def test_all_kinds_of_towns_of_the_game_have_their_place(options: tuple[str, ...], columns: int, kinds: int) -> None:
    table = Table("witches nomads", options=options).give("witches", workers=0, coins=0)
    table.record.towns_due = 1
    table.record.towns_left[1] = 0
    grid, choices = group(asked(table), "other")
    assert (grid.columns, len(choices), [one.place for one in grid.gone]) == (columns, kinds - 1, [1])
    check_sound(choices, grid)


def test_bonus_tiles_that_somebody_holds_are_gone_and_say_who_has_them() -> None:
    table = Table("witches nomads giants")
    tile = int(table.record.bonus_free.argmax())
    table.record.bonus_coins[tile] = 2
    grid, choices = group(asked(table), "pass")
    assert grid.columns == 4 and len(choices) == 3
    assert {one.reason for one in grid.gone} == {"you have it", "Nomads", "Giants"}
    piled = next(choice for choice in choices if choice.place == f"scroll-{BONUSES[tile]}")
    assert piled.picture and "+2" in piled.picture.markup
    check_sound(choices, grid)


def test_power_actions_are_octagons_and_only_taken_ones_are_crossed_out() -> None:
    table = Table("witches nomads").give("witches", bowls=(0, 0, 4))
    table.record.power_used = 1
    grid, choices = group(asked(table), "act")
    assert grid.columns == 6
    assert [(one.place, one.reason) for one in grid.gone] == [(0, "taken"), (5, "too little power")]
    assert ["octagon-used" in one.picture.markup for one in grid.gone] == [True, False]
    assert len([choice for choice in choices if choice.picture and 'class="pc"' in choice.picture.markup]) == 4
    check_sound(choices, grid)


def test_every_people_has_a_card_and_taken_ones_say_why() -> None:
    state = NOTATION.begin(game(), {}, 1).state
    prompt = PRESENTATION.prompt(state, NAMES, ENGLISH)
    grid, choices = group(prompt, "other")
    assert grid.over_board and (grid.columns, len(choices), grid.gone) == (7, 14, ())
    check_sound(choices, grid)
    drawings = [re.search("<svg.*?</svg>", choice.picture.markup) for choice in choices if choice.picture]
    assert len({drawn and drawn[0] for drawn in drawings}) == 14, "no two cards look the same"
    state.apply("setup witches")
    grid, choices = group(PRESENTATION.prompt(state, NAMES, ENGLISH), "other")
    assert {one.label: one.reason for one in grid.gone} == {"Auren": "terrain taken", "Witches": "Ana plays them"}
    giants = next(choice for choice in choices if choice.label == "Giants")
    told = {one.heading: one.text.striptags() for one in giants.told}
    assert told["Ability"] == "Every hex takes two spades." and told["Stronghold"] == "Each round two free spades."
    assert told["Rivals"] == "Witches (2 spades)" and told["Start"].endswith("2 dwellings")


def test_where_colours_are_dealt_the_others_are_not_to_be_had() -> None:
    state = NOTATION.begin(game(), {"setup": "colours"}, 1).state
    grid, choices = group(PRESENTATION.prompt(state, NAMES, ENGLISH), "other")
    assert len(choices) == 2 and {one.reason for one in grid.gone} == {"not your colour"}
