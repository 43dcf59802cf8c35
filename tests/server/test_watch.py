"""What goes on for ever goes on: an error that nobody foresaw ends neither the work nor what stands beside it."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from dolmen.core.errors import InvalidSetup
from dolmen.server import results, timekeeper, tournaments, watch
from dolmen.server.live_tables import LiveTables
from dolmen.server.results import Results
from dolmen.server.timekeeper import Timekeeper
from dolmen.server.tournaments import TournamentRunner
from dolmen.server.watch import Troubles, Watch, kept_up
from dolmen.store import Unavailable, now
from tests.server.games_played import table_of
from tests.server.people import api, serve, wait_for
from tests.server.test_absence import let_time_pass
from tests.server.test_clocks import live_people
from tests.server.tournaments_played import new_tournament


class Surprise(Exception):
    """What nobody foresaw."""


def test_work_that_an_error_ends_begins_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(watch, "FIRST_PAUSE", 0.001)
    begun = 0

    async def work() -> None:
        nonlocal begun
        begun += 1
        if begun < 4:
            raise Surprise(begun)

    asyncio.run(kept_up(work))
    assert begun == 4
    assert [record.exc_info is not None for record in caplog.records] == [True] * 3


def test_a_watch_looks_when_it_is_woken_and_waits_for_the_database() -> None:
    async def look_on() -> list[str]:
        looks: list[str] = []

        def look() -> None:
            looks.append("look")
            if len(looks) == 1:
                raise Unavailable

        watched = Watch(look, 0.01)
        running = asyncio.create_task(watched.run())
        async with asyncio.timeout(30):
            while len(looks) < 3:
                await asyncio.sleep(0.001)
        running.cancel()
        return looks

    assert asyncio.run(look_on())


def test_the_log_is_told_once_of_each_trouble(caplog: pytest.LogCaptureFixture) -> None:
    troubles = Troubles("thing %s fails")
    for _ in range(3):
        with troubles.at("a"):
            raise Surprise
        with troubles.at("b"):
            raise InvalidSetup("that cannot be")
    assert [(record.levelno, record.getMessage()) for record in caplog.records] == [
        (logging.ERROR, "thing a fails"),
        (logging.WARNING, "thing b fails: that cannot be"),
    ]
    with troubles.at("a"):
        pass
    with troubles.at("a"):
        raise Surprise
    assert len(caplog.records) == 3, "it was over, and came back"
    with pytest.raises(Unavailable), troubles.at("a"):
        raise Unavailable


def failing_at(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, number: int) -> None:
    """A function fails as nobody foresaw for the first so many times."""
    real, left = getattr(module, name), [number]

    def fails(*arguments: Any, **named: Any) -> Any:
        left[0] -= 1
        if left[0] >= 0:
            raise Surprise
        return real(*arguments, **named)

    monkeypatch.setattr(module, name, fails)


def test_a_tournament_that_fails_keeps_no_other_from_going_on(
    tables: LiveTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = tables.store.new_player("Host")
    cups = [new_tournament(tables, host, bots=2, until=now() + 60_000) for _ in range(2)]
    for cup in cups:
        tables.store.change_tournament(cup.id, tables.store.tournament(cup.id).version, now(), {"until": now() - 1})
    failing_at(monkeypatch, tournaments, "go_on", 1)
    runner = TournamentRunner(tables)
    runner.go_on_with_all()
    assert sorted(tables.store.tournament(cup.id).status for cup in cups) == ["open", "playing"]
    runner.go_on_with_all()
    assert [tables.store.tournament(cup.id).status for cup in cups] == ["playing", "playing"]


def test_a_game_that_cannot_be_counted_keeps_no_other_from_it(
    tables: LiveTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = tables.store.new_player("Ana")
    over = [table_of(tables, "meduris", [ana, "Bot"]) for _ in range(2)]
    failing_at(monkeypatch, results, "counted", 1)
    Results(tables).enter_all()
    assert [tables.store.game_of_table(table) is not None for table in over].count(True) == 1


def test_a_clock_that_fails_stops_no_other_one(tables: LiveTables, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [live_people(tables, clock=10)[2] for _ in range(2)]
    for table in found:
        let_time_pass(tables, table, 60_000)
    failing_at(monkeypatch, timekeeper, "time_is_up", 1)
    keeper = Timekeeper(tables)
    keeper.sweep()
    keeper.look()
    assert sorted(tables.live(table).seats[0].kind for table in found) == ["bot", "person"]


def test_bots_play_on_though_another_duty_ends_by_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(watch, "FIRST_PAUSE", 0.001)

    async def ends(_self: Any) -> None:
        raise Surprise

    monkeypatch.setattr(Timekeeper, "run", ends)
    with serve(f"sqlite:///{tmp_path}/tables.sqlite", pace=0.0) as server:
        ana = api(server, "Ana")
        table = ana.post("/tables", json={"game": "meduris", "seats": ["me", "bot:random"]}).json()["id"]
        ana.post(f"/tables/{table}/bot", json={"bot": "random"})
        wait_for(lambda: ana.get(f"/tables/{table}").json()["status"] == "finished")
