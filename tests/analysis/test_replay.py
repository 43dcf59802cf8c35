"""Reading games of any kind: by content, whatever is wrong with them."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from dolmen.analysis.replay import begin, check, game_of, read, read_any, read_text
from dolmen.contract.registry import find, load
from dolmen.core.errors import DolmenError, IllegalLine, InvalidNotation
from tests.conftest import game_text

KEYS = ["file", "game", "ok", "error", "line", "finished", "scores", "winners", "decisions", "rows", "rows_checked"]
HEADER = "meduris 1\nplayers 2\nchips 1:two 5:hut 9:druid 13:two 17:hut 21:druid\n"


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """A finished game."""
    file = tmp_path / "good.meduris"
    file.write_text(game_text(3), encoding="utf-8")
    return file


# ---------------------------------------------------------------------------------------------------- which game


@pytest.mark.parametrize("name", ["game.meduris", "game.txt", "", "game.ledger"])
@pytest.mark.parametrize("before", ["", "\n\n", "# a remark\n", "  \t", "\r\n# x\r\n \t\r\n", "#\n" * 500])
def test_the_kind_of_file_is_found_by_its_first_word(before: str, name: str) -> None:
    assert game_of(before + HEADER, name).key == "meduris"


@pytest.mark.parametrize("text", ["", "# only a remark\n", "players 3\n", "chess 1\n", "\0"])
def test_where_the_content_tells_nothing_the_name_decides(text: str) -> None:
    assert game_of(text, "some/game.meduris").key == "meduris"
    with pytest.raises(IllegalLine, match="line 1: this is no game that Dolmen knows .Meduris: the first word"):
        game_of(text, "some/game.txt")


@pytest.mark.parametrize("line", ["# a remark\r\n", "\r\n", " \t \r\n", "#\r\r\n", "\t#\n"])
def test_many_lines_that_say_nothing_are_skipped_quickly(line: str) -> None:
    """A pattern that may read a line in two ways would try all of them: 2 to the number of lines."""
    began = time.perf_counter()
    assert not find("meduris").recognises(line * 30 + "chess")
    assert find("meduris").recognises(line * 1000 + "meduris 1")
    assert time.perf_counter() - began < 20, "years, if it tried all of them"


# ---------------------------------------------------------------------------------------------------------- bytes


def test_a_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    file = tmp_path / "x.meduris"
    file.write_bytes(b"\xef\xbb\xbf" + HEADER.encode())
    assert read_text(file) == HEADER
    assert check(file).ok


@pytest.mark.parametrize(
    ("data", "line"), [(b"\xff", 1), (b"meduris 1\n\xc3\x28", 2), (HEADER.encode() + b"\n\n# \x80 remark\n", 6)]
)
def test_what_is_not_utf_8_is_refused_with_its_line(data: bytes, line: int, tmp_path: Path) -> None:
    file = tmp_path / "x.meduris"
    file.write_bytes(data)
    with pytest.raises(IllegalLine, match=f"^line {line}: byte [0-9]+ of the file is not UTF-8") as refused:
        read_text(file)
    assert refused.value.line == line
    report = check(file).to_json()
    assert not report["ok"] and report["line"] == line and report["game"] is None


def test_a_file_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidNotation, match="missing.meduris cannot be read: No such file"):
        read(tmp_path / "missing.meduris")
    with pytest.raises(InvalidNotation, match="cannot be read: Is a directory"):
        read(tmp_path)


# --------------------------------------------------------------------------------------------------------- report


def test_a_report_has_the_agreed_keys_in_order(good: Path) -> None:
    report = check(good).to_json()
    assert list(report) == KEYS
    json.dumps(report)


def test_a_good_file_is_reported_with_its_result(good: Path) -> None:
    report = check(good).to_json()
    lines = game_text(3).splitlines()
    assert (report["file"], report["game"], report["ok"]) == (str(good), "meduris", True)
    assert (report["error"], report["line"], report["rows"], report["rows_checked"]) == (None, None, None, None)
    assert report["finished"]
    assert f"score {' '.join(map(str, report['scores']))}" == lines[-2]
    assert f"winner {' '.join(map(str, report['winners']))}" == lines[-1]
    assert report["decisions"] == len(read(good).state.history)


def test_an_unfinished_file_is_ok_and_has_no_winner(tmp_path: Path) -> None:
    file = tmp_path / "x.meduris"
    file.write_text(HEADER, encoding="utf-8")
    report = check(file).to_json()
    assert report["ok"] and not report["finished"]
    assert (report["scores"], report["winners"], report["decisions"]) == ([5, 5], [], 0)


def test_a_game_that_is_over_without_saying_so_is_unfinished(tmp_path: Path) -> None:
    file = tmp_path / "x.meduris"
    file.write_text("".join(game_text(3).splitlines(keepends=True)[:-2]), encoding="utf-8")
    assert check(file).ok and not read(file).finished


def test_a_broken_file_is_reported_with_line_and_reason(tmp_path: Path) -> None:
    file = tmp_path / "x.txt"
    file.write_text(HEADER + "place 1 gold\n", encoding="utf-8")
    report = check(file).to_json()
    assert (report["ok"], report["game"], report["line"], report["finished"]) == (False, "meduris", 4, False)
    assert report["error"] is not None and report["error"].startswith("line 4: the plain must be wood, wool")
    assert (report["scores"], report["winners"], report["decisions"]) == (None, None, 0)


@pytest.mark.parametrize(
    "data", [b"", b"\0" * 100, b"\n" * 1000, b"# x", b"{}", b"\xff\xfe" + "meduris".encode("utf-16-le")]
)
@pytest.mark.parametrize("name", ["x.meduris", "x.txt"])
def test_whatever_is_in_a_file_checking_it_only_reports(data: bytes, name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    report = check(tmp_path / name).to_json()
    assert not report["ok"] and report["error"] and "\n" not in report["error"] and report["line"] is not None


# ------------------------------------------------------------------------------------------------------- new games


def test_a_new_game_is_drawn_from_its_seed_and_says_so() -> None:
    transcript = begin(load("meduris", 3), 77)
    assert "\nseed 77\n" in transcript.to_text()
    assert transcript.to_text() == begin(load("meduris", 3), 77).to_text()
    assert transcript.to_text() != begin(load("meduris", 3), 77, stream=1).to_text()
    assert read_any(transcript.to_text()).state == transcript.state


def test_reading_stops_after_the_line_that_is_named() -> None:
    assert read_any(HEADER + "nonsense\n", last_line=3).state.history == ()
    for outside in (-1, 0, 5):
        with pytest.raises(DolmenError, match=f"there is no line {outside}: the file has lines 1 to 4"):
            read_any(HEADER + "nonsense\n", last_line=outside)


def test_a_file_that_is_too_large_is_refused_before_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "large.meduris"
    with file.open("wb") as large:
        large.truncate(2**40)  # a hole: nothing of it is on the disk
    with pytest.raises(InvalidNotation, match="too large for a game"):
        read_text(file)
