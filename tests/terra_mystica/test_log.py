"""Command logs: written so that the community's tracker accepts them, read back to the same bytes."""

from __future__ import annotations

import pytest

from dolmen.contract.game import State
from dolmen.core.draws import Draws
from dolmen.core.errors import IllegalLine, InvalidNotation
from dolmen.games.terra_mystica.files.commands import parse_command
from dolmen.games.terra_mystica.files.log import read_log
from dolmen.games.terra_mystica.files.writer import write_log
from dolmen.games.terra_mystica.rules.actions import PASS, PASS_BONUS
from dolmen.games.terra_mystica.rules.game import TerraMystica
from dolmen.games.terra_mystica.rules.setup import Setup
from tests.terra_mystica.table import ALL_OPTIONS

START = """\
option strict-leech
option strict-darkling-sh
option strict-chaosmagician-sh
option errata-cultist-power
score SCORE7,SCORE2,SCORE1,SCORE4,SCORE8,SCORE6
delete BON1
delete BON2
delete BON3
delete BON4
player p1 username p1
player p2 username p2
order p1,p2
setup nomads
setup darklings
nomads: build E8
darklings: build E5
darklings: build G5
nomads: build D3
nomads: build F3
darklings: pass BON6
nomads: pass BON5
"""


def random_game(players: int, seed: int, kind: str, options: tuple[str, ...]) -> tuple[Setup, State]:
    """A random game in which players pass late, so that much happens."""
    game = TerraMystica(players, setup=kind, options=options)
    setup = game.draw_setup(seed)
    state = game.new_state(setup)
    draws = Draws(seed, 99)
    while not state.is_terminal() and state.turn < 200:
        choices = state.legal_actions()
        acting = [action for action in choices if not PASS_BONUS <= action <= PASS]
        state.apply_trusted(draws.pick(acting if acting and draws.below(12) else choices))
    return setup, state


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("standard", ()),
        ("colours", (*ALL_OPTIONS, "variable-turn-order")),
        ("introductory", ("late-answers",)),
        ("standard", (*ALL_OPTIONS, "variable-turn-order", "late-answers")),
    ],
)
def test_what_is_written_is_read_back_to_the_same_bytes(players: int, kind: str, options: tuple[str, ...]) -> None:
    setup, state = random_game(players, 3, kind, options)
    log = write_log(setup, state.history)
    replay = read_log(log)
    assert write_log(replay.setup, replay.state.history) == log
    assert replay.state.scores() == state.scores()
    assert replay.finished == state.is_terminal()


def test_the_header_is_as_the_tracker_wants_it() -> None:
    replay = read_log(START)
    assert write_log(replay.setup, replay.state.history) == START
    assert replay.factions == ["nomads", "darklings"]
    assert (replay.rows, replay.rows_checked, replay.finished) == (None, None, False)


def after_start(*lines: str) -> State:
    return read_log(START + "\n".join(lines)).state


def rewritten(*lines: str) -> list[str]:
    replay = read_log(START + "\n".join(lines))
    return write_log(replay.setup, replay.state.history).removeprefix(START).splitlines()


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("NOMADS: Dig 2. Transform e7 to Yellow. BUILD E7", "nomads: dig 2. build E7"),
        ("nomads: dig 1. dig 1. transform e7", "nomads: dig 2. transform E7 to yellow"),
        ("nomads: convert 1w to 1c. convert w to c. upgrade F3 to tp", "nomads: convert 2w to 2c. upgrade F3 to TP"),
        ("nomads: burn 4. action act4. done", "nomads: burn 4. action ACT4"),
        ("nomads: burn 4. action ACT5. dig. build E7. wait", "nomads: burn 4. action ACT5. dig 1. build E7"),
        (
            "nomads: burn 4. action ACT5. -spade. dig 2. build e7",
            "nomads: burn 4. action ACT5. -1SPADE. dig 2. build E7",
        ),
        ("nomads: wait. pass bon9   # a comment", "nomads: pass BON9"),
    ],
)
def test_commands_are_understood_and_written_in_one_form(typed: str, written: str) -> None:
    assert rewritten(typed, "darklings: pass BON8")[0] == written


def test_the_best_free_place_of_an_order_needs_no_number() -> None:
    assert rewritten("nomads: pass BON9", "darklings: send p to FIRE") == [
        "nomads: pass BON9",
        "darklings: send p to FIRE",
    ]
    assert rewritten("nomads: pass BON9", "darklings: send p to FIRE for 2")[1] == "darklings: send p to FIRE for 2"


def test_answers_stand_on_lines_of_their_own() -> None:
    """D3 and E4, E5 are no neighbours; F3 and E5 are."""
    lines = ["nomads: upgrade F3 to TP", "darklings: leech 1 from nomads", "darklings: pass BON9"]
    assert rewritten(*lines) == lines
    assert rewritten("nomads: upgrade F3 to TP", "darklings: pass BON9") == [
        "nomads: upgrade F3 to TP",
        "darklings: decline 1 from nomads",
        "darklings: pass BON9",
    ]
    assert (
        rewritten("nomads: upgrade F3 to TP", "darklings: decline. pass BON9")[1] == "darklings: decline 1 from nomads"
    )


def test_who_leaves_the_game_has_a_line() -> None:
    lines = ["nomads: pass BON9", "drop-faction darklings"]
    assert rewritten(*lines) == lines
    assert rewritten("nomads: resign")[0] == "drop-faction nomads"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nomads: build Z9", "there is no land hex 'Z9' on the map"),
        ("nomads: build E7", "it is gray (mountains), not yellow (rule: Construir una morada)"),
        ("nomads: build A5", "A5 is not adjacent to a structure of nomads (rule: Adyacencia)"),
        ("nomads: build E5", "a structure of darklings stands there"),
        ("nomads: advance ship", "1 priests (has 0)"),
        ("darklings: pass BON9", "it is not the turn of darklings: it is the turn of nomads"),
        ("nomads: pass BON99", "there is no tile 'BON99'"),
        ("nomads: pass BON1", "BON1 is not free (rule: Pasar)"),
        ("nomads: +FAV13", "there is no tile 'FAV13'"),
        ("nomads: +FAV1", "no favour tile is due (rule: Apéndice II)"),
        ("nomads: +TW9", "there is no tile 'TW9'"),
        ("nomads: leech 3 from darklings", "there is no such offer to nomads"),
        ("nomads: leech 3 from elves", "there is no faction 'elves'"),
        ("witches: pass BON9", "this faction is not in the game"),
        ("elves: pass BON9", "there is no faction 'elves'"),
        ("nomads: transform E7 to pink", "there is no terrain 'pink'"),
        ("nomads: transform E7 to yellow", "there are no spades to use"),
        ("nomads: dig 1. transform E7 to yellow", "it takes 2 spades, there are 1"),
        ("nomads: dig 1000", "the number 1000 is too great"),
        ("nomads: convert 2pw to 1w", "2pw are not 1w (rule: Conversiones)"),
        ("nomads: convert 1pw to 1c", "1pw are needed, 0 are there"),
        ("nomads: action ACT9", "there is no action 'ACT9'"),
        ("nomads: action ACTW", "it is not an action of nomads"),
        ("nomads: bridge A1:A2", "there is no place for a bridge between A1 and A2"),
        ("nomads: connect r99", "there is no river hex 'r99'"),
        ("nomads: send p to LOVE", "there is no cult 'love'"),
        ("nomads: send p to FIRE for 5", "no place of an order is worth 5 steps"),
        ("nomads: +FIRE", "no free cult step"),
        ("nomads: setup", "'setup' is no move"),
        ("nomads: dance", "'dance' is no command"),
        ("stray text", "'stray text' is neither a move nor a line that may follow moves"),
        ("option mini-expansion-1", "is neither a move nor a line that may follow moves"),
        ("drop-faction witches", "witches are not in the game"),
    ],
)
def test_what_is_refused_names_line_faction_and_rule(line: str, message: str) -> None:
    with pytest.raises(IllegalLine) as caught:
        read_log(START + line)
    number = len(START.splitlines()) + 1
    assert str(caught.value).startswith(f"line {number}: ")
    assert message in str(caught.value)
    assert caught.value.line == number


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("delete BON1\n", "", "2 players play with 5 bonus tiles, not 6"),
        ("delete BON1\n", "delete BON10\n", "'delete BON10': there is no such bonus tile with these options"),
        ("SCORE7,", "SCORE77,", "there is no scoring tile 'SCORE77'"),
        ("score SCORE7,SCORE2,SCORE1,SCORE4,SCORE8,SCORE6\n", "", "the scoring tiles are not named"),
        ("score SCORE7", "randomize v1 seed x", "'randomize' draws with the server's own generator"),
        ("option strict-leech", "option loon-lakes", "the option 'loon-lakes' is not supported"),
        ("setup nomads\nsetup darklings\n", "", "no factions are named"),
        ("setup nomads", "setup elves", "there is no faction 'elves'"),
        ("order p1,p2", "ordre p1,p2", "'ordre p1,p2' is not understood"),
    ],
)
def test_broken_headers_are_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(IllegalLine, match=message.replace("(", ".")):
        read_log(START.replace(old, new))


def test_a_log_begins_when_all_factions_are_chosen() -> None:
    game = TerraMystica(2)
    setup = game.draw_setup(1)
    with pytest.raises(InvalidNotation, match="when all factions are chosen"):
        write_log(setup, [])


@pytest.mark.parametrize(
    "text", ["", " ", ".", "+", "-", "convert", "convert 1x to 2y", "+2", "leech", "😀", "build E3 E4"]
)
def test_text_that_is_no_command_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotation):
        parse_command(text)
