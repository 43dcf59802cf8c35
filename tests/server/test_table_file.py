"""What a host imports is checked like a move, and what is stored is checked before the rules are fed with it."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dolmen.cli import main
from dolmen.core.draws import Draws
from dolmen.core.errors import DolmenError
from dolmen.server.commands import making, moves
from dolmen.server.errors import AgainstRules, StoredOnly
from dolmen.server.event_kinds import DECISIONS
from dolmen.server.live_table import LiveTable
from dolmen.server.live_tables import LiveTables
from dolmen.server.table_file import bring_back, read, written
from dolmen.store import Event, NewEvent
from tests.terra_mystica.test_old_rules import GAMES as RULES_1

GAMES = ("meduris", "terra-mystica")
Told = dict[str, Any]


def played_table(tables: LiveTables, game: str, decisions: int = 40) -> str:
    """A table of two at one screen, after some decisions drawn at random."""
    player, draws = tables.store.new_player("Ana"), Draws(5)
    table = making.create(tables, game, player, ["me", "here"])
    for _ in range(decisions):
        live = tables.live(table.id)
        if live.asked is None:
            break
        action = draws.pick(live.state.legal_actions())
        moves.move(tables, table.id, player, live.asked, live.sequence, [action], None)
    return table.id


@pytest.fixture(params=GAMES)
def told(request: pytest.FixtureRequest, tables: LiveTables) -> Told:
    """The file of a table."""
    found: Told = json.loads(json.dumps(written(tables.store, played_table(tables, request.param))))
    return found


def test_a_table_is_brought_back_as_it_was(tables: LiveTables, told: Told) -> None:
    before = tables.live(told["table"]["id"])
    after = tables.live(bring_back(tables.store, json.dumps(told)).id)
    assert after.state == before.state and after.state.history == before.state.history
    assert tables.store.summaries([after.table.id])[after.table.id]["turn"] == before.state.turn
    assert not any(seat.player for seat in after.seats)


def test_a_table_of_earlier_rules_is_brought_back_to_be_read(tables: LiveTables, told: Told) -> None:
    old = RULES_1["lone_spade"]
    events = [
        {"sequence": place, "kind": "move", "payload": {"actions": [text]}, "seat": int(seat), "at": 1}
        for place, (seat, _, text) in enumerate((one.partition(" ") for one in old["decisions"]), start=1)
    ]
    told["table"] |= {"game": "terra-mystica", "rules_version": 1, "setup": old["setup"], "status": "finished"}
    told["table"]["options"] = {}
    told |= {"events": events}
    live = tables.live(bring_back(tables.store, json.dumps(told)).id)
    assert live.is_old and list(live.state.scores()) == old["scores"]
    told["events"][30]["payload"] = {"actions": ["build A1"]}
    with pytest.raises(DolmenError):
        bring_back(tables.store, json.dumps(told))


Change = Callable[[Told], object]
EDITS: dict[str, Change] = {
    "NaN is not a number": lambda told: told["table"].update(clock=float("nan")),
    'does not say "dolmen"': lambda told: told.pop("dolmen"),
    "'events' is not a list": lambda told: told.update(events={}),
    "event 2 is out of its place": lambda told: told["events"][1].update(sequence=3),
    "there are no events 'jump'": lambda told: told["events"][1].update(kind="jump"),
    "event 3 .* there is no such seat": lambda told: told["events"][2].update(seat=7),
    "event 3 .* needs a seat": lambda told: told["events"][2].update(kind="confirm", payload={}, seat=None),
    "event 4 .* no list of decisions": lambda told: told["events"][3]["payload"].update(actions="pass"),
    "event 5 .* an earlier event": lambda told: told["events"][4].update(kind="back", payload={"to": 9}, seat=0),
    "'setup' is not a text": lambda told: told["table"].update(setup=None),
    "'name' is not a text of up to 60": lambda told: told["table"].update(name="x" * 61),
    "'name' cannot be shown": lambda told: told["seats"][0].update(name="a\x1b[2J"),
    "surrogates": lambda told: told["table"].update(name="\ud800"),
    "NUL": lambda told: told["table"].update(setup="\0"),
    "the status 'lost'": lambda told: told["table"].update(status="lost"),
    "its game is not over": lambda told: told["table"].update(status="finished"),
    "no seat is free": lambda told: told["table"].update(status="waiting"),
    "seats are free": lambda told: told["seats"][1].update(kind="open"),
    "has no option 'colour'": lambda told: told["table"].update(options={"colour": "red"}),
    "a newer Dolmen is needed": lambda told: told["table"].update(rules_version=99),
    "rules 0": lambda told: told["table"].update(rules_version=0),
    "chess": lambda told: told["table"].update(game="chess"),
    "seats and says 3": lambda told: told["table"].update(players=3),
    "is out of its place": lambda told: told["seats"].reverse(),
    "no bot 'hal'": lambda told: told["seats"][0].update(kind="bot", bot="hal"),
    "line 1 of the chat": lambda told: told["chat"].append({"name": "Ana", "text": "x" * 9999, "at": 1}),
    "up to 5184000": lambda told: told["table"].update(clock=10**9),
}


@pytest.mark.parametrize("reason", EDITS)
def test_an_edited_file_is_refused_with_the_reason_and_nothing_is_written(
    tables: LiveTables, told: Told, reason: str
) -> None:
    EDITS[reason](told)
    before = tables.store.tables_with_status("waiting", "playing", "finished", "imported")
    with pytest.raises(DolmenError, match=reason):
        bring_back(tables.store, json.dumps(told))
    assert tables.store.tables_with_status("waiting", "playing", "finished", "imported") == before


def refusal_of(live: LiveTable, events: list[Event]) -> AgainstRules | None:
    try:
        live.fold(events)
    except AgainstRules as error:
        return error
    return None


def test_shuffled_and_foreign_decisions_are_refused_wherever_they_stand(tables: LiveTables, told: Told) -> None:
    draws = random.Random(4)
    state = tables.live(told["table"]["id"]).state
    texts = [state.game.action_text(action) for action in range(state.game.num_actions)]
    for _ in range(60):
        edited = copy.deepcopy(told)
        decided = [event for event in edited["events"] if event["kind"] in DECISIONS]
        chosen = draws.choice(decided)
        chosen["payload"]["actions"][0] = draws.choice(texts)
        table = read(json.dumps(edited))
        refused = refusal_of(LiveTable(table.table, table.seats), table.events)
        if refused is not None:  # otherwise a harmless change: each decision was possible, and each was its seat's
            assert refused.event.sequence >= chosen["sequence"] and str(refused.event.sequence) in str(refused)


def test_the_command_says_which_event_and_why(told: Told, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    decided = next(event for event in reversed(told["events"]) if event["kind"] == "move")
    decided["payload"] = {"actions": ["castle"]}
    file = tmp_path / "edited.json"
    file.write_text(json.dumps(told))
    assert main(["admin", "import", str(file), f"--database={tmp_path}/tables.sqlite"]) == 1
    said = capsys.readouterr().err
    assert f"event {decided['sequence']} (move)" in said and "castle" in said and said.count("\n") == 1


# ------------------------------------------------------------------------------------------------ stored already

NONSENSE: dict[str, NewEvent] = {
    "a decision that is not legal": NewEvent("move", {"actions": ["pass BON1"]}, 0),
    "no decision at all": NewEvent("move", {"actions": ["castle"]}, 0),
    "no list": NewEvent("move", {}, 0),
    "no seat": NewEvent("bot", {"bot": "greedy"}),
    "a seat too far": NewEvent("confirm", {}, 9),
    "the future": NewEvent("back", {"to": 999}, 0),
    "no number": NewEvent("ask undo", {"to": "x"}, 0),
    "a fall of the dice that nobody waits for": NewEvent("chance", {"actions": ["roll 1"]}),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("what", NONSENSE)
def test_what_is_stored_against_the_rules_stops_a_table_and_not_the_server(
    tables: LiveTables, game: str, what: str
) -> None:
    table = played_table(tables, game, 6)
    sequence = tables.live(table).sequence
    tables.store.append(table, sequence, [NONSENSE[what]])
    for _ in range(2):  # whether it is in memory or not, and again
        tables.tell(table)
        with pytest.raises(StoredOnly, match=f"Event {sequence + 1} of this table is against the rules"):
            tables.live(table)


def test_a_gap_in_the_events_is_refused(tables: LiveTables) -> None:
    table = played_table(tables, "meduris", 3)
    events = tables.store.events(table)
    live = LiveTable(tables.store.table(table), tables.store.seats(table))
    with pytest.raises(AgainstRules, match="event 2 is missing"):
        live.fold([events[0], *events[2:]])


def test_every_kind_of_event_that_the_server_writes_is_known() -> None:
    import re

    from dolmen.server import event_kinds

    folder = Path(event_kinds.__file__).parent
    kinds = {kind for file in folder.rglob("*.py") for kind in re.findall(r'NewEvent\("([a-z ]+)"', file.read_text())}
    assert len(kinds) > 5 and all(event_kinds.is_known(kind) for kind in kinds)


def test_events_of_a_kind_that_is_not_known_are_passed_over(tables: LiveTables) -> None:
    """A newer server may have written them; they change nothing."""
    table = played_table(tables, "meduris", 3)
    live = tables.live(table)
    live.fold([Event(table, live.sequence + 1, "sung", {}, None, None, 1)])
    assert live.state.decisions == 3
