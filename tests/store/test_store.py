"""The store: what is appended stays, in order, once."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from dolmen.store import (
    NewEvent,
    NewSeat,
    NewSetup,
    NotFound,
    Player,
    Repeated,
    SeatChange,
    SeatTaken,
    Stale,
    Store,
    Table,
    Unavailable,
)
from dolmen.store import engine as engines
from dolmen.store.engine import migrate, open_engine
from dolmen.store.errors import NameTaken, StoreError
from dolmen.store.schema import metadata
from dolmen.store.secrets import hash_of
from tests.store.conftest import new_database


def new_table(store: Store, owner: Player | None = None, **options: object) -> Table:
    seats = (
        NewSeat("person", "Ana", owner.id if owner else None),
        NewSeat("friend", token_hash=hash_of("link")),
        NewSeat("open"),
    )
    return store.create_table(
        name="Grey Heron",
        game="meduris",
        rules_version=1,
        options=options,
        setup="players 3",
        owner=owner.id if owner else None,
        seats=seats,
        status="waiting",
    )


@pytest.fixture(params=["events alone", "at once with a summary"])
def keeping(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The two ways in which events are appended."""
    return {} if request.param == "events alone" else {"summary": {"turn": 1}}


def move(text: str, client_id: str | None = None) -> NewEvent:
    return NewEvent("move", {"actions": [text]}, seat=0, client_id=client_id)


def test_the_migrations_lead_to_the_schema(store: Store) -> None:
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_migrating_twice_changes_nothing(url: str) -> None:
    Store(url).close()
    Store(url).close()


def test_events_come_back_in_order(store: Store, keeping: dict[str, Any]) -> None:
    table = new_table(store)
    assert store.append(table.id, 0, [move("place wood"), move("place wool")], **keeping) == store.events(table.id)
    assert store.append(table.id, 2, [move("place stone")], **keeping) == store.events(table.id, after=2)
    assert [event.payload["actions"] for event in store.events(table.id)] == [
        ["place wood"],
        ["place wool"],
        ["place stone"],
    ]
    assert [event.sequence for event in store.events(table.id, after=1)] == [2, 3]
    assert store.last_sequence(table.id) == 3


def test_a_stale_move_is_refused_and_leaves_no_trace(store: Store, keeping: dict[str, Any]) -> None:
    table = new_table(store)
    store.append(table.id, 0, [move("place wood")], **keeping)
    before = (store.table(table.id), store.summaries([table.id]))
    for expected in (0, 2):
        with pytest.raises(Stale) as refusal:
            store.append(table.id, expected, [move("place wool"), move("place stone")], summary={"turn": 2})
        assert refusal.value.current == 1
        assert store.last_sequence(table.id) == 1
        assert (store.table(table.id), store.summaries([table.id])) == before


def test_a_repeated_move_is_recognised_even_when_the_table_moved_on(store: Store, keeping: dict[str, Any]) -> None:
    table = new_table(store)
    store.append(table.id, 0, [move("place wood", "abc")], **keeping)
    store.append(table.id, 1, [move("place wool")], **keeping)
    for expected in (0, 1, 2):
        with pytest.raises(Repeated) as refusal:
            store.append(table.id, expected, [move("place wood", "abc")], **keeping)
        assert refusal.value.sequence == 1
    other = new_table(replace_token(store))
    assert len(store.append(other.id, 0, [move("place wood", "abc")])) == 1


def replace_token(store: Store) -> Store:
    """Links are unique: free the one of the first table."""
    with store.engine.execution_options(writing=True).begin() as connection:
        connection.execute(sa.text("UPDATE seats SET token_hash = NULL"))
    return store


def test_of_many_that_race_for_one_move_exactly_one_wins(store: Store, keeping: dict[str, Any]) -> None:
    table = new_table(store)
    outcomes: list[str] = []
    start = threading.Barrier(8)

    def race(number: int) -> None:
        start.wait()
        try:
            store.append(table.id, 0, [move(f"racer {number}", f"client {number}")], **keeping)
            outcomes.append("won")
        except Stale:
            outcomes.append("stale")

    racers = [threading.Thread(target=race, args=(number,)) for number in range(8)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert sorted(outcomes) == ["stale"] * 7 + ["won"]
    assert store.last_sequence(table.id) == 1


def test_there_is_no_table_without_its_id(store: Store, keeping: dict[str, Any]) -> None:
    with pytest.raises(NotFound):
        store.table("nowhere")
    with pytest.raises(NotFound):
        store.append("nowhere", 0, [move("place wood")], **keeping)
    assert not store.summaries(["nowhere"])


def test_a_connection_that_was_lost_while_nobody_used_it_is_not_missed(
    postgres_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, other = Store(new_database(postgres_server)), Store(postgres_server)
    table = new_table(store)
    with other.engine.begin() as connection:
        lost = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name"
        connection.execute(sa.text(lost), {"name": store.engine.url.database})
    monkeypatch.setattr(engines, "IDLE", 0.0)
    assert len(store.append(table.id, 0, [move("place wood")], summary={"turn": 1})) == 1
    store.close()
    other.close()


def test_connections_that_are_lost_under_a_move_fail_once(postgres_server: str) -> None:
    store, other = Store(new_database(postgres_server)), Store(postgres_server)
    table = new_table(store)
    with store._reading(), store._reading():
        store.append(table.id, 0, [move("place wood")], summary={"turn": 1})
    with other.engine.begin() as connection:
        lost = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name"
        connection.execute(sa.text(lost), {"name": store.engine.url.database})
    with pytest.raises(Unavailable):
        store.append(table.id, 1, [move("place wool")], summary={"turn": 2})
    with store._reading(), store._reading():
        assert len(store.append(table.id, 1, [move("place wool")], summary={"turn": 2})) == 1
    store.close()
    other.close()


def test_a_table_keeps_its_rules_version_and_its_options(store: Store) -> None:
    table = new_table(store, open_stocks=True)
    assert store.table(table.id) == table
    assert table.rules_version == 1 and table.options == {"open_stocks": True}


def test_a_table_of_a_game_that_is_not_here_is_exported_and_not_imported(
    store: Store, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Writing needs no rules; nothing is brought in that nobody can check."""
    from dolmen.cli import main

    old = store.create_table(
        name="Old Oak",
        game="chess",
        rules_version=7,
        options={},
        setup="white begins",
        owner=None,
        seats=[NewSeat("person", "Ana"), NewSeat("person", "Ben")],
        status="playing",
    )
    store.append(old.id, 0, [move("e2 e4"), move("e7 e5")], summary={"turn": 2})
    out = tmp_path / "old.json"
    assert main(["admin", "export", old.id, "--out", str(out), "--database", url]) == 0
    assert len(json.loads(out.read_text())["events"]) == 2
    assert main(["admin", "import", str(out), "--database", url]) == 1
    assert "chess" in capsys.readouterr().err
    assert [table.id for table in store.tables_with_status("playing")] == [old.id]


def test_only_the_hash_of_a_token_is_kept(store: Store) -> None:
    ana = store.new_player("Ana")
    token = store.new_token(ana.id, "session")
    assert store.player_of_token(token, "session") == ana
    assert store.player_of_token(token, "api") is None
    assert store.player_of_token(token + "x", "session") is None
    with store.engine.connect() as connection:
        kept = connection.scalar(sa.text("SELECT hash FROM tokens"))
    assert kept == hash_of(token) != token
    store.drop_token(token)
    assert store.player_of_token(token, "session") is None


def sit(store: Store, table: Table, seat: int, player: Player) -> None:
    """Sit down, after whatever was last."""
    event = NewEvent("sit", {"name": player.name}, seat, player.id)
    change = SeatChange(seat, "person", name=player.name, player=player.id)
    store.append(table.id, store.last_sequence(table.id), [event], seats=[change])


def test_a_seat_is_taken_once(store: Store) -> None:
    ana, ben, cleo = (store.new_player(name) for name in ("Ana", "Ben", "Cleo"))
    table = new_table(store, ana)
    assert store.seat_of_token("link") == (table.id, 1)
    assert store.seat_of_token("guess") is None
    sit(store, table, 1, ben)
    for taken in (0, 1):
        with pytest.raises(SeatTaken):
            sit(store, table, taken, cleo)
    assert [seat.name for seat in store.seats(table.id)] == ["Ana", "Ben", ""]
    assert store.last_sequence(table.id) == 1
    assert store.open_tables() == [store.table(table.id)]
    sit(store, table, 2, cleo)
    assert store.open_tables() == []
    assert [found.id for found in store.tables_of(cleo.id)] == [table.id]


def test_accounts(store: Store) -> None:
    ana, ben = store.new_player("Ana"), store.new_player("Ben")
    store.register(ana.id, "Ana", "correct horse")
    assert store.log_in("ana", "correct horse") == replace(ana, login="ana")
    assert store.log_in("ana", "wrong") is None
    assert store.log_in("nobody", "wrong") is None
    with pytest.raises(NameTaken):
        store.register(ben.id, "ANA", "another")


def test_the_last_summary_of_a_table_is_kept(store: Store) -> None:
    table = new_table(store)
    assert store.summaries([table.id]) == {}
    store.append(table.id, 0, [move("place wood")], summary={"turn": 1})
    store.append(table.id, 1, [move("place wool")], summary={"turn": 2})
    assert store.summaries([table.id]) == {table.id: {"turn": 2}}


def test_the_status_changes_with_the_events_or_not_at_all(store: Store) -> None:
    table = new_table(store)
    with pytest.raises(Stale):
        store.append(table.id, 7, [move("place wood")], summary={"finished": True}, status="finished")
    assert store.table(table.id).status == "waiting" and store.summaries([table.id]) == {}
    store.append(table.id, 0, [move("place wood")], summary={"finished": True}, status="finished")
    assert store.table(table.id).status == "finished" and store.summaries([table.id]) == {table.id: {"finished": True}}


def test_a_table_is_made_with_its_first_events_and_told_of_where_it_comes_from(store: Store) -> None:
    first = new_table(store)
    again = NewEvent("rematch", {"table": "second"}, client_id="rematch")
    new: dict[str, Any] = {
        "name": "Red Kite",
        "game": "meduris",
        "rules_version": 1,
        "options": {},
        "setup": "players 2",
        "owner": None,
        "seats": [NewSeat("person", "Ana"), NewSeat("person", "Ben")],
        "status": "playing",
        "events": [move("place wood"), move("place wool")],
        "summary": {"turn": 2},
    }
    second = store.create_table(**new, table_id="second", after=(first.id, 0, again))
    assert [event.sequence for event in store.events(second.id)] == [1, 2]
    assert store.summaries([second.id]) == {second.id: {"turn": 2}}
    assert [event.kind for event in store.events(first.id)] == ["rematch"]
    with pytest.raises(Repeated):
        store.create_table(**new, table_id="third", after=(first.id, 1, again))
    with pytest.raises(NotFound):
        store.table("third")


def test_what_a_client_id_was_used_for(store: Store) -> None:
    table = new_table(store)
    store.append(table.id, 0, [move("place wood"), move("place wool")])
    store.append(table.id, 2, [move("place stone", "abc")])
    assert store.sequence_of(table.id, "abc") == 3
    assert store.sequence_of(table.id, "xyz") is None
    assert store.sequence_of("nowhere", "abc") is None


def test_chat(store: Store) -> None:
    ana = store.new_player("Ana")
    table = new_table(store, ana)
    first = store.say(table.id, ana, 0, "good luck")
    store.say(table.id, ana, 0, "and have fun")
    assert [line.text for line in store.chat(table.id)] == ["good luck", "and have fun"]
    assert [line.text for line in store.chat(table.id, after=first)] == ["and have fun"]


def test_a_person_may_leave_with_everything(store: Store) -> None:
    ana = store.new_player("Ana")
    table = new_table(store, ana)
    store.say(table.id, ana, 0, "hello")
    store.append(table.id, 0, [NewEvent("move", {}, 0, ana.id)])
    told = store.export_player(ana.id)
    assert told["player"]["name"] == "Ana" and told["chat"][0]["text"] == "hello"
    store.delete_player(ana.id)
    assert store.player(ana.id) is None
    assert store.chat(table.id) == []
    assert store.events(table.id)[0].player is None
    assert store.seats(table.id)[0].player is None


def test_a_deleted_table_leaves_nothing(store: Store) -> None:
    table = new_table(store)
    store.append(table.id, 0, [move("place wood")], summary={})
    store.delete_table(table.id)
    assert store.events(table.id) == [] and store.seats(table.id) == [] and store.summaries([table.id]) == {}


def test_a_setting_is_kept_from_its_first_use(store: Store) -> None:
    assert store.setting("secret", "first") == "first"
    assert store.setting("secret", "second") == "first"


def test_other_databases_are_refused() -> None:
    with pytest.raises(StoreError, match="SQLite or PostgreSQL"):
        Store("mysql://localhost/tables")


def test_a_seat_changes_with_the_events_or_not_at_all(store: Store) -> None:
    table = new_table(store)
    handed = [NewEvent("bot", {"bot": "random"}, seat=0)]
    with pytest.raises(Stale):
        store.append(table.id, 7, handed, seats=[SeatChange(0, "bot", "random")])
    assert store.seats(table.id)[0].kind == "person"
    store.append(table.id, 0, handed, seats=[SeatChange(0, "bot", "random")])
    first = store.seats(table.id)[0]
    assert (first.kind, first.bot, first.name) == ("bot", "random", "Ana")


def test_tables_from_before_the_clock_have_none(url: str) -> None:
    engine = open_engine(url)
    migrate(engine, "0001")
    columns = "id, name, game, rules_version, players, options, setup, status, created, changed"
    with engine.execution_options(writing=True).begin() as connection:
        connection.exec_driver_sql(
            f"INSERT INTO tables ({columns}) VALUES ('t', 'Owl', 'g', 1, 2, '{{}}', '', 'p', 1, 1)"
        )
    engine.dispose()
    store = Store(url)
    assert store.table("t").clock == 0
    store.close()


def test_a_database_of_the_old_version_is_upgraded(url: str) -> None:
    """Its summaries stay, the bytes of positions go, and a game that ended in a crash is over."""
    engine = open_engine(url)
    migrate(engine, "0002")
    columns = "id, name, game, rules_version, players, options, setup, status, created, changed"
    with engine.execution_options(writing=True).begin() as connection:
        for table, finished in (("going", "false"), ("over", "true")):
            connection.exec_driver_sql(
                f"INSERT INTO tables ({columns}) VALUES ('{table}', 'Owl', 'g', 1, 2, '{{}}', '', 'playing', 1, 1)"
            )
            connection.execute(
                sa.text(
                    'INSERT INTO snapshots ("table", sequence, record, summary) VALUES (:id, 4, :record, :summary)'
                ),
                {"id": table, "record": b"\x00\x01", "summary": f'{{"turn": 3, "finished": {finished}}}'},
            )
    engine.dispose()
    store = Store(url)
    assert store.summaries(["going", "over"]) == {
        "going": {"turn": 3, "finished": False},
        "over": {"turn": 3, "finished": True},
    }
    assert [store.table(table).status for table in ("going", "over")] == ["playing", "finished"]
    with store.engine.connect() as connection:
        assert not sa.inspect(connection).has_table("snapshots")
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    store.close()


def test_everybody_gets_another_seat_with_all_that_is_theirs(store: Store) -> None:
    ana, ben = store.new_player("Ana"), store.new_player("Ben")
    seats = (
        NewSeat("person", "Ana", ana.id, token_hash=hash_of("a")),
        NewSeat("bot", "Robo", bot="random", token_hash=hash_of("b")),
        NewSeat("person", "Ben", ben.id, token_hash=hash_of("c")),
    )
    kept = {"name": "Grey Heron", "game": "meduris", "rules_version": 1, "options": {}, "setup": "", "owner": ana.id}
    table = store.create_table(**kept, seats=seats, status="playing").id  # type: ignore[arg-type]
    for player, seat in ((ana, 0), (ben, 2)):
        store.say(table, player, seat, "hello")
    store.append(table, 0, [NewEvent("settle", {"seats": [2, 0, 1]})], summary={}, order=[2, 0, 1])
    assert [(seat.name, seat.player, seat.bot) for seat in store.seats(table)] == [
        ("Ben", ben.id, ""),
        ("Ana", ana.id, ""),
        ("Robo", None, "random"),
    ]
    assert [store.seat_of_token(token) for token in "abc"] == [(table, 1), (table, 2), (table, 0)]
    assert [(line.name, line.seat) for line in store.chat(table)] == [("Ana", 1), ("Ben", 0)]


def test_a_table_that_waits_may_get_another_set_up(store: Store) -> None:
    table = new_table(store)
    store.append(table.id, 0, [NewEvent("setup")], summary={}, setup=NewSetup("players 3 again", {"a": "b"}))
    found = store.table(table.id)
    assert (found.setup, found.options, found.status) == ("players 3 again", {"a": "b"}, table.status)
