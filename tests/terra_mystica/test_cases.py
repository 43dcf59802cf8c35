"""What the community's tracker says: games and turns that it takes or refuses, beside the repository.

They lie in ../shared/cases/terra_mystica, with a README of their own; they are never copied into the repository.
"""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dolmen.analysis.replay import read
from dolmen.contract.game import State
from dolmen.contract.notation import Transcript
from dolmen.core.errors import DolmenError, IllegalLine
from dolmen.core.kernel import INTERPRETED
from dolmen.games.terra_mystica.files.log import read_log
from dolmen.games.terra_mystica.files.trial import try_turn
from dolmen.games.terra_mystica.files.writer import write_log

SHARED = Path(__file__).resolve().parents[3] / "shared"
CASES = SHARED / "cases" / "terra_mystica"


def expected(folder: str) -> dict[str, Any]:
    file = CASES / folder / "expected.json"
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.exists() else {}


FOUND, GAMES = expected("found"), expected("games")

pytestmark = pytest.mark.skipif(not FOUND, reason=f"THE CASES ARE MISSING: there is nothing in {CASES}")


def written_and_read_again(replay: Transcript) -> str:
    """The log of a game, which is read to the same totals and written to the same text."""
    log = write_log(replay.setup, replay.state.history)
    again = read_log(log)
    assert again.scores() == replay.scores()
    assert write_log(again.setup, again.state.history) == log
    return log


@pytest.mark.parametrize("name", FOUND or ["01"])
def test_a_game_on_which_we_once_disagreed_is_read_as_the_tracker_does(name: str) -> None:
    wanted, path = FOUND[name], CASES / "found" / name
    if "refused_at" in wanted:
        with pytest.raises(IllegalLine) as caught:
            read(path)
        assert caught.value.line == wanted["refused_at"]
        return
    replay = read(path)
    assert replay.scores() == wanted.get("totals", replay.scores())
    assert replay.rows_checked == (replay.rows if name.endswith(".txt") else None)
    log = written_and_read_again(replay)
    assert wanted.get("written_has", "") in log
    assert "written_lacks" not in wanted or wanted["written_lacks"] not in log


@pytest.mark.parametrize("name", list(GAMES)[:: 30 if INTERPRETED else 1] or ["001"])
def test_a_ledger_is_read_to_its_totals_written_as_a_log_and_read_again(name: str) -> None:
    path = CASES / "games" / f"{name.removesuffix('.txt')}.txt"
    replay = read(path)
    rows = sum("\t" in line for line in path.read_text(encoding="utf-8").splitlines())
    assert replay.scores() == GAMES[name]
    assert (replay.rows, replay.rows_checked, replay.finished) == (rows, rows, True)
    written_and_read_again(replay)


@cache
def misjudged_turns() -> list[str]:
    """The turns whose verdict is not ours, each as one line."""
    turns: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in (CASES / "turns.jsonl").read_text(encoding="utf-8").splitlines():
        turn = json.loads(line)
        turns[turn["game"]].append(turn)
    wrong: list[str] = []
    for game in list(turns)[:: 40 if INTERPRETED else 1]:
        replay = read(SHARED / f"{game}.txt")
        decisions = dict(replay.marks)
        for turn in turns[game]:
            position = State(replay.state.game, replay.state.records_before(decisions[turn["line"]]))
            refusal = refusal_of(position, turn)
            if turn["legal"] != (refusal is None):
                verdict = "legal" if turn["legal"] else f"illegal ({turn['why']})"
                place = f"{game}, line {turn['line']}: {turn['faction']}: {turn['turn']}"
                wrong.append(f"{verdict}, but we say {refusal or 'legal'}: {place}")
    return wrong


def refusal_of(position: State, turn: dict[str, Any]) -> str | None:
    try:
        try_turn(position, turn["faction"], turn["turn"])
    except DolmenError as error:
        return str(error)
    return None


@pytest.mark.slow
def test_every_turn_that_the_tracker_refuses_is_refused() -> None:
    false_legal = [line for line in misjudged_turns() if line.startswith("illegal")]
    assert not false_legal, "\n".join([f"{len(false_legal)} turns:", *false_legal[:10]])


@pytest.mark.slow
def test_every_turn_that_the_tracker_takes_is_taken() -> None:
    false_illegal = [line for line in misjudged_turns() if line.startswith("legal")]
    assert not false_illegal, "\n".join([f"{len(false_illegal)} turns:", *false_illegal[:10]])
