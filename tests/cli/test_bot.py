"""`dolmen bot`."""

from __future__ import annotations

import json

import pytest

from dolmen.contract.registry import package
from tests.cli.conftest import Dolmen
from tests.conftest import game_text

START = "meduris 1\nplayers 2\nchips 3:two 9:druid 14:hut 19:two 24:hut 30:druid\n"
LOG = (
    "score SCORE5,SCORE8,SCORE2,SCORE6,SCORE4,SCORE3\ndelete BON1\ndelete BON2\ndelete BON3\ndelete BON4\n"
    "player p1 username p1\nplayer p2 username p2\n"
)


def asked(*games: str) -> str:
    return "".join(json.dumps({"game": game}) + "\n" for game in games)


@pytest.mark.parametrize("level", ["random", "greedy"])
def test_every_game_is_answered_with_a_legal_play(level: str, dolmen: Dolmen) -> None:
    lines = game_text(2, "random").splitlines()
    places = [number for number, line in enumerate(lines) if line.split()[0] in ("place", "take", "hut", "offer")]
    games = ["\n".join(lines[:place]) + "\n" for place in places[::7]]
    run = dolmen("bot", "meduris", "--level", level, stdin=asked(*games))
    answers = run.json_lines()
    assert run.status == 0 and run.err == "" and len(answers) == len(games)
    plays = package("meduris").notation()
    for game, answer in zip(games, answers, strict=True):
        assert set(answer) == {"play", "choices", "stay"} and answer["choices"][0]["play"] == answer["play"]
        assert plays.play_decisions(plays.read_so_far(game).state, answer["play"])
        assert all(set(choice) == {"play", "points", "share"} for choice in answer["choices"])


def test_terra_mystica_is_answered_from_the_choice_of_factions_on(dolmen: Dolmen) -> None:
    plays, game = package("terra-mystica").notation(), LOG
    for _ in range(12):
        answer = dolmen("bot", "terra-mystica", "--level", "greedy", stdin=asked(game)).json()
        assert plays.play_decisions(plays.read_so_far(game).state, answer["play"]), answer
        game += answer["play"] + "\n"
    assert game.count("\nsetup ") == 2 and plays.read_so_far(game).state.turn > 0


def test_bad_input_is_answered_with_an_error_and_the_bot_goes_on(dolmen: Dolmen) -> None:
    over = game_text(2, "random")
    bad = [
        ("nonsense", "a request is one line of JSON"),
        ("[" * 100_000, "a request is one line of JSON"),
        ("[1]", 'a request reads {"game"'),
        ('{"game": 3}', 'a request reads {"game"'),
        ('{"game": ""}', "line 1: "),
        (json.dumps({"game": "meduris 1\nplayers 7\n"}), "line 2: the number of players"),
        (json.dumps({"game": LOG}), "this is a game of Terra Mystica, but the bot plays Meduris"),
        (json.dumps({"game": over}), "the game is over"),
        (json.dumps({"game": START + "place 1 wood\n" + "hut 1 3\n"}), "line 5: "),
    ]
    run = dolmen(
        "bot", "meduris", "--level", "random", stdin="\n".join(line for line, _ in bad) + "\n\n" + asked(START)
    )
    *errors, answer = run.json_lines()
    assert run.status == 0 and answer["play"].startswith("place 1 ")
    for error, (line, message) in zip(errors, bad, strict=True):
        assert message in error["error"], line[:80]


def test_a_line_that_is_no_decision_is_answered_as_it_is_due(dolmen: Dolmen) -> None:
    text = game_text(2, "random")
    cut = text[: text.index("score ")]
    assert dolmen("bot", "meduris", "--level", "random", stdin=asked(cut)).json()["play"].startswith("score ")
    die = text[: text.index("roll ")]
    assert "the die is to be rolled" in dolmen("bot", "meduris", "--level", "random", stdin=asked(die)).json()["error"]


@pytest.mark.parametrize("words", [("--seat", "1"), ("--token", "x"), ("--program", "true")])
def test_what_is_for_a_seat_at_a_table_needs_the_table(words: tuple[str, ...], dolmen: Dolmen) -> None:
    said = dolmen("bot", "meduris", *words).refused()
    assert f"{words[0]} is for a seat at a table: name it with --table URL" in said


def test_an_unknown_level_is_refused(dolmen: Dolmen) -> None:
    assert "there is no bot 'clever'" in dolmen("bot", "meduris", "--level", "clever").refused()
    assert "--visits" in dolmen("bot", "meduris", "--visits", "0").refused(2)
