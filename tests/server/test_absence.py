"""The clock, and people who are away: a bot takes the seat, or the game goes on without it; the owner may return."""

from __future__ import annotations

import httpx
import pytest

from dolmen.core.draws import Draws
from dolmen.core.errors import UnknownBot
from dolmen.core.words import LANGUAGES, words
from dolmen.server.commands import making, moves, seats
from dolmen.server.errors import CannotLeave, NotLate, NotRunning, NotYourSeat
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.server.log import log_of
from dolmen.store import Player, Stale
from tests.server.people import Listener, Server, api, two_people, wait_for


def people_at(tables: LiveTables, game: str, clock: int = 1) -> tuple[Player, Player, str]:
    """Ana and Ben at a table of two."""
    ana, ben = (tables.store.new_player(name) for name in ("Ana", "Ben"))
    table = making.create(tables, game, ana, ["me", "open"], clock=clock)
    seats.join(tables, table.id, ben)
    return ana, ben, table.id


def let_time_pass(tables: LiveTables, table: str, seconds: float) -> LiveTable:
    """As if everything at the table had happened so much earlier."""
    with tables.store.engine.execution_options(writing=True).begin() as connection:
        connection.exec_driver_sql(f"UPDATE events SET at = at - {int(1000 * seconds)}")
        connection.exec_driver_sql(f"UPDATE tables SET created = created - {int(1000 * seconds)}")
    tables.forget(table)
    return tables.live(table)


def play_until(
    tables: LiveTables, table: str, player: dict[int, Player], seat: int, *, begun: bool = True
) -> LiveTable:
    """Decide at random until a seat is asked (after the first round has begun)."""
    draws = Draws(3)
    while True:
        live = tables.live(table)
        if live.asked == seat and (not begun or live.state.turn > 4):
            return live
        assert live.asked is not None
        action = draws.pick(live.state.legal_actions())
        moves.move(tables, table, player[live.asked], live.asked, live.sequence, [action], None)


def test_a_table_without_a_clock_waits_for_ever(tables: LiveTables) -> None:
    _, ben, table = people_at(tables, "meduris", clock=0)
    live = let_time_pass(tables, table, 10**7)
    assert live.until is None and not live.is_late(10**18)
    with pytest.raises(NotLate, match="not up yet"):
        seats.replace_absent(tables, table, ben, 0, live.sequence, "random")


def test_the_clock_runs_for_the_seat_that_is_asked_from_when_it_is_asked(tables: LiveTables) -> None:
    ana, ben, table = people_at(tables, "meduris", clock=100)
    live = let_time_pass(tables, table, 40)
    assert live.asked == 0 and live.until is not None
    before = live.until
    assert live.is_late(before) and not live.is_late(before - 1)
    moves.move(tables, table, ana, 0, live.sequence, ["place wood"], None)
    live = tables.live(table)
    assert live.asked == 1 and live.until is not None and live.until > before  # Ben has a time of his own
    seats.hand_to_bot(tables, table, ben, 1, "random")
    assert tables.live(table).until is None  # a bot has none


def test_a_bot_takes_the_seat_when_the_time_is_up_and_its_owner_returns(tables: LiveTables) -> None:
    ana, ben, table = people_at(tables, "meduris", clock=60)
    live = tables.live(table)
    with pytest.raises(NotLate, match="not up yet"):
        seats.replace_absent(tables, table, ben, 0, live.sequence, "random")
    live = let_time_pass(tables, table, 61)
    with pytest.raises(UnknownBot):
        seats.replace_absent(tables, table, ben, 0, live.sequence, "nobody")
    with pytest.raises(Stale):
        seats.replace_absent(tables, table, ben, 0, live.sequence - 1, "random")
    seats.replace_absent(tables, table, ben, 0, live.sequence, "random")
    assert [seat.kind for seat in tables.live(table).seats] == ["bot", "person"]
    assert tables.live(table).seats[0].player == ana.id  # it stays hers
    event = tables.store.events(table)[-1]
    assert (event.kind, event.seat, event.player, event.payload) == ("bot", 0, ben.id, {"bot": "random", "by": 1})
    with pytest.raises(NotYourSeat):
        moves.move(tables, table, ana, 0, event.sequence, ["place wood"], None)
    seats.return_to_seat(tables, table, ana, 0)
    seats.return_to_seat(tables, table, ana, 0)  # twice is once
    live = tables.live(table)
    assert live.seats[0].kind == "person" and not live.is_late(tables.store.events(table)[-1].at + 59_999)
    told = [str(entry.text) for entry in log_of(live, words("en"))]
    assert told == ["The time of Ana was up. Ben handed the seat to a bot.", "Ana is back."]
    moves.move(tables, table, ana, 0, live.sequence, ["place wood"], None)


def test_only_who_plays_may_do_without_somebody_and_only_for_who_is_asked(tables: LiveTables) -> None:
    ana, ben, table = people_at(tables, "meduris")
    cleo = tables.store.new_player("Cleo")
    live = let_time_pass(tables, table, 5)
    for who in (cleo, ana):
        with pytest.raises(NotYourSeat):
            seats.replace_absent(tables, table, who, 0, live.sequence, "random")
    with pytest.raises(NotLate, match="nobody waits"):
        seats.replace_absent(tables, table, ana, 1, live.sequence, "random")
    with pytest.raises(NotYourSeat):
        seats.drop_absent(tables, table, cleo, 0, live.sequence)
    with pytest.raises(CannotLeave):  # Meduris knows no such thing
        seats.drop_absent(tables, table, ben, 0, live.sequence)
    assert tables.store.last_sequence(table) == live.sequence


def test_who_moved_in_the_last_moment_keeps_the_seat(tables: LiveTables) -> None:
    ana, ben, table = people_at(tables, "meduris")
    seen = let_time_pass(tables, table, 5).sequence
    moves.move(tables, table, ana, 0, seen, ["place wood"], None)
    with pytest.raises(Stale):
        seats.replace_absent(tables, table, ben, 0, seen, "random")
    assert tables.live(table).seats[0].kind == "person"


def test_terra_mystica_goes_on_without_who_is_dropped(tables: LiveTables) -> None:
    ana, ben, table = people_at(tables, "terra-mystica")
    live = let_time_pass(tables, table, 5)
    with pytest.raises(CannotLeave):  # not while the game is set up
        seats.drop_absent(tables, table, ben, 0, live.sequence)
    play_until(tables, table, {0: ana, 1: ben}, 0)
    live = let_time_pass(tables, table, 5)
    seats.drop_absent(tables, table, ben, 0, live.sequence)
    live = tables.live(table)
    assert live.state.record.dropped[0] and live.conduct.left == {0} and live.asked == 1
    event = next(event for event in tables.store.events(table) if event.kind == "drop")
    assert event.payload["by"] == 1 and event.payload["actions"][0].startswith("drop-faction")
    assert live.undo_to(0) is None and live.undo_to(1) is None
    with pytest.raises(NotRunning):
        seats.return_to_seat(tables, table, ana, 0)
    with pytest.raises(NotRunning):
        seats.hand_to_bot(tables, table, ana, 0, "random")
    live = let_time_pass(tables, table, 5)
    with pytest.raises(NotYourSeat):  # who left has no say any more
        seats.drop_absent(tables, table, ana, 1, live.sequence)
    told = [str(entry.text) for entry in log_of(live, words("en"))]
    assert any("left the game." in text for text in told[-4:])  # then a round may begin
    assert "The time of Ana was up. Ben chose to play on without Ana." in told
    for language in LANGUAGES:
        assert len(log_of(live, words(language))) == len(told)
    play_until(tables, table, {1: ben}, 1)
    tables.forget(table)
    assert tables.live(table).state == live.state  # it replays


def test_a_replay_shows_who_was_away(tables: LiveTables) -> None:
    from dolmen.server.pages.replay import replay_page

    ana, ben, table = people_at(tables, "terra-mystica")
    play_until(tables, table, {0: ana, 1: ben}, 0)
    live = let_time_pass(tables, table, 5)
    seats.replace_absent(tables, table, ben, 0, live.sequence, "random")
    live = tables.live(table)
    replay = replay_page(live, words("en"), 10**6, None, "")
    assert replay.entry is not None
    assert str(replay.entry.text) == "The time of Ana was up. Ben handed the seat to a bot."
    assert replay.at == live.state.decisions


def test_the_page_shows_the_clock_and_a_bot_takes_the_seat_when_it_has_run_out(server: Server) -> None:
    ana, ben, table = two_people(server, clock_number="1", clock_unit="minutes")
    store = server.context.store
    with store.engine.execution_options(writing=True).begin() as connection:
        connection.exec_driver_sql("UPDATE events SET at = at - 57000")
        connection.exec_driver_sql("UPDATE tables SET created = created - 57000")
    server.context.tables.forget(table)
    page = ben.get(f"/t/{table}").text
    assert 'role="timer"' in page and "data-until=" in page and 'id="replace"' not in page
    assert server.visitor("Cleo").post(f"/t/{table}/absent", absent=0, sequence=1, name="random").status_code == 403
    listener = Listener(ben, f"/t/{table}/stream?seat=1")
    wait_for(lambda: listener.ids)
    assert listener.ids == ["1.0"]
    server.context.tables.tell(table)  # (the clock was turned behind the keeper's back)
    wait_for(lambda: store.seats(table)[0].kind == "bot", 40)  # nobody has to click, nor to look
    wait_for(lambda: server.context.tables.live(table).asked == 1)
    wait_for(lambda: "A bot plays until Ana is back." in listener.text)
    assert "I am back" in ana.get(f"/t/{table}").text
    ana.post(f"/t/{table}/bot", seat=0)
    assert store.seats(table)[0].kind == "person"
    assert "Ana is back." in ben.get(f"/t/{table}").text


@pytest.mark.parametrize(("number", "unit", "clock"), [("5", "minutes", 300), ("2", "days", 172800), ("9", "", 0)])
def test_the_clock_is_chosen_when_a_table_is_made(server: Server, number: str, unit: str, clock: int) -> None:
    table = server.visitor("Ana").new_table("me", "bot:random", clock_number=number, clock_unit=unit)
    assert server.context.store.table(table).clock == clock


def test_a_clock_that_makes_no_sense_is_refused(server: Server) -> None:
    ana = server.visitor("Ana")
    form = {"game": "meduris", "name": "Ana", "seat0": "me", "seat1": "open"}
    for number in ("", "0", "-1", "1000", "many"):
        answer = ana.post("/tables", script=False, **form, clock_number=number, clock_unit="hours")
        assert answer.status_code == 400 and "The clock gives at least one minute" in answer.text
        ana.csrf = ana._token(answer.text)
    for field, says in (({"clock_unit": "weeks"}, "no clock by"), ({"way": "friends", "pace": "slow"}, "no pace")):
        answer = ana.post("/tables", script=False, **{**form, "clock_number": "1", **field})
        assert answer.status_code == 400 and f"There is {says} &#39;" in answer.text
        ana.csrf = ana._token(answer.text)


def test_programs_see_the_clock_and_that_a_bot_plays_for_who_is_absent(server: Server) -> None:
    robo, bibo = api(server, "Robo"), api(server, "Bibo")
    made = robo.post("/tables", json={"game": "meduris", "seats": ["me", "open"], "clock": 1}).json()
    table = made["id"]
    assert made["clock"] is None  # it waits for players
    assert robo.post("/tables", json={"game": "meduris", "seats": ["me", "open"], "clock": -1}).status_code == 422
    view = bibo.post(f"/tables/{table}/join").json()
    assert view["clock"]["seat"] == 0
    absent = {"seat": 0, "sequence": view["sequence"], "bot": "random"}
    assert robo.post(f"/tables/{table}/absent", json=absent).status_code == 403
    assert api(server, "Cleo").post(f"/tables/{table}/absent", json=absent).status_code == 403
    lines: list[str] = []
    with httpx.stream("GET", f"{bibo.base_url}tables/{table}/stream", headers=dict(bibo.headers), timeout=60) as news:
        for line in news.iter_lines():
            lines.append(line)
            if '"overdue":true' in line:
                break
    wait_for(lambda: bibo.get(f"/tables/{table}").json()["deciding"] == 1)
    seen = bibo.get(f"/tables/{table}").json()["sequence"]
    refused = bibo.post(f"/tables/{table}/absent", json={"seat": 0, "sequence": seen})
    assert refused.status_code == 409 and refused.json()["error"] in ("CannotLeave", "Stale")
    assert robo.post(f"/tables/{table}/bot", json={}).status_code == 204
    assert robo.get(f"/tables/{table}").json()["seats"][0]["kind"] == "person"


def test_the_others_choose_a_bot_where_nobody_keeps_the_time(tables: LiveTables) -> None:
    _, ben, table = people_at(tables, "meduris", clock=60)
    live = let_time_pass(tables, table, 61)
    assert seats.replace_absent(tables, table, ben, 0, live.sequence, "random") == live.sequence
    assert tables.live(table).seats[0].bot == "random"
