"""Nobody's tables stand in everybody's way: whose bots think next, and that every bot answers in the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from dolmen.core.draws import Draws
from dolmen.core.words import words
from dolmen.server import bot_runner, live_table
from dolmen.server.addresses import Addresses
from dolmen.server.bot_line import Asker, Line
from dolmen.server.bot_runner import BotRunner
from dolmen.server.bot_worker import Position
from dolmen.server.commands import making, moves, seats
from dolmen.server.errors import CannotLeave, NotLate
from dolmen.server.live_tables import LiveTables
from dolmen.server.log import log_of
from dolmen.store import NewEvent, SeatChange
from tests.server.people import Server, wait_for
from tests.server.test_absence import let_time_pass


def served(line: Line, wishes: list[tuple[str, Asker]], seconds: Callable[[str], float] = lambda _: 0.0) -> list[str]:
    """The tables in the order in which they had their turn; all of them wait before the first one has it."""
    order: list[str] = []

    async def think(table: str, asker: Asker) -> None:
        async with line.turn(table, asker):
            order.append(table)
            await asyncio.sleep(seconds(table))

    async def run() -> None:
        await asyncio.gather(*(think(table, asker) for table, asker in wishes))

    asyncio.run(run())
    return order


def test_a_guest_with_sixty_tables_lets_the_next_guest_in() -> None:
    many = [(f"many {number}", Asker("greedy guest", "1.1.1.1")) for number in range(60)]
    order = served(Line(1), [*many, ("one", Asker("other guest", "2.2.2.2"))], lambda _: 0.001)
    assert order.index("one") == 1


def test_many_guests_at_one_address_count_as_one() -> None:
    many = [(f"many {number}", Asker(f"guest {number}", "1.1.1.1")) for number in range(60)]
    order = served(Line(1), [*many, ("one", Asker("other guest", "2.2.2.2"))], lambda _: 0.001)
    assert order.index("one") == 1


def test_who_has_used_less_thinking_is_next() -> None:
    line = Line(1)
    dear, cheap = Asker("dear", "1.1.1.1"), Asker("cheap", "2.2.2.2")
    wishes = [("d0", dear), ("c0", cheap), ("d1", dear), ("d2", dear), ("c1", cheap), ("c2", cheap), ("c3", cheap)]
    assert served(line, wishes, lambda table: 0.05 if table[0] == "d" else 0.001)[:5] == ["d0", "c0", "c1", "c2", "c3"]


def test_nobody_has_all_places_at_once() -> None:
    line = Line(3)
    running: list[str] = []
    most: list[int] = []

    async def think(table: str, asker: Asker) -> None:
        async with line.turn(table, asker):
            running.append(asker.player)
            most.append(running.count("guest"))
            await asyncio.sleep(0.002)
            running.remove(asker.player)

    async def run() -> None:
        await asyncio.gather(*(think(str(number), Asker("guest", "1.1.1.1")) for number in range(12)))

    asyncio.run(run())
    assert max(most) == 2 and not line.order() and len(line) == 0


def test_who_gives_up_leaves_the_line() -> None:
    line = Line(1)

    async def wait() -> None:
        async with line.turn("b", Asker("b", "b")):
            raise AssertionError("it was never its turn")

    async def run() -> None:
        async with line.turn("a", Asker("a", "a")):
            second = asyncio.create_task(wait())
            await asyncio.sleep(0)
            assert [waiting.table_id for waiting in line.order()] == ["b"]
            second.cancel()
            await asyncio.gather(second, return_exceptions=True)
        async with line.turn("c", Asker("c", "c")):
            assert len(line) == 0

    asyncio.run(run())


# ---------------------------------------------------------------------------------------------------- the runner


def run_bots(tables: LiveTables, until: Callable[[], bool], seconds: float = 30) -> BotRunner:
    """Let the bots of these tables play in this process until something holds."""
    runner: list[BotRunner] = []

    async def run() -> None:
        tables.hub.start(asyncio.get_running_loop())
        runner.append(BotRunner(tables, Addresses(), 1, 0.0))
        task = asyncio.create_task(runner[0].run())
        async with asyncio.timeout(seconds):
            while not until():
                await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(run())
    return runner[0]


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Bots decide at random in this process, without another one; returns the tables for which they thought."""
    thought: list[str] = []

    async def run_in_process(
        _self: BotRunner,
        _bot: str,
        _game: str,
        _asker: Asker,
        table_id: str,
        _function: Any,
        position: Position,
        *_: Any,
    ) -> tuple[int, ...]:
        thought.append(table_id)
        return (Draws(len(position.history)).pick(position.state().legal_actions()),)

    monkeypatch.setattr(BotRunner, "run_in_process", run_in_process)
    return thought


def asked_bots(tables: LiveTables, number: int = 1) -> list[str]:
    """Tables at which a bot is asked, and nobody has told so."""
    ana = tables.store.new_player("Ana")
    made = []
    for _ in range(number):
        table = making.create(tables, "meduris", ana, ["me", "bot:greedy"]).id
        moves.move(tables, table, ana, 0, 0, ["place wood"], None)
        made.append(table)
    return made


def test_after_a_restart_every_bot_that_is_asked_answers(
    tables: LiveTables, here: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_runner, "PAGE", 3)
    made = asked_bots(tables, 10)
    run_bots(tables, lambda: all(tables.live(table).deciding == 0 for table in made))
    assert set(here) == set(made)


@pytest.mark.usefixtures("here")
def test_a_bot_that_fails_is_asked_again_after_growing_pauses(
    tables: LiveTables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bot_runner, "FIRST_PAUSE", 0.01)
    (table,) = asked_bots(tables)
    failures = iter([MemoryError("no room"), KeyError("unforeseen")])
    think = BotRunner.run_in_process

    async def fail(*arguments: Any) -> Any:
        for error in failures:
            raise error
        return await think(*arguments)

    monkeypatch.setattr(BotRunner, "run_in_process", fail)
    runner = run_bots(tables, lambda: tables.live(table).deciding == 0)
    assert caplog.text.count("a bot cannot move at table") == 2 and "MemoryError" in caplog.text
    assert runner.troubled == 0


@pytest.mark.usefixtures("here")
def test_a_table_that_was_missed_is_found_by_the_sweep(tables: LiveTables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_runner, "SWEEP_SECONDS", 0.05)
    monkeypatch.setattr(tables.hub, "tell", lambda _table: None)
    made: list[str] = []

    def moved() -> bool:
        if not made:
            made.extend(asked_bots(tables))
        return tables.live(made[0]).deciding == 0

    run_bots(tables, moved)


@pytest.mark.usefixtures("here")
def test_a_table_with_all_seats_taken_begins_when_the_server_starts(tables: LiveTables) -> None:
    ana = tables.store.new_player("Ana")
    table = making.create(tables, "meduris", ana, ["open", "me"]).id
    change = SeatChange(0, "bot", "greedy", "Ben")  # as a kill between sitting down and the start once left it
    tables.store.append(table, 0, [NewEvent("sit", {"bots": True})], seats=[change])
    tables.forget(table)
    assert tables.live(table).table.status == "waiting"
    run_bots(tables, lambda: tables.live(table).deciding == 1)
    assert tables.live(table).table.status == "playing"


# ---------------------------------------------------------------------------------------------------- people


def test_a_bot_that_does_not_answer_is_named_and_another_may_take_its_seat(tables: LiveTables) -> None:
    (table,) = asked_bots(tables)
    ana = tables.store.player(str(tables.store.table(table).owner))
    assert ana
    live = tables.live(table)
    with pytest.raises(NotLate):
        seats.replace_absent(tables, table, ana, 1, live.sequence, "random")
    live = let_time_pass(tables, table, live_table.BOT_PATIENCE / 1000 + 1)
    with pytest.raises(CannotLeave):
        seats.drop_absent(tables, table, ana, 1, live.sequence)
    seats.replace_absent(tables, table, ana, 1, live.sequence, "random")
    live = tables.live(table)
    assert live.seats[1].bot == "random" and not live.is_late(live.made[-1].at)
    assert "did not answer. Ana let another bot play" in str(log_of(live, words("en"))[-1].text.striptags())


def test_the_page_tells_the_place_in_the_line_and_the_way_out(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: Any) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr(BotRunner, "_play", never)
    ana = server.visitor("Ana")
    table = ana.new_table("me", "bot:greedy")
    ana.move(table, ana.choose(table))
    tables = server.context.tables
    tables.take_waits({table: live_table.BotWait(7, "The server has a fault that should pass.")})
    wait_for(lambda: "number 7 in the line" in ana.get(f"/t/{table}").text)
    let_time_pass(tables, table, 100)
    page = ana.get(f"/t/{table}").text
    assert "has not answered for a while. The server has a fault that should pass." in page and 'id="replace"' in page
    sequence = server.context.store.last_sequence(table)
    assert ana.post(f"/t/{table}/absent", absent=1, sequence=sequence, name="random").status_code == 204
    assert tables.live(table).seats[1].bot == "random"
