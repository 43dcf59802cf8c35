"""What is kept of own games, on both databases: looks, holidays, names; and it goes with its player and its table."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from dolmen.store import Gone, Holiday, NewEvent, NewSeat, NotFound, Player, Store, Table
from dolmen.store.engine import migrate
from dolmen.store.schema import events, holidays, looks

DAY = 86_400_000


@pytest.fixture
def ana(store: Store) -> Player:
    return store.new_player("Ana")


@pytest.fixture
def ben(store: Store) -> Player:
    return store.new_player("Ben")


def new_table(
    store: Store, owner: Player, *others: NewSeat, status: str = "waiting", clock: int = 0, bank: int = 0
) -> Table:
    """A table of somebody and others."""
    return store.create_table(
        name="Grey Heron",
        game="meduris",
        rules_version=1,
        options={},
        setup="players 2",
        owner=owner.id,
        seats=[NewSeat("person", owner.name, owner.id), *others],
        status=status,
        clock=clock,
        bank=bank,
    )


def rows(store: Store, table: sa.Table) -> int:
    with store.engine.connect() as connection:
        return connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0


def test_a_line_is_unread_until_its_reader_looks_and_never_for_its_writer(
    store: Store, ana: Player, ben: Player
) -> None:
    table, other = new_table(store, ana).id, new_table(store, ana).id
    lines = [store.say(table, ben, 1, text) for text in ("one", "two")]
    store.say(other, ana, 0, "mine")
    assert store.unread_chat(ana.id, [table, other]) == {table: 2}
    assert store.unread_chat(ana.id, []) == {}
    store.look(ana.id, table, lines[0])
    assert store.unread_chat(ana.id, [table]) == {table: 1}
    store.look(ana.id, table, lines[1])
    store.look(ana.id, table, lines[0])
    assert store.unread_chat(ana.id, [table]) == {}
    with pytest.raises(Gone):
        store.look("nobody", table, 1)
    assert store.export_player(ana.id)["looks"] == [{"player": ana.id, "table": table, "chat": lines[1]}]


def test_holidays_are_changed_by_who_knows_them(store: Store, ana: Player) -> None:
    first, second = Holiday(0, DAY), Holiday(2 * DAY, 3 * DAY)
    assert store.keep_holidays(ana.id, [], [second, first])
    assert store.holidays(ana.id) == [first, second]
    assert not store.keep_holidays(ana.id, [first], [])  # somebody has changed them meanwhile
    assert store.keep_holidays(ana.id, [first, second], [first])
    assert store.export_player(ana.id)["holidays"] == [{"player": ana.id, "begins": 0, "ends": DAY}]
    with pytest.raises(Gone):
        store.keep_holidays("nobody", [], [first])


def test_what_is_kept_goes_with_its_player_and_its_table(store: Store, ana: Player, ben: Player) -> None:
    table, other = new_table(store, ana).id, new_table(store, ana).id
    for one in (table, other):
        store.look(ana.id, one, 1)
    store.look(ben.id, table, 1)
    store.keep_holidays(ana.id, [], [Holiday(0, DAY)])
    store.append(table, 0, [NewEvent("holidays", {"away": [[0, DAY]]}, 0, ana.id)])
    store.delete_table(other)
    assert rows(store, looks) == 2
    store.delete_player(ana.id)
    assert rows(store, looks) == 1 and rows(store, holidays) == 0
    with store.engine.connect() as connection:
        assert connection.scalar(sa.select(events.c.payload)) == {}  # when somebody was away is nobody's any more


def test_a_table_has_another_name(store: Store, ana: Player) -> None:
    table = new_table(store, ana)
    store.rename_table(table.id, "Friday")
    assert store.table(table.id).name == "Friday" and store.table(table.id).changed == table.changed
    with pytest.raises(NotFound):
        store.rename_table("nothing", "Friday")


def test_a_table_with_other_people_is_not_deleted(store: Store, ana: Player, ben: Player) -> None:
    alone = new_table(store, ana, NewSeat("bot", "Bot", bot="greedy"))
    shared = new_table(store, ana, NewSeat("person", "Ben", ben.id))
    assert store.delete_own_table(alone.id, ana.id, 1) and not store.delete_own_table(shared.id, ana.id, 1)
    assert [table.id for table in store.tables_of(ana.id)] == [shared.id]


def test_tables_by_the_clock_are_found(store: Store, ana: Player) -> None:
    timed = new_table(store, ana, status="playing", clock=20, bank=600)
    untimed = new_table(store, ana, status="playing")
    new_table(store, ana, clock=20)
    assert store.tables_with_clock() == [(timed.id, timed.changed)]
    assert (store.table(timed.id).clock, store.table(timed.id).bank) == (20, 600)
    assert {table.id for table in store.tables_of(ana.id, "playing")} == {timed.id, untimed.id}


def test_what_was_said_before_anybody_counted_is_seen(store: Store, ana: Player, ben: Player) -> None:
    table = new_table(store, ana, NewSeat("person", "Ben", ben.id), clock=20, bank=600).id
    store.say(table, ben, 1, "long ago")
    migrate(store.engine, "0007")
    migrate(store.engine)
    assert store.unread_chat(ana.id, [table]) == {} and store.table(table).bank == 0
    store.say(table, ben, 1, "now")
    assert store.unread_chat(ana.id, [table]) == {table: 1}
