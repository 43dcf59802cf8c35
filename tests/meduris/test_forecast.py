"""If the game ended now: the final circuit, temples and rune stones, as the rules score them; yields by plain."""

from __future__ import annotations

from dolmen.contract.game import State
from dolmen.core.record_view import copied
from dolmen.core.words import words
from dolmen.games.meduris.present.presentation import PRESENTATION
from dolmen.games.meduris.rules.finale import points, score_rune_stones, score_temples
from dolmen.games.meduris.rules.materials import MATERIALS
from dolmen.games.meduris.rules.record import NOT_YET, Phase, sites
from dolmen.games.meduris.rules.settlement import settlement_size
from tests.meduris.pictures import positions

ENGLISH = words("en")


def test_temples_and_stones_are_those_of_the_final_scoring_and_the_circuit_is_every_hut_by_its_settlement() -> None:
    seen = 0
    for number, state in enumerate(positions(3, bot="greedy")):
        told = PRESENTATION.forecast(state, 0, ENGLISH)
        if state.record.phase in (Phase.PLACE, Phase.OVER):
            assert told is None
        elif number % 15 == 0 and state.record.circuit_left == NOT_YET:
            assert told
            scored = copied(state.records)
            score_temples(scored[0])
            score_rune_stones(scored[0])
            for seat in range(3):
                circuit, temples, stones = (prospect.points for prospect in told.prospects[seat])
                assert told.points[seat] + temples + stones == points(scored[0], seat)
                own = [field for field, site in enumerate(sites(state.record)) if site.hut == seat]
                assert circuit == sum(settlement_size(state.record, field) for field in own)
                seen += circuit > 0
    assert seen > 10


def test_in_the_final_circuit_only_the_huts_that_are_left_count() -> None:
    left: list[int] = []
    for state in positions(2, bot="greedy"):
        if state.record.circuit_left != NOT_YET and not state.is_terminal() and state.record.phase == Phase.OFFER:
            told = PRESENTATION.forecast(state, None, ENGLISH)
            assert told
            left.append(sum(row[0].points for row in told.prospects))
    assert left and left == sorted(left, reverse=True) and left[0] > left[-1] > 0


def test_one_more_rune_stone_is_told_to_whoever_sits_there() -> None:
    for state in positions(2, bot="greedy"):
        held = [sum(int(holder) == seat for holder in state.record.rune_holder) for seat in range(2)]
        if held[0] == 2 and state.record.phase == Phase.ACT:
            told, unseated = (PRESENTATION.forecast(state, seat, ENGLISH) for seat in (0, None))
            assert told and unseated
            assert told.notes[0].text == "One more rune stone: +3 points."
            assert len(unseated.notes) == len(told.notes) - 1
            return
    raise AssertionError("nobody held two stones")


def test_the_yields_side_by_side_are_the_workers_by_their_heights() -> None:
    for state in positions(4):
        if state.turn == 3:
            check_yields(state)
            return


def check_yields(state: State) -> None:
    overview = PRESENTATION.overview(state, ENGLISH)
    assert overview
    for seat in range(4):
        small, big, _built = overview.rows[seat]
        for plain, name in enumerate(MATERIALS):
            levels = [level + 1 for level, owner in enumerate(state.record.stack[plain]) if int(owner) == seat]
            assert (small.amounts[plain].symbol, small.amounts[plain].number) == (name, len(levels))
            assert big.amounts[plain].number == sum(levels)
