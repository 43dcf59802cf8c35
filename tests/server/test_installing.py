"""The page as an app: what browsers need to install it, and what they keep for the time without a line."""

from __future__ import annotations

import re

from dolmen.server.routes.installing import ICONS
from tests.server.people import Server


def test_the_page_can_be_installed(server: Server) -> None:
    visitor = server.visitor()
    address = re.search(r'<link rel="manifest" href="([^"]+)"', visitor.get("/").text)
    assert address
    answer = visitor.get(address[1])
    manifest = answer.json()
    assert answer.headers["content-type"].startswith("application/manifest+json")
    assert (manifest["name"], manifest["display"], manifest["start_url"]) == ("Dolmen", "standalone", "/")
    for icon, (_file, sizes, kind, _purpose) in zip(manifest["icons"], ICONS, strict=True):
        drawn = visitor.get(icon["src"])
        assert drawn.headers["content-type"].startswith(kind)
        if kind == "image/png":
            assert drawn.content[16:24] == 2 * int(sizes.split("x")[0]).to_bytes(4, "big")


def test_what_is_kept_for_the_time_without_a_line_holds_nothing_of_a_person(server: Server) -> None:
    ana = server.visitor("Ana")
    ana.new_table("me", "here:Ben")
    page = ana.get("/offline").text
    assert 'rel="icon"' in page, "or a browser asks for one that is not there"
    assert "You are offline." in page and "Ana" not in page and "csrf" not in page and "<script" not in page
    worker = ana.get("/service-worker.js")
    assert (
        worker.headers["content-type"].startswith("text/javascript") and worker.headers["cache-control"] == "no-cache"
    )
