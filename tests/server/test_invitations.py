"""Invitations, challenges, open tables, resigning, leaving, accounts of programs: over the API, and who may what."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from dolmen.server.rated import rate
from dolmen.store import PlayedGame, PlayedSeat, now
from tests.server.people import Server, Visitor, api
from tests.server.test_account_stream import listening, play_on


def me(program: httpx.Client) -> str:
    return str(program.get("/me").json()["id"])


def challenge(sender: httpx.Client, *others: httpx.Client, **more: Any) -> list[dict[str, Any]]:
    body = {"game": "meduris", "players": [me(other) for other in others], **more}
    answer = sender.post("/challenges", json=body)
    assert answer.status_code == 201, answer.text
    sent: list[dict[str, Any]] = answer.json()
    return sent


def test_a_challenge_is_told_accepted_and_begins(server: Server) -> None:
    robo, bibo = api(server, "Robo"), api(server, "Bibo")
    with listening(robo) as own, listening(bibo) as other:
        (sent,) = challenge(robo, bibo, options={"rated": "on"}, clock=60)
        told = other.wait("challenged")["invitation"]
        assert told == sent and told["sender"]["name"] == "Robo" and told["rated"] and told["clock"] == 60
        assert [one["id"] for one in bibo.get("/invitations").json()] == [sent["id"]]
        table = bibo.post(f"/invitations/{sent['id']}/accept").json()
        assert table["id"] == sent["table"] and table["status"] == "playing" and table["seat"] == 1
        assert bibo.post(f"/invitations/{sent['id']}/accept").json()["id"] == table["id"], "twice is once"
        assert own.wait("answered")["invitation"]["status"] == "accepted" and own.wait("turn", table["id"])
        assert other.wait("begins", table["id"]) and not other.of("answered")
        assert robo.get("/invitations").json() == [] == bibo.get("/invitations").json()
        assert bibo.post(f"/invitations/{sent['id']}/decline").json()["error"] == "NotInvited"
        assert robo.delete(f"/invitations/{sent['id']}").status_code == 409


@pytest.mark.parametrize("answer", ["declined", "withdrawn"])
def test_a_challenge_that_is_not_wanted_leaves_no_table(server: Server, answer: str) -> None:
    robo, bibo, cleo = (api(server, name) for name in ("Robo", "Bibo", "Cleo"))
    with listening(robo) as own, listening(cleo) as third:
        first, second = challenge(robo, bibo, cleo, bots=["random"], first=False)
        seats = robo.get(f"/tables/{first['table']}").json()["seats"]
        assert [seat["kind"] for seat in seats] == ["friend", "friend", "bot", "person"]
        cleo.post(f"/invitations/{second['id']}/accept")
        if answer == "declined":
            assert bibo.post(f"/invitations/{first['id']}/decline").status_code == 204
            assert bibo.post(f"/invitations/{first['id']}/decline").status_code == 204, "twice is once"
            assert own.wait("answered", number=2)["invitation"]["status"] == "declined"
        else:
            assert robo.delete(f"/invitations/{first['id']}").status_code == 204
        assert own.wait("closed")["table"] == first["table"] == third.wait("closed")["table"]
    assert robo.get(f"/tables/{first['table']}").status_code == 404
    assert bibo.post(f"/invitations/{first['id']}/accept").status_code == 409
    assert bibo.get("/invitations").json() == []


def test_an_invitation_keeps_a_seat_at_a_table_that_there_is(server: Server) -> None:
    robo, bibo, cleo = (api(server, name) for name in ("Robo", "Bibo", "Cleo"))
    table = robo.post("/tables", json={"game": "meduris", "seats": ["me", "friend", "open"]}).json()["id"]
    with listening(bibo) as other:
        sent = robo.post(f"/tables/{table}/invitations", json={"player": me(bibo)}).json()
        assert other.wait("invited")["invitation"] == sent and sent["kind"] == "invitation"
        assert robo.post(f"/tables/{table}/invitations", json={"player": me(bibo)}).status_code == 400
        assert robo.post(f"/tables/{table}/invitations", json={"player": me(cleo)}).json()["error"] == "SeatTaken"
        assert bibo.post(f"/invitations/{sent['id']}/decline").status_code == 204
        again = robo.post(f"/tables/{table}/invitations", json={"player": me(bibo)}).json()
        other.wait("invited", number=2)
        assert bibo.post(f"/invitations/{again['id']}/accept").json()["seat"] == 1
        assert robo.get(f"/tables/{table}").json()["status"] == "waiting", "a seat is still open"
        assert bibo.post(f"/tables/{table}/leave").status_code == 204
        seats = robo.get(f"/tables/{table}").json()["seats"]
        assert [(seat["kind"], seat["name"]) for seat in seats] == [("person", "Robo"), ("friend", ""), ("open", "")]
        assert other.wait("closed", table)


def test_invitations_are_for_who_got_them_and_of_who_sent_them(server: Server) -> None:
    """A stranger, a spectator and the opponent are refused, each on every route."""
    robo, bibo, eve = (api(server, name) for name in ("Robo", "Bibo", "Eve"))
    (sent,) = challenge(robo, bibo)
    with server.client(base_url=f"{server.url}/api") as nobody:
        for path in ("accept", "decline"):
            assert nobody.post(f"/invitations/{sent['id']}/{path}").status_code == 401
            assert eve.post(f"/invitations/{sent['id']}/{path}").status_code == 404
            assert robo.post(f"/invitations/{sent['id']}/{path}").status_code == 404, "one's own"
        assert nobody.delete(f"/invitations/{sent['id']}").status_code == 401
        for path in ("leave", "rematch", "resign", "undo", "undo/answer", "invitations"):
            assert nobody.post(f"/tables/{sent['table']}/{path}", json={}).status_code == 401
        for path in ("/invitations", "/open-tables", f"/tables/{sent['table']}/file", "/stream"):
            assert nobody.get(path).status_code == 401
        assert nobody.post("/me/bot").status_code == 401 == nobody.post("/challenges", json={}).status_code
    for other in (bibo, eve):
        assert other.delete(f"/invitations/{sent['id']}").status_code == 404
        refused = other.post(f"/tables/{sent['table']}/invitations", json={"player": me(eve)})
        assert refused.status_code == 403
    assert eve.get("/invitations").json() == []
    assert bibo.post(f"/invitations/{sent['id']}/accept").status_code == 200
    table = f"/tables/{sent['table']}"
    for path, body in (
        ("resign", {}),
        ("leave", {}),
        ("undo", {"sequence": 0}),
        ("undo/answer", {"sequence": 0, "agree": True}),
    ):
        assert eve.post(f"{table}/{path}", json=body).status_code in (403, 409), path
        assert bibo.post(f"{table}/{path}", json={**body, "seat": 0}).status_code in (403, 409, 422), path
    assert eve.post(f"{table}/rematch").status_code == 403 and bibo.post(f"{table}/rematch").status_code == 409
    assert server.context.store.last_sequence(sent["table"]) == robo.get(table).json()["sequence"]
    for wrong in ([me(robo)], [me(bibo), me(bibo)], ["nobody"]):
        answer = robo.post("/challenges", json={"game": "meduris", "players": wrong})
        assert answer.status_code in (400, 404), answer.text


def test_open_tables_are_listed_for_everybody(server: Server) -> None:
    robo, bibo = api(server, "Robo"), api(server, "Bibo")
    new = {"game": "meduris", "seats": ["me", "open"], "options": {"rated": "on"}, "clock": 90}
    table = robo.post("/tables", json=new).json()["id"]
    (found,) = [one for one in bibo.get("/open-tables").json() if one["id"] == table]
    assert (found["rated"], found["clock"], found["game"]) == (True, 90, "meduris")
    assert [(seat["kind"], seat["yours"]) for seat in found["seats"]] == [("person", False), ("open", False)]
    assert bibo.post(f"/tables/{table}/join").json()["status"] == "playing"
    assert table not in [one["id"] for one in bibo.get("/open-tables").json()]


def test_who_leaves_an_open_seat_leaves_it_open(server: Server) -> None:
    robo, bibo = api(server, "Robo"), api(server, "Bibo")
    table = robo.post("/tables", json={"game": "meduris", "seats": ["me", "open", "open"]}).json()["id"]
    bibo.post(f"/tables/{table}/join")
    assert bibo.post(f"/tables/{table}/leave").status_code == 204
    assert [seat["kind"] for seat in robo.get(f"/tables/{table}").json()["seats"]] == ["person", "open", "open"]
    assert bibo.post(f"/tables/{table}/leave").status_code == 403


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_who_resigns_leaves_the_game_or_a_bot_plays_on(server: Server, game: str) -> None:
    robo, bibo = api(server, "Robo"), api(server, "Bibo")
    table = robo.post("/tables", json={"game": game, "seats": ["me", "open"]}).json()["id"]
    assert robo.post(f"/tables/{table}/resign", json={}).json()["error"] == "NotRunning"
    bibo.post(f"/tables/{table}/join")
    play_on(server, table, 16)
    assert bibo.post(f"/tables/{table}/resign", json={"seat": 1}).status_code == 204
    live = server.context.tables.live(table)
    if game == "meduris":
        assert live.seats[1].kind == "bot" and live.seats[1].player == me(bibo) and live.conduct.left == {1}
    else:
        assert live.conduct.left == {1}
    sequence = live.sequence
    assert bibo.post(f"/tables/{table}/resign", json={"seat": 1}).status_code == 204, "it is done once"
    assert server.context.tables.live(table).sequence == sequence


def test_people_answer_invitations_on_the_first_page_and_challenge_from_a_page(server: Server) -> None:
    ana, robo, eve = server.visitor("Ana"), api(server, "Robo"), server.visitor("Eve")
    for visitor in (ana, eve):
        visitor.post("/account/name", script=False, name=visitor.name)
        visitor.csrf = visitor._token(visitor.get("/account").text)
    own = ana.http.get("/me").url.path.rpartition("/")[2]
    (first,) = robo.post("/challenges", json={"game": "meduris", "players": [own]}).json()
    (second,) = robo.post("/challenges", json={"game": "terra-mystica", "players": [own]}).json()
    page = ana.get("/").text
    assert "Robo wants to play Meduris with you" in page and "Robo wants to play Terra Mystica with you" in page
    assert "wants to play" not in eve.get("/").text
    for answer in ("yes", "no"):
        assert eve.post(f"/invitations/{first['id']}", script=False, answer=answer).status_code == 404
    assert ana.post(f"/invitations/{second['id']}", script=False, answer="no").url.path == "/"
    assert ana.post(f"/invitations/{first['id']}", script=False, answer="yes").url.path == f"/t/{first['table']}"
    assert "wants to play" not in ana.get("/").text
    assert ana.post(f"/invitations/{first['id']}", script=False, answer="no").status_code == 409
    with listening(robo) as events:
        page = ana.get(f"/player/{me(robo)}").text
        assert "Challenge: Meduris" in page and "Challenge: " not in ana.get(f"/player/{own}").text
        made = ana.post(f"/player/{me(robo)}/challenge", script=False, game="meduris")
        assert events.wait("challenged")["invitation"]["table"] == made.url.path.rpartition("/")[2]
    assert ana.post(f"/player/{own}/challenge", script=False, game="meduris").status_code == 400
    assert ana.post("/player/nobody/challenge", script=False, game="meduris").status_code == 404


# ------------------------------------------------------------------------------------------------ accounts of programs


def test_an_account_is_marked_once_and_shown_wherever_its_name_stands(server: Server) -> None:
    robo, ana = api(server, "Robo"), server.visitor("Ana")
    assert not robo.get("/me").json()["bot_account"]
    for _ in range(2):
        assert robo.post("/me/bot").status_code == 204
    assert robo.get("/me").json()["bot_account"]
    table = robo.post("/tables", json={"game": "meduris", "seats": ["me", "open", "open"]}).json()
    assert [seat["bot_account"] for seat in table["seats"]] == [True, False, False]
    assert "<b>Robo</b><small>bot</small>" in ana.get(f"/t/{table['id']}").text
    ana.join(table["id"])
    api(server, "Cleo").post(f"/tables/{table['id']}/join")
    shown = ana.get(f"/t/{table['id']}").text
    assert "Robo</b>" in shown and "bot" in shown.partition("Robo</b>")[2][:80]
    assert "bot" in ana.get(f"/player/{me(robo)}").text.partition("Robo")[2].partition("</h1>")[0]
    with listening(robo) as events:
        assert events.told[-1]["bot_account"]


def test_programs_are_rated_among_the_bots(server: Server) -> None:
    store = server.context.store
    robo, ana = api(server, "Robo"), api(server, "Ana")
    robo.post("/me/bot")
    for number in range(5):
        seats = [PlayedSeat(f"game {number}", seat, me(one), "", seat + 1) for seat, one in enumerate((robo, ana))]
        counted: dict[str, Any] = {"facts": {}, "seats": [{"facts": {}, "points": {}}] * 2}
        game = ("table", "meduris", 2, now(), f"g{number}", [9, 3], [1, 0])
        played = PlayedGame(f"game {number}", *game, counted, rated=True)
        store.enter_game(played, seats, lambda given, before: rate("meduris", given, before))
    listed = {one["name"]: one for one in robo.get("/ratings/meduris").json()}
    assert listed["Robo"]["bot"] and listed["Robo"]["player"] == me(robo) and not listed["Ana"]["bot"]
    page = server.visitor().get("/statistics/meduris")
    assert page.status_code == 200
    for name, symbol in (("Robo", "i-bot"), ("Ana", "i-seat")):
        assert symbol in page.text.partition(f"{name}</a>")[0].rpartition("<li")[2]
    assert ana.post("/me/bot").json()["error"] == "AlreadyRated"


def test_the_account_page_marks_it_by_its_name(server: Server) -> None:
    robo = server.visitor("Robo")
    robo.post("/account/name", script=False, name="Robo")
    robo.csrf = robo._token(robo.get("/account").text)
    robo.post("/account/register", script=False, login="robo-bot", password="correct horse")
    assert "This is a bot" in robo.get("/account").text
    assert robo.post("/account/bot", script=False, login="another").status_code == 422
    assert _mark(robo).status_code == 200
    assert "This account belongs to a program" in robo.get("/account").text
    found = server.context.store.find_player("robo-bot")
    assert found.bot_account
    assert server.visitor().post("/account/bot", script=False, login="robo-bot").status_code == 403


def _mark(visitor: Visitor) -> httpx.Response:
    return visitor.post("/account/bot", script=False, login=" Robo-Bot ")
