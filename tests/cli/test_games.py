"""`dolmen games`."""

from __future__ import annotations

from dolmen.contract.registry import games
from tests.cli.conftest import Dolmen


def test_every_game_has_a_line(dolmen: Dolmen) -> None:
    run = dolmen("games")
    assert run.status == 0 and run.err == ""
    lines = run.out.splitlines()
    assert [line.split()[0] for line in lines] == list(games())
    assert "Meduris, 2 to 4 players." in run.out


def test_every_game_is_a_json_object(dolmen: Dolmen) -> None:
    run = dolmen("games", "--json")
    assert run.status == 0 and run.err == ""
    found = {entry["key"]: entry for entry in run.json_lines()}
    assert list(found) == list(games())
    meduris = found["meduris"]
    assert (meduris["title"], meduris["min_players"], meduris["max_players"]) == ("Meduris", 2, 4)
    assert meduris["rules_version"] == 1 and meduris["extension"] == ".meduris"
    assert {option["name"] for option in meduris["options"]} >= {"board"}


def test_the_versions_that_a_result_depends_on_are_told(dolmen: Dolmen) -> None:
    from dolmen import __version__

    for entry in dolmen("games", "--json").json_lines():
        versions = {
            "dolmen": __version__,
            "rules": entry["rules_version"],
            "observations": entry["versions"]["observations"],
        }
        assert entry["versions"] == versions and versions["observations"] >= 1
        assert set(entry["environments"]) == {"version", "gymnasium", "pettingzoo", "open_spiel"}
