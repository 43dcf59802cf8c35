"""Lines and planned turns in the store: their owner's alone, gone with him and with the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dolmen.store import NewEvent, NotFound, Plan, PlannedMove, Player, Stale, Store
from tests.store.test_store import new_table

STEPS = [{"seat": 0, "actions": ["hut 7"], "by": "me"}, {"seat": -1, "actions": ["roll wood"], "by": "dice"}]


@pytest.fixture
def ana(store: Store) -> Player:
    return store.new_player("Ana")


@pytest.fixture
def table(store: Store, ana: Player) -> str:
    return new_table(store, ana).id


def line(table: str, player: Player) -> Plan:
    return Plan(table, player.id, 0, 0, "", 5, "abc", STEPS, 1)


def planned(table: str, player: Player, seat: int = 0) -> PlannedMove:
    return PlannedMove(table, seat, player.id, 3, ["hut 7"], "act", ["-1 wood"], "A hut.", 1)


def test_lines_are_numbered_by_player_and_kept_as_they_are(store: Store, table: str, ana: Player) -> None:
    ben = store.new_player("Ben")
    first, second, other = (store.new_plan(line(table, player)) for player in (ana, ana, ben))
    assert (first.number, second.number, other.number) == (1, 2, 1)
    assert store.plan(table, ana.id, 2) == replace(line(table, ana), number=2)
    assert [plan.number for plan in store.plans(table, ana.id)] == [1, 2]


def test_a_line_that_was_changed_elsewhere_is_not_overwritten(store: Store, table: str, ana: Player) -> None:
    kept = store.new_plan(line(table, ana))
    newer = store.keep_plan(replace(kept, name="Sanctuary first", at=2))
    assert newer.version == 2 and store.plan(table, ana.id, 1) == newer
    with pytest.raises(Stale):
        store.keep_plan(replace(kept, name="Late"))
    assert store.plan(table, ana.id, 1).name == "Sanctuary first"


def test_what_is_expected_of_a_line_is_kept_only_for_the_line_that_was_meant(
    store: Store, table: str, ana: Player
) -> None:
    kept = store.new_plan(line(table, ana))
    store.keep_expected(kept, 41.5)
    assert store.plan(table, ana.id, 1) == replace(kept, expected=41.5)
    newer = store.keep_plan(replace(kept, at=0))
    store.keep_expected(kept, 3.0)
    assert store.plan(table, ana.id, 1) == newer


def test_a_line_is_nobody_elses(store: Store, table: str, ana: Player) -> None:
    store.new_plan(line(table, ana))
    ben = store.new_player("Ben")
    assert store.plans(table, ben.id) == []
    for deed in (store.plan, store.drop_plan):
        with pytest.raises(NotFound):
            deed(table, ben.id, 1)
    store.drop_plan(table, ana.id, 1)
    with pytest.raises(NotFound):
        store.plan(table, ana.id, 1)


def test_a_seat_plans_one_turn_which_goes_with_the_events_that_make_it(store: Store, table: str, ana: Player) -> None:
    store.plan_move(replace(planned(table, ana), actions=["hut 3"], promise=None))
    store.plan_move(planned(table, ana))
    store.plan_move(planned(table, ana, 1))
    assert store.planned_moves(table) == {0: planned(table, ana), 1: planned(table, ana, 1)}
    event = NewEvent("move", {"actions": ["hut 7"]}, 0, ana.id)
    with pytest.raises(Stale):
        store.append(table, 9, [event], summary={}, planned=[0])
    assert set(store.planned_moves(table)) == {0, 1}, "nothing was written"
    store.append(table, 0, [event], summary={}, planned=[0])
    assert set(store.planned_moves(table)) == {1}
    store.drop_planned_moves(table, [1])
    assert store.planned_moves(table) == {}


def test_what_somebody_planned_is_in_what_is_kept_about_him_and_goes_with_him(
    store: Store, table: str, ana: Player
) -> None:
    store.new_plan(line(table, ana))
    store.plan_move(planned(table, ana))
    told = store.export_player(ana.id)
    assert [plan["steps"] for plan in told["plans"]] == [STEPS]
    assert [move["actions"] for move in told["planned_moves"]] == [["hut 7"]]
    store.delete_player(ana.id)
    assert store.plans(table, ana.id) == [] and store.planned_moves(table) == {}


def test_lines_go_with_their_table(store: Store, table: str, ana: Player) -> None:
    store.new_plan(line(table, ana))
    store.plan_move(planned(table, ana))
    store.delete_table(table)
    assert store.plans(table, ana.id) == [] and store.planned_moves(table) == {}
