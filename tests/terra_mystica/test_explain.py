"""Terra Mystica in sentences: what is asked, what a choice costs and brings, what a turn was."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from dolmen.contract.game import State
from dolmen.core.draws import Draws
from dolmen.games.terra_mystica.present import explain
from dolmen.games.terra_mystica.present.rule_words import RULES
from dolmen.games.terra_mystica.present.story import story
from dolmen.games.terra_mystica.present.words import (
    BONUS_NAMES,
    BONUS_WORDS,
    CULT_BONUS_SHORT,
    CULT_BONUS_WORDS,
    FAVOUR_NAMES,
    FAVOUR_SHORT,
    MINUS,
    SCORING_SHORT,
    SCORING_WORDS,
    TITLES,
    TOWN_SHORT,
    TOWN_WORDS,
    counted,
    faction_words,
    in_words,
    joined,
    signed,
)
from dolmen.games.terra_mystica.rules.actions import BURN, PASS, PASS_BONUS, POWER_ACTION
from dolmen.games.terra_mystica.rules.board import HEX_NAMES
from dolmen.games.terra_mystica.rules.deeds import Kind, choices, tried
from dolmen.games.terra_mystica.rules.factions import NAMES
from dolmen.games.terra_mystica.rules.game import TerraMystica
from dolmen.games.terra_mystica.rules.record import Phase
from dolmen.games.terra_mystica.rules.tiles import BONUSES, FAVOURS, SCORINGS, TOWNS

PLAYERS = ("Ana", "Ben", "Cleo", "Dag", "Edda")
EVERY_NUMBER = (2, 3, 4, 5)


@cache
def played(players: int, seed: int) -> State:
    """A whole game, at random but for passing and converting, which come seldom."""
    state, draws = TerraMystica(players).new_state(seed=seed), Draws(seed, 1)
    while not state.is_terminal():
        legal = state.legal_actions()
        busy = [action for action in legal if not BURN <= action < POWER_ACTION and not PASS_BONUS <= action <= PASS]
        state.apply_trusted(draws.pick(busy if busy and draws.below(12) else legal))
    return state


def positions(every: int = 12) -> Iterator[State]:
    """Positions of one game for every number of players."""
    for players in EVERY_NUMBER:
        history = played(players, players).history
        state = TerraMystica(players).new_state(seed=players)
        for number, action in enumerate(history):
            if number % every == 0:
                yield state
            state.apply_trusted(action)


def told(players: int, seed: int) -> list[str]:
    game = TerraMystica(players)
    return story(game.new_records(game.draw_setup(seed)), played(players, seed).history, PLAYERS)


def opened(factions: str, *moves: str) -> State:
    """A game with these factions in which dwellings and bonus tiles are taken as they come, then these moves."""
    names = factions.split()
    state = TerraMystica(len(names)).new_state(seed=1)
    state.play([f"setup {name}" for name in names])
    while state.record.phase != Phase.ACTION:
        state.apply(state.legal_actions()[0])
    return state.play(moves)


def labels(state: State) -> dict[str, str]:
    """The texts of all choices, by their decisions."""
    return {
        ". ".join(state.game.action_text(action) for action in row): explain.choice_text(state.records, row)
        for _, row in choices(state)
    }


# ------------------------------------------------------------------------------------------------------------ choices


def test_nothing_that_is_legal_is_out_of_reach() -> None:
    for state in positions(7):
        assert sorted({row[0] for _, row in choices(state)}) == state.legal_actions()


def test_every_choice_can_be_made_and_says_something_else() -> None:
    for state in positions():
        rows = [row for _, row in choices(state)]
        assert all(tried(state.records, row) is not None for row in rows)
        texts = [f"{kind.value[1]}{explain.choice_text(state.records, row)}" for kind, row in choices(state)]
        assert len(set(texts)) == len(texts), [text for text in texts if texts.count(text) > 1]
        assert all(text.isprintable() and ": :" not in text and not text.endswith((":", " ", ";")) for text in texts)


def test_a_choice_changes_nothing_before_it_is_made() -> None:
    state = opened("witches nomads")
    before = state.to_bytes()
    labels(state)
    assert state.to_bytes() == before


def test_a_dwelling_is_digging_transforming_and_building_in_one() -> None:
    state = opened("halflings mermaids")
    state.record.workers[0] = 9
    state.record.coins[0] = 9
    rows = [row for kind, row in choices(state) if kind == Kind.BUILD and len(row) > 1]
    assert rows
    for row in rows:
        text = explain.choice_text(state.records, row)
        after = tried(state.records, row)
        assert after is not None
        spades = row.index(next(action for action in row if action != row[0]))
        words = ("", "one spade", "two spades", "three spades")[spades]
        assert words in text and f"{int(9 - after[0].workers[0])} workers, 2 coins" in text
        assert f"+{spades} point" in text, "halflings score every spade"
        assert text.split(",")[0] in HEX_NAMES


def test_prices_are_those_that_are_paid() -> None:
    """Whatever a choice says of workers and coins is what goes."""
    checked = 0
    for state in positions():
        seat = state.current_player
        for kind, row in choices(state):
            if kind not in (Kind.BUILD, Kind.UPGRADE, Kind.TRACK) or state.record.phase != Phase.ACTION:
                continue
            after = tried(state.records, row)
            assert after is not None
            price = explain.choice_text(state.records, row).partition(": ")[2].partition(";")[0]
            for good in ("worker", "coin", "priest"):
                paid = int(state.record[f"{good}s"][seat]) - int(after[0][f"{good}s"][seat])
                found = re.search(rf"(?<![+\d])(\d+) {good}", price)
                assert max(paid, 0) == (int(found.group(1)) if found else 0), price
            checked += 1
    assert checked > 50


def test_a_power_action_may_begin_with_a_sacrifice() -> None:
    state = opened("witches nomads")
    state.record.bowls[0] = (0, 6, 2)
    texts = labels(state)
    assert texts["burn 1. burn 1. action ACT4"] == "ACT4, 7 coins: 4 power, after sacrificing 2"
    state.record.bowls[0] = (0, 0, 4)
    assert labels(state)["action ACT4"] == "ACT4, 7 coins: 4 power"


def test_conversions_may_be_made_once_or_as_often_as_possible() -> None:
    state = opened("witches nomads")
    state.record.bowls[0] = (0, 0, 7)
    texts = labels(state)
    assert texts["convert 3pw to 1w"] == "convert 3 power into 1 worker"
    assert texts["convert 3pw to 1w. convert 3pw to 1w"] == "convert 6 power into 2 workers"


def test_a_priest_tells_his_steps_and_whether_he_stays() -> None:
    state = opened("witches nomads")
    state.record.priests[0] = 1
    texts = labels(state)
    assert re.match("air, 3 steps: from 2 to 5, .3 power; .*stays", texts["send p to AIR for 3"])
    assert "supply" in texts["send p to AIR for 1"]


def test_an_offer_tells_its_price() -> None:
    found = set()
    for state in positions(1):
        if state.record.phase == Phase.OFFER:
            for text, words in labels(state).items():
                size = int(state.record.offer_size[int(state.record.asked)])
                giver = TITLES[int(state.record.faction[int(state.record.offer_from[int(state.record.asked)])])]
                assert f"from the {giver}" in words and str(size) in words
                found.add(text.split()[0])
                if words.startswith("take"):
                    assert re.search(r"for (free|\d+ points?)$", words)
    assert found == {"leech", "decline"}


def test_a_bonus_tile_tells_its_income_and_its_coins() -> None:
    state = opened("witches nomads")
    tile = next(tile for tile in range(10) if state.record.bonus_free[tile])
    state.record.bonus_coins[tile] = 2
    words = labels(state)[f"pass {BONUSES[tile]}"]
    assert words.startswith(f"{BONUSES[tile]}: {BONUS_WORDS[tile]}") and words.endswith("+2 coins now")


def test_temples_bring_favours_and_strongholds_what_the_faction_says() -> None:
    state = opened("chaosmagicians nomads")
    land = next(land for land in range(77) if state.record.owner[land] == 0)
    state.record.structure[land] = 2
    state.record.built[0] = (0, 0, 1, 0, 0, 0)
    state.record.workers[0] = state.record.coins[0] = 9
    assert "two favour tiles" in labels(state)[f"upgrade {HEX_NAMES[land]} to TE"]


# ------------------------------------------------------------------------------------------------- questions and rules


def test_every_question_is_one_and_names_its_rule() -> None:
    asked = set()
    for state in positions(1):
        question, (name, words) = explain.question(state.record), explain.rule_of(state.record)
        assert question.endswith("?") and name and words.endswith(".")
        asked.add(explain.topic(state.record))
    assert asked >= {"faction", "dwelling", "first_bonus", "action", "offer", "end", "favour", "spade"}
    assert asked <= set(RULES)


@pytest.mark.parametrize(
    ("field", "topic"),
    [
        ("towns_due", "town"),
        ("favours_due", "favour"),
        ("bridge_due", "bridge"),
        ("upgrade_due", "upgrade"),
        ("sandstorm_due", "sandstorm"),
        ("steps_due", "step"),
        ("tile_steps", "stay"),
        ("spades", "spade"),
    ],
)
def test_what_is_due_is_asked_for(field: str, topic: str) -> None:
    state = opened("witches nomads")
    state.record[field] = 1
    assert explain.topic(state.record) == topic and explain.question(state.record).endswith("?")


def test_the_asked_hex_is_named() -> None:
    state = opened("witches nomads")
    state.record.transforming = HEX_NAMES.index("C2")
    assert explain.question(state.record) == "What will C2 become?"


# -------------------------------------------------------------------------------------------------------------- words


def test_every_tile_and_faction_has_words() -> None:
    assert len(BONUSES) == len(BONUS_WORDS) == len(BONUS_NAMES)
    assert len(FAVOURS) == len(FAVOUR_NAMES) == len(FAVOUR_SHORT) and len(TOWNS) == len(TOWN_WORDS) == len(TOWN_SHORT)
    assert len(SCORINGS) == len(SCORING_WORDS) == len(CULT_BONUS_WORDS) == len(SCORING_SHORT) == len(CULT_BONUS_SHORT)
    assert BONUS_WORDS[2] == "6 coins income" and FAVOUR_NAMES[6] == "Earth 2"
    assert CULT_BONUS_WORDS[4] == "every 4 steps of fire: 4 power"
    assert CULT_BONUS_WORDS[0] == "every step of earth: 1 coin" and CULT_BONUS_SHORT[0] == "1 earth: 1 coin"
    for number in range(len(NAMES)):
        assert faction_words(number).startswith(TITLES[number]) and "stronghold" in faction_words(number)


def test_small_grammar() -> None:
    assert counted(1, "coin") == "1 coin" and counted(2, "coin") == "2 coins" and counted(2, "power") == "2 power"
    assert in_words(2, "spade") == "two spades" and in_words(9, "step") == "9 steps"
    assert signed(-2, "point") == f"{MINUS}2 points"
    assert joined(["a"]) == "a" and joined(["a", "b", "c"]) == "a, b and c" and joined([]) == ""


# ------------------------------------------------------------------------------------------------------------- stories


@pytest.mark.parametrize("players", EVERY_NUMBER)
def test_a_story_only_grows(players: int) -> None:
    """What was told once is never told otherwise: the terminal prints only what is new."""
    game = TerraMystica(players)
    start, history = game.new_records(game.draw_setup(players)), played(players, players).history
    whole = story(start, history, PLAYERS)
    for length in range(0, len(history), 31):
        part = story(start, history[:length], PLAYERS)
        assert whole[: len(part)] == part


@pytest.mark.parametrize("players", EVERY_NUMBER)
def test_the_points_of_a_story_add_up_to_the_score(players: int) -> None:
    state = played(players, players)
    titles = [TITLES[int(faction)] for faction in state.record.faction[:players]]
    points = dict.fromkeys(titles, 20)
    for sentence in told(players, players):
        paid = re.match(r"The ([\w ]+?) took \d+ power .* for (\d+) points?\.", sentence)
        if paid:
            points[paid.group(1)] -= int(paid.group(2))
        elif sentence.startswith("The "):
            title = next(title for title in titles if sentence.startswith(f"The {title} "))
            for sign, number in re.findall(rf"([+{MINUS}])(\d+) points?", sentence):
                points[title] += int(number) if sign == "+" else -int(number)
        else:
            for part in re.split("[;:,] ", sentence):
                for title, number in re.findall(r"([A-Z][\w ]+) \+(\d+) points?", part):
                    points[title] += int(number)
    assert tuple(points[title] for title in titles) == state.scores()


@pytest.mark.parametrize("players", EVERY_NUMBER)
def test_every_sentence_is_whole(players: int) -> None:
    lines = told(players, players)
    assert all(line.endswith(".") and line.isprintable() and "  " not in line for line in lines)
    assert sum(line.startswith("Round ") for line in lines) == 6
    assert sum(line.startswith(("Cult of ", "Largest area", "What is left")) for line in lines) == 6
    assert [line.split()[0] for line in lines[:players]] == list(PLAYERS[:players])


def test_a_turn_is_one_sentence_with_its_price_and_its_gain() -> None:
    state = opened("witches nomads")
    land = next(land for land in range(77) if state.record.owner[land] == 0)
    state.record.workers[0] = state.record.coins[0] = 20
    start, name = state.records.copy(), HEX_NAMES[land]
    state.play([f"upgrade {name} to TP", "convert 1w to 1c", "done"])
    line = story(start, state.history[-3:], PLAYERS)[0]
    assert line.startswith(f"The Witches raised {name} to a trading post and converted 1 worker into 1 coin: ")
    assert f"{MINUS}3 workers" in line and "coins" in line


def test_a_turn_that_goes_on_is_not_told_yet() -> None:
    state = opened("witches nomads")
    start = state.records.copy()
    begun = len(state.history)
    state.play(["convert 1w to 1c"])
    assert story(start, state.history[begun:], PLAYERS) == []


def test_who_leaves_does_not_end_the_sentence_of_another() -> None:
    state = opened("witches nomads halflings")
    start, begun = state.records.copy(), len(state.history)
    state.play(["convert 1w to 1c"])
    state.apply_trusted(state.action_id("drop-faction nomads"))
    state.play([state.legal_texts()[-1]])
    lines = story(start, state.history[begun:], PLAYERS)
    assert lines[0] == "The Nomads left the game." and lines[1].startswith("The Witches converted 1 worker into 1 coin")
