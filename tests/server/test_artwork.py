"""What a game looks like comes from its folder: its style sheet and its symbols, on the pages that show it."""

from __future__ import annotations

import re

import pytest

from dolmen.contract.registry import games
from tests.server.people import Server

GAMES = tuple(games())
SHEET = re.compile(r'<link rel="stylesheet" href="(/static/games/([\w-]+)/style\.css\?\w+)">')


@pytest.mark.parametrize("game", GAMES)
def test_a_page_links_the_style_sheet_of_its_game_alone(server: Server, game: str) -> None:
    page = server.visitor("Ana").get(f"/rules/{game}").text
    [(address, of)] = SHEET.findall(page)
    assert of == game
    sheet = server.client().get(address)
    assert sheet.status_code == 200 and sheet.headers["content-type"].startswith("text/css")
    assert "immutable" in sheet.headers["cache-control"]


def test_the_first_page_links_those_of_all_games(server: Server) -> None:
    assert [game for _, game in SHEET.findall(server.visitor("Ana").get("/").text)] == list(GAMES)


def test_the_tokens_of_the_house_have_the_address_that_they_always_had(server: Server) -> None:
    assert "--accent" in server.client().get("/static/tokens.css").text


@pytest.mark.parametrize("name", ["games/no-such-game/style.css", "games/../app.py", "../app.py", "style.css"])
def test_nothing_else_is_served(server: Server, name: str) -> None:
    assert server.client().get(f"/static/{name}").status_code == 404
