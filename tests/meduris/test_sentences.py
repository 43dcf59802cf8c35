"""Meduris in sentences: a choice tells what it costs and brings, the log tells what happened."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from dolmen.contract.content import Choice
from dolmen.contract.game import State
from dolmen.contract.registry import packages
from dolmen.core.draws import Draws
from dolmen.core.words import words
from dolmen.games.meduris.files.reader import read as read_game
from dolmen.games.meduris.present.presentation import PRESENTATION
from dolmen.games.meduris.rules.actions import Action, Hut, Move, Offer, Temple, decode
from dolmen.games.meduris.rules.game import Meduris
from dolmen.games.meduris.rules.materials import AREAS, MATERIALS
from dolmen.games.meduris.rules.record import Phase, sites
from dolmen.games.meduris.testing import draw_position
from tests import presenting
from tests.conftest import EVERY_NUMBER_OF_PLAYERS, game_text
from tests.meduris.conftest import RITUAL, ROLLED, read_lines
from tests.presenting import ENGLISH, endings, said

packages()  # their catalogues are read, too
NAMES = ("Ana", "Ben", "Cleo", "Dag")


def labels(state: State) -> dict[str, str]:
    """Every choice as it is read, by its decisions."""
    return presenting.read(PRESENTATION, state, NAMES)


def positions() -> Iterator[State]:
    """Every fourth position of some random games in which a player decides."""
    for players in EVERY_NUMBER_OF_PLAYERS:
        state, draws = Meduris(players).new_state(seed=players), Draws(players, 1)
        while not state.is_terminal():
            if not state.is_chance() and len(state.history) % 4 == 0:
                yield state
            state.apply_trusted(draws.pick(state.legal_actions()))


def choices(kind: type[Action]) -> Iterator[tuple[State, Action, tuple[Choice, ...]]]:
    """All choices of a kind in these positions."""
    for state in positions():
        for path in endings(PRESENTATION.prompt(state, NAMES, ENGLISH).choices):
            chosen = decode(path[-1].ways[0].actions[0])
            if isinstance(chosen, kind):
                yield state, chosen, path


def huts_beside(state: State, field: int) -> tuple[int, int]:
    """The huts in a row before and after a field, fields from 0."""
    ring = [site.hut >= 0 for site in sites(state.record)]
    before = ring[field - 1 :: -1] + ring[:field:-1] if field else ring[:0:-1]
    after = ring[field + 1 :] + ring[:field]
    return [*before, False].index(False), [*after, False].index(False)


# -------------------------------------------------------------------------------------------------------- choices


def test_every_choice_of_a_question_says_something_else() -> None:
    for state in positions():
        prompt = PRESENTATION.prompt(state, NAMES, ENGLISH)
        texts = [f"{path[0].group} {said(path)}" for path in endings(prompt.choices)]
        assert len(set(texts)) == len(texts), state
        assert all(text and text.isprintable() for text in texts)


def test_a_placement_tells_its_level() -> None:
    state = Meduris(2).new_state(seed=1).play(["place wood", "place wood"])
    assert labels(state)["place wood"] == "Wood, level 3"
    assert labels(state)["place stone"] == "Stone, level 1"


def test_declining_a_plus_is_taking_nothing() -> None:
    state = draw_position("turn of A, take\nA 1 wood\nB 1 wool")
    assert labels(state)["take none"] == "Nothing" and "wood" in labels(state)["take wood"]


def test_returning_a_chip_tells_how_many_there_are() -> None:
    assert "you have 2" in labels(draw_position("turn of A, give\nA 2 wood 1 wool\nB"))["give wood"]


def test_who_is_asked_for_a_chip_next_is_not_told_for_that_lies_behind_the_screens() -> None:
    seen = 0
    for state in positions():
        if state.record.phase == Phase.GIVE and state.record.asked < state.game.players:
            way = presenting.ways(PRESENTATION, state, NAMES)[0]
            then = PRESENTATION.preview(state, way, NAMES, ENGLISH).then
            assert [fact.text for fact in then] == ["the next who has a chip returns one"]
            seen += 1
    assert seen


def test_a_move_tells_who_takes_how_many_chips() -> None:
    """What the text promises is what happens, also where the supply runs out."""
    checked = 0
    for state, chosen, (worker, target) in choices(Move):
        assert isinstance(chosen, Move)
        promised: Counter[str] = Counter()
        for name, number in re.findall(r"(\w+) \+(\d+)", target.detail):
            promised[name] += int(number)
        after = state.clone()
        after.play(target.ways[0].actions)
        plain = MATERIALS.index(chosen.target)
        gained = Counter(
            {
                "you" if seat == state.current_player else NAMES[seat]: int(
                    after.record.stock[seat, plain] - state.record.stock[seat, plain]
                )
                for seat in range(state.game.players)
            }
        )
        assert +promised == +gained, f"{target}\n{state}"
        assert chosen.source in worker.label and f"level {chosen.level}" in worker.detail
        assert target.label == chosen.target.capitalize()
        checked += 1
    assert checked > 200


def test_a_short_supply_is_told() -> None:
    state = draw_position("turn of A, act\nplains wood A wool AB copper B stone BA\nA 15 wood\nB 1 wood")
    assert "Wood, you +2: 2 wood" in labels(state)["move stone 2 wood"]
    state = draw_position("turn of A, act\nplains wood BB wool A copper A stone AB\nA 16 wood\nB 1 wood")
    assert "Wood, you +1: 1 wood" in labels(state)["move wool 1 wood"]


def test_a_hut_tells_its_cost_its_settlement_its_stone_and_its_bonus() -> None:
    checked = 0
    for state, chosen, (choice,) in choices(Hut):
        assert isinstance(chosen, Hut)
        site = sites(state.record)[chosen.field - 1]
        size = 1 + sum(huts_beside(state, chosen.field - 1))
        free = site.chip == 2
        due = [] if free else [(size, MATERIALS[icon]) for icon in site.icons]
        assert choice.label == f"Field {chosen.field}"
        assert (f"settlement of {size}" if size > 1 else "alone") in choice.detail
        assert [(amount.number, amount.name) for amount in choice.cost] == due and bool(choice.tag) == free
        assert ("free" in choice.sentence) == free and (f"costs {size} of each" in choice.sentence) == (not free)
        assert ("+2 points" in choice.detail) == (site.chip == 1)
        assert ("druid chip" in choice.detail) == (site.chip == 3)
        holder = int(state.record.rune_holder[site.area])
        assert AREAS[site.area] in choice.more
        assert (f"from {NAMES[holder]}" in choice.more) == (holder not in (-1, state.current_player))
        checked += 1
    assert checked > 200


def test_a_temple_tells_its_cost_and_the_huts_beside_it() -> None:
    checked = 0
    for state, chosen, (choice,) in choices(Temple):
        assert isinstance(chosen, Temple)
        icons = [MATERIALS[icon] for icon in sites(state.record)[chosen.field - 1].icons]
        beside = sum(huts_beside(state, chosen.field - 1))
        assert choice.label == f"Field {chosen.field}"
        assert [(amount.number, amount.name) for amount in choice.cost] == [(1, icon) for icon in icons]
        assert choice.detail == f"{beside} hut{'s' if beside != 1 else ''} beside it now"
        checked += 1
    assert checked > 200


def test_an_offer_tells_its_points() -> None:
    checked = Counter[str]()
    for state, chosen, (choice,) in choices(Offer):
        assert isinstance(chosen, Offer)
        size = 1 + sum(huts_beside(state, int(state.record.druid)))
        points = {"none": None, "both": size, "chip": size}.get(chosen.what, 1)
        if points is not None:
            assert choice.detail == f"+{points} point{'s' if points != 1 else ''}"
        elif state.record.points[state.current_player]:
            assert choice.detail == "−1 point"
        else:
            assert "no point" in choice.detail
        checked[chosen.what] += 1
    assert set(checked) == {"none", *MATERIALS, "three", "both", "chip"}


def test_a_payment_is_told_without_the_materials_that_are_not_given() -> None:
    state = draw_position("turn of A, act\nA 1 wood 3 wool\nB")
    prompt = PRESENTATION.prompt(state, NAMES, ENGLISH)
    choice = next(choice for choice in prompt.choices if (choice.group, choice.place) == ("hut", "field-2"))
    (way,) = choice.ways
    assert way.label == "1 wood and 3 wool" and way.note == "3 wool stand in for 1 stone"


# ------------------------------------------------------------------------------------------------ questions, rules


def test_every_question_is_one_and_names_its_rule() -> None:
    asked = set()
    rules = {rule.key: rule for rule in PRESENTATION.rules(ENGLISH)}
    for state in positions():
        prompt = PRESENTATION.prompt(state, NAMES, ENGLISH)
        assert prompt.question.endswith("?") and prompt.eyebrow
        assert rules[prompt.rule].title and rules[prompt.rule].text.endswith(".")
        assert all(group.question.endswith("?") and group.rule in rules for group in prompt.groups)
        asked.add(Phase(state.record.phase))
    assert asked == {Phase.PLACE, Phase.TAKE, Phase.GIVE, Phase.ACT, Phase.PAY, Phase.OFFER}


def test_the_druid_asks_at_a_field_for_its_materials() -> None:
    prompt = PRESENTATION.prompt(read_lines(*RITUAL).state, NAMES, ENGLISH)
    assert "field 2" in prompt.question
    assert {choice.label for choice in prompt.choices} >= {"Wood", "Stone and wood"}


# ---------------------------------------------------------------------------------------------------------- the log


def log(text: str) -> list[str]:
    return presenting.log(PRESENTATION, read_game(text).state, NAMES)


def _paid(words: list[str]) -> str:
    """What a line pays: 'wood 1 copper 3'."""
    pairs = [f"{number} {material}" for material, number in zip(words[::2], words[1::2], strict=True)]
    return " and ".join(filter(None, [", ".join(pairs[:-1]), *pairs[-1:]]))


def sentence(line: str, turn_player: str) -> str:
    """How the sentence of a line begins."""
    verb, *words = line.split()
    if verb == "roll":
        return f"{turn_player} rolled {words[0]}."
    name, rest = NAMES[int(words[0]) - 1], words[1:]
    paid = _paid(rest[1:]) if verb in ("hut", "temple") or rest[0] in ("both", "one") else ""
    return {
        "place": lambda: f"{name} placed a worker on the {rest[0]} plain.",
        "take": lambda: f"{name} took {'no chip' if rest[0] == 'none' else f'1 {rest[0]}'}.",
        "give": lambda: f"{name} returned 1 {rest[0]}.",
        "move": lambda: f"{name} moved a worker from the {rest[0]} plain onto the {rest[2]} plain.",
        "hut": lambda: f"{name} built a hut on field {rest[0]} for {paid or 'free'}",
        "temple": lambda: f"{name} built a temple on field {rest[0]} for {paid}.",
        "offer": lambda: f"{name} offered {_offered(rest, paid)} at field ",
    }[verb]()


def _offered(words: list[str], paid: str) -> str:
    return {"none": "nothing", "chip": "the druid chip"}.get(words[0]) or paid or f"1 {words[0]}"


@pytest.mark.parametrize("players", EVERY_NUMBER_OF_PLAYERS)
@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_every_line_of_a_game_is_told_as_a_sentence(players: int, bot: str) -> None:
    text = game_text(players, bot)
    lines = [line for line in text.splitlines()[4:-2] if line != "final"]
    told = list(PRESENTATION.log(read_game(text).state, 0, NAMES, ENGLISH))
    entries = [entry for entry in told if not entry.part]
    assert len(entries) == len(lines)
    for line, entry in zip(lines, entries, strict=True):
        assert entry.text.striptags().startswith(sentence(line, NAMES[entry.turn_player])), line
    assert sum("The druid begins his final circuit." in entry.text for entry in entries) == 1


def test_the_final_scoring_is_told_in_entries_of_its_own() -> None:
    """Nobody's deed: not inside what the last player offered."""
    entries = list(PRESENTATION.log(read_game(game_text(3, "greedy")).state, 0, NAMES, ENGLISH))
    deed, temples, stones = entries[-3:]
    assert deed.seat is not None and "Temples" not in deed.text and "Rune stones" not in deed.text
    assert (temples.seat, temples.rule, temples.text[:9]) == (None, "finale", "Temples: ")
    assert (stones.seat, stones.rule, stones.text[:13]) == (None, "finale", "Rune stones: ")
    assert len({entry.key for entry in entries}) == len(entries)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["Ana rolled minus.", "Ana returned 1 stone.", "Ben returned 1 copper."]),
        ("es", ["Ana sacó el signo menos.", "Ana devolvió 1 de piedra.", "Ben devolvió 1 de cobre."]),
        ("it", ["Ana ha tirato il dado: meno.", "Ana ha restituito 1 pietra.", "Ben ha restituito 1 rame."]),
        ("nl", ["Ana gooide min.", "Ana gaf 1 steen terug.", "Ben gaf 1 koper terug."]),
    ],
)
def test_a_verb_that_says_the_direction_needs_no_sign(language: str, told: list[str]) -> None:
    state = read_lines(*ROLLED[:-1], "roll minus", "give 1 stone", "give 2 copper").state
    entries = PRESENTATION.log(state, 0, NAMES, words(language))
    assert [entry.text.striptags() for entry in entries][-3:] == told


def test_the_log_tells_who_gained_what() -> None:
    told = presenting.log(PRESENTATION, read_lines(*ROLLED[:-1], "roll wood").state, NAMES)
    assert told[-1] == "Ana rolled wood. Ana +1 wood and Ben +1 wood."


def test_the_points_of_the_log_add_up_to_the_score() -> None:
    for players in EVERY_NUMBER_OF_PLAYERS:
        text = game_text(players, "greedy")
        points = Counter(dict.fromkeys(NAMES[:players], 5))
        for entry in log(text):
            for part in re.split(r"(?<=\.) ", entry):
                offered = re.match(r"(\w+) offered .*: ([+−])(\d+) points?\.", part)
                for name, sign, number in (
                    [offered.groups()] if offered else re.findall(r"(\w+) ([+−])(\d+) points?", part)
                ):
                    points[name] += int(number) if sign == "+" else -int(number)
        assert [points[name] for name in NAMES[:players]] == read_game(text).scores()
