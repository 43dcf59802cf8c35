"""The stream of an account: all that waits at once, then what happens, and nothing that is hidden."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from dolmen.bots import LEVEL, find_bot
from dolmen.core.draws import Draws
from dolmen.server.commands import moves
from tests.server.people import Server, api, wait_for

ENOUGH = 5000


class Events:
    """Reads the stream of an account in the background."""

    def __init__(self, program: httpx.Client, last: str = "") -> None:
        self.told: list[dict[str, Any]] = []
        self.ids: list[str] = []
        self.names: list[str] = []
        self._program = program
        self._headers = {"Last-Event-ID": last} if last else {}
        self._answer: httpx.Response | None = None
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        try:
            with self._program.stream("GET", "/stream", headers=self._headers, timeout=60) as answer:
                self._answer = answer
                for line in answer.iter_lines():
                    name, _, value = line.partition(": ")
                    if name == "data":
                        self.told.append(json.loads(value))
                    elif name in ("id", "event"):
                        (self.ids if name == "id" else self.names).append(value)
        except (httpx.HTTPError, httpx.StreamError):
            return

    def of(self, kind: str, table: str | None = None) -> list[dict[str, Any]]:
        """What was told of one kind, of one table."""
        return [one for one in self.told if one["type"] == kind and table in (None, _table_of(one))]

    def wait(self, kind: str, table: str | None = None, number: int = 1) -> dict[str, Any]:
        """The last one of a kind, once there are so many."""
        wait_for(lambda: len(self.of(kind, table)) >= number, 30)
        return self.of(kind, table)[-1]


def _table_of(event: dict[str, Any]) -> object:
    table = event.get("table")
    return table["id"] if isinstance(table, dict) else table or event.get("invitation", {}).get("table")


@contextmanager
def listening(program: httpx.Client, last: str = "") -> Iterator[Events]:
    events = Events(program, last)
    events.wait("ready")
    yield events


def two_programs(server: Server, **more: Any) -> tuple[httpx.Client, httpx.Client, str]:
    robo, bibo = api(server, "Robo"), api(server, "Bibo")
    table = robo.post("/tables", json={"game": "meduris", "seats": ["me", "open"], **more}).json()["id"]
    return robo, bibo, table


def test_everything_that_a_program_needs_comes_by_one_stream(server: Server) -> None:
    """It begins, it is your turn with all that may be played, one POST, the other one's turn, it is over."""
    robo, bibo, table = two_programs(server)
    with listening(robo) as own, listening(bibo) as others:
        assert own.names[0] == "ready" and own.told[0]["name"] == "Robo" and not own.of("begins")
        bibo.post(f"/tables/{table}/join")
        assert own.wait("begins", table)["table"]["seat"] == 0 and others.wait("begins", table)["table"]["seat"] == 1
        turn = own.wait("turn", table)
        assert turn["seat"] == 0 and turn["game"] == "meduris" and turn["clock"] is None
        assert turn["plays"] == robo.get(f"/tables/{table}/game").json()["plays"]
        assert turn["notation"] == robo.get(f"/tables/{table}/game").json()["game"]
        assert turn["choices"] == robo.get(f"/tables/{table}/choices").json()
        assert turn["position"] == robo.get(f"/tables/{table}").json()["position"]
        played = {"sequence": turn["sequence"], "play": turn["plays"][0], "seat": turn["seat"]}
        assert robo.post(f"/tables/{table}/plays", json=played).status_code == 200
        assert others.wait("turn", table)["seat"] == 1 and len(own.of("turn", table)) == 1
        play_on(server, table, ENOUGH)
        for events, seat in ((own, 0), (others, 1)):
            over = events.wait("over", table)
            assert over["seats"] == [seat] and sorted(over["places"]) in ([1, 1], [1, 2]) and not over["rated"]
            assert over["notation"] == robo.get(f"/tables/{table}/file").text
            assert over["scores"] == robo.get(f"/tables/{table}").json()["position"]["scores"]
            assert len(events.of("over", table)) == 1 and not events.of("closed")


def play_on(server: Server, table: str, decisions: int) -> None:
    """Decide as greedy bots do, for whoever is asked."""
    tables, draws = server.context.tables, Draws(5)
    bot = find_bot("greedy", tables.live(table).meta.key)
    for _ in range(decisions):
        live = tables.live(table)
        if live.asked is None:
            return
        player = server.context.store.player(live.seats[live.asked].player or "")
        moves.move(tables, table, player, live.asked, live.sequence, [bot.choose(live.state, LEVEL, draws)], None)


def test_who_comes_back_is_told_all_that_waits_and_what_has_ended(server: Server) -> None:
    robo, bibo, table = two_programs(server)
    bibo.post(f"/tables/{table}/join")
    with listening(robo) as first:
        turn = first.wait("turn", table)
    with listening(robo, first.ids[-1]) as again:
        assert again.wait("turn", table) == turn and again.of("begins", table) and not again.of("over")
    play_on(server, table, ENOUGH)
    with listening(robo, first.ids[-1]) as later:
        assert len(later.of("over", table)) == 1 and not later.of("turn")
    with listening(robo) as fresh:
        assert [one["type"] for one in fresh.told] == ["ready"], "what ended before is not news to somebody new"
    with listening(robo, "nonsense") as strange:
        assert [one["type"] for one in strange.told] == ["ready"]


def test_tables_that_others_make_for_us_are_told_at_once(server: Server) -> None:
    """A rematch seats everybody: the stream hears of a table that it did not follow."""
    robo, bibo, table = two_programs(server)
    bibo.post(f"/tables/{table}/join")
    play_on(server, table, ENOUGH)
    with listening(robo) as own:
        new = bibo.post(f"/tables/{table}/rematch").json()
        assert own.wait("begins", new["id"])["table"]["seats"][0]["name"] == "Bibo"
        assert robo.post(f"/tables/{table}/rematch").json()["id"] == new["id"], "asked twice, it is one table"


def test_who_asks_to_take_back_is_heard_and_answered(server: Server) -> None:
    robo, bibo, table = two_programs(server)
    bibo.post(f"/tables/{table}/join")
    turn = robo.get(f"/tables/{table}").json()["sequence"]
    robo.post(f"/tables/{table}/moves", json={"sequence": turn, "actions": ["place wood"]})
    with listening(bibo) as other:
        sequence = robo.get(f"/tables/{table}").json()["sequence"]
        assert robo.post(f"/tables/{table}/undo", json={"sequence": sequence}).status_code == 204
        asked = other.wait("undo_asked", table)
        assert (asked["seat"], asked["by"]) == (1, 0)
        stranger = api(server, "Eve")
        answer = {"sequence": asked["sequence"], "agree": True}
        assert stranger.post(f"/tables/{table}/undo/answer", json=answer).status_code == 403
        assert bibo.post(f"/tables/{table}/undo/answer", json={**answer, "seat": asked["seat"]}).status_code == 204
        assert robo.get(f"/tables/{table}").json()["deciding"] == 0


def test_a_table_that_goes_before_its_game_is_told(server: Server) -> None:
    robo, bibo, table = two_programs(server)
    robo.post("/tables", json={"game": "meduris", "seats": ["me", "open", "open"]})
    with listening(robo) as own:
        assert robo.post(f"/tables/{table}/leave").status_code == 409, "who made it deletes it"
        assert robo.delete(f"/tables/{table}").status_code == 204
        assert own.wait("closed", table) and robo.get(f"/tables/{table}").status_code == 404
    assert bibo.post(f"/tables/{table}/leave").status_code == 404


def test_strangers_have_no_stream(server: Server) -> None:
    for headers in ({}, {"Authorization": "Bearer nonsense"}, {"Authorization": "Basic abc"}):
        with server.client() as nobody:
            refused = nobody.get("/api/stream", headers=headers)
        assert refused.status_code == 401 and refused.headers["www-authenticate"] == "Bearer"
        assert refused.json()["error"] == "NoToken"


@pytest.mark.parametrize("seats", [("Robo", "Bibo", "Cleo")])
def test_others_stocks_are_in_no_byte_of_an_accounts_stream(server: Server, seats: tuple[str, ...]) -> None:
    """Two positions that differ in the stocks of two others alone are told alike, byte for byte."""
    robots = [api(server, name) for name in seats]
    made = robots[0].post("/tables", json={"game": "meduris", "seats": ["me", "open", "open"]}).json()
    for robot in robots[1:]:
        robot.post(f"/tables/{made['id']}/join")
    compared = 0
    for _ in range(6):
        play_on(server, made["id"], 7)
        live = server.context.tables.live(made["id"])
        stocks = live.state.record.stock
        for seat, robot in enumerate(robots):
            one, other = (place for place in range(3) if place != seat)
            before = told_to(robot)
            kept = stocks.copy()
            stocks[one], stocks[other] = kept[other].copy(), kept[one].copy()
            live._memo.clear()
            after = told_to(robot)
            compared += not (kept[one] == kept[other]).all()
            stocks[:] = kept
            live._memo.clear()
            assert before == after
    assert compared > 3


def told_to(robot: httpx.Client) -> str:
    """What a stream says when it is opened."""
    with listening(robot) as events:
        return json.dumps(events.told)
