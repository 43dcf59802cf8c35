"""Tables in memory: looked up once, one thread at a time; what was just written is taken over, not read again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from dolmen.core.draws import Draws
from dolmen.server.commands import auto_answers, making, moves, seats, undo
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.store import NotFound, Player
from tests.server.test_standing import everybody


def test_a_made_up_id_leaves_nothing_behind(tables: LiveTables) -> None:
    for number in range(20_000):
        with tables.lock(f"made up {number}"):
            assert tables.held_locks() == 1
    assert tables.held_locks() == 0
    for number in range(200):
        with pytest.raises(NotFound), tables.open(f"made up {number}"):
            pass
    assert tables.held_locks() == 0


def test_one_thread_at_a_time_works_on_a_table(tables: LiveTables) -> None:
    """Also where the lock is let go and asked for again all the time."""
    inside, most = 0, 0

    def work() -> None:
        nonlocal inside, most
        for _ in range(200):
            with tables.lock("one"):
                inside += 1
                most = max(most, inside)
                time.sleep(0)
                inside -= 1

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1 and tables.held_locks() == 0


class Transactions:
    """Counts what is written."""

    def __init__(self, tables: LiveTables, monkeypatch: pytest.MonkeyPatch) -> None:
        self._count = 0
        writing = tables.store._writing

        def counted() -> AbstractContextManager[Any]:
            self._count += 1
            return writing()

        monkeypatch.setattr(tables.store, "_writing", counted)

    def of(self, command: Callable[[], Any]) -> int:
        """How many transactions a command takes."""
        self._count = 0
        command()
        return self._count


def test_a_command_is_one_transaction(tables: LiveTables, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, ben = (tables.store.new_player(name) for name in ("Ana", "Ben"))
    written = Transactions(tables, monkeypatch)
    assert written.of(lambda: making.create(tables, "meduris", ana, ["me", "here"])) == 1
    table = making.create(tables, "terra-mystica", ana, ["me", "open", "friend"]).id
    assert written.of(lambda: seats.join(tables, table, ben)) == 1
    assert written.of(lambda: seats.fill_with_bots(tables, table, ana)) == 1
    assert tables.live(table).table.status == "playing"
    assert written.of(lambda: seats.hand_to_bot(tables, table, ben, 1, "random")) == 1
    assert written.of(lambda: auto_answers.settle(tables, table, ana, 0, {"power": "0"})) == 1


def test_the_last_decision_of_a_game_and_its_end_are_one_transaction(
    tables: LiveTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = tables.store.new_player("Ana")
    written = Transactions(tables, monkeypatch)
    table, draws = making.create(tables, "meduris", ana, ["me", "here"]).id, Draws(5)
    while tables.live(table).deciding is not None:
        assert written.of(lambda: decide(tables, table, {0: ana, 1: ana}, draws)) == 1
    assert tables.store.table(table).status == "finished"
    assert tables.store.summaries([table])[table]["finished"] is True
    assert written.of(lambda: making.rematch(tables, table, ana)) == 1


def decide(
    tables: LiveTables, table: str, people: dict[int, Player], draws: Draws, *, hold: moves.Hold = moves.Hold.NOT
) -> None:
    """A decision at random."""
    live = tables.live(table)
    assert live.deciding is not None
    action = draws.pick(live.state.legal_actions())
    moves.move(tables, table, people[live.deciding], live.deciding, live.sequence, [action], None, hold=hold)


def inside(live: LiveTable) -> dict[str, Any]:
    """What events tell of a table."""
    return {
        "state": live.state,
        "history": live.state.history,
        "made": live.made,
        "undo": live.undo_request,
        "conduct": {**vars(live.conduct), "clocks": vars(live.clocks)},
        "asked": (live.deciding, live.held, live.asked),
    }


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_what_was_just_written_is_taken_over_as_it_would_be_read(tables: LiveTables, game: str) -> None:
    people = {seat: tables.store.new_player(name) for seat, name in enumerate(("Ana", "Ben"))}
    table, draws = making.create(tables, game, people[0], ["me", "open"]).id, Draws(8)
    seats.join(tables, table, people[1])
    for _ in range(150):
        live = tables.live(table)
        taken_over = inside(live)
        tables.forget(table)
        assert inside(tables.live(table)) == taken_over
        live, chosen = tables.live(table), draws.below(8)
        mover = live.made[-1].seat if live.made else None
        if live.held is not None:
            act = moves.confirm if chosen else undo.back
            act(tables, table, people[live.held], live.held, live.sequence)
        elif live.undo_request is not None:
            other = 1 - live.undo_request.seat
            undo.answer_undo(tables, table, people[other], other, live.sequence, agree=bool(chosen % 2))
        elif chosen == 0 and mover is not None and live.undo_to(mover) is not None:
            undo.ask_undo(tables, table, people[mover], mover, live.sequence)
        elif chosen == 1:
            seats.hand_to_bot(tables, table, people[1], 1, "random")
            seats.return_to_seat(tables, table, people[1], 1)
        elif live.deciding is None:
            break
        else:
            decide(tables, table, people, draws, hold=moves.Hold.TURN if chosen < 5 else moves.Hold.NOT)
        assert tables.store.summaries([table])[table]["turn"] == tables.live(table).state.turn


def test_tables_at_which_nobody_looks_leave_the_memory(tables: LiveTables, monkeypatch: pytest.MonkeyPatch) -> None:
    people, table = everybody(tables, "meduris", 2)
    tables.live(table)
    other = making.create(tables, "meduris", people[0], ["me", "here"]).id
    tables.live(other)
    assert len(tables._live) == 2
    monkeypatch.setattr("dolmen.server.live_tables.IDLE", 0.0)
    tables.tell(other)
    tables.live(other)
    assert list(tables._live) == [other]
