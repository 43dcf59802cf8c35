"""Behind a proxy: its word about clients is believed if the host has named it, and nobody else's is."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest

from dolmen.core.errors import InvalidSetup
from dolmen.server.proxy import Proxies
from tests.server.people import Server, serve

PROXY = "127.0.0.2"
"""This machine's other address, where the proxy is."""
FEW = 2


@pytest.fixture(scope="module")
def server_of_module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server behind one proxy."""
    database = f"sqlite:///{tmp_path_factory.mktemp('server')}/tables.sqlite"
    with serve(database, proxy=f"{PROXY}, 10.9.0.0/16", guests_a_day=FEW, connections_by_address=FEW) as running:
        yield running


def through(server: Server, sender: str, **headers: str) -> httpx.Client:
    """A client whose requests come from an address."""
    transport = httpx.HTTPTransport(local_address=sender)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return server.client(transport=transport, headers=named)


def guests(client: httpx.Client, number: int) -> list[int]:
    """The answers to so many guests who come, one after the other."""
    return [client.post("/api/guests", json={"name": "Robo"}).status_code for _ in range(number)]


def test_the_client_that_a_named_proxy_tells_is_counted(server: Server) -> None:
    for client in ("203.0.113.1", "203.0.113.2"):
        assert guests(through(server, PROXY, X_Forwarded_For=client), FEW + 1) == [201] * FEW + [429]


def test_what_a_client_claims_before_the_proxy_adds_to_it_is_not_believed(server: Server) -> None:
    claims = (f"198.51.100.{number}, 203.0.113.3" for number in range(FEW + 1))
    answers = [guests(through(server, PROXY, X_Forwarded_For=claim), 1) for claim in claims]
    assert answers == [[201]] * FEW + [[429]]


def test_nobody_else_chooses_an_address(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    claims = (f"198.51.100.{number}" for number in range(FEW + 1))
    answers = [guests(through(server, "127.0.0.3", X_Forwarded_For=claim), 1) for claim in claims]
    assert answers == [[201]] * FEW + [[429]]
    told = [record.getMessage() for record in caplog.records if "X-Forwarded-For" in record.getMessage()]
    assert told == ["127.0.0.3 sends X-Forwarded-For and is not believed; if it is your proxy: --proxy 127.0.0.3"]


def test_links_are_as_the_proxy_is_reached(server: Server) -> None:
    for sender, scheme in ((PROXY, "https"), ("127.0.0.1", "http")):
        with through(server, sender, X_Forwarded_Proto="https", X_Forwarded_For="203.0.113.4") as client:
            page = client.get("/").text
            csrf = re.search(r'name="csrf" value="(\w+)"', page)
            assert csrf
            form = {"csrf": csrf[1], "game": "meduris", "name": "Ana", "seat0": "me", "seat1": "friend"}
            table = client.post("/tables", data=form, follow_redirects=True)
            assert f"{scheme}://{server.url.removeprefix('http://')}/j/" in table.text


def test_a_proxy_has_as_many_connections_as_it_likes(server: Server) -> None:
    with through(server, PROXY) as first, through(server, PROXY) as second, through(server, PROXY) as third:
        assert [client.get("/health").status_code for client in (first, second, third)] == [200] * 3


@pytest.mark.parametrize("written", ["*", "localhost", "10.0.0.1/8", "127.0.0.1 ::1"])
def test_what_is_no_address_is_refused(written: str) -> None:
    with pytest.raises(InvalidSetup, match="the setting 'proxy' is addresses"):
        Proxies(written)


def test_networks_hold_their_addresses() -> None:
    proxies = Proxies("10.9.0.0/16, ::1")
    assert "10.9.3.4" in proxies and "::1" in proxies
    assert "10.8.0.1" not in proxies and "unix" not in proxies and "127.0.0.1" not in Proxies("")
