"""Reviews are asked for once a table, worked on by one server, and kept."""

from __future__ import annotations

from typing import Any

import pytest

from dolmen.store import Gone, NewSeat, Player, Store, Table
from dolmen.store.engine import migrate

FOUND = {"measure": "points", "plays": [{"seat": 0, "reasons": ["coins +1.0"]}]}


def new_table(store: Store, owner: Player | None = None) -> Table:
    owned = owner.id if owner else None
    seats = (NewSeat("person", "Ana", owned), NewSeat("bot", bot="greedy"))
    given: dict[str, Any] = {"name": "Grey Heron", "game": "meduris", "setup": "players 2", "status": "finished"}
    return store.create_table(**given, rules_version=1, options={}, owner=owned, seats=seats)


def test_a_review_is_asked_for_once_and_kept(store: Store) -> None:
    ana, ben = store.new_player("Ana"), store.new_player("Ben")
    table = new_table(store, ana).id
    assert store.review(table) is None and store.reviews_asked() == []
    asked = store.ask_review(table, ana.id, 5)
    assert (asked.status, asked.player, asked.done, asked.total) == ("asked", ana.id, 0, 0)
    assert store.ask_review(table, ben.id, 7) == asked and store.reviews_asked() == [asked]
    assert store.advance_review(table, 5, 40, 131)
    going = store.review(table)
    assert going is not None and (going.done, going.total, going.result) == (40, 131, None)
    assert store.finish_review(table, 5, FOUND)
    kept = store.review(table)
    assert kept is not None and (kept.status, kept.done, kept.result) == ("done", 131, FOUND)
    assert store.reviews_asked() == [] and store.ask_review(table, ben.id, 9) == kept
    assert not store.stop_review(table), "what is done is kept"


def test_who_works_on_a_review_that_was_stopped_is_told(store: Store) -> None:
    table = new_table(store).id
    store.ask_review(table, None, 5)
    assert store.stop_review(table) and not store.stop_review(table) and store.review(table) is None
    store.ask_review(table, None, 6)
    assert not store.advance_review(table, 5, 1, 2) and not store.finish_review(table, 5, FOUND)
    assert not store.fail_review(table, 5, "no") and store.advance_review(table, 6, 1, 2)


def test_a_review_that_failed_says_why_and_may_be_asked_for_again(store: Store) -> None:
    table = new_table(store).id
    store.ask_review(table, None, 5)
    assert store.fail_review(table, 5, "The bots are gone.") and store.reviews_asked() == []
    failed = store.review(table)
    assert failed is not None and (failed.status, failed.why) == ("failed", "The bots are gone.")
    again = store.ask_review(table, None, 6)
    assert (again.status, again.why, again.asked) == ("asked", "", 6)


def test_the_oldest_wish_comes_first(store: Store) -> None:
    tables = [new_table(store).id for _ in range(3)]
    for at, table in zip((9, 3, 5), tables, strict=True):
        store.ask_review(table, None, at)
    assert [one.asked for one in store.reviews_asked()] == [3, 5, 9]


def test_a_review_goes_with_its_table_and_stays_without_who_asked(store: Store) -> None:
    ana = store.new_player("Ana")
    table, other = new_table(store, ana).id, new_table(store).id
    for one in (table, other):
        store.ask_review(one, ana.id, 5)
    assert {one["table"] for one in store.export_player(ana.id)["reviews"]} == {table, other}
    store.delete_table(other)
    assert store.review(other) is None and [one.table for one in store.reviews_asked()] == [table]
    store.delete_player(ana.id)
    kept = store.review(table)
    assert kept is not None and kept.player is None
    with pytest.raises(Gone):
        store.ask_review("0" * 16, None, 5)


def test_an_older_form_has_no_reviews_and_the_present_one_has(store: Store) -> None:
    table = new_table(store).id
    store.ask_review(table, None, 5)
    migrate(store.engine, "0004")
    migrate(store.engine)
    assert store.review(table) is None and store.ask_review(table, None, 6).status == "asked"
