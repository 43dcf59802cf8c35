"""What a host relies on: a path prefix behind a proxy."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest

from tests.server.people import Server, Visitor, serve

pytestmark = pytest.mark.process

PREFIX = "/games/dolmen"
LINKS = re.compile(r'(?:href|src|action|hx-get|hx-post|hx-sse:connect)="([^"#][^"]*)"')


@pytest.fixture(scope="module")
def server_of_module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that a proxy serves under a prefix."""
    database = f"sqlite:///{tmp_path_factory.mktemp('server')}/tables.sqlite"
    with serve(database, root_path=PREFIX, secure=True) as running:
        yield running


class Proxied(Visitor):
    """A browser that reaches the server through a proxy, which leaves the prefix in the address or takes it away."""

    def __init__(self, server: Server, name: str, *, strips: bool) -> None:
        self.server = server
        self.name = name
        self.http = server.client(follow_redirects=False)
        self._strips = strips
        self.csrf = self._token(self.get("/").text)

    def ask(self, method: str, address: str, **more: object) -> httpx.Response:
        """What the browser asks of the outer address; cookies return only to their own path, over TLS."""
        assert address.startswith(f"{PREFIX}/"), address
        inner = address.removeprefix(PREFIX) if self._strips else address
        cookies = {cookie.name: cookie.value or "" for cookie in self.http.cookies.jar}
        assert all(cookie.path == PREFIX and cookie.secure for cookie in self.http.cookies.jar)
        header = "; ".join(f"{name}={value}" for name, value in cookies.items())
        return self.http.request(method, inner, headers={"Cookie": header}, **more)  # type: ignore[arg-type]

    def get(self, path: str) -> httpx.Response:
        return self.ask("GET", PREFIX + path)

    def post(self, path: str, *, script: bool = True, **form: object) -> httpx.Response:
        del script
        return self.ask("POST", PREFIX + path, data={"csrf": self.csrf, **{k: str(v) for k, v in form.items()}})


@pytest.mark.parametrize("strips", [True, False])
def test_behind_a_proxy_every_address_has_the_prefix(server: Server, strips: bool) -> None:
    ana = Proxied(server, "Ana", strips=strips)
    made = ana.post("/tables", game="meduris", name="Ana", seat0="me", seat1="friend", start="first")
    assert made.status_code == 303 and made.headers["location"].startswith(f"{PREFIX}/t/")
    table = made.headers["location"].rpartition("/")[2]
    page = ana.get(f"/t/{table}")
    ana.csrf = ana._token(page.text)
    assert f"{PREFIX}/j/{table}/" in page.text  # the friend's link
    assert f'hx-sse:connect="{PREFIX}/t/{table}/lobby/stream' in page.text
    ana.post(f"/t/{table}/fill")
    for path in ("/", "/account", "/rules/meduris", f"/t/{table}", f"/t/{table}/prompt?chosen=1", f"/t/{table}/update"):
        answer = ana.get(path)
        assert answer.status_code == 200, path
        for link in LINKS.findall(answer.text):
            assert link.startswith((f"{PREFIX}/", "?")), (path, link)
    for link in re.findall(rf'(?:href|src)="({PREFIX}/static/[^"]+)"', page.text):
        assert ana.ask("GET", link).status_code == 200
    back = re.search(r'name="back" value="([^"]+)"', ana.get("/account").text)
    assert back
    spoken = ana.post("/language", language="es", back=back[1])
    assert spoken.headers["location"] == f"{PREFIX}/account"
    assert 'lang="es"' in ana.ask("GET", spoken.headers["location"]).text
    kept = ana.post("/preferences", back=f"{PREFIX}/t/{table}", confirm="turn")
    assert kept.headers["location"] == f"{PREFIX}/t/{table}"
    refused = ana.ask("GET", f"{PREFIX}/api/tables")
    assert refused.status_code == 401 and refused.json()["error"] == "NoToken"
    with server.client() as plain:
        spec = plain.get(("" if strips else PREFIX) + "/api/openapi.json").json()
    assert spec["servers"] == [{"url": PREFIX}]
