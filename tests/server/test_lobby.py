"""Before the game: one link for the table, seats that fill live, the invitation, who is called."""

from __future__ import annotations

import re

from dolmen.server.bot_list import bot_of_level
from tests.server.people import Listener, Server, Visitor, api, two_people, wait_for


def link_of(visitor: Visitor, table: str) -> str:
    found = re.search(rf'value="[^"]*/j/{table}/(\w+)"', visitor.get(f"/t/{table}").text)
    assert found, "no link"
    return found[1]


def test_one_link_takes_the_next_free_seat_until_all_are_taken(server: Server) -> None:
    ana, ben, cleo, dag = map(server.visitor, ("Ana", "Ben", "Cleo", "Dag"))
    table = ana.new_table("me", "friend", "friend")
    link = link_of(ana, table)
    assert link == server.context.tables.table_token(table)
    for friend in (ben, cleo):
        assert "invites you to" in friend.get(f"/j/{table}/{link}").text
        assert friend.join(table, link).status_code == 200
    live = server.context.tables.live(table)
    assert [seat.name for seat in live.seats] == ["Ana", "Ben", "Cleo"] and live.table.status == "playing"
    assert ben.join(table, link).status_code == 200, "who sits there already stays"
    assert dag.join(table, link).status_code == 409
    assert dag.get(f"/j/{table}/{link}").url.path == f"/t/{table}"


def test_links_of_single_seats_still_work_and_others_do_not(server: Server) -> None:
    ana, ben, cleo = map(server.visitor, ("Ana", "Ben", "Cleo"))
    table, other = ana.new_table("me", "friend", "friend"), ana.new_table("me", "friend")
    tables = server.context.tables
    assert ben.join(table, tables.seat_token(table, 2)).status_code == 200
    assert tables.live(table).seats[2].name == "Ben"
    for wrong in (tables.table_token(other), tables.seat_token(other, 1), "x"):
        assert cleo.get(f"/j/{table}/{wrong}").status_code == 404
        assert cleo.join(table, wrong).status_code == 404


def test_only_who_made_the_table_sees_its_link(server: Server) -> None:
    ana, ben, zoe = map(server.visitor, ("Ana", "Ben", "Zoe"))
    table = ana.new_table("me", "friend", "friend")
    link = link_of(ana, table)
    ben.join(table, link)
    for other in (ben, zoe):
        assert link not in other.get(f"/t/{table}").text
    page = ana.get(f"/t/{table}").text
    code = page.partition('class="qr"')[2].partition("</div>")[0]
    assert "<svg" in code and 'fill="#fff"' in code and " style=" not in code


def test_seats_fill_live_and_the_lobby_tells_that_the_game_has_begun(server: Server) -> None:
    ana, ben, cleo = map(server.visitor, ("Ana", "Ben", "Cleo"))
    table = ana.new_table("me", "friend", "open")
    listener = Listener(ana, f"/t/{table}/lobby/stream")
    wait_for(lambda: "1 of 3 are here" in listener.text)
    ben.join(table, link_of(ana, table))
    wait_for(lambda: "2 of 3 are here" in listener.text and "<b>Ben</b>" in listener.text)
    ana.post(f"/t/{table}/chat", text="hello")
    wait_for(lambda: "hello" in listener.text)
    assert "data-begun" not in listener.text
    cleo.join(table)
    wait_for(lambda: "data-begun" in listener.text)


def test_a_bot_of_a_level_takes_one_seat_or_all_that_are_free(server: Server) -> None:
    ana, ben = server.visitor("Ana"), server.visitor("Ben")
    table = ana.new_table("me", "friend", "friend", "friend")
    ana.post(f"/t/{table}/fill", script=False, seat=2, level=4)
    live = server.context.tables.live(table)
    assert [seat.kind for seat in live.seats] == ["person", "friend", "bot", "friend"]
    assert live.seats[2].bot == bot_of_level("meduris", 4) and live.table.status == "waiting"
    assert ben.post(f"/t/{table}/fill", script=False).status_code == 403
    ana.post(f"/t/{table}/fill", script=False, level=1)
    seats = server.context.tables.live(table).seats
    assert [seat.bot for seat in seats] == ["", "greedy", "strong", "greedy"]
    assert server.context.store.table(table).status == "playing"


def test_an_invitation_says_who_invites_to_what_and_how_long_it_takes(server: Server) -> None:
    ana = server.visitor("Ana")
    table = ana.new_table("me", "friend", "bot:greedy", game="terra-mystica", clock_unit="days", clock_number="2")
    page = server.visitor().get(f"/j/{table}/{link_of(ana, table)}").text
    said = re.sub(r"<[^>]+>|\s+", " ", page)
    for words in ("Ana invites you to Terra Mystica", "2 hours", "up to 2 days", "3 seats", "1 is free", "Sit down"):
        assert words in re.sub(" +", " ", said), words
    assert f'data-remember="hints-{table}"' in page, "who never played gets hints at this table"


def test_nobody_is_promised_a_call_by_the_server_itself(server: Server) -> None:
    ana, ben, table = two_people(server)
    asked, waiting = (ana, ben) if server.context.tables.live(table).asked == 0 else (ben, ana)
    waits = waiting.get(f"/t/{table}").text
    assert f"{asked.name} is thinking." in waits and 'id="call"' in waits
    watched = server.visitor("Zoe").get(f"/t/{table}").text
    assert f"{asked.name} is thinking." in watched and 'id="call"' not in watched and "be called" not in watched


def test_programs_are_told_that_a_free_seat_is_kept_for_a_friend(server: Server) -> None:
    robo, bibo = api(server, "Robo"), api(server, "Bibo")
    made = robo.post("/tables", json={"game": "meduris", "seats": ["me", "friend"]}).json()
    here = f"/tables/{made['id']}/join"
    refused = bibo.post(here)
    assert refused.status_code == 409 and "kept for a friend: it is taken by its link" in refused.json()["message"]
    assert bibo.post(here, params={"token": made["seats"][1]["link"]}).status_code == 200
    late = api(server, "Late").post(here)
    assert late.status_code == 409 and late.json()["message"] == "somebody sits there already"
