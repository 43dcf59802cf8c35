"""Channels, wishes and the outbox, on both databases."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from dolmen.store import Call, CallChannel, Gone, NewEvent, NewSeat, Player, Store, Table, now
from dolmen.store.calls import DAY, KEPT, UNCONFIRMED
from dolmen.store.secrets import new_id


def table_of(store: Store, player: Player) -> Table:
    return store.create_table(
        name="Grey Heron",
        game="meduris",
        rules_version=1,
        options={},
        setup="",
        owner=player.id,
        seats=[NewSeat("person", player.name, player.id), NewSeat("bot", "Ben", None, "random")],
        status="playing",
    )


def channel(
    store: Store, player: Player, kind: str = "hook", address: str = "https://x.org", **more: object
) -> CallChannel:
    values = {"status": "on", "since": now(), **more}
    return store.add_channel(CallChannel(new_id(), player.id, kind, address, **values))  # type: ignore[arg-type]


def call(one: CallChannel, table: Table | None, key: str = "1", kind: str = "turn", **more: int) -> Call:
    values = {"at": now(), "due": now(), **more}
    return Call(one.id, one.player, table.id if table else None, kind, key, values["at"], values["due"])


def test_a_channel_is_added_once_confirmed_renewed_and_ended(store: Store) -> None:
    ana = store.new_player("Ana")
    asked = channel(store, ana, "mail", "ana@x.org", status="asked", since=5, label="ana@x.org")
    assert store.channels_of([ana.id], "on") == [] and store.channels_of([ana.id]) == [asked]
    assert store.confirm_channel(asked.id, 9) and store.confirm_channel(asked.id, 12)
    known = store.channel(asked.id)
    assert known is not None and (known.status, known.since) == ("on", 9)
    again = channel(store, ana, "mail", "ana@x.org", status="asked", since=20)
    assert (again.id, again.status, again.since) == (asked.id, "on", 9), "it needs no second consent"
    assert store.note_trouble(asked.id, "gone", given_up=True, ended=True)
    assert not store.confirm_channel(asked.id, 30), "it is off"
    renewed = channel(store, ana, "mail", "ana@x.org", status="asked", since=40)
    assert (renewed.id, renewed.status, renewed.why, renewed.given_up) == (asked.id, "asked", "", False)
    assert store.end_channel(asked.id) and not store.end_channel(asked.id) and store.channel(asked.id) is None
    with pytest.raises(Gone):
        channel(store, Player("nobody", "Nobody"))


def test_wishes_are_kept(store: Store) -> None:
    ana = store.new_player("Ana")
    assert store.wishes([ana.id]) == {}
    store.set_wishes(ana.id, ["turn", "over"])
    store.set_wishes(ana.id, [])
    assert store.wishes([ana.id]) == {ana.id: []}


def test_tables_are_looked_at_where_somebody_is_called(store: Store) -> None:
    ana, ben = store.new_player("Ana"), store.new_player("Ben")
    first, second = table_of(store, ana), table_of(store, ben)
    assert store.called_tables(0) == []
    channel(store, ana, status="asked")
    assert store.called_tables(0) == []
    channel(store, ana, address="https://y.org")
    assert store.called_tables(0) == [first.id] and store.called_tables(0, [second.id]) == []
    store.append(first.id, 0, [NewEvent("pace", {"pace": "calm"}, 0)], status="finished")
    assert store.called_tables(now() - DAY) == [first.id] and store.called_tables(now() + 1) == []


def test_the_outbox_holds_each_thing_once_and_hands_it_over_once(store: Store) -> None:
    ana = store.new_player("Ana")
    table, one = table_of(store, ana), channel(store, ana)
    rows = [call(one, table), call(one, table, "2", due=now() + 60_000), call(one, None, "a", "try")]
    assert store.write_calls(rows) == 3 and store.write_calls(rows[:2]) == 0
    due = store.due_calls(now(), 10)
    assert sorted(row.kind for row in due) == ["try", "turn"]
    assert not store.hand_over(due, {table.id: 7}, "letter", now()), "the table has moved on"
    assert len(store.due_calls(now(), 10)) == 2
    assert store.hand_over(due, {table.id: 0}, "letter", 77)
    assert not store.hand_over(due, {table.id: 0}, "other", now()), "another server was faster"
    known = store.channel(one.id)
    assert known is not None and known.sent == 77 and store.due_calls(now(), 10) == []
    assert store.letters_since(ana.id, now() - DAY) == 1
    store.postpone_calls(due[:1], now() - 1)
    [again] = store.due_calls(now(), 10)
    assert again.tries == 1 and again.id == due[0].id
    store.settle_calls([again], "sent")
    assert store.due_calls(now(), 10) == []


def test_what_came_to_nothing_and_is_wanted_anew_is_told_and_what_was_told_is_not(store: Store) -> None:
    ana = store.new_player("Ana")
    table, one = table_of(store, ana), channel(store, ana)
    at = now()
    store.write_calls([call(one, table, at=at - 10)])
    [row] = store.due_calls(now(), 10)
    store.settle_calls([row], "moot")
    assert store.write_calls([call(one, table, at=at - 10)]) == 0, "the same again"
    assert store.write_calls([call(one, table, at=at)]) == 1
    [again] = store.due_calls(now(), 10)
    assert (again.id, again.at) == (row.id, at)
    store.settle_calls([again], "sent")
    assert store.write_calls([call(one, table, at=at + 10)]) == 0 and store.due_calls(now(), 10) == []


def test_what_was_told_long_ago_is_forgotten_unless_it_may_come_up_again(store: Store) -> None:
    ana = store.new_player("Ana")
    table, one = table_of(store, ana), channel(store, ana)
    asked = channel(store, ana, "mail", "ana@x.org", status="asked", since=now() - UNCONFIRMED - 1)
    old = now() - KEPT - 1
    store.write_calls([call(one, table, key, at=old) for key in "12"] + [call(one, None, "t", "try", at=old)])
    store.settle_calls(store.due_calls(now(), 10), "sent")
    store.prune_calls(now())
    with store.engine.connect() as connection:
        assert connection.execute(sa.text("SELECT key FROM calls")).scalars().all() == ["2"], "its game goes on"
    assert store.channel(asked.id) is None and store.channel(one.id) is not None


def test_servers_tell_one_another_who_looks(store: Store) -> None:
    ana, ben = store.new_player("Ana"), store.new_player("Ben")
    table = table_of(store, ana)
    channel(store, ana)
    store.keep_lookers({(table.id, ana.id), (table.id, ben.id)}, 100, 200)
    assert store.looks_elsewhere(table.id, ana.id, 150) and not store.looks_elsewhere(table.id, ana.id, 201)
    assert not store.looks_elsewhere(table.id, ben.id, 150), "nobody wants to know"
    store.keep_lookers(set(), 150, 300)
    assert not store.looks_elsewhere(table.id, ana.id, 150)


def test_a_person_who_is_deleted_is_not_called(store: Store) -> None:
    ana = store.new_player("Ana")
    table, one = table_of(store, ana), channel(store, ana)
    store.write_calls([call(one, table)])
    store.set_wishes(ana.id, ["turn"])
    store.keep_lookers({(table.id, ana.id)}, 0, now())
    told = store.export_player(ana.id)
    assert told["call_channels"][0]["address"] == "https://x.org" and len(told["calls"]) == 1
    store.delete_player(ana.id)
    with store.engine.connect() as connection:
        for name in ("call_channels", "call_wishes", "calls", "lookers"):
            assert connection.execute(sa.text(f"SELECT count(*) FROM {name}")).scalar() == 0
