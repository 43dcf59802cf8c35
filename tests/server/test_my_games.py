"""The own games: lists, files of all of them, what may be done with a table, and what others may not."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import UTC, datetime

import pytest

from dolmen.analysis.replay import read_any
from dolmen.core.words import words
from dolmen.server.commands import chat, leaving, making, seats
from dolmen.server.errors import BadName, CannotDelete, CannotLeave, NotRunning, NotYourSeat
from dolmen.server.live_tables import LiveTables
from dolmen.server.pages.finished_games import GameWish, finished_games, finished_tables
from dolmen.server.pages.outcome import lost_text, won_text
from dolmen.server.pages.own_tables import FEW, own_tables
from dolmen.store import NotFound
from tests.server.games_played import played_text, table_of
from tests.server.people import Listener, Server, api, two_people, wait_for

ENGLISH = words("en")


def test_the_first_page_shows_a_few_tables_and_none_that_waits_is_left_out(tables: LiveTables) -> None:
    ana, ben = (tables.store.new_player(name) for name in ("Ana", "Ben"))
    first = making.create(tables, "meduris", ana, ["me", "bot:random"])  # Ana is asked
    for _ in range(FEW + 1):
        making.create(tables, "meduris", ana, ["me", "open"])
    shown = own_tables(tables, ana, ENGLISH)
    assert len(shown.tables) == FEW and shown.hidden == 2 and shown.tables[0].id == first.id
    assert shown.waiting == 1 and len(shown.ids) == FEW + 2
    every = own_tables(tables, ana, ENGLISH, shows_all=True)
    assert len(every.tables) == FEW + 2 and every.hidden == 0
    assert own_tables(tables, ben, ENGLISH).tables == ()


def test_many_games_that_are_over_hide_none_that_goes_on(tables: LiveTables) -> None:
    ana = tables.store.new_player("Ana")
    going = making.create(tables, "meduris", ana, ["me", "open"])
    for _ in range(55):
        table_of(tables, "meduris", [ana, "Bot"])
    assert [table.id for table in own_tables(tables, ana, ENGLISH).tables] == [going.id]


def test_lines_of_chat_are_new_until_the_table_is_looked_at(tables: LiveTables) -> None:
    ana, ben = (tables.store.new_player(name) for name in ("Ana", "Ben"))
    table = making.create(tables, "meduris", ana, ["me", "open"]).id
    seats.join(tables, table, ben)
    chat.say(tables, table, ana, "hello")
    chat.say(tables, table, ben, "hello yourself")
    chat.say(tables, table, ben, "your turn")
    store = tables.store
    assert (store.unread_chat(ana.id, [table]), store.unread_chat(ben.id, [table])) == ({table: 2}, {table: 1})
    lines = store.chat(table)
    store.look(ana.id, table, lines[-1].id)
    store.look(ana.id, table, lines[0].id)  # an older look changes nothing
    assert store.unread_chat(ana.id, [table]) == {}
    chat.say(tables, table, ben, "?")
    assert [row.unread for row in own_tables(tables, ana, ENGLISH).tables] == [1]


def test_games_that_are_over_are_found_by_game_and_by_opponents(tables: LiveTables) -> None:
    ana, ben = (tables.store.new_player(name) for name in ("Ana", "Ben"))
    alone = table_of(tables, "meduris", [ana, "Cleo"])
    both = table_of(tables, "terra-mystica", [ben, ana])
    brought = making.bring(tables, played_text("meduris", 2), "", ana).id
    making.create(tables, "meduris", ana, ["me", "open"])

    def found(game: str = "", against: str = "") -> set[str]:
        return {table.id for table in finished_tables(tables.store, ana, GameWish.read(game, against))}

    assert found() == {alone, both, brought}
    assert found(game="meduris") == {alone, brought}
    assert found(against="people") == {both} and found(against="bots") == {alone}
    assert found(game="meduris", against="people") == set()
    told = {
        game.id: game
        for game in finished_games(tables.store, ana, finished_tables(tables.store, ana, GameWish()), ENGLISH)
    }
    assert told[both].opponents == "Ben" and told[alone].heading == "Meduris with Cleo"
    assert told[brought].place == 0 and told[brought].result == "from a file"
    assert all(told[table].place in (1, 2) for table in (alone, both))


def test_a_person_who_was_forgotten_was_a_person(tables: LiveTables) -> None:
    ana, ben = (tables.store.new_player(name) for name in ("Ana", "Ben"))
    both = table_of(tables, "meduris", [ben, ana])
    tables.store.delete_player(ben.id)
    assert [table.id for table in finished_tables(tables.store, ana, GameWish(against="people"))] == [both]


# ---------------------------------------------------------------------------------------------------- what is done


def test_who_sat_down_may_get_up_before_the_game(tables: LiveTables) -> None:
    ana, ben, cleo = (tables.store.new_player(name) for name in ("Ana", "Ben", "Cleo"))
    table = making.create(tables, "meduris", ana, ["me", "open", "friend"]).id
    seats.join(tables, table, ben)
    with pytest.raises(NotYourSeat):
        leaving.get_up(tables, table, cleo)
    leaving.get_up(tables, table, ben)
    assert [(seat.kind, seat.name, seat.player) for seat in tables.live(table).seats][1:] == [
        ("open", "", None),
        ("friend", "", None),
    ]
    seats.join(tables, table, ben, token=tables.seat_token(table, 2))
    leaving.get_up(tables, table, ben)
    assert tables.live(table).seats[2].kind == "friend"
    seats.join(tables, table, cleo, 1)
    seats.join(tables, table, ben, token=tables.seat_token(table, 2))
    with pytest.raises(CannotLeave, match="has begun"):
        leaving.get_up(tables, table, cleo)


def test_who_made_a_table_leaves_it_to_somebody_else_who_sits_there(tables: LiveTables) -> None:
    ana, ben = (tables.store.new_player(name) for name in ("Ana", "Ben"))
    table = making.create(tables, "meduris", ana, ["me", "friend", "friend"]).id
    with pytest.raises(CannotLeave, match="delete it"):
        leaving.get_up(tables, table, ana)
    seats.join(tables, table, ben, token=tables.seat_token(table, 2))
    leaving.get_up(tables, table, ana)
    assert tables.store.table(table).owner == ben.id
    assert [seat.kind for seat in tables.live(table).seats] == ["friend", "friend", "person"]
    with pytest.raises(NotYourSeat):
        leaving.delete(tables, table, ana)
    leaving.delete(tables, table, ben)


def test_only_who_made_a_table_gives_it_another_name(tables: LiveTables) -> None:
    ana, ben = (tables.store.new_player(name) for name in ("Ana", "Ben"))
    table = making.create(tables, "meduris", ana, ["me", "open"]).id
    seats.join(tables, table, ben)
    leaving.rename(tables, table, ana, "  Friday   evening ")
    assert tables.live(table).table.name == "Friday evening"
    with pytest.raises(NotYourSeat):
        leaving.rename(tables, table, ben, "Mine")
    for name in ("", "   ", "?!", "x" * 41, "a\u202eb"):
        with pytest.raises(BadName):
            leaving.rename(tables, table, ana, name)
    assert tables.live(table).table.name == "Friday evening"


def test_deleting_never_takes_a_game_from_others(tables: LiveTables) -> None:
    ana, ben = (tables.store.new_player(name) for name in ("Ana", "Ben"))
    alone = making.create(tables, "meduris", ana, ["me", "bot:random"]).id
    shared = making.create(tables, "meduris", ana, ["me", "open"]).id
    seats.join(tables, shared, ben)
    over = table_of(tables, "meduris", [ana, ben])
    rated = making.create(tables, "meduris", ana, ["me", "bot:greedy"], {"rated": "on"}).id
    for table in (shared, over, rated):
        with pytest.raises(CannotDelete):
            leaving.delete(tables, table, ana)
    with pytest.raises(NotYourSeat):
        leaving.delete(tables, shared, ben)
    leaving.delete(tables, alone, ana)
    with pytest.raises(NotFound):
        tables.live(alone)
    assert {table.id for table in tables.store.tables_of(ana.id)} == {shared, over, rated}


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_what_is_over_is_neither_resigned_nor_handed_to_a_bot(tables: LiveTables, game: str) -> None:
    ana = tables.store.new_player("Ana")
    table = table_of(tables, game, [ana, "Bot"])
    before = tables.store.events(table)
    with pytest.raises(NotRunning, match="nothing is decided"):
        leaving.resign(tables, table, ana, 0)
    with pytest.raises(NotRunning, match="nothing is decided"):
        seats.hand_to_bot(tables, table, ana, 0, "greedy")
    with pytest.raises(NotRunning, match="nothing is decided"):
        seats.return_to_seat(tables, table, ana, 0)
    assert tables.store.events(table) == before


# ---------------------------------------------------------------------------------------------------- by page


def test_the_result_of_a_game_that_was_not_won_by_points() -> None:
    assert won_text(68, 65, ENGLISH, shared=False) == "68, won by 3"
    assert won_text(68, 68, ENGLISH, shared=True) == "68, a shared victory"
    assert won_text(68, 68, ENGLISH, shared=False) == "68, won", "and not by 0"
    assert lost_text(60, 68, "Cleo", ENGLISH) == "60, 8 behind Cleo"
    assert lost_text(68, 68, "Cleo", ENGLISH) == "68, behind Cleo"


def test_a_stranger_is_asked_for_a_name(server: Server) -> None:
    answer = server.visitor().get("/mine")
    assert answer.url.path == "/account" and "Your games and ratings are kept under your name" in answer.text
    assert server.visitor().get("/mine/games.zip").url.path == "/account"


def test_the_list_says_who_is_here_and_what_is_new(server: Server) -> None:
    ana, ben, table = two_people(server)
    page = ana.get("/mine").text
    assert 'class="here"' not in page and 'class="unread"' not in page
    with_ben = Listener(ben, f"/t/{table}/stream?seat=1")
    with_ben.opened.wait(20)
    mine = Listener(ana, "/mine/stream?whole=true")
    wait_for(lambda: 'class="here"' in mine.text, 40)
    ben.post(f"/t/{table}/chat", text="your turn")
    wait_for(lambda: 'class="unread"' in mine.text, 40)
    looking = Listener(ana, f"/t/{table}/stream?seat=0")
    looking.opened.wait(20)
    wait_for(lambda: 'class="unread"' not in ana.get("/mine").text, 40)


def test_all_files_come_in_one_archive(server: Server) -> None:
    ana = server.visitor("Ana")
    store, tables = server.context.store, server.context.tables
    me = store.player(store.table(ana.new_table("me", "bot:random")).owner or "")
    assert me
    over = [table_of(tables, "meduris", [me, "Bot"]), table_of(tables, "terra-mystica", [me, "Bot"])]
    store.rename_table(over[0], "../Ünïcode \U0001f600")
    page = ana.get("/mine").text
    assert all(f"/t/{table}/replay?at=0" in page and f"/t/{table}/file" in page for table in over)
    assert ana.get(f"/t/{over[0]}/file").headers["content-disposition"] == 'attachment; filename="unicode.meduris"'
    answer = ana.get("/mine/games.zip")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as zipped:
        names = zipped.namelist()
        assert sorted(name.partition("/")[0] for name in names) == ["meduris", "terra-mystica"]
        for name in names:
            assert read_any(zipped.read(name).decode()).state.is_terminal()
            assert re.fullmatch(r"[a-z-]+/\d{4}-\d\d-\d\d-\w{16}-[a-z0-9-]+\.\w+", name)
    some = ana.get("/mine/games.zip?game=meduris")
    with zipfile.ZipFile(io.BytesIO(some.content)) as zipped:
        assert len(zipped.namelist()) == 1
    assert ana.get("/mine?against=nobody").status_code == 400 and ana.get("/mine?game=chess").status_code == 404


def test_holidays_by_form(server: Server) -> None:
    ana = server.visitor("Ana")
    ana.new_table("me", "open", clock_number="2", clock_unit="days")
    answer = ana.post("/mine/holidays", script=False, first="2020-01-01", last="2020-01-02")
    assert answer.status_code == 422 and "Holidays begin today or later." in answer.text
    ana.csrf = ana._token(answer.text)
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    answer = ana.post("/mine/holidays", script=False, first=today, last=today)
    assert answer.status_code == 200 and "I am back" in answer.text
    begins = re.search(r'name="begins" value="(\d+)"', answer.text)
    assert begins
    answer = ana.post("/mine/holidays/end", script=False, begins=begins[1])
    assert answer.status_code == 200 and "I am back" not in answer.text
    assert ana.post("/mine/holidays/end", begins="x").status_code == 400


def test_deeds_by_form(server: Server) -> None:
    ana, ben, table = two_people(server)
    page = ben.get(f"/mine/{table}").text
    assert "Resign" in page and "Delete the table" not in page and "Name of the table" not in page
    assert ben.post(f"/mine/{table}/delete").status_code == 403
    refused = ana.post(f"/mine/{table}/delete", script=False)
    assert refused.status_code == 409 and "it is theirs, too" in refused.text
    refused = ana.post(f"/mine/{table}/name", script=False, name="!")
    assert refused.status_code == 422 and "at least one letter" in refused.text
    ana.post(f"/mine/{table}/name", name="Evening")
    assert "Evening" in ben.get(f"/t/{table}").text
    assert ben.post(f"/mine/{table}/leave").status_code == 409
    ben.post(f"/mine/{table}/resign")
    assert server.context.tables.live(table).conduct.left == {1}
    assert "Ben resigned." in ana.get(f"/t/{table}").text
    assert server.visitor("Cleo").post(f"/mine/{table}/resign").status_code == 403
    assert server.context.tables.live(table).conduct.left == {1}


# ---------------------------------------------------------------------------------------------------- by program


def test_programs_may_do_the_same(server: Server) -> None:
    robo, bibo = api(server, "Robo"), api(server, "Bibo")
    new = {"game": "meduris", "seats": ["me", "open"], "clock": 20, "bank": 600}
    table = robo.post("/tables", json=new).json()["id"]
    assert 400 <= robo.post("/tables", json={**new, "clock": 0}).status_code < 500
    bibo.post(f"/tables/{table}/join")
    assert bibo.get(f"/tables/{table}").json()["time"]["bank"] == 600
    assert bibo.post(f"/tables/{table}/pause", json={"answer": "ask"}).status_code == 204
    assert robo.get(f"/tables/{table}").json()["time"]["pause_asked_by"] == 1
    assert robo.post(f"/tables/{table}/pause", json={"answer": "agree"}).status_code == 204
    view = robo.get(f"/tables/{table}").json()
    assert view["time"]["paused_until"] and view["clock"]["stands"]
    assert robo.post(f"/tables/{table}/pause", json={"answer": "go on"}).status_code == 204
    assert robo.post(f"/tables/{table}/pause", json={"answer": "perhaps"}).status_code == 422
    bibo.post(f"/tables/{table}/chat", json={"text": "hello"})
    mine = robo.get("/me/tables").json()
    assert [(one["id"], one["your_turn"], one["unread"]) for one in mine] == [(table, True, 1)]
    assert (mine[0]["game"], mine[0]["deciding"]) == ("meduris", 0)
    assert mine[0]["asked_since"] < mine[0]["until"] == robo.get(f"/tables/{table}").json()["clock"]["until"]
    assert bibo.put(f"/tables/{table}/name", json={"name": "Mine"}).status_code == 403
    assert robo.put(f"/tables/{table}/name", json={"name": "Ours"}).status_code == 204
    assert robo.delete(f"/tables/{table}").status_code == 409 and bibo.delete(f"/tables/{table}").status_code == 403
    assert bibo.post(f"/tables/{table}/leave").status_code == 409
    assert bibo.post(f"/tables/{table}/resign", json={}).status_code == 204
    assert robo.get(f"/tables/{table}").json()["time"]["seats"][1]["left"]
    other = robo.post("/tables", json={"game": "meduris", "seats": ["me", "open"]}).json()["id"]
    assert robo.delete(f"/tables/{other}").status_code == 204 and robo.get(f"/tables/{other}").status_code == 404


def test_programs_read_games_and_holidays(server: Server) -> None:
    robo = api(server, "Robo")
    table = robo.post("/tables", json={"game": "meduris", "seats": ["me", "open"]}).json()["id"]
    me = server.context.store.player(server.context.store.table(table).owner or "")
    assert me
    over = table_of(server.context.tables, "meduris", [me, "Bot"])
    assert [game["id"] for game in robo.get("/me/games").json()] == [over]
    assert robo.get("/me/games", params={"against": "people"}).json() == []
    assert robo.get("/me/games.zip").content[:2] == b"PK"
    assert robo.get("/me/holidays").json() == []
    assert robo.post("/me/holidays", json={"first": "2020-01-01", "last": "2020-01-02"}).status_code == 422
    assert robo.delete("/me/holidays/5").status_code == 422
    assert server.client(base_url=f"{server.url}/api").get("/me/games").status_code == 401
    told = server.context.store.export_player(me.id)
    assert told["holidays"] == [] and told["looks"] == []
