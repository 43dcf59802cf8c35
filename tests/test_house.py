"""The house: every module in its room, and every game in its folder. What one game says is said nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import dolmen
from dolmen.contract.registry import games

HOUSE = Path(dolmen.__file__).parent
ROOMS = {
    *("core", "wire", "client", "contract", "kernels", "games", "art"),
    *("batch", "bots", "arena", "analysis", "envs", "train", "store", "testing", "auction"),
    *("server", "terminal", "cli"),
}
READ = {".py", ".js", ".html", ".css", ".svg", ".toml"}
NOT_OURS = ("server/static/vendor",)

WORDS = {
    "meduris": (
        *(r"\bdruids?\b", r"\brunes?\b", "rune-", r"\bhuts?\b", r"\bwool\b", r"\bcopper\b", r"\btemples?\b"),
        *("--m-", r"\b(field|plain|built|bonus)-", "die-", "chip-", "3 for 1", "three for one"),
    ),
    "terra-mystica": (
        *(r"\bcults?\b", "cult-", "cultcard", r"\bhex(es)?-", r"\bterrains?\b", r"\bfactions?\b", r"\bdwellings?\b"),
        *(r"\bpriests?\b", r"\bspades?\b", r"\bshipping\b", r"\bfavours?\b", r"\bbowls?\b", r"\bpacts?\b", "leech"),
        *(r"#board-\w", r"\bland-", r"\b(witches|darklings|mermaids|alchemists)\b"),
    ),
}
"""Words, id prefixes, class names and tokens that belong to one game alone; its key and its title are added."""


def sources(folder: Path) -> Iterator[Path]:
    """The files of a folder that we wrote and that say something."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in READ and not path.relative_to(HOUSE).as_posix().startswith(NOT_OURS):
            yield path


def said(folder: Path, words: re.Pattern[str], but: Path) -> list[str]:
    """Every line of a folder, but not of one within it, that says one of the words."""
    return [
        f"{path.relative_to(HOUSE)}:{number}: {found[0]}"
        for path in sources(folder)
        if not path.is_relative_to(but)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if (found := words.search(line))
    ]


def names(key: str) -> re.Pattern[str]:
    """The names of a game: its key, its package, its title."""
    meta = games()[key]
    return re.compile("|".join(map(re.escape, (meta.key, meta.package, meta.title))), re.IGNORECASE)


@pytest.mark.parametrize("key", WORDS)
def test_a_game_is_named_in_its_folder_alone(key: str) -> None:
    assert said(HOUSE, names(key), but=HOUSE / "games" / games()[key].package) == []


@pytest.mark.parametrize("key", WORDS)
def test_the_words_of_a_game_are_said_in_games_alone(key: str) -> None:
    assert said(HOUSE, re.compile("|".join(WORDS[key]), re.IGNORECASE), but=HOUSE / "games") == []


def test_every_game_of_the_house_has_its_words_here() -> None:
    folders = {path.name for path in (HOUSE / "games").iterdir() if (path / "__init__.py").is_file()}
    assert folders == {games()[key].package for key in WORDS}


def test_every_module_is_in_a_room() -> None:
    found = {path.name for path in HOUSE.iterdir() if path.name != "__pycache__"}
    assert found - {"py.typed"} == ROOMS | {"__init__.py", "__main__.py"}
