"""Accounts: passwords that cannot be guessed or changed by others, sessions that end, tokens that can be withdrawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dolmen.server.attempts import Attempts
from dolmen.server.errors import TooMany
from tests.server.people import Server, Visitor, api

PASSWORD = "correct horse"


@pytest.fixture
def server(server_of_module: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Every test begins with all of its tries."""
    monkeypatch.setattr(server_of_module.context, "attempts", Attempts())
    yield server_of_module
    server_of_module.close_clients()


def with_account(server: Server, login: str) -> Visitor:
    visitor = server.visitor(login)
    assert visitor.post("/account/register", script=False, login=login, password=PASSWORD).status_code == 200
    visitor.csrf = visitor._token(visitor.get("/").text)
    return visitor


def logged_in(server: Server, login: str, password: str = PASSWORD) -> int:
    return server.visitor().post("/account/login", script=False, login=login, password=password).status_code


def test_tries_are_counted_for_the_name_as_it_is_looked_up(server: Server) -> None:
    with_account(server, "victim")
    typed = ["victim", "victim ", "  Victim", "VICTIM", "\uff56ictim", "victim\u00a0", "Victim", "vICTIM"]
    answers = [logged_in(server, name, "wrong") for name in typed]
    assert answers[:6] == [403] * 6 and answers[-1] == 429


def test_tries_are_counted_by_address_too() -> None:
    attempts = Attempts()
    for number in range(20):
        attempts.try_password("192.0.2.1", f"name-{number}")
    with pytest.raises(TooMany):
        attempts.try_password("192.0.2.1", "another")
    attempts.try_password("192.0.2.2", "another")


def test_nobody_alone_locks_another_one_out() -> None:
    attempts = Attempts()
    for _ in range(40):
        try:
            attempts.try_password("192.0.2.1", "victim")
        except TooMany:
            continue
    attempts.try_password("192.0.2.2", "victim")


def test_making_accounts_is_limited(server: Server) -> None:
    answers = [
        server.visitor().post("/account/register", script=False, login=f"many-{number}", password=PASSWORD)
        for number in range(8)
    ]
    assert [answer.status_code for answer in answers[:6]] == [200] * 6 and answers[-1].status_code == 429
    assert "Please wait a moment." in answers[-1].text and answers[-1].headers["retry-after"] == "10"


def test_an_account_changes_only_by_its_old_password(server: Server) -> None:
    ana = with_account(server, "ana")
    for old in ({}, {"old": "wrong horse"}):
        refused = ana.post("/account/register", script=False, login="mine-now", password="another horse", **old)
        assert refused.status_code == 403 and "The old password is not right." in refused.text
    assert logged_in(server, "ana") == 200 and logged_in(server, "mine-now", "another horse") == 403
    change = {"login": "anna", "password": "another horse", "old": PASSWORD}
    page = ana.post("/account/register", script=False, **change)
    assert page.status_code == 200 and "Your account is anna." in page.text
    assert logged_in(server, "anna", "another horse") == 200
    assert logged_in(server, "ana") == logged_in(server, "anna") == 403


def test_a_new_password_ends_all_other_sessions_at_once(server: Server) -> None:
    here = with_account(server, "two-places")
    there = server.visitor()
    there.post("/account/login", script=False, login="two-places", password=PASSWORD)
    assert "Your account is two-places." in there.get("/account").text  # and is remembered for a minute
    change = {"login": "two-places", "password": "another horse", "old": PASSWORD}
    here.post("/account/register", script=False, **change)
    assert "Your account is two-places." in here.get("/account").text
    assert "Your account is" not in there.get("/account").text


def test_an_account_of_a_name_that_another_one_has_is_refused(server: Server) -> None:
    with_account(server, "first")
    answer = server.visitor().post("/account/register", script=False, login=" FIRST ", password=PASSWORD)
    assert answer.status_code == 409


def test_a_name_that_grows_when_folded_is_refused(server: Server) -> None:
    answer = server.visitor().post("/account/register", script=False, login="ß" * 40, password=PASSWORD)
    assert answer.status_code == 422
    assert logged_in(server, "ß" * 40) == 403


def test_tokens_are_listed_and_withdrawn_on_the_page(server: Server) -> None:
    ana = with_account(server, "ana-2")
    page = ana.post("/account/token", script=False, label="my <b>bot\u202e")
    token = page.text.partition("<code>")[2].partition("</code>")[0]
    robo = server.client(headers={"Authorization": f"Bearer {token}"})
    assert robo.get("/api/tables").status_code == 200
    assert "my &lt;b&gt;bot<" in ana.get("/account").text
    (listed,) = robo.get("/api/tokens").json()
    other = with_account(server, "ben-2")
    assert other.post("/account/withdraw", script=False, token=listed["id"]).status_code == 404
    assert robo.get("/api/tables").status_code == 200
    gone = ana.post("/account/withdraw", script=False, token=listed["id"])
    assert gone.status_code == 200 and "my &lt;b&gt;bot" not in gone.text
    assert robo.get("/api/tables").status_code == 401


def test_tokens_are_listed_and_withdrawn_by_programs(server: Server) -> None:
    one, other = api(server, "Robo"), api(server, "Other")
    (token,) = one.get("/tokens").json()
    assert set(token) == {"id", "label", "created"} and len(token["id"]) == 8
    assert other.delete(f"/tokens/{token['id']}").status_code == 404
    assert one.delete(f"/tokens/{token['id']}").status_code == 204
    assert one.get("/tables").status_code == 401


def test_a_player_who_was_deleted_is_a_stranger_again(server: Server) -> None:
    store = server.context.store
    host = server.visitor("Host")
    table = host.new_table("me", "open")
    for deed in ("/tables", f"/t/{table}/join", "/account/token", "/account/name", "/account/register", "/language"):
        ana = server.visitor("Ana")
        ana.new_table("me", "here")
        (player,) = (player for player in store.players() if player.name == "Ana")
        store.delete_player(player.id)
        form = {"game": "meduris", "seat0": "me", "seat1": "open", "language": "en"}
        answer = ana.post(deed, script=False, name="Anna", login=f"anna{deed[:4]}", password=PASSWORD, **form)
        assert answer.status_code < 500, deed
        assert 'value="Ana"' not in ana.get("/account").text
        ana.csrf = ana._token(ana.get("/").text)
        ana.new_table("me", "here")
        (again,) = (player for player in store.players() if player.name == "Ana")
        store.delete_player(again.id)


def test_a_program_whose_player_was_deleted_is_a_stranger_again(server: Server) -> None:
    robo = api(server, "Robot")
    (player,) = (player for player in server.context.store.players() if player.name == "Robot")
    server.context.store.delete_player(player.id)
    assert robo.post("/tables", json={"game": "meduris", "seats": ["me", "open"]}).status_code == 401


def test_old_databases_get_ids_for_tokens_and_folded_logins(tmp_path: Path) -> None:
    from sqlalchemy import text

    from dolmen.store import Store
    from dolmen.store.engine import migrate, open_engine

    url = f"sqlite:///{tmp_path}/old.sqlite"
    engine = open_engine(url)
    migrate(engine, "0003")
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO players (id, name, login, created) VALUES ('p', 'Ana', '\uff41na', 1)"))
        connection.execute(text("INSERT INTO tokens (hash, kind, player, created) VALUES ('h', 'api', 'p', 1)"))
        connection.execute(text("INSERT INTO tokens (hash, kind, player, created) VALUES ('i', 'session', 'p', 1)"))
    engine.dispose()
    store = Store(url)
    (token,) = store.api_tokens("p")
    assert len(token.id) == 8 and token.label == ""
    assert store.find_player("ANA").id == "p"
    store.close()
