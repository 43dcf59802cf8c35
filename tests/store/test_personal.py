"""Personal data: every column that names a person is handed out with its row, and holds nobody once he is forgotten."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from dolmen.store import NotFound, Player, Store, schema
from dolmen.store.personal import WHERE

NAMED = {"player", "owner", "sender"}
"""What columns are called that hold a person's id, with or without a foreign key."""
NAME = "Ana of the Heath"
SHORT = 60


def named_columns() -> set[sa.Column[Any]]:
    return {
        column
        for table in schema.metadata.sorted_tables
        for column in table.c
        if column.name in NAMED or any(key.column.table is schema.players for key in column.foreign_keys)
    }


def fill(store: Store, ana: Player) -> None:
    """A row of every table, all about Ana."""
    made: dict[str, Any] = {"players.id": ana.id}
    with store.engine.begin() as connection:
        for table in schema.metadata.sorted_tables:
            if table in (schema.players, schema.settings):
                continue
            row = {column.name: value_of(table, column, made) for column in table.c if not is_numbered(column)}
            connection.execute(table.insert().values(**row))
            made |= {f"{table.name}.{name}": value for name, value in row.items()}


def is_numbered(column: sa.Column[Any]) -> bool:
    return column.primary_key and column.autoincrement is True


def value_of(table: sa.Table, column: sa.Column[Any], made: dict[str, Any]) -> Any:
    for key in column.foreign_keys:
        return made[key.target_fullname]
    if column.name in NAMED:
        return made["players.id"]
    if (table.name, column.name) == ("events", "kind"):
        return "sit"
    if (table.name, column.name) == ("events", "payload"):
        return {"name": NAME}
    if (table.name, column.name) in (("seats", "name"), ("tournament_entrants", "name"), ("chat", "text")):
        return NAME
    if (table.name, column.name) == ("tournaments", "status"):
        return "finished"
    longest = getattr(column.type, "length", None) or SHORT
    kinds: dict[type, Any] = {int: 7, float: 1.5, bool: False, str: f"{table.name} {column.name}"[:longest]}
    return kinds.get(column.type.python_type, {})


@pytest.fixture
def ana(store: Store) -> Player:
    player = store.new_player(NAME)
    store.register(player.id, "ana-of-the-heath", "correct horse")
    found = store.player(player.id)
    assert found is not None
    return found


def test_no_column_that_names_a_person_is_left_out() -> None:
    assert named_columns() == {column for columns in WHERE.values() for column in columns}


def test_all_of_it_is_handed_out_but_what_opens_something(store: Store, ana: Player) -> None:
    fill(store, ana)
    told = store.export_player(ana.id)
    assert set(told) == {"player", "played_games", *WHERE}
    assert all(len(rows) == 1 for what, rows in told.items() if what != "player"), "of everything a row"
    assert told["player"]["login"] == "ana-of-the-heath" and told["player"]["created"]
    given = {name for rows in told.values() for row in (rows if isinstance(rows, list) else [rows]) for name in row}
    assert not given & {"password", "hash", "token_hash"}
    with pytest.raises(NotFound):
        store.export_player("nobody")


def test_nothing_names_who_was_forgotten(store: Store, ana: Player) -> None:
    fill(store, ana)
    ben = store.new_player("Ben")
    store.delete_player(ana.id)
    with store.engine.connect() as connection:
        kept = {
            table.name: [str(tuple(row)) for row in connection.execute(sa.select(table))]
            for table in schema.metadata.sorted_tables
        }
    assert [what for what, rows in kept.items() if any(ana.id in row or "Heath" in row for row in rows)] == []
    gone = {what for what, rows in kept.items() if not rows}
    assert {"tokens", "chat", "looks", "holidays", "invitations", "plans", "ratings", "call_channels"} <= gone
    assert kept["events"] and kept["seats"] and kept["played_seats"], "games stay as they were"
    assert [player.id for player in store.players()] == [ben.id]
