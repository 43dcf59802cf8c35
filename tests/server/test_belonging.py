"""Nobody in where they do not belong, in both games and on both databases: what is hidden, and who is refused what."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import httpx
import pytest

from dolmen.bots import LEVEL, find_bot
from dolmen.core.draws import Draws
from dolmen.server.commands import moves
from dolmen.server.live_table import LiveTable
from tests.server.people import Listener, Server, Visitor, api, serve, wait_for
from tests.store.conftest import new_database, postgres_server

__all__ = ["postgres_server"]  # a fixture that is used here, too

GAMES = ("meduris", "terra-mystica")
pytestmark = pytest.mark.parametrize("game", GAMES)


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def server_of_module(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if request.param == "sqlite":
        database = f"sqlite:///{tmp_path_factory.mktemp('server')}/tables.sqlite"
    else:
        database = new_database(request.getfixturevalue("postgres_server"))
    with serve(database) as running:
        yield running


def people_at(server: Server, game: str, number: int = 2) -> tuple[list[Visitor], str]:
    """So many people at a table, each in a browser of their own."""
    people = [server.visitor(name) for name in ("Ana", "Ben", "Cleo")[:number]]
    table = people[0].new_table("me", *["open"] * (number - 1), game=game)
    for person in people[1:]:
        person.join(table)
    return people, table


def watchers(server: Server) -> tuple[Visitor, Visitor]:
    """A stranger without a name, and a guest who only looks."""
    stranger, spectator = server.visitor(), server.visitor("Dora")
    spectator.post("/account/name", script=False, name="Dora")
    spectator.csrf = spectator._token(spectator.get("/").text)
    return stranger, spectator


# ------------------------------------------------------------------------------------------------ refusals


def test_a_stranger_a_spectator_and_another_seat_are_refused_each_action(server: Server, game: str) -> None:
    (ana, ben), table = people_at(server, game)
    form = ana.choose(table)
    assert form["actions"]
    stranger, spectator = watchers(server)
    before = server.context.store.last_sequence(table)
    own = {"seat": 0, "sequence": before}
    for other in (stranger, spectator, ben):
        assert other.get(f"/t/{table}").status_code == 200
        assert other.move(table, form).status_code == 403
        assert other.move(table, {**form, "hold": "turn"}).status_code == 403
        for path, more in (
            ("back", own),
            ("confirm", own),
            ("undo", own),
            ("undo", {**own, "answer": "yes"}),
            ("bot", {"seat": 0, "name": "random"}),
            ("bot", {"seat": 0}),
            ("standing", {"seat": 0, "settled_power": "0"}),
            ("fill", {}),
        ):
            assert other.post(f"/t/{table}/{path}", **more).status_code == 403, path
        for path in ("", "/stream", "/prompt", "/update", "/why"):
            assert other.get(f"/t/{table}{path}?seat=0&place=x").status_code == 403, path
        assert other.get(f"/t/{table}/file").status_code == 403
    for other in (stranger, spectator):
        assert other.post(f"/t/{table}/chat", text="hello").status_code == 403
        assert other.post(f"/t/{table}/rematch").status_code == 403
        assert other.post(f"/t/{table}/absent", absent=0, sequence=before, name="random").status_code == 403
        assert other.post(f"/t/{table}/absent", absent=0, sequence=before).status_code == 403
    assert ben.post(f"/t/{table}/absent", absent=0, sequence=before, name="random").status_code == 409  # no clock
    assert server.context.store.last_sequence(table) == before
    assert ben.move(table, {**form, "seat": "1"}).status_code == 409  # his own seat, but not his turn
    assert ana.move(table, form).status_code == 204


def test_programs_are_refused_likewise(server: Server, game: str) -> None:
    robo, bibo, spectator = (api(server, name) for name in ("Robo", "Bibo", "Dora"))
    table = robo.post("/tables", json={"game": game, "seats": ["me", "open"]}).json()["id"]
    bibo.post(f"/tables/{table}/join")
    view = robo.get(f"/tables/{table}").json()
    action = robo.get(f"/tables/{table}/choices").json()[0]["action"]
    at = {"seat": 0, "sequence": view["sequence"]}
    calls: list[tuple[str, dict[str, object]]] = [
        ("moves", {**at, "actions": [action]}),
        ("confirm", at),
        ("back", at),
        ("bot", {"seat": 0, "bot": "random"}),
        ("standing", {"seat": 0, "settled": {}}),
    ]
    nobody = server.client(base_url=f"{server.url}/api")
    for other, status in ((bibo, 403), (spectator, 403), (nobody, 401)):
        for path, body in calls:
            assert other.post(f"/tables/{table}/{path}", json=body).status_code == status, path
        for path in ("", "/choices", "/stream"):
            assert other.get(f"/tables/{table}{path}", params={"seat": 0}).status_code == status, path
    for other, status in ((spectator, 403), (nobody, 401)):
        absent = {**at, "bot": "random"}
        assert other.post(f"/tables/{table}/absent", json=absent).status_code == status
        assert other.post(f"/tables/{table}/chat", json={"text": "hello"}).status_code == status
        assert other.post(f"/tables/{table}/moves", json={"sequence": 1, "actions": [action]}).status_code == status
    assert server.context.store.last_sequence(table) == view["sequence"]
    assert robo.post(f"/tables/{table}/moves", json=calls[0][1]).status_code == 200


# ------------------------------------------------------------------------------------------------ hiding


def seen_by(visitor: Visitor, robot: httpx.Client, table: str, seat: int | None) -> str:
    """Everything that a seat, or a spectator, can read of a table: pages, fragments, streams, API."""
    query = "" if seat is None else f"?seat={seat}"
    texts = [visitor.get(f"/t/{table}{path}{query}").text for path in ("", "/update", "/prompt")]
    texts.append(visitor.get("/").text)
    texts += [robot.get(f"/tables/{table}{path}").text for path in ("", "/choices", "/log")]
    for client, path in ((visitor.http, f"/t/{table}/stream{query}"), (robot, f"/tables/{table}/stream")):
        with client.stream("GET", path) as news:
            for line in news.iter_lines():
                texts.append(line)
                if len(texts) > 9 and not line:
                    break
    return re.sub(r'data-now="\d+"', "", "\n".join(texts))


def play_some(server: Server, table: str, decisions: int) -> LiveTable:
    """Decide as greedy bots do, for whoever is asked; those who listen hear of all decisions at once."""
    tables = server.context.tables
    draws = Draws(3)
    with tables.lock(table):
        live = tables.live(table)
        bot = find_bot("greedy", live.meta.key)
        for _ in range(decisions):
            live = tables.live(table)
            if live.asked is None:
                break
            player = server.context.store.player(live.seats[live.asked].player or "")
            moves.move(tables, table, player, live.asked, live.sequence, [bot.choose(live.state, LEVEL, draws)], None)
        return tables.live(table)


def test_others_stocks_are_in_no_byte_that_a_seat_or_a_spectator_receives(server: Server, game: str) -> None:
    """Two positions that differ in the stocks of two others alone look the same, byte for byte, wherever one looks."""
    people, table = people_at(server, game, 3)
    _, spectator = watchers(server)
    robots = {seat: api_of(server, table, seat) for seat in range(3)}
    robots[-1] = api(server, "Eve")
    compared = 0
    for _ in range(4):
        live = play_some(server, table, 11)
        assert live.asked is not None
        if game == "terra-mystica":  # everything lies open: everybody reads the same
            views = [robot.get(f"/tables/{table}").json()["position"] for robot in robots.values()]
            assert all(view == views[0] for view in views) and not live.present.hidden(live.table.options)
            compared += 1
            continue
        stocks = live.state.record.stock
        for seat in (0, -1):
            one, other = (1, 2) if seat == 0 else (0, 1)
            visitor = people[0] if seat == 0 else spectator
            before = seen_by(visitor, robots[seat], table, seat if seat >= 0 else None)
            kept = stocks.copy()
            stocks[one], stocks[other] = kept[other].copy(), kept[one].copy()
            live._memo.clear()
            after = seen_by(visitor, robots[seat], table, seat if seat >= 0 else None)
            compared += not (kept[one] == kept[other]).all()
            stocks[:] = kept
            live._memo.clear()
            assert before == after
    assert compared > 2


def api_of(server: Server, table: str, seat: int) -> httpx.Client:
    """The API for who sits there."""
    token = server.context.store.new_token(server.context.store.seats(table)[seat].player or "", "api")
    return server.client(base_url=f"{server.url}/api", headers={"Authorization": f"Bearer {token}"})


def test_neither_number_nor_total_of_anothers_stock_is_told_before_the_end(server: Server, game: str) -> None:
    """The JSON of a seat holds its own stock alone; its panel shows the screen; a stream brings no other numbers."""
    if game == "terra-mystica":  # nothing is hidden there, so every stock is told
        people, table = people_at(server, game)
        assert 'class="hidden"' not in people[0].get(f"/t/{table}").text
        return
    (ana, _ben), table = people_at(server, game)
    listener = Listener(ana, f"/t/{table}/stream?seat=0")
    wait_for(lambda: listener.ids)
    robot = api_of(server, table, 0)
    while play_some(server, table, 40).asked is not None:
        view = robot.get(f"/tables/{table}").json()["position"]
        assert view["stocks"][1] is None and view["stocks"][0] is not None
        assert "supply" not in json.dumps(view["stocks"])
        players = ana.get(f"/t/{table}").text.partition('id="players"')[2].partition('id="records"')[0]
        assert players.count('class="stock"') == 1 and players.count('class="hidden"') == 1
    assert robot.get(f"/tables/{table}").json()["position"]["stocks"][1] is not None  # now everything is open
    told = listener.text.rpartition("id: ")[0]
    for part in re.findall(r'<section id="players".*?</section>', told.replace("\ndata: ", "\n"), re.DOTALL):
        assert part.count('class="stock"') == 1


# ------------------------------------------------------------------------------------------------ versions


def test_an_old_table_keeps_its_rules_version_and_is_not_played_under_others(server: Server, game: str) -> None:
    (ana, _ben), table = people_at(server, game)
    store = server.context.store
    version = store.table(table).rules_version
    assert version == server.context.tables.live(table).meta.rules_version
    form = ana.choose(table)
    with store.engine.execution_options(writing=True).begin() as connection:
        connection.exec_driver_sql(f"UPDATE tables SET rules_version = 0 WHERE id = '{table}'")
    server.context.tables.forget(table)
    assert ana.get(f"/t/{table}").status_code == 200 and "rules 0" in ana.get(f"/t/{table}").text  # it can be read
    refused = ana.move(table, form)
    assert refused.status_code == 409 and "rules 0" in refused.text
    assert api_of(server, table, 0).get(f"/tables/{table}").json()["stopped"]
    assert ana.get("/").status_code == 200 and table in ana.get("/").text  # it is still listed
    assert store.table(table).rules_version == 0
    with store.engine.execution_options(writing=True).begin() as connection:
        connection.exec_driver_sql(f"UPDATE tables SET rules_version = {version} WHERE id = '{table}'")
    server.context.tables.forget(table)
    assert ana.move(table, form).status_code == 204
