"""The auction at a table: bids are events, they end in a set-up, and who holds the first lot sits at the first seat."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import httpx
import pytest

from dolmen.core.errors import IllegalAction
from dolmen.core.words import words
from dolmen.server import table_file
from dolmen.server.commands import accounts, branching, chat, clocks, leaving, making, moves, plans, seats, undo
from dolmen.server.errors import NotRunning, NotYourTurn
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.server.log import log_of
from dolmen.store import Player, Stale, now
from tests.server.people import Server, api, wait_for

ENGLISH = words("en")
LOTS = "witches,nomads,giants"


def auction(tables: LiveTables, *kinds: str, **options: str) -> tuple[str, Player]:
    ana = tables.store.new_player("Ana")
    chosen = {"setup": "auction", "factions": LOTS, **options}
    return making.create(tables, "terra-mystica", ana, kinds, chosen).id, ana


def bid(tables: LiveTables, table: str, player: Player, text: str) -> LiveTable:
    live = tables.live(table)
    assert live.deciding is not None
    moves.move(tables, table, player, live.deciding, live.sequence, [text], None)
    return tables.live(table)


def again(tables: LiveTables, table: str) -> LiveTable:
    """The table as another process would read it, or this one after a crash."""
    tables.forget(table)
    return tables.live(table)


def whole(tables: LiveTables, table: str, ana: Player) -> LiveTable:
    """An auction of three people at one screen: Cleo first, then Ben, then Ana."""
    for text in ("bid nomads 0", "bid nomads 3", "bid witches 1", "bid giants 0"):
        bid(tables, table, ana, text)
    return tables.live(table)


def test_the_highest_bid_holds_and_who_is_outbid_bids_again(tables: LiveTables) -> None:
    table, ana = auction(tables, "me", "here:Ben", "here:Cleo")
    live = tables.live(table)
    assert live.is_bidding and live.deciding == 0
    assert bid(tables, table, ana, "bid nomads 0").deciding == 1
    assert bid(tables, table, ana, "bid nomads 3").deciding == 2, "Cleo holds nothing yet"
    assert bid(tables, table, ana, "bid witches 1").deciding == 0, "Ana was outbid"
    assert again(tables, table).deciding == 0, "a crash loses nothing"
    live = bid(tables, table, ana, "bid giants 0")
    assert not live.is_bidding and live.is_running
    assert live.names == ("Cleo", "Ben", "Ana"), "witches, nomads, giants"
    assert live.opening.setup.factions == ("witches", "nomads", "giants")
    assert live.opening.setup.points_off == (1, 3, 0)
    assert live.deciding == 0, "the witches place their first dwelling"
    folded = again(tables, table)
    assert (folded.state, folded.names, folded.setup) == (live.state, live.names, live.setup)
    told = [str(entry.text) for entry in log_of(folded, ENGLISH)]
    assert told[1] == "Ben bids 3 points for the Nomads."


def test_a_bid_below_the_last_one_is_refused_and_changes_nothing(tables: LiveTables) -> None:
    table, ana = auction(tables, "me", "here:Ben", "here:Cleo")
    before = bid(tables, table, ana, "bid nomads 4").sequence
    for text in ("bid nomads 4", "bid nomads 1"):
        with pytest.raises(IllegalAction, match="points are too few: the lowest bid is 5") as refused:
            bid(tables, table, ana, text)
        assert "son pocos" in refused.value.translated(words("es"))
    with pytest.raises(NotYourTurn):
        moves.move(tables, table, ana, 0, before, ["bid nomads 9"], None)
    assert again(tables, table).sequence == before


def test_a_bid_is_taken_back_until_the_auction_is_over(tables: LiveTables) -> None:
    table, ana = auction(tables, "me", "here:Ben", "here:Cleo")
    live = bid(tables, table, ana, "bid nomads 4")
    undo.back(tables, table, ana, 0, live.sequence)
    live = again(tables, table)
    assert live.deciding == 0 and live.state.decisions == 0 and live.is_bidding
    live = whole(tables, table, ana)
    assert live.back_to(2) is None and live.undo_to(2) is None, "the set-up is fixed"
    before = live.state.records.tobytes()
    hexes = live.state.legal_actions()
    moves.move(tables, table, ana, 0, live.sequence, [hexes[0]], None)
    undo.back(tables, table, ana, 0, tables.live(table).sequence)
    assert again(tables, table).state.records.tobytes() == before, "back to the first dwelling, not to the auction"


def test_lots_may_be_named_in_turn(tables: LiveTables) -> None:
    ana = tables.store.new_player("Ana")
    table = making.create(tables, "terra-mystica", ana, ["me", "here:Ben"], {"setup": "auction-named"}).id
    for text in ("name nomads", "name witches", "bid witches 0", "bid nomads 2"):
        bid(tables, table, ana, text)
    live = again(tables, table)
    assert live.names == ("Ben", "Ana") and live.opening.setup.factions == ("nomads", "witches")
    assert live.opening.setup.points_off == (2, 0)


def test_links_chat_and_settled_answers_go_with_their_people(tables: LiveTables) -> None:
    ana, ben = tables.store.new_player("Ana"), tables.store.new_player("Ben")
    table = making.create(tables, "terra-mystica", ana, ["me", "friend"], {"setup": "auction"}).id
    link = tables.seat_token(table, 1)
    assert seats.join(tables, table, ben, token=link) == 1
    chat.say(tables, table, ben, "hello")
    live = tables.live(table)
    terms = live.first_setup.auction()
    assert terms is not None
    bid(tables, table, ana, f"bid {terms.lots[1]} 0")
    live = bid(tables, table, ben, f"bid {terms.lots[0]} 0")
    assert live.names == ("Ben", "Ana") and live.seats_of(ben.id) == [0]
    assert seats.join(tables, table, ben, token=link) == 0, "the link leads to the same person"
    assert [line.seat for line in tables.live(table).chat] == [0]
    assert tables.viewer(live, ben, 1).seat == 0 or tables.viewer(live, ben, 1).seat is None


def three_people(tables: LiveTables, clock: int = 0) -> tuple[str, Player, Player, Player]:
    ana, ben, cleo = (tables.store.new_player(name) for name in ("Ana", "Ben", "Cleo"))
    options = {"setup": "auction", "factions": LOTS}
    table = making.create(tables, "terra-mystica", ana, ["me", "open", "open"], options, clock).id
    for player in (ben, cleo):
        seats.join(tables, table, player)
    return table, ana, ben, cleo


def test_who_resigns_while_bids_are_made_is_gone_from_the_new_seat_and_nobody_else(tables: LiveTables) -> None:
    table, ana, ben, cleo = three_people(tables)
    bid(tables, table, ana, "bid giants 0")
    leaving.resign(tables, table, ana, 0)
    bid(tables, table, ben, "bid nomads 0")
    live = bid(tables, table, cleo, "bid witches 0")
    assert live.names == ("Cleo", "Ben", "Ana")
    assert (live.conduct.left, live.people(), live.owned()) == ({2}, {0, 1}, {0, 1})
    assert again(tables, table).conduct.left == {2}
    moves.move(tables, table, cleo, 0, live.sequence, [live.state.legal_actions()[0]], None)


def test_whose_time_was_up_and_who_asks_for_a_pause_go_to_their_new_seats(
    tables: LiveTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ana, ben, cleo = three_people(tables, clock=60)
    monkeypatch.setattr("dolmen.server.commands.clocks.now", lambda: now() + 60_000)
    assert clocks.time_is_up(tables, table)
    monkeypatch.undo()
    live = tables.live(table)
    moves.bot_move(tables, table, 0, live.sequence, live.state.action_id("bid nomads 0"))
    bid(tables, table, ben, "bid giants 0")
    clocks.ask_pause(tables, table, ben, 1)
    live = bid(tables, table, cleo, "bid witches 0")
    assert live.names == ("Cleo", "Ana", "Ben")
    request = live.conduct.pause_request
    assert live.conduct.overdue == {1} and request is not None
    assert request.seat == 2 and request.agreed == {2}
    clocks.answer_pause(tables, table, cleo, 0, agree=True)
    assert tables.live(table).clocks.paused_until(now()), "both who play in person have agreed"


def test_of_bids_that_are_made_at_once_one_counts(tables: LiveTables) -> None:
    table, ana = auction(tables, "me", "here:Ben", "here:Cleo")
    sequence, gate = tables.live(table).sequence, Barrier(4)

    def make(points: int) -> bool:
        gate.wait()
        try:
            moves.move(tables, table, ana, 0, sequence, [f"bid nomads {points}"], None)
        except Stale:
            return False
        return True

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(make, range(4))) == [False, False, False, True]
    assert len(tables.store.events(table)) == sequence + 1


def test_who_is_forgotten_while_bids_are_made_leaves_the_seat_to_a_bot(tables: LiveTables) -> None:
    table, ana, ben, cleo = three_people(tables)
    bid(tables, table, ana, "bid nomads 3")
    accounts.forget(tables, ben)
    live = tables.live(table)
    assert (live.deciding, live.seats[1].kind, live.names[1]) == (1, "bot", "-")
    moves.bot_move(tables, table, 1, live.sequence, live.state.action_id("bid giants 0"))
    bid(tables, table, cleo, "bid witches 0")
    live = again(tables, table)
    assert live.names == ("Cleo", "Ana", "-") and live.people() == {0, 1}


def test_before_the_set_up_is_fixed_nothing_is_tried_out_or_played_on(tables: LiveTables) -> None:
    table, ana = auction(tables, "me", "here:Ben", "here:Cleo")
    with pytest.raises(NotRunning):
        plans.begin(tables, table, ana, 0)
    with pytest.raises(NotRunning):
        branching.branch(tables, table, ana, 0, ["me", "here", "here"])
    live = whole(tables, table, ana)
    copy = branching.branch(tables, table, ana, 0, ["me", "here", "here"])
    assert tables.live(copy.id).opening.setup == live.opening.setup, "with what was bid"


def test_a_table_with_an_auction_is_written_to_a_file_and_brought_back(tables: LiveTables) -> None:
    table, ana = auction(tables, "me", "here:Ben", "here:Cleo")
    for text in ("bid nomads 0", "bid nomads 3"):
        bid(tables, table, ana, text)
    halfway = table_file.bring_back(tables.store, json.dumps(table_file.written(tables.store, table)))
    assert tables.live(halfway.id).state == tables.live(table).state
    for text in ("bid witches 1", "bid giants 0"):
        bid(tables, table, ana, text)
    told = table_file.written(tables.store, table)
    brought = table_file.bring_back(tables.store, json.dumps(told))
    assert tables.live(brought.id).state == tables.live(table).state
    assert tables.live(brought.id).names == ("Cleo", "Ben", "Ana")
    settled = next(event for event in told["events"] if event["kind"] == "settle")
    settled["payload"] = {"seats": [0, 1, 2]}
    with pytest.raises(Exception, match="it seats people otherwise than they have bid"):
        table_file.bring_back(tables.store, json.dumps(told))


def test_a_whole_game_after_an_auction_tells_what_was_bid_and_its_rematch_holds_another_one(tables: LiveTables) -> None:
    ana = tables.store.new_player("Ana")
    options = {"setup": "auction", "factions": "witches,nomads", "mini-expansion-1": "on"}
    table = making.create(tables, "terra-mystica", ana, ["me", "here:Ben"], options).id
    bid(tables, table, ana, "bid nomads 4")
    live = bid(tables, table, ana, "bid witches 0")
    while live.is_running:
        assert live.asked is not None
        texts = live.state.legal_texts()
        play = next((text for text in texts if text.startswith(("pass", "decline"))), texts[0])
        moves.move(tables, table, ana, live.asked, live.sequence, [play], None)
        live = tables.live(table)
    live = again(tables, table)
    assert live.table.status == "finished"
    sources = {source.name: source.points for source in live.present.sources(live.state, ENGLISH)}
    assert sources["Auction"] == (0, -4)
    assert "points-off nomads 4" in live.transcript().to_text()
    rematch = tables.live(making.rematch(tables, table, ana).id)
    assert rematch.is_bidding and rematch.table.options == {"setup": "auction", "mini-expansion-1": "on"}
    assert rematch.names == ("Ana", "Ben"), "the start player is one seat on: Ben was first"


@pytest.mark.parametrize(
    "path", ["", "/replay?at=0", "/file", "/text", "/players", "/forecast", "/picture", "/setup", "/rules"]
)
def test_whatever_is_asked_for_during_an_auction_is_answered(server: Server, path: str) -> None:
    ana, zoe = server.visitor("Ana"), server.visitor("Zoe")
    options = {"option_setup": "auction", "tile_factions_0": "witches", "tile_factions_1": "nomads"}
    table = ana.new_table("me", "here:Ben", game="terra-mystica", **options)
    for visitor in (ana, zoe):
        answer = visitor.get(f"/t/{table}{path}")
        assert answer.status_code < 500, answer.text
        if not path:
            assert 'data-lot="witches"' in answer.text, "spectators see it, too"


def test_bots_bid_and_play_on(server: Server) -> None:
    ana = server.visitor("Ana")
    options = {"option_setup": "auction", "tile_factions_0": "witches", "tile_factions_1": "nomads"}
    table = ana.new_table("me", "bot:random", game="terra-mystica", **options)
    live = server.context.tables.live
    assert live(table).is_bidding
    page = ana.get(f"/t/{table}").text
    assert 'data-stage="auction"' in page and "What do you bid for?" in page
    player = live(table).table.owner
    seat = live(table).seats_of(player)[0]
    moves.move(server.context.tables, table, ana_of(server, table), seat, live(table).sequence, ["bid nomads 0"], None)
    wait_for(lambda: not live(table).is_bidding)
    assert live(table).names[1] == "Ana" and live(table).opening.setup.points_off == (0, 0)
    assert 'data-stage="game"' in ana.get(f"/t/{table}?seat=0").text, "an old address leads to the new seat"


def ana_of(server: Server, table: str) -> Player:
    owner = server.context.tables.live(table).table.owner
    found = server.context.store.player(owner or "")
    assert found is not None
    return found


def test_programs_see_the_auction_and_bid_by_text(server: Server) -> None:
    robo: httpx.Client = api(server, "Robo")
    options = {"setup": "auction", "factions": "witches,nomads"}
    made = robo.post("/tables", json={"game": "terra-mystica", "seats": ["me", "here"], "options": options}).json()
    table = made["id"]
    assert [lot["lot"] for lot in made["position"]["auction"]] == ["witches", "nomads"]
    asked = robo.get(f"/tables/{table}/game?seat=0").json()
    assert asked["asked"] and "bid witches 0" in asked["plays"] and "auction witches,nomads" in asked["game"]
    play = {"sequence": asked["sequence"], "play": "bid nomads 2", "seat": 0}
    assert robo.post(f"/tables/{table}/plays", json=play).status_code == 200
    seen = robo.get(f"/tables/{table}").json()
    assert seen["deciding"] == 1 and seen["position"]["auction"][1] == {
        "place": 2,
        "lot": "nomads",
        "seat": 0,
        "bid": 2,
    }
    low = {"sequence": seen["sequence"], "actions": ["bid nomads 1"], "seat": 1}
    refused = robo.post(f"/tables/{table}/moves", json=low)
    assert refused.status_code == 409 and "too few" in refused.text
    robo.post(f"/tables/{table}/moves", json={**low, "actions": ["bid witches 0"]})
    after = robo.get(f"/tables/{table}").json()
    assert [seat["points_off"] for seat in after["position"]["seats"]] == [0, 2]
    shared = robo.get(f"/tables/{table}/setup").json()
    assert shared["options"]["setup"] == "auction" and shared["options"]["factions"] == "witches,nomads"
    text = robo.get(f"/tables/{table}/log").json()
    assert text[0] == "Robo bids 2 points for the Nomads."
