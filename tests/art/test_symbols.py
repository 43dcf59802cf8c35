"""The symbols: drawn by one convention, complete in every sprite."""

from __future__ import annotations

import re
from xml.etree import ElementTree as Xml

import pytest

from dolmen.art import icon, known_symbols, number, sprite, stand_alone, symbols, use, used
from dolmen.art.standalone import SVG
from dolmen.contract.registry import packages
from dolmen.games.meduris.present.artwork import STYLE, SYMBOLS

PRESENTATIONS = [package.presentation() for package in packages().values()]
FILES = [present.symbol_file for present in PRESENTATIONS if present.symbol_file]


@pytest.mark.parametrize("name", known_symbols(*FILES))
def test_a_symbol_is_drawn_by_the_convention(name: str) -> None:
    wrapped = Xml.fromstring(f'<svg xmlns="{SVG}">{symbols([name], *FILES)}</svg>')
    drawn = {symbol.attrib["id"]: symbol for symbol in wrapped}
    assert drawn[name].attrib["viewBox"] == "0 0 48 48"
    assert len(list(drawn[name].iter())) > 1
    for element in wrapped.iter():
        assert "style" not in element.attrib
        assert "id" not in element.attrib or element.tag == f"{{{SVG}}}symbol"
        if "href" in element.attrib:
            assert element.attrib["href"][1:] in drawn


def test_no_two_games_have_a_symbol_of_the_same_name() -> None:
    house = len(known_symbols())
    assert len(known_symbols(*FILES)) == house + sum(len(known_symbols(file)) - house for file in FILES)


def test_a_sprite_holds_the_symbols_of_the_house_and_of_its_games() -> None:
    assert sprite().count("<symbol") == len(known_symbols()) > 10
    assert sprite(*FILES).count("<symbol") == len(known_symbols(*FILES)) > 80


def test_symbols_come_with_what_they_are_made_of() -> None:
    drawn = symbols(["die-wood", "hut"], SYMBOLS)
    assert re.findall(r'symbol id="([\w-]+)"', drawn) == ["wood", "hut", "die", "die-wood"]
    assert symbols([]) == ""


def test_a_name_that_is_none_is_refused() -> None:
    with pytest.raises(KeyError):
        symbols(["unicorn"])
    with pytest.raises(KeyError):
        symbols(["hut"])


def test_a_symbol_is_placed_by_its_centre() -> None:
    assert use("hut", 100, 50, 20) == '<use href="#hut" x="90" y="40" width="20" height="20"/>'
    assert use("hut", 100, 50, 20, 10, opacity=0.5, stroke_width=3) == (
        '<use href="#hut" x="90" y="45" width="20" height="10" opacity="0.5" stroke-width="3"/>'
    )


def test_coordinates_are_short() -> None:
    assert [number(value) for value in (1, 2.0, 3.14159, -0.04, 1000.06)] == ["1", "2", "3.1", "0", "1000.1"]


def test_an_icon_has_a_name_or_is_an_ornament() -> None:
    assert 'role="img" aria-label="3 &lt;copper&gt;"' in icon("copper", "3 <copper>")
    assert 'aria-hidden="true"' in icon("copper")


def test_the_symbols_of_a_page_are_found() -> None:
    markup = icon("copper") + use("hut", 0, 0, 1) + icon("vp") + '<a href="#top">'
    assert used(markup, SYMBOLS) == {"copper", "hut", "vp"}
    assert used(markup) == {"vp"}


def test_a_picture_that_stands_alone_has_no_variables_and_one_variant_a_seat() -> None:
    huts = "".join(f'<g data-seat="{seat}">{use("hut", 24, 24, 48)}</g>' for seat in ("purple", "blue", "blue"))
    picture = stand_alone(
        f'<g class="x">{huts}{use("wood", 1, 1, 2)}</g>',
        "0 0 48 48",
        "Huts & more",
        symbol_file=SYMBOLS,
        style=STYLE,
    )
    Xml.fromstring(picture)
    assert "var(" not in picture and "light-dark(" not in picture and "class=" not in picture
    assert re.findall(r'symbol [^>]*id="([\w-]+)"', picture) == ["hut-purple", "hut-blue", "wood"]
    assert "#6a2c91" in picture and "#4fa8e0" in picture
    assert "<title>Huts &amp; more</title>" in picture


def test_a_picture_has_a_light_and_a_dark_scheme() -> None:
    moor = '<rect width="9" height="9" fill="var(--m-moor)"/>'
    assert "#b9c48d" in stand_alone(moor, "0 0 9 9", "moor", style=STYLE)
    assert "#26352f" in stand_alone(moor, "0 0 9 9", "moor", "dark", style=STYLE)


def test_a_colour_that_is_no_token_is_refused() -> None:
    with pytest.raises(KeyError, match="no-such-token"):
        stand_alone('<rect fill="var(--no-such-token)"/>', "0 0 9 9", "nothing")
