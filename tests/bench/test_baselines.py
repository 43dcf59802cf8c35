"""The baselines are measured in rounds, and only set-ups that were played from every seat count."""

from __future__ import annotations

from pathlib import Path

from bench.baselines import Part, parts_of, play, read_kept

from dolmen.arena import play_match
from dolmen.arena.protocol import GAMES, PROTOCOL_VERSION, setups_of, terms_of
from dolmen.arena.rating import report


def test_every_part_is_there_and_gets_all_its_games_in_the_end() -> None:
    parts = parts_of("meduris")
    titles = {part.title for part in parts}
    assert len(titles) == len(parts) and "meduris 2: learned:meduris-2 against strong" in titles
    assert "meduris 3: learned:meduris-2 against strong" not in titles  # it was trained for two
    for part in parts:
        numbers = [number for turn in range(setups_of(part.terms.players)) for number in part.numbers(turn)]
        assert numbers == list(range(GAMES))


def test_the_quick_ones_come_first_and_the_hardest_opponent_of_the_others() -> None:
    titles = [part.title for part in parts_of("terra-mystica")]
    assert titles[0] == "terra-mystica 2: random against greedy"
    experts = [title for title in titles if ": expert" in title]
    assert titles[-len(experts) :] == experts and experts[0].endswith("against strong")


def test_a_set_up_counts_when_it_was_played_from_every_seat() -> None:
    part = Part(terms_of("meduris", 2, "greedy", "random"))
    for number in (0, 1, 2):
        part.results[number] = play_match(part.terms, number)[0]
    assert sorted(result.number for result in part.whole()) == [0, 1]
    assert next(part.numbers(0)) == 3


def test_a_run_keeps_what_it_has_when_its_time_is_over(tmp_path: Path) -> None:
    parts = [Part(terms_of("meduris", 2, "greedy", "random"))]
    keep = tmp_path / "games.jsonl"
    play(parts, 1, 600, keep, most=6)
    assert len(parts[0].results) >= 6
    with keep.open("a", encoding="utf-8") as file:
        file.write('{"part": "med')  # stopped in the middle of a line
    again = [Part(terms_of("meduris", 2, "greedy", "random"))]
    read_kept(keep, again)
    assert set(again[0].results) == set(parts[0].results)
    assert {one.scores for one in again[0].results.values()} == {one.scores for one in parts[0].results.values()}
    told, now = report(again[0].whole()), report(parts[0].whole())  # times are not kept: the results are the same
    assert [(one.bot, one.victories, one.points) for one in told.standings] == [
        (one.bot, one.victories, one.points) for one in now.standings
    ]
    assert told.standings[0].move is None and now.standings[0].move is not None


def test_a_run_of_fewer_parts_goes_on_and_loses_no_line(tmp_path: Path) -> None:
    both = [Part(terms_of("meduris", 2, "greedy", "random")), Part(terms_of("meduris", 2, "random", "greedy"))]
    keep = tmp_path / "games.jsonl"
    play(both, 1, 600, keep, most=26)
    assert both[0].results and both[1].results
    for torn in ("[]", '{"part": 1}', '{"part": "med'):
        with keep.open("a", encoding="utf-8") as file:
            file.write(f"{torn}\n" if torn.endswith(("]", "}")) else torn)
    alone = [Part(terms_of("meduris", 2, "random", "greedy"))]
    read_kept(keep, alone)
    assert set(alone[0].results) == set(both[1].results)
    before = keep.read_text(encoding="utf-8")
    assert before.endswith('{"part": "med\n')  # the next result begins a line of its own
    read_kept(keep, alone)
    assert keep.read_text(encoding="utf-8") == before


def test_what_other_bots_played_under_the_same_names_does_not_count(tmp_path: Path) -> None:
    """A new version of the protocol says that an opponent plays otherwise."""
    keep = tmp_path / "games.jsonl"
    play([Part(terms_of("meduris", 2, "greedy", "random"))], 1, 600, keep, most=2)
    kept = keep.read_text(encoding="utf-8")
    assert f'"protocol {PROTOCOL_VERSION}, rules 1, meduris 2: greedy against random"' in kept
    keep.write_text(kept.replace(f"protocol {PROTOCOL_VERSION},", f"protocol {PROTOCOL_VERSION - 1},"))
    part = Part(terms_of("meduris", 2, "greedy", "random"))
    read_kept(keep, [part])
    assert part.results == {}
