"""Looking at the players of a table."""

from __future__ import annotations

import pytest

from dolmen.bots import LEVEL, find_bot
from dolmen.core.draws import Draws
from dolmen.server.commands import moves
from tests.server.people import Server, api


def test_a_board_of_any_seat_is_shown_to_anybody_with_ids_of_its_own(server: Server) -> None:
    ana = server.visitor("Ana")
    table = ana.new_table("me", "me", game="terra-mystica")
    for seat in range(2):
        ana.move(table, ana.choose(table, seat))  # a faction
    stranger = server.visitor()
    for of in range(2):
        board = stranger.get(f"/t/{table}/seat-board?of={of}").text
        assert f'data-of="{of}"' in board and 'id="their-' in board and "Back to mine" not in board
        assert f'<svg id="marks" data-of="{of}"' in stranger.get(f"/t/{table}/seat-marks?of={of}").text
    assert "Back to mine" in ana.get(f"/t/{table}/seat-board?of=1&seat=0").text
    assert stranger.get(f"/t/{table}/all-players").text.count('<th scope="row">') == 2


def test_there_is_nothing_to_show_of_a_seat_that_is_not_there_or_has_no_board(server: Server) -> None:
    ana = server.visitor("Ana")
    table = ana.new_table("me", "me", game="terra-mystica")
    other = ana.new_table("me", "me", game="meduris")
    for address in (f"{table}/seat-board?of=2", f"{table}/seat-marks?of=-1", f"{other}/seat-board?of=0"):
        assert ana.get(f"/t/{address}").status_code == 204


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_all_players_and_a_forecast_are_a_sheet_with_two_tabs(server: Server, game: str) -> None:
    ana = server.visitor("Ana")
    table = ana.new_table("me", "me", game=game)
    assert "nothing to count" in ana.get(f"/t/{table}/forecast").text
    play_on(server, table)
    for shows in ("all-players", "forecast"):
        sheet = ana.get(f"/t/{table}/{shows}?seat=0").text
        assert f'data-shows="{shows}"' in sheet and sheet.count("data-sheet-switch") == 2
        assert sheet.count('<th scope="row">') == 2 and sheet.count("mine-row") == 1
    assert "If the game ended now" in sheet and "Sum" in sheet


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_the_forecast_for_programs_adds_up_and_says_no_more_than_all_may_see(server: Server, game: str) -> None:
    robo, stranger = api(server, "Robo"), api(server, "Stranger")
    table = robo.post("/tables", json={"game": game, "seats": ["me", "here"]}).json()["id"]
    assert robo.get(f"/tables/{table}/forecast").json() == []
    play_on(server, table)
    told = robo.get(f"/tables/{table}/forecast").json()
    assert [one["sum"] for one in told] == [one["points"] + sum(one["parts"].values()) for one in told]
    assert sorted(one["place"] for one in told) in ([1, 1], [1, 2])
    assert stranger.get(f"/tables/{table}/forecast").json() == told
    assert stranger.get("/tables/0000000000000000/forecast").status_code == 404


def play_on(server: Server, table: str, decisions: int = 60) -> None:
    """A table some decisions on, as greedy bots make them for whoever is asked."""
    tables = server.context.tables
    bot = find_bot("greedy", tables.live(table).meta.key)
    for _ in range(decisions):
        live = tables.live(table)
        seat = live.deciding
        assert seat is not None
        owner = server.context.store.player(live.seats[seat].player or "")
        assert owner
        moves.move(tables, table, owner, seat, live.sequence, [bot.choose(live.state, LEVEL, Draws(1))], None)
