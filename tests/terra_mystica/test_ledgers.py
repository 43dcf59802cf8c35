"""Real tournament games of the community's server: every row is compared with the position.

The ledgers lie beside the repository, in ../shared/ledgers; they are never copied into it.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dolmen.analysis.replay import read
from dolmen.core.errors import IllegalLine
from dolmen.games.terra_mystica.files.ledger import read_ledger
from dolmen.games.terra_mystica.files.log import read_log
from dolmen.games.terra_mystica.files.notation import NOTATION
from dolmen.games.terra_mystica.files.writer import write_log

LEDGERS = Path(__file__).resolve().parents[3] / "shared" / "ledgers"
NAMES = sorted(path.stem for path in LEDGERS.glob("game*.txt"))

pytestmark = pytest.mark.skipif(not NAMES, reason=f"THE LEDGERS ARE MISSING: there is nothing in {LEDGERS}")


@pytest.mark.parametrize("name", NAMES or ["game01"])
def test_a_real_game_replays_to_the_last_coin(name: str) -> None:
    expected = json.loads((LEDGERS / "expected.json").read_text(encoding="utf-8"))[name]
    path = LEDGERS / f"{name}.txt"
    rows = sum("\t" in line for line in path.read_text(encoding="utf-8").splitlines())
    replay = read(path)
    assert replay.scores() == expected
    assert (replay.rows, replay.rows_checked) == (rows, rows)
    assert replay.finished
    assert replay.winners() == [name for name, points in replay.scores().items() if points == max(expected.values())]
    replay.state.game.check_conservation(replay.state.record)


@pytest.mark.parametrize("name", (NAMES or ["game01"])[::6])
def test_a_real_game_is_written_as_a_log_and_read_back(name: str) -> None:
    replay = read(LEDGERS / f"{name}.txt")
    log = write_log(replay.setup, replay.state.history)
    again = read_log(log)
    assert again.scores() == replay.scores()
    assert write_log(again.setup, again.state.history) == log
    assert NOTATION.read(log).finished


def ledger(lines: int) -> list[str]:
    return (LEDGERS / "game01.txt").read_text(encoding="utf-8").splitlines()[:lines]


COLUMN = {"VP": 2, "C": 4, "W": 6, "P": 8, "PW": 10, "cults": 12, "offers": 13, "commands": 14}


def changed(line: int, column: str, text: str) -> str:
    lines = ledger(line)
    columns = lines[line - 1].split("\t")
    columns[COLUMN[column]] = text
    lines[line - 1] = "\t".join(columns)
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("column", "text", "message"),
    [
        ("VP", "21 VP", "line 49: witches: points: expected 21, found 20"),
        ("C", "13 C", "line 49: witches: coins: expected 13, found 12"),
        ("W", "5 W", "line 49: witches: workers: expected 5, found 4"),
        ("P", "1 P", "line 49: witches: priests: expected 1, found 0"),
        ("PW", "2/9/1 PW", "line 49: witches: power: expected 2/9/1, found 2/10/0"),
        ("cults", "0/0/0/3", "line 49: witches: cults: expected 0/0/0/3, found 0/0/0/2"),
        ("offers", "1", "line 49: witches: offers: expected 1, found 1 1"),
        ("offers", "", "line 49: witches: offers: expected none, found 1 1"),
        (
            "commands",
            "upgrade F4 to TE",
            "line 49: witches: witches may not 'upgrade F4 to TE': a dwelling stands there",
        ),
        ("commands", "upgrade Z9 to TP", "line 49: witches: there is no land hex 'Z9'"),
        ("commands", "dance", "line 49: witches: 'dance' is no command"),
        ("commands", "upgrade F4", "line 49: witches: 'upgrade F4' is not understood; the form is: upgrade E3 to TP"),
        ("C", "many", "line 49: witches: 'many' should be a number of C"),
        ("PW", "1/2 PW", "line 49: witches: '1/2 PW' should be 3 numbers"),
    ],
)
def test_the_first_difference_is_named_with_its_line(column: str, text: str, message: str) -> None:
    with pytest.raises(IllegalLine) as caught:
        read_ledger(changed(49, column, text))
    assert str(caught.value).startswith(message)
    assert caught.value.line == 49


def test_out_of_turn_is_refused() -> None:
    lines = ledger(49)
    lines[48] = lines[48].replace("witches", "nomads", 1)
    with pytest.raises(IllegalLine, match=r"line 49: nomads: it is not the turn of nomads: it is the turn of witches"):
        read_ledger("\n".join(lines))


def test_a_ledger_may_stop_anywhere() -> None:
    for lines in (29, 45, 46, 50, 60, 106, 150):
        replay = read_ledger("\n".join(ledger(lines)))
        assert not replay.finished
        assert replay.winners() == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Round 3 scoring: SCORE1, SPADE >> 2", "", "the scoring tile of round 3 is not named"),
        ("Removing tile BON6", "", "4 players play with 7 bonus tiles, not 8"),
        ("option shipping-bonus", "option fire-and-ice", "the option 'fire-and-ice' is not supported"),
        ("cultists\t\t20 VP", "elves\t\t20 VP", "there is no faction 'elves'"),
        ("cultists\t\t20 VP", "auren\t\t20 VP", "witches and auren are both green"),
    ],
)
def test_impossible_set_ups_are_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(IllegalLine, match=message):
        read_ledger("\n".join(ledger(40)).replace(old, new, 1))


def test_an_empty_ledger_is_refused() -> None:
    with pytest.raises(IllegalLine, match="line 0"):
        read_ledger("")
