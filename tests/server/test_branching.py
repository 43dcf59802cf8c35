"""Play from here: a new table from any moment of any game, checked, told in its log, never behind what is hidden."""

from __future__ import annotations

import json
import re

import pytest

from dolmen.analysis.replay import read_any
from dolmen.contract.registry import find
from dolmen.core.draws import Draws
from dolmen.core.errors import InvalidNotation, InvalidSetup
from dolmen.core.words import words
from dolmen.server import table_file
from dolmen.server.commands import branching, making, moves, undo
from dolmen.server.errors import (
    AgainstRules,
    BadRequest,
    NoSuchMoment,
    NothingFollows,
    NothingToTakeBack,
    NotRunning,
    StillHidden,
)
from dolmen.server.forms import BranchWish
from dolmen.server.live_tables import LiveTables
from dolmen.server.log import log_of
from dolmen.store import NewEvent, Player
from tests.server.games_played import LEDGER, needs_ledgers, played, played_text, table_of
from tests.server.people import Server, Visitor, api
from tests.server.test_old_rules import Insider, ana, player_of, table_of_rules_1
from tests.terra_mystica.test_old_rules import GAMES as RULES_1

__all__ = ["ana"]  # a fixture that is used here, too

GAMES = ("meduris", "terra-mystica")
ENGLISH = words("en")
BOTS = ["me", "bot:greedy"]


@pytest.mark.parametrize("game", GAMES)
def test_a_table_goes_on_from_any_moment_of_a_finished_game(tables: LiveTables, game: str) -> None:
    ana = tables.store.new_player("Ana")
    source = table_of(tables, game, [ana, "Ben"])
    before = tables.live(source)
    history = before.state.history
    for at in range(0, len(history), 23):
        made = tables.live(branching.branch(tables, source, ana, at, BOTS).id)
        assert made.state.history[:at] == history[:at]
        assert made.table.setup == before.table.setup
        assert made.is_running and made.deciding is not None
        assert [seat.kind for seat in made.seats] == ["person", "bot"]
    assert tables.store.last_sequence(source) == before.sequence, "the other table stays as it is"


@pytest.mark.parametrize("game", GAMES)
def test_its_file_is_a_whole_game_and_its_log_tells_where_it_comes_from(tables: LiveTables, game: str) -> None:
    ana = tables.store.new_player("Ana")
    source = table_of(tables, game, [ana, "Ben"])
    table, draws = branching.branch(tables, source, ana, 40, ["me", "here:Ben"]).id, Draws(3)
    while (live := tables.live(table)).deciding is not None:
        action = draws.pick(live.state.legal_actions())
        moves.move(tables, table, ana, live.deciding, live.sequence, [action], None)
    assert tables.store.table(table).status == "finished"
    assert read_any(live.transcript().to_text()).state == live.state
    noted = [entry for entry in log_of(live, ENGLISH) if entry.source]
    assert [entry.source for entry in noted] == [f"/t/{source}/replay?at=40"]
    assert str(noted[0].text) == "Until here this was played at the table Grey Heron."
    for language in ("es", "it", "nl"):
        assert "Grey Heron" in str(next(entry.text for entry in log_of(live, words(language)) if entry.source))
    keys = [entry.key for entry in log_of(live, ENGLISH)]
    assert len(keys) == len(set(keys))


def test_nothing_is_taken_back_behind_the_moment(tables: LiveTables) -> None:
    ana = tables.store.new_player("Ana")
    source = table_of(tables, "terra-mystica", [ana, "Ben"])
    table = branching.branch(tables, source, ana, 60, ["me", "here:Ben"]).id
    live = tables.live(table)
    seat = live.deciding
    assert seat is not None
    with pytest.raises(NothingToTakeBack):
        undo.back(tables, table, ana, seat, live.sequence)
    with pytest.raises(NothingToTakeBack):
        undo.ask_undo(tables, table, ana, seat, live.sequence)
    begun = live.state.decisions
    moves.move(tables, table, ana, seat, live.sequence, [live.state.legal_actions()[0]], None)
    undo.ask_undo(tables, table, ana, seat, tables.live(table).sequence)
    assert tables.live(table).state.decisions == begun
    tables.store.append(table, tables.live(table).sequence, [NewEvent("back", {"to": 0}, seat)])
    tables.forget(table)
    with pytest.raises(AgainstRules, match="leads behind the moment"):
        tables.live(table)


def test_chance_is_drawn_anew(tables: LiveTables) -> None:
    ana = tables.store.new_player("Ana")
    source = table_of(tables, "meduris", [ana, "Ben"])
    state = tables.live(source).state
    at = next(place for place in range(state.decisions) if int(state.records_before(place)[0].player) == -1)
    drawn = set()
    for _ in range(12):
        made = tables.live(branching.branch(tables, source, ana, at, BOTS).id)
        assert made.made[0].kind == "branch" and made.made[1].kind == "chance"
        drawn.add(made.state.history[at])
    assert len(drawn) > 1


def test_moments_that_do_not_exist_or_lead_nowhere_get_a_sentence(tables: LiveTables) -> None:
    ana = tables.store.new_player("Ana")
    source = table_of(tables, "meduris", [ana, "Ben"])
    last = tables.live(source).state.decisions
    for at in (-1, last + 1, 2**31 - 1):
        with pytest.raises(NoSuchMoment, match=f"this game has {last} decisions"):
            branching.branch(tables, source, ana, at, BOTS)
    with pytest.raises(NothingFollows, match="over at this moment"):
        branching.branch(tables, source, ana, last, BOTS)
    with pytest.raises(InvalidSetup, match="this game has 2 seats"):
        branching.branch(tables, source, ana, 3, ["me"])
    with pytest.raises(BadRequest, match="one of the seats must be yours"):
        branching.branch(tables, source, ana, 3, ["bot:greedy", "friend"])
    waiting = making.create(tables, "terra-mystica", ana, ["me", "friend"]).id
    with pytest.raises(NotRunning, match="not begun"):
        branching.branch(tables, waiting, ana, 0, BOTS)


def test_what_is_hidden_at_a_running_table_is_shown_by_no_branch(tables: LiveTables) -> None:
    ana, ben = tables.store.new_player("Ana"), tables.store.new_player("Ben")
    both: list[list[Player | str]] = [[ana, ben], [ana, "Robin"]]
    for people in both:
        hidden = table_of(tables, "meduris", people, 60)
        for player in (ana, ben):
            with pytest.raises(StillHidden, match="hidden while the game runs"):
                branching.branch(tables, hidden, player, 10, BOTS)
        for own in (table_of(tables, "meduris", people, 60, {"stocks": "open"}), table_of(tables, "meduris", people)):
            assert branching.branch(tables, own, ben, 10, BOTS)
    alone = table_of(tables, "meduris", [ana, ana], 60)
    assert branching.branch(tables, alone, ana, 10, ["me", "here:Ben"]), "all the goods are his own"
    with pytest.raises(StillHidden):
        branching.branch(tables, alone, ben, 10, BOTS)


def test_a_table_with_friends_waits_at_the_moment(tables: LiveTables) -> None:
    from dolmen.server.commands import seats

    ana, ben = tables.store.new_player("Ana"), tables.store.new_player("Ben")
    source = table_of(tables, "terra-mystica", [ana, "Robin"])
    table = branching.branch(tables, source, ana, 77, ["friend", "me"], clock=600)
    live = tables.live(table.id)
    assert (live.table.status, live.table.clock, live.state.decisions) == ("waiting", 600, 77)
    assert not list(table_file.misfits(live))
    seats.join(tables, table.id, ben, token=tables.table_token(table.id))
    live = tables.live(table.id)
    assert live.is_running and live.names == ("Ben", "Ana")


def test_a_branch_is_brought_back_and_edited_ones_are_refused(tables: LiveTables) -> None:
    ana = tables.store.new_player("Ana")
    source = table_of(tables, "meduris", [ana, "Ben"])
    table = branching.branch(tables, source, ana, 30, ["friend", "me"]).id
    told = table_file.written(tables.store, table)
    again = table_file.bring_back(tables.store, json.dumps(told))
    assert tables.live(again.id).state == tables.live(table).state
    for payload in (
        {"actions": told["events"][0]["payload"]["actions"]},
        {**told["events"][0]["payload"], "table": 7},
        {**told["events"][0]["payload"], "actions": "all"},
        {**told["events"][0]["payload"], "actions": list(reversed(told["events"][0]["payload"]["actions"]))},
    ):
        edited = {**told, "events": [{**told["events"][0], "payload": payload}]}
        with pytest.raises(InvalidNotation, match="event 1"):
            table_file.bring_back(tables.store, json.dumps(edited))


def test_an_old_table_goes_on_as_far_as_its_decisions_are_legal_now(ana: Insider) -> None:
    tables = ana.server.context.tables
    player = tables.store.player(player_of(ana))
    assert player
    for name in RULES_1:
        source = table_of_rules_1(ana, name)
        last = tables.live(source).state.decisions
        for at in (0, 5, last // 2, last - 1, last):
            try:
                made = branching.branch(tables, source, player, at, BOTS)
            except NothingFollows:
                continue
            assert made.rules_version == find("terra-mystica").rules_version
            assert tables.live(made.id).state.history[:at] == tables.live(source).state.history[:at]


@needs_ledgers
def test_play_from_here_of_an_imported_ledger(server: Server) -> None:
    ana = server.visitor("Ana")
    brought = ana.http.post("/upload", data={"csrf": ana.csrf}, files={"file": ("game.txt", LEDGER.read_bytes())})
    source = re.search(r"/t/(\w+)/replay", str(brought.url))
    assert source, brought.text
    page = ana.get(f"/t/{source[1]}/branch?at=300")
    assert "Play from here" in page.text and page.text.count('name="mine"') == 4
    answer = ana.post(f"/t/{source[1]}/branch", script=False, at=300, mine=2, way="alone", level=1, name="Ana")
    assert answer.status_code == 200
    made = server.context.tables.live(answer.url.path.rpartition("/")[2])
    assert made.state.history[:300] == server.context.tables.live(source[1]).state.history[:300]
    assert [seat.kind for seat in made.seats] == ["bot", "bot", "person", "bot"]
    assert made.names[2] == "Ana"


@pytest.mark.parametrize("game", GAMES)
def test_a_person_without_a_script_plays_on_in_each_way(server: Server, game: str) -> None:
    ana = server.visitor("Ana")
    log = {"file": ("game.txt", played_text(game, 2).encode())}
    brought = ana.http.post("/upload", data={"csrf": ana.csrf}, files=log)
    here = brought.url.path.removesuffix("/replay")
    ways = {"alone": ["person", "bot"], "friends": ["person", "friend"], "screen": ["person", "person"]}
    for way, kinds in ways.items():
        answer = ana.post(f"{here}/branch", script=False, at=21, mine=0, way=way, pace="days", name="Ana")
        assert answer.status_code == 200, answer.text
        ana.csrf = ana._token(answer.text)
        live = server.context.tables.live(answer.url.path.rpartition("/")[2])
        assert [seat.kind for seat in live.seats] == kinds
        assert live.table.clock == (172800 if way == "friends" else 0)
        assert "See it there" in answer.text or way == "friends"


def _refused(visitor: Visitor, path: str, status: int, text: str, **form: object) -> None:
    answer = visitor.post(path, script=False, **form)
    assert answer.status_code == status, answer.text
    assert text in answer.text


def test_wrong_forms_get_a_sentence(server: Server) -> None:
    ana = server.visitor("Ana")
    brought = ana.http.post(
        "/upload", data={"csrf": ana.csrf}, files={"file": ("g.meduris", played_text("meduris", 2))}
    )
    here = brought.url.path.removesuffix("/replay")
    last = len(played("meduris", 2).state.history)
    _refused(ana, f"{here}/branch", 404, "There is no such moment", at=last + 1, mine=0)
    _refused(ana, f"{here}/branch", 404, "There is no such moment", at=-1, mine=0)
    _refused(ana, f"{here}/branch", 409, "The game is over at this moment", at=last, mine=0)
    _refused(ana, f"{here}/branch", 400, "Choose at least one seat", at=5)
    _refused(ana, f"{here}/branch", 400, "Choose at least one seat", at=5, mine=7)
    _refused(ana, f"{here}/branch", 400, "the others are one of", at=5, mine=0, way="ghosts")
    _refused(ana, f"{here}/branch", 422, "missing", mine=0)
    assert ana.get(f"{here}/branch?at={last + 1}").status_code == 404
    assert ana.get(f"{here}/branch?at=x").status_code == 422
    assert ana.get("/t/0123456789abcdef/branch?at=1").status_code == 404


def test_of_several_own_seats_each_has_a_name() -> None:
    wish = BranchWish.read("meduris", ("Ana", "Ben", "\u202e"), {"way": "screen"}, ["1", "2", "x"])
    assert wish.seats == ["here:Ana", "me", "here:"]
    wish = BranchWish.read("meduris", ("Ana", "Ben", "Cleo"), {"level": "9"}, ["0", "2"])
    assert wish.seats == ["me", "bot:expert", "here:Cleo"]


def test_programs_branch_likewise(server: Server) -> None:
    robo = api(server, "Robo")
    ana = server.visitor("Ana")
    brought = ana.http.post(
        "/upload", data={"csrf": ana.csrf}, files={"file": ("g.meduris", played_text("meduris", 2))}
    )
    source = brought.url.path.split("/")[2]
    moments = robo.get(f"/tables/{source}/moments").json()
    assert moments[0]["at"] == 1 and moments[-1]["at"] == len(played("meduris", 2).state.history)
    at = moments[20]["at"]
    position = robo.get(f"/tables/{source}/moments/{at}").json()
    assert position["at"] == at and position["position"]["stocks"][0] is not None
    made = robo.post(f"/tables/{source}/branch", json={"at": at, "seats": BOTS})
    assert made.status_code == 201
    table = robo.get(f"/tables/{made.json()['id']}").json()
    assert table["status"] == "playing" and table["seats"][0]["yours"]
    assert robo.get(f"/tables/{source}/moments/99999").status_code == 404
    for wrong, status in (
        ({"at": -1, "seats": BOTS}, 404),
        ({"at": 10**9, "seats": BOTS}, 404),
        ({"at": 10**12, "seats": BOTS}, 422),
        ({"at": moments[-1]["at"], "seats": BOTS}, 409),
        ({"at": 3, "seats": ["me"]}, 422),
        ({"at": 3, "seats": ["me", "wizard"]}, 400),
        ({"seats": BOTS}, 422),
    ):
        answer = robo.post(f"/tables/{source}/branch", json=wrong)
        assert answer.status_code == status, (wrong, answer.text)
        assert answer.json()["message"]
    described = robo.get("/openapi.json").json()["paths"]
    assert "/api/tables/{table_id}/branch" in described


def test_the_quota_of_tables_holds_for_branches(server: Server) -> None:
    from dolmen.server.quotas import Quota

    robo = api(server, "Robo")
    tables = server.context.tables
    source = table_of(tables, "meduris", ["Ben", "Cleo"])
    before, server.context.quotas.tables = server.context.quotas.tables, Quota(1, "Enough for today.")
    try:
        assert robo.post(f"/tables/{source}/branch", json={"at": 3, "seats": BOTS}).status_code == 201
        assert robo.post(f"/tables/{source}/branch", json={"at": 3, "seats": BOTS}).status_code == 429
    finally:
        server.context.quotas.tables = before


def test_a_running_games_past_is_seen_by_programs_as_their_seat_saw_it(server: Server) -> None:
    robo, tables = api(server, "Robo"), server.context.tables
    table = robo.post("/tables", json={"game": "meduris", "seats": ["me", "bot:random"]}).json()["id"]
    assert tables.live(table)
    position = robo.get(f"/tables/{table}/moments/0").json()["position"]
    assert position["stocks"][1] is None
    assert api(server, "Other").get(f"/tables/{table}/moments/0").json()["position"]["stocks"] == [None, None]
    assert robo.post(f"/tables/{table}/branch", json={"at": 0, "seats": BOTS}).status_code == 409
