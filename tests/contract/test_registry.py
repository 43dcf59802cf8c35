"""The registry: games are found by their title pages alone."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from dolmen.contract.meta import Meta
from dolmen.contract.registry import GROUP, find, games, load, packages
from dolmen.core.errors import InvalidBoard, InvalidPackage, InvalidSetup, UnknownGame


@pytest.mark.process
def test_games_are_found_without_importing_their_kernels_or_numba() -> None:
    program = (
        "import sys; from dolmen.contract.registry import games; print(*games());"
        "print(*(name for name in sys.modules if name.split('.')[0] == 'numba' or name.endswith('.rules.game')))"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    found, loaded = result.stdout.splitlines()
    assert "meduris" in found.split() and loaded == ""


def test_every_folder_with_a_title_page_is_a_game() -> None:
    package = Path(sys.modules["dolmen"].__path__[0])
    folders = sorted(path.parent.name for path in package.glob("games/*/package.py"))
    assert sorted(meta.package for meta in games().values()) == folders


@pytest.mark.parametrize("meta", games().values(), ids=list(games()))
def test_a_title_page_is_complete(meta: Meta) -> None:
    assert meta.key == meta.key.lower() and "_" not in meta.key
    assert meta.title and meta.authors and meta.publisher and meta.summary and meta.rulebook and meta.recognised_by
    assert 1 <= meta.min_players <= meta.max_players and meta.rules_version >= 1 and meta.year > 1900
    assert meta.extension.startswith(".")
    assert not meta.recognises("") and not meta.recognises("1. e4 e5")


def test_a_game_is_loaded_by_its_key_for_a_number_of_players() -> None:
    game = load("meduris", 4)
    assert game.players == 4 and game.meta is find("meduris")


def test_without_a_number_as_few_as_possible_play() -> None:
    assert load("meduris").players == 2


@pytest.mark.parametrize("key", ["", "Meduris", "chess", "meduris.game", "../meduris", "cli"])
def test_an_unknown_game_is_refused_with_those_that_exist(key: str) -> None:
    with pytest.raises(UnknownGame, match="there is no game '.*'; there are: meduris"):
        load(key)


def test_a_wrong_number_of_players_is_refused() -> None:
    with pytest.raises(InvalidSetup, match="2 to 4 players, not 5"):
        load("meduris", 5)


def test_a_board_file_is_an_option_of_meduris() -> None:
    with pytest.raises(InvalidBoard, match="nowhere.toml cannot be read"):
        load("meduris", 2, board="nowhere.toml")


def test_bonus_chips_are_an_option_of_meduris() -> None:
    """The title page lists `chips`: the six fields and bonus chips, if they are not to be drawn from the seed."""
    assert "chips" in [option.name for option in find("meduris").options]
    chips = {1: "two", 5: "two", 9: "hut", 13: "hut", 17: "druid", 21: "druid"}
    state = load("meduris", 2, chips=chips).new_state(seed=3)
    fields = state.game.position(state.record)["fields"]
    assert {field["field"]: field["chip"] for field in fields if field["chip"]} == chips


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("no_such_package:PACKAGE", "the game 'mine' .no_such_package:PACKAGE. cannot be loaded: No module named"),
        ("dolmen.games.meduris.package:MISSING", "the game 'mine' .* cannot be loaded: module .* has no attribute"),
        ("dolmen.games.meduris.meta:META", "the game 'mine': dolmen.games.meduris.meta:META is no GamePackage"),
        ("dolmen.games.meduris.package:PACKAGE", "two packages bring the game 'meduris'"),
    ],
)
def test_a_package_that_is_no_game_is_refused_by_its_name(
    place: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = EntryPoint("meduris", "dolmen.games.meduris.package:PACKAGE", GROUP)
    points = (ours, EntryPoint("mine", place, GROUP))
    monkeypatch.setattr(
        "dolmen.contract.registry.entry_points", lambda group: [point for point in points if point.group == group]
    )
    with pytest.raises(InvalidPackage, match=why):
        packages.__wrapped__()
