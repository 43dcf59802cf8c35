"""Terra Mystica in sentences: what is asked, what a choice costs and brings, what a turn was."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from dolmen.contract.content import Way
from dolmen.contract.game import State
from dolmen.core.draws import Draws
from dolmen.games.terra_mystica.present.presentation import PRESENTATION
from dolmen.games.terra_mystica.present.prompt import MOST_DECISIONS, PromptBuilder
from dolmen.games.terra_mystica.present.topic import topic
from dolmen.games.terra_mystica.present.vocabulary import vocabulary_in
from dolmen.games.terra_mystica.rules.actions import BURN, PASS, PASS_BONUS, POWER_ACTION
from dolmen.games.terra_mystica.rules.board import HEX_NAMES
from dolmen.games.terra_mystica.rules.deeds import Kind, choices, tried
from dolmen.games.terra_mystica.rules.factions import NAMES
from dolmen.games.terra_mystica.rules.game import TerraMystica
from dolmen.games.terra_mystica.rules.record import Phase
from dolmen.games.terra_mystica.rules.tiles import BONUSES, FAVOURS, SCORINGS, TOWNS
from tests import presenting
from tests.presenting import ENGLISH, endings, said

VOCABULARY = vocabulary_in(ENGLISH)
TITLES = tuple(VOCABULARY.faction(number) for number in range(len(NAMES)))
MINUS = "−"
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


def story(state: State, first: int = 0) -> list[str]:
    """What happened, a line an entry of the log."""
    return presenting.log(PRESENTATION, state, PLAYERS, first)


def told(players: int, seed: int) -> list[str]:
    """A whole game sentence by sentence."""
    return [sentence for entry in story(played(players, seed)) for sentence in re.split(r"(?<=\.) (?=[A-Z])", entry)]


def opened(factions: str, *moves: str) -> State:
    """A game with these factions in which dwellings and bonus tiles are taken as they come, then these moves."""
    names = factions.split()
    state = TerraMystica(len(names)).new_state(seed=1)
    state.play([f"setup {name}" for name in names])
    while state.record.phase != Phase.ACTION:
        state.apply(state.legal_actions()[0])
    return state.play(moves)


def labels(state: State) -> dict[str, str]:
    """Every choice as it is read, by its decisions."""
    return presenting.read(PRESENTATION, state, PLAYERS)


# ------------------------------------------------------------------------------------------------------------ choices


def test_nothing_that_is_legal_is_out_of_reach() -> None:
    for state in positions(7):
        assert sorted({row[0] for _, row in choices(state)}) == state.legal_actions()


def test_every_choice_can_be_made_and_says_something_else() -> None:
    for state in positions():
        prompt = PRESENTATION.prompt(state, PLAYERS, ENGLISH)
        paths = list(endings(prompt.all_choices))
        rows = sorted(path[-1].ways[0].actions for path in paths)
        assert set(rows) >= {row[:MOST_DECISIONS] for _, row in choices(state)} and len(set(rows)) == len(rows)
        assert all(tried(state.records, row) is not None for row in rows)
        texts = [f"{path[-1].confirm}, {said(path)}" for path in paths]
        assert len(set(texts)) == len(texts), [text for text in texts if texts.count(text) > 1]
        assert all(text.isprintable() and ": :" not in text and not text.endswith((":", " ", ";")) for text in texts)
        assert all(path[-1].sentence.endswith(".") and path[-1].confirm for path in paths)


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
    paths = {
        path[-1].ways[0].actions: path[-1] for path in endings(PRESENTATION.prompt(state, PLAYERS, ENGLISH).choices)
    }
    for row in rows:
        choice = paths[row]
        after = tried(state.records, row)
        assert after is not None
        spades = row.index(next(action for action in row if action != row[0]))
        assert f"{spades} spade" in choice.sentence
        assert [(amount.number, amount.name) for amount in choice.cost] == [
            (int(9 - after[0].workers[0]), "workers"),
            (2, "coins"),
        ]
        assert f"+{spades} point" in choice.sentence, "halflings score every spade"
        assert choice.place.removeprefix("hex-") in HEX_NAMES


def test_prices_are_those_that_are_paid() -> None:
    """Whatever a choice says of workers and coins is what goes."""
    checked = 0
    for state in positions():
        seat = state.current_player
        kinds = {row: kind for kind, row in choices(state)}
        for path in endings(PRESENTATION.prompt(state, PLAYERS, ENGLISH).choices):
            (way,) = path[-1].ways
            if kinds.get(way.actions) not in (Kind.BUILD, Kind.UPGRADE, Kind.TRACK):
                continue
            if state.record.phase != Phase.ACTION:
                continue
            after = tried(state.records, way.actions)
            assert after is not None
            price = {f"{amount.name.removesuffix('s')}s": amount.number for amount in path[-1].cost}
            for goods in ("workers", "coins", "priests"):
                paid = int(state.record[goods][seat]) - int(after[0][goods][seat])
                assert max(paid, 0) == price.get(goods, 0), path[-1]
            assert PRESENTATION.preview(state, way, PLAYERS, ENGLISH).pays == path[-1].cost
            checked += 1
    assert checked > 50


def test_a_power_action_may_begin_with_a_sacrifice() -> None:
    state = opened("witches nomads")
    state.record.bowls[0] = (0, 6, 2)
    texts = labels(state)
    assert texts["burn 1. burn 1. action ACT4"] == "7 coins, after sacrificing 2 power: 4 power"
    state.record.bowls[0] = (0, 0, 4)
    assert labels(state)["action ACT4"] == "7 coins: 4 power"


def test_conversions_stand_beside_what_is_asked() -> None:
    state = opened("witches nomads")
    state.record.bowls[0] = (0, 0, 7)
    assert labels(state)["convert 3pw to 1w"] == "3 power into 1 worker: 3 power"
    prompt = PRESENTATION.prompt(state, PLAYERS, ENGLISH)
    assert "3 power into 1 worker" in [choice.label for choice in prompt.asides]
    assert not [choice for choice in prompt.choices if choice in prompt.asides]


def test_a_priest_tells_his_steps_and_whether_he_stays() -> None:
    state = opened("witches nomads")
    state.record.priests[0] = 1
    texts = labels(state)
    assert re.match(r"Air \+3, from 2 to 5, \+3 power, .*stays", texts["send p to AIR for 3"])
    assert "supply" in texts["send p to AIR for 1"]


def test_an_offer_tells_its_price() -> None:
    found = set()
    for state in positions(1):
        if state.record.phase == Phase.OFFER:
            size = int(state.record.offer_size[int(state.record.asked)])
            giver = TITLES[int(state.record.faction[int(state.record.offer_from[int(state.record.asked)])])]
            question = PRESENTATION.prompt(state, PLAYERS, ENGLISH).question
            assert question == f"The {giver} built beside you and offer {size} power. Do you take it?"
            for text, words in labels(state).items():
                found.add(text.split()[0])
                if text.startswith("leech"):
                    bowls = r"bowls \d+/\d+/\d+ become \d+/\d+/\d+"
                    assert re.match(rf"Take \d+ power(, of \d+)?, {bowls}: (free|\d+ points?)$", words)
                else:
                    assert words == "Decline"
    assert found == {"leech", "decline"}


def test_a_bonus_tile_tells_its_income_and_its_coins() -> None:
    state = opened("witches nomads")
    tile = next(tile for tile in range(10) if state.record.bonus_free[tile])
    state.record.bonus_coins[tile] = 2
    words = labels(state)[f"pass {BONUSES[tile]}"]
    assert words.startswith(f"{VOCABULARY.bonus(tile).capitalize()}, {VOCABULARY.bonus_use(tile)}")
    assert words.endswith("+2 coins")


def test_temples_bring_favours_and_strongholds_what_the_faction_says() -> None:
    state = opened("chaosmagicians nomads")
    land = next(land for land in range(77) if state.record.owner[land] == 0)
    state.record.structure[land] = 2
    state.record.built[0] = (0, 0, 1, 0, 0, 0)
    state.record.workers[0] = state.record.coins[0] = 9
    action = state.game.action_from_text(f"upgrade {HEX_NAMES[land]} to TE")
    gets = PRESENTATION.preview(state, Way((action,)), PLAYERS, ENGLISH).gets
    assert any(fact.text == "+2 favour tiles" for fact in gets)


# ------------------------------------------------------------------------------------------------- questions and rules


def test_every_question_is_one_and_names_its_rule() -> None:
    asked = set()
    rules = {rule.key: rule for rule in PRESENTATION.rules(ENGLISH)}
    for state in positions(5):
        prompt = PRESENTATION.prompt(state, PLAYERS, ENGLISH)
        asks = "?" if len(prompt.choices) > 1 else "."  # what is left but to end the turn is no question
        assert prompt.question.endswith(("?", asks)) and prompt.eyebrow and prompt.rule == topic(state.record)
        assert rules[prompt.rule].title and rules[prompt.rule].text.endswith(".")
        assert all(group.question.endswith("?") and (group.rule or prompt.rule) in rules for group in prompt.groups)
        asked.add(prompt.rule)
    assert asked >= {"faction", "dwelling", "first_bonus", "action", "offer", "end", "favour", "spade"}


@pytest.mark.parametrize(
    ("field", "asked"),
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
def test_what_is_due_is_asked_for(field: str, asked: str) -> None:
    state = opened("witches nomads")
    state.record[field] = 1
    assert topic(state.record) == asked
    assert PromptBuilder(state, PLAYERS, ENGLISH).question().endswith("?")


def test_the_asked_hex_is_named() -> None:
    state = opened("witches nomads")
    state.record.transforming = HEX_NAMES.index("C2")
    assert PromptBuilder(state, PLAYERS, ENGLISH).question() == "What will C2 become?"


# -------------------------------------------------------------------------------------------------------------- words


def test_every_tile_and_faction_has_words() -> None:
    assert all(VOCABULARY.bonus(tile) and VOCABULARY.bonus_use(tile) for tile in range(len(BONUSES)))
    assert all(VOCABULARY.favour(tile) for tile in range(len(FAVOURS))) and all(map(VOCABULARY.town, range(len(TOWNS))))
    assert all(VOCABULARY.scoring(tile) and VOCABULARY.cult_bonus(tile) for tile in range(len(SCORINGS)))
    assert VOCABULARY.bonus_use(2) == "6 coins income" and VOCABULARY.favour(6) == "Earth 2"
    assert VOCABULARY.cult_bonus(4) == "every 4 steps in the cult of fire: 4 power"
    assert VOCABULARY.cult_bonus(0) == "every step in the cult of earth: 1 coin"
    assert all(VOCABULARY.stronghold(number) and VOCABULARY.start(number) for number in range(len(NAMES)))


def test_small_grammar() -> None:
    assert VOCABULARY.counted(1, "coin") == "1 coin" and VOCABULARY.counted(2, "coin") == "2 coins"
    assert VOCABULARY.counted(2, "power") == "2 power" and VOCABULARY.signed(-2, "point") == f"{MINUS}2 points"
    assert (
        VOCABULARY.listed(["a"]) == "a"
        and VOCABULARY.listed(["a", "b", "c"]) == "a, b and c"
        and VOCABULARY.listed([]) == ""
    )


# ------------------------------------------------------------------------------------------------------------- stories


@pytest.mark.parametrize("players", EVERY_NUMBER)
def test_a_story_only_grows(players: int) -> None:
    """What was told once is never told otherwise: the terminal prints only what is new."""
    whole, history = story(played(players, players)), played(players, players).history
    state = TerraMystica(players).new_state(seed=players)
    for number, action in enumerate(history):
        if number % 31 == 0:
            part = story(state)
            assert whole[: len(part)] == part
        state.apply_trusted(action)


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
    assert sum(line.startswith(("Cult of ", "Largest area", "Goods left")) for line in lines) == 6
    assert [line.split()[0] for line in lines[:players]] == list(PLAYERS[:players])


def test_a_turn_is_one_sentence_with_its_price_and_its_gain() -> None:
    state = opened("witches nomads")
    land = next(land for land in range(77) if state.record.owner[land] == 0)
    state.record.workers[0] = state.record.coins[0] = 20
    first, name = len(state.history), HEX_NAMES[land]
    state.play([f"upgrade {name} to TP", "convert 1w to 1c", "done"])
    line = story(state, first)[0]
    assert line.startswith(f"The Witches raised {name} to a trading post and converted 1 worker into 1 coin: ")
    assert f"{MINUS}3 workers" in line and "coins" in line


def test_a_turn_that_goes_on_is_not_told_yet() -> None:
    state = opened("witches nomads")
    begun = len(state.history)
    state.play(["convert 1w to 1c"])
    assert story(state, begun) == []


def test_who_leaves_does_not_end_the_sentence_of_another() -> None:
    state = opened("witches nomads halflings")
    begun = len(state.history)
    state.play(["convert 1w to 1c"])
    state.apply_trusted(state.action_id("drop-faction nomads"))
    state.play([state.legal_texts()[-1]])
    lines = story(state, begun)
    assert lines[0] == "The Nomads left the game." and lines[1].startswith("The Witches converted 1 worker into 1 coin")
