"""Programs as bots: they play by lines of JSON, and whatever they do wrong costs them their game and nothing else."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from dolmen.analysis.replay import read_any
from dolmen.arena import Terms, play_match, run_all
from dolmen.arena.entrants import enter
from dolmen.arena.external import Program
from dolmen.core.errors import UnknownBot
from tests.conftest import node

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]

FIRST_PLAY = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    assert asked["game"] and asked["seat"] in (1, 2)
    print(json.dumps({"play": asked["plays"][0]}), flush=True)
"""


def program(folder: Path, source: str) -> str:
    """An entrant that runs some Python."""
    file = folder / "program.py"
    file.write_text(source)
    return f"cmd:{shlex.join([sys.executable, str(file)])}"


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_a_program_that_knows_no_rules_plays_a_whole_game(game: str, tmp_path: Path) -> None:
    terms = Terms(game, 2, ("greedy", program(tmp_path, FIRST_PLAY)), seed=1)
    for number in (0, 1):
        result, text = play_match(terms, number)
        assert result.forfeit is None and not result.truncated, result.why
        assert result.decisions > 50 and read_any(text).finished
        assert result.returns[result.seats.index("greedy")] == 1


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_the_example_in_another_language_plays(game: str) -> None:
    entrant = f"cmd:{shlex.join([node(), str(ROOT / 'examples' / 'bot.mjs')])}"
    result, _ = play_match(Terms(game, 2, ("random", entrant), seed=2), 0)
    assert result.forfeit is None and not result.truncated, result.why


def test_our_own_bot_is_such_a_program() -> None:
    command = f"cmd:{shlex.join([sys.executable, '-m', 'dolmen', 'bot', 'meduris', '--level', 'greedy'])}"
    result, _ = play_match(Terms("meduris", 2, ("random", command), seed=1), 0)
    assert result.forfeit is None and result.returns == (0, 1)


STAYS = """
import json, os, sys
notes = open({notes!r}, "a")
for line in sys.stdin:
    asked = json.loads(line)
    told = {{name: asked[name] for name in ("number", "result", "seat", "seed", "seconds") if name in asked}}
    print(json.dumps({{"process": os.getpid(), "whole": len(asked["game"]), **told}}), file=notes, flush=True)
    if "result" not in asked:
        print(json.dumps({{"play": asked["plays"][0], "stay": {stay}}}), flush=True)
"""


def notes_of(folder: Path, *, stay: bool, games: int = 2) -> list[dict[str, Any]]:
    """What a program noted in some games against a random bot."""
    notes = folder / "notes"
    source = STAYS.format(notes=str(notes), stay=stay)
    terms = Terms("meduris", 2, ("random", program(folder, source)), seed=1, max_turns=6)
    run_all(terms, range(games), 1, lambda _result, _text: None)
    return [json.loads(line) for line in notes.read_text().splitlines()]


def test_a_program_that_stays_plays_on_and_is_told_each_result(tmp_path: Path) -> None:
    notes = notes_of(tmp_path, stay=True)
    assert len({note["process"] for note in notes}) == 1
    results = [note for note in notes if "result" in note]
    assert [note["number"] for note in results] == [1, 2]
    assert [note["result"]["seat"] for note in results] == [2, 1]
    for note in results:
        assert set(note["result"]) == {"seat", "places", "scores", "returns", "forfeit", "why"} and note["whole"] > 100
    asked = [note for note in notes if "result" not in note]
    assert {note["seconds"] for note in asked} == {60.0}
    assert len({note["seed"] for note in asked if note["number"] == 1}) == 1
    assert len({note["seed"] for note in asked}) == 2, "each game has a seed of its own"


def test_a_program_that_does_not_say_so_is_started_for_each_game(tmp_path: Path) -> None:
    notes = notes_of(tmp_path, stay=False)
    assert len({note["process"] for note in notes}) == 2 and not any("result" in note for note in notes)


def check_forfeit(folder: Path, source: str, why: str, answer_seconds: float) -> None:
    terms = Terms("meduris", 2, (program(folder, source), "greedy"), answer_seconds=answer_seconds)
    began = time.monotonic()
    result, text = play_match(terms, 0)
    assert result.forfeit == 0 and result.returns == (0, 1) and not result.truncated
    assert re.search(why, result.why) and "\n" not in result.why
    assert time.monotonic() - began < 30 and read_any(text).state.history == ()


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("raise SystemExit(3)", "the program ended with status 3 before its answer"),
        ("import sys; sys.exit('no idea how')", r"ended with status 1 \(no idea how\) before its answer"),
        ("import os; os.kill(os.getpid(), 9)", "the program ended by SIGKILL before its answer"),
        ("print('hello', flush=True); input()", r"answered 'hello', not {\"play\": \"...\"}"),
        ("print('[1]', flush=True); input()", r"answered '\[1\]', not"),
        ("print('{\"play\": 3}', flush=True); input()", "not {"),
        ('print(\'{"play": "hut 1 1"}\', flush=True); input(); input()', "answered 'hut 1 1': "),
        ("print('x' * 2_000_000); import time; time.sleep(60)", "bytes without an answer"),
        ("import os, time; os.close(1); time.sleep(60)", "closed its output before its answer"),
    ],
)
def test_a_program_that_fails_loses_by_forfeit(source: str, why: str, tmp_path: Path) -> None:
    check_forfeit(tmp_path, source, why, 60)


@pytest.mark.parametrize("source", ["import time; input(); time.sleep(60)", "import time; time.sleep(60)"])
def test_a_program_that_keeps_silent_loses_by_forfeit(source: str, tmp_path: Path) -> None:
    check_forfeit(tmp_path, source, "no answer within 0.2 s", 0.2)


def test_a_program_may_fail_while_factions_are_chosen(tmp_path: Path) -> None:
    terms = Terms("terra-mystica", 2, ("greedy", program(tmp_path, "raise SystemExit(3)")))
    result, text = play_match(terms, 0)
    assert result.forfeit == 1 and text.count("\nsetup ") == 1


STARTS_ANOTHER = """
import subprocess, sys
started = subprocess.Popen([sys.executable, "-c", {child!r}], stdout=subprocess.PIPE)
started.stdout.readline()
print("no answer", flush=True)
"""
OUTLIVES = """
import time
with open({pipe!r}, "w") as held:
    print("started", flush=True)
    time.sleep(60)
    held.write("alive")
"""


def test_what_a_program_started_ends_with_it(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    source = STARTS_ANOTHER.format(child=OUTLIVES.format(pipe=str(pipe)))
    result, _ = play_match(Terms("meduris", 2, (program(tmp_path, source), "greedy")), 0)
    assert "answered 'no answer'" in result.why
    os.set_blocking(reading, True)
    with os.fdopen(reading) as held:
        assert held.read() == "", "it ended, and with it its end of the pipe"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cmd:", "names no program"),
        ("cmd:no-such-program x", "there is no program 'no-such-program'"),
        ("cmd:'", "is no command: No closing quotation"),
    ],
)
def test_a_command_that_cannot_be_is_refused(name: str, message: str) -> None:
    with pytest.raises(UnknownBot, match=message):
        enter(name, "meduris")


@pytest.mark.parametrize("command", ["", "  ", "'", "node \0", "no-such-program x", "/"])
def test_nor_is_one_started_that_nobody_looked_at_before(command: str) -> None:
    """As `dolmen bot --table URL --program COMMAND` does."""
    with pytest.raises(UnknownBot):
        Program(command)
