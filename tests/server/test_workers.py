"""Several server processes on one PostgreSQL share their tables: each hears of the others' changes."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from functools import partial
from pathlib import Path

import httpx
import pytest

from tests.server.people import Listener, Server, Visitor, api, serve, two_people, wait_for
from tests.server.test_account_stream import listening
from tests.server.test_crash import start
from tests.server.test_reviews import bring
from tests.store.conftest import new_database, postgres_server

pytestmark = pytest.mark.process

__all__ = ["postgres_server"]  # a fixture that is used here, too


def same_person(visitor: Visitor, server: Server) -> Visitor:
    """The same browser, served by another process."""
    twin = Visitor(server, visitor.name)
    twin.http.cookies = visitor.http.cookies
    twin.csrf = visitor.csrf
    return twin


def message(listener: Listener, name: str) -> str:
    """What a stream tells under that id, once all of it has come."""
    wait_for(lambda: "\n\n" in listener.text.partition(f"id: {name}\n")[2])
    return listener.text.partition(f"id: {name}\n")[2].partition("\n\n")[0]


def test_a_change_at_one_worker_reaches_the_streams_of_the_other(postgres_server: str) -> None:
    url = new_database(postgres_server)
    with serve(url) as first, serve(url) as second:
        ana, ben, table = two_people(first)
        away = same_person(ben, second)
        listener = Listener(away, f"/t/{table}/stream?seat=1")
        wait_for(lambda: listener.ids)
        ana.move(table, ana.choose(table))
        wait_for(lambda: "2.0" in listener.ids)
        assert "Where will your worker stand?" in listener.text.partition("id: 2.0")[2]
        ana.post(f"/t/{table}/chat", text="from the other side")
        wait_for(lambda: "from the other side" in listener.text)
        assert away.move(table, away.choose(table, 1)).status_code == 204
        events = first.context.store.events(table)
        assert [event.sequence for event in events] == list(range(1, len(events) + 1))
        assert first.context.tables.live(table).state == second.context.tables.live(table).state


def test_reviews_asked_for_at_either_worker_are_made_once_and_read_at_both(postgres_server: str) -> None:
    url = new_database(postgres_server)
    with serve(url, review_visits=3) as first, serve(url, review_visits=3) as second:
        for asks, reads in ((first, second), (second, first)):
            ana = asks.visitor("Ana")
            table = bring(ana)
            ana.post(f"/t/{table}/review", script=False)
            wait_for(lambda: (kept := asks.context.store.review(table)) and kept.status == "done")  # noqa: B023
            assert "Expected result" in reads.visitor("Ben").get(f"/t/{table}/review").text


def test_a_move_that_is_heard_of_costs_nothing_more(postgres_server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    url = new_database(postgres_server)
    with serve(url) as first, serve(url) as second:
        ana, ben, table = two_people(first)
        listener = Listener(same_person(ben, second), f"/t/{table}/stream?seat=1")
        wait_for(lambda: listener.ids)
        ana.post(f"/t/{table}/chat", text="so that all is looked up once more")
        wait_for(lambda: "once more" in listener.text)
        looked: list[str] = []
        for what in ("seats", "events"):
            monkeypatch.setattr(second.context.store, what, lambda *_arguments, **_more: looked.append("again"))
        ana.move(table, ana.choose(table))
        wait_for(lambda: listener.ids[-1].startswith("2."))
        assert not looked


def test_a_browser_that_another_worker_told_of_a_table_is_told_everything_again(postgres_server: str) -> None:
    url = new_database(postgres_server)
    with serve(url) as first, serve(url) as second:
        ana, ben, table = two_people(first)
        listener = Listener(same_person(ben, second), f"/t/{table}/stream?seat=1")
        wait_for(lambda: listener.ids)
        ana.move(table, ana.choose(table))
        assert 'hx-target="#chat"' not in message(listener, "2.0")
        ben.http.get(f"/t/{table}/update?seat=1")
        ben.move(table, ben.choose(table, 1))
        assert 'hx-target="#chat"' in message(listener, "3.0")


def test_a_worker_that_lost_its_connection_looks_everything_up_again(postgres_server: str) -> None:
    url = new_database(postgres_server)
    with serve(url) as first, serve(url) as second:
        ana, ben, table = two_people(first)
        listener = Listener(same_person(ben, second), f"/t/{table}/stream?seat=1")
        wait_for(lambda: listener.ids)
        with first.context.store.engine.begin() as connection:
            listening = "datname = current_database() AND query LIKE 'LISTEN%%'"
            connection.exec_driver_sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {listening}")
        ana.move(table, ana.choose(table))
        wait_for(lambda: "2.0" in listener.ids, seconds=10)


def test_a_session_that_changes_at_one_worker_changes_at_the_other(postgres_server: str) -> None:
    url = new_database(postgres_server)
    with serve(url) as first, serve(url) as second:
        ana, _, _ = two_people(first)
        token = first.context.secrets.read(ana.http.cookies["dolmen"])
        assert token
        wait_for(lambda: second.context.tables.hears)
        player = second.context.player_of(token)
        assert player and second.context.player_of(token) is player
        first.context.store.change_player(player.id, name="Anna")
        wait_for(lambda: second.context.player_of(token) != player, seconds=4)
        first.context.store.drop_token(token)
        wait_for(lambda: second.context.player_of(token) is None, seconds=4)


def test_two_workers_race_for_one_move(postgres_server: str) -> None:
    url = new_database(postgres_server)
    with serve(url) as first, serve(url) as second:
        ana, _, table = two_people(first)
        twin = same_person(ana, second)
        form = ana.choose(table)
        start_together = threading.Barrier(2)
        answers: list[str] = []

        def race(visitor: Visitor, client: str) -> None:
            start_together.wait()
            answers.append(visitor.move(table, {**form, "client": client}).text)

        racers = [threading.Thread(target=race, args=racer) for racer in ((ana, "one"), (twin, "two"))]
        for racer in racers:
            racer.start()
        for racer in racers:
            racer.join()
        assert sum("moved on" in answer for answer in answers) == 1
        assert len([event for event in first.context.store.events(table) if event.kind == "move"]) == 1


def test_the_command_starts_several_workers(
    postgres_server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOLMEN_INTERPRETED", "1")
    url = new_database(postgres_server).replace("+psycopg", "")
    process, address = start(url, tmp_path / "log", "--workers", "2")
    try:
        token = httpx.post(f"{address}/api/guests", json={"name": "Robo"}, timeout=60).json()["token"]
        robot = httpx.Client(base_url=f"{address}/api", headers={"Authorization": f"Bearer {token}"}, timeout=60)
        with robot:
            table = robot.post("/tables", json={"game": "meduris", "seats": ["me", "here"]}).json()["id"]
            for _ in range(8):  # each request may reach either process
                view = robot.get(f"/tables/{table}", params={"seat": 0}, headers={"Connection": "close"}).json()
                seat = view["deciding"]
                choices = robot.get(f"/tables/{table}/choices", params={"seat": seat}).json()
                body = {"sequence": view["sequence"], "actions": [choices[0]["action"]], "seat": seat}
                answer = robot.post(f"/tables/{table}/moves", json=body, headers={"Connection": "close"})
                assert answer.status_code == 200, answer.text
    finally:
        process.terminate()
        assert process.wait(60) == 0


def children_of(process: int) -> list[int]:
    """Its workers, which are copies of it: compiling leaves a process of Python's own beside them."""
    called = Path(f"/proc/{process}/cmdline").read_bytes()
    found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [int(child) for child in found if _called(child) == called]


def _called(process: str) -> bytes:
    with suppress(OSError):  # it has ended meanwhile
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


def is_replaced(process: int, child: int) -> bool:
    children = children_of(process)
    return child not in children and len(children) == 2


def bot_answers(robot: httpx.Client) -> None:
    table = robot.post("/tables", json={"game": "meduris", "seats": ["bot:random", "me"]}).json()["id"]
    wait_for(lambda: robot.get(f"/tables/{table}").json()["deciding"] == 1, 60)


def test_a_worker_that_is_killed_is_started_again_and_bots_go_on(
    postgres_server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOLMEN_INTERPRETED", "1")
    url = new_database(postgres_server).replace("+psycopg", "")
    process, address = start(url, tmp_path / "log", "--workers", "2")
    try:
        children = children_of(process.pid)
        assert len(children) == 2
        token = httpx.post(f"{address}/api/guests", json={"name": "Robo"}, timeout=60).json()["token"]
        headers = {"Authorization": f"Bearer {token}", "Connection": "close"}
        with httpx.Client(base_url=f"{address}/api", headers=headers, timeout=60) as robot:
            for child in children:  # whoever runs the bots is among them
                os.kill(child, signal.SIGKILL)
                wait_for(partial(is_replaced, process.pid, child), 30)
                bot_answers(robot)
            wait_for(lambda: "dolmen_bot_decisions_total" in robot.get(f"{address}/metrics").text, 20)
    finally:
        process.terminate()
        assert process.wait(30) == 0
    assert "Traceback" not in (tmp_path / "log").read_text()


def test_the_stream_of_an_account_hears_of_what_another_worker_does(postgres_server: str) -> None:
    """A challenge, its answer, the game and its turns: sent at one, told at the other."""
    url = new_database(postgres_server)
    with serve(url) as first, serve(url) as second:
        robo, bibo = api(first, "Robo"), api(first, "Bibo")
        away = second.client(base_url=f"{second.url}/api", headers={"Authorization": bibo.headers["Authorization"]})
        with listening(robo) as own, listening(away) as others:
            players = [away.get("/me").json()["id"]]
            (sent,) = robo.post("/challenges", json={"game": "meduris", "players": players}).json()
            assert others.wait("challenged")["invitation"] == sent
            away.post(f"/invitations/{sent['id']}/accept")
            assert own.wait("answered")["invitation"]["status"] == "accepted"
            turn = own.wait("turn", sent["table"])
            robo.post(f"/tables/{sent['table']}/plays", json={"sequence": turn["sequence"], "play": turn["plays"][0]})
            assert others.wait("turn", sent["table"])["seat"] == 1
            (other,) = robo.post("/challenges", json={"game": "meduris", "players": players}).json()
            others.wait("challenged", other["table"])
            away.post(f"/invitations/{other['id']}/decline")
            assert own.wait("answered", number=2)["invitation"]["status"] == "declined"
            assert own.wait("closed")["table"] == other["table"]
