"""Tournaments are changed by who saw the last version, their tables made once and counted once; on both databases."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from dolmen.store import Entrant, NewSeat, NotFound, Repeated, Stale, Store, Tournament, TournamentTable
from dolmen.store.backup import copy_rows
from dolmen.store.engine import migrate
from dolmen.store.pruning import idle_guests, untouched_tournaments

CUP = Tournament(
    id="0" * 16,
    name="Cup",
    game="pig",
    seats=2,
    options={"rated": "on"},
    clock=60,
    bank=0,
    kind="swiss",
    rounds=0,
    groups=1,
    advance=0,
    finals=1,
    final_rounds=0,
    access="open",
    until=None,
    most=0,
    owner=None,
    seed=2**32 - 1,
)
TABLE = TournamentTable(CUP.id, 1, 1, 1, "table", [1, 2])


def make(store: Store, drawn: TournamentTable) -> str:
    given: dict[str, Any] = {"name": "Cup 1.1", "game": "pig", "setup": "players 2", "status": "playing"}
    seats = [NewSeat("bot", "Ben", bot="random"), NewSeat("bot", "Cleo", bot="random")]
    return store.create_table(
        **given, rules_version=1, options={}, owner=None, seats=seats, within=store.claims(drawn)
    ).id


@pytest.fixture
def cup(store: Store) -> Tournament:
    made = store.new_tournament(CUP, 5)
    two = [Entrant(CUP.id, 1, "Ben", bot="random"), Entrant(CUP.id, 2, "Cleo", bot="random")]
    store.change_tournament(CUP.id, made.version, 6, {"status": "playing", "round": 1}, enter=two, tables=[TABLE])
    return store.tournament(CUP.id)


def test_what_is_kept_is_told(store: Store, cup: Tournament) -> None:
    expected = replace(CUP, status="playing", round=1, version=2, created=5, changed=6)
    assert cup == expected
    assert [one.name for one in store.entrants(CUP.id)] == ["Ben", "Cleo"]
    assert store.tournament_tables(CUP.id) == [TABLE]
    assert store.numbers_of_entrants([CUP.id, "x"]) == {CUP.id: 2, "x": 0}
    with pytest.raises(NotFound):
        store.tournament("x")


def test_who_did_not_see_the_last_version_changes_nothing(store: Store, cup: Tournament) -> None:
    with pytest.raises(Stale):
        store.change_tournament(CUP.id, 1, 7, {"round": 9}, remove=[1], entrants={2: {"left": True}})
    assert store.tournament(CUP.id) == cup
    assert len(store.entrants(CUP.id)) == 2
    with pytest.raises(NotFound):
        store.change_tournament("x", 1, 7)


def test_a_table_is_made_once_and_counted_once(store: Store, cup: Tournament) -> None:
    table = make(store, TABLE)
    with pytest.raises(Repeated):
        make(store, TABLE)
    assert [one.id for one in store.tables_with_status("playing")] == [table], "no second table is left behind"
    found = store.tournament_of_table(table)
    assert found is not None and found[1].table == table
    assert store.count_table(TABLE, [1, 2], [50, 40], 9, left=[2])
    assert not store.count_table(TABLE, [2, 1], [40, 50], 9)
    [counted] = store.tournament_tables(CUP.id)
    assert (counted.places, counted.points, counted.is_over) == ([1, 2], [50, 40], True)
    assert [one.left for one in store.entrants(CUP.id)] == [False, True]
    assert store.tournament(CUP.id).version == cup.version + 1
    store.delete_table(table)
    [counted] = store.tournament_tables(CUP.id)
    assert (counted.table, counted.made, counted.places) == (None, True, [1, 2])


def test_they_go_when_nobody_touched_them(store: Store, cup: Tournament) -> None:
    guest = store.new_player("Ana")
    store.change_tournament(CUP.id, cup.version, 8, enter=[Entrant(CUP.id, 3, "Ana", guest.id)])
    assert untouched_tournaments(store, 10) == []
    assert [one.id for one in untouched_tournaments(store, 10, abandoned=True)] == [CUP.id]
    later = 2**50
    assert idle_guests(store, later, []) == []
    assert idle_guests(store, later, [CUP.id]) == [guest.id]
    store.delete_tournament(CUP.id)
    assert store.entrants(CUP.id) == []
    assert store.tournament_tables(CUP.id) == []


def test_a_backup_holds_them(store: Store, cup: Tournament, tmp_path: Any) -> None:
    make(store, TABLE)
    copy = Store(f"sqlite:///{tmp_path}/copy.sqlite")
    with store.engine.connect() as reading, copy.engine.begin() as writing:
        copy_rows(reading, writing, lambda *_told: None)
    assert copy.tournament(CUP.id) == cup
    assert copy.tournament_tables(CUP.id) == store.tournament_tables(CUP.id)
    copy.close()


@pytest.mark.usefixtures("cup")
def test_an_older_form_knows_none(store: Store) -> None:
    migrate(store.engine, "0007")
    assert "tournaments" not in sa.inspect(store.engine).get_table_names()
    migrate(store.engine)
    assert store.tournaments("playing") == []
