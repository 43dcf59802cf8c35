"""The command line as a whole: help, exit codes, and real processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dolmen import __version__
from dolmen.cli import COMMANDS
from tests.cli.conftest import Dolmen, in_a_process, write
from tests.conftest import game_text


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_has_an_example(command: str, dolmen: Dolmen) -> None:
    run = dolmen(command, "--help")
    assert run.status == 0 and run.err == ""
    assert run.out.startswith(f"usage: dolmen {command}") and f"example: dolmen {command}" in run.out


def test_the_help_lists_every_command(dolmen: Dolmen) -> None:
    run = dolmen("--help")
    assert run.status == 0 and "example: dolmen" in run.out
    assert all(f"\n    {command}" in run.out for command in COMMANDS)


def test_the_version_is_told(dolmen: Dolmen) -> None:
    assert dolmen("--version").out == f"dolmen {__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nonsense"],
        ["legal"],
        ["replay"],
        ["legal", "a", "b"],
        ["games", "--yaml"],
        ["sim", "chess", "--out", "x"],
        ["sim", "meduris"],
        ["sim", "meduris", "--out", "x", "--policy", "clever"],
        ["sim", "meduris", "--out", "x", "--players", "two"],
        ["sim", "meduris", "--out", "x", "--players", "²"],
        ["sim", "meduris", "--out", "x", "--seed", "-1"],
        ["sim", "meduris", "--out", "x", "--seed", "4294967296"],
        ["sim", "meduris", "--out", "x", "--seed", "9" * 5000],
        ["sim", "meduris", "--out", "x", "--games", "0"],
        ["sim", "meduris", "--out", "x", "--games", "1.5"],
        ["sim", "meduris", "--out", "x", "--max-turns", "0"],
        ["legal", "x", "--line", "-1"],
        ["legal", "x", "--line", "one"],
        ["play"],
        ["play", "chess"],
        ["play", "meduris", "--seat", "0"],
        ["play", "meduris", "--players", "0"],
        ["bench", "meduris", "--seconds", "0"],
        ["bench", "meduris", "--seconds", "nan"],
        ["bench", "meduris", "--seconds", "-1"],
        ["bench", "meduris", "--seconds", "soon"],
        ["perft", "x", "--depth", "0"],
        ["playthrough"],
    ],
)
def test_a_wrong_command_line_is_refused_in_one_line_with_status_2(arguments: list[str], dolmen: Dolmen) -> None:
    message = dolmen(*arguments).refused(status=2)
    assert message.startswith("dolmen") and "--help" in message


@pytest.mark.parametrize("word", ["0" * 20 + "9" * 12, "0" * 4400 + "1"])
def test_a_number_with_many_zeros_before_it_is_checked_as_a_whole(word: str, dolmen: Dolmen) -> None:
    dolmen("sim", "meduris", "--out", "x", "--seed", word).refused(status=2)


def test_an_interrupted_command_says_so(dolmen: Dolmen, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("dolmen.cli.games.games", interrupt)
    assert dolmen("games").refused(status=130) == "dolmen: stopped"


# ------------------------------------------------------------------------------------------------------- processes


@pytest.mark.process
def test_the_module_is_the_command(game_file: Path) -> None:
    run = in_a_process("replay", game_file)
    assert run.status == 0 and run.err == "" and "ok, meduris" in run.out


@pytest.mark.process
def test_the_installed_script_is_the_command_too(game_file: Path) -> None:
    script = Path(sys.executable).with_name("dolmen")
    result = subprocess.run([script, "legal", game_file, "--line", "4", "--json"], capture_output=True, check=True)
    assert result.stdout.startswith(b'{"legal": ["place 1 copper"') and result.stderr == b""


@pytest.mark.process
def test_a_broken_file_gives_one_line_and_status_1(tmp_path: Path) -> None:
    run = in_a_process("replay", write(tmp_path / "x.meduris", b"meduris 1\nplayers \xff\n"))
    assert run.refused().endswith("x.meduris: line 2: byte 19 of the file is not UTF-8 text")


@pytest.mark.process
def test_a_wrong_option_gives_status_2() -> None:
    in_a_process("legal", "x", "--lines", "4").refused(status=2)


@pytest.mark.process
def test_a_reader_that_goes_away_is_no_reason_for_a_traceback(game_file: Path) -> None:
    """As in `dolmen legal game.meduris | true`."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    process = subprocess.Popen(
        [sys.executable, "-m", "dolmen", "legal", game_file, "--line", "30"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    status = process.wait()
    assert errors == b"" and status in (0, 1)


@pytest.mark.process
def test_a_file_name_that_is_not_utf_8_can_be_reported(tmp_path: Path) -> None:
    """Where the terminal's encoding is strict, as it is in most locales."""
    file = os.fsencode(tmp_path) + b"/\xff.meduris"
    Path(os.fsdecode(file)).write_text(game_text(2), encoding="utf-8")
    for option in ([], [b"--json"]):
        run = in_a_process("replay", file, *option, PYTHONIOENCODING="utf-8:strict")
        assert run.status == 0 and "Traceback" not in run.err


@pytest.mark.process
def test_a_cache_that_cannot_be_made_is_refused_in_one_line(game_file: Path) -> None:
    run = in_a_process("legal", game_file, DOLMEN_CACHE="/dev/null/cache", DOLMEN_INTERPRETED="0")
    assert "Traceback" not in run.err and (run.status == 0 or run.refused())
