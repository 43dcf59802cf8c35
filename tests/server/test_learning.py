"""What helps a newcomer and a reader: rules with pictures, hints, the board as text, the board as it was."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from dolmen.analysis.replay import begin
from dolmen.art import known_symbols
from dolmen.bots import bot_names
from dolmen.contract.registry import find, games, package
from dolmen.core.words import LANGUAGES, words
from dolmen.server.bot_list import opponents, titles
from tests.server.people import Server

GAMES = tuple(games())


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_picture_that_its_page_can_draw(game: str) -> None:
    present = package(game).presentation()
    known = known_symbols(*filter(None, [present.symbol_file]))
    for rule in present.rules(words("en")):
        assert rule.picture, rule.key
        ElementTree.fromstring(rule.picture)
        assert set(re.findall(r'href="#([\w-]+)"', rule.picture)) <= known.keys(), rule.key
        assert " id=" not in rule.picture and "style=" not in rule.picture


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_is_told_alone_and_on_its_page(server: Server, game: str) -> None:
    visitor = server.visitor("Ana")
    whole = visitor.get(f"/rules/{game}").text
    for key in re.findall(r'id="rule-([\w]+)"', whole):
        assert 'class="figure"' in visitor.get(f"/rules/{game}/{key}").text
    assert visitor.get(f"/rules/{game}/nonsense").status_code == 404


def test_every_bot_is_told_with_its_name_and_strength_in_each_language(server: Server) -> None:
    visitor = server.visitor("Ana")
    for language in LANGUAGES:
        visitor.post("/language", language=language)
        page = visitor.get("/bots").text
        for game in GAMES:
            assert f'id="{game}"' in page
            for bot in opponents(game, words(language)):
                assert bot.title in page and bot.description in page and bot.rating is not None
                assert str(bot.rating) in page
    assert set(titles(words("en"))) == set(bot_names())


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_is_one_click_away_and_has_hints(server: Server, game: str) -> None:
    visitor = server.visitor()
    page = visitor.post("/first", script=False, game=game)
    assert page.status_code == 200 and 'data-guide="on"' in page.text
    table = page.url.path.rpartition("/")[2]
    hint = visitor.get(f"/t/{table}/hint?seat=0").text
    assert 'data-hint="' in hint and 'class="figure"' in hint
    advised = re.search(r'data-advice="([\d.]+)"', hint)
    assert advised and "data-confirm" in visitor.get(f"/t/{table}/prompt?chosen={advised[1]}&seat=0").text
    assert 'data-hint="' not in server.visitor("Mallory").get(f"/t/{table}/hint").text


def test_the_board_as_text_hides_what_the_screens_hide(server: Server) -> None:
    visitor = server.visitor("Ana")
    table = visitor.new_table("me", "bot:random", "bot:random")
    own = visitor.get(f"/t/{table}/text?seat=0").text
    assert own.count("Stock: 1 wood") == 1 and own.count("behind the screen") == 2
    watched = server.visitor("Zoe").get(f"/t/{table}/text").text
    assert "Stock:" not in watched and "Field 1, " in watched


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("game", GAMES)
def test_the_text_of_a_board_names_every_place(game: str, language: str) -> None:
    from dolmen.contract.registry import load

    present, meta = package(game).presentation(), find(game)
    state = begin(load(game, meta.min_players), 5).state
    names = ["Ana", "Ben"]
    passages = present.board_text(state, 0, names, words(language), is_open=False)
    places = {line.place for passage in passages for line in passage.lines}
    ground = set(re.findall(r'id="((?:field|hex)-\w+)"', present.ground(state.game, words(language))))
    assert ground and ground <= places


def test_the_board_after_an_entry_of_the_log(server: Server) -> None:
    visitor = server.visitor("Ana")
    table = visitor.new_table("me", "bot:random")
    for _ in range(3):
        form = visitor.choose(table)
        if form:
            visitor.move(table, form)
    page = visitor.get(f"/t/{table}").text
    first = min(int(number) for number in re.findall(r'data-decision="(\d+)"', page))
    moment = visitor.get(f"/t/{table}/moment?decision={first}&seat=0").text
    assert 'id="past-' in moment and "data-now" in moment and moment.count("<span>hidden</span>") == 1
    assert visitor.get(f"/t/{table}/moment?decision=9999").status_code == 204


def test_modules_import_one_another_under_one_address(server: Server) -> None:
    visitor = server.visitor("Ana")
    page = visitor.get("/").text
    address = re.search(r'src="(/static/modules-\w+/)page.js"', page)
    assert address
    for name in ("page.js", "zoom.js", "glide.js"):
        answer = visitor.get(address[1] + name)
        assert answer.status_code == 200 and "immutable" in answer.headers["cache-control"]
    assert visitor.get("/static/modules-x/../../pages.py").status_code == 404
