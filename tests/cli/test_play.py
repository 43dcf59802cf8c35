"""`dolmen play`: whole games by script, and everything else that a person may type."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from dolmen.analysis.replay import check, read
from dolmen.core.draws import Draws
from dolmen.core.kernel import INTERPRETED
from tests.cli.conftest import Dolmen, in_a_process, write
from tests.conftest import EVERY_NUMBER_OF_PLAYERS, game_text
from tests.meduris.conftest import PLACED, RITUAL, ROLLED, text_of
from tests.meduris.test_board import areas_text

START = ("play", "meduris", "--players", 3, "--seat", 1, "--seed", 5, "--bots", "random")
ALWAYS_ONE = "1\n" * 4000


def kept(home: Path) -> Path:
    """The only game that was kept."""
    (file,) = home.iterdir()
    return file


def going_on(out: str) -> list[str]:
    """The command that a person is told to go on with, without the program's name."""
    words = shlex.split(re.search("Go on with: (.*)", out, re.DOTALL).group(1))  # type: ignore[union-attr]
    return words[words.index("play") :]


# ----------------------------------------------------------------------------------------------------- whole games


@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_a_game_is_played_to_its_end_and_kept(players: int, dolmen: Dolmen, home: Path) -> None:
    seat = players - 1
    run = dolmen("play", "meduris", "--players", players, "--seat", seat, "--seed", 3, stdin=ALWAYS_ONE)
    assert run.status == 0 and run.err == ""
    assert f"you are player {seat} of {players}" in run.out and "The game is over. Victory: " in run.out
    transcript = read(kept(home))
    assert transcript.finished and len(transcript.scores()) == players
    names = ["Ben", "Cleo", "Dag"][: players - 1]
    names.insert(seat - 1, "Ana")
    assert f"Victory: {' and '.join(names[winner - 1] for winner in transcript.winners())}." in run.out
    assert str(kept(home)) in run.out


def test_every_kind_of_choice_can_be_made_by_number(dolmen: Dolmen, home: Path) -> None:
    """Always the last kind, then the first choice: temples, huts, then moves; and the last of all other choices."""
    if INTERPRETED:
        pytest.skip("greedy games take long when interpreted")
    for script in ("3\n2\n1\n1\n" * 1500, "2\n1\n" * 3000, "9\n4\n3\n2\n1\n" * 1000):
        run = dolmen("play", "meduris", "--players", 2, "--seat", 1, "--seed", 4, stdin=script)
        assert run.status == 0 and "The game is over" in run.out
        assert read(kept(home)).finished
        kept(home).unlink()


def test_terra_mystica_is_played_to_its_end_and_its_points_are_told_by_source(dolmen: Dolmen, home: Path) -> None:
    run = dolmen(
        *("play", "terra-mystica", "--players", 2, "--seat", 1, "--seed", 5, "--bots", "random", "--language", "es"),
        stdin=ALWAYS_ONE,
    )
    assert run.status == 0 and "La partida ha terminado. Victoria: " in run.out
    scores = re.search(r"^Total +(\d+) +(\d+)", run.out, re.MULTILINE)
    assert scores is not None and [int(score) for score in scores.groups()] == list(read(kept(home)).state.scores())


def test_bots_fill_the_other_seats_in_turn_order(dolmen: Dolmen) -> None:
    run = dolmen("play", "meduris", "--players", 4, "--seat", 2, "--bots", "greedy, random,greedy", "--seed", 1)
    assert "with Ben (greedy), Cleo (random), Dag (greedy)" in " ".join(run.out.split())


def test_the_same_seed_gives_the_same_game(dolmen: Dolmen, home: Path) -> None:
    texts = []
    for seed in (5, 5, 6):
        dolmen("play", "meduris", "--players", 2, "--seat", 1, "--seed", seed, "--bots", "random", stdin="1\n" * 40)
        texts.append(kept(home).read_bytes())
        kept(home).unlink()
    assert texts[0] == texts[1] != texts[2]


def test_a_seat_that_is_not_named_is_drawn_from_the_seed(dolmen: Dolmen) -> None:
    seats = set()
    for seed in range(12):
        first, again = (dolmen("play", "meduris", "--seed", seed, "--bots", "random").out for _ in range(2))
        assert first.splitlines()[0] == again.splitlines()[0]
        seats.update(re.findall(r"you are player (\d) of 3", first))
    assert seats == {"1", "2", "3"}


@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_other_stocks_stay_behind_their_screens_until_the_end(players: int, dolmen: Dolmen) -> None:
    run = dolmen(
        "play",
        "meduris",
        "--players",
        players,
        "--seat",
        1,
        "--seed",
        2,
        "--bots",
        "random",
        stdin="1\n" * 30 + "quit\n",
    )
    rows = [line for line in run.out.splitlines() if re.match(r"[▶ ] [▲■✚] (Ben|Cleo|Dag)", line)]
    assert len(rows) >= players - 1
    assert all("hidden" in row and row.count("▒") == 4 for row in rows)


# ---------------------------------------------------------------------------------------------------------- answers


def test_undo_takes_the_last_choice_back(dolmen: Dolmen, tmp_path: Path) -> None:
    run = dolmen(
        *START, stdin=f"save {tmp_path}/a\n1\nsave {tmp_path}/b\nundo\nsave {tmp_path}/c\n2\nsave {tmp_path}/d\nquit\n"
    )
    assert run.status == 0 and "Taken back." in run.out
    before, once, back, other = (read(tmp_path / name).lines() for name in "abcd")
    assert before == back == [] and once[0] == "place 1 wood" and other[0] == "place 1 wool"


def test_undo_goes_back_to_the_first_question_but_not_further(dolmen: Dolmen, tmp_path: Path) -> None:
    script = "1\n" * 6 + "undo\n" * 12 + f"save {tmp_path}/a\n1\nquit\n"
    run = dolmen(*START, stdin=script)
    assert run.status == 0 and "There is nothing to take back yet." in run.out
    assert read(tmp_path / "a").lines() == []


def test_undo_does_not_change_the_dice(dolmen: Dolmen, home: Path) -> None:
    games = []
    for script in ("1\n" * 12, "1\n" * 8 + "undo\nundo\n" + "1\n" * 6):
        dolmen(*START, stdin=script)
        games.append(kept(home).read_text(encoding="utf-8").splitlines())
        kept(home).unlink()
    shorter = min(map(len, games))
    assert games[0][:shorter] == games[1][:shorter]


def test_the_log_tells_the_game_so_far(dolmen: Dolmen) -> None:
    run = dolmen(*START, stdin="1\n1\nlog\nquit\n")
    assert "Ana placed a worker on the wood plain." in run.out and "Ben placed a worker on" in run.out


def test_the_board_is_shown_again(dolmen: Dolmen) -> None:
    once, twice = dolmen(*START, stdin="quit\n").out, dolmen(*START, stdin="board\nquit\n").out
    assert twice.count("The great river") == once.count("The great river") + 1


def test_a_game_is_saved_where_the_person_says(dolmen: Dolmen, tmp_path: Path) -> None:
    run = dolmen(*START, stdin=f"1\n1\nsave {tmp_path}/my game.meduris\nquit\n")
    saved = tmp_path / "my game.meduris"
    assert check(saved).ok and "".join(f"Saved in {saved}.".split()) in "".join(run.out.split())


def test_save_without_a_name_asks_for_one(dolmen: Dolmen) -> None:
    run = dolmen(*START, stdin="save\nquit\n")
    assert run.status == 0 and "Please name a file: save my-game.meduris" in run.out


@pytest.mark.parametrize(
    "place", [".", "/", "..", "/dev/null/x", "missing/x", "x" * 300, "a\0b", "[/bold]", "[/x]/y", "[bold]/y"]
)
def test_a_place_that_cannot_be_written_is_no_end_of_the_game(
    place: str, dolmen: Dolmen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    run = dolmen(*START, stdin=f"1\nsave {place}\n1\nquit\n")
    assert run.status == 0 and "cannot be written" in " ".join(run.out.split())
    assert read(kept(home)).state.decisions >= 4, "the game went on"


@pytest.mark.parametrize("name", ["a[b].meduris", "[bold]x", "x[/bold]", "[/]"])
def test_brackets_in_a_file_name_are_letters(
    name: str, dolmen: Dolmen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "/" in name:
        (tmp_path / name).parent.mkdir()
    monkeypatch.chdir(tmp_path)
    run = dolmen(*START, stdin=f"save {name}\nquit\n")
    assert run.status == 0 and f"Saved in {name}." in run.out


def test_a_question_mark_explains_the_rule(dolmen: Dolmen) -> None:
    run = dolmen(*START, stdin="?\nquit\n")
    assert "Before starting." in run.out and "A plain holds three workers at most" in " ".join(run.out.split())


def test_a_question_mark_with_a_number_explains_that_choice(dolmen: Dolmen) -> None:
    run = dolmen(*START, stdin="? 2\nquit\n")
    assert "Place a worker on the wool plain, at level 1." in run.out and "Before starting." in run.out
    assert re.search("Then +Ben decides", run.out)
    assert "Before starting." in dolmen(*START, stdin="? 99\nquit\n").out
    assert "Before starting." in dolmen(*START, stdin="? x\nquit\n").out


@pytest.mark.parametrize(
    "answer",
    [
        "0",
        "5",
        "-1",
        "1.0",
        "99",
        "x",
        "",
        "   ",
        "b",
        "²",
        "? ²",
        "9" * 5000,
        "? " + "9" * 5000,
        "[/bold]",
        "[red]",
        "\0",
    ],
)
def test_whatever_else_is_typed_the_question_stands(answer: str, dolmen: Dolmen, home: Path) -> None:
    run = dolmen(*START, stdin=f"{answer}\nquit\n")
    assert run.status == 0 and read(kept(home)).state.decisions == 0


def test_what_is_not_understood_is_answered_with_help(dolmen: Dolmen) -> None:
    run = dolmen(*START, stdin="dance\nquit\n")
    help_text = " ".join(run.out.split())
    assert "Please type a number from 1 to 4" in help_text
    assert all(word in help_text for word in ("'undo'", "'log'", "'board'", "'save FILE'", "'quit'", "'?'"))


def test_one_may_go_back_to_the_kinds_of_choices(dolmen: Dolmen, tmp_path: Path) -> None:
    file = write(tmp_path / "x.meduris", text_of(ROLLED))
    resume = ("play", "meduris", "--seat", 1, "--resume", file, "--bots", "random", "--seed", 1)
    run = dolmen(*resume, stdin="2\nb\n3\nback\n1\n1\nquit\n")
    assert run.out.count("Move (3)") >= 3 and run.out.count("What will you do?") >= 3


def test_a_kind_of_choice_may_be_named_by_its_letter(dolmen: Dolmen, tmp_path: Path) -> None:
    file = write(tmp_path / "x.meduris", text_of(ROLLED))
    run = dolmen("play", "meduris", "--seat", 1, "--resume", file, "--bots", "random", stdin="t\nquit\n")
    assert "Where will the temple stand?" in run.out


def test_a_choice_tells_what_it_costs_and_brings(dolmen: Dolmen, tmp_path: Path) -> None:
    file = write(tmp_path / "x.meduris", text_of(ROLLED))
    run = dolmen("play", "meduris", "--seat", 1, "--resume", file, "--bots", "random", stdin="h\n? 1\nquit\n")
    out = " ".join(run.out.split())
    assert "You pay 1 " in out and " left: " in out and "You get the " in out
    assert "Then the druid walks one stone on" in out
    assert "Hut. A hut stands on a free field." in out


# -------------------------------------------------------------------------------------------------------- languages


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("es", ("¿Dónde", "oculto", "Ana situó", "(regla: Antes de empezar)")),
        ("it", ("Dove", "nascosto", "Ana ha messo", "(regola: Prima di iniziare)")),
        ("nl", ("Waar", "afgeschermd", "Ana zette", "(regel: Voorbereiding)")),
    ],
)
def test_the_terminal_speaks_the_readers_language(language: str, told: tuple[str, ...], dolmen: Dolmen) -> None:
    run = dolmen(*START, "--language", language, stdin="hut 5\n? 1\n1\nsave\nundo\nhelp\nquit\n")
    assert run.status == 0
    out = " ".join(run.out.split())
    for words in told:
        assert words in out, out
    for english in (" the ", "You ", "Please", "behind", "Taken", "worker"):
        assert english not in out, english


def test_the_language_is_the_terminals_unless_another_one_is_asked_for(
    dolmen: Dolmen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "nl_NL.UTF-8")
    assert "Waar" in dolmen(*START, stdin="quit\n").out
    assert "Where" in dolmen(*START, "--language", "en", stdin="quit\n").out
    assert "there is no language 'xx'; there are: en, es, it, nl" in dolmen(*START, "--language", "xx").refused()


def test_a_person_may_have_a_name(dolmen: Dolmen) -> None:
    run = dolmen(*START, "--name", "Ben", stdin="1\n1\nquit\n")
    assert "called Ben, with Cleo (random), Dag (random)" in " ".join(run.out.split())
    assert "Ben placed a worker" in run.out and going_on(run.out)[going_on(run.out).index("--name") + 1] == "Ben"


def test_a_decision_may_be_typed_in_words(dolmen: Dolmen, home: Path) -> None:
    dolmen(*START, stdin="place stone\nquit\n")
    assert read(kept(home)).lines()[0] == "place 1 stone"


def test_an_illegal_decision_in_words_is_answered_with_its_rule(dolmen: Dolmen, home: Path) -> None:
    run = dolmen(*START, stdin="hut 5\nquit\n")
    assert "(rule: Before starting)" in " ".join(run.out.split()) and read(kept(home)).state.decisions == 0


@pytest.mark.parametrize("words", ["pay wood 1", "pay wood 1\npay wool 1", "pay wood 1\nundo\n1", "pay direct"])
def test_a_payment_may_be_typed_in_words(words: str, dolmen: Dolmen, tmp_path: Path, home: Path) -> None:
    """Not all payments are listed where there are many; each number may be typed instead."""
    lines = [*PLACED, "roll plus", "take 1 wood", "take 2 none"]
    file = write(tmp_path / "x.meduris", text_of(lines))
    resume = ("play", "meduris", "--seat", 1, "--resume", file, "--bots", "random", "--seed", 1)
    run = dolmen(*resume, stdin=f"hut 2\n{words}\n1\n1\n1\nquit\n")
    assert run.status == 0, run.err
    assert check(kept(home)).ok and any(line.startswith("hut 1 2 wood") for line in read(kept(home)).lines())


def test_the_end_of_the_input_is_like_quit(dolmen: Dolmen, home: Path) -> None:
    run = dolmen(*START, stdin="1\n")
    assert run.status == 0 and "The game is kept." in run.out and check(kept(home)).ok


def test_an_interrupt_is_like_quit(dolmen: Dolmen, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("rich.console.Console.input", interrupt)
    run = dolmen(*START)
    assert run.status == 0 and "The game is kept." in run.out and check(kept(home)).ok


# ------------------------------------------------------------------------------------------------------ going on


def test_a_game_that_was_left_is_kept_and_goes_on(dolmen: Dolmen, home: Path) -> None:
    run = dolmen(*START, stdin="1\n" * 5 + "quit\n")
    assert run.status == 0
    left = kept(home).rename(home.parent / "left.meduris")
    run = dolmen("play", "meduris", "--seat", 1, "--resume", left, "--bots", "random", stdin="quit\n")
    assert run.status == 0 and kept(home).read_bytes() == left.read_bytes()
    kept(home).unlink()
    run = dolmen("play", "meduris", "--seat", 1, "--resume", left, "--seed", 3, stdin=ALWAYS_ONE)
    assert run.status == 0 and read(kept(home)).finished
    assert kept(home).read_text(encoding="utf-8").startswith(left.read_text(encoding="utf-8"))


def test_the_command_to_go_on_with_goes_on(dolmen: Dolmen, tmp_path: Path) -> None:
    """Same seat, same bots, same board, however strange the names of the files."""
    folder = tmp_path / "a folder [bold]"
    folder.mkdir()
    board = write(folder / "mine.toml", areas_text(33))
    run = dolmen(
        *("play", "meduris", "--players", 3, "--seat", 2, "--seed", 5, "--bots", "random,greedy", "--board", board),
        stdin="1\nquit\n",
    )
    assert run.status == 0
    again = dolmen(*going_on(run.out), stdin="quit\n")
    assert again.status == 0, again.err
    assert "you are player 2 of 3, called Ana, with Ben (random), Cleo (greedy)" in " ".join(again.out.split())


def test_a_strange_data_folder_is_named_as_it_is(
    dolmen: Dolmen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "my [bold]data"))
    run = dolmen(*START, stdin="1\nquit\n")
    (file,) = (tmp_path / "my [bold]data" / "dolmen").iterdir()
    assert run.status == 0 and file in [Path(word) for word in going_on(run.out)]


def test_two_games_kept_in_the_same_second_are_two(dolmen: Dolmen, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.strftime", lambda *_: "20260101-120000")
    for seed in (1, 2):
        dolmen("play", "meduris", "--seat", 1, "--seed", seed, "--bots", "random", stdin="1\nquit\n")
    assert len(list(home.iterdir())) == 2


def final_circuits() -> list[tuple[str, int]]:
    """Unfinished games that end where the final circuit begins, with a seat that is asked second and has a choice."""
    found = []
    for seed in range(20):
        text = game_text(2, "greedy", seed)
        lines = text.splitlines(keepends=True)
        offers = lines[lines.index("final\n") + 1 : -2]
        first = int(offers[0].split()[1])
        choices = next((line for line in offers if int(line.split()[1]) != first), "offer 1 none")
        if "none" not in choices:
            found.append(("".join(lines[: lines.index("final\n")]), 3 - first))
    return found


@pytest.mark.skipif(INTERPRETED, reason="greedy games take long when interpreted")
def test_a_game_that_is_left_in_its_final_circuit_can_go_on(dolmen: Dolmen, home: Path, tmp_path: Path) -> None:
    circuits = final_circuits()
    assert circuits
    for text, seat in circuits[:4]:
        file = write(tmp_path / "x.meduris", text)
        saved = tmp_path / "y.meduris"
        run = dolmen("play", "meduris", "--seat", seat, "--resume", file, stdin=f"save {saved}\nquit\n")
        assert run.status == 0 and "The game is kept" in run.out
        for left in (saved, kept(home)):
            assert check(left).ok, check(left).error
        assert "final\n" in saved.read_text(encoding="utf-8")
        kept(home).unlink()


def test_a_game_may_be_resumed_at_any_line(dolmen: Dolmen, tmp_path: Path, home: Path) -> None:
    text = game_text(2)
    for cut in range(4, text.count("\n") - 1, 23):
        file = write(tmp_path / "x.meduris", "".join(text.splitlines(keepends=True)[:cut]))
        run = dolmen("play", "meduris", "--seat", 2, "--resume", file, "--bots", "random", stdin="1\n1\nundo\nquit\n")
        if "is over" not in run.err:
            assert run.status == 0, run.err
            assert check(kept(home)).ok
            kept(home).unlink()


# ------------------------------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--bots", "clever"], "there is no bot 'clever'; there are: random, greedy"),
        (["--bots", ""], "there is no bot ''"),
        (["--bots", "greedy,"], "there is no bot ''"),
        (["--bots", "greedy,random,random"], "--bots names 3 bots for 2 other seats"),
        (["--bots", "greedy,random", "--players", "2"], "--bots names 2 bots for 1 other seats"),
        (["--seat", "4"], "--seat 4 is none of the 3 seats"),
        (["--seat", "3", "--players", "2"], "--seat 3 is none of the 2 seats"),
        (["--players", "1"], "Meduris is for 2 to 4 players, not 1"),
        (["--players", "5"], "Meduris is for 2 to 4 players, not 5"),
        (["--board", "nowhere.toml"], "nowhere.toml cannot be read"),
        (["--resume", "nowhere.meduris"], "nowhere.meduris cannot be read"),
    ],
)
def test_a_game_that_cannot_be_set_up_is_refused(arguments: list[str], words: str, dolmen: Dolmen) -> None:
    assert words in dolmen("play", "meduris", *arguments).refused()


def test_a_game_that_is_over_is_not_resumed(dolmen: Dolmen, game_file: Path) -> None:
    assert "is over" in dolmen("play", "meduris", "--resume", game_file).refused()


def test_a_resumed_game_keeps_its_number_of_players(dolmen: Dolmen, tmp_path: Path) -> None:
    file = write(tmp_path / "x.meduris", text_of(RITUAL))
    assert "has 2 players" in dolmen("play", "meduris", "--resume", file, "--players", 3).refused()
    assert "none of the 2 seats" in dolmen("play", "meduris", "--resume", file, "--seat", 3).refused()


def test_a_broken_game_is_not_resumed(dolmen: Dolmen, tmp_path: Path) -> None:
    file = write(tmp_path / "x.meduris", text_of([*ROLLED, "hut 1 2"]))
    assert "line 11: player 1 may not pay nothing" in dolmen("play", "meduris", "--resume", file).refused()


# ------------------------------------------------------------------------------------------------------- processes


@pytest.mark.process
def test_a_real_process_plays_and_keeps_the_game(tmp_path: Path) -> None:
    run = in_a_process(
        *("play", "meduris", "--players", "2", "--seat", "1", "--seed", "3", "--bots", "random"),
        stdin=b"1\nundo\n1\nlog\nquit\n",
        XDG_DATA_HOME=str(tmp_path),
    )
    assert run.status == 0 and run.err == "" and check(kept(tmp_path / "dolmen")).ok


@pytest.mark.process
def test_bytes_that_are_no_text_do_not_end_the_game(tmp_path: Path) -> None:
    run = in_a_process(
        *("play", "meduris", "--players", "2", "--seat", "1", "--seed", "3", "--bots", "random"),
        stdin=b"1\n\xff\xfe\nquit\n",
        XDG_DATA_HOME=str(tmp_path),
        PYTHONIOENCODING="utf-8:strict",
    )
    assert run.status == 0 and "Traceback" not in run.err and check(kept(tmp_path / "dolmen")).ok


@pytest.mark.parametrize("seed", range(1 if INTERPRETED else 6))
def test_whatever_a_person_types_the_game_that_is_kept_can_be_read(seed: int, dolmen: Dolmen, home: Path) -> None:
    draws = Draws(seed)
    answers = [
        "1",
        "2",
        "3",
        "4",
        "5",
        "7",
        "12",
        "b",
        "undo",
        "undo",
        "?",
        "? 2",
        "log",
        "board",
        "save",
        "x",
        "hut 5",
    ]
    answers += [
        "pay wood 1",
        "pay wool 0",
        "pay direct",
        "offer none",
        "offer wood",
        "roll wood",
        "temple 3",
        "take none",
    ]
    typed = [draws.pick(answers[:8] if draws.below(3) else answers) for _ in range(40 + draws.below(160))]
    players = 2 + seed % 3
    run = dolmen(
        *("play", "meduris", "--players", players, "--seat", 1 + seed % players, "--seed", seed, "--bots", "random"),
        stdin="\n".join([*typed, "quit", ""]),
    )
    assert run.status == 0, run.err
    report = check(kept(home))
    assert report.ok, report.error


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "\x1b[31m"])
def test_a_name_that_cannot_be_shown_is_refused(name: str, dolmen: Dolmen) -> None:
    run = dolmen("play", "meduris", "--name", name)
    assert run.status == 2 and "must be a name that can be shown" in run.err
