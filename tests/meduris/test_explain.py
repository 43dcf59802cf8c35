"""Meduris in sentences: a choice tells what it costs and brings, a line tells what happened."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from dolmen.contract.game import State
from dolmen.core.draws import Draws
from dolmen.games.meduris.files.reader import read
from dolmen.games.meduris.present import explain
from dolmen.games.meduris.rules.actions import Hut, Move, Offer, Temple, decode
from dolmen.games.meduris.rules.game import Meduris
from dolmen.games.meduris.rules.materials import AREAS, MATERIALS
from dolmen.games.meduris.rules.record import Phase, sites
from dolmen.games.meduris.testing import draw_position
from tests.conftest import EVERY_NUMBER_OF_PLAYERS, game_text
from tests.meduris.conftest import RITUAL, ROLLED, read_lines

NAMES = ("Ana", "Ben", "Cleo", "Dag")


def labels(state: State) -> dict[str, str]:
    """The text of every choice, by its action."""
    return {
        state.game.action_text(action): explain.choice_text(state.record, action, NAMES)
        for action in state.legal_actions()
    }


def positions() -> Iterator[State]:
    """Every fourth position of some random games in which a player decides."""
    for players in EVERY_NUMBER_OF_PLAYERS:
        state, draws = Meduris(players).new_state(seed=players), Draws(players, 1)
        while not state.is_terminal():
            if not state.is_chance() and len(state.history) % 4 == 0:
                yield state
            state.apply_trusted(draws.pick(state.legal_actions()))


def huts_beside(state: State, field: int) -> tuple[int, int]:
    """The huts in a row before and after a field, fields from 0."""
    ring = [site.hut >= 0 for site in sites(state.record)]
    before = ring[field - 1 :: -1] + ring[:field:-1] if field else ring[:0:-1]
    after = ring[field + 1 :] + ring[:field]
    return [*before, False].index(False), [*after, False].index(False)


# -------------------------------------------------------------------------------------------------------- choices


def test_every_choice_of_a_question_says_something_else() -> None:
    for state in positions():
        texts = labels(state)
        assert len(set(texts.values())) == len(texts), state
        assert all(text and text.isprintable() for text in texts.values())


def test_a_placement_tells_its_level() -> None:
    state = Meduris(2).new_state(seed=1).play(["place wood", "place wood"])
    assert re.search("wood.*level 3", labels(state)["place wood"])
    assert re.search("stone.*level 1", labels(state)["place stone"])


def test_declining_a_plus_is_taking_nothing() -> None:
    state = draw_position("turn of A, take\nA 1 wood\nB 1 wool")
    assert labels(state)["take none"] == "nothing" and "wood" in labels(state)["take wood"]


def test_returning_a_chip_tells_how_many_there_are() -> None:
    assert "2" in labels(draw_position("turn of A, give\nA 2 wood 1 wool\nB"))["give wood"]


def test_a_move_tells_who_takes_how_many_chips() -> None:
    """What the text promises is what happens, also where the supply runs out."""
    checked = 0
    for state in positions():
        for action in state.legal_actions():
            chosen = decode(action)
            if not isinstance(chosen, Move):
                continue
            text = explain.choice_text(state.record, action, NAMES)
            promised: Counter[str] = Counter()
            for name, number in re.findall(r"(\w+) \+(\d+)", text):
                promised[name] += int(number)
            after = state.clone()
            after.apply_trusted(action)
            plain = MATERIALS.index(chosen.target)
            gained = Counter(
                {
                    "you" if seat == state.current_player else NAMES[seat]: int(
                        after.record.stock[seat, plain] - state.record.stock[seat, plain]
                    )
                    for seat in range(state.game.players)
                }
            )
            assert +promised == +gained, f"{text}\n{state}"
            assert chosen.source in text and chosen.target in text and str(chosen.level) in text
            checked += 1
    assert checked > 200


def test_a_short_supply_is_told() -> None:
    state = draw_position("turn of A, act\nplains wood A wool AB copper B stone BA\nA 15 wood\nB 1 wood")
    assert "you +2, you +0 wood" in labels(state)["move stone 2 wood"]
    state = draw_position("turn of A, act\nplains wood BB wool A copper A stone AB\nA 16 wood\nB 1 wood")
    assert re.search(r"you \+1, Ben \+0, Ben \+0", labels(state)["move wool 1 wood"])


def test_a_hut_tells_its_cost_its_settlement_its_stone_and_its_bonus() -> None:
    checked = 0
    for state in positions():
        for action in state.legal_actions():
            chosen = decode(action)
            if not isinstance(chosen, Hut):
                continue
            text = explain.choice_text(state.record, action, NAMES)
            site = sites(state.record)[chosen.field - 1]
            size = 1 + sum(huts_beside(state, chosen.field - 1))
            first, second = (MATERIALS[icon] for icon in site.icons)
            free = site.chip == 2
            assert f"field {chosen.field}" in text and f"settlement of {size}" in text
            assert ("free" in text) == free and (f"{size} {first} and {size} {second}" in text) == (not free)
            assert ("+2 points" in text) == (site.chip == 1) and ("druid chip" in text) == (site.chip == 3)
            holder = int(state.record.rune_holder[site.area])
            assert (AREAS[site.area] in text) or holder == state.current_player
            assert (f"from {NAMES[holder]}" in text) == (holder not in (-1, state.current_player))
            checked += 1
    assert checked > 200


def test_a_temple_tells_its_cost_and_the_huts_beside_it() -> None:
    checked = 0
    for state in positions():
        for action in state.legal_actions():
            chosen = decode(action)
            if not isinstance(chosen, Temple):
                continue
            text = explain.choice_text(state.record, action, NAMES)
            first, second = (MATERIALS[icon] for icon in sites(state.record)[chosen.field - 1].icons)
            beside = sum(huts_beside(state, chosen.field - 1))
            assert f"field {chosen.field}" in text and f"1 {first} and 1 {second}" in text
            assert f"{beside} hut{'s' if beside != 1 else ''}" in text
            checked += 1
    assert checked > 200


def test_an_offer_tells_its_points() -> None:
    checked = Counter[str]()
    for state in positions():
        for action in state.legal_actions():
            chosen = decode(action)
            if not isinstance(chosen, Offer):
                continue
            text = explain.choice_text(state.record, action, NAMES)
            size = 1 + sum(huts_beside(state, int(state.record.druid)))
            points = {"none": None, "both": size, "chip": size}.get(chosen.what, 1)
            if points is not None:
                assert f"+{points} point{'s' if points != 1 else ''}" in text
            elif state.record.points[state.current_player]:
                assert "-1 point" in text
            else:
                assert "no point" in text
            checked[chosen.what] += 1
    assert set(checked) == {"none", *MATERIALS, "three", "both", "chip"}


def test_a_payment_is_told_without_the_materials_that_are_not_given() -> None:
    assert explain.payment_choice((2, 0, 1, 0)) == "2 wood, 1 copper"


# ------------------------------------------------------------------------------------------------ questions, rules


def test_every_question_is_one_and_names_its_rule() -> None:
    asked = set()
    for state in positions():
        question = explain.question(state.record)
        name, words = explain.rule_of(state.record)
        assert question.endswith("?") and name and words.endswith(".")
        asked.add(Phase(state.record.phase))
    assert asked == {Phase.PLACE, Phase.TAKE, Phase.GIVE, Phase.ACT, Phase.PAY, Phase.OFFER}
    assert set(explain.RULES) == set(Phase)


def test_the_druid_asks_at_a_field_for_its_materials() -> None:
    question = explain.question(read_lines(*RITUAL).state.record)
    assert "field 2" in question and "stone" in question and "wood" in question


# ---------------------------------------------------------------------------------------------------------- stories


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("place 1 wood", "Ana placed a worker on wood."),
        ("roll copper", "Cleo rolled copper."),
        ("take 2 stone", "Ben took 1 stone."),
        ("take 2 none", "Ben took no chip."),
        ("give 3 wool", "Cleo returned 1 wool."),
        ("move 1 wood 2 copper", "Ana moved a worker from level 2 of wood onto copper."),
        ("hut 2 17 wood 2 wool 2", "Ben built a hut on field 17 for 2 wood and 2 wool."),
        ("hut 2 17", "Ben built a hut on field 17, free."),
        ("temple 3 5 wood 1 copper 3", "Cleo built a temple on field 5 for 1 wood and 3 copper."),
        ("offer 1 none", "Ana offered nothing."),
        ("offer 2 wood 1", "Ben offered 1 wood."),
        ("offer 2 both wood 1 stone 1", "Ben offered both materials for 1 wood and 1 stone."),
        ("offer 1 one wood 3", "Ana offered one material for 3 wood."),
        ("offer 3 chip", "Cleo offered the druid chip."),
    ],
)
def test_a_line_is_told_as_a_sentence(line: str, words: str) -> None:
    assert explain.sentence(line, NAMES, 2) == words


def story(text: str) -> list[str]:
    transcript = read(text)
    game = transcript.state.game
    return explain.story(game, game.new_records(transcript.setup), transcript.state.history, NAMES)


@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
def test_the_story_of_a_game_has_a_sentence_for_every_line(players: int) -> None:
    text = game_text(players, "greedy")
    told = story(text)
    lines = text.splitlines()[4:-2]
    assert len(told) == len(lines)
    assert told[lines.index("final")] == "The druid begins his final circuit."
    for line, sentence in zip(lines, told, strict=True):
        if line != "final" and not line.startswith("roll"):
            assert sentence.startswith(NAMES[int(line.split()[1]) - 1])


def test_a_story_tells_who_gained_what() -> None:
    transcript = read_lines(*ROLLED[:-1], "roll wood")
    told = explain.story(
        transcript.state.game,
        transcript.state.game.new_records(transcript.setup),
        transcript.state.history,
        NAMES,
    )
    assert told[-1] == "Ana rolled wood. (Ana +1 wood; Ben +1 wood)"


def test_the_points_of_a_story_add_up_to_the_score() -> None:
    for players in EVERY_NUMBER_OF_PLAYERS:
        text = game_text(players, "greedy")
        points = Counter(dict.fromkeys(NAMES[:players], 5))
        for sentence in story(text):
            for part in sentence.partition("(")[2].rstrip(")").split("; "):
                for change in re.findall(r"([+-]\d+) points?", part):
                    points[part.split()[0]] += int(change)
        assert [points[name] for name in NAMES[:players]] == read(text).scores()
