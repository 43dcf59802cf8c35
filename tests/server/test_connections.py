"""Connections that cannot hurt: large heads, silent and slow clients, too many at a time."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from dolmen.contract.registry import load
from dolmen.core.errors import IllegalAction, InvalidNotation
from dolmen.core.words import LANGUAGES
from dolmen.games.meduris.files import lines
from dolmen.games.terra_mystica.files import commands
from dolmen.server.pages.prompt import Pick
from dolmen.server.security import Limiter
from tests.server.people import Listener, Server, api, serve, two_people, wait_for

FEW = 3
STRANGER = "127.0.0.2"
"""This machine's other address: it is counted like anybody's."""


@pytest.fixture(scope="module")
def server_of_module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server in a hurry."""
    database = f"sqlite:///{tmp_path_factory.mktemp('server')}/tables.sqlite"
    limits = {"head_seconds": 0.3, "body_seconds": 1.0, "connections_by_address": FEW, "streams_by_address": FEW - 1}
    with serve(database, **limits) as running:
        yield running


def connect(server: Server, address: str = "127.0.0.1") -> socket.socket:
    host, port = server.url.removeprefix("http://").split(":")
    connection = socket.create_connection((host, int(port)), timeout=10, source_address=(address, 0))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def answer(connection: socket.socket) -> bytes:
    """All that is said until the server hangs up; it may hang up while we speak."""
    said = b""
    try:
        while piece := connection.recv(65_536):
            said += piece
    except ConnectionResetError:
        pass
    return said


def send_all(connection: socket.socket, pieces: Iterator[bytes]) -> int:
    """Send until there is no more to send, or the server hangs up; returns how many bytes it was."""
    sent = 0
    try:
        for piece in pieces:
            connection.sendall(piece)
            sent += len(piece)
    except OSError:
        pass
    return sent


def test_a_head_has_a_limit(server: Server) -> None:
    for name in (b"Cookie: ", b"X-Same: "):
        with connect(server) as connection:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n" + name + b"a" * 70_000 + b"\r\n\r\n")
            assert answer(connection).startswith(b"HTTP/1.1 431 ")


def test_a_head_without_end_is_not_kept(server: Server) -> None:
    with connect(server) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: here\r\nX-Long: ")
        sent = send_all(connection, (b"a" * 65_536 for _ in range(1_000)))
    assert sent < 20_000_000  # what the sockets of both sides hold, at most


def test_a_head_of_many_lines_has_the_same_limit(server: Server) -> None:
    with connect(server) as connection:
        lines = b"".join(b"X-Line-%d: %s\r\n" % (number, b"a" * 100) for number in range(1_000))
        connection.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n" + lines + b"\r\n")
        assert answer(connection).startswith(b"HTTP/1.1 431 ")


def test_a_head_as_browsers_send_it_is_fine(server: Server) -> None:
    assert server.client().get("/health", headers={"X-Long": "a" * 16_000}).status_code == 200


def test_a_silent_connection_is_closed(server: Server) -> None:
    with connect(server) as connection:
        assert answer(connection) == b""


@pytest.mark.parametrize("begun", [b"G", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: here\r\nX: "])
def test_a_head_that_does_not_come_is_not_waited_for(server: Server, begun: bytes) -> None:
    with connect(server) as connection:
        connection.sendall(begun)
        assert answer(connection).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("path", [b"/tables", b"/api/guests"])
def test_a_body_that_does_not_come_is_not_waited_for(server: Server, path: bytes) -> None:
    form = b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\ncsrf="
    with connect(server) as connection:
        connection.sendall(b"POST " + path + b" HTTP/1.1\r\nHost: here\r\n" + form)
        assert answer(connection)[:12] == b"HTTP/1.1 408"


@pytest.mark.parametrize("path", [b"/tables", b"/api/guests", b"/upload"])
def test_a_body_without_end_is_too_large(server: Server, path: bytes, caplog: pytest.LogCaptureFixture) -> None:
    kind = {b"/api/guests": b"application/json"}.get(path, b"application/x-www-form-urlencoded")
    lines = [b"POST " + path + b" HTTP/1.1", b"Host: here", b"Content-Type: " + kind, b"Transfer-Encoding: chunked"]
    with connect(server) as connection:
        connection.sendall(b"\r\n".join(lines) + b"\r\n\r\n")
        send_all(connection, (b"8000\r\n" + b"a" * 0x8000 + b"\r\n" for _ in range(20)))
        assert answer(connection).startswith(b"HTTP/1.1 413 ")
    assert not caplog.records


@pytest.mark.parametrize("path", [b"/tables", b"/api/guests"])
def test_who_hangs_up_leaves_no_trace(server: Server, path: bytes, caplog: pytest.LogCaptureFixture) -> None:
    with connect(server) as connection:
        form = b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\ncsrf="
        connection.sendall(b"POST " + path + b" HTTP/1.1\r\nHost: here\r\n" + form)
    assert server.client().get("/health").status_code == 200
    assert not caplog.records


def test_stray_bytes_do_not_keep_a_connection_open(server: Server) -> None:
    with connect(server) as connection:
        connection.sendall(b"GET /health HTTP/1.1\r\nHost: here\r\n\r\n")
        assert b" 200 OK" in connection.recv(65_536)
        connection.sendall(b"\r\n")
        assert answer(connection) == b""


def test_a_connection_that_is_used_again_and_again_stays(server: Server) -> None:
    with connect(server) as connection:
        for _ in range(3):
            connection.sendall(b"GET /health HTTP/1.1\r\nHost: here\r\n\r\n")
            assert b" 200 OK" in connection.recv(65_536)


def test_an_address_has_so_many_connections(server: Server) -> None:
    kept = [connect(server, STRANGER) for _ in range(FEW)]
    with connect(server, STRANGER) as one_more:
        assert answer(one_more).startswith(b"HTTP/1.1 429 ")
    assert server.client().get("/health").status_code == 200  # others are not hurt
    for connection in kept:
        connection.close()
    transport = httpx.HTTPTransport(local_address=STRANGER)
    with httpx.Client(transport=transport, base_url=server.url) as client:
        wait_for(lambda: client.get("/health").status_code == 200, 10)


@pytest.mark.parametrize("path", ["/t/{}/stream", "/api/tables/{}/stream"])
def test_an_address_has_so_many_streams(server: Server, path: str) -> None:
    _ana, _ben, table = two_people(server)
    streams = server.context.quotas.streams
    robo = {"Authorization": api(server, "Robo").headers["Authorization"], "Accept-Language": "nl"}
    transport = httpx.HTTPTransport(local_address=STRANGER)
    with httpx.Client(transport=transport, base_url=server.url, headers=robo) as client:
        with client.stream("GET", path.format(table)), client.stream("GET", path.format(table)):
            wait_for(lambda: streams.is_full(STRANGER), 10)
            refused = client.get(path.format(table))
            assert refused.status_code == 429 and ("veel tafels open" in refused.text or refused.json()["message"])
        wait_for(lambda: not streams.is_full(STRANGER), 10)
    wait_for(lambda: not len(streams), 10)


def test_the_streams_of_this_machine_are_not_counted(server: Server) -> None:
    ana, _ben, table = two_people(server)
    streams = [Listener(ana, f"/t/{table}/stream") for _ in range(FEW + 1)]
    wait_for(lambda: all(stream.ids for stream in streams), 10)


def test_there_are_so_many_connections(tmp_path: Path) -> None:
    with serve(f"sqlite:///{tmp_path}/tables.sqlite", connections=2) as server:
        kept = [connect(server), connect(server)]
        with connect(server) as one_more:
            assert answer(one_more).startswith(b"HTTP/1.1 503 ")
        for connection in kept:
            connection.close()


# ------------------------------------------------------------------------------------------------ memory


def test_nothing_that_strangers_send_is_kept_without_end(server: Server) -> None:
    """Every table of what was seen, after more strangers than it is for."""
    context = server.context
    limiter = Limiter(1, 1, size=100)
    for number in range(1_000):
        limiter.allows(str(number))
    assert len(limiter) == 100
    with server.client() as client:
        for number in range(20):
            cookies = {"Cookie": f"dolmen_language=x{number}; dolmen_theme=y{number}; dolmen={number}"}
            assert client.get(f"/t/{number:016x}?group=g{number}&chosen={number}", headers=cookies).status_code == 404
            assert client.get(f"/rules/g{number}").status_code == 404
            assert client.get(f"/static/games/g{number}/style.css").status_code == 404
    assert not context.tables.held_locks()
    assert set(context.rendering._environments) <= set(LANGUAGES)
    assert not [token for token in context._sessions if token.isdecimal()]  # only what we signed is looked up


def test_long_lines_of_files_are_not_remembered() -> None:
    for kept, row in (
        (commands._kept_row, "pass " + " " * 500_000 + "bon1"),
        (commands._kept_command, "pass" + " " * 500_000 + "bon1"),
    ):
        before = kept.cache_info().currsize
        assert [command.verb for command in commands.parse_commands(row)] == ["pass"]
        assert kept.cache_info().currsize == before
    before = lines._kept.cache_info().currsize
    with pytest.raises((InvalidNotation, IllegalAction)):
        lines.play_line(load("meduris").new_state(), ["place", "wood", "0" * 4_000])
    assert lines._kept.cache_info().currsize == before


def test_what_is_picked_is_remembered_in_short() -> None:
    assert len(Pick.read("g" * 50_000, "1.2.3.4.5.6", 7).group) == 40
