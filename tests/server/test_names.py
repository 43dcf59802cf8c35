"""Names that people give, options of tables, and how much one may bring about in a day."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from dolmen.server.commands import making
from dolmen.server.config import Config
from dolmen.server.errors import BadName, TooMany
from dolmen.server.live_tables import LiveTables
from dolmen.server.names import given_name, login_name, spoken_line
from dolmen.server.quotas import Quota, network_of
from tests.server.people import Server, api, serve

UNREADABLE = {
    "right to left": "A\u202eB",
    "zero width": "A\u200bB",
    "null": "A\x00B",
    "bell": "A\x07B",
    "escape": "A\x1b[31mB",
    "private": "A\ue000B",
    "surrogate": "A\ud800B",
    "blanks": " \u00a0 ",
    "only marks": "\u0301" * 19,
    "a tower": "a" + "\u0316" * 19,
    "too long": "a" * 21,
    "no letter": "!?.",
}


@pytest.mark.parametrize("name", UNREADABLE.values(), ids=UNREADABLE)
def test_a_name_that_cannot_be_read_is_refused(name: str) -> None:
    with pytest.raises(BadName):
        given_name(name)


@pytest.mark.parametrize("name", ["Ana", "Ana María", "안나", "Ñ", "7", "Ngọc", "ขวัญ", "O'Neill-Smith", "😀 Bo"])
def test_a_name_of_any_language_is_kept(name: str) -> None:
    assert given_name(name) == name


def test_a_name_is_composed_and_stands_in_one_line() -> None:
    assert given_name(f"  {unicodedata.normalize('NFD', 'José')} \n\t Luis ") == "José Luis"


def test_a_login_is_one_name_however_it_is_typed() -> None:
    typed = ["Straße", " straße ", "STRASSE", "stra\u00dfe", "\uff33\uff54\uff52\uff41\uff53\uff53\uff45"]
    assert {login_name(text) for text in typed} == {"strasse"}
    with pytest.raises(BadName):
        login_name("ß" * 40)  # it grows when it is folded


def test_chat_does_not_steer_a_terminal() -> None:
    assert spoken_line("one\n two \x1b[31m\u202e three \U0001f468\u200d\U0001f469") == (
        "one two [31m three \U0001f468\u200d\U0001f469"
    )


@pytest.mark.parametrize("name", ["\u202eanA", "!!", "\x1b[31mAna", "A" * 21])
def test_names_are_checked_wherever_they_are_given(server: Server, name: str) -> None:
    ana, robo = server.visitor("Ana"), api(server, "Robo")
    open_table = ana.new_table("me", "open")
    before = len(server.context.store.players())
    assert server.client().post("/api/guests", json={"name": name}).status_code == 422
    stranger = server.visitor()
    home = stranger.post("/tables", script=False, game="meduris", name=name, seat0="me", seat1="open")
    assert home.status_code == 422 and "A name has" in home.text
    account = stranger.post("/account/name", script=False, name=name)
    assert account.status_code == 422 and "a name has" in account.text
    assert stranger.post(f"/t/{open_table}/join", script=False, name=name).status_code == 422
    seats = {"game": "meduris", "seats": ["me", f"here:{name}"]}
    assert robo.post("/tables", json=seats).status_code == 422
    assert len(server.context.store.players()) == before


# ------------------------------------------------------------------------------------------------ options


@pytest.mark.parametrize("options", [{"cheat": "on"}, {"stocks": "x" * 400}, {"stocks": "maybe"}, {"guide": "x"}])
def test_unknown_options_are_refused(server: Server, options: dict[str, str]) -> None:
    body = {"game": "meduris", "seats": ["me", "open"], "options": options}
    assert api(server, "Robo").post("/tables", json=body).status_code == 422
    form = {f"option_{name}": value for name, value in options.items()}
    page = server.visitor("Ana").post("/tables", script=False, game="meduris", seat0="me", seat1="open", **form)
    assert page.status_code == 422


def test_known_options_are_kept(tables: LiveTables) -> None:
    ana = tables.store.new_player("Ana")
    options = {"stocks": "open", "guide": "on", "colours": "red,blue"}
    assert making.create(tables, "meduris", ana, ["me", "open"], options).options == options


# ------------------------------------------------------------------------------------------------ quotas


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Server]:
    """A server on which a day has room for two of each."""
    few = {"guests_a_day": 2, "tables_a_day": 2, "uploads_a_day": 2}
    with serve(f"sqlite:///{tmp_path}/tables.sqlite", **few) as running:
        yield running


def test_a_day_has_so_many_guests_tables_and_files(small: Server) -> None:
    ana, robo = small.visitor("Ana"), api(small, "Robo")
    ana.new_table("me", "here")
    assert robo.post("/tables", json={"game": "meduris", "seats": ["me", "open"]}).status_code == 201
    refused = robo.post("/tables", json={"game": "meduris", "seats": ["me", "open"]})
    assert refused.status_code == 429 and refused.json()["error"] == "TooMany" and int(refused.headers["retry-after"])
    page = ana.post("/tables", script=False, game="meduris", seat0="me", seat1="open")
    assert page.status_code == 429 and "Many tables were begun from here today" in page.text
    assert small.client().post("/api/guests", json={"name": "Third"}).status_code == 429
    assert small.visitor().post("/account/name", script=False, name="Third").status_code == 429
    game = {"file": ("a.meduris", "nonsense")}
    for _ in range(3):  # what is refused does not count
        assert ana.http.post("/upload", data={"csrf": ana.csrf}, files=game).status_code == 422


def test_a_quota_counts_by_day_in_bounded_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    quota = Quota(1, "enough", size=100)
    for number in range(1_000):
        with quota.one(str(number)):
            pass
    assert len(quota) == 100
    with pytest.raises(TooMany), quota.one("999"):
        pass
    monkeypatch.setattr("dolmen.server.quotas.time.time", lambda: 4e9)
    with quota.one("999"):
        pass
    with Quota(0, "").one("a"):
        pass


def test_a_household_is_one_address() -> None:
    assert network_of("2001:db8:1:2:3::4") == network_of("2001:db8:1:2:ffff::") != network_of("2001:db8:1:3::")
    assert network_of("::ffff:192.0.2.1") == "192.0.2.1" == network_of("192.0.2.1")
    assert len(network_of("x" * 5_000)) == 64


def test_a_club_is_not_hurt_by_the_quotas() -> None:
    assert min(Config().guests_a_day, Config().tables_a_day, Config().uploads_a_day) >= 100
