"""The games of a player: with whom, in one archive, and what they come to; of others only what everybody may see."""

from __future__ import annotations

import io
import zipfile

import pytest

from dolmen.server.live_tables import LiveTables
from dolmen.server.pages.player import PlayerWish
from dolmen.server.played_by import games_of, people_met
from dolmen.server.results import Results
from dolmen.store import Player
from tests.server.games_played import table_of
from tests.server.people import Server, api


def people_and_games(tables: LiveTables) -> tuple[list[Player], dict[str, str]]:
    """Ana has played twice with Ben, once of it with Cleo, too, and once with a bot."""
    people = [tables.store.new_player(name) for name in ("Ana", "Ben", "Cleo")]
    ana, ben, cleo = people
    played = {
        "two": table_of(tables, "meduris", [ana, ben]),
        "three": table_of(tables, "meduris", [cleo, ben, ana]),
        "bot": table_of(tables, "terra-mystica", [ana, "Dag"]),
    }
    Results(tables).enter_all()
    return people, played


def test_games_are_found_by_who_played_them(tables: LiveTables) -> None:
    (ana, ben, cleo), played = people_and_games(tables)
    found = games_of(tables.store, ana.id)

    def chosen(**asked: object) -> set[str | None]:
        return {one.game.table for one in PlayerWish(**asked).chosen(found)}  # type: ignore[arg-type]

    assert chosen() == set(played.values())
    assert chosen(people=True) == chosen(met=(ben.id,)) == {played["two"], played["three"]}
    assert chosen(met=(ben.id, cleo.id)) == {played["three"]} and chosen(met=(cleo.id,), game="terra-mystica") == set()
    assert people_met(found) == [ben.id, cleo.id]
    wish = PlayerWish("meduris", met=(ben.id, cleo.id))
    assert wish.query(won=True) == f"?game=meduris&won=1&with={ben.id}&with={cleo.id}"


@pytest.fixture
def played(server: Server) -> tuple[list[Player], dict[str, str]]:
    return people_and_games(server.context.tables)


Played = tuple[list[Player], dict[str, str]]


def test_the_page_lists_those_and_brings_their_files(server: Server, played: Played) -> None:
    (ana, ben, cleo), tables = played
    visitor = server.visitor()
    page = visitor.get(f"/player/{ana.id}?with={cleo.id}").text
    assert tables["three"] in page and tables["two"] not in page and "Statistics with Cleo" in page
    assert f"/statistics/meduris?with={ana.id}&amp;with={cleo.id}" in page
    for query, number in (("", 3), (f"?with={ben.id}", 2), ("?people=1&game=terra-mystica", 0)):
        answer = visitor.get(f"/player/{ana.id}/games.zip{query}")
        assert answer.headers["content-type"] == "application/zip"
        with zipfile.ZipFile(io.BytesIO(answer.content)) as zipped:
            assert len(zipped.namelist()) == number
    for address in (f"/player/{ana.id}?with=nobody", "/player/nobody/games.zip", f"/player/{ana.id}/games.zip?with=x"):
        answer = visitor.get(address)
        assert answer.status_code == 404 and "There is no such player." in answer.text
    too_many = "&".join(f"with={number}" for number in range(11))
    assert visitor.get(f"/player/{ana.id}?{too_many}").status_code == 422


def test_statistics_are_asked_of_games_with_people(server: Server, played: Played) -> None:
    (ana, ben, cleo), _tables = played
    program = api(server, "Robo")
    for people, number in (((ana,), 2), ((ana, ben), 2), ((ben, cleo), 1)):
        told = program.get("/statistics/meduris", params={"with": [one.id for one in people]}).json()
        assert told["games"] == number
    page = server.visitor().get(f"/statistics/meduris?with={ana.id}&with={ben.id}").text
    assert ">Ben" in page.replace("\n", "").replace(" ", "") and 'id="people"' in page
    assert program.get("/statistics/meduris", params={"with": "nobody"}).status_code == 404
    assert program.get("/statistics/meduris", params={"who": ana.id}).status_code == 422
    assert program.get(f"/players/{ana.id}/games.zip", params={"with": cleo.id}).content[:2] == b"PK"
    assert program.get("/players/nobody/games.zip").status_code == 404
