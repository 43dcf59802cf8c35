"""A third game is one folder: Pig is installed by its entry point, and everything knows it, nothing else changed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page

from dolmen.core.kernel import INTERPRETED
from tests.browser.chromium import PATIENCE
from tests.browser.hands import begin, kind, picture, sequence, until
from tests.server.test_crash import start

pytestmark = pytest.mark.process

FOLDER = Path(__file__).parents[2] / "examples" / "pig"
Run = Callable[..., str]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a machine on which Pig is installed beside Dolmen."""
    site = tmp_path_factory.mktemp("site")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*install, "--no-build-isolation", "--target", str(site), str(FOLDER)], check=True)
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])}


@pytest.fixture(scope="module")
def run(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs a command line of Dolmen, or a program; gives what it printed."""
    home = tmp_path_factory.mktemp("home")

    def run(*words: str, program: str = "", stdin: str = "") -> str:
        command = [sys.executable, "-c", program] if program else [sys.executable, "-m", "dolmen", *words]
        result = subprocess.run(
            command, env={**environment, "XDG_DATA_HOME": str(home)}, input=stdin, capture_output=True, text=True
        )
        assert result.returncode == 0, result.stderr
        return result.stdout

    return run


def test_it_is_listed_beside_the_others(run: Run) -> None:
    assert [line.split()[0] for line in run("games").splitlines()] == ["meduris", "pig", "terra-mystica"]


def test_it_keeps_every_promise_for_every_number_of_players(run: Run) -> None:
    run(
        program="""
from dolmen.contract.registry import load
from dolmen.testing.conformance import check_game
for players in range(2, 7):
    check_game(load("pig", players), games=1)
"""
    )


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_compiling_from_nothing_and_starting_are_measured(run: Run) -> None:
    """Of the games, Pig compiles soonest."""
    program = """
import json
from dolmen.analysis.bench import start_times
from dolmen.contract.registry import load
print(json.dumps(start_times(load("pig", 2))))
"""
    seconds = json.loads(run(program=program))
    assert set(seconds) == {"cold_compile_seconds", "warm_start_seconds", "search_compile_seconds"}
    assert min(seconds.values()) > 0


def test_games_are_simulated_and_replayed(run: Run, tmp_path: Path) -> None:
    run("sim", "pig", "--players", "4", "--games", "3", "--policy", "greedy", "--out", str(tmp_path))
    files = sorted(map(str, tmp_path.iterdir()))
    replays = [json.loads(line) for line in run("replay", "--json", *files).splitlines()]
    assert len(replays) == 3 and all(one["ok"] and one["finished"] and one["game"] == "pig" for one in replays)
    assert all(max(one["scores"]) >= 100 and len(one["winners"]) == 1 for one in replays)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("pig 2\n", "line 1: "),
        ("pig 1\nplayers 7\n", "line 2: the header has a line 'players N' here, with 2 to 6, not 'players 7'"),
        ("pig 1\nplayers 2\nstart 3\n", "line 3: 'start 3': there are 2 players"),
        ("pig 1\nplayers 2\n", "line 2: the header ends before 'start'"),
        ("pig 1\nplayers 2\nstart 1\nhold\n", "line 4: there is nothing to hold before the first roll of a turn"),
        ("pig 1\nplayers 2\nstart 1\nrolled 6\n", "line 4: the die falls only after a player has rolled"),
        ("pig 1\nplayers 2\nstart 1\nroll\nhold\n", "line 5: the die is to fall: nobody decides here"),
        ("pig 1\nplayers 2\nstart 1\njump\n", "line 4: there is no action 'jump' in Pig"),
    ],
)
def test_a_wrong_line_is_refused_with_its_number_and_the_reason(
    text: str, what: str, environment: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "game.pig"
    file.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "dolmen", "replay", str(file)]
    result = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert result.returncode == 1 and what in result.stderr


def test_it_is_played_at_the_terminal(run: Run) -> None:
    typed = "\n".join(["?", *["1", "2"] * 400])
    said = run("play", "pig", "--players", "2", "--seat", "1", "--seed", "3", stdin=typed)
    assert "Do you dare another roll?" in said and "Victory: " in said
    spanish = run("play", "pig", "--players", "2", "--seat", "1", "--seed", "3", "--language", "es", stdin=typed)
    assert "¿Te atreves a tirar otra vez?" in spanish and "sacó un" in spanish


def test_bots_meet_in_the_arena(run: Run, tmp_path: Path) -> None:
    words = ("--games", "12", "--players", "3", "--seed", "1", "--out", str(tmp_path / "arena"), "--json")
    report = json.loads(run("arena", "pig", "--bots", "greedy,strong,random", *words))
    points = {row["bot"]: row["points"]["value"] for row in report["standings"]}
    assert points["random"] < points["greedy"] and points["random"] < points["strong"]


def test_it_is_an_environment_for_pettingzoo_gymnasium_and_open_spiel(run: Run) -> None:
    run(
        program="""
import warnings; warnings.simplefilter("ignore")
from pettingzoo.test import api_test
from dolmen.envs.pettingzoo import pig_v0
import dolmen.envs.pettingzoo.pig_v0
api_test(pig_v0.env(players=6), num_cycles=200)

import gymnasium
from gymnasium.utils.env_checker import check_env
import dolmen.envs.gymnasium
check_env(gymnasium.make("dolmen/Pig-v0", players=3).unwrapped, skip_render_check=True)

import pyspiel
import dolmen.envs.open_spiel
game = pyspiel.load_game("python_dolmen_pig", {"players": 2})
state = game.new_initial_state()
while not state.is_terminal():
    state.apply_action(state.legal_actions()[0] if not state.is_chance_node() else state.legal_actions()[-1])
    if state.current_player() >= 0 and 1 in state.legal_actions():
        state.apply_action(1)
assert sorted(state.returns()) != [0.0, 0.0]
"""
    )


def test_thousands_are_played_at_once(run: Run) -> None:
    run(
        program="""
from dolmen.batch import Batch
from dolmen.contract.registry import load
batch = Batch(load("pig", 6), 1000, restart=False)
batch.play_out()
assert (batch.scores.max(axis=1) >= 100).all() and (batch.returns.sum(axis=1) == 1).all()
"""
    )


# ------------------------------------------------------------------------------------------------------ in the browser


@pytest.fixture(scope="module")
def url(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server on that machine."""
    folder = tmp_path_factory.mktemp("server")
    process, address = start(
        f"sqlite:///{folder}/tables.sqlite", folder / "log", "--pace", "0", "--pause", "0", environment=environment
    )
    yield address
    process.terminate()
    process.wait()


def visit(browser: Browser, url: str, language: str) -> Page:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale=language)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(url)
    return page


@pytest.mark.parametrize(
    ("language", "question"), [("en", "Do you dare another roll?"), ("es", "¿Te atreves a tirar otra vez?")]
)
def test_a_whole_game_is_played_by_clicking(browser: Browser, url: str, language: str, question: str) -> None:
    """Roll until there are 18 points in the pot, then hold."""
    wrong: list[str] = []
    page = visit(browser, url, language)
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    begin(page, "me", "bot:greedy", game="pig")
    asked = set()
    while kind(page) != "over":
        before = sequence(page)
        if kind(page) == "ask":
            asked.add(page.inner_text("#prompt"))
            pot = int(page.text_content("#pot-number") or 0) if page.query_selector("#pot-number") else 0
            page.locator("#lit-pot" if pot >= 18 else "#lit-die").dispatch_event("click")
        until(page, lambda: sequence(page) != before or kind(page) == "over", "the next question")  # noqa: B023
        if len(asked) == 3:
            picture(page, f"pig-{language}")
    assert any(question in text for text in asked) and wrong == []
    page.context.close()


def test_programs_play_it_through_the_api(url: str) -> None:
    with httpx.Client(base_url=f"{url}/api", timeout=60) as client:
        client.headers["Authorization"] = f"Bearer {client.post('/guests', json={'name': 'Robo'}).json()['token']}"
        table = client.post("/tables", json={"game": "pig", "seats": ["me", "bot:random"]}).json()["id"]
        assert client.get(f"/tables/{table}", params={"seat": 0}).json()["game"] == "pig"
