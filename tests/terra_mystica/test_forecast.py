"""If the game ended now: the forecast is the final scoring itself, and says what a step would bring."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dolmen.contract.content import Forecast
from dolmen.contract.game import State
from dolmen.core.record_view import copied
from dolmen.core.words import words
from dolmen.games.terra_mystica.present.presentation import PRESENTATION
from dolmen.games.terra_mystica.rules.record import Phase
from dolmen.games.terra_mystica.rules.steps import points_of_cult, score_final
from tests.terra_mystica.test_sentences import played
from tests.terra_mystica.test_sentences import positions as game_positions

ENGLISH = words("en")
CULTS = ("Fire", "Water", "Earth", "Air")


def told(state: State, seat: int | None = 0) -> Forecast:
    found = PRESENTATION.forecast(state, seat, ENGLISH)
    assert found
    return found


def positions() -> Iterator[State]:
    """Positions of one game for every number of players, from the first round on."""
    for state in game_positions(40):
        if state.record.round_number and state.record.phase != Phase.OVER:
            yield state


def test_the_sums_are_those_of_the_final_scoring() -> None:
    for state in positions():
        scored = copied(state.records)
        score_final(scored)
        assert told(state).sums == tuple(int(points) for points in scored[0].vp[: state.game.players])


def test_there_is_none_before_the_first_round_and_after_the_last() -> None:
    state = played(3, 3)
    assert PRESENTATION.forecast(state, 0, ENGLISH) is None
    assert PRESENTATION.forecast(State(state.game, state.records_before(0)), 0, ENGLISH) is None


def test_a_step_up_in_a_cult_brings_what_is_said() -> None:
    seen = 0
    for state in positions():
        for seat in range(state.game.players):
            for note in told(state, seat).notes:
                found = re.match(
                    r"(\w+): with (\d+) steps? more you (take|share) place \d: \+(\d+) points?\.$", note.text
                )
                if found:
                    track, steps, more = CULTS.index(found[1]), int(found[2]), int(found[4])
                    now = points_of_cult(state.records, seat, track)
                    climbed = copied(state.records)
                    for step in range(1, steps + 1):
                        climbed[0].cult[seat, track] += 1
                        gain = points_of_cult(climbed, seat, track) - now
                        assert (gain == more) if step == steps else gain <= 0
                    seen += 1
    assert seen > 10


def test_the_notes_tell_the_nearest_first_and_the_end_of_the_round_last() -> None:
    for state in positions():
        notes = [note.text for note in told(state, 1).notes]
        assert len(notes) <= 4
        assert notes[-1].startswith("At the end of round") == (state.record.round_number < 6)


def test_spectators_are_told_of_no_steps() -> None:
    state = next(positions())
    assert [note.symbol for note in told(state, None).notes] == ["i-clock"]
