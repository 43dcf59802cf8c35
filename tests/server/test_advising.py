"""Advice at the table: for who plays against bots alone, and in replays; never where somebody else would be harmed."""

from __future__ import annotations

import re

import pytest

from dolmen.analysis.replay import begin
from dolmen.contract.registry import load, package
from dolmen.core.draws import Draws
from dolmen.server.bot_process import BotProcess
from dolmen.server.bot_worker import Position, best_plays, think
from tests.conftest import game_text
from tests.server.people import Server, Visitor

STRONG = "What a strong bot would do"


def visitor(server: Server, name: str) -> Visitor:
    """Somebody with patience: the bots' processes start modestly."""
    made = server.visitor(name)
    made.http.timeout = 300
    return made


def test_who_plays_against_bots_is_advised(server: Server) -> None:
    ana = visitor(server, "Ana")
    table = ana.new_table("me", "bot:random")
    assert "What would a bot do?" in ana.get(f"/t/{table}").text
    advice = ana.get(f"/t/{table}/advice?seat=0").text
    assert STRONG in advice and len(re.findall("<li>", advice)) >= 2
    path = re.search(r'data-advice="([\d.]+)">Place on the', advice)
    assert path, "a play that can be chosen at once"
    assert "data-confirm" in ana.get(f"/t/{table}/prompt?chosen={path[1]}&seat=0").text
    assert server.context.tables.live(table).state.history == ()


def test_nobody_is_advised_against_other_people(server: Server) -> None:
    ana, ben = visitor(server, "Ana"), visitor(server, "Ben")
    table = ana.new_table("me", "open")
    ben.join(table)
    assert "What would a bot do?" not in ana.get(f"/t/{table}").text
    for one, seat in ((ana, 0), (ben, 1), (visitor(server, "Cleo"), 0)):
        assert STRONG not in one.get(f"/t/{table}/advice?seat={seat}").text
        assert STRONG not in one.get(f"/t/{table}/advice?at=1").text


def test_replays_are_advised_for_everybody(server: Server) -> None:
    ana = visitor(server, "Ana")
    answer = ana.http.post("/upload", data={"csrf": ana.csrf}, files={"file": ("game.meduris", game_text(2).encode())})
    table = re.search(r"/t/(\w+)/replay", str(answer.url) + answer.text)
    assert table is not None
    page = visitor(server, "Ben").get(f"/t/{table[1]}/replay")
    assert "What would a bot do?" in page.text
    advice = visitor(server, "Ben").get(f"/t/{table[1]}/advice?at=1").text
    assert STRONG in advice


@pytest.mark.parametrize("key", ["meduris"])
def test_a_process_builds_the_position_from_its_history(key: str) -> None:
    game = load(key, 2)
    transcript = begin(game, 3)
    setup = transcript.setup_text()
    draws = Draws(3)
    while transcript.state.turn < 6 or transcript.state.current_player < 0:
        transcript.state.apply_trusted(draws.pick(transcript.state.legal_actions()))
    assert package(key).notation().read(setup).state.history == ()
    plays = best_plays(Position(key, setup, transcript.state.history), "strong", 3)
    for play in plays:
        transcript.state.clone().play(play.actions)
    assert plays and sum(play.share for play in plays) <= 1.001


WEB = ("fastapi", "starlette", "jinja2", "sqlalchemy", "uvicorn", "babel")
OWN_WEB = re.compile(r"dolmen\.server\.(?!bot_worker$)|dolmen\.store|dolmen\.games\.\w+\.present")


@pytest.mark.parametrize(("key", "bot"), [("meduris", "strong"), ("terra-mystica", "greedy")])
def test_a_bots_process_loads_nothing_of_the_web(key: str, bot: str) -> None:
    setup = begin(load(key, 2), 3).setup_text()
    process = BotProcess()
    assert process.ask(think, Position(key, setup, ()), bot, 1, 1)
    assert process.ask(best_plays, Position(key, setup, ()), bot, 3)
    loaded = process.ask(eval, "sorted(__import__('sys').modules)")
    process.end()
    assert "dolmen.bots" in loaded
    assert [name for name in loaded if name.partition(".")[0] in WEB or OWN_WEB.match(name)] == []
