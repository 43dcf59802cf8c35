"""Terra Mystica in the browser: whole games are played through the prompts alone."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from dolmen.art import known_symbols
from dolmen.contract.content import Choice, Prompt, Way
from dolmen.contract.game import State
from dolmen.contract.registry import load
from dolmen.core.record_view import reading
from dolmen.core.words import words
from dolmen.games.terra_mystica.files.notation import NOTATION
from dolmen.games.terra_mystica.present import pictures
from dolmen.games.terra_mystica.present.artwork import SYMBOLS
from dolmen.games.terra_mystica.present.presentation import PRESENTATION
from dolmen.games.terra_mystica.rules.deeds import tried
from dolmen.games.terra_mystica.rules.record import SOURCES, Phase
from tests.terra_mystica.table import Table

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve")
ENGLISH = words("en")
ALL_OPTIONS = {
    "mini-expansion-1": "on",
    "shipping-bonus": "on",
    "temple-scoring-tile": "on",
    "variable-turn-order": "on",
    "late-answers": "on",
}


def begun(players: int, options: dict[str, str] | None = None, seed: int = 1) -> State:
    return NOTATION.begin(load("terra-mystica", players), options or {}, seed).state


def leaves(choices: tuple[Choice, ...]) -> Iterator[Choice]:
    for choice in choices:
        if choice.choices:
            yield from leaves(choice.choices)
        else:
            yield choice


def check(state: State, prompt: Prompt) -> None:
    assert prompt.question and prompt.eyebrow and prompt.choices
    rules = {rule.key for rule in PRESENTATION.rules(ENGLISH)}
    assert prompt.rule in rules
    if prompt.groups:
        keys = {group.key for group in prompt.groups}
        assert not prompt.group, "all kinds are shown together"
        assert {choice.group for choice in prompt.choices} <= keys
        letters = [group.letter for group in prompt.groups]
        assert len(set(letters)) == len(letters) and not set(letters) & set("bclpz")
    for choice in prompt.all_choices:
        assert choice.label and choice.sentence.endswith("."), choice
        assert bool(choice.choices) == bool(choice.question) == (not choice.ways), choice
    firsts = set()
    for choice in leaves(prompt.all_choices):
        assert choice.label and choice.sentence and choice.confirm, choice
        for way in choice.ways:
            assert 1 <= len(way.actions) <= 20
            assert tried(state.records, way.actions) is not None, (choice, way)
            firsts.add(way.actions[0])
    assert firsts == set(state.legal_actions()), "nothing that the rules allow is out of reach"


def play(state: State, seed: int, decisions: int = 10_000) -> Iterator[tuple[Prompt, Way]]:
    """Random picks, from the groups as they come, so that turns are varied."""
    draw = random.Random(seed)
    for _ in range(decisions):
        if state.is_terminal():
            return
        prompt = PRESENTATION.prompt(state, NAMES, ENGLISH)
        shown = prompt.choices
        if prompt.groups:
            group = draw.choice(sorted({choice.group for choice in shown}))
            shown = tuple(choice for choice in shown if choice.group == group)
        if prompt.asides and draw.random() < 0.05:
            shown = prompt.asides
        way = draw.choice(draw.choice(list(leaves(shown))).ways)
        yield prompt, way
        for action in way.actions:
            state.apply(action)


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {}),
        (3, {"setup": "introductory"}),
        (4, {"setup": "colours"}),
        (5, ALL_OPTIONS),
    ],
)
def test_a_whole_game_is_played_through_the_prompts(players: int, options: dict[str, str]) -> None:
    state = begun(players, options)
    for place, (prompt, way) in enumerate(play(state, seed=players)):
        if place % 7 == 0 or prompt.rule not in ("action", "end", "offer"):
            check(state, prompt)
        if place % 5 == 0:
            assert PRESENTATION.waiting(state, NAMES, ENGLISH).endswith(".")
            found = PRESENTATION.preview(state, way, NAMES, ENGLISH)
            assert all(fact.text for fact in (*found.gets, *found.then))
            assert all(amount.number > 0 and amount.symbol in known_symbols(SYMBOLS) for amount in found.pays)
    assert state.is_terminal() and state.record.phase == Phase.OVER
    sources = PRESENTATION.sources(state, ENGLISH)
    assert len(sources) <= len(SOURCES)
    assert tuple(map(sum, zip(*(source.points for source in sources), strict=True))) == state.scores()
    course = PRESENTATION.score_history(state)
    assert course[-1] == state.scores() and all(len(points) == players for points in course)
    assert all(PRESENTATION.achievement(state, seat, ENGLISH) for seat in range(players))


@pytest.mark.parametrize("players", [2, 4])
def test_the_log_can_be_told_from_any_entry_on(players: int) -> None:
    state = begun(players, ALL_OPTIONS, seed=3)
    for _ in play(state, seed=5):
        pass
    entries = list(PRESENTATION.log(state, 0, NAMES, ENGLISH))
    assert entries[-1].decision == len(state.history)
    places = [(entry.decision, entry.part) for entry in entries]
    assert places == sorted(set(places)), "one deed a decision, then what follows from it"
    rules = {rule.key for rule in PRESENTATION.rules(ENGLISH)}
    for entry in entries:
        assert entry.text.endswith(".") and entry.rule in rules
        assert 0 <= entry.turn_player < players
    for middle in entries[:: max(1, len(entries) // 9)]:
        assert list(PRESENTATION.log(state, middle.decision, NAMES, ENGLISH)) == [
            entry for entry in entries if entry.decision > middle.decision
        ]


@pytest.mark.parametrize("language", ["es", "it", "nl"])
def test_other_languages_fill_the_same_parts(language: str) -> None:
    spoken = words(language)
    state = begun(3, seed=6)
    for place, (prompt, way) in enumerate(play(state, seed=4)):
        if place % 9 == 0:
            other = PRESENTATION.prompt(state, NAMES, spoken)
            assert len(other.choices) == len(prompt.choices) and other.question != prompt.question
            PRESENTATION.preview(state, way, NAMES, spoken)
            PRESENTATION.waiting(state, NAMES, spoken)
    assert len(list(PRESENTATION.log(state, 0, NAMES, spoken))) == len(list(PRESENTATION.log(state, 0, NAMES, ENGLISH)))
    assert PRESENTATION.options(spoken) and PRESENTATION.rules(spoken) and PRESENTATION.sources(state, spoken)


def test_names_are_escaped() -> None:
    state = begun(2)
    state.apply(state.legal_actions()[0])
    entry = next(PRESENTATION.log(state, 0, ("<b>", "&"), ENGLISH))
    assert entry.text.startswith("&lt;b&gt; chose")


@pytest.mark.parametrize("options", [{}, {"setup": "colours"}, {"setup": "introductory"}, ALL_OPTIONS])
def test_a_table_is_kept_before_and_after_the_choice_of_factions(options: dict[str, str]) -> None:
    transcript = NOTATION.begin(load("terra-mystica", 3), options, 9)
    text = transcript.setup_text()
    again = NOTATION.read(text)
    assert again.setup_text() == text and again.state == transcript.state and again.setup == transcript.setup
    for _ in play(again.state, seed=1, decisions=1):
        pass
    assert NOTATION.read(again.to_text()).state.history == again.state.history or again.setup.factions
    for _ in play(again.state, seed=2):
        pass
    assert NOTATION.read(again.to_text()).state.scores() == again.state.scores()


def test_pictures_are_well_formed_and_need_only_symbols_that_are_there() -> None:
    state = begun(3, seed=4)
    for place, (prompt, _way) in enumerate(play(state, seed=8)):
        if place % 40 == 0:
            shown = prompt.choices
            drawn = [PRESENTATION.pieces(state, frozenset(), ()), PRESENTATION.lit(state, shown, 1, ())]
            drawn += [str(board.markup) for board in PRESENTATION.boards(state, 0, shown, 1, NAMES, ENGLISH)]
            for picture in drawn:
                ElementTree.fromstring(f"<svg>{picture}</svg>")
                assert set(re.findall(r'href="#([\w-]+)"', picture)) <= known_symbols(SYMBOLS).keys()
    ElementTree.fromstring(f"<svg>{PRESENTATION.ground(state.game, ENGLISH)}{PRESENTATION.scene()}</svg>")
    assert set(re.findall(r'href="#([\w-]+)"', PRESENTATION.scene())) <= known_symbols(SYMBOLS).keys()


@pytest.mark.parametrize("draw", ["_rounds", "_scrolls", "_power_actions", "_cults", "_favours_and_towns"])
def test_a_board_that_is_remembered_is_the_one_that_would_be_drawn(draw: str) -> None:
    remembering = getattr(pictures, draw)
    more = {"_rounds": (), "_power_actions": (0, (), None), "_cults": ((), None, ())}.get(draw, ((), None))
    state = begun(3, seed=12)  # random play takes favours there
    seen = set()
    for _ in play(state, seed=16):
        drawn = remembering(state.record, *more, "en")
        assert drawn == remembering.__wrapped__(reading(state.record), *more, "en")
        seen.add(drawn)
    assert len(seen) > 1


def test_seats_are_shown_in_the_terrain_of_their_faction() -> None:
    state = begun(2)
    assert PRESENTATION.seat_colours(state, {}) == ("terrain:river", "terrain:river")
    state.apply("setup witches")
    assert PRESENTATION.seat_colours(state, {}) == ("terrain:forest", "terrain:river")
    panels = PRESENTATION.panels(state, None, ENGLISH, colours=PRESENTATION.seat_colours(state, {}), is_open=True)
    assert panels[0].title == "Witches" and panels[1].title == ""


def test_a_place_that_cannot_be_chosen_says_why() -> None:
    state = begun(2)
    state.play(["setup witches", "setup nomads"])
    assert (
        PRESENTATION.refusal(state, "hex-A1", ENGLISH).text
        == "A1 is plains; first dwellings stand on your home terrain, forest."
    )
    for _ in play(state, seed=1):
        for place in ("hex-A1", "hex-E7", "river-r3", "nowhere"):
            found = PRESENTATION.refusal(state, place, ENGLISH)
            assert found.text.endswith(".") and found.symbol in {rule.key for rule in PRESENTATION.rules(ENGLISH)}
        if state.turn > 12:
            break


def test_a_step_that_waited_is_asked_for_and_told_as_one() -> None:
    """Not as the cultists' step for power that was taken."""
    table = Table("nomads witches", options=("late-answers",)).stand("nomads", "D4 D").stand("witches", "E7 D")
    table.give("witches", favours="FAV6").play("pass BON9", "action FAV6", "done")
    assert PRESENTATION.prompt(table.state, ("Ana", "Ben"), ENGLISH).question == "In which cult do you advance?"
    place = len(table.state.history)
    table.play("+FIRE")
    (entry,) = PRESENTATION.log(table.state, place, ("Ana", "Ben"), ENGLISH)
    assert "advanced a step: " in str(entry.text) and entry.rule == "step"
