"""A play is told in a few words, as the table offers it, with its places on the board."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dolmen.analysis.replay import read_any
from dolmen.analysis.review import plays_in
from dolmen.contract.game import State
from dolmen.contract.registry import package
from dolmen.core.words import words
from dolmen.server.pages.line_of_play import line_of_play
from dolmen.server.pages.suggestion import together
from tests.analysis.test_review import log_text
from tests.conftest import game_text


@pytest.mark.parametrize("written", [game_text, log_text])
def test_every_play_has_words_and_its_places_are_on_the_board(written: Callable[[int], str]) -> None:
    transcript = read_any(written(2))
    game = package(transcript.state.game.meta.key)
    notation, present, names = game.notation(), game.presentation(), transcript.player_names()
    plays = plays_in(transcript.state)
    marked = 0
    for play in plays[:: max(1, len(plays) // 40)]:
        position = notation.bot_view(State(transcript.state.game, transcript.state.records_before(play.first)))
        line = line_of_play(position, play.actions, present, notation, names, words("en"))
        assert line.text and line.text != notation.play_text(position, play.actions), play
        assert line.text[0].isupper() and line.label
        for place in line.places:
            outline = present.outline(position, place)
            marked += outline is not None and outline.path.startswith("M")
        assert position.decisions == 0, "the position is left as it is"
    assert marked > 5


def test_what_ends_the_turn_goes_without_saying_and_asides_are_left_out() -> None:
    transcript = read_any(log_text(2))
    game = package("terra-mystica")
    told = []
    for play in plays_in(transcript.state):
        position = game.notation().bot_view(State(transcript.state.game, transcript.state.records_before(play.first)))
        if len(play.actions) > 2:
            arguments = (game.presentation(), game.notation(), transcript.player_names(), words("en"))
            told.append(line_of_play(position, play.actions, *arguments).text)
    assert told and not any("End your turn" in text for text in told)
    assert any("Convert" not in text for text in told)


def test_a_name_of_a_place_keeps_its_letter_within_a_sentence() -> None:
    deeds = ["Spade kopen", "A10 in meren veranderen", "Priester sturen"]
    assert together(deeds) == "Spade kopen, A10 in meren veranderen, priester sturen"
