"""`dolmen setup`: a set-up and its link."""

from __future__ import annotations

from dolmen.contract.registry import games
from tests.cli.conftest import Dolmen


def test_the_same_seed_prints_the_same_set_up_and_its_link(dolmen: Dolmen) -> None:
    for game in games():
        first, again = (dolmen("setup", game, "--players", "3", "--seed", "7") for _ in range(2))
        assert first.status == 0 and first.out == again.out and first.err == ""
        assert first.out.splitlines()[-1].startswith(f"link /setups/{game}?players=3&")
        told = dolmen("setup", game, "--players", "3", "--seed", "7", "--json").json()
        named = [word for name, value in told["options"].items() for word in ("--choose", f"{name}={value}")]
        other = dolmen("setup", game, "--players", "3", "--seed", "8", *named)
        assert other.out == first.out, "what is named is laid out, whatever the seed"


def test_what_cannot_be_laid_out_is_refused_in_one_line(dolmen: Dolmen) -> None:
    for words, why in (
        (["--choose", "scoring=SCORE2,SCORE2"], "scoring tile SCORE2 is named 2 times"),
        (["--choose", "scoring"], "--choose names an option and its value"),
        (["--choose", "wind=strong"], "there is no option 'wind'"),
        (["--players", "7"], "is for 2 to 5 players, not 7"),
    ):
        run = dolmen("setup", "terra-mystica", *words)
        assert run.status == 1 and why in run.err and run.err.count("\n") == 1 and run.out == ""
