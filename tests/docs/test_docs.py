"""The documentation under test: examples run, links lead somewhere, every command, option and error is told."""

from __future__ import annotations

import argparse
import inspect
import re
from pathlib import Path

import pytest

from dolmen.cli import COMMANDS, make_parser
from dolmen.contract.registry import games, load
from dolmen.core import errors
from tests.docs.blocks import PAGES, ROOT


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files_that_are_there(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert not target.startswith("http"), f"{page}: {target}"
        assert (page.parent / target).exists(), f"{page}: {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_of_ours_that_a_page_names_are_there(page: Path) -> None:
    if page.name == "history.md":  # it tells of what was
        return
    for named in re.findall(
        r"\b(?:src|tests|examples|scripts|bench|docs)/[\w./-]*\w", page.read_text(encoding="utf-8")
    ):
        assert (ROOT / named).exists(), f"{page.name}: {named}"


def test_every_command_and_option_is_in_the_reference() -> None:
    reference = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    commands = next(action for action in make_parser()._actions if isinstance(action, argparse._SubParsersAction))
    assert set(commands.choices) == set(COMMANDS)
    for name, parser in commands.choices.items():
        section = reference.partition(f"## dolmen {name}\n")[2].partition("\n## ")[0]
        assert section, name
        for action in parser._actions:
            for option in action.option_strings:
                assert option in section, f"dolmen {name} {option}"


@pytest.mark.parametrize("key", list(games()))
def test_every_action_is_in_the_action_table(key: str) -> None:
    table = (ROOT / "docs" / "games" / key / "actions.md").read_text(encoding="utf-8")
    game = load(key)
    for action in range(game.num_actions):
        assert f"| {action} | `{game.action_text(action)}` |" in table
    kinds = [row.split(" | ") for row in table.partition("## One by one")[0].splitlines() if row.startswith("| ")][1:]
    known = {type(game.decode(action)).__name__ for action in range(game.num_actions)}
    assert {kind for _ids, kind, *_ in kinds} == known and all(does for _ids, _kind, does, _first in kinds)


@pytest.mark.parametrize("key", list(games()))
def test_every_part_of_the_observation_is_in_its_table(key: str) -> None:
    table = (ROOT / "docs" / "games" / key / "observation.md").read_text(encoding="utf-8")
    game = load(key)
    assert f"Layout {game.observation_version}: {game.observation_size} numbers" in table
    for part in game.observation_parts():
        row = next(line for line in table.splitlines() if f"`{part.name}`" in line)
        assert row.startswith(f"| {part.offset} | {part.offset + part.size - 1} |") and part.meaning in row


def test_every_error_explains_itself() -> None:
    for name, error in inspect.getmembers(errors, inspect.isclass):
        if issubclass(error, errors.DolmenError):
            assert error.__doc__, name


def test_the_changelog_tells_of_this_version() -> None:
    from dolmen import __version__

    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_papers_cite_this_version() -> None:
    from dolmen import __version__

    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", [meta.package for meta in games().values()])
def test_every_room_and_module_of_the_architecture_is_there(game: str) -> None:
    """The ways that data go are lines of modules: each of them exists."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    package = ROOT / "src" / "dolmen"
    ways = [block for block in re.findall(r"```text\n(.*?)```", text, flags=re.DOTALL) if "→" in block]
    for way in ways:
        for place in re.findall(r"[a-z_]+(?:/(?:[a-z_.]+|<game>))+", way):
            path = package / place.replace("<game>", game)
            found = [path, path.with_suffix(".py"), package / "server" / place]
            assert any(one.exists() for one in found), place
    for room in re.findall(r"^  ([a-z]+)/", text.partition("```text\n")[2].partition("```")[0], flags=re.MULTILINE):
        assert (package / room / "__init__.py").is_file(), room
