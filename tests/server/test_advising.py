"""Advice at the table: for who plays against bots alone, and in replays; never where somebody else would be harmed."""

from __future__ import annotations

import re

import pytest

from dolmen.analysis.advice import Advice
from dolmen.analysis.replay import begin
from dolmen.contract.registry import games, load, package
from dolmen.core.draws import Draws
from dolmen.core.words import LANGUAGES, words
from dolmen.server.bot_process import BotProcess
from dolmen.server.bot_worker import Position, best_plays, think
from dolmen.server.live_table import LiveTable
from dolmen.server.pages.advice import advised
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
    assert "What a strong bot would have done" in advice
    assert len(re.findall(">played<", advice)) == 1, "what was played is marked"


def plays(live: LiveTable, *figures: float) -> list[Advice]:
    """Made-up advice: the first legal decisions of a position with these figures."""
    legal = live.state.legal_actions()
    reasons = ("workers +1.5", "chips -0.4", "set-up +0.3")
    return [Advice("", points, 0.1, reasons, (legal[place],)) for place, points in enumerate(figures)]


def test_advice_is_sorted_by_its_own_figures_and_says_the_difference(server: Server) -> None:
    ana = server.visitor("Ana")
    live = server.context.tables.live(ana.new_table("me", "bot:random"))
    told = advised(live, live.state.history, plays(live, 43, 42, 43.8), words("en"))
    assert [play.worth for play in told] == ["", "0.8 points less", "1.8 points less"]
    assert [play.path for play in told] == ["3", "1", "2"]
    assert told[0].text == "Place on the copper plain", "neither past nor future"
    assert told[0].reasons == "workers in better places, fewer materials in stock", "no figures of the engine"
    assert advised(live, live.state.history, plays(live, 43, 41), words("es"))[1].worth == "2,0 puntos menos"


def test_equal_figures_are_told_as_equal(server: Server) -> None:
    ana = server.visitor("Ana")
    live = server.context.tables.live(ana.new_table("me", "bot:random"))
    told = advised(live, live.state.history, plays(live, 95.01, 95, 95.02), words("en"))
    assert [play.worth for play in told] == ["all the same to it", "just as good", "just as good"]
    told = advised(live, live.state.history, plays(live, 95, 95, 90), words("en"))
    assert [play.worth for play in told] == ["", "just as good", "5.0 points less"]


@pytest.mark.parametrize("key", games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_of_a_bot_has_plain_words(key: str, language: str) -> None:
    judgement, present, reader = package(key).judgement(), package(key).presentation(), words(language)
    assert judgement is not None
    told = {name for name in judgement.feature_names if present.reason(name, reader, more=True)}
    assert set(judgement.feature_names) - told <= {"set-up", "faction"}, "what no play changes needs no words"
    for name in told:
        assert present.reason(name, reader, more=True) != present.reason(name, reader, more=False) != ""


@pytest.mark.parametrize("key", ["meduris"])
def test_a_process_builds_the_position_from_its_history(key: str) -> None:
    game = load(key, 2)
    transcript = begin(game, 3)
    setup = transcript.setup_text()
    draws = Draws(3)
    while transcript.state.turn < 6 or transcript.state.current_player < 0:
        transcript.state.apply_trusted(draws.pick(transcript.state.legal_actions()))
    assert package(key).notation().read(setup).state.history == ()
    best = best_plays(Position(key, setup, transcript.state.history), "strong", 3)
    for play in best:
        transcript.state.clone().play(play.actions)
    assert best and sum(play.share for play in best) <= 1.001


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
