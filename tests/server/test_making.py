"""How a table is made: seats, colours, who begins, options, bonus chips laid out by hand; refusals keep the form."""

from __future__ import annotations

import re

import pytest

from dolmen.contract.registry import package
from dolmen.core.errors import InvalidSetup
from dolmen.core.words import LANGUAGES, words
from dolmen.games.meduris.rules.board import printed_board
from dolmen.games.terra_mystica.rules.setup import KINDS, OPTIONS
from dolmen.server.commands import making, moves
from dolmen.server.errors import BadRequest
from dolmen.server.forms import TableWish
from dolmen.server.live_tables import LiveTables
from tests.server.people import Server, api

CHIPS = {"place_chips_0_two": "1", "place_chips_1_two": "5", "place_chips_2_hut": "9"}
CHIPS |= {"place_chips_3_hut": "14", "place_chips_4_druid": "20", "place_chips_5_druid": "26"}


def test_the_start_player_is_drawn_or_chosen_and_colours_stay_with_their_seats() -> None:
    form = {"seat0": "me", "seat1": "bot:random", "seat3": "open", "option_stocks": "open"}
    form |= {f"seat_option_colours_{seat}": colour for seat, colour in enumerate(("red", "blue", "green", "purple"))}
    orders = {tuple(TableWish.read({**form, "start": "random"}).seats) for _ in range(200)}
    assert len(orders) == 3
    for start, seats, colours in (
        ("first", ["me", "bot:random", "open"], "red,blue,purple"),
        ("1", ["bot:random", "open", "me"], "blue,purple,red"),
        ("3", ["open", "me", "bot:random"], "purple,red,blue"),
    ):
        wish = TableWish.read({**form, "start": start})
        assert (wish.seats, wish.options) == (seats, {"stocks": "open", "colours": colours})
    with pytest.raises(BadRequest, match="the start player's seat is empty"):
        TableWish.read({**form, "start": "2"})


def test_the_pieces_of_a_seat_have_its_colour_everywhere(server: Server) -> None:
    ana = server.visitor("Ana")
    options = {"seat_option_colours_0": "red", "seat_option_colours_1": "purple"}
    table = ana.new_table("me", "here:Ben", **options)
    live = server.context.tables.live(table)
    assert live.colours == ("red", "purple")
    ana.move(table, ana.choose(table))
    page = ana.get(f"/t/{table}?seat=0").text
    pieces = page.partition('id="pieces"')[2].partition('id="lit"')[0]
    assert 'data-seat="red"' in pieces and 'data-seat="blue"' not in page
    players = page.partition('id="players"')[2]
    assert re.findall(r'class="player[^"]*" data-seat="(\w+)"', players) == ["red", "purple"]
    assert 'data-seat="red"' in ana.get("/").text.partition("My tables")[2].partition("Open tables")[0]


def test_a_rematch_moves_the_colours_on_with_their_people(tables: LiveTables) -> None:
    from dolmen.core.draws import Draws

    ana = tables.store.new_player("Ana")
    placed = "1:two 5:two 9:hut 14:hut 20:druid 26:druid"
    table = making.create(tables, "meduris", ana, ["me", "here:Ben"], {"colours": "green,red", "chips": placed}).id
    assert placed in tables.live(table).table.setup
    draws = Draws(1)
    while (live := tables.live(table)).asked is not None:
        moves.move(tables, table, ana, live.asked, live.sequence, [draws.pick(live.state.legal_actions())], None)
    again = tables.live(making.rematch(tables, table, ana).id)
    assert again.names == ("Ben", "Ana") and again.colours == ("red", "green")
    assert placed not in again.table.setup


@pytest.mark.parametrize("language", LANGUAGES)
def test_chips_are_laid_out_by_hand_and_what_is_wrong_is_said_above_the_form(server: Server, language: str) -> None:
    ana = server.visitor("Ana")
    ana.http.headers["Accept-Language"] = language
    table = ana.new_table("me", "bot:random", **CHIPS)
    assert "1:two 5:two 9:hut 14:hut 20:druid 26:druid" in server.context.store.table(table).setup
    form = {"game": "meduris", "name": "Ana", "seat0": "me", "seat1": "open"} | CHIPS
    wrong: dict[str, dict[str, object]] = {
        "two bonus chips lie on field %(field)s": {"place_chips_1_two": "1", "parts": {"field": 1}},
        "a bonus chip lies on field %(field)s, but the board has fields 1 to %(fields)s": {
            "place_chips_1_two": "41",
            "parts": {"field": 41, "fields": len(printed_board(2).fields)},
        },
        "the bonus chips are two of each kind: two, two, hut, hut, druid, druid": {
            "place_chips_1_two": "",
            "parts": {},
        },
        "only %(between)s empty fields lie between the bonus chips on fields %(field)s and %(following)s; "
        "at least %(needed)s are needed": {
            "place_chips_1_two": "3",
            "parts": {"between": 1, "field": 1, "following": 3, "needed": 3},
        },
        "a field is a number, not '%(text)s'": {"place_chips_1_two": "x", "parts": {"text": "x"}},
    }
    for message, change in wrong.items():
        parts = change.pop("parts")
        answer = ana.post("/tables", script=False, **{**form, **change})
        text = (words(language).gettext(message) % parts)[1:]  # it begins as a sentence does
        assert answer.status_code in (400, 422)
        assert text in answer.text.replace("&#39;", "'"), message
        assert 'name="place_chips_2_hut" min="1" max="99" inputmode="numeric" value="9"' in answer.text
        assert '<option value="open" selected>' in answer.text
    assert len(server.context.store.tables_of(server.context.store.seats(table)[0].player or "")) == 1


def test_colours_that_two_seats_share_are_refused(server: Server) -> None:
    ana = server.visitor("Ana")
    form = {"game": "meduris", "name": "Ana", "seat0": "me", "seat1": "open", "start": "first"}
    both = {"seat_option_colours_0": "red", "seat_option_colours_1": "red"}
    answer = ana.post("/tables", script=False, **form, **both)
    assert answer.status_code == 422 and "wo seats have the same colour" in answer.text
    robo = api(server, "Robo")
    for colours in ("red,red", "red", "pink,red"):
        body = {"game": "meduris", "seats": ["me", "open"], "options": {"colours": colours}}
        assert robo.post("/tables", json=body).status_code == 422, colours


def test_seats_that_make_no_table_are_refused(server: Server) -> None:
    ana = server.visitor("Ana")
    answer = ana.post("/tables", script=False, game="meduris", name="Ana", seat0="me")
    assert answer.status_code == 422 and "Meduris is for 2 to 4 players" in answer.text
    ana.csrf = ana._token(answer.text)  # a stranger has become a guest
    answer = ana.post("/tables", script=False, game="meduris", name="Ana", seat0="open", seat1="open")
    assert answer.status_code == 400 and "One of the seats must be yours." in answer.text
    assert ana.post("/tables", script=False, game="chess", name="Ana", seat0="me", seat1="open").status_code == 404


@pytest.mark.parametrize("kind", KINDS)
def test_every_set_up_of_terra_mystica_can_be_chosen(server: Server, kind: str) -> None:
    ana = server.visitor("Ana")
    options = {"option_setup": kind, **{f"option_{name}": "on" for name in OPTIONS}}
    table = ana.new_table("me", "here:Ben", game="terra-mystica", **options)
    live = server.context.tables.live(table)
    for name in OPTIONS:
        assert f"option {name}" in live.table.setup
    assert ("factions " in live.table.setup) == (kind == "introductory")
    assert ("colours " in live.table.setup) == (kind == "colours")
    page = ana.get("/").text
    for field in package("terra-mystica").presentation().options(words("en")):
        assert f"option_{field.name}" in page
        assert all(f'value="{value}"' in page for value, _text in field.values)


def test_where_colours_are_dealt_a_seat_may_be_given_one(tables: LiveTables) -> None:
    ana = tables.store.new_player("Ana")
    others = set()
    for _ in range(12):
        options = {"setup": "colours", "colours": ",green,"}
        table = making.create(tables, "terra-mystica", ana, ["me", "here", "here"], options)
        live = tables.live(table.id)
        colours = live.colours
        assert colours[1] == "terrain:forest" and len(set(colours)) == 3
        others.add(colours[0])
    assert len(others) > 2
    with pytest.raises(InvalidSetup, match="only where colours are dealt"):
        making.create(tables, "terra-mystica", ana, ["me", "here"], {"colours": "green,"})
    with pytest.raises(InvalidSetup, match="no colour 'pink'"):
        making.create(tables, "terra-mystica", ana, ["me", "here"], {"setup": "colours", "colours": "pink,"})


def test_stocks_may_lie_open(server: Server) -> None:
    ana = server.visitor("Ana")
    table = ana.new_table("me", "bot:random", option_stocks="open")
    assert server.visitor("Cleo").get(f"/t/{table}").text.count('class="stock"') == 2
