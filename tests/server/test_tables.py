"""Nothing lost, nobody in where they do not belong: the pages and the API as people and strangers use them."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path

import httpx
import pytest

from tests.conftest import game_text
from tests.server.people import Listener, Server, Visitor, api, serve, two_people, wait_for


def test_the_first_page_offers_the_game_and_nothing_from_elsewhere(server: Server) -> None:
    answer = server.visitor().get("/")
    assert "Meduris" in answer.text and "With friends" in answer.text
    assert not re.search(r'(src|href)="(https?:)?//', answer.text)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert " style=" not in answer.text and "<style" not in answer.text


def test_cookies_are_signed_and_out_of_reach_of_scripts(server: Server) -> None:
    answer = httpx.get(server.url)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie
    value = cookie.partition("=")[2].partition(";")[0]
    forged = httpx.get(server.url, cookies={"dolmen": "x" + value})
    assert "set-cookie" in forged.headers


def test_one_click_deals_a_person_in_with_bots(server: Server) -> None:
    ana = server.visitor("Ana")
    table = ana.new_table("me", "bot:random", "bot:greedy")
    page = ana.get(f"/t/{table}").text
    assert "Where will your worker stand?" in page and "<span>hidden</span>" in page
    form = ana.choose(table)
    assert ana.move(table, form).status_code == 204
    assert server.context.store.events(table)[0].payload == {"actions": ["place wood"]}


def test_bots_move_by_themselves_until_a_person_is_asked(server: Server) -> None:
    ana = server.visitor("Ana")
    table = ana.new_table("me", "bot:random", "bot:random")
    ana.move(table, ana.choose(table))
    wait_for(lambda: server.context.tables.live(table).deciding == 0)
    assert server.context.store.last_sequence(table) >= 3


def test_a_friend_sits_down_by_the_link_and_only_once(server: Server) -> None:
    ana, ben, table = two_people(server)
    assert "Ben" in ana.get(f"/t/{table}").text
    cleo = server.visitor("Cleo")
    token = server.context.tables.seat_token(table, 1)
    assert cleo.join(table, token).status_code == 409
    assert cleo.join(table, "guessed").status_code == 404
    assert cleo.get(f"/j/{table}/guessed").status_code == 404
    assert ben.get(f"/j/{table}/{token}").url.path == f"/t/{table}"


def test_anyone_may_take_an_open_seat(server: Server) -> None:
    ana, ben = server.visitor("Ana"), server.visitor("Ben")
    table = ana.new_table("me", "open")
    assert table in ben.get("/").text
    assert ben.join(table).status_code == 200
    assert server.context.store.table(table).status == "playing"


def test_a_form_from_another_site_is_refused(server: Server) -> None:
    ana = server.visitor("Ana")
    table = ana.new_table("me", "bot:random")
    form = ana.choose(table)
    assert ana.http.post(f"/t/{table}/moves", data=form).status_code == 400
    assert ana.http.post(f"/t/{table}/moves", data={**form, "csrf": "0" * 32}).status_code == 400
    data = {**form, "csrf": ana.csrf}
    headers = {"Sec-Fetch-Site": "cross-site"}
    assert ana.http.post(f"/t/{table}/moves", data=data, headers=headers).status_code == 400
    assert server.context.store.last_sequence(table) == 0


def test_a_stale_move_is_told_and_not_made(server: Server) -> None:
    ana, _, table = two_people(server)
    form = ana.choose(table)
    answer = ana.move(table, {**form, "sequence": "0"})
    assert "The table has moved on" in answer.text
    assert server.context.store.last_sequence(table) == 1


def test_a_move_sent_twice_is_made_once(server: Server) -> None:
    ana, _, table = two_people(server)
    form = ana.choose(table)
    for _again in range(3):
        answer = ana.move(table, form)
        assert answer.status_code == 204
    moves = [event for event in server.context.store.events(table) if event.kind == "move"]
    assert len(moves) == 1


def test_two_clients_race_for_one_move(server: Server) -> None:
    ana, _, table = two_people(server)
    form = ana.choose(table)
    other = Visitor(server, "Ana")
    other.http.cookies = ana.http.cookies
    other.csrf = ana.csrf
    start = threading.Barrier(2)
    answers: list[str] = []

    def race(visitor: Visitor, client: str) -> None:
        start.wait()
        answers.append(visitor.move(table, {**form, "client": client}).text)

    racers = [threading.Thread(target=race, args=racer) for racer in ((ana, "one"), (other, "two"))]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert sum("moved on" in answer for answer in answers) == 1
    assert len([event for event in server.context.store.events(table) if event.kind == "move"]) == 1


def test_an_illegal_move_changes_nothing(server: Server) -> None:
    ana, _, table = two_people(server)
    answer = ana.move(table, {**ana.choose(table), "actions": "60"})
    assert "is not what is asked" in answer.text
    assert server.context.store.last_sequence(table) == 1
    assert ana.move(table, {**ana.choose(table), "actions": "nonsense"}).status_code == 400


def test_back_within_the_own_turn_until_another_seat_acts(server: Server) -> None:
    ana, ben, table = two_people(server)
    ana.move(table, ana.choose(table))
    assert ana.post(f"/t/{table}/back", seat=0, sequence=2).status_code == 204
    live = server.context.tables.live(table)
    assert live.state.history == () and live.deciding == 0
    ana.move(table, ana.choose(table))
    ben.move(table, ben.choose(table, 1))
    sequence = server.context.store.last_sequence(table)
    assert ana.post(f"/t/{table}/back", seat=0, sequence=sequence).status_code == 409


def test_undo_beyond_that_needs_the_consent_of_the_others(server: Server) -> None:
    ana, ben, table = two_people(server)
    ana.move(table, ana.choose(table))
    ben.move(table, ben.choose(table, 1))
    last = server.context.store.last_sequence
    ana.post(f"/t/{table}/undo", seat=0, sequence=last(table))
    assert "asks to take back" in ben.get(f"/t/{table}").text
    assert len(server.context.tables.live(table).state.history) == 2
    ben.post(f"/t/{table}/undo", seat=1, sequence=last(table), answer="no")
    assert len(server.context.tables.live(table).state.history) == 2
    ana.post(f"/t/{table}/undo", seat=0, sequence=last(table))
    ben.post(f"/t/{table}/undo", seat=1, sequence=last(table), answer="yes")
    assert server.context.tables.live(table).state.history == ()


def test_chat_reaches_those_at_the_table(server: Server) -> None:
    ana, ben, table = two_people(server)
    assert ana.post(f"/t/{table}/chat", text="<b>good luck</b>").status_code == 204
    page = ben.get(f"/t/{table}").text
    assert "&lt;b&gt;good luck&lt;/b&gt;" in page


def test_several_people_at_one_screen_see_one_stock_at_a_time(server: Server) -> None:
    ana = server.visitor("Ana")
    table = ana.new_table("me", "here:Ben")
    covered = ana.get(f"/t/{table}").text
    assert "Hand the screen to Ana." in covered and covered.count('class="stock"') == 0
    shown = ana.get(f"/t/{table}?seat=0").text
    assert "Where will your worker stand?" in shown and shown.count('class="stock"') == 1
    ana.move(table, ana.choose(table))
    assert "Hand the screen to Ben." in ana.get(f"/t/{table}?seat=0").text


def test_a_seat_may_be_handed_to_a_bot_and_taken_back(server: Server) -> None:
    ana, _, table = two_people(server)
    ana.post(f"/t/{table}/bot", seat=0, name="random")
    wait_for(lambda: server.context.tables.live(table).deciding == 1)
    ana.post(f"/t/{table}/bot", seat=0)
    assert server.context.store.seats(table)[0].kind == "person"


def test_there_is_no_such_table(server: Server) -> None:
    answer = server.visitor().get("/t/nowhere")
    assert answer.status_code == 404 and "There is no such table." in answer.text


def test_large_bodies_and_many_requests_are_refused(tmp_path: Path) -> None:
    with serve(f"sqlite:///{tmp_path}/tables.sqlite", rate=1, body_limit=1000) as server:
        client = server.client()
        assert client.post("/upload", content=b"x" * 2000).status_code == 413
        assert [client.get("/health").status_code for _ in range(8)][-1] == 429


def test_health_and_metrics(server: Server) -> None:
    ana = server.visitor("Ana")
    assert ana.get("/health").json()["status"] == "ok"
    table = ana.new_table("me", "here")
    ana.move(table, ana.choose(table))
    assert ana.get("/t/0000000000000000").status_code == 404
    text = ana.get("/metrics").text
    figures = {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in text.splitlines() if line[0] != "#"}
    for name in (
        "dolmen_decisions_total",
        'dolmen_refusals_total{why="NotFound"}',
        'dolmen_responses_total{status="2xx"}',
        'dolmen_response_seconds_count{kind="command"}',
        "process_resident_memory_bytes",
    ):
        assert figures[name] >= 1, name
    for name in ("dolmen_streams", "dolmen_bot_queue", "dolmen_bot_troubles", "dolmen_database_errors_total"):
        assert figures[name] >= 0, name


def test_accounts_bring_a_player_to_another_device(server: Server) -> None:
    ana = server.visitor("Ana")
    table = ana.new_table("me", "bot:random")
    ana.post("/account/register", script=False, login="ana", password="correct horse")
    other = server.visitor()
    assert other.post("/account/login", script=False, login="ana", password="wrong horse").status_code == 403
    assert other.post("/account/login", script=False, login="ana", password="correct horse").status_code == 200
    assert table in other.get("/").text


def test_a_file_is_brought_and_watched_and_a_bad_one_is_explained(server: Server) -> None:
    ana = server.visitor("Ana")
    files = {"file": ("a.meduris", game_text().encode())}
    answer = ana.http.post("/upload", data={"csrf": ana.csrf}, files=files)
    assert answer.status_code == 200 and answer.url.path.endswith("/replay")
    part = ana.get(f"{answer.url.path}?at=3&part=1").text
    assert "3 of" in part
    back = ana.get(answer.url.path.replace("/replay", "/file")).text
    assert back.splitlines()[-2:] == game_text().splitlines()[-2:]
    broken = {"file": ("a.meduris", b"meduris 1\nplayers 9\n")}
    refused = ana.http.post("/upload", data={"csrf": ana.csrf}, files=broken)
    assert refused.status_code == 422 and "line 2" in refused.text


# ------------------------------------------------------------------------------------------------ the stream


def test_news_reach_the_other_client_and_a_reconnecting_one_resumes(server: Server) -> None:
    ana, ben, table = two_people(server)
    listener = Listener(ben, f"/t/{table}/stream?seat=1")
    wait_for(lambda: listener.ids)
    ana.move(table, ana.choose(table))
    wait_for(lambda: "2.0" in listener.ids)
    assert "Where will your worker stand?" in listener.text.partition("id: 2.0")[2]
    ana.post(f"/t/{table}/chat", text="hello")
    wait_for(lambda: len(listener.ids) == 3)
    assert listener.text.partition(f"id: {listener.ids[2]}")[2].count("hx-partial hx-target") == 1
    again = Listener(ben, f"/t/{table}/stream?seat=1", last=listener.ids[-1])
    late = Listener(ben, f"/t/{table}/stream?seat=1", last="1.0")
    wait_for(lambda: late.ids == listener.ids[-1:])
    again.opened.wait()
    ana.post(f"/t/{table}/chat", text="again")
    wait_for(lambda: len(listener.ids) == 4)
    wait_for(lambda: again.ids)
    assert again.ids == listener.ids[-1:], "nothing was missed before"


def parts_of(text: str) -> dict[str, str]:
    """The parts of a page by their targets, as a browser puts them in: in place of earlier ones, or what is new."""
    html = "\n".join(line.removeprefix("data: ") for line in text.splitlines())
    told = re.findall(r'<hx-partial hx-target="#([\w-]+)" hx-swap="(\w+)">(.*?)</hx-partial>', html, re.DOTALL)
    page: dict[str, str] = {}
    for target, swap, part in told:
        if swap == "delete":
            for other, shown in page.items():
                page[other] = re.sub(rf'<li [^>]*\bid="{target}".*?</li>', "", shown, flags=re.DOTALL)
        elif swap == "afterbegin" and target in page:
            start, end, rest = page[target].partition(">")
            page[target] = start + end + part + rest
        else:
            page[target] = part
    return page


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_a_stream_leaves_out_what_has_not_changed_and_ends_with_the_same_page(server: Server, game: str) -> None:
    ana, ben, table = two_people(server, game=game)
    listener = Listener(ben, f"/t/{table}/stream?seat=1")
    wait_for(lambda: listener.ids and listener.text.endswith("\n\n"))

    def next_message(mover: Visitor, form: dict[str, str]) -> dict[str, str]:
        seen = len(listener.ids)
        assert mover.move(table, form).status_code == 204
        wait_for(lambda: len(listener.ids) > seen and listener.text.endswith("\n\n"))
        return parts_of(listener.text.rpartition("\nid: ")[2])

    told = set(parts_of(listener.text))
    for _ in range(6):
        deciding = server.context.tables.live(table).deciding
        assert deciding is not None
        message = next_message((ana, ben)[deciding], (ana, ben)[deciding].choose(table, deciding))
        if deciding == 1:  # Ben has picked before: his page may show anything
            assert message.keys() == told
        else:
            assert "prompt" in message and "chat" not in message
    now = parts_of(ben.get(f"/t/{table}/update?seat=1").text)
    assert {target: part.split() for target, part in parts_of(listener.text).items()} == {
        target: part.split() for target, part in now.items()
    }


def test_a_stream_tells_at_once_only_where_nobody_must_be_waited_for(server: Server) -> None:
    _ana, ben, table = two_people(server, game="meduris")
    listener = Listener(ben, f"/t/{table}/stream?seat=1")
    wait_for(lambda: listener.ids and listener.text.endswith("\n\n"))
    (reader,) = server.context.streams.of_table(table)
    told = reader.news_at_once()
    assert told is not None and told[0] == b"", "nothing is new"
    begun, ended = threading.Event(), threading.Event()

    def work() -> None:
        with server.context.tables.lock(table):
            begun.set()
            ended.wait()

    thread = threading.Thread(target=work)
    thread.start()
    begun.wait()
    assert reader.news_at_once() is None, "somebody works on the table"
    ended.set()
    thread.join()
    assert reader.news_at_once() is not None
    reader.forget()
    assert reader.news_at_once() is None, "a whole page is to be told"


# ------------------------------------------------------------------------------------------------ the API


def test_a_whole_game_through_the_api_hides_what_is_hidden(server: Server) -> None:
    robots = [api(server, name) for name in ("Robo", "Bibo")]
    made = robots[0].post("/tables", json={"game": "meduris", "seats": ["me", "friend"]}).json()
    table, link = made["id"], made["seats"][1]["link"]
    assert robots[1].post(f"/tables/{table}/join", params={"token": link}).status_code == 200
    seen_open = False
    for _ in range(3000):
        views = [robot.get(f"/tables/{table}").json() for robot in robots]
        if views[0]["status"] == "finished":
            seen_open = None not in views[0]["position"]["stocks"]
            break
        for seat, view in enumerate(views):
            assert view["position"]["stocks"][1 - seat] is None
            assert view["position"]["stocks"][seat] is not None
        deciding = views[0]["deciding"]
        choices = robots[deciding].get(f"/tables/{table}/choices").json()
        assert robots[1 - deciding].get(f"/tables/{table}/choices").json() == []
        buildings = [choice for choice in choices if choice["text"].startswith(("hut", "temple", "pay"))]
        decision = {"sequence": views[0]["sequence"], "actions": [(buildings or choices)[0]["action"]]}
        refused = robots[1 - deciding].post(f"/tables/{table}/moves", json=decision)
        assert refused.status_code == 409 and refused.json()["error"] == "NotYourTurn"
        answer = robots[deciding].post(f"/tables/{table}/moves", json=decision)
        assert answer.status_code == 200, answer.text
    assert seen_open
    assert robots[0].get(f"/tables/{table}/log").json()[-1]


def test_the_api_needs_a_token_and_recognises_repeated_and_stale_moves(server: Server) -> None:
    assert httpx.get(f"{server.url}/api/tables").status_code == 401
    robot = api(server, "Robo")
    table = robot.post("/tables", json={"game": "meduris", "seats": ["me", "here"]}).json()["id"]
    decision = {"sequence": 0, "actions": ["place wood"], "client_id": "once", "seat": 0}
    assert robot.post(f"/tables/{table}/moves", json=decision).json() == {"sequence": 1, "repeated": False}
    assert robot.post(f"/tables/{table}/moves", json=decision).json() == {"sequence": 1, "repeated": True}
    stale = robot.post(f"/tables/{table}/moves", json={**decision, "client_id": "other"})
    assert stale.status_code == 409 and stale.json()["sequence"] == 1
    spec = httpx.get(f"{server.url}/api/openapi.json").json()
    assert "/api/tables/{table_id}/moves" in spec["paths"] and not any(path.startswith("/t/") for path in spec["paths"])


@pytest.mark.parametrize("seats", [("me", "here", "here")])
def test_others_stocks_influence_no_byte_of_what_a_seat_receives(server: Server, seats: tuple[str, ...]) -> None:
    """Two positions that differ in the stocks of the others alone look the same, byte for byte."""
    from dolmen.core.draws import Draws
    from dolmen.server.live_tables import Viewer as Looker

    ana = server.visitor("Ana")
    table = ana.new_table(*seats)
    ctx = server.context
    live = ctx.tables.live(table)
    player = ctx.store.player(live.seats[0].player or "")
    draws = Draws(7)
    compared = 0
    for _ in range(160):
        if live.state.is_terminal():
            break
        live.state.apply_trusted(draws.pick(live.state.legal_actions()))
        stocks = live.state.record.stock
        for viewer in (Looker(player, (0,), 0), Looker(None, (), None)):
            hidden = [seat for seat in range(3) if seat != viewer.seat]
            live._memo.clear()  # we play past the table's back: nothing kept is true
            before = _bytes(server, live, viewer)
            kept = stocks.copy()
            first, second = hidden[0], hidden[1]
            stocks[first], stocks[second] = kept[second].copy(), kept[first].copy()
            live._memo.clear()
            after = _bytes(server, live, viewer)
            stocks[:] = kept
            if not (kept[first] == kept[second]).all():
                compared += 1
            assert before == after
    assert compared > 50


def _bytes(server: Server, live: object, viewer: object) -> str:
    from dolmen.core.words import words
    from dolmen.server.live_table import LiveTable
    from dolmen.server.live_tables import Viewer
    from dolmen.server.pages.table import TableView

    assert isinstance(live, LiveTable) and isinstance(viewer, Viewer)

    class Nobody:
        csrf = ""
        player = None
        origin = ""
        confirm = "deed"

    view = TableView(server.context.tables, live, viewer, Nobody(), words("en"))
    html = server.context.rendering.partials(view.all_parts(), words("en"))
    position = live.present.view(live.state, viewer.seat, is_open=live.is_open)
    return html + json.dumps(position)
