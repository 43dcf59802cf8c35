"""The leaderboard takes what was played by the protocol, and nothing else."""

from __future__ import annotations

import json
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dolmen.arena import play_match, report
from dolmen.arena.leaderboard import Leaderboard, Row, cell, in_words, read_results, tables
from dolmen.arena.protocol import PROTOCOL_VERSION, terms_of
from dolmen.arena.summary import summary
from dolmen.core.errors import InvalidResult
from tests.docs.blocks import ROOT

Told = dict[str, Any]


@pytest.fixture(scope="module")
def told() -> Told:
    """Two set-ups of greedy against random, as `dolmen evaluate --json` tells them."""
    terms = terms_of("meduris", 2, "greedy", "random")
    outcome = summary(terms, report([play_match(terms, number)[0] for number in range(4)]))
    found: Told = json.loads(json.dumps(outcome))
    return found


def results(path: Path, *told: Told) -> Path:
    path.write_text("".join(json.dumps(one) + "\n" for one in told), encoding="utf-8")
    return path


def test_a_result_becomes_a_row_that_is_kept(told: Told, tmp_path: Path) -> None:
    board = Leaderboard(tmp_path / "board.json")
    (row,) = board.add(read_results(results(tmp_path / "r", told), "My bot", "A. Author"))
    board.save()
    assert (row.name, row.by, row.entrant, row.against, row.games) == ("My bot", "A. Author", "greedy", "random", 4)
    assert row.victories[0] == 1 and row.points and row.theirs and row.points > row.theirs
    assert row.is_current and not row.is_whole and in_words(row) == "100.0% (51% to 100%) of 4 *"
    again = Leaderboard(tmp_path / "board.json")
    assert again.current() == [row]
    again.save()
    assert len((tmp_path / "board.json").read_text(encoding="utf-8").splitlines()) == 4  # a row is a line


def test_fewer_games_do_not_replace_more(told: Told, tmp_path: Path) -> None:
    board = Leaderboard(tmp_path / "board.json")
    board.add(read_results(results(tmp_path / "r", told)))
    fewer = results(tmp_path / "fewer", {**told, "games": 2, "setups": 1})
    with pytest.raises(InvalidResult, match="greedy stands there already with 4 games against random, not 2"):
        board.add(read_results(fewer))
    board.add(read_results(results(tmp_path / "r", told)))
    assert len(board.rows) == 1


def changed(told: Told, **parts: Any) -> Told:
    return {**told, **parts}


REFUSED: dict[str, tuple[Callable[[Told], Any], str]] = {
    "protocol": (
        lambda told: changed(told, versions={**told["versions"], "protocol": PROTOCOL_VERSION + 1}),
        f"it is a result of protocol {PROTOCOL_VERSION + 1}, not of {PROTOCOL_VERSION}",
    ),
    "rules": (
        lambda told: changed(told, versions={**told["versions"], "rules": 7}),
        "it was played under rules 7 of meduris; this program has 1",
    ),
    "none": (lambda told: changed(told, versions={**told["versions"], "protocol": None}), "these are not the terms"),
    "seed": (lambda told: changed(told, seed=3), "these are not the terms"),
    "share": (lambda told: changed(told, share=0.1), "these are not the terms"),
    "seats": (lambda told: changed(told, games=3), "3 games over 2 set-ups: not every one from every seat"),
    "too many": (lambda told: changed(told, games=400, setups=200), "more than the protocol has, 240"),
    "game": (lambda told: changed(told, game="chess"), "there is no game 'chess' here"),
    "figures": (
        lambda told: changed(
            told,
            standings=[{**one, "victories": {"value": 2, "low": 0, "high": 1}} for one in told["standings"]],
        ),
        "this is no result",
    ),
    "empty": (lambda _: {}, "this is no result; `dolmen evaluate --json` prints one a line"),
    "list": (lambda told: [told], "this is no result"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_anything_else_is_refused_with_the_line(case: str, told: Told, tmp_path: Path) -> None:
    change, message = REFUSED[case]
    file = results(tmp_path / "r", told, change(told))
    with pytest.raises(InvalidResult) as refused:
        read_results(file)
    assert str(refused.value).startswith(f"{file}, line 2: ") and message in str(refused.value)


def test_a_row_holds_names_and_numbers_where_they_belong(told: Told, tmp_path: Path) -> None:
    (row,) = read_results(results(tmp_path / "r", told))
    for name, wrong in (("game", []), ("name", 5), ("players", "2"), ("games", True), ("protocol", 1.5), ("by", None)):
        kept = json.dumps({"rows": [{**row.to_json(), name: wrong}]})
        (tmp_path / "board").write_text(kept)
        with pytest.raises(InvalidResult, match="is no leaderboard"):
            Leaderboard(tmp_path / "board")
    (tmp_path / "board").write_text("[" * 100_000)
    with pytest.raises(InvalidResult, match="is no leaderboard"):
        Leaderboard(tmp_path / "board")


@pytest.mark.parametrize("text", [b"", b"\xff", b"{", b'{"rows": 3}', b'{"rows": [{"game": "meduris"}]}', b"[]"])
def test_what_is_no_leaderboard_or_result_is_refused(text: bytes, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(text)
    with pytest.raises(InvalidResult, match="is no leaderboard"):
        Leaderboard(tmp_path / "file")
    with pytest.raises(InvalidResult):
        read_results(tmp_path / "file")


def test_names_are_short_and_can_be_read(told: Told, tmp_path: Path) -> None:
    for name in ("", " ", "x" * 61, "a\nb"):
        with pytest.raises(InvalidResult, match="a name has 1 to 60 letters"):
            read_results(results(tmp_path / "r", told), name)


def row(name: str, against: str, share: float, **more: Any) -> Row:
    versions = {"protocol": PROTOCOL_VERSION, "rules": 1, "observations": 1, "dolmen": "0"}
    told = {"game": "meduris", "players": 2, "name": name, "by": "", "entrant": name, "against": against, "games": 240}
    figures = {"victories": [share, 0, 1], "points": 1.0, "theirs": 1.0, "forfeits": 0, "visits": {}}
    return Row.from_json({**told, **figures, "answer_seconds": 60.0, **versions, **more})


def test_the_best_stands_first_by_the_hardest_opponent() -> None:
    rows = [row("a", "greedy", 0.9), row("a", "strong", 0.1), row("b", "greedy", 0.8), row("b", "strong", 0.3)]
    rows += [row("strong", "greedy", 1.0), row("c", "strong", 0.2, players=3)]
    found = tables(rows)
    assert list(found) == [("meduris", 2), ("meduris", 3)]
    assert [name for name, _ in found["meduris", 2]] == ["strong", "b", "a"]  # strong and strong are even


def test_who_did_not_meet_an_opponent_is_told_apart_from_who_is_it() -> None:
    met = {"greedy": row("strong", "greedy", 0.5)}
    cells = [cell("strong", met, opponent) for opponent in ("random", "greedy", "strong")]
    assert cells == ["not yet", "50.0% (0% to 100%) of 240", "itself"]


def test_rows_of_earlier_rules_stay_and_are_not_shown(tmp_path: Path) -> None:
    board = Leaderboard(tmp_path / "board.json")
    board.add([row("a", "greedy", 0.9, rules=0), row("b", "greedy", 0.9, protocol=0), row("c", "greedy", 0.9)])
    board.save()
    again = Leaderboard(tmp_path / "board.json")
    assert len(again.rows) == 3 and [one.name for one in again.current()] == ["c"]


def test_ours_can_be_read_and_is_current() -> None:
    board = Leaderboard(ROOT / "bench" / "leaderboard.json")
    assert board.rows and len(board.current()) == len(board.rows)


def test_the_page_tells_what_the_file_holds() -> None:
    """`make docs` writes it."""
    written = runpy.run_path(str(ROOT / "docs" / "generate.py"))["leaderboard"]()
    assert (ROOT / "docs" / "leaderboard.md").read_text(encoding="utf-8") == written
