"""`dolmen replay`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Dolmen, write
from tests.conftest import EVERY_NUMBER_OF_PLAYERS, game_text
from tests.meduris.conftest import HEADER, RITUAL, ROLLED, text_of
from tests.meduris.test_board import areas_text

KEYS = ["file", "game", "ok", "error", "line", "finished", "scores", "winners", "decisions", "rows", "rows_checked"]


def spoilt(good: str, pattern: str, replacement: str) -> str:
    text, times = re.subn(pattern, replacement, good, count=1, flags=re.MULTILINE)
    assert times == 1
    return text


BROKEN: dict[str, Callable[[str], tuple[str | bytes, int]]] = {
    "empty": lambda _: ("", 1),
    "only remarks": lambda _: ("# meduris 1\n# players 2\n", 2),
    "truncated header": lambda _: ("meduris 1\nplayers 2\n", 2),
    "wrong version": lambda good: (spoilt(good, "^meduris 1$", "meduris 2"), 1),
    "wrong rules": lambda good: (spoilt(good, "^players 2$", "players 2\nrules 2"), 3),
    "not utf-8": lambda good: (good.encode().replace(b"seed", b"se\xe9d"), 3),
    "utf-16": lambda good: (good.encode("utf-16"), 1),
    "binary": lambda _: (bytes(range(256)), 2),
    "a line too many": lambda good: (good + "roll wood\n", good.count("\n") + 1),
    "a payment one chip short": lambda _: (text_of([*ROLLED, "hut 1 2 wood 1"]), 11),
    "a payment one chip too many": lambda _: (text_of([*ROLLED, "hut 1 2 wood 1 wool 1 stone 1"]), 11),
    "a fourth worker": lambda _: (
        text_of([*HEADER, "place 1 wood", "place 2 wood", "place 1 wood", "place 2 wood"]),
        7,
    ),
    "a temple on a chip": lambda _: (text_of([*ROLLED, "temple 1 1 wool 1 copper 1"]), 11),
    "a hut on a hut": lambda _: (text_of([*RITUAL, "offer 1 none", "offer 2 none", "roll stone", "hut 1 3"]), 25),
    "the wrong player": lambda _: (text_of([*ROLLED, "move 2 wood 2 stone"]), 11),
    "a wrong score": lambda good: (spoilt(good, r"^score (\d+)", r"score 9\1"), good.count("\n") - 1),
    "a wrong winner": lambda good: (spoilt(good, "^winner .*", "winner 4"), good.count("\n")),
    "another board": lambda good: (spoilt(good, "^players 2$", "players 2\nboard moon 12345678"), 3),
    "not a game": lambda _: ("Dear diary\n", 1),
}
"""What may be wrong with a file, made from a good one, and the line that is named."""


def test_a_good_file_is_reported_in_a_sentence(dolmen: Dolmen, game_file: Path) -> None:
    run = dolmen("replay", game_file)
    assert run.status == 0 and run.err == ""
    *_, score, winner = game_file.read_text(encoding="utf-8").splitlines()
    assert run.out.startswith(f"{game_file}: ok, meduris, ") and len(run.out.splitlines()) == 1
    assert f"finished with {score.removeprefix('score ')}; {winner}" in run.out


def test_an_unfinished_file_is_ok(dolmen: Dolmen, tmp_path: Path) -> None:
    file = write(tmp_path / "x.meduris", text_of(RITUAL))
    assert "unfinished, points so far 5 5" in dolmen("replay", file).out
    report = dolmen("replay", file, "--json").json()
    assert (report["ok"], report["finished"], report["scores"], report["winners"]) == (True, False, [5, 5], [])


@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_the_report_of_a_finished_game_has_the_agreed_keys(players: int, dolmen: Dolmen, tmp_path: Path) -> None:
    text = game_text(players)
    file = write(tmp_path / "any.name", text)
    run = dolmen("replay", "--json", file)
    report = run.json()
    assert run.status == 0 and run.err == "" and list(report) == KEYS
    assert (report["file"], report["game"], report["ok"], report["finished"]) == (str(file), "meduris", True, True)
    assert (report["error"], report["line"], report["rows"], report["rows_checked"]) == (None, None, None, None)
    *_, score, winner = text.splitlines()
    assert report["scores"] == [int(word) for word in score.split()[1:]] and len(report["scores"]) == players
    assert report["winners"] == [int(word) for word in winner.split()[1:]]
    assert isinstance(report["decisions"], int) and report["decisions"] > 100


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_file_gives_one_clear_message_and_status_1(kind: str, dolmen: Dolmen, tmp_path: Path) -> None:
    data, line = BROKEN[kind](game_text(2))
    file = write(tmp_path / "x.meduris", data)
    message = dolmen("replay", file).refused()
    assert message.startswith(f"{file}: line {line}: ")
    run = dolmen("replay", "--json", file)
    report = run.json()
    assert run.status == 1 and run.err == "" and list(report) == KEYS
    assert (report["ok"], report["line"], report["finished"]) == (False, line, False)
    assert message == f"{file}: {report['error']}"


def test_an_illegal_line_is_reported_with_player_rule_and_reason(dolmen: Dolmen, tmp_path: Path) -> None:
    file = write(tmp_path / "x.meduris", text_of([*ROLLED, "temple 1 1 wool 1 copper 1"]))
    assert dolmen("replay", file).refused() == (
        f"{file}: line 11: player 1 may not 'temple 1': a bonus chip lies on field 1 (rule: Build a temple)"
    )


def test_several_files_are_reported_in_order_and_one_bad_one_decides_the_status(
    dolmen: Dolmen, tmp_path: Path, game_file: Path
) -> None:
    bad = write(tmp_path / "bad.meduris", "meduris 1\n")
    run = dolmen("replay", game_file, bad, game_file, "--json")
    assert run.status == 1 and [report["ok"] for report in run.json_lines()] == [True, False, True]
    run = dolmen("replay", game_file, bad, game_file)
    assert run.status == 1 and len(run.out.splitlines()) == 2 and len(run.err.splitlines()) == 1
    assert dolmen("replay", game_file, game_file).status == 0


def test_a_missing_file_is_reported_like_a_broken_one(dolmen: Dolmen, tmp_path: Path) -> None:
    missing = tmp_path / "missing.meduris"
    assert "cannot be read: No such file or directory" in dolmen("replay", missing).refused()
    report = dolmen("replay", "--json", missing).json()
    assert (report["ok"], report["game"], report["line"]) == (False, None, None)
    assert "Is a directory" in dolmen("replay", tmp_path).refused()


def test_the_kind_of_file_is_found_by_content(dolmen: Dolmen, tmp_path: Path) -> None:
    assert dolmen("replay", write(tmp_path / "game.txt", game_text(2))).status == 0
    assert "no game that Dolmen knows" in dolmen("replay", write(tmp_path / "a.txt", "1. e4 e5\n")).refused()
    assert "begins with 'meduris 1'" in dolmen("replay", write(tmp_path / "a.meduris", "1. e4 e5\n")).refused()


def test_names_of_any_script_are_read(dolmen: Dolmen, tmp_path: Path) -> None:
    file = write(tmp_path / "x.meduris", game_text(2).replace("players 2\n", "players 2\nnames Ægir 李\n"))
    assert dolmen("replay", file).status == 0


def test_a_game_on_a_hosts_board_needs_the_board(dolmen: Dolmen, tmp_path: Path) -> None:
    board = write(tmp_path / "mine.toml", areas_text(33))
    assert dolmen("sim", "meduris", "--board", board, "--out", tmp_path / "out").status == 0
    (file,) = (tmp_path / "out").iterdir()
    assert dolmen("replay", file, "--board", board).status == 0
    assert re.search(
        r"line 3: .*board 'mine' \([0-9a-f]{8}\): supply it with --board FILE", dolmen("replay", file).refused()
    )
    other = write(tmp_path / "other.toml", areas_text(34))
    assert "holds another one" in dolmen("replay", file, "--board", other).refused()
    assert "cannot be read" in dolmen("replay", file, "--board", tmp_path / "missing.toml").refused()
