"""Tournaments: who makes and enters them, what is refused, how they go on by themselves."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Barrier
from typing import Any

import pytest

from dolmen.core.errors import DolmenError, InvalidSetup, UnknownBot
from dolmen.server.commands import holidays, leaving, moves, seats, tournaments
from dolmen.server.commands.tournament_rounds import fair_places, go_on
from dolmen.server.commands.tournaments import TournamentWish
from dolmen.server.errors import BadName, BadTournament, CannotDelete, CannotEnter, NotTheHost
from dolmen.server.live_tables import LiveTables
from dolmen.server.tournament_file import names_in, standings_csv, standings_json
from dolmen.server.tournament_state import TournamentState
from dolmen.store import PlayedSeat, Player, now
from tests.server.people import Listener, Server, api, wait_for
from tests.server.tournaments_played import finish, new_tournament, play_round


@pytest.fixture
def ana(tables: LiveTables) -> Player:
    return tables.store.new_player("Ana")


@pytest.fixture
def ben(tables: LiveTables) -> Player:
    return tables.store.new_player("Ben")


def state_of(tables: LiveTables, tournament_id: str) -> TournamentState:
    return TournamentState.read(tables.store, tournament_id)


# ---------------------------------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("wish", "error", "says"),
    [
        ({"seats": 5}, BadTournament, "tables of 2 to 4 players, not of 5"),
        ({"seats": 1}, BadTournament, "not of 1"),
        ({"most": 1}, BadTournament, "a tournament has 2 to 64 players"),
        ({"rounds": 99}, BadTournament, "at most 63 rounds"),
        ({"rounds": 8, "most": 8}, BadTournament, "at most 7 rounds"),
        ({"groups": 3}, BadTournament, "at least one player of each goes on"),
        ({"groups": 2, "advance": 1, "most": 3}, BadTournament, "too few players .3."),
        ({"groups": 2, "advance": 4, "most": 6}, BadTournament, "more players would go on"),
        ({"groups": 0}, BadTournament, "1 to 16 groups"),
        ({"groups": 2, "advance": 1, "finals": 3}, BadTournament, "every final has at least two"),
        ({"advance": 1}, BadTournament, "at least two players go on"),
        ({"until": 5}, BadTournament, "lies ahead"),
        ({"kind": "knock-out"}, BadTournament, "one of: robin, swiss"),
        ({"access": "none"}, BadTournament, "one of: open, link"),
        ({"clock": -1}, InvalidSetup, "seconds by the clock"),
        ({"options": {"nonsense": "on"}}, InvalidSetup, "there is no option"),
        ({"options": {"seed": "x"}}, InvalidSetup, "a seed is a whole number"),
        ({"options": {"rated": "on", "guide": "on"}}, BadTournament, "no hints"),
        ({"options": {"colours": "red,blue"}}, BadTournament, "nobody chooses 'colours' beforehand"),
        ({"name": "  "}, BadName, "1 to 40 letters"),
        ({"name": "x" * 41}, BadName, "1 to 40 letters"),
    ],
)
def test_a_tournament_that_makes_no_sense_is_not_made(
    tables: LiveTables, ana: Player, wish: dict[str, Any], error: type[DolmenError], says: str
) -> None:
    with pytest.raises(error, match=says):
        new_tournament(tables, ana, **wish)
    assert tables.store.tournaments_of(ana.id) == []


def test_a_host_may_need_an_account(tables: LiveTables, ana: Player) -> None:
    wish = TournamentWish("Cup", "meduris", 2)
    for hosts in ("accounts", "nobody"):
        with pytest.raises(NotTheHost):
            tournaments.create(tables, ana, wish, hosts)
    tables.store.register(ana.id, "ana", "a long password")
    account = tables.store.player(ana.id)
    assert account is not None
    tournaments.create(tables, account, wish, "accounts")


def test_entering_is_refused_twice_when_full_after_the_start_and_without_the_link(
    tables: LiveTables, ana: Player, ben: Player
) -> None:
    cup = new_tournament(tables, ana, most=3, access="link")
    with pytest.raises(CannotEnter, match="by its link"):
        tournaments.enter(tables, cup.id, ben)
    tournaments.enter(tables, cup.id, ben, tables.table_token(cup.id))
    with pytest.raises(CannotEnter, match="in this tournament already"):
        tournaments.enter(tables, cup.id, ben, tables.table_token(cup.id))
    with pytest.raises(CannotEnter, match="full: it has 3 places"):
        tournaments.enter_bots(tables, cup.id, ana, "greedy", 3)
    with pytest.raises(UnknownBot):
        tournaments.enter_bots(tables, cup.id, ana, "nobody")
    with pytest.raises(NotTheHost):
        tournaments.enter_bots(tables, cup.id, ben, "greedy")
    assert [one.name for one in tables.store.entrants(cup.id)] == ["Ben"]
    tournaments.enter_bots(tables, cup.id, ana, "greedy", 2)
    assert tables.store.tournament(cup.id).status == "playing", "it starts when it is full"
    with pytest.raises(CannotEnter, match="it has begun"):
        tournaments.enter(tables, cup.id, ana)


def test_of_those_who_enter_the_last_place_at_once_one_is_in(tables: LiveTables, ana: Player) -> None:
    people = [tables.store.new_player(f"P{number}") for number in range(4)]
    cup = new_tournament(tables, ana, bots=2, most=3)
    gate = Barrier(len(people))

    def enter(player: Player) -> bool:
        gate.wait()
        try:
            tournaments.enter(tables, cup.id, player)
        except CannotEnter:
            return False
        return True

    with ThreadPoolExecutor(len(people)) as threads:
        assert sorted(threads.map(enter, people)) == [False, False, False, True]
    state = state_of(tables, cup.id)
    assert (len(state.entrants), state.tournament.status) == (3, "playing")


def test_with_one_player_or_too_many_rounds_it_does_not_start(tables: LiveTables, ana: Player, ben: Player) -> None:
    cup = new_tournament(tables, ana, bots=1, rounds=4)
    with pytest.raises(NotTheHost):
        tournaments.start(tables, cup.id, ben)
    with pytest.raises(BadTournament, match="too few players .1."):
        tournaments.start(tables, cup.id, ana)
    tournaments.enter_bots(tables, cup.id, ana, "greedy", 3)
    with pytest.raises(BadTournament, match="4 rounds are too many for 4 players: at most 3"):
        tournaments.start(tables, cup.id, ana)
    assert state_of(tables, cup.id).tables == []
    assert tables.store.tournament(cup.id).status == "open"


def test_at_its_time_it_starts_or_is_called_off(
    tables: LiveTables, ana: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    soon = now() + 60_000
    alone = new_tournament(tables, ana, bots=1, until=soon)
    four = new_tournament(tables, ana, bots=4, rounds=9, until=soon)
    go_on(tables, four.id)
    assert tables.store.tournament(four.id).status == "open"
    monkeypatch.setattr("dolmen.server.commands.tournament_rounds.now", lambda: soon + 1)
    monkeypatch.setattr("dolmen.server.commands.tournaments.now", lambda: soon + 1)
    with pytest.raises(CannotEnter, match="it has begun"):
        tournaments.enter(tables, four.id, ana)
    for cup in (alone, four):
        go_on(tables, cup.id)
    assert tables.store.tournament(alone.id).status == "called off"
    assert tables.store.tournament(alone.id).why.startswith("Too few")
    started = tables.store.tournament(four.id)
    assert (started.status, started.first_rounds) == ("playing", 3), "no more rounds than make sense"


# ---------------------------------------------------------------------------------------------------- going on


@pytest.mark.parametrize(("kind", "seats", "rounds"), [("swiss", 2, 3), ("robin", 2, 5), ("swiss", 4, 2)])
def test_round_after_round_is_made_counted_and_drawn(
    tables: LiveTables, ana: Player, kind: str, seats: int, rounds: int
) -> None:
    cup = new_tournament(tables, ana, bots=6, kind=kind, seats=seats, rounds=rounds)
    tournaments.start(tables, cup.id, ana)
    for number in range(1, rounds + 1):
        state = state_of(tables, cup.id)
        assert state.tournament.round == number
        assert all(one.made and one.table for one in state.tables if one.kind == "table")
        go_on(tables, cup.id)
        assert state_of(tables, cup.id).tables == state.tables, "nothing is made twice"
        play_round(tables, cup.id)
    state = state_of(tables, cup.id)
    assert state.tournament.status == "finished"
    assert state.tournament.round == rounds
    rows = standings_json(state, names_in(tables.store, state))
    assert [row["place"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert all(row["games"] == rounds for row in rows)
    assert [row["points"] for row in rows] == sorted((row["points"] for row in rows), reverse=True)
    lines = standings_csv(state, names_in(tables.store, state)).splitlines()
    assert len(lines) == 7
    assert lines[0].endswith(f"round {rounds}")


def test_groups_then_finals(tables: LiveTables, ana: Player) -> None:
    cup = new_tournament(tables, ana, bots=8, kind="robin", groups=2, advance=2, finals=2)
    tournaments.start(tables, cup.id, ana)
    state = state_of(tables, cup.id)
    assert sorted(map(len, state.groups)) == [4, 4]
    assert state.tournament.first_rounds == 3
    for _ in range(3):
        state = play_round(tables, cup.id)
    assert [len(final) for final in state.finals] == [2, 2]
    winners = {ranking[0].entrant for ranking in state.rankings}
    assert set(state.finals[0]) == winners, "the first final is played by the winners of the groups"
    state = play_round(tables, cup.id)
    assert state.tournament.status == "finished"
    assert set(state.overall[:2]) == winners
    assert sorted(state.overall) == list(range(1, 9))


def test_people_sit_at_their_tables_and_seats_are_told_apart(tables: LiveTables, ana: Player, ben: Player) -> None:
    cup = new_tournament(tables, ana, bots=2, seats=4, options={"rated": "on"}, clock=3600)
    tournaments.enter(tables, cup.id, ana)
    tournaments.enter(tables, cup.id, ben)
    tournaments.start(tables, cup.id, ana)
    [table] = tables.store.tables_of(ben.id)
    assert table.name == "Cup 1.1"
    assert (table.clock, table.options) == (3600, {"rated": "on"})
    with tables.open(table.id) as live:
        assert live.is_rated
        assert sorted(seat.kind for seat in live.seats) == ["bot", "bot", "person", "person"]
        assert len(set(live.names)) == 4
    found = tables.store.tournament_of_table(table.id)
    assert found is not None
    assert (found[0].id, found[1].round) == (cup.id, 1)


def test_where_an_auction_gives_other_seats_everybody_counts_for_himself(
    tables: LiveTables, ana: Player, ben: Player
) -> None:
    cup = new_tournament(tables, ana, game="terra-mystica", rounds=1, options={"setup": "auction"})
    for player in (ana, ben):
        tournaments.enter(tables, cup.id, player)
    tournaments.start(tables, cup.id, ana)
    [drawn] = state_of(tables, cup.id).tables
    assert drawn.table is not None
    live = tables.live(drawn.table)
    names, terms = live.names, live.first_setup.auction()
    assert terms is not None
    for seat, lot in enumerate(reversed(terms.lots)):  # who bids first takes the last place
        live = tables.live(drawn.table)
        player = ana if live.seats_of(ana.id) == [seat] else ben
        moves.move(tables, drawn.table, player, seat, live.sequence, [f"bid {lot} 0"], None)
    live = tables.live(drawn.table)
    assert live.names == (names[1], names[0])
    [drawn] = state_of(tables, cup.id).tables
    numbers = {1: ana.id, 2: ben.id}
    assert [numbers[one] for one in drawn.entrants] == [seat.player for seat in live.seats]
    seats.hand_to_bot(tables, live.table.id, ben, live.seats_of(ben.id)[0], "greedy")
    state = play_round(tables, cup.id)
    assert state.left == {2} and state.overall == [1, 2], "who let a bot play is last, and nobody else"


def test_who_is_away_is_so_at_the_tables_of_a_tournament(tables: LiveTables, ana: Player, ben: Player) -> None:
    today = datetime.now(UTC).date().isoformat()
    taken = holidays.take_holiday(tables, ben, today, today)
    cup = new_tournament(tables, ana, bots=1, rounds=1, clock=86_400)
    tournaments.enter(tables, cup.id, ben)
    tournaments.start(tables, cup.id, ana)
    [table] = tables.store.tables_of(ben.id)
    live = tables.live(table.id)
    assert live.clocks.away_until(live.seats_of(ben.id)[0], now()) == taken.ends


# ---------------------------------------------------------------------------------------------------- leaving


def test_who_leaves_is_played_by_a_bot_and_not_drawn_any_more(tables: LiveTables, ana: Player, ben: Player) -> None:
    cup = new_tournament(tables, ana, bots=3, kind="swiss", rounds=2)
    tournaments.enter(tables, cup.id, ben)
    tournaments.start(tables, cup.id, ana)
    [table] = tables.store.tables_of(ben.id)
    tournaments.leave(tables, cup.id, ben)
    with tables.open(table.id) as live:
        [seat] = live.seats_of(ben.id)
        assert live.seats[seat].kind == "bot"
    state = play_round(tables, cup.id)
    drawn = next(one for one in state.tables if one.table == table.id)
    assert drawn.places is not None
    assert drawn.places[list(drawn.entrants).index(4)] == 2, "who lets a bot play is last"
    assert all(4 not in one.entrants for one in state.tables if one.round == 2)
    tournaments.come_back(tables, cup.id, ben)
    assert not state_of(tables, cup.id).left
    with pytest.raises(CannotEnter, match="not in this tournament"):
        tournaments.leave(tables, cup.id, ana)


def test_who_does_not_come_is_not_drawn_any_more(tables: LiveTables, ana: Player, ben: Player) -> None:
    cup = new_tournament(tables, ana, bots=3, rounds=2)
    tournaments.enter(tables, cup.id, ben)
    tournaments.start(tables, cup.id, ana)
    [table] = tables.store.tables_of(ben.id)
    with tables.open(table.id) as live:
        [seat] = live.seats_of(ben.id)
    seats.hand_to_bot(tables, table.id, ben, seat, "greedy")
    assert play_round(tables, cup.id).left == {4}


def test_the_host_takes_somebody_out(tables: LiveTables, ana: Player, ben: Player) -> None:
    cup = new_tournament(tables, ana, bots=2)
    tournaments.enter(tables, cup.id, ben)
    with pytest.raises(NotTheHost):
        tournaments.remove(tables, cup.id, ben, 1)
    with pytest.raises(CannotEnter, match="nobody has this number"):
        tournaments.remove(tables, cup.id, ana, 9)
    tournaments.remove(tables, cup.id, ana, 1)
    assert [one.number for one in tables.store.entrants(cup.id)] == [2, 3]
    tournaments.start(tables, cup.id, ana)
    tournaments.remove(tables, cup.id, ana, 3)
    assert state_of(tables, cup.id).left == {3}


def test_a_removed_person_becomes_somebody_and_the_tournament_goes_on(
    tables: LiveTables, ana: Player, ben: Player
) -> None:
    cup = new_tournament(tables, ana, bots=1, rounds=1)
    tournaments.enter(tables, cup.id, ben)
    waiting = new_tournament(tables, ana)
    tournaments.enter(tables, waiting.id, ben)
    tournaments.start(tables, cup.id, ana)
    [table] = tables.store.tables_of(ben.id)
    told = tables.store.export_player(ben.id)
    assert [row["tournament"] for row in told["entered"]] == [cup.id, waiting.id]
    assert [row["id"] for row in tables.store.export_player(ana.id)["tournaments"]] == [cup.id, waiting.id]
    tables.store.delete_player(ben.id)
    tables.tell(table.id)
    assert tables.store.entrants(waiting.id) == []
    go_on(tables, cup.id)
    with tables.open(table.id) as live:
        assert [seat.kind for seat in live.seats] == ["bot", "bot"]
    state = play_round(tables, cup.id)
    assert state.tournament.status == "finished"
    assert names_in(tables.store, state)[2] == "-"
    tables.store.delete_player(ana.id)
    assert tables.store.tournament(cup.id).owner is None


def test_a_table_that_is_removed_counts_for_nobody(tables: LiveTables, ana: Player) -> None:
    cup = new_tournament(tables, ana, bots=4, rounds=1)
    tournaments.start(tables, cup.id, ana)
    first, second = (one.table for one in state_of(tables, cup.id).tables)
    assert first and second
    tables.store.delete_table(first)
    finish(tables, second)
    go_on(tables, cup.id)
    state = state_of(tables, cup.id)
    assert state.tournament.status == "finished"
    assert state.tables[0].places == []
    tables.store.delete_table(second)
    assert sum(line.games for line in state_of(tables, cup.id).rankings[0]) == 2, "what was counted stays"


def test_it_is_called_off(tables: LiveTables, ana: Player) -> None:
    cup = new_tournament(tables, ana, bots=4)
    tournaments.start(tables, cup.id, ana)
    tournaments.call_off(tables, cup.id, ana)
    before = state_of(tables, cup.id)
    assert before.tournament.status == "called off"
    assert play_round(tables, cup.id).tables == before.tables


def test_a_table_is_made_once_though_a_server_ends_in_between(
    tables: LiveTables, ana: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = new_tournament(tables, ana, bots=6, rounds=1)
    made = 0
    create = tables.store.create_table

    def fails_at_the_second(**table: Any) -> Any:
        nonlocal made
        made += 1
        if made == 2:
            raise KeyboardInterrupt  # the process ends here
        return create(**table)

    monkeypatch.setattr(tables.store, "create_table", fails_at_the_second)
    with pytest.raises(KeyboardInterrupt):
        tournaments.start(tables, cup.id, ana)
    assert [one.made for one in state_of(tables, cup.id).tables] == [True, False, False]
    go_on(tables, cup.id)
    state = state_of(tables, cup.id)
    assert len({one.table for one in state.tables}) == 3
    assert len(tables.store.tables_with_status("playing")) == 3


def test_places_as_they_count() -> None:
    def seat(place: int, *, left: bool = False) -> PlayedSeat:
        return PlayedSeat("", 0, "x", "", place, left)

    assert fair_places([seat(1, left=True), seat(3), seat(2)]) == [3, 2, 1]
    assert fair_places([seat(1, left=True), seat(2, left=True), seat(3)]) == [2, 2, 1]
    assert fair_places([seat(1), seat(1), seat(3)]) == [1, 1, 3]


# ---------------------------------------------------------------------------------------------------- pages and API


def test_a_tournament_in_the_browser(server: Server) -> None:
    ana, ben = server.visitor("Ana"), server.visitor("Ben")
    assert "No tournaments yet" in ana.get("/tournaments").text
    bad = ana.post("/tournaments", script=False, name="Ana", title="Cup", game="meduris", seats=7)
    assert bad.status_code == 422
    assert "not of 7" in bad.text
    assert 'value="Cup"' in bad.text, "the form stays as it was filled"
    ana.csrf = ana._token(bad.text)
    made = ana.post("/tournaments", script=False, title="Cup <1>", game="meduris", seats=2, rounds=1, enter="on")
    assert made.status_code == 200
    assert "Cup &lt;1&gt;" in made.text
    here = made.url.path
    entered = ben.post(f"{here}/enter", script=False, name="Ben")
    assert entered.status_code == 200
    ben.csrf = ben._token(entered.text)
    assert ben.post(f"{here}/enter", script=False).status_code == 409
    assert ben.post(f"{here}/start", script=False).status_code == 403
    assert ana.post(f"{here}/bots", script=False, bot="nobody", number=1).status_code == 422
    started = ana.post(f"{here}/start", script=False)
    assert "Tables of round 1" in started.text
    table = started.text.partition('href="/t/')[2].partition('"')[0]
    assert f'href="{here}?round=1"' in ben.get(f"/t/{table}").text, "the table says where it belongs"
    assert "Cup &lt;1&gt;" in ana.get("/tournaments").text
    assert ana.get(f"{here}.csv").text.startswith("place,name")
    assert [row["name"] for row in ana.get(f"{here}.json").json()]
    assert ana.get("/tournament/0123456789abcdef").status_code == 404
    assert ana.get("/tournament/nonsense").status_code == 404


@pytest.mark.parametrize(
    ("field", "says"),
    [
        ({"rounds": "10000"}, "at most 63 rounds"),
        ({"rounds": "-1"}, "rounds&#39; is a whole number"),
        ({"clock_unit": "weeks", "clock_number": "1"}, "no clock by &#39;weeks&#39;"),
        ({"clock_unit": "days", "clock_number": "1e300"}, "at most sixty days a turn"),
        ({"clock_unit": "bank", "clock_number": "0"}, "everybody has 1 to 1440 minutes"),
        ({"within": "ever"}, "nobody can enter for &#39;ever&#39;"),
        ({"title": "x" * 4000}, "1 to 40 letters"),
    ],
)
def test_a_form_that_makes_no_sense_is_a_sentence_and_no_tournament(
    server: Server, field: dict[str, str], says: str
) -> None:
    ana, before = server.visitor("Ana"), server.context.store.tournaments("open")
    wish = {"name": "Ana", "title": "Cup", "game": "meduris", "seats": "2", **field}
    answer = ana.post("/tournaments", script=False, **wish)
    assert answer.status_code in (400, 422) and says.lower() in answer.text.lower()
    assert server.context.store.tournaments("open") == before


def test_a_tournament_over_the_api(server: Server) -> None:
    host, other = api(server, "Host"), api(server, "Other")
    made = host.post("/tournaments", json={"name": "Cup", "game": "terra-mystica", "seats": 3, "access": "link"})
    assert made.status_code == 201
    cup = made.json()
    here = f"/tournaments/{cup['id']}"
    assert other.get(here).json()["link"] is None
    assert other.post(f"{here}/enter", json={}).status_code == 409
    assert other.post(f"{here}/enter", json={"link": cup["link"]}).json()["entered"] == 1
    assert host.post(f"{here}/bots", json={"bot": "greedy", "number": 2}).status_code == 200
    assert other.post(f"{here}/start").status_code == 403
    told = host.post(f"{here}/start").json()
    assert (told["status"], len(told["tables"])) == ("playing", 1)
    assert cup["id"] in other.get("/tournaments").json()
    assert other.post(f"{here}/leave").json()["standings"][0]["left"] in (True, False)
    assert host.post(f"{here}/call-off").json()["status"] == "called off"
    assert host.post("/tournaments", json={"name": "Cup", "game": "terra-mystica", "seats": 9}).status_code == 422
    assert host.get("/tournaments/0123456789abcdef").status_code == 404


@pytest.mark.process
@pytest.mark.parametrize(("kind", "seats", "rounds"), [("swiss", 2, 2), ("robin", 4, 2)])
def test_a_tournament_of_16_bots_runs_through_by_itself(server: Server, kind: str, seats: int, rounds: int) -> None:
    host = api(server, "Host")
    wish = {"name": "Cup of bots", "game": "meduris", "seats": seats, "kind": kind, "rounds": rounds}
    here = f"/tournaments/{host.post('/tournaments', json=wish).json()['id']}"
    host.post(f"{here}/bots", json={"bot": "random", "number": 8})
    host.post(f"{here}/bots", json={"bot": "greedy", "number": 8})
    assert host.post(f"{here}/start").status_code == 200
    wait_for(lambda: host.get(here).json()["status"] == "finished", 300)
    told = host.get(here).json()
    assert len(told["tables"]) == 16 // seats * rounds
    assert all(table["places"] for table in told["tables"])
    assert [row["place"] for row in told["standings"]] == list(range(1, 17))
    assert all(row["games"] == rounds for row in told["standings"])
    pairs = [frozenset(pair) for one in told["tables"] for pair in _pairs(one["entrants"])]
    assert len(set(pairs)) == len(pairs), "nobody met twice"


def _pairs(entrants: list[int]) -> list[tuple[int, int]]:
    return [(one, other) for one in entrants for other in entrants if one < other]


def test_who_looks_is_told_what_happens(server: Server) -> None:
    ana, ben = server.visitor("Ana"), server.visitor("Ben")
    here = ana.post("/tournaments", script=False, name="Ana", title="Cup", game="meduris", seats=2).url.path
    listener = Listener(ben, f"{here}/stream")
    wait_for(lambda: "Nobody yet." in listener.text)
    ana.csrf = ana._token(ana.get(here).text)
    assert ana.post(f"{here}/enter", script=False).status_code == 200
    wait_for(lambda: "<b>Ana</b>" in listener.text)
    assert ben.get("/tournament/0123456789abcdef/stream").status_code == 404


def test_a_host_does_not_delete_a_table_that_is_awaited(tables: LiveTables, ana: Player) -> None:
    cup = new_tournament(tables, ana, bots=1, rounds=1)
    tournaments.enter(tables, cup.id, ana)
    tournaments.start(tables, cup.id, ana)
    [table] = [one.table for one in state_of(tables, cup.id).tables]
    assert table
    with pytest.raises(CannotDelete, match="a tournament waits"):
        leaving.delete(tables, table, ana)
    tournaments.call_off(tables, cup.id, ana)
    leaving.delete(tables, table, ana)
