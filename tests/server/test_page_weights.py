"""No page is heavier than 30 kB as it comes through the line, in any language, however much lies on a table."""

from __future__ import annotations

import pytest

from dolmen.contract.registry import games
from dolmen.core.words import LANGUAGES
from tests.browser.places import make_places
from tests.browser.positions import play_on
from tests.server.people import Server, Visitor

HEAVIEST = 30_000
"""Bytes, compressed as the server does it."""
EVERY = 6
"""Decisions between two looks at a table."""
COMPANIONS = ("Ben", "Cleo", "Dag", "Eva")


def weights(visitor: Visitor, address: str) -> dict[str, int]:
    """What a page weighs, by language."""
    found = {}
    for language in LANGUAGES:
        visitor.http.cookies.set("dolmen_language", language)
        answer = visitor.get(address)
        assert answer.status_code == 200 and answer.headers["content-encoding"] == "gzip", address
        found[language] = answer.num_bytes_downloaded
    return found


@pytest.mark.parametrize("game", games())
def test_a_table_with_all_its_players_is_light_until_the_end(server: Server, game: str) -> None:
    ana = server.visitor("Ana")
    companions = [f"here:{name}" for name in COMPANIONS[: games()[game].max_players - 1]]
    table = ana.new_table("me", *companions, game=game)
    heavy: dict[tuple[int, str], int] = {}
    for number, event in enumerate(play_on(server, table, lambda live: live.asked is None)):
        if number % EVERY == EVERY - 1:
            seat = server.context.tables.live(table).asked
            sizes = weights(ana, f"/t/{table}?seat={seat or 0}")
            heavy |= {(event, language): size for language, size in sizes.items() if size > HEAVIEST}
    assert heavy == {}
    for page in ("end", "replay", "review"):
        assert max(weights(ana, f"/t/{table}/{page}").values()) <= HEAVIEST, page


def test_all_other_pages_are_light(server: Server) -> None:
    places = make_places(server)
    sizes = {name: weights(places.ana, address) for name, address in places.addresses.items()}
    assert {name: found for name, found in sizes.items() if max(found.values()) > HEAVIEST} == {}
