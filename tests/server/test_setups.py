"""Set-ups: chosen by hand, drawn again, shared as a link, played again; what is seen before the start is played."""

from __future__ import annotations

import re
from html import unescape

import pytest

from dolmen.contract.registry import load, package
from dolmen.core.errors import InvalidSetup
from dolmen.core.words import LANGUAGES, words
from dolmen.games.terra_mystica.rules.setup import Setup
from dolmen.server.commands import making, setups
from dolmen.server.errors import NotRunning, NotYourSeat
from dolmen.server.live_tables import LiveTables
from dolmen.server.set_up import fields_of_options, options_of_form, shared_options
from tests.server.people import Server, api

SCORING = "SCORE2,SCORE1,SCORE3,SCORE4,SCORE5,SCORE6"
BONUS = "BON1,BON2,BON3,BON4,BON5"


def laid(text: str) -> Setup:
    setup = package("terra-mystica").notation().read(text).setup
    assert isinstance(setup, Setup)
    return setup


def test_who_made_the_table_lays_out_its_set_up_and_draws_it_again(tables: LiveTables) -> None:
    ana, ben = tables.store.new_player("Ana"), tables.store.new_player("Ben")
    table = making.create(tables, "terra-mystica", ana, ["me", "open"]).id
    setups.change(
        tables, table, ana, {"scoring": SCORING, "bonus": BONUS, "setup": "dealt", "factions": "nomads,giants"}
    )
    setup = laid(tables.live(table).setup)
    assert ",".join(setup.scoring) == SCORING and ",".join(setup.bonuses) == BONUS
    assert setup.factions == ("nomads", "giants")
    for wrong, why in (
        ({"scoring": "SCORE2,SCORE2"}, "scoring tile SCORE2 is named 2 times"),
        ({"scoring": "SCORE77"}, "there is no scoring tile 'SCORE77'"),
        ({"bonus": BONUS + ",BON6"}, "6 tiles are chosen, but there are places for 5"),
        ({"bonus": "BON10"}, "only with the option shipping-bonus"),
        ({"scoring": ",,,,SCORE1"}, "may not lie on round 5 or 6"),
        ({"setup": "dealt", "factions": "nomads"}, "1 factions are named for 2 players"),
        ({"setup": "dealt", "factions": "nomads,fakirs"}, "are both yellow"),
        ({"seed": "x"}, "a seed is a whole number"),
        ({"tiles": "BON1"}, "there is no option 'tiles'"),
    ):
        with pytest.raises(InvalidSetup, match=re.escape(why)):
            setups.change(tables, table, ana, wrong)
        assert laid(tables.live(table).setup) == setup, "nothing is changed"
    with pytest.raises(NotYourSeat):
        setups.change(tables, table, ben, {})
    setups.change(tables, table, ana, {"setup": "standard"})
    drawn = laid(tables.live(table).setup)
    assert drawn.scoring != setup.scoring and not drawn.factions
    tables.forget(table)
    assert laid(tables.live(table).setup) == drawn
    from dolmen.server.commands import seats

    seats.fill_with_bots(tables, table, ana, "random")
    live = tables.live(table)
    assert live.is_running and live.state.record.scoring.tolist() == [int(name[5:]) - 1 for name in drawn.scoring]
    with pytest.raises(NotRunning):
        setups.change(tables, table, ana, {})


def test_the_same_seed_draws_the_same_and_what_is_chosen_stays() -> None:
    notation, game = package("terra-mystica").notation(), load("terra-mystica", 3)
    drawn = notation.begin(game, {}, 7).setup
    assert notation.begin(game, {"setup": "dealt"}, 7).setup.scoring == drawn.scoring
    chosen = notation.begin(game, {"scoring": ",,,SCORE1", "bonus": "BON9"}, 7).setup
    assert chosen.scoring[3] == "SCORE1" and "BON9" in chosen.bonuses and len(set(chosen.bonuses)) == 6
    for seed in range(50):
        setup = notation.begin(game, {"scoring": f"SCORE{seed % 8 + 1}" if seed % 8 else ""}, seed).setup
        assert "SCORE1" not in setup.scoring[4:]


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("terra-mystica", {}),
        ("terra-mystica", {"setup": "colours", "shipping-bonus": "on"}),
        ("terra-mystica", {"setup": "introductory", "late-answers": "on"}),
        ("terra-mystica", {"setup": "dealt"}),
        ("terra-mystica", {"setup": "auction"}),
        ("terra-mystica", {"setup": "auction-named"}),
        ("meduris", {}),
        ("meduris", {"stocks": "open"}),
    ],
)
def test_a_set_up_is_made_again_by_the_options_that_it_tells(game: str, options: dict[str, str]) -> None:
    notation, rules = package(game).notation(), load(game, 3)
    first = notation.begin(rules, options, 5)
    told = shared_options(first, options)
    again = notation.begin(rules, told, 99)
    assert again.setup_text().split("\nseed")[0] == first.setup_text().split("\nseed")[0]
    present = package(game).presentation()
    form = fields_of_options(present, told)
    read = options_of_form(form)
    by_seat = {field.name for field in present.options(words("en")) if field.by_seat}
    assert {name: value for name, value in told.items() if name not in by_seat} == {
        name: " ".join(sorted(value.split(), key=lambda one: int(one.split(":")[0]))) if ":" in value else value
        for name, value in read.items()
    }


@pytest.mark.parametrize("game", ["terra-mystica", "meduris"])
def test_a_link_shows_the_set_up_and_fills_the_form_of_a_new_table(server: Server, game: str) -> None:
    ana = server.visitor("Ana")
    table = ana.new_table("me", "here:Ben", game=game)
    shown = ana.get(f"/t/{table}/setup")
    assert shown.status_code == 200 and "/setups/" in str(shown.url)
    play = re.search(r'id="play-setup" href="([^"]+)"', shown.text)
    assert play
    home = ana.get(unescape(play[1]).partition("#")[0])
    fields = {
        **dict(re.findall(r'<select name="(tile_[^"]+)">.*?value="([^"]+)" selected', home.text, re.S)),
        **{n: v for n, v in re.findall(r'name="(place_[^"]+)"[^>]*?value="(\d*)"', home.text, re.S) if v},
        "option_setup": "standard" if game == "terra-mystica" else "",
    }
    again = ana.new_table("me", "here:Ben", game=game, **{k: v for k, v in fields.items() if v})
    live = server.context.tables.live
    assert live(again).setup == live(table).setup


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_laid_out_is_told_in_the_readers_language(server: Server, language: str) -> None:
    ana = server.visitor("Ana")
    ana.post("/language", language=language)
    table = ana.new_table("me", "friend", game="terra-mystica")
    before = server.context.tables.live(table).setup
    page = ana.post(f"/t/{table}/setup", script=False, tile_scoring_0="SCORE2", tile_scoring_1="SCORE2")
    assert page.status_code == 422
    told = words(language).gettext("scoring tile %(name)s is named %(number)s times") % {"name": "SCORE2", "number": 2}
    assert told[1:] in unescape(page.text)
    assert (language == "en") == (told == "scoring tile SCORE2 is named 2 times")
    assert server.context.tables.live(table).setup == before
    page = ana.get("/setups/terra-mystica?players=3&bonus=BON1,BON1")
    assert page.status_code == 422


@pytest.mark.parametrize(
    "path",
    [
        "/?game=nonsense",
        "/?game=terra-mystica&players=999&scoring=,,,,,,,,,,,,,,&bonus=x",
        "/?game=meduris&chips=::: 3:two",
        "/setups/nonsense",
        "/setups/terra-mystica?players=x&scoring=SCORE2,SCORE2",
        "/setups/terra-mystica?players=3&tile_scoring_99=SCORE2&tile_bonus_0=BON1",
        "/setups/meduris?players=4&place_chips_0_two=x",
        "/setups/meduris?players=4&seed=99999999999999",
        "/setups/terra-mystica?players=3&setup=colours&colours=red,red,red",
        "/setups/terra-mystica?players=3&draw=seed&seed=-1",
    ],
)
def test_strange_addresses_are_answered_in_a_sentence(server: Server, path: str) -> None:
    assert server.visitor("Ana").get(path).status_code in (200, 404, 422)


def test_a_link_for_a_number_of_players_that_the_game_is_not_for_says_so(server: Server) -> None:
    ana = server.visitor("Ana")
    for number, says in (("9", "for 2 to 5 players, not 9"), ("0", "not 0"), ("x", "a number, not &#39;x&#39;")):
        answer = ana.get(f"/setups/terra-mystica?seed=1&players={number}")
        assert answer.status_code == 422 and says in answer.text, number
    assert ana.get("/setups/terra-mystica?seed=1").status_code == 200


def test_programs_draw_share_and_lay_out_set_ups(server: Server) -> None:
    robo, other = api(server, "Robo"), api(server, "Other")
    drawn = robo.get("/games/terra-mystica/setup?players=2&seed=7").json()
    assert drawn == robo.get("/games/terra-mystica/setup?players=2&seed=7").json()
    made = robo.post("/tables", json={"game": "terra-mystica", "seats": ["me", "open"]}).json()
    laid_out = robo.post(f"/tables/{made['id']}/setup", json={"options": drawn["options"]}).json()
    assert laid_out["text"] == drawn["text"] == robo.get(f"/tables/{made['id']}/setup").json()["text"]
    twice = {"options": {"bonus": "BON1,BON1"}}
    refused = robo.post(f"/tables/{made['id']}/setup", json=twice)
    assert refused.status_code == 422 and "bonus tile BON1 is named 2 times" in refused.text
    assert other.post(f"/tables/{made['id']}/setup", json={}).status_code == 403
    rated = robo.post(f"/tables/{made['id']}/setup", json={"options": {"rated": "on"}})
    assert rated.status_code == 422 and "'rated' is settled when a table is made" in rated.text
    assert robo.get(f"/tables/{made['id']}/setup").json() == laid_out
    assert robo.get("/games/terra-mystica/setup?players=9").status_code == 422
