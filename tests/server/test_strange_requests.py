"""Whatever a stranger sends to whatever address is answered, and never by a failure of ours."""

from __future__ import annotations

import json
import logging
import random
import re
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import quote_from_bytes

import pytest
from fastapi.routing import APIRoute, _IncludedRouter

from dolmen.server.app import make_app
from dolmen.server.config import Config
from tests.server.people import Server, api, wait_for

LARGE = b"9" * 5_000
STRANGE = (
    b"",
    b"x",
    b"-1",
    b"0",
    b"4294967296",
    b"9223372036854775808",
    LARGE,
    b"-" + LARGE,
    "²".encode(),
    "\uff11".encode(),
    b"1e999",
    b"NaN",
    b"\x00",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    "\u202e\u200b".encode(),
    b"a" * 300,
    b"../../etc/passwd",
    b"field-",
    b"field-0",
    b"field-99999",
    b"hex-",
    b"--",
    b"%s%(x)s{}",
    b"place:two",
)
JSON = (
    b"NaN",
    b"[Infinity]",
    b"1e999",
    b'"\\ud800"',
    b'"\\u0000"',
    b"null",
    b"[]",
    b"{}",
    b"[" * 5_000,
    b"\xff\xfe\x00",
    b'{"a": ',
    LARGE,
    b"true",
    b'{"\\ud800": 1}',
)


@dataclass
class Request:
    """A request as bytes: nothing tidies it up."""

    method: str
    path: bytes
    headers: list[bytes] = field(default_factory=list)
    body: bytes = b""

    def sent_to(self, server: Server) -> int:
        """The status of the answer."""
        host, port = server.url.removeprefix("http://").split(":")
        lines = [self.method.encode() + b" " + self.path + b" HTTP/1.1", b"Host: here", b"Connection: close"]
        lines += [*self.headers, b"Content-Length: %d" % len(self.body)]
        with socket.create_connection((host, int(port)), timeout=20) as connection:
            connection.sendall(b"\r\n".join(lines) + b"\r\n\r\n" + self.body)
            return int(connection.recv(64).split()[1])


class Stranger:
    """Somebody who fills in every route with what does not belong there; one sits at a table, with an API token."""

    def __init__(self, server: Server, seed: int) -> None:
        self.random = random.Random(seed)
        ana = server.visitor("Ana")
        self.table = ana.new_table("me", "bot:greedy").encode()
        self.cookie = "; ".join(f"{name}={value}" for name, value in ana.http.cookies.items()).encode()
        self.csrf = ana.csrf.encode()
        player = server.context.store.players()[-1]
        self.token = server.context.store.new_token(player.id, "api").encode()

    def strange(self) -> bytes:
        return self.random.choice(STRANGE)

    def value(self) -> bytes:
        """Something strange as it stands in an address or in a form."""
        return quote_from_bytes(self.strange(), safe=b"").encode()

    def request(self, route: APIRoute) -> Request:
        """A request to a route, with one or more things wrong."""
        method = self.random.choice([*sorted(route.methods or ()), "HEAD"])
        path = re.sub(rb"{[^}]*}", lambda found: self.part(found[0]), route.path.encode())
        names = [parameter.alias.encode() for parameter in route.dependant.query_params] or [b"x"]
        query = b"&".join(name + b"=" + self.value() for name in names if self.random.random() < 0.7)
        asked = Request(method, path + (b"?" + query if query else b""), [b"Cookie: " + self.cookie])
        if self.random.random() < 0.1:
            asked.headers[0] = b"Cookie: dolmen=\xe9\xff; dolmen_language=\xff; dolmen_theme=" + b"y" * 3_000
        asked.headers.append(b"Authorization: Bearer " + (b"\xe9\xff" if self.random.random() < 0.1 else self.token))
        if method != "GET" and method != "HEAD":
            self.fill(asked, route)
        return asked

    def part(self, name: bytes) -> bytes:
        if self.random.random() < 0.2:
            return self.value()
        known = {b"{table_id}": self.table, b"{game}": b"meduris", b"{name:path}": b"page.js"}
        return known.get(name, self.value())

    def fill(self, asked: Request, route: APIRoute) -> None:
        """A body: JSON for programs, a form for the others."""
        if route.path.startswith("/api/"):
            asked.headers.append(b"Content-Type: application/json")
            asked.body = self.json(route)
            return
        asked.headers.append(b"Content-Type: application/x-www-form-urlencoded")
        names = [field.alias.encode() for field in route.dependant.body_params]
        names += [b"game", b"seat0", b"seat1", b"start", b"clock_number", b"clock_unit", b"place_chips_0_two"]
        names += [b"option_stocks", b"option_\x00", b"seat_option_colours_0", b"settled_power"]
        csrf = self.value() if self.random.random() < 0.1 else self.csrf
        parts = [b"csrf=" + csrf]
        sensible = {b"game": b"meduris", b"seat0": b"me", b"seat1": b"open", b"clock_unit": b"hours", b"seat": b"0"}
        for name in names:
            value = sensible[name] if name in sensible and self.random.random() < 0.8 else self.value()
            parts.append(quote_from_bytes(name).encode() + b"=" + value)
        asked.body = b"&".join(parts)

    def json(self, route: APIRoute) -> bytes:
        if self.random.random() < 0.3 or route.body_field is None:
            return self.random.choice(JSON)
        model = route.body_field.field_info.annotation
        names = list(model.model_fields)  # type: ignore[union-attr]
        values = [*JSON, json.dumps(self.strange().decode("latin-1")).encode(), b'["me", "open"]', b'"meduris"', b"0"]
        return b"{" + b", ".join(b'"%s": %s' % (name.encode(), self.random.choice(values)) for name in names) + b"}"


def routes(server: Server) -> Iterator[APIRoute]:
    """Every route of the server."""
    for route in make_app(Config(), server.context.store).routes:
        within = route.original_router.routes if isinstance(route, _IncludedRouter) else [route]
        yield from (one for one in within if isinstance(one, APIRoute))


def test_no_strange_request_is_answered_by_a_failure(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    stranger = Stranger(server, 13)
    every = list(routes(server))
    assert len(every) > 40
    with caplog.at_level(logging.ERROR):
        for route in every:
            for _ in range(8):
                asked = stranger.request(route)
                status = asked.sent_to(server)
                assert status < 500, (asked, caplog.text[-3_000:])
    assert not caplog.records


# ------------------------------------------------------------------------------------------------ one by one


@pytest.mark.parametrize("place", ["x", "", "field", "field-", "field-0", "field-99", "field-²", "plain-x", "--"])
@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_any_text_is_a_place_that_may_not_exist(server: Server, game: str, place: str) -> None:
    ana = server.visitor("Ana")
    table = ana.new_table("me", "here", game=game)
    assert ana.http.get(f"/t/{table}/why", params={"place": place, "seat": 0}).status_code == 200


@pytest.mark.parametrize("chosen", ["²", "\uff11", "9" * 5_000, "1.²", "-1", "."])
def test_what_is_no_number_is_not_picked(server: Server, chosen: str) -> None:
    ana = server.visitor("Ana")
    table = ana.new_table("me", "here")
    assert ana.http.get(f"/t/{table}/prompt", params={"chosen": chosen, "seat": 0}).status_code == 200


def test_what_was_sent_is_not_told_again(server: Server) -> None:
    ana = server.visitor("Ana")
    body, is_json = b'{"game": NaN, "seats": ["secret"], "clock": 1e999}', {"Content-Type": "application/json"}
    answer = api(server, "Robo").post("/tables", content=body, headers=is_json)
    assert answer.status_code == 422 and answer.json()["error"] == "InvalidRequest"
    assert {"body", "clock"} <= set(answer.json()["detail"][-1]["loc"])
    assert "secret" not in answer.text and "input" not in answer.text
    page = ana.post("/t/0123456789abcdef/moves", script=False, seat="secret")
    assert page.status_code == 422 and "is missing, or is not what belongs there" in page.text
    assert "secret" not in page.text


@pytest.mark.parametrize("path", ["/health", "/", "/rules/meduris", "/account", "/metrics"])
def test_head_is_answered_wherever_get_is(server: Server, path: str) -> None:
    answer = server.client().head(path)
    assert answer.status_code == 200 and not answer.content


def test_the_head_of_a_stream_ends(server: Server) -> None:
    ana = server.visitor("Ana")
    table = ana.new_table("me", "here")
    assert ana.http.head(f"/t/{table}/stream").headers["content-type"].startswith("text/event-stream")
    wait_for(lambda: not server.context.hub.streams, 5)


def test_an_address_that_does_not_exist_is_a_page_of_ours(server: Server) -> None:
    page = server.client(headers={"Accept-Language": "nl"}).get("/nowhere")
    assert page.status_code == 404 and 'lang="nl"' in page.text and 'href="/"' in page.text
    program = server.client().get("/api/nowhere")
    assert program.status_code == 404 and program.json()["error"] == "NoSuchPage"


def test_an_unforeseen_failure_is_a_page_and_one_line_in_the_log(
    server: Server, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, robo = server.visitor("Ana"), api(server, "Robo")
    monkeypatch.setattr(server.context.store, "open_tables", lambda: 1 / 0)
    monkeypatch.setattr(server.context.store, "tables_of", lambda *_: 1 / 0)
    with caplog.at_level(logging.ERROR):
        page, program = ana.get("/"), robo.get("/tables")
    assert page.status_code == 500 and "Something went wrong here" in page.text and 'href="/"' in page.text
    assert page.headers["content-security-policy"]
    assert program.status_code == 500 and program.json()["error"] == "Unforeseen"
    assert [record.getMessage() for record in caplog.records] == ["GET / failed", "GET /api/tables failed"]
    assert all(record.exc_info for record in caplog.records)


def test_an_id_that_cannot_be_one_is_not_looked_up(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up: list[str] = []
    monkeypatch.setattr(server.context.tables, "lock", looked_up.append)
    for table in ("x", "A" * 50_000, "0123456789ABCDEF", "0123456789abcdef0", "%2e"):
        assert server.client().get(f"/t/{table}").status_code == 404
        assert api(server, "Robo").get(f"/tables/{table}").status_code == 404
    assert not looked_up
