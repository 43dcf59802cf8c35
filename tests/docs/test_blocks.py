"""Every block of code in the documentation: Python runs, commands are ones that there are, data can be read.

What needs PyTorch runs in `tests/train/test_docs.py`.
"""

from __future__ import annotations

import doctest
import json
import re
import shlex
import subprocess
import tomllib
from collections.abc import Iterator
from itertools import groupby, takewhile
from pathlib import Path

import pytest

from dolmen.cli import make_parser
from tests.docs.blocks import ROOT, Block, blocks, pages_with_python, python_of, run_python
from tests.server.people import serve

LANGUAGES = {"python", "pycon", "sh", "console", "json", "text"}
A_GAME_BESIDE = "pig"
"""Of `examples/pig`, which is not installed here; its own tests play it."""


def test_every_block_says_what_it_is() -> None:
    """And none is indented only, where no test would see it."""
    assert [block.place for block in blocks() if block.language not in LANGUAGES] == []


AT_A_SERVER = ROOT / "docs" / "bots" / "api.md"
"""What it shows is done at a server that runs."""


@pytest.mark.parametrize(
    "page",
    [page for page in pages_with_python(pytorch=False) if page != AT_A_SERVER],
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_the_python_of_a_page_runs(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_python([block for block in python_of(page) if not block.needs_pytorch])
    assert capsys.readouterr().out


@pytest.mark.process
def test_a_bot_over_http_plays_as_its_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with serve(f"sqlite:///{tmp_path}/tables.sqlite") as server:
        server.fortune.begin("docs")
        monkeypatch.setenv("DOLMEN_SERVER", server.url)
        run_python(python_of(AT_A_SERVER))
    said = capsys.readouterr().out
    assert "playing ['Robo', " in said and "points: [" in said and "tables are open" in said


@pytest.mark.parametrize("block", blocks("pycon"), ids=lambda block: block.place)
def test_what_the_prompt_answers_is_told_truly(block: Block) -> None:
    parsed = doctest.DocTestParser().get_doctest(block.text, {}, block.place, str(block.page), block.line)
    assert parsed.examples
    assert doctest.DocTestRunner().run(parsed).failed == 0


@pytest.mark.parametrize("block", blocks("json"), ids=lambda block: block.place)
def test_data_can_be_read(block: Block) -> None:
    for line in block.text.splitlines():
        json.loads(line)


def commands(block: Block) -> Iterator[list[str]]:
    """The words of each command of a block, continued lines joined, without comments and what answers them."""
    text = block.text.replace("\\\n", " ")
    if block.language == "console":
        text = "\n".join(line[2:] for line in text.splitlines() if line.startswith("$ "))
    for line in text.splitlines():
        words = shlex.shlex(line, posix=True, punctuation_chars="|&;")
        words.whitespace_split = True
        for together, command in groupby(words, key=lambda word: word not in ("|", "&&", ";")):
            if together:
                yield list(takewhile(lambda word: word != ">", command))  # without where its output goes


@pytest.mark.parametrize("block", blocks("sh", "console"), ids=lambda block: block.place)
def test_commands_are_ones_that_there_are(block: Block) -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    targets = re.findall(r"(?m)^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"))
    if block.language == "sh":
        subprocess.run(["bash", "-n"], input=block.text, text=True, check=True)
    for program, *words in commands(block):
        if Path(program).name == "dolmen" and A_GAME_BESIDE not in words and "()" not in words:
            make_parser().parse_args(words)
        elif program == "make":
            assert words[0] in targets, words
        elif program == "pip" and (named := re.search(r"\[([\w,]+)\]", words[-1])):
            assert set(named[1].split(",")) <= set(extras), words
        elif Path(program).name == "python" and words[0] != "-m":
            assert (ROOT / words[0]).is_file(), words


def test_no_page_promises_a_package_index() -> None:
    """Dolmen is installed from a clone."""
    told = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/**/*.py"), *ROOT.glob("examples/**/*.md")]
    for page in told:
        assert not re.search(r"pip install[^\n]*\bdolmen(\[|`|$)", page.read_text(encoding="utf-8")), page
