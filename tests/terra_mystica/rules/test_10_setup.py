"""Rulebook: 'Preparación de la partida', 'Ubicar las estructuras iniciales'."""

from __future__ import annotations

import pytest

from dolmen.contract.game import State
from dolmen.core.errors import InvalidSetup
from dolmen.games.terra_mystica.rules.factions import INTRODUCTORY
from dolmen.games.terra_mystica.rules.game import TerraMystica
from dolmen.games.terra_mystica.rules.setup import Setup

SCORING = ("SCORE1", "SCORE2", "SCORE3", "SCORE4", "SCORE5", "SCORE6")
BONUS = ("BON1", "BON2", "BON3", "BON4", "BON5", "BON6", "BON7")


def named(*factions: str) -> State:
    setup = Setup(len(factions), SCORING, BONUS[: len(factions) + 3], factions=factions)
    return TerraMystica(len(factions)).new_state(setup)


def faction(state: State) -> str:
    facts = state.game.position(state.record)
    return str(facts["seats"][facts["player"] - 1]["faction"])


def test_factions_are_chosen_in_turn_each_colour_once() -> None:
    state = TerraMystica(3).new_state(seed=5)
    assert len(state.legal_texts()) == 14
    state.apply("setup witches")
    assert "setup auren" not in state.legal_texts()
    assert len(state.legal_texts()) == 12
    state.play(["setup nomads", "setup giants"])
    assert state.game.position(state.record)["phase"] == "dwelling"


def test_where_colours_are_dealt_the_side_is_chosen() -> None:
    state = TerraMystica(4, setup="colours").new_state(seed=5)
    colour = state.game.position(state.record)["seats"][0]["colour_dealt"]
    sides = {"yellow": {"fakirs", "nomads"}, "red": {"chaosmagicians", "giants"}, "green": {"auren", "witches"}}
    sides |= {"blue": {"mermaids", "swarmlings"}, "gray": {"dwarves", "engineers"}}
    sides |= {"black": {"alchemists", "darklings"}, "brown": {"halflings", "cultists"}}
    assert {text.removeprefix("setup ") for text in state.legal_texts()} == sides[colour]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_introductory_factions(players: int) -> None:
    state = TerraMystica(players, setup="introductory").new_state(seed=1)
    seats = state.game.position(state.record)["seats"]
    assert tuple(seat["faction"] for seat in seats) == INTRODUCTORY[players]


def test_dwellings_in_order_then_in_reverse_nomads_third_chaos_magicians_last() -> None:
    state = named("nomads", "chaosmagicians", "witches", "darklings")
    order = []
    while state.game.position(state.record)["phase"] == "dwelling":
        order.append(faction(state))
        state.apply(state.legal_texts()[0])
    assert order == ["nomads", "witches", "darklings", "darklings", "witches", "nomads", "nomads", "chaosmagicians"]


def test_first_dwellings_stand_on_printed_home_terrain_and_cost_nothing() -> None:
    state = named("nomads", "witches")
    assert len(state.legal_texts()) == 11
    assert state.legal_texts()[0] == "build A5"
    state.apply("build A5")
    assert int(state.record.coins[0]) == 15


def test_bonus_tiles_are_chosen_from_the_last_seat_back() -> None:
    state = named("nomads", "witches", "darklings")
    while state.game.position(state.record)["phase"] == "dwelling":
        state.apply(state.legal_texts()[0])
    order = []
    while state.game.position(state.record)["phase"] == "first_bonus":
        order.append(faction(state))
        state.apply(state.legal_texts()[0])
    assert order == ["darklings", "witches", "nomads"]
    facts = state.game.position(state.record)
    assert facts["bonus_tiles"] == {"BON4": 1, "BON5": 1, "BON6": 1}
    assert (facts["round"], faction(state)) == (1, "nomads")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("kind", ["standard", "introductory", "colours"])
def test_drawn_set_ups_keep_the_rules(players: int, kind: str) -> None:
    for options in ([], ["shipping-bonus", "temple-scoring-tile", "mini-expansion-1", "variable-turn-order"]):
        game = TerraMystica(players, setup=kind, options=options)
        for seed in range(40):
            setup = game.draw_setup(seed)
            assert len(setup.bonuses) == players + 3
            assert "SCORE1" not in setup.scoring[4:]
            assert ("BON10" not in setup.bonuses) or "shipping-bonus" in options
            assert setup == game.draw_setup(seed)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"scoring": (*SCORING[1:], "SCORE1")}, "may not lie on round 5 or 6"),
        ({"scoring": SCORING[:5]}, "six rounds need six"),
        ({"scoring": (*SCORING[:5], "SCORE9")}, "only with the option temple-scoring-tile"),
        ({"scoring": (*SCORING[:5], "SCORE4")}, "scoring tile SCORE4 is named 2 times"),
        ({"scoring": (*SCORING[:5], "SCORE99")}, "there is no scoring tile"),
        ({"bonuses": BONUS[:4]}, "2 players play with 5 bonus tiles, not 4"),
        ({"bonuses": (*BONUS[:4], "BON10")}, "only with the option shipping-bonus"),
        ({"bonuses": (*BONUS[:4], "BON0")}, "there is no bonus tile"),
        ({"options": frozenset({"pink"})}, "there is no option 'pink'"),
        ({"factions": ("auren", "witches")}, "a colour is used once"),
        ({"factions": ("auren", "elves")}, "there is no faction 'elves'"),
        ({"factions": ("auren",)}, "1 factions are named for 2 players"),
        ({"colours": ("red", "pink")}, "there is no colour 'pink'"),
        ({"colours": ("red", "red")}, "colour red is named 2 times"),
        ({"colours": ("red",)}, "1 colours are dealt to 2 players"),
        ({"colours": ("red", "blue"), "factions": ("auren", "giants")}, "not both"),
    ],
)
def test_impossible_set_ups_are_refused(change: dict[str, object], message: str) -> None:
    parts: dict[str, object] = {"players": 2, "scoring": SCORING, "bonuses": BONUS[:5], **change}
    with pytest.raises(InvalidSetup, match=message):
        Setup(**parts)  # type: ignore[arg-type]


def test_unknown_kinds_and_players_are_refused() -> None:
    with pytest.raises(InvalidSetup, match="there is no set-up"):
        TerraMystica(3, setup="strange")
    with pytest.raises(InvalidSetup, match="for 2 to 5 players, not 6"):
        TerraMystica(6)
    with pytest.raises(InvalidSetup, match="the set-up is for 2 players"):
        TerraMystica(3).new_state(Setup(2, SCORING, BONUS[:5]))
