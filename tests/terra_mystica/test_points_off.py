"""What a faction was bought for: in the set-up, in the file, in the log, the forecast and the breakdown."""

from __future__ import annotations

import re

import pytest

from dolmen.contract.notation import Transcript
from dolmen.contract.registry import package
from dolmen.core.draws import Draws
from dolmen.core.errors import IllegalLine, InvalidSetup
from dolmen.core.words import words
from dolmen.games.terra_mystica.rules.game import TerraMystica
from dolmen.games.terra_mystica.rules.setup import MOST_POINTS_OFF, Setup

ENGLISH = words("en")
SCORING = ("SCORE2", "SCORE9", "SCORE4", "SCORE7", "SCORE8", "SCORE6")
NOTATION = package("terra-mystica").notation()
PRESENT = package("terra-mystica").presentation()


def setup(*points: int) -> Setup:
    options = frozenset({"temple-scoring-tile"})
    return Setup(
        2, SCORING, ("BON1", "BON2", "BON3", "BON4", "BON5"), options, ("witches", "nomads"), points_off=points
    )


def played(*points: int) -> Transcript:
    """A game in which everybody passes as soon as possible."""
    chosen = setup(*points)
    transcript = NOTATION.new_transcript(TerraMystica(2, options=chosen.options), chosen)
    draws, state = Draws(4), transcript.state
    while not state.is_terminal():
        texts = state.legal_texts()
        passing = [text for text in texts if text.startswith("pass")]
        state.apply((passing or texts)[draws.below(len(passing or texts))])
    return transcript


@pytest.mark.parametrize("points", [(), (3, 0), (0, 12)])
def test_a_file_tells_what_is_taken_off_and_is_read_again(points: tuple[int, ...]) -> None:
    transcript = played(*points)
    text = transcript.to_text()
    lines = re.findall(r"^points-off (\w+) (\d+)$", text, re.MULTILINE)
    assert lines == [(name, str(number)) for name, number in zip(("witches", "nomads"), points, strict=False)]
    again = NOTATION.read(text)
    assert again.state.scores() == transcript.state.scores() and again.to_text() == text
    assert again.setup.points_off == points
    begun = NOTATION.read(NOTATION.new_transcript(transcript.state.game, setup(*points)).setup_text())
    assert begun.setup == setup(*points)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("points-off witches", "takes off no number of points"),
        ("points-off witches -3", "takes off no number of points"),
        ("points-off elves 3", "elves"),
        ("points-off giants 3", "points are taken off giants, a faction that is not in the game"),
        ("points-off witches 3\npoints-off witches 3", "points are taken off witches twice"),
    ],
)
def test_a_file_that_takes_off_nonsense_is_refused_with_its_line(line: str, why: str) -> None:
    text = played().to_text().replace("setup nomads\n", f"setup nomads\n{line}\n")
    with pytest.raises(IllegalLine, match=why):
        NOTATION.read(text)


def test_points_are_taken_off_factions_that_are_named() -> None:
    with pytest.raises(InvalidSetup, match="one number for each"):
        setup(1)
    with pytest.raises(InvalidSetup, match=f"from 0 to {MOST_POINTS_OFF} points"):
        setup(100, 0)


def test_the_log_the_breakdown_and_the_sections_tell_it() -> None:
    state = played(3, 0).state
    told = [str(entry.text.striptags()) for entry in PRESENT.log(state, 0, ("Ana", "Ben"), ENGLISH)]
    assert any(line.startswith("Auction: Witches") and "−3" in line for line in told), told[-3:]
    source = PRESENT.sources(state, ENGLISH)[-1]
    assert (source.name, source.points) == ("Auction", (-3, 0))
    final = [section for section in PRESENT.score_sections(state, ENGLISH) if section.is_final]
    assert final[-1].name == "auction" and final[-1].scores[-1] == state.scores()
    assert final[-2].scores[-1] == (state.scores()[0] + 3, state.scores()[1])
    without = PRESENT.score_sections(played().state, ENGLISH)
    assert [section.name for section in without if section.is_final] == ["cults", "area", "goods"]


def test_the_forecast_takes_it_off() -> None:
    chosen = setup(3, 0)
    state = TerraMystica(2, options=chosen.options).new_state(chosen)
    draws = Draws(4)
    while not int(state.record.round_number):
        state.apply(draws.pick(state.legal_actions()))
    told = PRESENT.forecast(state, 0, ENGLISH)
    assert told is not None and told.parts[-1].title == "Auction"
    assert [row[-1].points for row in told.prospects] == [-3, 0]
