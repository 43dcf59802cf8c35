"""Files with something changed at random: read, or refused with their line; never a traceback."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from dolmen.core.draws import Draws
from dolmen.core.errors import IllegalLine
from dolmen.core.kernel import INTERPRETED
from dolmen.games.terra_mystica.files.ledger import read_ledger
from dolmen.games.terra_mystica.files.notation import NOTATION
from dolmen.games.terra_mystica.files.writer import write_log

pytestmark = pytest.mark.slow

LEDGERS = Path(__file__).resolve().parents[3] / "shared" / "ledgers"
TIMES = 20 if INTERPRETED else 400

needs_ledgers = pytest.mark.skipif(
    not LEDGERS.exists(), reason=f"THE LEDGERS ARE MISSING: there is nothing in {LEDGERS}"
)

WORDS = (
    "setup", "pass", "pass BON3", "build E5", "upgrade E5 to SH", "dig 0", "dig 3", "burn 99", "+TW6", "+2TW5",
    "-2FIRE", "-BRIDGE", "-1SPADE", "+AIR", "leech 2 from witches", "decline", "wait", "done", "resign", "connect r3",
    "connect A1:B2", "transform E5", "transform E5 to red", "convert 1w to 1p", "convert 0w to 0c", "action ACTC",
    "action BON2", "+FAV5", "send priest to fire", "advance ship", "bridge A3:C1", "drop-faction witches",
    "cult_income_for_faction", "other_income_for_faction", "score_resources",
    "+8vp for FIRE", "+0vp for network", "[opponent accepted power]",
    "-3CONVERT_W_TO_P", "\u00b2", "\t", "9" * 5000,
)  # fmt: skip


@cache
def ledger(name: str) -> str:
    return (LEDGERS / f"{name}.txt").read_text(encoding="utf-8")


@cache
def log(name: str) -> str:
    replay = read_ledger(ledger(name))
    return write_log(replay.setup, replay.state.history)


def mutated(text: str, draws: Draws) -> str:
    """One line dropped, doubled, swapped, cut, or with a word or a column changed."""
    lines = text.splitlines()
    here, there = draws.below(len(lines)), draws.below(len(lines))
    way = draws.below(8)
    if way == 0:
        del lines[here]
    elif way == 1:
        lines.insert(there, lines[here])
    elif way == 2:
        lines[here], lines[there] = lines[there], lines[here]
    elif way == 3:
        lines[here] = lines[here][: draws.below(len(lines[here]) + 1)]
    elif way == 4:
        lines[here] += f". {draws.pick(WORDS)}"
    elif way == 5:
        separator = "\t" if "\t" in lines[here] else ". "
        parts = lines[here].split(separator)
        parts[draws.below(len(parts))] = draws.pick(WORDS)
        lines[here] = separator.join(parts)
    elif way == 6:
        name, colon, _ = lines[here].partition(": ")
        lines[here] = f"{name}{colon}{draws.pick(WORDS)}"
    else:
        place = draws.below(len(lines[here]) + 1)
        lines[here] = lines[here][:place] + chr(draws.below(0x300)) + lines[here][place + 1 :]
    return "\n".join(lines)


@needs_ledgers
@pytest.mark.parametrize("kind", ["ledger", "log"])
def test_a_file_with_something_changed_is_read_or_refused_with_its_line(kind: str) -> None:
    refused = 0
    for number in range(TIMES):
        draws = Draws(number, 5)
        name = f"game{1 + number % 30:02}"
        text = mutated(ledger(name) if kind == "ledger" else log(name), draws)
        error = refusal_of(text)
        if error is not None:
            refused += 1
            assert 0 <= error.line <= len(text.splitlines()) + 1
            assert str(error).startswith(f"line {error.line}: ") and "\n" not in str(error)
    assert refused > TIMES // 3


def refusal_of(text: str) -> IllegalLine | None:
    try:
        NOTATION.read(text)
    except IllegalLine as error:
        return error
    return None


def lines_of(name: str) -> list[str]:
    return ledger(name).splitlines()


@needs_ledgers
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("option mini-expansion-1", "'option mini-expansion-1' comes too late"),
        ("Round 3 scoring: SCORE2, TOWN >> 5", "comes too late: it belongs before the first move"),
        ("Removing tile BON2", "comes too late"),
        ("elves dropped from the game", "there is no faction 'elves'"),
        ("giants dropped from the game", "giants are not in the game"),
        ("witches 20 VP 3 C", "a row has 15 columns, separated by tabs"),
    ],
)
def test_a_comment_that_matters_and_comes_amiss_is_refused(line: str, message: str) -> None:
    lines = lines_of("game01")[:60]
    with pytest.raises(IllegalLine, match=message) as caught:
        read_ledger("\n".join([*lines, line]))
    assert caught.value.line == 61


@needs_ledgers
def test_a_second_setup_row_is_refused() -> None:
    lines = lines_of("game01")[:60]
    row = next(line for line in lines if line.endswith("\tsetup"))
    with pytest.raises(IllegalLine, match=r"line 61: [a-z]+: 'setup' is no move"):
        read_ledger("\n".join([*lines, row]))
    place = lines.index(row) + 1
    with pytest.raises(IllegalLine, match=rf"line {place + 1}: [a-z]+: this faction has joined already"):
        read_ledger("\n".join([*lines[:place], row, *lines[place:]]))


@needs_ledgers
def test_an_unknown_tile_cannot_be_removed() -> None:
    with pytest.raises(IllegalLine, match="there is no bonus tile 'BON99'"):
        read_ledger("Removing tile BON99\n" + ledger("game01"))
