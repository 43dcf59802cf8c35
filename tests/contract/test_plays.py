"""Plays: one line or row for a move, there and back; a game so far as programs are told it."""

from __future__ import annotations

import pytest

from dolmen.analysis.replay import begin
from dolmen.bots import LEVEL, find_bot
from dolmen.contract.game import State
from dolmen.contract.notation import Transcript, ask_seat
from dolmen.contract.registry import load, package
from dolmen.core.draws import Draws
from dolmen.core.errors import DolmenError, IllegalAction
from dolmen.core.kernel import INTERPRETED
from dolmen.games.terra_mystica.rules.record import Phase
from tests.conftest import game_text

SEEDS = 1 if INTERPRETED else 2


def played(game: str, players: int, seed: int, policy: str, **options: object) -> list[tuple[Transcript, State, str]]:
    """A game, and before every play of it the position and the text of the play; checks both on the way."""
    transcript = begin(load(game, players, **options), seed)
    state, draws, bot, plays = transcript.state, Draws(seed, 3), find_bot(policy, game), package(game).notation()
    told: list[tuple[Transcript, State, str]] = []
    start, actions = None, list[int]()
    while not state.is_terminal():
        if state.is_chance():
            state.apply_trusted(draws.pick(state.legal_actions()))
            continue
        if start is None:
            start, actions = state.clone(), []
            if len(told) % 20 == 0:
                again = plays.read_so_far(plays.so_far_text(transcript))
                assert again.state == state and plays.so_far_text(again) == plays.so_far_text(transcript)
        before = state.records.copy()
        actions.append(bot.decide(state, LEVEL, draws))
        state.apply_trusted(actions[-1])
        if plays.ends_play(before[0], actions[-1], state.record):
            text = plays.play_text(start, actions)
            after = start.clone()
            for action in plays.play_decisions(start, text):
                after.apply(action)
            assert after == state and len(start.history) == len(after.history) - len(
                after.history[len(start.history) :]
            )
            told.append((transcript, start, text))
            start = None
    return told


@pytest.mark.parametrize(
    ("game", "players", "policy"),
    [
        ("meduris", 3, "random"),
        ("meduris", 2, "greedy"),
        ("terra-mystica", 3, "greedy"),
        ("terra-mystica", 5, "random"),
    ],
)
def test_every_play_and_every_game_is_told_and_read_again(game: str, players: int, policy: str) -> None:
    for seed in range(1 if policy == "greedy" else SEEDS):
        told = played(game, players, seed, policy)
        assert len(told) > 40 and all("\n" not in text for _, _, text in told)


def test_the_lines_of_meduris_are_the_plays_of_its_file() -> None:
    told = played("meduris", 2, 1, "random")
    lines = [line for line in told[0][0].lines() if line.split()[0] not in ("roll", "final", "score", "winner")]
    assert [text for _, _, text in told] == lines


def test_dealt_colours_are_told_while_factions_are_chosen() -> None:
    transcript = begin(load("terra-mystica", 3, setup="colours"), 4)
    plays = package("terra-mystica").notation()
    text = plays.so_far_text(transcript)
    assert "\ncolours " in text and plays.read_so_far(text).state == transcript.state
    first = plays.plain_plays(transcript.state)
    assert len(first) == 2 and all(play.startswith("setup ") for play in first)
    transcript.state.apply(plays.play_decisions(transcript.state, first[0])[0])
    again = plays.read_so_far(plays.so_far_text(transcript))
    assert again.state == transcript.state


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_plain_plays_are_legal_and_different(game: str) -> None:
    plays = package(game).notation()
    for number, (_, state, _) in enumerate(played(game, 2, 2, "random")):
        if number % 20 == 0:
            plain = plays.plain_plays(state)
            assert plain and len(set(plain)) == len(plain)
            for play in plain[:: max(1, len(plain) // 20)]:
                state.clone().play(plays.play_decisions(state, play))


# ------------------------------------------------------------------------------------------------- refusals


def row_state(*rows: str) -> State:
    """Two players of Terra Mystica after some rows."""
    text = (
        "score SCORE5,SCORE8,SCORE2,SCORE6,SCORE4,SCORE3\ndelete BON1\ndelete BON2\ndelete BON3\ndelete BON4\n"
        "setup darklings\nsetup nomads\n" + "".join(f"{row}\n" for row in rows)
    )
    state: State = package("terra-mystica").notation().read_so_far(text).state
    return state


OPENING = (
    "darklings: build E10", "nomads: build A5", "nomads: build F3", "darklings: build G5", "nomads: build G4",
    "nomads: pass BON9", "darklings: pass BON5",
)  # fmt: skip


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("build G5", "a row reads 'faction: commands'"),
        ("elves: build G5", "there is no faction 'elves'"),
        ("nomads: build A6", "nomads are not asked"),
        ("darklings: ", "is no turn and no answer"),
        ("darklings: resign", "is no turn and no answer"),
        ("darklings: fly", "'fly' is no command"),
        ("darklings: burn 1", "a row is one whole turn or answer; after 'burn 1'"),
        ("darklings: upgrade G5 to TP. upgrade E10 to TP", "later"),
        ("darklings: build A1", "may not 'build A1'"),
    ],
)
def test_a_row_that_is_no_play_is_refused_and_changes_nothing(row: str, message: str) -> None:
    state = row_state(*OPENING)
    before = state.clone()
    with pytest.raises(DolmenError, match=message):
        package("terra-mystica").notation().play_decisions(state, row)
    assert state == before and state.history == before.history


def test_a_turn_ends_with_its_row() -> None:
    state = row_state(*OPENING, "darklings: upgrade G5 to TP")
    assert state.record.phase == Phase.OFFER and state.current_player == 1
    assert row_state(*OPENING, "darklings: upgrade G5 to TP. done") == state


def test_a_log_with_late_answers_is_gone_on_with() -> None:
    """An answer that comes after the next turn is read as the community wrote it."""
    rows = ("darklings: upgrade G5 to TP", "nomads: upgrade A5 to TP", "darklings: upgrade G5 to TE. +FAV11")
    state = row_state(*OPENING, *rows, "nomads: leech 1 from darklings")
    assert state.record.options and state.current_player == 1
    plays = package("terra-mystica").notation()
    settled = plays.bot_view(state)
    assert not settled.record.options and plays.play_decisions(settled, "nomads: upgrade F3 to TP")


@pytest.mark.parametrize("line", ["", "hut", "place 2 wood", "place 1 gold", "roll 1"])
def test_a_line_that_is_no_play_is_refused(line: str) -> None:
    state = load("meduris", 2).new_state(seed=1)
    with pytest.raises(DolmenError):
        package("meduris").notation().play_decisions(state, line)
    assert not state.history


def test_nobody_is_asked_at_the_die_or_after_the_end() -> None:
    plays = package("meduris").notation()
    over = plays.read_so_far(game_text(2)).state
    with pytest.raises(IllegalAction, match="the game is over"):
        ask_seat(over)
    while not over.is_chance():
        over.undo()
    with pytest.raises(IllegalAction, match="the die is to be rolled"):
        ask_seat(over)
