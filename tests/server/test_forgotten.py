"""Who wants to be forgotten is: first he leaves whatever others wait for, then nothing of him is kept."""

from __future__ import annotations

import pytest

from dolmen.server.commands import accounts, making, seats, tournaments
from dolmen.server.commands.tournaments import TournamentWish
from dolmen.server.errors import NotSure
from dolmen.server.live_tables import LiveTables
from dolmen.store import NotFound
from tests.server.games_played import table_of
from tests.server.people import Server, api

PASSWORD = "correct horse"


def test_nobody_waits_for_who_is_forgotten(tables: LiveTables) -> None:
    store = tables.store
    ana, ben = (store.new_player(name) for name in ("Ana", "Ben"))
    alone = making.create(tables, "meduris", ana, ["me", "open"]).id
    with_bots = making.create(tables, "meduris", ana, ["me", "bot:random"], {"rated": "on"}).id
    waiting = making.create(tables, "meduris", ana, ["me", "open", "open"]).id
    seats.join(tables, waiting, ben)
    others = making.create(tables, "meduris", ben, ["me", "open", "open"]).id
    seats.join(tables, others, ana)
    running = {game: table_of(tables, game, [ana, ben], 30) for game in ("meduris", "terra-mystica")}
    over = table_of(tables, "meduris", [ana, ben])
    accounts.forget(tables, ana)
    for table in (alone, with_bots):
        with pytest.raises(NotFound):
            store.table(table)
    assert store.table(waiting).owner == ben.id
    assert [seat.player for seat in store.seats(others)] == [ben.id, None, None]
    with tables.open(running["meduris"]) as live:
        assert live.seats[0].kind == "bot" and live.seats[0].player is None, "a bot plays on"
    with tables.open(running["terra-mystica"]) as live:
        assert live.conduct.left == {0} and live.asked == 1, "the game goes on without the seat"
    assert [seat.name for seat in store.seats(over)] == ["-", "Ben"]
    assert store.player(ana.id) is None


def test_tournaments_go_on_without_who_is_forgotten(tables: LiveTables) -> None:
    store = tables.store
    ana, ben = (store.new_player(name) for name in ("Ana", "Ben"))
    wish = TournamentWish("Autumn Cup", "meduris", 2)
    hosted, entered = tournaments.create(tables, ana, wish).id, tournaments.create(tables, ben, wish).id
    begun = tournaments.create(tables, ana, wish).id
    for cup in (hosted, entered, begun):
        tournaments.enter(tables, cup, ana)
        tournaments.enter(tables, cup, ben)
    tournaments.start(tables, begun, ana)
    accounts.forget(tables, ana)
    assert store.tournament(hosted).status == "called off" and store.tournament(begun).status == "playing"
    assert [one.name for one in store.entrants(entered)] == ["Ben"]
    [table] = [one.table for one in store.tournament_tables(begun)]
    assert table and {seat.name: seat.kind for seat in store.seats(table)}["-"] == "bot"


def test_who_is_not_sure_is_not_forgotten(tables: LiveTables) -> None:
    guest = tables.store.new_player("Ana")
    for wrong in ("", "Anna", "ana-42"):
        with pytest.raises(NotSure, match="not your name"):
            accounts.refuse_unsure(tables, guest, wrong)
    accounts.refuse_unsure(tables, guest, " Ana ")
    tables.store.register(guest.id, "ana-42", PASSWORD)
    known = tables.store.player(guest.id)
    assert known is not None
    with pytest.raises(NotSure, match="password"):
        accounts.refuse_unsure(tables, known, "Ana")
    accounts.refuse_unsure(tables, known, PASSWORD)


def test_an_account_is_deleted_on_its_page(server: Server) -> None:
    ana, phone, store = server.visitor("Ana"), server.visitor("Ana"), server.context.store
    table = ana.new_table("me", "open")
    ana.post("/account/register", login="ana-of-the-page", password=PASSWORD)
    phone.post("/account/login", login="ana-of-the-page", password=PASSWORD)
    refused = ana.post("/account/delete", script=False, proof="wrong horse")
    assert refused.status_code == 403 and "nothing was deleted" in refused.text and store.table(table)
    assert '"login": "ana-of-the-page"' in ana.get("/account/export").text.replace('":"', '": "')
    answer = ana.post("/account/delete", script=False, proof=PASSWORD)
    assert answer.status_code == 200 and answer.url.path == "/"
    assert all("ana-of-the-page" not in one.get("/account").text for one in (ana, phone))
    assert ana.get("/account/export").url.path == "/account", "a stranger"
    assert store.log_in("ana-of-the-page", PASSWORD) is None
    with pytest.raises(NotFound):
        store.table(table)


def test_programs_hand_out_and_delete_what_is_kept(server: Server) -> None:
    robo = api(server, "Robo")
    assert robo.get("/me/export").json()["player"]["name"] == "Robo"
    assert robo.post("/me/delete", json={"proof": "Bibo"}).status_code == 403
    assert robo.post("/me/delete", json={}).status_code == 422
    assert robo.post("/me/delete", json={"proof": "Robo"}).status_code == 204
    assert robo.get("/me/export").status_code == 401
