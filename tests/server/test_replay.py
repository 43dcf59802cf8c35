"""A game that is over, moment by moment: by turns and rounds, as any seat saw it, by plain links, from any file."""

from __future__ import annotations

import re

import pytest

from dolmen.core.words import words
from dolmen.server.live_tables import LiveTables
from dolmen.server.pages.replay import replay_page, whole_log
from dolmen.server.pages.timeline import Stop, Timeline
from tests.server.games_played import LEDGER, needs_ledgers, played_text, table_of
from tests.server.people import Server

ENGLISH = words("en")
GAMES = ("meduris", "terra-mystica")


def timeline(has_rounds: bool = True) -> Timeline:
    stops = [Stop(2, 0, 0, 0), Stop(5, 1, 0, 1), Stop(7, 2, 1, 1), Stop(12, 3, 0, 2), Stop(13, 4, 1, 2)]
    return Timeline(tuple(stops), has_rounds)


def test_steps_lead_by_turn_and_by_round_and_end_at_the_ends() -> None:
    line = timeline()
    assert line.round_ends == [2, 7, 13]
    assert line.steps(0) == {
        **{"first": 0, "round-back": 0, "turn-back": 0},
        **{"turn-on": 2, "round-on": 2, "last": 13},
    }
    assert line.steps(6) == {
        **{"first": 0, "round-back": 2, "turn-back": 5},
        **{"turn-on": 7, "round-on": 7, "last": 13},
    }
    assert line.steps(7)["round-on"] == 13 and line.steps(7)["round-back"] == 2
    assert line.steps(13)["turn-on"] == line.steps(13)["round-on"] == 13
    assert [line.turn_at(at) for at in (0, 1, 2, 3, 5, 13, 99)] == [0, 1, 1, 2, 2, 5, 5]
    assert (line.share(0), line.share(2), line.share(13), line.share(99)) == (0.0, 20.0, 100.0, 100.0)
    assert line.share(2) < line.share(4) < line.share(5)


def test_rounds_stand_below_the_turns_or_turns_where_there_are_none() -> None:
    assert [(figure.text, figure.place) for figure in timeline().figures] == [("1", 40.0), ("2", 80.0)]
    assert timeline().borders == [20.0, 60.0]
    assert [figure.text for figure in timeline(has_rounds=False).figures] == ["1", "2", "3", "4"]
    assert timeline(has_rounds=False).borders == []


def test_a_game_without_a_decision_has_one_moment() -> None:
    line = Timeline((), has_rounds=True)
    assert set(line.steps(0).values()) == {0} and line.share(0) == 0.0 and not line.figures


@pytest.mark.parametrize("game", GAMES)
def test_every_turn_of_a_game_is_a_stop_in_its_players_colour(tables: LiveTables, game: str) -> None:
    ana = tables.store.new_player("Ana")
    live = tables.live(table_of(tables, game, [ana, "Ben", "Cleo"]))
    line = replay_page(live, ENGLISH, 0, None, "").timeline
    assert line.decisions == sorted(set(line.decisions)) and line.decisions[-1] == live.state.decisions
    assert {stop.turn for stop in line.stops} >= set(range(1, live.state.turn + 1))
    rounds = [stop.round for stop in line.stops]
    assert rounds == sorted(rounds)
    if game == "terra-mystica":
        assert set(rounds) == set(range(7)) and [figure.text for figure in line.figures] == list("123456")


@pytest.mark.parametrize("game", GAMES)
def test_a_walk_over_the_page_reaches_every_turn_by_links_alone(server: Server, game: str) -> None:
    table = table_of(server.context.tables, game, ["Ben", "Cleo"])
    visitor = server.visitor("Ana")
    line = replay_page(server.context.tables.live(table), ENGLISH, 0, None, "").timeline
    address, seen = f"/t/{table}/replay?at=0", [0]
    for _ in range(12):
        page = visitor.get(address).text
        link = re.search(r'<a href="([^"]*)"\s+id="go-turn-on"', page)
        assert link
        address = link[1]
        seen.append(int(address.rpartition("=")[2]))
    assert seen == [0, *line.decisions[:12]]
    page = visitor.get(f"/t/{table}/replay").text
    assert f'data-at="{line.decisions[-1]}"' in page and "branch?at=" not in page, "at the end nobody plays on"
    for at in (-7, 10**9):
        assert visitor.get(f"/t/{table}/replay?at={at}").status_code == 200


def test_any_seats_view_hides_what_that_seat_did_not_see(tables: LiveTables) -> None:
    ana, ben = tables.store.new_player("Ana"), tables.store.new_player("Ben")
    live = tables.live(table_of(tables, "meduris", [ana, ben]))
    shown = [[panel.stock is not None for panel in replay_page(live, ENGLISH, 60, seat, "").panels] for seat in (0, 1)]
    assert shown == [[True, False], [False, True]]
    assert all(panel.stock is not None for panel in replay_page(live, ENGLISH, 60, None, "").panels)
    assert replay_page(live, ENGLISH, 60, 9, "").seat is None
    open_table = tables.live(table_of(tables, "meduris", [ana, ben], options={"stocks": "open"}))
    assert all(panel.stock is not None for panel in replay_page(open_table, ENGLISH, 60, 0, "").panels)


def test_the_view_turns_to_the_own_board_of_a_seat(tables: LiveTables) -> None:
    ana = tables.store.new_player("Ana")
    live = tables.live(table_of(tables, "terra-mystica", [ana, "Ben", "Cleo"]))
    own = [
        next(board for board in replay_page(live, ENGLISH, 200, seat, "").boards if board.where == "below")
        for seat in range(3)
    ]
    assert len({board.title for board in own}) == 3


def test_the_strip_tells_the_deeds_of_the_turn_and_which_are_still_to_come(tables: LiveTables) -> None:
    live = tables.live(table_of(tables, "terra-mystica", ["Ana", "Ben"]))
    seen = 0
    for at in range(0, live.state.decisions, 9):
        turn = replay_page(live, ENGLISH, at, None, "").turn
        deeds = [chip.entry for chip in turn.chips if chip.entry]
        assert len({deed.turn for deed in deeds}) <= 1 and all(deed.seat is not None for deed in deeds)
        assert [chip.is_to_come for chip in turn.chips] == [deed.decision > at for deed in deeds]
        seen += any(chip.is_to_come for chip in turn.chips)
    assert seen
    assert "This turn" in {replay_page(live, ENGLISH, at, None, "").turn.label for at in (60, 100)}


def test_the_log_is_there_as_a_whole_and_keeps_the_tables_entries(server: Server) -> None:
    table = table_of(server.context.tables, "meduris", ["Ben", "Cleo"])
    page = server.visitor("Ana").get(f"/t/{table}/replay?at=5").text
    assert f'hx-get="/t/{table}/replay/log"' in page and "entry-" not in page, "it comes when the board is there"
    told = re.findall(r'<li id="entry-([^"]*)"', server.visitor("Ana").get(f"/t/{table}/replay/log").text)
    live = server.context.tables.live(table)
    assert told == [row.id.removeprefix("entry-") for row in whole_log(live, ENGLISH) if row.template == "entry.html"]
    part = server.visitor("Ana").get(f"/t/{table}/replay?at=9&part=1").text
    assert 'hx-target="#moment"' in part and "entry-" not in part, "a step does not bring the log again"
    assert len(part) < 60_000


@needs_ledgers
def test_a_ledger_is_watched_from_its_first_row_to_its_last(server: Server) -> None:
    ana = server.visitor("Ana")
    brought = ana.http.post("/upload", data={"csrf": ana.csrf}, files={"file": ("game.txt", LEDGER.read_bytes())})
    assert "Before the first decision" in brought.text
    here = brought.url.path
    for at in (0, 13, 200, 672):
        page = ana.get(f"{here}?at={at}&seat=1")
        assert page.status_code == 200 and f'data-at="{at}"' in page.text
    assert "Round 6 of 6" in ana.get(f"{here}?at=660").text


def test_a_log_that_breaks_off_is_watched_and_played_on(server: Server) -> None:
    ana = server.visitor("Ana")
    cut = "".join(played_text("meduris", 2).splitlines(keepends=True)[:40])
    brought = ana.http.post("/upload", data={"csrf": ana.csrf}, files={"file": ("g.meduris", cut)})
    end = ana.get(brought.url.path).text
    assert 'id="play-from-here"' in end, "it goes on from its last moment"
    assert "/end" not in end.partition("<main")[0]
