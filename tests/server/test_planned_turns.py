"""The turn that a seat has planned: made when the seat is asked, if nothing has changed that it names."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from dolmen.contract.registry import games
from dolmen.core.words import words
from dolmen.server.commands import moves, planned_turns, plans
from dolmen.server.errors import BadRequest, NotYourSeat, NotYourTurn
from dolmen.server.live_tables import LiveTables
from dolmen.server.pages.planned import planned_note
from dolmen.store import PlannedMove, Player
from tests.server.people import Listener, Server, two_people, wait_for
from tests.server.test_absence import people_at, play_until
from tests.server.test_planner import alone, go_on

ENGLISH = words("en")
Two = tuple[Player, Player, str]


@pytest.fixture
def two(tables: LiveTables) -> Two:
    """Ana and Ben at Meduris; Ben is asked in his own turn."""
    ana, ben, table = people_at(tables, "meduris", 0)
    live = play_until(tables, table, {0: ana, 1: ben}, 1)
    while live.deciding != 1 or live.state.turn_player != 1 or live.state.number("phase") != 4:
        _decide(tables, table, {0: ana, 1: ben})
        live = tables.live(table)
    return ana, ben, table


def _decide(tables: LiveTables, table: str, players: dict[int, Player], wish: str = "move") -> None:
    """Whoever is asked moves a worker, or does the first thing that there is."""
    live = tables.live(table)
    assert live.deciding is not None
    texts = live.state.legal_texts()
    text = next((text for text in texts if text.startswith(wish)), texts[0])
    moves.move(tables, table, players[live.deciding], live.deciding, live.sequence, [text], None)


def _planned_move(tables: LiveTables, two: Two) -> int:
    """Ana plans to move a worker, in a line in which she plays Ben and the die shows wood; the number of the line."""
    ana, _ben, table = two
    line = plans.begin(tables, table, ana, 0).number
    plans.change(tables, table, ana, line, None, lambda trial: plans.set_others(trial, "me"))
    while True:
        trial = plans.opened(tables, table, ana, line)
        state = trial.whole
        texts = state.legal_texts()
        text = next((text for text in texts if text.startswith(("move", "roll stone"))), texts[0])
        plans.change(
            tables,
            table,
            ana,
            line,
            None,
            lambda one, text=text: plans.decide(one, [text], tables.chance),  # type: ignore[misc]
        )
        if state.current_player == 0 == state.turn_player and text.startswith("move"):
            return line


def test_a_line_that_is_sent_before_ones_turn_is_planned_for_it(tables: LiveTables, two: Two) -> None:
    ana, ben, table = two
    line = _planned_move(tables, two)
    sequence = tables.live(table).sequence
    assert plans.send(tables, table, ana, line, text="A worker moves.").sequence is None
    live = tables.live(table)
    assert live.sequence == sequence and tables.store.last_sequence(table) == sequence, "nothing has happened"
    move = live.planned[0]
    assert move.actions[0].startswith("move") and move.promise is not None and move.rule == "act"
    note = planned_note(live, ana, 0, ENGLISH)
    assert note is not None and note.text == "A worker moves." and not note.why_not
    assert planned_note(live, ben, 1, ENGLISH) is None and planned_note(live, ben, 0, ENGLISH) is None
    tables.forget(table)
    assert tables.live(table).planned == {0: move}, "it is kept"


def test_it_is_made_with_the_move_after_which_the_seat_is_asked(tables: LiveTables, two: Two) -> None:
    ana, ben, table = two
    plans.send(tables, table, ana, _planned_move(tables, two))
    live = tables.live(table)
    text, promise = live.planned[0].actions[0], live.planned[0].promise
    live.planned[0] = replace(live.planned[0], promise=None)  # whatever the die brings
    assert promise is not None
    before = tables.store.last_sequence(table)
    _decide(tables, table, {0: ana, 1: ben})
    events = tables.store.events(table, after=before)
    made = [event for event in events if event.kind == "move" and event.seat == 0]
    if not made:  # the die asks something first
        while tables.live(table).deciding is not None and 0 in tables.live(table).planned:
            _decide(tables, table, {0: ana, 1: ben}, "take")
        made = [event for event in tables.store.events(table, after=before) if event.payload.get("actions") == [text]]
    assert made and made[0].player == ana.id
    assert tables.live(table).planned == {} and tables.store.planned_moves(table) == {}


def test_a_turn_that_costs_or_brings_something_else_is_not_made_and_its_owner_is_told(
    tables: LiveTables, two: Two
) -> None:
    ana, ben, table = two
    plans.send(tables, table, ana, _planned_move(tables, two))
    live = tables.live(table)
    live.planned[0] = replace(live.planned[0], promise=["+9 wood"])
    while not (tables.live(table).deciding == 0 == tables.live(table).state.turn_player):
        _decide(tables, table, {0: ana, 1: ben})
    while tables.live(table).state.number("phase") != 4:
        _decide(tables, table, {0: ana, 1: ben})
    note = planned_note(tables.live(table), ana, 0, ENGLISH)
    assert note is not None
    assert note.why_not == "Your planned turn was not made: it would cost or bring something else now."
    _decide(tables, table, {0: ana, 1: ben})
    assert tables.live(table).planned == {} and tables.store.planned_moves(table) == {}, "the turn was made in person"


def test_a_turn_that_is_not_legal_any_more_is_not_made_and_the_rules_say_why(tables: LiveTables, two: Two) -> None:
    ana, ben, table = two
    built = next(number for number, byte in enumerate(tables.live(table).state.record.built, start=1) if byte & 15)
    planned_turns.plan_actions(tables, table, ana, 0, [f"hut {built}"])
    live = tables.live(table)
    live.planned[0] = replace(live.planned[0], rule="act")
    while not (tables.live(table).deciding == 0 == tables.live(table).state.turn_player):
        _decide(tables, table, {0: ana, 1: ben})
    while tables.live(table).state.number("phase") != 4:
        assert planned_note(tables.live(table), ana, 0, ENGLISH).why_not == "", "it waits"  # type: ignore[union-attr]
        _decide(tables, table, {0: ana, 1: ben})
    note = planned_note(tables.live(table), ana, 0, ENGLISH)
    assert note is not None and "is built on already" in note.why_not


def test_it_is_withdrawn_at_once(tables: LiveTables, two: Two) -> None:
    ana, ben, table = two
    planned_turns.plan_actions(tables, table, ana, 0, ["hut 3", "pay direct"])
    assert planned_turns.planned(tables, table, ana, 0) is not None
    with pytest.raises(NotYourSeat):
        planned_turns.planned(tables, table, ben, 0)
    with pytest.raises(NotYourSeat):
        planned_turns.withdraw(tables, table, ben, 0)
    planned_turns.withdraw(tables, table, ana, 0)
    assert tables.live(table).planned == {} and tables.store.planned_moves(table) == {}
    planned_turns.withdraw(tables, table, ana, 0)


def test_who_is_asked_makes_the_turn_itself(tables: LiveTables, two: Two) -> None:
    _ana, ben, table = two
    with pytest.raises(NotYourTurn, match="make the turn itself"):
        planned_turns.plan_actions(tables, table, ben, 1, ["move wood 1 wool"])
    with pytest.raises(BadRequest):
        planned_turns.plan_actions(tables, table, two[0], 0, ["no such thing"])


def test_it_is_for_a_later_turn_not_for_the_one_that_runs(tables: LiveTables) -> None:
    ana, table = alone(tables, "terra-mystica")
    live = tables.live(table)
    planned = PlannedMove(table, 0, ana.id, live.state.turn, ["done"], "", None, "", 0)
    live.planned[0] = planned
    line = plans.begin(tables, table, ana, 0).number
    turn = go_on(tables, table, ana, line, 1).own_turn()
    assert turn is not None
    moves.move(tables, table, ana, 0, tables.live(table).sequence, turn.actions, None)
    assert tables.live(table).planned == {0: planned}


@pytest.mark.parametrize("game", games())
def test_in_both_games_the_first_turn_of_a_line_is_made_when_its_time_comes(tables: LiveTables, game: str) -> None:
    """Planned while a bot thinks, in a line that the table then follows."""
    ana, table = alone(tables, game, players=2)
    line = plans.begin(tables, table, ana, 0).number
    trial = go_on(tables, table, ana, line, 1)
    while trial.whole.current_player == 0:
        trial = go_on(tables, table, ana, line, 1)
    plans.send(tables, table, ana, line)
    live = tables.live(table)
    while live.deciding == 0:  # what is left of the own turn
        moves.move(tables, table, ana, 0, live.sequence, [live.state.legal_actions()[0]], None)
        live = tables.live(table)
    assert live.deciding == 1
    later = plans.begin(tables, table, ana, 0).number
    trial = plans.change(tables, table, ana, later, None, lambda one: plans.set_others(one, "bots"))
    while not [step for step in trial.steps if step.by == "me" and step.seat == 0]:
        trial = go_on(tables, table, ana, later, 1)
    for _ in range(9):
        if trial.whole.current_player != 0:
            break
        trial = go_on(tables, table, ana, later, 1)
    assert trial.own_turn() is not None, "the line has a turn of the own seat"
    assert plans.send(tables, table, ana, later).sequence is None
    assert tables.live(table).planned[0].actions


# ------------------------------------------------------------------------------------------------ nobody else


def test_what_somebody_has_planned_changes_no_byte_of_what_others_receive(server: Server) -> None:
    ana, ben, table = two_people(server)
    assert ana.move(table, ana.choose(table)).status_code == 204
    assert ben.move(table, ben.choose(table, 1)).status_code == 204
    while server.context.tables.live(table).deciding == 0:
        assert ana.move(table, ana.choose(table)).status_code in (200, 204)
    live = server.context.tables.live(table)
    assert live.deciding == 1
    listener = Listener(ben, f"/t/{table}/stream?seat=1&after={live.event_id}")
    wait_for(lambda: "retry" in listener.text)

    def told() -> list[str]:
        parts = ("", "/prompt?seat=1", "/text?seat=1", "/all-players", "/forecast")
        paths = [f"/t/{table}{part}" for part in parts]
        pages = [re.sub(r'data-now="\d+"', "", ben.get(path).text) for path in paths]
        return [*pages, server.visitor("Eve").get(f"/t/{table}/text").text, listener.text]

    before = told()
    player = server.context.store.player(live.seats[0].player or "")
    assert player is not None
    planned_turns.plan_actions(server.context.tables, table, player, 0, ["place wood"])
    assert "Planned for your turn" in ana.get(f"/t/{table}").text
    assert told() == before
    page = ana.post(f"/t/{table}/planned/withdraw", script=False, seat=0)
    assert page.status_code == 200 and "Planned for your turn" not in page.text
    assert ben.post(f"/t/{table}/planned/withdraw", seat=0).status_code == 403
