"""Statistics: what is counted of a game, and what many of them tell."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from dolmen.analysis.counted import count_file, counted, files_in, places
from dolmen.analysis.statistics import COLUMNS, FEWEST, WITH, as_csv, statistics
from dolmen.contract.counting import NOTHING_OF_ITS_OWN, Counting
from dolmen.contract.registry import games, package
from dolmen.core.errors import InvalidNotation
from dolmen.core.words import LANGUAGES, words
from tests.server.games_played import played, played_text


class Peoples(Counting):
    seat_kinds = ("people", "house")
    game_kinds = ("tile",)
    played = "people"


def row(
    points: list[int], peoples: str = "ab", tiles: str = "x", houses: str = "12"
) -> tuple[int, list[int], list[float], Mapping[str, Any]]:
    best = [float(one == max(points)) for one in points]
    seats = [
        {"facts": {"people": people, "house": house}, "points": {"start": 5, "rest": number - 5}}
        for people, house, number in zip(peoples, houses, points, strict=False)
    ]
    return len(points), points, [one / sum(best) for one in best], {"facts": {"tile": list(tiles)}, "seats": seats}


@pytest.mark.parametrize("key", list(games()))
def test_a_finished_game_is_counted_whole(key: str) -> None:
    state, counting = played(key, 3).state, package(key).counting()
    found = counted(state)
    assert found.points == list(state.scores()) and sum(found.won) == pytest.approx(1.0)
    assert [sum(seat["points"].values()) for seat in found.count["seats"]] == found.points, "every point has a source"
    assert all(set(seat["facts"]) == set(counting.seat_kinds) for seat in found.count["seats"])
    assert set(found.count["facts"]) == set(counting.game_kinds)
    assert counted(played(key, 3).state) == found and counted(played(key, 3, seed=1).state).played != found.played


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", list(games()))
def test_everything_that_is_counted_has_a_name(key: str, language: str) -> None:
    count, present, spoken = counted(played(key, 3).state).count, package(key).presentation(), words(language)
    facts = [*(pair for seat in count["seats"] for pair in seat["facts"].items())]
    facts += [(kind, value) for kind, values in count["facts"].items() for value in values]
    for kind, value in facts:
        assert present.fact_kind(kind, spoken) and present.fact(kind, value, spoken).name
    for seat in count["seats"]:
        assert all(present.point_source(source, spoken).text for source in seat["points"])


def test_a_game_that_counts_nothing_of_its_own_has_points_and_seats() -> None:
    state = played("meduris", 2).state
    assert len(NOTHING_OF_ITS_OWN.count(state).seats) == 2
    empty: dict[str, Any] = {"facts": {}, "seats": [{"facts": {}, "points": {}}] * 2}
    found = statistics("pig", NOTHING_OF_ITS_OWN, [(2, [10, 20], [0.0, 1.0], empty)])
    assert (found.games, found.kinds, found.crosses, found.sources) == (1, (), (), ())
    assert [(seat.seat, seat.line.mean, seat.line.won) for seat in found.seats] == [(0, 10.0, 0.0), (1, 20.0, 1.0)]


def test_places_are_by_victory_then_points_and_equals_share_one() -> None:
    state = played("terra-mystica", 4).state
    assert sorted(places(state)) == sorted(1 + sum(o > p for o in state.scores()) for p in state.scores())


def test_points_and_victories_of_what_seats_had() -> None:
    found = statistics("pig", Peoples(), [row([10, 20]), row([30, 20]), row([20, 20])])
    people = {line.value: line for line in found.kinds[0].lines}
    assert (people["a"].mean, people["a"].low, people["a"].half, people["a"].best) == (20.0, 10.0, 20.0, 30.0)
    assert people["a"].won == pytest.approx(0.5) and people["a"].games == 3
    assert [line.value for line in found.kinds[1].lines] == ["1", "2"], "numbers stand in their order"
    assert {(by.value, by.players) for by in found.by_players} == {("a", 2), ("b", 2)}
    sources = {source.source: source for source in found.sources}
    assert sources["start"].mean == 5.0 and sources["rest"].of_winners == pytest.approx(18.33, abs=0.01)


def test_what_goes_together_is_told_from_enough_games_on() -> None:
    games = [row([10, 20], tiles="x")] * FEWEST + [row([20, 20], tiles="y")] * FEWEST + [row([50, 0], tiles="z")]
    found = statistics("pig", Peoples(), games)
    tiles = next(cross for cross in found.crosses if cross.kind == "tile")
    cells = dict(tiles.rows)["a"]
    assert tiles.columns == ("x", "y", "z") and [cell.games for cell in cells] == [FEWEST, FEWEST, 1]
    assert cells[2].difference is None and cells[0].difference == pytest.approx(-5.35, abs=0.01)
    told = tiles.told()
    assert told.columns == ("x", "y"), "a column without a cell that tells something is left out"
    assert {value: len(cells) for value, cells in told.rows} == {"a": 2, "b": 2}
    more = statistics("pig", Peoples(), [*games, row([1, 2], peoples="ac", tiles="x")])
    rare = next(cross for cross in more.crosses if cross.kind == "tile")
    assert "c" in dict(rare.rows) and "c" not in dict(rare.told().rows), "and likewise a row"
    together = next(cross for cross in found.crosses if cross.kind == WITH)
    assert [cell.games for cell in dict(together.rows)["a"]] in ([0, 101], [101, 0]), "nobody plays with himself"


def test_a_full_table_does_not_count_for_a_tile() -> None:
    """Three players make fewer points each: what is usual is what is usual with as many."""
    two, three = row([40, 40], tiles="x"), row([20, 20, 20], peoples="abc", tiles="y", houses="111")
    found = statistics("pig", Peoples(), [two] * FEWEST + [three] * FEWEST)
    tiles = next(cross for cross in found.crosses if cross.kind == "tile")
    assert [cell.difference for cell in dict(tiles.rows)["a"]] == [0.0, 0.0]


def test_all_of_it_is_one_table_for_spreadsheets() -> None:
    found = statistics("pig", Peoples(), [row([10, 20])] * FEWEST)
    rows = list(csv.DictReader(StringIO(as_csv(found))))
    assert tuple(rows[0]) == COLUMNS and {one["part"] for one in rows} == {
        *("all", "fact", "players", "cross", "source", "seat")
    }
    assert statistics("pig", Peoples(), []).points is None


def test_a_file_is_counted_or_says_why_not(tmp_path: Path) -> None:
    text = played_text("meduris", 2)
    (tmp_path / "a").mkdir()
    files = {"a/whole.meduris": text, "half.meduris": text[: len(text) // 2].rpartition("\n")[0] + "\n", "x.txt": "no"}
    for name, content in files.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    (tmp_path / "arena.json").write_text("{}")
    paths = files_in(tmp_path)
    assert [path.name for path in paths] == ["whole.meduris", "half.meduris", "x.txt"]
    whole, half, strange = (count_file(str(path)) for path in paths)
    assert whole.counted == counted(played("meduris", 2).state)
    assert half.counted is None and half.error == "the game is not over"
    assert strange.counted is None and "no game that Dolmen knows" in strange.error
    with pytest.raises(InvalidNotation, match="there is no folder"):
        files_in(tmp_path / "b")
