"""Clocks: computed from events alone, with a moment that the test chooses; a bot plays for whose time is up.

Days are days of the world's time. What a test lets pass, it lets all events have happened earlier.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from dolmen.bots import DEFAULT_BOT
from dolmen.core.draws import Draws
from dolmen.core.errors import InvalidSetup
from dolmen.core.words import LANGUAGES, words
from dolmen.server.clocks import DAY, HOUR, Clocks, is_over_days, longest_pause
from dolmen.server.commands import clocks, holidays, leaving, making, moves, seats
from dolmen.server.errors import BadHoliday, CannotPause, NotRunning, NotYourSeat
from dolmen.server.hub import Hub
from dolmen.server.live_tables import LiveTables
from dolmen.server.log import log_of
from dolmen.server.pages.own_tables import own_tables
from dolmen.server.table_file import bring_back, written
from dolmen.server.timekeeper import Timekeeper
from dolmen.store import Event, Holiday, Player, Store, now
from tests.server.test_absence import let_time_pass, people_at, play_until
from tests.store.conftest import new_database, postgres_server

__all__ = ["postgres_server"]  # a fixture that is used here, too

MINUTE = 60_000


@dataclass
class Played:
    """Events of a table that nobody keeps, each with the seat that is asked after it."""

    clocks: Clocks

    def at(self, at: int, kind: str = "move", asked: int | None = None, seat: int | None = 0, **payload: Any) -> Clocks:
        self.clocks.fold(Event("t", 1, kind, payload, seat, None, at), asked)
        return self.clocks


# ---------------------------------------------------------------------------------------------------- pure


def test_without_a_clock_there_is_all_the_time_in_the_world() -> None:
    assert Clocks(0).until(0) is None


def test_every_turn_has_its_own_time() -> None:
    played = Played(Clocks(0, turn=60))
    assert played.at(0, asked=0).until(0) == MINUTE
    assert played.at(50_000, asked=1).until(1) == 50_000 + MINUTE
    assert played.at(50_001, asked=0).until(0) == 50_001 + MINUTE


def test_decisions_of_one_turn_share_its_time() -> None:
    played = Played(Clocks(0, turn=60))
    played.at(0, asked=0)
    assert played.at(30_000, asked=0).until(0) == MINUTE


def test_what_a_turn_takes_longer_comes_off_the_bank() -> None:
    played = Played(Clocks(0, turn=10, bank=100))
    assert played.at(0, asked=0).until(0) == 110_000
    assert played.clocks.left(0, 5_000) == 100_000  # the turn's own seconds go first
    assert played.clocks.left(0, 40_000) == 70_000
    played.at(40_000, asked=1)
    assert played.clocks.left(0, 10**9) == 70_000
    assert played.at(45_000, asked=0).until(0) == 45_000 + 10_000 + 70_000
    assert played.at(50_000, asked=1).left(0, 0) == 70_000  # a quick turn gives nothing back


def test_who_comes_back_with_an_empty_bank_has_the_seconds_of_a_turn() -> None:
    played = Played(Clocks(0, turn=10, bank=100))
    played.at(0, asked=0)
    played.at(110_000, "bot", asked=0, bot="greedy", late=True)
    assert played.clocks.left(0, 0) == 0
    played.at(10**6, "bot", asked=0, bot="")
    assert played.clocks.until(0) == 10**6 + 10_000


def test_while_a_bot_plays_the_time_of_its_owner_stands() -> None:
    played = Played(Clocks(0, turn=10, bank=100))
    played.at(0, asked=0)
    played.at(1_000, "bot", asked=0, bot="greedy")
    assert played.at(500_000, asked=1).left(0, 0) == 100_000


def test_a_turn_goes_on_while_another_seat_is_handed_to_a_bot() -> None:
    played = Played(Clocks(0, turn=60))
    played.at(0, asked=0)
    played.at(50_000, "bot", asked=0, seat=1, bot="greedy")
    played.at(55_000, "bot", asked=0, seat=1, bot="")
    assert played.clocks.until(0) == MINUTE and played.clocks.asked_since == 0


def test_time_before_the_game_is_nobodys() -> None:
    played = Played(Clocks(0, turn=10, bank=100))
    played.at(0, "sit", asked=0)
    played.at(DAY, "sit", asked=0, seat=1)
    assert (played.clocks.left(0, DAY), played.clocks.until(0)) == (100_000, DAY + 110_000)


def test_a_pause_stands_until_somebody_goes_on_or_it_is_over() -> None:
    played = Played(Clocks(0, turn=60))
    played.at(0, asked=0)
    played.at(20_000, "agree pause", asked=0, seat=1, until=20_000 + DAY)
    assert played.clocks.until(0) == MINUTE + DAY  # if nobody goes on, it ends by itself
    assert played.clocks.paused_until(20_000) == 20_000 + DAY and played.clocks.paused_until(20_000 + DAY) is None
    assert played.clocks.stands(0, 30_000) and not played.clocks.stands(0, 19_999)
    played.at(80_000, "go on", asked=0, seat=1)
    assert played.clocks.until(0) == 120_000 and played.clocks.paused_until(80_001) is None
    played.at(90_000, "agree pause", asked=0, until=90_000 + DAY)
    played.at(95_000, "move", asked=1, goes_on=True)  # who plays goes on
    assert played.clocks.paused_until(95_001) is None and played.clocks.until(1) == 95_000 + MINUTE


def test_the_clock_of_a_seat_stands_in_its_holidays() -> None:
    played = Played(Clocks(0, turn=86_400))
    played.at(0, asked=0)
    played.at(0, "holidays", asked=0, away=[[6 * HOUR, 30 * HOUR], [40 * HOUR, 50 * HOUR]])
    assert played.clocks.until(0) == (24 + 24 + 10) * HOUR
    assert played.clocks.away_until(0, 7 * HOUR) == 30 * HOUR and played.clocks.away_until(0, 30 * HOUR) is None
    assert played.clocks.away_until(1, 7 * HOUR) is None
    played.at(10 * HOUR, "holidays", asked=0, away=[])  # back early
    assert played.clocks.until(0) == (24 + 4) * HOUR
    assert played.at(11 * HOUR, asked=1).until(1) == 35 * HOUR


def test_holidays_and_a_pause_at_once_are_not_counted_twice() -> None:
    played = Played(Clocks(0, turn=86_400))
    played.at(0, asked=0)
    played.at(0, "holidays", asked=0, away=[[10 * HOUR, 20 * HOUR]])
    played.at(5 * HOUR, "agree pause", asked=0, until=15 * HOUR)
    assert played.clocks.until(0) == (24 + 15) * HOUR


def test_holidays_that_are_told_late_count_from_when_they_began() -> None:
    played = Played(Clocks(0, turn=7200))
    played.at(0, asked=0)
    played.at(3 * HOUR, "holidays", asked=0, away=[[HOUR, DAY]])  # the turn's two hours were up before
    assert played.clocks.until(0) == DAY + HOUR
    played.at(4 * HOUR, "holidays", asked=0, away=[])  # back early
    assert played.clocks.until(0) == 5 * HOUR, "an hour before, and one after"


def test_live_games_know_no_holidays() -> None:
    played = Played(Clocks(0, turn=10, bank=100))
    played.at(0, asked=0)
    played.at(0, "holidays", asked=0, away=[[0, DAY]])
    assert played.clocks.until(0) == 110_000


def test_a_machine_whose_clock_was_set_back_gives_nobody_time() -> None:
    played = Played(Clocks(0, turn=10, bank=100))
    played.at(50_000, asked=0)
    played.at(40_000, asked=1)
    assert played.clocks.left(0, 0) == 100_000 and played.clocks.until(1) == 50_000 + 110_000


# ---------------------------------------------------------------------------------------------------- at a table


@pytest.fixture
def moment(monkeypatch: pytest.MonkeyPatch) -> Moment:
    return Moment(monkeypatch)


class Moment:
    """What the machine's clock shows: it stands unless the test moves it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = now()
        monkeypatch.setattr("dolmen.store.store.time.time_ns", lambda: self.now * 1_000_000)

    def pass_by(self, milliseconds: int) -> None:
        self.now += milliseconds


def live_people(tables: LiveTables, clock: int, bank: int = 0) -> tuple[Player, Player, str]:
    ana, ben = (tables.store.new_player(name) for name in ("Ana", "Ben"))
    table = making.create(tables, "meduris", ana, ["me", "open"], clock=clock, bank=bank)
    seats.join(tables, table.id, ben)
    return ana, ben, table.id


def decide(tables: LiveTables, table: str, player: Player) -> None:
    live = tables.live(table)
    assert live.asked is not None
    moves.move(tables, table, player, live.asked, live.sequence, [live.state.legal_actions()[0]], None)


def told(tables: LiveTables, table: str) -> list[str]:
    return [str(entry.text) for entry in log_of(tables.live(table), words("en"))]


def test_a_clock_that_makes_no_sense_is_refused(tables: LiveTables) -> None:
    ana = tables.store.new_player("Ana")
    for clock, bank in ((-1, 0), (10**9, 0), (10, -1), (10, 10**9), (0, 600), (4, 600)):
        with pytest.raises(InvalidSetup):
            making.create(tables, "meduris", ana, ["me", "open"], None, clock, bank)
    assert tables.store.tables_of(ana.id) == []


def test_a_bot_takes_the_seat_by_itself_and_its_owner_returns(tables: LiveTables, moment: Moment) -> None:
    ana, _ben, table = live_people(tables, clock=10, bank=60)
    keeper = Timekeeper(tables)
    keeper.sweep()
    assert keeper.look() == pytest.approx(20)
    moment.pass_by(69_999)
    keeper.look()
    assert tables.live(table).seats[0].kind == "person"
    moment.pass_by(1)
    assert keeper.look() == pytest.approx(20)
    live = tables.live(table)
    assert (live.seats[0].kind, live.seats[0].bot, live.seats[0].player) == ("bot", DEFAULT_BOT, ana.id)
    assert live.conduct.overdue == {0} and live.until is None
    keeper.look()
    assert told(tables, table) == ["The time of Ana was up. A bot plays until Ana is back."]
    seats.return_to_seat(tables, table, ana, 0)
    live = tables.live(table)
    assert live.conduct.overdue == set() and live.until == moment.now + 10_000
    assert told(tables, table)[-1] == "Ana is back."
    for language in LANGUAGES:
        assert len(log_of(live, words(language))) == 2


def test_whoever_keeps_the_time_next_computes_the_same(tables: LiveTables, moment: Moment) -> None:
    ana, ben, table = live_people(tables, clock=10, bank=60)
    moment.pass_by(30_000)
    decide(tables, table, ana)
    moment.pass_by(15_000)
    decide(tables, table, ben)
    live = tables.live(table)
    others = LiveTables(tables.store, Hub(), "secret", Draws(1).pick)  # another process, or after a start
    again = others.live(table)
    for seat in (0, 1):
        assert again.clocks.left(seat, moment.now) == live.clocks.left(seat, moment.now) < 60_000
    assert again.until == live.until
    keepers = Timekeeper(tables), Timekeeper(others)
    moment.pass_by(100_000)
    for keeper in keepers:
        keeper.sweep()
        keeper.look()
    taken = [event for event in tables.store.events(table) if event.kind == "bot"]
    assert len(taken) == 1 and taken[0].payload["late"]


def test_a_keeper_hears_of_news_and_forgets_what_is_over(tables: LiveTables, moment: Moment) -> None:
    ana, _ben, table = live_people(tables, clock=3600)
    keeper = Timekeeper(tables)
    keeper.sweep()
    moment.pass_by(3_599_000)
    assert keeper.look() == pytest.approx(1)
    decide(tables, table, ana)
    assert keeper.look([table]) == pytest.approx(20)
    leaving.resign(tables, table, ana, 0)
    tables.store.delete_table(table)
    tables.forget(table)
    keeper.sweep()
    assert keeper.look([table]) == pytest.approx(20)


def test_a_pause_needs_everybody_and_ends_with_who_plays(tables: LiveTables, moment: Moment) -> None:
    ana, ben, table = live_people(tables, clock=10, bank=60)
    with pytest.raises(CannotPause, match="nobody has asked"):
        clocks.answer_pause(tables, table, ben, 1, agree=True)
    clocks.ask_pause(tables, table, ana, 0)
    clocks.ask_pause(tables, table, ana, 0)  # twice is once
    live = tables.live(table)
    assert live.conduct.pause_request and live.conduct.pause_request.agreed == {0} and not live.clock_stands
    clocks.answer_pause(tables, table, ben, 1, agree=False)
    assert tables.live(table).conduct.pause_request is None
    clocks.ask_pause(tables, table, ben, 1)
    clocks.ask_pause(tables, table, ana, 0)  # who asks for the same agrees
    live = tables.live(table)
    assert live.clock_stands and live.clocks.paused_until(moment.now) == moment.now + longest_pause(live.table)
    with pytest.raises(CannotPause, match="stand already"):
        clocks.ask_pause(tables, table, ana, 0)
    moment.pass_by(3 * HOUR)
    keeper = Timekeeper(tables)
    keeper.sweep()
    keeper.look()
    assert tables.live(table).seats[0].kind == "person"
    decide(tables, table, ana)
    assert not tables.live(table).clock_stands and tables.live(table).clocks.left(0, moment.now) == 60_000
    clocks.ask_pause(tables, table, ana, 0)
    clocks.answer_pause(tables, table, ben, 1, agree=True)
    clocks.go_on(tables, table, ana, 0)
    clocks.go_on(tables, table, ana, 0)
    assert [event.kind for event in tables.store.events(table)].count("go on") == 1
    pause, on = "Pause: the clocks stand until somebody goes on.", "Ana goes on: the clocks run again."
    assert [text for text in told(tables, table) if text in (pause, on)] == [pause, pause, on]
    assert tables.live(table).clocks.paused_until(moment.now) is None


def test_a_pause_that_nobody_ends_is_over_after_a_day(tables: LiveTables, moment: Moment) -> None:
    ana, ben, table = live_people(tables, clock=10, bank=60)
    clocks.ask_pause(tables, table, ana, 0)
    clocks.answer_pause(tables, table, ben, 1, agree=True)
    moment.pass_by(DAY + 69_999)
    assert not clocks.time_is_up(tables, table)
    moment.pass_by(1)
    assert clocks.time_is_up(tables, table) and not clocks.time_is_up(tables, table)


def test_without_a_clock_or_a_seat_nobody_asks_for_a_pause(tables: LiveTables) -> None:
    ana, ben, table = people_at(tables, "meduris", clock=0)
    with pytest.raises(CannotPause, match="no clock"):
        clocks.ask_pause(tables, table, ana, 0)
    ana, ben, table = people_at(tables, "meduris", clock=60)
    with pytest.raises(NotYourSeat):
        clocks.ask_pause(tables, table, ben, 0)
    seats.hand_to_bot(tables, table, ben, 1, "random")
    with pytest.raises(CannotPause, match="come back first"):
        clocks.ask_pause(tables, table, ben, 1)
    clocks.ask_pause(tables, table, ana, 0)  # nobody else plays in person
    assert tables.live(table).clock_stands


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_holidays_stop_the_clock_at_tables_over_days(tables: LiveTables, moment: Moment, game: str) -> None:
    moment.now = 1_790_000_000_000  # 21 September 2026, 14:13
    ana, _ben, table = people_at(tables, game, clock=86_400)
    live_table = live_people(tables, clock=10, bank=60)[2]
    before = tables.live(table).until
    assert before is not None
    taken = holidays.take_holiday(tables, ana, "2026-09-22", "2026-09-24")
    assert taken.ends - taken.begins == 3 * DAY
    live = tables.live(table)
    assert is_over_days(live.table) and live.until == before + 3 * DAY
    assert not live.clock_stands
    moment.pass_by(DAY)
    live = tables.live(table)
    assert live.clock_stands and live.clocks.away_until(0, moment.now) == taken.ends
    assert [table.since for table in own_tables(tables, ana, words("en")).tables if table.id == live.table.id] == [
        "away until 24 September"
    ]
    assert all(event.kind != "holidays" for event in tables.store.events(live_table))
    assert not clocks.time_is_up(tables, table)
    holidays.end_holiday(tables, ana, taken.begins)
    assert not tables.live(table).clock_stands
    assert tables.store.holidays(ana.id) == [replace(taken, ends=moment.now)]
    with pytest.raises(BadHoliday, match="no such holiday"):
        holidays.end_holiday(tables, ana, taken.begins)


def test_a_table_made_or_joined_later_knows_of_holidays(tables: LiveTables, moment: Moment) -> None:
    moment.now = 1_790_000_000_000
    ana, ben = (tables.store.new_player(name) for name in ("Ana", "Ben"))
    taken = holidays.take_holiday(tables, ana, "2026-09-21", "2026-09-22")
    holidays.take_holiday(tables, ben, "2026-12-01", "2026-12-02")
    table = making.create(tables, "meduris", ana, ["me", "open"], clock=86_400)
    seats.join(tables, table.id, ben)
    live = tables.live(table.id)
    assert live.clocks.away_until(0, moment.now) == taken.ends and len(live.clocks.holidays[1]) == 1


def test_a_server_that_stopped_before_it_told_a_table_does_so_in_time(tables: LiveTables, moment: Moment) -> None:
    moment.now = 1_790_000_000_000
    ana, _ben, table = people_at(tables, "meduris", clock=7200)
    begins, ends = moment.now, moment.now + DAY
    tables.store.keep_holidays(ana.id, [], [Holiday(begins, ends)])  # and no event was written
    moment.pass_by(3 * HOUR)
    keeper = Timekeeper(tables)
    keeper.sweep()
    keeper.look()
    live = tables.live(table)
    assert live.seats[0].kind == "person" and live.clocks.away_until(0, moment.now) == ends
    assert live.until is not None and live.until >= ends + 7_100_000, "no time of the turn was used while away"


@pytest.mark.parametrize(
    ("first", "last", "why"),
    [
        ("2026-09-20", "2026-09-22", "today or later"),
        ("2026-09-25", "2026-09-24", "before the first"),
        ("tomorrow", "2026-09-24", "reads like"),
        ("2026-09-25", "", "reads like"),
        ("2026-09-31", "2026-09-31", "reads like"),
        ("20260925", "20260926", "reads like"),
        ("2026-W40-1", "2026-W40-2", "reads like"),
        ("2026-10-01", "2026-10-31", "at most 30 days a year"),
        ("2028-01-01", "2028-01-02", "end of next year"),
    ],
)
def test_days_that_cannot_be_holidays(tables: LiveTables, moment: Moment, first: str, last: str, why: str) -> None:
    moment.now = 1_790_000_000_000
    ana = tables.store.new_player("Ana")
    with pytest.raises(BadHoliday, match=why):
        holidays.take_holiday(tables, ana, first, last)
    assert tables.store.holidays(ana.id) == []


def test_holidays_of_a_year_are_counted_together(tables: LiveTables, moment: Moment) -> None:
    moment.now = 1_790_000_000_000
    ana = tables.store.new_player("Ana")
    holidays.take_holiday(tables, ana, "2026-10-01", "2026-10-20")
    with pytest.raises(BadHoliday, match="already"):
        holidays.take_holiday(tables, ana, "2026-10-20", "2026-10-22")
    with pytest.raises(BadHoliday, match="at most 30"):
        holidays.take_holiday(tables, ana, "2026-11-01", "2026-11-11")
    holidays.take_holiday(tables, ana, "2026-12-22", "2027-01-20")  # ten days of this year, twenty of the next
    kept = tables.store.holidays(ana.id)
    assert (holidays.days_in(kept, 2026), holidays.days_in(kept, 2027)) == (30, 20)
    holidays.end_holiday(tables, ana, kept[-1].begins)  # it has not begun: the days are free again
    assert len(tables.store.holidays(ana.id)) == 1


# ---------------------------------------------------------------------------------------------------- leaving


def test_resigning_a_game_whose_rules_do_not_know_it_leaves_the_seat_to_a_bot(tables: LiveTables) -> None:
    ana, ben, table = people_at(tables, "meduris", clock=60)
    leaving.resign(tables, table, ana, 0)
    leaving.resign(tables, table, ana, 0)
    live = tables.live(table)
    assert live.seats[0].kind == "bot" and live.conduct.left == {0} and live.people() == {1}
    assert told(tables, table) == ["Ana resigned."]
    with pytest.raises(NotRunning):
        seats.return_to_seat(tables, table, ana, 0)
    with pytest.raises(NotYourSeat):
        leaving.resign(tables, table, ben, 0)
    tables.forget(table)
    assert tables.live(table).conduct.left == {0}


def test_resigning_where_the_rules_know_it_lets_the_game_go_on_without_the_seat(tables: LiveTables) -> None:
    ana, ben, table = people_at(tables, "terra-mystica", clock=60)
    play_until(tables, table, {0: ana, 1: ben}, 1)
    leaving.resign(tables, table, ana, 0)  # also when another one is asked
    live = tables.live(table)
    assert live.state.record.dropped[0] and live.conduct.left == {0} and live.asked == 1
    assert "Ana resigned." in told(tables, table)
    tables.forget(table)
    assert tables.live(table).state == live.state


def test_the_others_may_go_on_without_whose_time_was_up(tables: LiveTables) -> None:
    ana, ben, table = people_at(tables, "terra-mystica", clock=60)
    play_until(tables, table, {0: ana, 1: ben}, 0)
    let_time_pass(tables, table, 61)
    assert clocks.time_is_up(tables, table)
    live = tables.live(table)
    seats.drop_absent(tables, table, ben, 0, live.sequence)
    live = tables.live(table)
    assert live.conduct.left == {0} and live.conduct.overdue == set() and live.state.record.dropped[0]


def test_a_table_with_clocks_goes_into_a_file_and_comes_back(tables: LiveTables, tmp_path: Path) -> None:
    import json

    ana, ben, table = live_people(tables, clock=10, bank=60)
    clocks.ask_pause(tables, table, ana, 0)
    clocks.answer_pause(tables, table, ben, 1, agree=True)
    decide(tables, table, ana)
    leaving.resign(tables, table, ben, 1)
    text = json.dumps(written(tables.store, table))
    other = Store(f"sqlite:///{tmp_path}/other.sqlite")
    back = bring_back(other, text)
    assert (back.clock, back.bank) == (10, 60)
    assert [event.kind for event in other.events(back.id)] == [event.kind for event in tables.store.events(table)]
    other.close()


# ---------------------------------------------------------------------------------------------------- several servers


@pytest.mark.process
def test_of_several_servers_on_one_database_all_know_the_same_time(
    postgres_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two servers with stores of their own: a pause at one stops the clock at both, a bot takes the seat once."""
    database = new_database(postgres_server)
    moment = Moment(monkeypatch)
    stores = Store(database), Store(database)
    first, second = (LiveTables(store, Hub(), "secret", Draws(1).pick) for store in stores)
    try:
        ana, ben, table = live_people(first, clock=10, bank=60)
        clocks.ask_pause(second, table, ana, 0)
        clocks.answer_pause(first, table, ben, 1, agree=True)
        moment.pass_by(HOUR)
        assert [tables.live(table).clock_stands for tables in (first, second)] == [True, True]
        clocks.go_on(second, table, ben, 1)
        moment.pass_by(70_000)
        keepers = [Timekeeper(tables) for tables in (first, second)]
        for keeper in keepers:
            keeper.sweep()
            keeper.look()
        for tables in (first, second):
            live = tables.live(table)
            assert live.seats[0].kind == "bot" and live.conduct.overdue == {0} and live.clocks.left(0, moment.now) == 0
        assert [event.kind for event in stores[0].events(table)].count("bot") == 1
    finally:
        for store in stores:
            store.close()
