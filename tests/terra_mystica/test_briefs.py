"""The log in brief: a line for each deed, one for all answers to an offer, a heading for round and income."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from dolmen.bots import LEVEL, find_bot
from dolmen.contract.content import Entry
from dolmen.contract.game import State
from dolmen.contract.registry import load
from dolmen.core.draws import Draws
from dolmen.core.words import LANGUAGES, words
from dolmen.games.terra_mystica.present.briefs import Briefs
from dolmen.games.terra_mystica.present.deeds import Deed, Turned
from dolmen.games.terra_mystica.present.presentation import PRESENTATION
from dolmen.games.terra_mystica.present.vocabulary import vocabulary_in
from dolmen.games.terra_mystica.rules.actions import Act, Build, Burn, Dig, TakeTown
from dolmen.games.terra_mystica.rules.board import TERRAINS
from dolmen.games.terra_mystica.rules.tiles import TOWNS

NAMES = ("Ana", "Ben", "Cleo", "Dag", "Edda")
ENGLISH = words("en")
LONGEST = 80
"""Letters, in any language: the line of a table has room for about sixty of them beside the numbers."""
LONGEST_CHIP = 44


@cache
def played(kind: str) -> State:
    """A whole game of five: by a bot that plays well, or one that tries everything."""
    state, draws = load("terra-mystica", players=5).new_state(seed=7), Draws(7, 1)
    bot = find_bot(kind, "terra-mystica")
    while not state.is_terminal():
        state.apply_trusted(int(bot.choose(state, LEVEL, draws)))
    return state


@cache
def log(kind: str, language: str) -> tuple[Entry, ...]:
    return tuple(PRESENTATION.log(played(kind), 0, NAMES, words(language)))


@pytest.mark.parametrize("kind", ["greedy", "random"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_of_a_whole_game_has_a_brief_of_one_line(kind: str, language: str) -> None:
    for entry in log(kind, language):
        brief, chip = entry.brief.striptags(), entry.chip.striptags()
        assert 3 < len(brief) <= LONGEST and "%(" not in brief and not brief.endswith("."), brief
        assert len(chip) <= LONGEST_CHIP, chip
        assert entry.seat is None or entry.brief.startswith("<b>"), "who comes first, in bold"


@pytest.mark.parametrize("language", LANGUAGES)
def test_peoples_are_called_by_their_short_names(language: str) -> None:
    vocabulary = vocabulary_in(words(language))
    factions = played("greedy").record.faction.tolist()
    for entry in log("greedy", language)[5:]:
        if entry.seat is not None:
            assert entry.brief.startswith(f"<b>{vocabulary.short(factions[entry.seat])}</b> ")


def test_the_numbers_of_the_log_add_up_to_the_score() -> None:
    state = played("greedy")
    points = [20] * 5
    for entry in log("greedy", "en"):
        for change in entry.changes:
            points[change.seat] += sum(amount.number for amount in change.amounts if amount.symbol == "vp")
    assert tuple(points) == state.scores()


def test_a_turn_in_brief() -> None:
    briefs = Briefs(vocabulary_in(ENGLISH))
    turned = Turned("D7", TERRAINS.index("forest"), TERRAINS.index("swamp"))
    turn: list[Deed] = [Burn(), Dig(), Dig(), turned, Build("D7"), TakeTown(TOWNS[0])]
    assert briefs.turn(turn).startswith("2 spades, dwelling D7, town of ")
    assert briefs.chip(turn) == "D7, town"
    assert briefs.turn([Dig(), turned]) == "1 spade, D7 to swamp"
    assert (briefs.turn([Burn(), Burn()]), briefs.chip([Burn(), Act("ACT4")])) == (
        "sacrifice of 2 power",
        "power for 7 coins",
    )


def test_round_and_income_are_a_heading_and_nobodys_deed() -> None:
    heads = [entry for entry in log("greedy", "en") if entry.is_head]
    assert len(heads) == 6 and all(entry.seat is None and entry.part for entry in heads[1:])
    assert heads[1].brief.startswith("Round 2 · ") and heads[1].brief.endswith(" · income of all")
    assert {change.seat for change in heads[1].changes} == set(range(5))


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["3 players declined power from the Halflings", "Power from the Halflings, 1 declined"]),
        ("es", ["3 jugadores rechazaron poder de los medianos", "Poder de los medianos (1 no)"]),
        ("it", ["3 giocatori hanno rifiutato potere dai Mezzuomini", "Potere dai Mezzuomini (1 no)"]),
        ("nl", ["3 spelers weigerden kracht van de Halflingen", "Kracht van de Halflingen (1 niet)"]),
    ],
)
def test_answers_to_an_offer_are_told_together(language: str, told: list[str]) -> None:
    answers = [entry for entry in log("greedy", "en") if entry.answer_to]
    declined = next(entry for entry in answers if not entry.changes)
    taken = next(entry for entry in answers if entry.change_of(entry.seat))
    of_one = [replace(entry, answer_to="halflings") for entry in (declined, taken)]
    joined = [[of_one[0]] * 3, of_one]
    assert [str(PRESENTATION.answers_brief(entries, words(language))) for entries in joined] == told
