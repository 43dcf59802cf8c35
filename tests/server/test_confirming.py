"""A turn may be taken back until it is confirmed; until then nobody else is asked and nothing is revealed."""

from __future__ import annotations

import re

import pytest

from dolmen.bots import LEVEL, find_bot
from dolmen.core.draws import Draws
from dolmen.games.terra_mystica.rules.actions import DONE
from dolmen.games.terra_mystica.rules.record import Phase
from dolmen.server.commands import auto_answers, making, moves, seats, undo
from dolmen.server.commands.moves import Hold
from dolmen.server.errors import NothingToConfirm, NothingToTakeBack, NotYourSeat, NotYourTurn
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.store import Player, Repeated, Stale
from tests.server.people import Listener, Server, api, two_people, wait_for
from tests.server.test_absence import let_time_pass
from tests.server.test_standing import everybody


def decide(tables: LiveTables, table: str, people: list[Player], *, hold: Hold = Hold.TURN, seed: int = 4) -> LiveTable:
    """One decision of whoever is asked, as a greedy bot makes it."""
    live = tables.live(table)
    seat = live.deciding
    assert seat is not None
    action = find_bot("greedy", live.meta.key).choose(live.state, LEVEL, Draws(seed))
    moves.move(tables, table, people[seat], seat, live.sequence, [action], None, hold=hold)
    return tables.live(table)


def place_workers(tables: LiveTables, table: str, people: list[Player]) -> LiveTable:
    """Meduris up to the first action of a turn."""
    while not (live := tables.live(table)).state.turn:
        decide(tables, table, people, hold=Hold.NOT)
    while live.state.turn_player != live.deciding or len(live.state.legal_actions()) < 6:
        live = decide(tables, table, people, hold=Hold.NOT)
    return live


def test_nobody_is_asked_and_no_die_is_rolled_before_the_turn_is_confirmed(tables: LiveTables) -> None:
    people, table = everybody(tables, "meduris", 3)
    live = place_workers(tables, table, people)
    seat = live.asked
    assert seat is not None
    before = live.state.history
    live = decide(tables, table, people)
    while live.held is None:
        live = decide(tables, table, people)
    assert (live.held, live.asked, live.deciding) == (seat, seat, None)
    assert live.state.is_chance() or live.state.current_player != seat
    assert "chance" not in [event.kind for event in tables.store.events(table, after=live.made[-1].sequence - 1)]
    for other in range(3):
        with pytest.raises(NotYourTurn):
            moves.move(tables, table, people[other], other, live.sequence, [live.state.legal_actions()[0]], None)
    undo.back(tables, table, people[seat], seat, live.sequence)
    live = tables.live(table)
    assert live.held is None and live.deciding == seat and len(live.state.history) < len(before) + 4
    live = decide(tables, table, people)
    while live.held is None:
        live = decide(tables, table, people)
    sequence = live.sequence
    moves.confirm(tables, table, people[seat], seat, sequence)
    live = tables.live(table)
    assert live.held is None and live.deciding is not None
    kinds = [event.kind for event in tables.store.events(table, after=sequence)]
    assert kinds[:2] == ["confirm", "chance"]
    with pytest.raises(NothingToTakeBack):  # the die is rolled
        undo.back(tables, table, people[seat], seat, live.sequence)


def test_a_turn_is_confirmed_once(tables: LiveTables) -> None:
    people, table = everybody(tables, "meduris", 2)
    live = decide(tables, table, people)
    assert live.held == 0
    with pytest.raises(NotYourSeat):
        moves.confirm(tables, table, people[1], 0, live.sequence)
    with pytest.raises(NothingToConfirm):
        moves.confirm(tables, table, people[1], 1, live.sequence)
    with pytest.raises(Stale):
        moves.confirm(tables, table, people[0], 0, live.sequence - 1)
    before = live.sequence
    assert moves.confirm(tables, table, people[0], 0, before) == before + 1
    done = tables.live(table).sequence
    with pytest.raises(Repeated) as again:
        moves.confirm(tables, table, people[0], 0, done - 1)
    assert again.value.sequence == done
    with pytest.raises(NothingToConfirm):
        moves.confirm(tables, table, people[0], 0, done)
    assert tables.store.last_sequence(table) == done


def test_back_step_by_step_through_the_own_turn_and_over_what_it_forced(tables: LiveTables) -> None:
    people, table = everybody(tables, "terra-mystica", 2)
    while (live := tables.live(table)).state.record.phase != Phase.ACTION:
        decide(tables, table, people, hold=Hold.NOT)
    seat, begin = live.asked, len(live.state.history)
    assert seat is not None
    while live.held is None and live.deciding == seat:
        action = next(one for one in live.state.legal_actions() if one != DONE)
        if len(live.state.history) > begin + 1:
            break
        moves.move(tables, table, people[seat], seat, live.sequence, [action], None, hold=Hold.TURN)
        live = tables.live(table)
    while len(live.state.history) > begin:
        undo.back(tables, table, people[seat], seat, live.sequence)
        live = tables.live(table)
        assert live.deciding == seat and live.held is None
    assert len(live.state.history) == begin


def test_who_says_done_has_confirmed(tables: LiveTables) -> None:
    people, table = everybody(tables, "terra-mystica", 2)
    while (live := tables.live(table)).state.record.phase != Phase.ACTION:
        decide(tables, table, people, hold=Hold.NOT)
    seat = live.asked
    assert seat is not None
    while DONE not in live.state.legal_actions():
        live = decide(tables, table, people)
    moves.move(tables, table, people[seat], seat, live.sequence, ["done"], None, hold=Hold.TURN)
    assert tables.live(table).held is None


def test_an_answer_in_the_turn_of_another_needs_no_confirming(tables: LiveTables) -> None:
    people, table = everybody(tables, "terra-mystica", 4)
    while (live := tables.live(table)).state.record.phase != Phase.OFFER:
        decide(tables, table, people, hold=Hold.NOT)
    seat = live.asked
    assert seat is not None and seat != live.state.turn_player
    live = decide(tables, table, people)
    assert live.held is None


def test_whole_games_with_every_turn_confirmed_replay(tables: LiveTables) -> None:
    for game in ("meduris", "terra-mystica"):
        people, table = everybody(tables, game, 2)
        confirmed = 0
        while (live := tables.live(table)).asked is not None:
            if live.held is not None:
                moves.confirm(tables, table, people[live.held], live.held, live.sequence)
                confirmed += 1
            else:
                decide(tables, table, people)
        assert live.state.is_terminal() and confirmed > 10
        tables.forget(table)
        assert tables.live(table).state == live.state


def test_a_bot_that_takes_the_seat_does_not_wait_for_a_confirmation(tables: LiveTables) -> None:
    people, table = everybody(tables, "meduris", 2)
    live = place_workers(tables, table, people)
    while live.held is None:
        live = decide(tables, table, people)
    seat = live.held
    auto_answers.settle(tables, table, people[seat], seat, {})
    assert tables.live(table).held == seat
    seats.hand_to_bot(tables, table, people[1 - seat], 1 - seat, "random")  # another's seat changes nothing
    seats.return_to_seat(tables, table, people[1 - seat], 1 - seat)
    assert tables.live(table).held == seat
    seats.hand_to_bot(tables, table, people[seat], seat, "random")
    live = tables.live(table)
    assert live.held is None and live.deciding is not None and not live.state.is_chance()


def test_who_does_not_confirm_in_time_is_late(tables: LiveTables) -> None:
    ana, ben = (tables.store.new_player(name) for name in ("Ana", "Ben"))
    table = making.create(tables, "meduris", ana, ["me", "open"], clock=60).id
    seats.join(tables, table, ben)
    live = tables.live(table)
    moves.move(tables, table, ana, 0, live.sequence, ["place wood"], None, hold=Hold.TURN)
    live = let_time_pass(tables, table, 61)
    assert live.held == 0 and live.asked == 0
    seats.replace_absent(tables, table, ben, 0, live.sequence, "random")
    assert tables.live(table).deciding == 1


def test_the_page_asks_to_confirm_and_the_preference_is_remembered(server: Server) -> None:
    ana, ben, table = two_people(server)
    page = ana.get(f"/t/{table}/prompt?chosen=1.1&seat=0").text
    assert 'name="hold" value="moment"' in page
    form = ana.choose(table) | {"hold": "turn"}
    assert ana.move(table, form).status_code == 204
    page = ana.get(f"/t/{table}").text
    assert "Your turn is complete. Do you confirm it?" in page and "Take back" in page and 'data-kind="confirm"' in page
    assert "Ana has finished a turn and may still take it back." in ben.get(f"/t/{table}").text
    assert 'data-kind="wait"' in ben.get(f"/t/{table}").text
    sequence = re.findall(r'data-sequence="(\d+)"', page)[0]
    for other in (ben, server.visitor("Cleo")):
        assert other.post(f"/t/{table}/confirm", seat=0, sequence=sequence).status_code == 403
    for _ in range(2):  # sent twice, done once
        assert ana.post(f"/t/{table}/confirm", seat=0, sequence=sequence).status_code == 204
    assert [event.kind for event in server.context.store.events(table)] == ["sit", "move", "confirm"]
    assert "The table has moved on" in ana.post(f"/t/{table}/confirm", seat=0, sequence=0).text
    assert "Where will your worker stand?" in ben.get(f"/t/{table}").text
    ben.post("/preferences", script=False, back=f"/t/{table}", confirm="never")
    page = ben.get(f"/t/{table}/prompt?chosen=1.1&seat=1").text
    assert 'name="hold"' not in page and "data-at-once" in page
    ben.post("/preferences", script=False, back="//elsewhere", confirm="turn")
    assert 'name="hold" value="turn"' in ben.get(f"/t/{table}/prompt?chosen=1.1&seat=1").text
    assert ben.post("/preferences", script=False, back=f"/t/{table}", confirm="sometimes").status_code == 400


def test_a_turn_that_a_die_or_a_bot_follows_may_be_taken_back_for_a_moment_and_then_goes_on(server: Server) -> None:
    server.context.tables.pause = 60_000
    ana = server.visitor("Ana")
    table = ana.new_table("me", "bot:random")
    live = server.context.tables.live
    ana.move(table, ana.choose(table) | {"hold": "moment"})
    page = ana.get(f"/t/{table}").text
    assert 'data-kind="made"' in page and "Take back" in page and "Go on now" in page
    assert live(table).held == 0 and live(table).goes_on_at
    moves.go_on(server.context.tables, table)
    assert live(table).held == 0, "its time is not over"
    ana.post(f"/t/{table}/back", seat=0, sequence=live(table).sequence)
    assert not live(table).state.history
    server.context.tables.pause = 50
    ana.move(table, ana.choose(table) | {"hold": "moment"})
    wait_for(lambda: len(live(table).made) > 1)
    assert "confirm" in [event.kind for event in server.context.store.events(table)]


def test_nobody_waits_for_a_turn_that_only_a_person_follows(server: Server) -> None:
    server.context.tables.pause = 60_000
    ana, ben, table = two_people(server)
    ana.move(table, ana.choose(table) | {"hold": "moment"})
    live = server.context.tables.live(table)
    assert live.held is None and live.deciding == 1
    assert "Take back" in ana.get(f"/t/{table}").text, "until Ben has acted"
    ben.move(table, ben.choose(table, 1) | {"hold": "moment"})
    assert 'data-key="b"' not in ana.get(f"/t/{table}").text


def test_whoever_looks_lets_a_turn_go_on_whose_server_was_killed(server: Server) -> None:
    server.context.tables.pause = 60_000
    ana = server.visitor("Ana")
    table = ana.new_table("me", "bot:random")
    ana.move(table, ana.choose(table) | {"hold": "moment"})
    let_time_pass(server.context.tables, table, 61)
    Listener(ana, f"/t/{table}/stream?seat=0")
    wait_for(lambda: len(server.context.tables.live(table).made) > 1)


def test_bots_wait_for_the_confirmation(server: Server) -> None:
    ana = server.visitor("Ana")
    table = ana.new_table("me", "bot:random")
    ana.move(table, ana.choose(table) | {"hold": "turn"})
    assert server.context.tables.live(table).held == 0
    assert table in ana.get("/").text and "Your turn" in ana.get("/").text
    ana.post(f"/t/{table}/confirm", seat=0, sequence=server.context.store.last_sequence(table))
    wait_for(lambda: server.context.tables.live(table).asked == 0 and len(server.context.tables.live(table).made) > 1)


def test_a_turn_that_is_not_confirmed_is_told_to_its_player_alone(server: Server) -> None:
    ana, ben, table = two_people(server)
    assert ana.move(table, ana.choose(table) | {"hold": "turn"}).status_code == 204
    assert server.context.tables.live(table).unconfirmed == 0
    own, other = (one.get(f"/t/{table}").text for one in (ana, ben))
    assert ", end turn" in own and "data-unconfirmed" in own
    assert ", end turn" not in other and "data-confirm" not in other
    sequence = server.context.store.last_sequence(table)
    assert ana.post(f"/t/{table}/confirm", seat=0, sequence=sequence).status_code == 204
    assert server.context.tables.live(table).unconfirmed is None
    assert "data-unconfirmed" not in ana.get(f"/t/{table}").text


def test_the_deeds_of_a_turn_that_is_taken_back_are_unconfirmed_no_more(tables: LiveTables) -> None:
    people, table = everybody(tables, "terra-mystica", 2)
    while (live := tables.live(table)).state.record.phase != Phase.ACTION:
        decide(tables, table, people, hold=Hold.NOT)
    seat, begin = live.asked, len(live.state.history)
    assert seat is not None and live.unconfirmed is None
    for _deed in range(2):
        convert = next(text for text in live.state.legal_texts() if text.startswith("convert"))
        moves.move(tables, table, people[seat], seat, live.sequence, [convert], None, hold=Hold.TURN)
        live = tables.live(table)
        assert live.unconfirmed == begin
    undo.back(tables, table, people[seat], seat, live.sequence)
    assert tables.live(table).unconfirmed == begin, "the first deed is still there"
    undo.back(tables, table, people[seat], seat, tables.live(table).sequence)
    assert tables.live(table).unconfirmed is None
    tables.forget(table)
    assert tables.live(table).unconfirmed is None


def test_programs_are_not_held_unless_they_ask_for_it(server: Server) -> None:
    robo, bibo = api(server, "Robo"), api(server, "Bibo")
    table = robo.post("/tables", json={"game": "meduris", "seats": ["me", "open"]}).json()["id"]
    sequence = bibo.post(f"/tables/{table}/join").json()["sequence"]
    move = {"sequence": sequence, "actions": ["place wood"], "hold": True}
    sequence = robo.post(f"/tables/{table}/moves", json=move).json()["sequence"]
    view = bibo.get(f"/tables/{table}").json()
    assert (view["deciding"], view["confirming"]) == (None, 0)
    assert bibo.get(f"/tables/{table}/choices").json() == []
    assert robo.post(f"/tables/{table}/back", json={"sequence": sequence}).status_code == 204
    sequence = robo.post(f"/tables/{table}/moves", json={**move, "sequence": sequence + 1}).json()["sequence"]
    refused = bibo.post(f"/tables/{table}/confirm", json={"sequence": sequence})
    assert refused.status_code == 409 and refused.json()["error"] == "NothingToConfirm"
    made = [robo.post(f"/tables/{table}/confirm", json={"sequence": sequence}).json() for _ in range(2)]
    assert made == [{"sequence": sequence + 1, "repeated": False}, {"sequence": sequence + 1, "repeated": True}]
    assert bibo.get(f"/tables/{table}").json()["deciding"] == 1
    move = {"sequence": sequence + 1, "actions": ["place wool"]}
    assert bibo.post(f"/tables/{table}/moves", json=move).status_code == 200
    assert robo.get(f"/tables/{table}").json()["confirming"] is None
