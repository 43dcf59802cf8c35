"""Wrong arguments, command by command: one line says what is wrong, and nothing is done."""

from __future__ import annotations

import argparse
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from dolmen.cli import make_parser
from dolmen.core.errors import InvalidSetup
from dolmen.server.config import read_config
from tests.cli.conftest import Dolmen, write


def commands() -> Iterator[tuple[list[str], argparse.ArgumentParser]]:
    """Every command, and every deed of `admin`, with what parses its arguments."""
    waiting: list[tuple[list[str], argparse.ArgumentParser]] = [([], make_parser())]
    while waiting:
        words, parser = waiting.pop()
        inner = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
        waiting += [([*words, name], one) for action in inner for name, one in action.choices.items()]
        if not inner:
            yield words, parser


@pytest.mark.parametrize(
    ("words", "parser"),
    list(commands()),
    ids=lambda given: " ".join(given) if isinstance(given, list) else "its parser",
)
def test_what_a_command_does_not_know_is_refused_by_the_command_itself(
    words: list[str], parser: argparse.ArgumentParser, dolmen: Dolmen
) -> None:
    needed = [action for action in parser._actions if action.required]
    values = {action.dest: str(next(iter(action.choices or ("7",)))) for action in needed}
    given = [
        word
        for action in needed
        for word in ([action.option_strings[0]] if action.option_strings else []) + [values[action.dest]]
    ]
    message = dolmen(*words, *given, "--nonsense").refused(status=2)
    assert (
        message
        == f"dolmen {' '.join(words)}: unrecognized arguments: --nonsense (see: dolmen {' '.join(words)} --help)"
    )


@pytest.mark.parametrize("word", ["", "  "])
def test_nothing_is_no_file_and_no_folder(word: str, dolmen: Dolmen) -> None:
    """As a variable of a shell that was never set: the folder one is in, or no file at all, is not what is meant."""
    for words in (
        ("sim", "meduris", "--out"),
        ("arena", "meduris", "--bots", "random,random", "--out"),
        ("arena", "meduris", "--bots", "random,random", "--plot"),
        ("arena", "meduris", "--bots", "random,random", "--ray"),
        ("evaluate", "meduris", "--bot", "random", "--out"),
        ("leaderboard", "board.json", "--add"),
        ("leaderboard"),
        ("train", "meduris", "--out"),
        ("bot", "meduris", "--table"),
        ("bot", "meduris", "--program"),
        ("bot", "meduris", "--token"),
        ("serve", "--host"),
        ("serve", "--database"),
        ("serve", "--config"),
        ("admin", "list", "--database"),
        ("bench", "table", "--database"),
    ):
        line = [words] if isinstance(words, str) else list(words)
        assert "must not be empty" in dolmen(*line, word).refused(status=2)


@pytest.mark.parametrize("option", ["--seat=2", "--token=x", "--name=Robo", "--program=node", "--answer-seconds=5"])
def test_what_is_for_a_table_is_refused_without_one(option: str, dolmen: Dolmen) -> None:
    name = option.partition("=")[0]
    assert dolmen("bot", "meduris", option).refused() == (
        f"dolmen: {name} is for a seat at a table: name it with --table URL"
    )


@pytest.mark.parametrize("option", ["--tables=5", "--rate=5", "--database=x.sqlite", "--workers=2", "--highest"])
def test_what_measures_the_table_is_refused_for_games(option: str, dolmen: Dolmen) -> None:
    said = dolmen("bench", "meduris", option).refused()
    assert said == f"dolmen: {option.partition('=')[0]} is for the table, `dolmen bench table`, not for games"


@pytest.mark.parametrize("command", ["state", "legal", "replay"])
def test_a_board_that_is_none_is_refused_where_it_is_not_needed_either(
    command: str, game_file: Path, tmp_path: Path, dolmen: Dolmen
) -> None:
    for name, why in (
        (tmp_path / "missing.toml", "cannot be read: No such file or directory"),
        (tmp_path, "cannot be read: Is a directory"),
        (write(tmp_path / "broken.toml", "x = ["), "is not TOML"),
        (write(tmp_path / "bytes.toml", b"\xff\xfe"), "is not UTF-8 text"),
    ):
        said = dolmen(command, game_file, "--board", name).refused()
        assert f"board file {name} " in said and why in said


@pytest.mark.parametrize("command", ["state", "legal", "explain", "review"])
def test_a_game_without_boards_of_its_own_takes_none(command: str, tmp_path: Path, dolmen: Dolmen) -> None:
    file = write(tmp_path / "game.tm", "option strict-leech\nplayer A\nplayer B\n")
    said = dolmen(command, file, "--board", "board.toml").refused()
    assert said == "dolmen: Terra Mystica has no option 'board' in its files"


def test_a_name_may_hold_anything_and_the_message_stays_one_line(dolmen: Dolmen) -> None:
    """What a terminal would obey is shown and not sent to it."""
    said = dolmen("state", "a\nb\x1b[31m").refused()
    assert said == "dolmen: a\\nb\\x1b[31m cannot be read: No such file or directory"
    assert "'a\\nb'" in dolmen("legal", "x", "--line", "a\nb").refused(status=2)


def test_an_address_that_is_taken_is_told_before_anything_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dolmen: Dolmen
) -> None:
    monkeypatch.setattr("dolmen.analysis.warmup.is_warm", lambda _keys: False)
    monkeypatch.setattr("dolmen.cli.warmup.warm_up", lambda _keys: pytest.fail("compiled"))
    database = f"sqlite:///{tmp_path}/t.sqlite"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = dolmen("serve", "--database", database, "--port", port).refused()
        assert said == f"dolmen: cannot listen on 127.0.0.1:{port}: Address already in use"
    for host in ("x" * 300, "a..b"):
        said = dolmen("serve", "--database", database, "--host", host).refused()
        assert said.startswith(f"dolmen: cannot listen on {host}:8000: ")
    said = dolmen("serve", "--port", "0", "--database", "sqlite:////dev/null/t.sqlite").refused()
    assert "/dev/null" in said


@pytest.mark.parametrize(
    ("setting", "wrong"),
    [(key, value) for key in ("pace", "pause", "rate", "notice_delay") for value in (float("nan"), float("inf"), -1.0)]
    + [("rate", 0.0), ("workers", 0), ("bot_processes", 0), ("head_seconds", 0.0), ("port", []), ("port", -1)],
)
def test_settings_are_numbers_that_a_server_can_live_with(setting: str, wrong: object) -> None:
    with pytest.raises(InvalidSetup, match=f"^the setting '{setting}' cannot be '"):
        read_config({setting: wrong})


@pytest.mark.parametrize("deed", ["list", "players", "doctor", "ratings"])
def test_a_deed_that_writes_nothing_takes_no_file(deed: str, tmp_path: Path, dolmen: Dolmen) -> None:
    said = dolmen("admin", deed, "--out", tmp_path / "out").refused()
    assert said == f"dolmen: admin {deed} writes no file: leave --out out" and not (tmp_path / "out").exists()
    said = dolmen("admin", "statistics", "meduris", "--out", tmp_path / "out").refused()
    assert said == "dolmen: --out takes the table of --csv"


def test_files_of_which_none_is_a_game_are_a_failure(tmp_path: Path, dolmen: Dolmen) -> None:
    run = dolmen("admin", "collect", write(tmp_path / "broken.json", '{"a": ['), "--database", tmp_path / "t.sqlite")
    assert run.status == 1 and "1 cannot be counted" in run.out and "this is no game" in run.err


@pytest.mark.parametrize("path", ["dolmen", "http://a/b", "/a b", "/a?b", "/a#b", "/a\n"])
def test_a_path_begins_with_a_slash(path: str) -> None:
    with pytest.raises(InvalidSetup, match="^the setting 'root_path' is like /dolmen, not '"):
        read_config({"root_path": path})


def test_an_address_is_one(dolmen: Dolmen) -> None:
    for address in ("table.example.org", "http://[", "ftp://a", "https://a/?b"):
        said = dolmen("serve", "--address", address).refused()
        assert said == f"dolmen: the setting 'address' is like https://table.example.org, not '{address}'"


def test_a_file_that_is_none_is_named_with_the_reason(tmp_path: Path, dolmen: Dolmen) -> None:
    for words in (("state",), ("legal",), ("explain",), ("review",), ("perft", "--depth", "1"), ("replay",)):
        for file, why in (
            (tmp_path / "missing", "No such file or directory"),
            (tmp_path, "Is a directory"),
            (write(tmp_path / "empty", ""), "this is no game that Dolmen knows"),
            (write(tmp_path / "bytes", bytes(range(256))), "is not UTF-8 text"),
            (write(tmp_path / "broken.json", '{"a": ['), "this is no game that Dolmen knows"),
        ):
            assert why in dolmen(words[0], file, *words[1:]).refused(), words
