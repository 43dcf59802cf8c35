"""Accounts of programs, and seats that are kept for somebody: on SQLite and PostgreSQL."""

from __future__ import annotations

from typing import Any

import pytest

from dolmen.store import Gone, NewEvent, NewInvitation, NewSeat, NotFound, Player, SeatChange, Store, Table
from dolmen.store.engine import migrate


def new_table(store: Store, owner: Player, *free: str, status: str = "waiting") -> Table:
    seats = [NewSeat("person", owner.name, owner.id), *(NewSeat(kind) for kind in free)]
    given: dict[str, Any] = {"name": "Grey Heron", "game": "pig", "setup": "players 2", "status": status}
    return store.create_table(**given, rules_version=1, options={"rated": "on"}, owner=owner.id, seats=seats)


def kept(table: Table, sender: Player, player: Player, seat: int = 1, kind: str = "challenge") -> NewInvitation:
    return NewInvitation(kind, sender.id, player.id, table.id, seat, table.game, table.options, 60)


def test_an_account_becomes_a_programs_and_its_seats_say_so(store: Store) -> None:
    ana, robo = store.new_player("Ana"), store.new_player("Robo")
    table = new_table(store, robo, "open")
    assert not robo.bot_account and [seat.bot_account for seat in store.seats(table.id)] == [False, False]
    store.mark_as_bot(robo.id)
    found = store.player(robo.id)
    assert found is not None and found.bot_account
    assert [seat.bot_account for seat in store.seats(table.id)] == [True, False]
    assert store.find_player(ana.id) == ana
    with pytest.raises(Gone):
        store.mark_as_bot("nobody")


def test_invitations_are_kept_until_they_are_answered(store: Store) -> None:
    ana, ben = store.new_player("Ana"), store.new_player("Ben")
    table = new_table(store, ana, "friend")
    (sent,) = store.invite([kept(table, ana, ben)], 1000)
    assert (sent.status, sent.sender_name, sent.player_name, sent.clock) == ("open", "Ana", "Ben", 60)
    assert sent.options == {"rated": "on"} and not sent.sender_is_bot and store.invitation(sent.id) == sent
    assert store.invitations_of(ana.id) == [sent] == store.invitations_of(ben.id)
    assert store.invitations_of(store.new_player("Cleo").id) == []
    store.answer_invitation(sent, "declined", 2000)
    store.answer_invitation(sent, "accepted", 3000)  # too late
    assert store.invitation(sent.id).status == "declined" and store.invitations_of(ben.id) == []
    assert [one.status for one in store.invitations_of(ana.id, since=2000)] == ["declined"]
    assert store.invitations_of(ana.id, since=2001) == []
    with pytest.raises(NotFound):
        store.invitation("nothing")


def test_a_seat_that_is_taken_otherwise_is_kept_no_longer(store: Store) -> None:
    ana, ben = store.new_player("Ana"), store.new_player("Ben")
    table = new_table(store, ana, "friend")
    store.invite([kept(table, ana, ben, kind="invitation")], 1000)
    event = NewEvent("sit", {"name": "Ben"}, 1, ben.id)
    store.append(table.id, 0, [event], seats=[SeatChange(1, "person", name="Ben", player=ben.id)])
    assert store.invitations_of(ben.id) == []
    left = SeatChange(1, "friend", frees=True)
    store.append(table.id, 1, [NewEvent("leave", {}, 1, ben.id)], seats=[left])
    assert [(seat.kind, seat.name, seat.player) for seat in store.seats(table.id)][1] == ("friend", "", None)
    assert len(store.invitations_of(ben.id)) == 1


def test_a_table_that_goes_before_its_game_withdraws_its_invitations(store: Store) -> None:
    ana, ben, cleo = (store.new_player(name) for name in ("Ana", "Ben", "Cleo"))
    table = new_table(store, ana, "friend", "friend")
    first, second = store.invite([kept(table, ana, ben), kept(table, ana, cleo, 2)], 1000)
    store.answer_invitation(first, "declined", 2000, closes=True)
    with pytest.raises(NotFound):
        store.table(table.id)
    told = {one.id: (one.status, one.table) for one in store.invitations_of(ana.id, since=0)}
    assert told == {first.id: ("declined", None), second.id: ("withdrawn", None)}
    other = new_table(store, ana, "friend")
    third = store.invite([kept(other, ana, ben)], 3000)[0]
    assert store.delete_own_table(other.id, ana.id, 4000)
    assert store.invitation(third.id).status == "withdrawn"


def test_tables_that_go_on_and_that_have_ended(store: Store) -> None:
    ana = store.new_player("Ana")
    waiting, playing = new_table(store, ana, "open"), new_table(store, ana, status="playing")
    ended = new_table(store, ana, status="finished")
    assert store.going_tables(ana.id) == sorted(
        (waiting.id, playing.id), key=lambda one: (store.table(one).created, one)
    )
    assert store.finished_tables(ana.id, ended.changed) == [ended.id]
    assert store.finished_tables(ana.id, ended.changed + 1) == [] == store.going_tables("nobody")


def test_who_is_deleted_is_invited_no_longer_and_everything_is_exported(store: Store) -> None:
    ana, ben = store.new_player("Ana"), store.new_player("Ben")
    table = new_table(store, ana, "friend")
    store.invite([kept(table, ana, ben)], 1000)
    for one in (ana, ben):
        assert len(store.export_player(one.id)["invitations"]) == 1
    store.delete_player(ben.id)
    assert store.invitations_of(ana.id, since=0) == []
    with pytest.raises(Gone):
        store.invite([kept(table, ana, ben)], 1000)


def test_the_way_back_and_forth(store: Store) -> None:
    """A step back forgets invitations and marks, and nothing else."""
    robo = store.new_player("Robo")
    store.mark_as_bot(robo.id)
    migrate(store.engine, "0007")
    migrate(store.engine)
    found = store.player(robo.id)
    assert found is not None and found.name == "Robo" and not found.bot_account
