"""Tables that were begun under other rules: they can be read, replayed and downloaded, and say why they stop."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import httpx
import pytest

from dolmen.contract.registry import games, load, package
from dolmen.core.draws import Draws
from dolmen.core.words import LANGUAGES, words
from dolmen.server.commands import moves
from dolmen.store import Event, NewEvent, NewSeat, Store, Table
from tests.server.people import Listener, Server, Visitor, wait_for
from tests.terra_mystica.test_old_rules import GAMES as RULES_1

ENGLISH = words("en")
REASON = "so it cannot go on; it can be read, replayed and downloaded."


class Insider(Visitor):
    """Somebody with whose server more can be done than visiting it."""

    server: Server


@pytest.fixture
def ana(server: Server) -> Insider:
    visitor = Insider(server, "Ana")
    visitor.post("/account/name", script=False, name="Ana")
    visitor.csrf = visitor._token(visitor.get("/").text)
    return visitor


def player_of(ana: Insider) -> str:
    context = ana.server.context
    player = context.store.player_of_token(context.secrets.read(ana.http.cookies["dolmen"]) or "", "session")
    assert player
    return player.id


def api_of(ana: Insider) -> httpx.Client:
    token = ana.server.context.store.new_token(player_of(ana), "api")
    return ana.server.client(base_url=f"{ana.server.url}/api", headers={"Authorization": f"Bearer {token}"})


def table_of_rules_1(ana: Insider, name: str, decisions: int | None = None, *, clock: int = 0) -> str:
    """A table as the server of rules 1 left it, whole or after some decisions: Ana against a bot."""
    store, told = ana.server.context.store, RULES_1[name]
    kept = told["decisions"][:decisions]
    seats = [NewSeat("person", "Ana", player_of(ana)), NewSeat("bot", "Robin", bot="greedy")]
    table = store.create_table(
        name="Old Oak",
        game="terra-mystica",
        rules_version=1,
        options={},
        setup=told["setup"],
        owner=player_of(ana),
        seats=seats,
        status="finished" if decisions is None else "playing",
        clock=clock,
    )
    events = [NewEvent("move", {"actions": [text]}, int(seat)) for seat, text in (one.split(" ", 1) for one in kept)]
    summary = {"turn": 1, "deciding": 0, "finished": decisions is None, "scores": told["scores"], "winners": []}
    store.append(table.id, 0, events, summary=summary)
    return table.id


def overwrite(store: Store, table: str, **values: object) -> None:
    """Write something else into the table's row."""
    with store.engine.execution_options(writing=True).begin() as connection:
        for name, value in values.items():
            connection.exec_driver_sql(f"UPDATE tables SET {name} = {value!r} WHERE id = {table!r}")


def raise_rules(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """As if the rules of a game had been corrected since."""
    raised = replace(games()[game], rules_version=games()[game].rules_version + 1)
    monkeypatch.setattr(type(load(game)), "meta", raised)
    monkeypatch.setattr(type(package(game)), "meta", raised)


def written(store: Store, table: str) -> tuple[Table, list[Event]]:
    return replace(store.table(table), changed=0), store.events(table)


# ------------------------------------------------------------------------------------------------ reading


@pytest.mark.parametrize("decisions", [None, 1, 31, 60])
@pytest.mark.parametrize("name", RULES_1)
def test_page_log_replay_file_and_api_of_an_old_table_answer(ana: Insider, name: str, decisions: int | None) -> None:
    table = table_of_rules_1(ana, name, decisions)
    page = ana.get(f"/t/{table}")
    assert page.status_code == 200 and "rules 1" in page.text
    assert (REASON in page.text) == (decisions is not None)  # a finished game need not go on
    live = ana.server.context.tables.live(table)
    for at in (0, 5, 10_000):
        assert ana.get(f"/t/{table}/replay?at={at}").url.path.endswith("/replay")
        assert ana.get(f"/t/{table}/replay?at={at}&part=1").status_code == 200
    assert 'filename="old-oak.tm"' in ana.get(f"/t/{table}/file").headers["Content-Disposition"]
    for part in ("update", "prompt", "text", "hint"):
        assert ana.get(f"/t/{table}/{part}").status_code == 200
    for entry in live.log(ENGLISH)[::9]:
        assert "past" in ana.get(f"/t/{table}/moment?decision={entry.decision}").text
    api = api_of(ana)
    view = api.get(f"/tables/{table}").json()
    assert view["rules_version"] == 1 and view["sequence"] == live.sequence and REASON in view["stopped"]
    assert view["deciding"] is None and api.get(f"/tables/{table}/choices").json() == []
    assert len(api.get(f"/tables/{table}/log").json()) == len(live.log(ENGLISH))
    assert api.get(f"/tables/{table}/game").json()["asked"] is False
    if decisions is None:
        assert live.state.is_terminal() and list(live.state.scores()) == RULES_1[name]["scores"]


def test_the_streams_of_an_old_table_bring_its_page_and_its_chat(ana: Insider) -> None:
    table = table_of_rules_1(ana, "lone_spade", 40)
    listener = Listener(ana, f"/t/{table}/stream?after=0.0")
    wait_for(lambda: REASON in listener.text)
    assert ana.post(f"/t/{table}/chat", text="What a pity").status_code == 204
    wait_for(lambda: "What a pity" in listener.text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reason_is_told_in_the_readers_language(ana: Insider, language: str) -> None:
    table = table_of_rules_1(ana, "lone_spade", 40)
    ana.post("/language", script=False, language=language)
    asked = re.search(r'data-kind="old".*?<h2 id="ask"[^>]*>(.*?)</h2>', ana.get(f"/t/{table}").text, re.DOTALL)
    assert asked and (asked[1].endswith(REASON) == (language == "en")) and "Terra Mystica" in asked[1]
    refused = ana.post(f"/t/{table}/moves", seat=0, sequence=40, actions="1", client="a")
    assert refused.status_code == 409 and asked[1] in refused.text


def test_lists_show_old_tables_and_nobody_waits_for_them(ana: Insider) -> None:
    playing, finished = table_of_rules_1(ana, "lone_spade", 40), table_of_rules_1(ana, "lone_spade")
    home = ana.get("/").text
    assert playing in home and finished in home and "earlier rules, to read only" in home
    assert "Your turn" not in home
    assert {playing, finished} <= set(api_of(ana).get("/tables").json())


def test_a_table_of_meduris_is_read_likewise_and_hides_nothing_any_more(
    server: Server, ana: Insider, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ana.new_table("me", "here", clock_number="1", clock_unit="minutes")
    tables, draws, player = server.context.tables, Draws(3), server.context.store.player(player_of(ana))
    for _ in range(30):
        live = tables.live(table)
        assert live.asked is not None
        moves.move(tables, table, player, live.asked, live.sequence, [draws.pick(live.state.legal_actions())], None)
    before, history = written(server.context.store, table), tables.live(table).state.history
    raise_rules(monkeypatch, "meduris")
    tables.forget(table)
    assert REASON in ana.get(f"/t/{table}").text and tables.live(table).state.history == history
    assert ana.get(f"/t/{table}/replay?at=3").url.path.endswith("/replay")
    assert ana.get(f"/t/{table}/file").text.startswith("meduris ")
    view = api_of(ana).get(f"/tables/{table}").json()
    assert view["clock"] is None and None not in view["position"]["stocks"]
    assert written(server.context.store, table) == before


# ------------------------------------------------------------------------------------------------ changing


def test_nothing_is_decided_at_an_old_table_and_nothing_is_lost(ana: Insider) -> None:
    """Not by its people, not by its bots, not by the clock; the reason is told to browsers and to programs."""
    table = table_of_rules_1(ana, "double_turn_ended_early", 40, clock=1)
    store = ana.server.context.store
    before = written(store, table)
    own: dict[str, object] = {"seat": 0, "sequence": 40}
    forms: dict[str, dict[str, object]] = {
        "moves": {**own, "actions": "1", "client": "a"},
        "confirm": own,
        "back": own,
        "undo": own,
        "bot": {"seat": 0, "name": "greedy"},
        "standing": {"seat": 0},
        "absent": {"absent": 1, "sequence": 40, "name": "greedy"},
        "join": {},
        "fill": {},
    }
    for path, form in forms.items():
        for script in (True, False):
            answer = ana.post(f"/t/{table}/{path}", script=script, **form)
            assert answer.status_code == 409 and REASON in answer.text, path
    bodies: dict[str, dict[str, object]] = {
        "moves": {**own, "actions": ["pass"]},
        "plays": {**own, "play": "pass"},
        "confirm": own,
        "back": own,
        "bot": {"seat": 0, "bot": "greedy"},
        "standing": {"seat": 0, "settled": {}},
        "absent": {"seat": 1, "sequence": 40, "bot": "greedy"},
        "join": {},
    }
    for path, body in bodies.items():
        refused = api_of(ana).post(f"/tables/{table}/{path}", json=body)
        assert refused.status_code == 409 and refused.json()["error"] == "OldRules", path
        assert REASON in refused.json()["message"]
    live = ana.server.context.tables.live(table)
    assert live.deciding is None and live.asked is None and live.until is None
    assert written(store, table) == before


def test_a_rematch_of_an_old_table_is_played_under_the_present_rules(ana: Insider) -> None:
    for table in (table_of_rules_1(ana, "lone_spade"), table_of_rules_1(ana, "lone_spade", 40)):
        assert f"/t/{table}/rematch" in ana.get(f"/t/{table}").text
        new = ana.post(f"/t/{table}/rematch", script=False).url.path.rpartition("/")[2]
        assert new != table and not ana.server.context.tables.live(new).is_old
        assert ana.post(f"/t/{table}/rematch", script=False).url.path.endswith(new)  # asked twice, it is the same
        assert ana.get(f"/t/{table}").status_code == 200 and ana.server.context.tables.live(table).is_old


def test_nobody_sits_down_at_an_old_table(ana: Insider, monkeypatch: pytest.MonkeyPatch) -> None:
    table = ana.new_table("me", "open", "friend", game="terra-mystica")
    raise_rules(monkeypatch, "terra-mystica")
    ana.server.context.tables.forget(table)
    ben = ana.server.visitor("Ben")
    assert table not in ben.get("/").text
    link = ana.server.context.tables.seat_token(table, 2)
    assert REASON in ben.get(f"/j/{table}/{link}").text
    assert ben.post(f"/t/{table}/join", script=False, name="Ben", token=link).status_code == 409
    new = ana.post(f"/t/{table}/rematch", script=False).url.path.rpartition("/")[2]
    assert ana.server.context.store.table(new).status == "waiting"


@pytest.mark.parametrize("name", RULES_1)
def test_what_was_taken_back_is_not_shown(ana: Insider, name: str) -> None:
    """Every decision was made, taken back with the one before, and both were made again."""
    store, tables = ana.server.context.store, ana.server.context.tables
    plain, table = table_of_rules_1(ana, name), table_of_rules_1(ana, name, 1)
    moves = store.events(plain)
    for before, move in pairwise(moves):
        sequence = store.last_sequence(table)
        made = [NewEvent(event.kind, event.payload, event.seat) for event in (before, move)]
        back = NewEvent("back", {"to": sequence - 1}, move.seat)
        store.append(table, sequence, [made[1], back, *made])
    assert tables.live(table).state.history == tables.live(plain).state.history
    assert len(store.events(table)) > 3 * len(moves) and tables.live(table).state.is_terminal()


# ------------------------------------------------------------------------------------------------ what makes no sense


@pytest.mark.parametrize("nonsense", [{"rules_version": 0}, {"rules_version": 99}, {"game": "chess"}, {"setup": "?"}])
def test_what_cannot_be_followed_is_read_as_it_is_stored(ana: Insider, nonsense: dict[str, object]) -> None:
    table = table_of_rules_1(ana, "lone_spade", 40)
    store = ana.server.context.store
    overwrite(store, table, **nonsense)
    before = written(store, table)
    _seat, _, last = RULES_1["lone_spade"]["decisions"][39].partition(" ")
    for path in ("", "/replay", "/replay?at=7"):
        page = ana.get(f"/t/{table}{path}")
        assert page.status_code == 200 and "which this server cannot follow" in page.text and last in page.text
    file = ana.get(f"/t/{table}/file")
    assert file.status_code == 200 and last in file.text and str(store.table(table).setup) in file.text
    api = api_of(ana)
    view = api.get(f"/tables/{table}").json()
    assert "cannot follow" in view["stopped"] and view["position"] == {} and view["sequence"] == 40
    assert len(api.get(f"/tables/{table}/log").json()) == 40
    refused = ana.post(f"/t/{table}/moves", seat=0, sequence=40, actions="1", client="a")
    assert refused.status_code == 409 and "cannot follow" in refused.text
    assert ana.get("/").status_code == 200 and written(store, table) == before


def test_decisions_that_lead_astray_are_not_shown_as_a_position(ana: Insider) -> None:
    table = table_of_rules_1(ana, "lone_spade", 40)
    store = ana.server.context.store
    store.append(
        table, 40, [NewEvent("move", {"actions": ["done"]}, 1 - int(RULES_1["lone_spade"]["decisions"][40][0]))]
    )
    assert "cannot follow" in ana.get(f"/t/{table}").text
    other = table_of_rules_1(ana, "lone_spade", 40)
    store.append(other, 40, [NewEvent("move", {"actions": ["castle"]}, 0)])
    assert "castle" in ana.get(f"/t/{other}").text
