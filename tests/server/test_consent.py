"""What one person may not do to another: rewind the game behind a friend's back, or use up the ids of his moves."""

from __future__ import annotations

import pytest

from dolmen.server.commands import making, moves, seats, undo
from dolmen.server.errors import UsedId
from dolmen.server.live_tables import LiveTables
from dolmen.server.routes.advice import plays_alone
from dolmen.store import NewEvent, Player, Repeated
from tests.server.people import Server, api
from tests.server.test_absence import let_time_pass, people_at, play_until


def decided(tables: LiveTables, clock: int = 0) -> tuple[Player, Player, str]:
    """Ana and Ben, who have both decided; Ana is asked."""
    ana, ben, table = people_at(tables, "meduris", clock)
    live = play_until(tables, table, {0: ana, 1: ben}, 0)
    assert {made.seat for made in live.made if made.kind == "move"} == {0, 1}
    return ana, ben, table


@pytest.mark.parametrize("how", ["lent", "replaced"])
def test_nothing_is_taken_back_without_an_owner_whose_seat_a_bot_plays(tables: LiveTables, how: str) -> None:
    ana, ben, table = decided(tables, clock=60)
    if how == "lent":
        seats.hand_to_bot(tables, table, ben, 1, "greedy")
    else:
        play_until(tables, table, {0: ana, 1: ben}, 1)
        live = let_time_pass(tables, table, 61)
        seats.replace_absent(tables, table, ana, 1, live.sequence, "greedy")
    live = tables.live(table)
    before = live.state.history
    undo.ask_undo(tables, table, ana, 0, live.sequence)
    live = tables.live(table)
    assert live.state.history == before and live.undo_request is not None
    assert not plays_alone(live, live.seats_of(ana.id))
    undo.answer_undo(tables, table, ben, 1, live.sequence, agree=True)  # he may answer from afar
    assert len(tables.live(table).state.history) < len(before)


def test_who_has_agreed_is_settled_when_he_agrees_and_not_when_the_table_is_read_again(tables: LiveTables) -> None:
    people = [tables.store.new_player(name) for name in ("Ana", "Ben", "Cleo")]
    table = making.create(tables, "meduris", people[0], ["me", "open", "open"]).id
    for other in people[1:]:
        seats.join(tables, table, other)
    live = play_until(tables, table, dict(enumerate(people)), 0)
    undo.ask_undo(tables, table, people[0], 0, live.sequence)
    undo.answer_undo(tables, table, people[1], 1, tables.live(table).sequence, agree=True)
    before = tables.live(table).state.history
    seats.hand_to_bot(tables, table, people[2], 2, "greedy")
    tables.forget(table)
    assert tables.live(table).state.history == before


def test_alone_with_bots_taking_back_asks_nobody(tables: LiveTables) -> None:
    ana = tables.store.new_player("Ana")
    table = making.create(tables, "meduris", ana, ["me", "bot:random"]).id
    moves.move(tables, table, ana, 0, 0, ["place wood"], None)
    live = tables.live(table)
    assert plays_alone(live, [0])
    undo.ask_undo(tables, table, ana, 0, live.sequence)
    assert tables.live(table).state.history == ()


def test_another_ones_client_id_never_swallows_a_move(tables: LiveTables) -> None:
    ana, ben, table = people_at(tables, "meduris", clock=0)
    moves.move(tables, table, ana, 0, tables.live(table).sequence, ["place wood"], "robo-2")
    moves.move(tables, table, ben, 1, tables.live(table).sequence, ["place stone"], "robo-2")
    assert len(tables.live(table).state.history) == 2


def test_the_same_move_sent_twice_is_made_once_and_an_id_is_for_one_move(tables: LiveTables) -> None:
    ana, _ben, table = people_at(tables, "meduris", clock=0)
    sequence = tables.live(table).sequence
    made = moves.move(tables, table, ana, 0, sequence, ["place wood"], "robo-2")
    with pytest.raises(Repeated) as repeated:
        moves.move(tables, table, ana, 0, sequence, ["place wood"], "robo-2")
    assert repeated.value.sequence == made
    with pytest.raises(UsedId):
        moves.move(tables, table, ana, 0, sequence, ["place stone"], "robo-2")


def test_a_play_sent_twice_is_made_once(server: Server) -> None:
    ana = api(server, "Ana")
    table = ana.post("/tables", json={"game": "meduris", "seats": ["me", "here"]}).json()["id"]
    asked = ana.get(f"/tables/{table}/game", params={"seat": 0}).json()
    sent = {"sequence": asked["sequence"], "play": asked["plays"][0], "seat": 0, "client_id": "p1"}
    first, second = (ana.post(f"/tables/{table}/plays", json=sent) for _ in range(2))
    assert first.status_code == second.status_code == 200
    assert second.json() == {**first.json(), "repeated": True}


@pytest.mark.parametrize("client_id", ["rematch", "the-rematch", "confirm-1"])
def test_no_client_id_stands_in_the_way_of_a_rematch(tables: LiveTables, client_id: str) -> None:
    ana, ben, table = people_at(tables, "meduris", clock=0)
    live = tables.live(table)
    moves.move(tables, table, ana, 0, live.sequence, [live.state.legal_actions()[0]], client_id)
    tables.store.append(  # as a version before this one kept it
        table, tables.live(table).sequence, [NewEvent("standing", {"settled": {}}, 0, ana.id, "rematch")]
    )
    tables.forget(table)
    play_over(tables, table, {0: ana, 1: ben})
    again = making.rematch(tables, table, ana)
    assert making.rematch(tables, table, ben) == again
    assert len(tables.store.tables_of(ana.id)) == 2


def play_over(tables: LiveTables, table: str, players: dict[int, Player]) -> None:
    """To the end, always the first choice that ends the game soon enough."""
    while (live := tables.live(table)).asked is not None:
        legal = live.state.legal_actions()
        moves.move(tables, table, players[live.asked], live.asked, live.sequence, [legal[-1]], None)
