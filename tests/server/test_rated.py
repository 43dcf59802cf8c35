"""Rated tables: what is refused there, and how a result changes ratings."""

from __future__ import annotations

import pytest

from dolmen.arena.skill import skill_of_bot
from dolmen.core.errors import InvalidSetup
from dolmen.server.commands import branching, making, plans, seats, undo
from dolmen.server.errors import AtRatedTable
from dolmen.server.live_tables import LiveTables
from dolmen.server.results import Results
from dolmen.store import NewEvent, Player
from tests.server.games_played import played, table_of
from tests.server.people import Server, api, wait_for

RATED = {"rated": "on"}


@pytest.fixture
def ana(tables: LiveTables) -> Player:
    return tables.store.new_player("Ana")


def test_a_rated_table_has_one_seat_a_person_and_no_hints(tables: LiveTables, ana: Player) -> None:
    with pytest.raises(InvalidSetup, match="nobody plays two"):
        making.create(tables, "meduris", ana, ["me", "here"], RATED)
    with pytest.raises(InvalidSetup, match="no hints"):
        making.create(tables, "meduris", ana, ["me", "bot:greedy"], {**RATED, "guide": "on"})
    with pytest.raises(InvalidSetup, match="cannot be"):
        making.create(tables, "meduris", ana, ["me", "bot:greedy"], {"rated": "perhaps"})
    assert tables.store.tables_of(ana.id) == []
    table = making.create(tables, "meduris", ana, ["me", "bot:greedy"], RATED)
    with tables.open(table.id) as live:
        assert live.is_rated


def test_nobody_takes_a_second_seat_by_its_link(tables: LiveTables, ana: Player) -> None:
    table = making.create(tables, "meduris", ana, ["me", "friend", "friend"], RATED).id
    with pytest.raises(AtRatedTable, match="nobody plays two"):
        seats.join(tables, table, ana, token=tables.seat_token(table, 1))
    ben = tables.store.new_player("Ben")
    assert seats.join(tables, table, ben, token=tables.seat_token(table, 1)) == 1


def test_nobody_is_helped_while_a_rated_game_runs(tables: LiveTables, ana: Player) -> None:
    table = table_of(tables, "terra-mystica", [ana, "Bot"], 12, RATED)
    with tables.open(table) as live:
        sequence = live.sequence
    for deed in (
        lambda: undo.ask_undo(tables, table, ana, 0, sequence),
        lambda: plans.begin(tables, table, ana, 0),
        lambda: branching.branch(tables, table, ana, 3, ["me", "bot:greedy"]),
    ):
        with pytest.raises(AtRatedTable, match="This table is rated"):
            deed()
    with tables.open(table) as live:
        assert live.sequence == sequence, "nothing has changed"
    over = table_of(tables, "terra-mystica", [ana, "Bot"], options=RATED)
    new = branching.branch(tables, over, ana, 3, ["me", "bot:greedy"])
    assert "rated" not in new.options, "what goes on from a moment is another game"


def test_a_rated_game_changes_the_ratings_of_people_once(tables: LiveTables, ana: Player) -> None:
    ben, store = tables.store.new_player("Ben"), tables.store
    table = table_of(tables, "meduris", [ana, ben, "Bot"], options=RATED)
    results = Results(tables)
    results.enter_all()
    results.enter_all()
    kept = {**store.ratings_of(ana.id), **{"ben": store.ratings_of(ben.id)["meduris"]}}
    assert {one.games for one in kept.values()} == {1} and all(one.sigma < 25 / 3 for one in kept.values())
    first, second, third = store.seats_of_games([table])[table]
    by_place = sorted((first, second), key=lambda seat: seat.place)
    assert by_place[0].mu is not None and by_place[1].mu is not None and by_place[0].mu > by_place[1].mu
    measured = skill_of_bot("greedy", "meduris")
    assert measured is not None and third.mu == third.mu_before == measured.mu, "bots hold the scale in place"


def test_games_of_other_tables_are_counted_but_not_rated(tables: LiveTables, ana: Player) -> None:
    plain = table_of(tables, "meduris", [ana, "Bot"])
    Results(tables).enter_all()
    game = tables.store.game_of_table(plain)
    assert game is not None and not game.rated and game.source == "table" and tables.store.ratings_of(ana.id) == {}
    assert tables.store.numbers_of_games("meduris") == {("table", 2): 1}


def test_who_lets_a_bot_play_counts_as_last(tables: LiveTables, ana: Player) -> None:
    """Ana hands her seat to a bot for a moment and comes back: whatever she wins, the rating says last."""
    ben, store = tables.store.new_player("Ben"), tables.store
    for seat in (0, 1):
        table = table_of(tables, "meduris", [ben, ana] if seat else [ana, ben], 40, RATED)
        finish(tables, table, *(NewEvent("bot", {"bot": bot}, seat, ana.id) for bot in ("greedy", "")))
    Results(tables).enter_all()
    assert store.ratings_of(ben.id)["meduris"].mu > 25 > store.ratings_of(ana.id)["meduris"].mu


def finish(tables: LiveTables, table: str, *first: NewEvent) -> None:
    """Play a game of bots' moves to its end, as another server would write it."""
    whole = played("meduris", 2).state
    with tables.open(table) as live:
        rest = [whole.game.action_text(action) for action in whole.history[live.state.decisions :]]
        tables.store.append(table, live.sequence, [*first, NewEvent("import", {"actions": rest})], status="finished")
        tables.tell(table)


def test_what_went_on_from_another_table_is_not_counted(tables: LiveTables, ana: Player) -> None:
    source = table_of(tables, "meduris", [ana, "Bot"])
    branch = branching.branch(tables, source, ana, 40, ["me", "bot:greedy"])
    finish(tables, branch.id)
    Results(tables).enter_all()
    assert tables.store.game_of_table(source) and tables.store.game_of_table(branch.id) is None


# ------------------------------------------------------------------------------------------------ over the network


def test_a_table_is_made_rated_played_and_read_over_the_api(server: Server) -> None:
    ana = api(server, "Ana")
    new = {"game": "meduris", "seats": ["me", "bot:random"], "options": RATED}
    table = ana.post("/tables", json=new).json()["id"]
    assert ana.post("/tables", json={**new, "seats": ["me", "here"]}).status_code == 422
    assert ana.post(f"/tables/{table}/planner", json={"seat": 0}).status_code in (404, 405, 409)
    ana.post(f"/tables/{table}/bot", json={"bot": "random"})
    wait_for(lambda: ana.get("/me").json()["results"])
    told = ana.get("/me").json()
    [result] = told["results"]
    assert result["table"] == table and result["rated"] and result["left"]
    assert result["rating_before"] == 1500 > result["rating_after"], "who lets a bot play counts as last"
    assert told["ratings"] == [{**told["ratings"][0], "game": "meduris", "games": 1, "missing": 4}]
    assert told["opponents"][0]["bot"] == "random"
    assert ana.get(f"/players/{told['id']}").json() == told
    assert ana.get("/players/nobody").status_code == 404
    assert [one["player"] for one in ana.get("/ratings/meduris").json()] == [None] * 5, "four more games, then Ana"


def test_statistics_are_read_over_the_api(server: Server) -> None:
    ana = api(server, "Ana")
    found = ana.get("/statistics/meduris", params={"source": ["table", "log"], "players": 2}).json()
    assert found["game"] == "meduris" and {kind["kind"] for kind in found["kinds"]} <= {
        *("temples", "huts", "stones", "ender")
    }
    for wrong in ({"source": "elsewhere"}, {"players": 9}):
        answer = ana.get("/statistics/meduris", params=wrong)
        assert answer.status_code == 422 or answer.status_code == 400, answer.text
        assert answer.json()["message"]
    assert ana.get("/statistics/chess").status_code == 404
    assert server.client().get("/api/statistics/meduris").status_code == 401
