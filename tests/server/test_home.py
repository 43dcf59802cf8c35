"""The first page: three plain ways to a table, the own tables live, the own last games, a game from elsewhere."""

from __future__ import annotations

import re

import pytest

from dolmen.contract.registry import games
from dolmen.core.words import words
from dolmen.server.bot_list import DEFAULT_LEVEL, LEVELS, bot_of_level, levels, levels_of
from dolmen.server.errors import BadRequest
from dolmen.server.forms import PACES, TableWish
from tests.conftest import game_text
from tests.server.people import Listener, Server, two_people, wait_for


def wish(**form: str) -> TableWish:
    return TableWish.read({"game": "meduris", "start": "first", **form})


def test_alone_means_so_many_bots_of_a_level() -> None:
    assert wish(way="alone", opponents="3", level="4").seats == ["me", *["bot:strong"] * 3]
    assert wish(way="alone", opponents="1").seats == ["me", f"bot:{bot_of_level('meduris', DEFAULT_LEVEL)}"]
    assert wish(way="alone", opponents="1", level="99").seats == ["me", "bot:expert"]


def test_with_friends_all_other_seats_wait_for_the_link() -> None:
    made = wish(way="friends", players="4", pace="days")
    assert made.seats == ["me", "friend", "friend", "friend"] and (made.clock, made.bank) == PACES["days"]
    assert wish(way="friends", players="2", pace="live").clock == 0
    assert wish(way="friends", players="2", pace="days", clock_unit="minutes", clock_number="5").clock == 300


def test_at_one_screen_everybody_has_a_name() -> None:
    assert wish(way="screen", person1="Ben", person3=" Cleo ").seats == ["me", "here:Ben", "here: Cleo "]
    with pytest.raises(BadRequest, match="type a name for everybody at this screen"):
        wish(way="screen", person1=" ")


def test_a_form_that_is_refused_comes_back_as_it_was(server: Server) -> None:
    page = server.visitor("Ana").post("/tables", script=False, game="meduris", name="Ana", way="screen", person2=" ")
    form = page.text.partition('id="new-meduris"')[2].partition("</form>")[0]
    assert page.status_code == 400 and "Type a name for everybody at this screen." in page.text
    assert "data-refused" in form and re.search(r'value="screen"\s+checked', form)


def test_seat_by_seat_is_still_there() -> None:
    assert wish(way="seats", seat0="open", seat2="me", opponents="3").seats == ["open", "me"]


@pytest.mark.parametrize("game", games())
def test_there_are_five_levels_in_plain_words(game: str) -> None:
    assert levels_of(game) == LEVELS
    shown = levels(game, words("en"))
    assert [bot.label for bot in shown] == ["1, First game", "2, Casual", "3, Practised", "4, Strong", "5, Expert"]
    ratings = [bot.rating or 0 for bot in shown]
    assert ratings == sorted(ratings), "a higher level plays at least as well"


def test_the_first_page_asks_for_the_name_once_and_names_no_program(server: Server) -> None:
    page = server.visitor().get("/").text
    assert page.count('name="name"') == 1
    assert "No tables yet. Start one below." in page
    assert "Greedy" not in page and "Novice" not in page and "Random" not in page
    assert not re.search(
        r'data-terrain="[^"]*"[^>]*>\s*<svg[^>]*><use href="#terrain', page.partition("Seat by seat")[2]
    )


def test_my_tables_tell_whose_turn_it_is_and_the_points(server: Server) -> None:
    ana, ben, table = two_people(server)
    assert "<title>(1) Dolmen</title>" in ana.get("/").text
    page = ben.get("/").text
    assert "<title>Dolmen</title>" in page
    mine = page.partition(f'id="table-{table}"')[2].partition("</article>")[0]
    assert "Ana thinks" in mine and "just now" in mine and re.search(r"Ana 5\b", re.sub(r"\s+", " ", mine))


def test_my_tables_are_live(server: Server) -> None:
    ana, ben, table = two_people(server)
    ben.get("/")
    listener = Listener(ben, "/mine/stream")
    wait_for(lambda: "Ana thinks" in listener.text)
    while server.context.tables.live(table).asked == 0:
        ana.move(table, ana.choose(table))
    wait_for(lambda: 'data-title="(1) Dolmen"' in listener.text)
    rematch = ben.new_table("me", "here:Zoe")
    ben.post(f"/t/{table}/chat", text="hello")  # any news of a table that is followed
    wait_for(lambda: f"table-{rematch}" in listener.text)


def test_a_stranger_has_no_tables_to_follow(server: Server) -> None:
    assert server.visitor().get("/mine/stream").status_code == 403


def test_finished_games_of_strangers_are_not_shown_but_my_own_are(server: Server) -> None:
    ana, zoe = server.visitor("Ana"), server.visitor("Zoe")
    table = ana.new_table("me", "bot:random")
    ana.post(f"/t/{table}/bot", seat=0, name="random")
    wait_for(lambda: server.context.store.table(table).status == "finished")
    last = ana.get("/").text.partition('id="last"')[2]
    assert f"/t/{table}" in last and re.search(r"\d+, (won by \d+|\d+ behind)", last)
    assert table not in zoe.get("/").text


def test_the_picture_of_a_board_stands_alone(server: Server) -> None:
    table = server.visitor("Ana").new_table("me", "bot:random", game="terra-mystica")
    pictures = [server.visitor().get(f"/t/{table}/picture?scheme={scheme}") for scheme in ("light", "dark")]
    assert all(picture.headers["content-type"] == "image/svg+xml" for picture in pictures)
    assert "var(--" not in pictures[0].text and pictures[0].text != pictures[1].text
    assert ">A1<" not in pictures[0].text, "names of hexes are shown where somebody points"
    assert server.visitor().get(f"/t/{table}/picture?scheme=pink").status_code == 422


def test_a_log_can_be_pasted_and_no_address_is_fetched(server: Server) -> None:
    ana = server.visitor("Ana")
    ana.new_table("me", "here:Ben")
    brought = ana.post("/upload", script=False, text=game_text(2))
    assert "/replay" in str(brought.url)
    assert "from a file" in ana.get("/").text.partition('id="last"')[2]
    refused = ana.post("/upload", script=False, text="https://127.0.0.1/game/1")
    assert refused.status_code == 422 and 'role="alert"' in refused.text
    assert ana.post("/upload", script=False).status_code == 422
