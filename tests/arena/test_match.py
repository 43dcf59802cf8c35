"""One game of the arena: fair terms, the same whoever plays it, and no bot that spoils it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dolmen.analysis.replay import read, read_any
from dolmen.arena import Folder, Result, Terms, play_match, run_all
from dolmen.core.errors import InvalidSetup

SPOILERS = """
import numpy as np
from dolmen.bots import Bot

class Crash(Bot):
    name = description = "crash"
    def choose(self, state, budget, draws):
        raise RuntimeError("no idea")

class Leaver(Crash):
    def choose(self, state, budget, draws):
        raise SystemExit("I give up")

class Illegal(Crash):
    def choose(self, state, budget, draws):
        return state.game.num_actions - 1

class ByText(Crash):
    def choose(self, state, budget, draws):
        return state.game.action_text(state.legal_actions()[0])

class ByNumber(Crash):
    def choose(self, state, budget, draws):
        return np.int64(state.legal_actions()[0])

class Nonsense(Crash):
    def choose(self, state, budget, draws):
        return "castle"

class Slow(Crash):
    def choose(self, state, budget, draws):
        assert budget.seconds == 0.05
        while True:
            try:
                pass
            except Exception:
                pass

class Nothing(Crash):
    def choose(self, state, budget, draws):
        return None

class Meddler(Crash):
    def choose(self, state, budget, draws):
        action = state.legal_actions()[0]
        state.apply(action)
        return action
"""


def terms(*bots: str, game: str = "meduris", players: int = 2, **more: object) -> Terms:
    return Terms(game, players, bots, **more)  # type: ignore[arg-type]


def without_times(result: Result) -> dict[str, object]:
    return {name: value for name, value in result.to_json().items() if not name.endswith("_times")}


def rolls(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("roll")]


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_the_same_number_is_the_same_game(game: str) -> None:
    arena = terms("random", "random", game=game, players=2, seed=4)
    one, again, other = (play_match(arena, number) for number in (3, 3, 4))
    assert without_times(one[0]) == without_times(again[0]) and one[1] == again[1] != other[1]


def test_the_seatings_of_a_set_up_meet_the_same_chips_and_dice() -> None:
    arena = terms("random", "greedy", seed=9)
    (first, one), (second, two), (third, three) = (play_match(arena, number) for number in (0, 1, 2))
    assert (first.setup, second.setup, third.setup) == (0, 0, 1)
    assert first.seats == ("random", "greedy") and second.seats == ("greedy", "random")
    chips = [next(line for line in text.splitlines() if line.startswith("chips")) for text in (one, two, three)]
    assert chips[0] == chips[1] != chips[2]
    shorter = min(len(rolls(one)), len(rolls(two)))
    assert rolls(one)[:shorter] == rolls(two)[:shorter] and rolls(three)[:20] != rolls(one)[:20]


def test_a_result_is_what_the_notation_tells() -> None:
    result, text = play_match(terms("greedy", "random", "random", players=3, seed=2), 1)
    transcript = read_any(text)
    assert transcript.finished and result.scores == tuple(transcript.scores())
    assert [seat + 1 for seat, rank in enumerate(result.ranks) if rank == 0] == transcript.winners()
    assert sum(result.returns) == pytest.approx(1) and result.turns == transcript.state.turn
    assert result.decisions == len(transcript.state.history)
    assert all(len(turns) <= len(moves) for turns, moves in zip(result.turn_times, result.move_times, strict=True))
    assert Result.from_json(result.to_json()) == result


def test_a_game_cut_short_has_no_winner() -> None:
    result, text = play_match(terms("random", "random", max_turns=4), 0)
    assert result.truncated and result.returns == (0, 0) and len(rolls(text)) == 4


@pytest.mark.parametrize(
    ("spoiler", "why"),
    [
        ("Crash", "failed: RuntimeError: no idea"),
        ("Leaver", "failed: SystemExit: I give up"),
        ("Illegal", "which is not legal"),
        ("Nothing", "decided None, which is no action: "),
        ("Nonsense", "decided 'castle', which is no action: "),
        ("Meddler", "changed the position"),
    ],
)
def test_a_bot_that_spoils_a_game_loses_it(spoiler: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "spoilers.py"
    file.write_text(SPOILERS)
    name = f"{file}:{spoiler}"
    result, _ = play_match(terms("greedy", name, "greedy", players=3), 0)
    assert result.forfeit == 1 and why in result.why and result.why.startswith(name)
    assert result.ranks == (0, 1, 0) and result.returns == (0.5, 0, 0.5) and not result.truncated


@pytest.mark.parametrize("spoiler", ["ByText", "ByNumber"])
def test_a_bot_may_answer_with_an_actions_text_or_any_whole_number(spoiler: str, tmp_path: Path) -> None:
    file = tmp_path / "spoilers.py"
    file.write_text(SPOILERS)
    result, _ = play_match(terms("random", f"{file}:{spoiler}", max_turns=10), 0)
    assert result.forfeit is None and result.turns > 5, result.why


def test_a_bot_of_somebodys_own_that_thinks_too_long_loses_by_forfeit(tmp_path: Path) -> None:
    file = tmp_path / "spoilers.py"
    file.write_text(SPOILERS)
    result, _ = play_match(terms(f"{file}:Slow", "greedy", answer_seconds=0.05), 0)
    assert result.forfeit == 0 and result.why.endswith("Slow did not decide within 0.05 s")


def test_the_bot_of_the_tutorial_enters_the_arena(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "tutorial" / "write-a-bot.md").read_text(encoding="utf-8")
    first, *_, last = [block.partition("```")[0] for block in page.split("```python\n")[1:]]
    assert len([line for line in first.splitlines() if line.strip()]) <= 20
    file = tmp_path / "builder.py"
    file.write_text(first + last)
    for bot, game in (("Builder", "meduris"), ("Settler", "terra-mystica")):
        result, _ = play_match(terms(f"{file}:{bot}", "random", game=game), 0)
        assert result.forfeit is None and not result.truncated


# ------------------------------------------------------------------------------------------------- the folder


def test_a_run_goes_on_where_it_stopped_and_counts_no_game_twice(tmp_path: Path) -> None:
    arena = terms("random", "greedy", seed=1)
    whole, broken = Folder(tmp_path / "whole", arena), Folder(tmp_path / "broken", arena)
    run_all(arena, range(6), 1, whole.add)
    run_all(arena, [0, 3, 1], 1, broken.add)
    results = tmp_path / "broken" / "results.jsonl"
    with results.open("ab") as file:
        file.write(b'{"number":5,"set')  # killed in the middle of a line
    again = Folder(tmp_path / "broken", arena)
    assert sorted(again.results) == [0, 1, 3]
    run_all(arena, [number for number in range(6) if number not in again.results], 1, again.add)
    played = play_match(arena, 0)
    again.add(*played)  # a game that came back twice is kept once
    assert len(results.read_text().splitlines()) == 6
    last = Folder(tmp_path / "broken", arena)
    assert [without_times(last.results[number]) for number in range(6)] == [
        without_times(whole.results[number]) for number in range(6)
    ]
    names = [f"meduris-{number:06}.meduris" for number in range(1, 7)]
    assert sorted(path.name for path in (tmp_path / "broken").glob("*.meduris")) == names
    for name in names:
        assert (tmp_path / "broken" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
        assert read(tmp_path / "whole" / name).finished


def test_a_folder_of_another_arena_is_refused(tmp_path: Path) -> None:
    Folder(tmp_path, terms("random", "greedy", seed=1))
    with pytest.raises(InvalidSetup, match=r"holds another arena's games: seed 1, not 2; name another folder"):
        Folder(tmp_path, terms("random", "greedy", seed=2))
    (tmp_path / "results.jsonl").write_text("{}\n")
    with pytest.raises(InvalidSetup, match=r"results.jsonl, line 1: this is no result"):
        Folder(tmp_path, terms("random", "greedy", seed=1))
    (tmp_path / "arena.json").write_text("nonsense")
    with pytest.raises(InvalidSetup, match=r"arena.json cannot be read"):
        Folder(tmp_path, terms("random", "greedy", seed=1))


def test_processes_play_the_same_games(tmp_path: Path) -> None:
    arena = terms("random", "greedy", seed=1)
    folder = Folder(tmp_path, arena)
    run_all(arena, range(4), 2, folder.add)
    for number in range(4):
        assert without_times(folder.results[number]) == without_times(play_match(arena, number)[0])
