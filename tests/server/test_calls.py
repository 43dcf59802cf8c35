"""Who does not look is called: asked for, once, never for a seat that has acted, and one click ends it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from dolmen.server.calls import runner
from dolmen.server.calls.occasions import consents, occasions
from dolmen.server.commands import moves, tournaments, undo
from dolmen.store import CallChannel, Player, now
from tests.server.endpoints import Browser, Mailbox, Place, link_of, mail_server, signed_claims, web_place
from tests.server.people import Listener, Server, Visitor, api, serve, two_people, wait_for
from tests.server.tournaments_played import new_tournament

MAIL = "ben@example.org"


@dataclass
class World:
    """A server with all that it may call."""

    server: Server
    mailbox: Mailbox
    push: Place
    room: Place

    def calls(self) -> list[tuple[str, str]]:
        """What the outbox holds: kinds and states."""
        with self.server.context.store.engine.connect() as connection:
            return [(row.kind, row.status) for row in connection.exec_driver_sql("SELECT * FROM calls ORDER BY id")]

    def comes_later(self) -> bool:
        """Whether the last one is to be told again, but not within the hour."""
        with self.server.context.store.engine.connect() as connection:
            last = connection.exec_driver_sql("SELECT status, due FROM calls ORDER BY id DESC LIMIT 1").one()
        return bool(last.status == "waiting" and last.due > now() + 3_000_000)

    def settled(self) -> bool:
        return all(status not in ("waiting", "handed") for _kind, status in self.calls())


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with mail_server() as mailbox, web_place() as push, web_place() as room:
        settings = {
            "address": "https://table.example.org",
            "notice_delay": 0.0,
            "notices_here": True,
            "smtp_host": "127.0.0.1",
            "smtp_port": mailbox.port,
            "smtp_security": "none",
            "mail_from": "table@example.org",
        }
        with serve(f"sqlite:///{tmp_path}/tables.sqlite", **settings) as server:
            yield World(server, mailbox, push, room)


def player_of(visitor: Visitor, server: Server) -> Player:
    return next(one for one in server.context.store.players() if one.name == visitor.name)


def channel_of(visitor: Visitor, server: Server) -> CallChannel:
    """The only channel of a visitor."""
    [channel] = server.context.store.channels_of([player_of(visitor, server).id])
    return channel


def call_by_mail(world: World, visitor: Visitor, address: str = MAIL) -> EmailMessage:
    """Switch mail on as a person would; gives the mail that asked."""
    answer = visitor.post("/account/called/mail", script=False, address=address)
    assert "A mail is on its way" in answer.text
    wait_for(lambda: world.mailbox.to(address))
    asked = world.mailbox.to(address)[-1]
    confirmed = world.server.client().post(link_of(asked, "called/confirm"))
    assert confirmed.status_code == 200 and f"You will be called at {address}" in confirmed.text
    return asked


def seated(world: World) -> tuple[Visitor, Visitor, str]:
    """Ana, who is asked first, and Ben at a table."""
    return two_people(world.server)


def asked_visitor(ana: Visitor, ben: Visitor, table: str) -> tuple[Visitor, int]:
    """Who is asked now, and the seat."""
    for visitor in (ana, ben):
        for seat in (0, 1):
            if 'data-kind="ask"' in visitor.get(f"/t/{table}?seat={seat}").text:
                return visitor, seat
    raise AssertionError("nobody is asked")


def play_until_asked(who: Visitor, ana: Visitor, ben: Visitor, table: str) -> None:
    """Play until the table waits for somebody."""
    for _ in range(60):
        visitor, seat = asked_visitor(ana, ben, table)
        if visitor is who:
            return
        visitor.move(table, visitor.choose(table, seat))
    raise AssertionError("it never became their turn")


# ---------------------------------------------------------------------------------------------------- mail


def test_mail_is_confirmed_first_then_tells_the_turn_and_one_click_ends_it(world: World) -> None:
    ana, ben, table = seated(world)
    asked = call_by_mail(world, ben)
    assert asked["Subject"] == "Shall we call you here?" and "It is your turn" not in asked.get_content()
    play_until_asked(ben, ana, ben, table)
    wait_for(lambda: len(world.mailbox.to(MAIL)) == 2)
    mail = world.mailbox.to(MAIL)[1]
    name = world.server.context.store.table(table).name
    assert mail["Subject"] == f"Your turn: {name}"
    assert f"It is your turn at {name} (Meduris)." in mail.get_content()
    assert f"https://table.example.org/t/{table}" in mail.get_content()
    end = mail["List-Unsubscribe"].strip("<>")
    assert end.startswith("https://table.example.org/called/end/") and end in mail.get_content()
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stranger = world.server.client()
    looked = stranger.get(urlsplit(end).path)
    assert f"No more calls to {MAIL}?" in looked.text and "data-at-once" in looked.text
    assert channel_of(ben, world.server).status == "on", "a filter that looks at links ends nothing"
    ended = stranger.post(urlsplit(end).path, data={"List-Unsubscribe": "One-Click"})
    assert ended.status_code == 200 and "not called there any more" in ended.text
    assert "You are not called." in ben.get("/account").text
    assert stranger.post(urlsplit(end).path).status_code == 200, "a second click changes nothing"
    assert stranger.post(urlsplit(end).path[:-1]).status_code == 404


def test_nothing_is_sent_before_the_address_has_agreed(world: World) -> None:
    ana, ben, table = seated(world)
    ben.post("/account/called/mail", script=False, address=MAIL)
    wait_for(lambda: len(world.mailbox.mails) == 1 and world.settled())
    play_until_asked(ben, ana, ben, table)
    ana_channel = call_by_mail(world, ana, "ana@example.org")  # somebody else's goes out meanwhile
    assert ana_channel["To"] == "ana@example.org"
    assert len(world.mailbox.to(MAIL)) == 1
    answer = ben.post("/account/called/try", script=False, channel=channel_of(ben, world.server).id)
    assert answer.status_code == 422 and "not switched on" in answer.text


def test_a_turn_is_told_once_and_not_again_in_its_middle(world: World) -> None:
    ana, ben, table = seated(world)
    call_by_mail(world, ben)
    play_until_asked(ben, ana, ben, table)
    wait_for(lambda: len(world.mailbox.to(MAIL)) == 2)
    for path in ("", "/prompt?chosen=1.1&seat=1"):  # looking changes nothing
        ben.get(f"/t/{table}{path}")
    world.server.context.tables.tell(table)
    ana.post(f"/t/{table}/chat", text="Hello?")
    wait_for(lambda: [kind for kind, _ in world.calls()].count("turn") == 1 and world.settled())
    assert len(world.mailbox.to(MAIL)) == 2


def test_who_looks_at_the_table_is_not_called(world: World) -> None:
    ana, ben, table = seated(world)
    call_by_mail(world, ben)
    stream = Listener(ben, f"/t/{table}/stream?seat=1")
    stream.opened.wait(30)
    wait_for(lambda: world.server.context.streams.players_at(table))
    play_until_asked(ben, ana, ben, table)
    wait_for(lambda: ("turn", "moot") in world.calls())
    assert len(world.mailbox.to(MAIL)) == 1


def test_a_seat_that_has_acted_while_the_letter_was_on_its_way_is_not_called(world: World) -> None:
    """The mail server listens, and only then Ben moves: what is about to be told does not hold any more."""
    ana, ben, table = seated(world)
    call_by_mail(world, ben)
    acted: list[bool] = []

    async def handle_mail(_server: object, _session: object, envelope: object, address: str, options: list[str]) -> str:
        if not acted:
            acted.append(True)
            while (asked := asked_visitor(ana, ben, table))[0] is ben:
                ben.move(table, ben.choose(table, asked[1]))
        envelope.mail_from, envelope.mail_options = address, options  # type: ignore[attr-defined]
        return "250 OK"

    world.mailbox.handle_MAIL = handle_mail  # type: ignore[attr-defined]
    play_until_asked(ben, ana, ben, table)
    wait_for(lambda: acted and ("turn", "moot") in world.calls())
    assert len(world.mailbox.to(MAIL)) == 1


def test_a_turn_that_was_taken_back_before_it_was_told_is_told_when_it_comes_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, ben, table = seated(world)
    call_by_mail(world, ben)
    tables, player = world.server.context.tables, player_of(ana, world.server)
    monkeypatch.setattr(runner.CallRunner, "_is_too_soon", lambda *_: True)  # a minute has not passed yet
    [action, *_] = tables.live(table).state.legal_actions()
    moves.move(tables, table, player, 0, tables.live(table).sequence, [action], None)
    assert tables.live(table).asked == 1
    wait_for(lambda: ("turn", "waiting") in world.calls())
    undo.back(tables, table, player, 0, tables.live(table).sequence)
    monkeypatch.undo()
    wait_for(lambda: ("turn", "moot") in world.calls())
    moves.move(tables, table, player, 0, tables.live(table).sequence, [action], None)
    wait_for(lambda: ("turn", "sent") in world.calls())
    assert [mail["Subject"].partition(":")[0] for mail in world.mailbox.to(MAIL)[1:]] == ["Your turn"]
    undo.back(tables, table, player, 0, tables.live(table).sequence)
    moves.move(tables, table, player, 0, tables.live(table).sequence, [action], None)
    call_by_mail(world, ana, "ana@example.org")  # goes out meanwhile
    assert world.settled() and len(world.mailbox.to(MAIL)) == 2, "told once, it is not told again"


def test_several_tables_that_wait_are_one_mail(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, ben, first = seated(world)
    call_by_mail(world, ben)
    monkeypatch.setattr(runner.CallRunner, "_is_too_soon", lambda *_: True)  # for as long as the tables are laid
    link = world.server.context.tables.table_token
    tables = [first]
    for _ in range(2):
        tables.append(ana.new_table("me", "friend"))
        assert ben.join(tables[-1], link(tables[-1])).status_code == 200
    for table in tables:
        play_until_asked(ben, ana, ben, table)
    wait_for(lambda: world.calls().count(("turn", "waiting")) == 3)
    monkeypatch.undo()
    wait_for(world.settled)
    [mail] = world.mailbox.to(MAIL)[1:]
    assert mail["Subject"] == "3 tables call you"
    assert all(f"/t/{table}" in mail.get_content() for table in tables)


def test_mail_speaks_the_players_language_and_no_head_can_be_forged(world: World) -> None:
    ana, ben, table = seated(world)
    ben.post("/language", script=False, language="es")
    for wrong in ("ben", "ben@host", "ben@exa mple.org", "ben@example.org\nBcc: all@example.org", f"{'b' * 250}@x.org"):
        answer = ben.post("/account/called/mail", script=False, address=wrong)
        assert answer.status_code == 422 and "Esta no es una dirección de correo." in answer.text, wrong
    ben.post("/account/called/mail", script=False, address=f" {MAIL} ")
    wait_for(lambda: world.mailbox.to(MAIL))
    assert world.mailbox.to(MAIL)[0]["Subject"] == "¿Te avisamos aquí?"
    world.server.client().post(link_of(world.mailbox.to(MAIL)[0], "called/confirm"))
    play_until_asked(ben, ana, ben, table)
    wait_for(lambda: len(world.mailbox.to(MAIL)) == 2)
    mail = world.mailbox.to(MAIL)[1]
    assert mail["Subject"].startswith("Tu turno: ") and mail["Content-Language"] == "es"


def test_a_mailbox_is_asked_three_times_a_day_at_most(world: World) -> None:
    ben = two_people(world.server)[1]
    for _ in range(3):
        assert ben.post("/account/called/mail", script=False, address=MAIL).status_code == 200
        ben.post("/account/called/end", script=False, channel=channel_of(ben, world.server).id)
    refused = ben.post("/account/called/mail", script=False, address=MAIL)
    assert refused.status_code == 429 and "Many mails were asked for today" in refused.text


def test_a_mailbox_that_does_not_exist_ends_it_with_a_sentence(world: World) -> None:
    ben = two_people(world.server)[1]
    world.mailbox.refused.add(MAIL)
    ben.post("/account/called/mail", script=False, address=MAIL)
    wait_for(lambda: channel_of(ben, world.server).status == "off")
    assert "There is no such mailbox." in ben.get("/account/called").text


# ---------------------------------------------------------------------------------------------------- trouble


def test_what_fails_is_tried_again_and_given_up_with_a_sentence(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, ben, table = seated(world)
    call_by_mail(world, ben)
    world.mailbox.answer = "451 later"
    monkeypatch.setattr(runner, "PAUSES", (3600,))  # the last one is the longest
    play_until_asked(ben, ana, ben, table)
    wait_for(lambda: channel_of(ben, world.server).why == "mail server" and world.comes_later())
    page = ben.get("/account/called").text
    assert "The host&#39;s mail server did not take it. We go on trying." in page
    monkeypatch.setattr(runner, "PAUSES", (0,))
    with world.server.context.store.engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE calls SET due = {now()} WHERE status = 'waiting'")
    wait_for(lambda: world.calls()[-1] == ("turn", "failed"))
    assert "We tried for a day and gave up" in ben.get("/account/called").text
    assert len(world.mailbox.to(MAIL)) == 1
    world.mailbox.answer = "250 OK"
    ben.post("/account/called/try", script=False, channel=channel_of(ben, world.server).id)
    wait_for(lambda: len(world.mailbox.to(MAIL)) == 2 and world.settled())
    assert "gave up" not in ben.get("/account/called").text, "it works again"
    assert 'dolmen_calls_total{result="failed",way="mail"}' in world.server.client().get("/metrics").text


# ---------------------------------------------------------------------------------------------------- push


def subscribe(world: World, visitor: Visitor, browser: Browser) -> httpx.Response:
    return visitor.post("/account/called/push", script=False, endpoint=f"{world.push.url}/send/1", **browser.keys)


def test_a_browser_is_told_encrypted_and_signed(world: World) -> None:
    ana, ben, table = seated(world)
    browser = Browser()
    assert "It is switched on." in subscribe(world, ben, browser).text
    play_until_asked(ben, ana, ben, table)
    wait_for(lambda: world.push.bodies and world.settled())
    [body], [head] = world.push.bodies, world.push.heads
    told = browser.read(body)
    name = world.server.context.store.table(table).name
    assert told["title"] == f"Your turn: {name}" and told["path"] == f"t/{table}" and told["tag"] == table
    assert told["body"].startswith(f"It is your turn at {name} (Meduris). ")
    assert head["content-encoding"] == "aes128gcm" and int(head["ttl"]) > 0 and head["topic"] == table
    claims = signed_claims(head["authorization"])
    assert claims["aud"] == world.push.url and claims["sub"] == "https://table.example.org"
    assert now() / 1000 < claims["exp"] < now() / 1000 + 24 * 3600


def test_a_subscription_that_is_gone_ends(world: World) -> None:
    ben = two_people(world.server)[1]
    subscribe(world, ben, Browser())
    world.push.status = 410
    ben.post("/account/called/try", script=False, channel=channel_of(ben, world.server).id)
    wait_for(lambda: channel_of(ben, world.server).status == "off")
    assert "It does not exist any more." in ben.get("/account/called").text
    world.push.status = 201
    subscribe(world, ben, Browser())
    assert channel_of(ben, world.server).status == "on", "the same browser may come back"


def test_keys_that_are_none_are_refused(world: World) -> None:
    ben = two_people(world.server)[1]
    keys = Browser().keys
    for wrong in ({"p256dh": "AAAA"}, {"auth": "AAAA"}, {"p256dh": keys["auth"]}, {"auth": "ä"}):
        form = {**keys, **wrong}
        answer = ben.post("/account/called/push", script=False, endpoint=f"{world.push.url}/1", **form)
        assert answer.status_code == 422 and "keys cannot be read" in answer.text


# ---------------------------------------------------------------------------------------------------- chat rooms


def test_a_room_is_told_what_everybody_may_read(world: World) -> None:
    ana, ben, table = seated(world)
    assert (
        "It is switched on." in ben.post("/account/called/hook", script=False, address=f"{world.room.url}/r?k=1").text
    )
    play_until_asked(ben, ana, ben, table)
    wait_for(lambda: world.room.bodies and world.settled())
    [body] = world.room.bodies
    name = world.server.context.store.table(table).name
    assert json.loads(body) == {"text": f"It is your turn at {name} (Meduris). https://table.example.org/t/{table}"}, (
        "and not what is asked"
    )


def test_an_address_that_is_none_is_refused_in_a_sentence_and_changes_nothing(world: World) -> None:
    ben = two_people(world.server)[1]
    ben.post("/language", script=False, language="nl")
    answer = ben.post("/account/called/hook", script=False, address="https://192.168.1.20/hook")
    assert answer.status_code == 422 and "Het adres ligt in een privénetwerk" in answer.text
    for wrong in ("", "room", "http://example.org/x", "https://example.org:22/x", "https://a@b.org/"):
        assert ben.post("/account/called/hook", script=False, address=wrong).status_code == 422
    assert ben.post("/account/called/end", script=False, channel="0123").status_code == 404
    assert "Je krijgt geen seintje." in ben.get("/account").text


def test_a_room_that_asks_for_patience_gets_it(world: World) -> None:
    ben = two_people(world.server)[1]
    ben.post("/account/called/hook", script=False, address=world.room.url)
    world.room.status, world.room.headers = 429, {"Retry-After": "1800"}
    ben.post("/account/called/try", script=False, channel=channel_of(ben, world.server).id)
    wait_for(lambda: channel_of(ben, world.server).why == "busy")
    with world.server.context.store.engine.connect() as connection:
        due = connection.exec_driver_sql("SELECT due FROM calls").scalar_one()
    assert 1790_000 < due - now() <= 1800_000


def test_nothing_follows_a_detour(world: World) -> None:
    ben = two_people(world.server)[1]
    ben.post("/account/called/hook", script=False, address=world.room.url)
    world.room.status, world.room.headers = 307, {"Location": f"{world.push.url}/secret"}
    ben.post("/account/called/try", script=False, channel=channel_of(ben, world.server).id)
    wait_for(lambda: channel_of(ben, world.server).why == "refused")
    assert len(world.room.bodies) == 1 and not world.push.bodies


def test_a_room_that_takes_it_and_says_nothing_is_not_told_twice(world: World) -> None:
    ben = two_people(world.server)[1]
    ben.post("/account/called/hook", script=False, address=world.room.url)

    def hang_up() -> None:
        raise ConnectionResetError

    world.room.before = hang_up
    ben.post("/account/called/try", script=False, channel=channel_of(ben, world.server).id)
    wait_for(lambda: channel_of(ben, world.server).why == "no answer")
    assert world.calls() == [("try", "handed")]
    assert "did not say whether the last call has arrived" in ben.get("/account/called").text


# ---------------------------------------------------------------------------------------------------- what for


def test_a_table_that_begins_calls_who_waits_and_the_end_calls_everybody_else(world: World) -> None:
    ana = world.server.visitor("Ana")
    table = ana.new_table("friend", "me", "friend")  # somebody else is asked first
    ana.post("/account/called/hook", script=False, address=world.room.url)
    for name in ("Ben", "Cleo"):
        friend = world.server.visitor(name)
        friend.join(table, world.server.context.tables.table_token(table))
    wait_for(lambda: ("begin", "sent") in world.calls())
    assert "has begun, with " in json.loads(world.room.bodies[0])["text"]


def test_the_host_of_a_tournament_is_called_when_a_table_of_his_own_begins(world: World) -> None:
    """He has not begun it: it was drawn."""
    host, tables = world.server.context.store.new_player("Host"), world.server.context.tables
    others = [world.server.context.store.new_player(name) for name in ("Ana", "Ben", "Cleo")]
    cup = new_tournament(tables, host, game="terra-mystica", seats=4)
    for one in (host, *others):
        tournaments.enter(tables, cup.id, one)
    tournaments.start(tables, cup.id, host)
    (drawn,) = tables.store.tournament_tables(cup.id)
    assert drawn.table is not None
    with tables.open(drawn.table) as live:
        told = {one.player: one.kind for one in occasions(live, now(), drawn=True)}
        assert sorted(told.values()) == ["begin", "begin", "begin", "turn"] and host.id in told
        without = {one.player for one in occasions(live, now())}
    assert without == told.keys() - ({host.id} if told[host.id] == "begin" else set())


def test_only_what_is_wished_for_is_told(world: World) -> None:
    ana, ben, table = seated(world)
    ben.post("/account/called/hook", script=False, address=world.room.url)
    answer = ben.http.post("/account/called/wishes", data={"csrf": ben.csrf, "kinds": ["over", "begin"]})
    assert "Saved." in answer.text
    play_until_asked(ben, ana, ben, table)
    ben.post("/account/called/try", script=False, channel=channel_of(ben, world.server).id)
    wait_for(lambda: world.calls() == [("try", "sent")])


def test_who_is_asked_for_a_pause_is_called_and_finds_it_in_the_list(world: World) -> None:
    ana, ben, table = two_people(world.server, clock_unit="days", clock_number="2")
    ben.post("/account/called/hook", script=False, address=world.room.url)
    ana.post(f"/t/{table}/pause", seat=0, answer="ask")
    wait_for(lambda: world.calls() == [("answer", "sent")])
    assert "Your answer is wanted" in ben.get("/mine").text and "Your answer is wanted" not in ana.get("/mine").text
    ana.post(f"/t/{table}/pause", seat=0, answer="no")  # (never mind)
    assert "Your answer is wanted" not in ben.get("/mine").text
    with world.server.context.tables.open(table) as live:
        assert not list(consents(live))


def test_a_day_has_so_many_calls(world: World) -> None:
    ben = two_people(world.server)[1]
    ben.post("/account/called/hook", script=False, address=world.room.url)
    object.__setattr__(world.server.context.config, "notices_a_day", 2)
    for number in range(3):
        ben.post("/account/called/try", script=False, channel=channel_of(ben, world.server).id)
        wait_for(lambda count=number + 1: len(world.calls()) == count and world.settled())  # type: ignore[misc]
    assert len(world.room.bodies) == 2
    assert "called again tomorrow" in ben.get("/account/called").text


# ---------------------------------------------------------------------------------------------------- programs, data


def test_programs_settle_the_same_with_the_same_rights(world: World) -> None:
    ana, ben = api(world.server, "Ana"), api(world.server, "Ben")
    seen = ana.get("/called").json()
    assert seen["kinds"] == ["turn", "answer", "begin", "over"] and seen["offers"] == ["push", "mail", "hook"]
    made = ana.post("/called/channels", json={"way": "hook", "address": world.room.url})
    assert made.status_code == 201 and made.json()["status"] == "on"
    channel = made.json()["id"]
    assert ben.post(f"/called/channels/{channel}/try").status_code == 404
    assert ben.delete(f"/called/channels/{channel}").status_code == 404
    assert ana.post(f"/called/channels/{channel}/try").status_code == 202
    wait_for(lambda: world.room.bodies)
    assert ana.put("/called/kinds", json={"kinds": ["turn"]}).status_code == 204
    assert ana.get("/called").json()["kinds"] == ["turn"]
    assert ana.put("/called/kinds", json={"kinds": ["tea"]}).status_code == 422
    mail = ana.post("/called/channels", json={"way": "mail", "address": "ana@example.org"}).json()
    assert mail["status"] == "asked"
    browser = Browser()
    push = {"way": "push", "address": f"{world.push.url}/x", **browser.keys}
    assert ana.post("/called/channels", json=push).status_code == 201
    wrong = ana.post("/called/channels", json={"way": "hook", "address": "https://10.0.0.1/x"})
    assert wrong.status_code == 422 and "private network" in wrong.json()["message"]
    assert ana.delete(f"/called/channels/{channel}").status_code == 204
    assert [one["way"] for one in ana.get("/called").json()["channels"]] == ["mail", "push"]


def test_all_of_it_is_handed_out_and_forgotten_with_a_person(world: World) -> None:
    ben = two_people(world.server)[1]
    ben.post("/account/called/hook", script=False, address=world.room.url)
    subscribe(world, ben, Browser())
    ben.http.post("/account/called/wishes", data={"csrf": ben.csrf, "kinds": ["turn"]})
    store = world.server.context.store
    player = next(one for one in store.players() if one.name == "Ben")
    for channel in store.channels_of([player.id]):
        ben.post("/account/called/try", script=False, channel=channel.id)
    wait_for(lambda: len(world.calls()) == 2 and world.settled())
    told = ben.get("/account/export").json()
    assert {one["address"] for one in told["call_channels"]} == {world.room.url, f"{world.push.url}/send/1"}
    assert [one["kinds"] for one in told["call_wishes"]] == [["turn"]] and [one["kind"] for one in told["calls"]] == [
        "try",
        "try",
    ]
    store.delete_player(player.id)
    with store.engine.connect() as connection:
        for table in ("call_channels", "call_wishes", "calls"):
            assert connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar() == 0


def test_a_host_without_mail_and_address_says_so(tmp_path: Path) -> None:
    with serve(f"sqlite:///{tmp_path}/tables.sqlite") as server:
        ben = server.visitor("Ben")
        page = ben.get("/account/called").text
        assert "This host sends no mail." in page and "This host writes to no chat rooms." in page
        answer = ben.post("/account/called/mail", script=False, address=MAIL)
        assert answer.status_code == 422 and "does not call people in that way" in answer.text
        assert api(server, "Ana").get("/called").json()["offers"] == ["push"]
