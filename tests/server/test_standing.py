"""Decisions that nobody is asked for: answers settled before, and choices of one. The log says so."""

from __future__ import annotations

import pytest

from dolmen.bots import LEVEL, find_bot
from dolmen.core.draws import Draws
from dolmen.core.words import LANGUAGES, words
from dolmen.games.terra_mystica.rules.actions import Decline, Leech, decode
from dolmen.games.terra_mystica.rules.leech import power_taken
from dolmen.games.terra_mystica.rules.record import Phase
from dolmen.server.commands import auto_answers, making, moves, seats
from dolmen.server.errors import BadRequest, NotYourSeat
from dolmen.server.live_tables import LiveTables
from dolmen.server.log import automatic_text, log_of
from dolmen.store import Player
from tests.server.people import Server, api


def everybody(tables: LiveTables, game: str, number: int) -> tuple[list[Player], str]:
    """So many people at a table."""
    people = [tables.store.new_player(name) for name in ("Ana", "Ben", "Cleo", "Dag")[:number]]
    table = making.create(tables, game, people[0], ["me", *["open"] * (number - 1)])
    for person in people[1:]:
        seats.join(tables, table.id, person)
    return people, table.id


def play(tables: LiveTables, table: str, people: list[Player], decisions: int, seed: int = 1) -> list[tuple[int, int]]:
    """Decide as a greedy bot does; returns which seat was asked about how many points' worth of power."""
    draws = Draws(seed)
    bot = find_bot("greedy", "terra-mystica")
    asked = []
    for _ in range(decisions):
        live = tables.live(table)
        seat = live.asked
        if seat is None:
            break
        record = live.state.record
        if record.phase == Phase.OFFER:
            asked.append((seat, int(power_taken(record, seat, int(record.offer_size[int(record.asked)]))) - 1))
        moves.move(tables, table, people[seat], seat, live.sequence, [bot.choose(live.state, LEVEL, draws)], None)
    return asked


def answers(tables: LiveTables, table: str, seat: int) -> list[Leech | Decline]:
    """The answers that were made for a seat."""
    game = tables.live(table).state.game
    found = []
    for event in tables.store.events(table):
        if event.kind == "standing answer" and event.seat == seat:
            decision = decode(game.action_from_text(event.payload["actions"][0]))
            assert isinstance(decision, Leech | Decline)
            found.append(decision)
    return found


def test_offers_are_answered_as_each_player_has_settled(tables: LiveTables) -> None:
    people, table = everybody(tables, "terra-mystica", 4)
    auto_answers.settle(tables, table, people[1], 1, {"power": "0", "dearer": "decline"})
    auto_answers.settle(tables, table, people[2], 2, {"power": "never", "dearer": "ask"})
    auto_answers.settle(tables, table, people[3], 3, {"power": "1", "dearer": "ask"})
    asked = play(tables, table, people, 500)
    assert any(seat == 0 for seat, _points in asked)  # Ana is asked
    assert not any(seat in (1, 2) for seat, _points in asked)
    assert all(points > 1 for seat, points in asked if seat == 3) and any(seat == 3 for seat, _points in asked)
    assert answers(tables, table, 0) == []
    made = answers(tables, table, 1)
    assert any(isinstance(answer, Leech) for answer in made) and any(isinstance(answer, Decline) for answer in made)
    assert all(isinstance(answer, Decline) for answer in answers(tables, table, 2))
    assert all(isinstance(answer, Leech) for answer in answers(tables, table, 3))
    live = tables.live(table)
    marked = [entry for entry in log_of(live, words("en")) if entry.automatic == "settled"]
    assert len(marked) == sum(len(answers(tables, table, seat)) for seat in range(4))
    assert all(entry.rule == "offer" and entry.seat != 0 for entry in marked)
    for language in LANGUAGES:
        assert automatic_text(marked[0], words(language))
    tables.forget(table)
    assert tables.live(table).state == live.state


def test_an_answer_is_settled_in_the_middle_of_the_question(tables: LiveTables) -> None:
    people, table = everybody(tables, "terra-mystica", 4)
    while (live := tables.live(table)).state.record.phase != Phase.OFFER:
        play(tables, table, people, 1)
    seat, before = live.asked, live.sequence
    assert seat is not None
    auto_answers.settle(tables, table, people[seat], seat, {"power": "any"})
    kinds = [event.kind for event in tables.store.events(table, after=before)]
    assert kinds[:2] == ["standing", "standing answer"]
    auto_answers.settle(tables, table, people[seat], seat, {"power": "ask"})
    assert tables.live(table).conduct.answers[seat] == {"power": "ask"}


def test_what_cannot_be_settled_is_refused(tables: LiveTables) -> None:
    people, table = everybody(tables, "terra-mystica", 2)
    for nonsense in ({"power": "often"}, {"weather": "fine"}):
        with pytest.raises(BadRequest, match="cannot be settled"):
            auto_answers.settle(tables, table, people[0], 0, nonsense)
    with pytest.raises(NotYourSeat):
        auto_answers.settle(tables, table, people[1], 0, {"power": "never"})
    _, other = everybody(tables, "meduris", 2)
    with pytest.raises(BadRequest):  # Meduris has nothing of the kind
        auto_answers.settle(
            tables,
            other,
            tables.store.player(tables.store.seats(other)[0].player or "") or people[0],
            0,
            {"power": "0"},
        )
    assert tables.live(table).conduct.answers == {}


def test_only_the_own_seat_sees_what_it_has_settled(server: Server) -> None:
    ana, ben = server.visitor("Ana"), server.visitor("Ben")
    table = ana.new_table("me", "open", game="terra-mystica")
    ben.join(table)
    seat = 0 if "My standing answers" in ana.get(f"/t/{table}?seat=0").text else 1
    assert ana.post(f"/t/{table}/standing", seat=seat, settled_power="3", settled_dearer="decline").status_code == 204
    page = ana.get(f"/t/{table}").text
    assert '<option value="3" selected>' in page and '<option value="decline" selected>' in page
    assert '<option value="3" selected>' not in ben.get(f"/t/{table}").text
    spectator = server.visitor("Cleo")
    assert "My standing answers" not in spectator.get(f"/t/{table}").text
    for other in (ben, spectator):
        assert other.post(f"/t/{table}/standing", seat=seat, settled_power="0").status_code == 403
    assert ana.post(f"/t/{table}/standing", seat=seat, settled_power="x").status_code == 400


def test_programs_settle_answers_too(server: Server) -> None:
    robo, bibo = api(server, "Robo"), api(server, "Bibo")
    assert list(robo.get("/games/terra-mystica/standing").json()["power"])[:2] == ["ask", "0"]
    assert robo.get("/games/meduris/standing").json() == {}
    assert robo.get("/games/chess/standing").status_code == 404
    table = robo.post("/tables", json={"game": "terra-mystica", "seats": ["me", "open"]}).json()["id"]
    bibo.post(f"/tables/{table}/join")
    assert robo.post(f"/tables/{table}/standing", json={"settled": {"power": "0"}}).status_code == 204
    assert robo.get(f"/tables/{table}").json()["standing"] == {"power": "0"}
    assert bibo.get(f"/tables/{table}").json()["standing"] == {}
    assert api(server, "Cleo").get(f"/tables/{table}").json()["standing"] is None
    assert api(server, "Cleo").post(f"/tables/{table}/standing", json={"settled": {}}).status_code == 403
    assert bibo.post(f"/tables/{table}/standing", json={"settled": {"power": "0"}, "seat": 0}).status_code == 403


# ------------------------------------------------------------------------------------------------ choices of one


@pytest.mark.parametrize(("game", "players"), [("meduris", 2), ("terra-mystica", 4)])
def test_nobody_is_asked_where_there_is_only_one_way_and_the_log_says_so(
    tables: LiveTables, game: str, players: int
) -> None:
    people, table = everybody(tables, game, players)
    draws = Draws(5)
    bot = find_bot("greedy" if players == 4 else "random", game)
    while (live := tables.live(table)).asked is not None:
        assert len(live.state.legal_actions()) > 1
        seat = live.asked
        moves.move(tables, table, people[seat], seat, live.sequence, [bot.choose(live.state, LEVEL, draws)], None)
    made = {made.decisions: made.kind for made in live.made}
    entries = log_of(live, words("en"))
    forced = [entry for entry in entries if entry.automatic == "forced"]
    assert forced and all(made[entry.decision] == "forced" for entry in forced)
    before = 0
    for entry in entries:  # told in one sentence: decisions of which one was asked for are no automatic ones
        kinds = {made[place] for place in range(before + 1, entry.decision + 1) if place in made} - {"chance"}
        assert (entry.automatic == "forced") == (kinds == {"forced"})
        before = entry.decision
    assert automatic_text(forced[0], words("en")) == "no other choice"
    assert len(log_of(live, words("en"), 7)) == 7
    assert log_of(live, words("en"), 7) == entries[-7:]


def test_a_bot_is_not_helped(tables: LiveTables) -> None:
    """A bot decides itself, also where there is one way: its pace is what people follow."""
    ana = tables.store.new_player("Ana")
    table = making.create(tables, "meduris", ana, ["me", "bot:random"]).id
    draws = Draws(2)
    for _ in range(120):
        live = tables.live(table)
        if live.asked is None:
            break
        action = draws.pick(live.state.legal_actions())
        if live.asked == 0:
            moves.move(tables, table, ana, 0, live.sequence, [action], None)
        else:
            moves.bot_move(tables, table, 1, live.sequence, action)
    assert {event.seat for event in tables.store.events(table) if event.kind == "forced"} <= {0}
