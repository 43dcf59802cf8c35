"""Peoples in sentences: article, preposition and verb agree in every language, and so does a player's name."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from dolmen.contract.game import State
from dolmen.contract.registry import load, packages
from dolmen.core.draws import Draws
from dolmen.core.words import LANGUAGES, Words, words
from dolmen.games.terra_mystica.present.presentation import PRESENTATION
from dolmen.games.terra_mystica.present.vocabulary import Vocabulary, vocabulary_in
from dolmen.games.terra_mystica.rules.factions import NAMES
from tests.terra_mystica.table import Table

packages()  # their catalogues are read, too
PLAYERS = ("Ana", "Ivo")
FIVE = (*PLAYERS, "Cleo", "Dan", "Edda")
FORMS = {
    "en": {
        "witches": ("The Witches", "of the Witches", "from the Witches", "to the Witches"),
        "chaosmagicians": (
            "The Chaos Magicians",
            "of the Chaos Magicians",
            "from the Chaos Magicians",
            "to the Chaos Magicians",
        ),
    },
    "es": {
        "witches": ("Las brujas", "de las brujas", "de las brujas", "a las brujas"),
        "dwarves": ("Los enanos", "de los enanos", "de los enanos", "a los enanos"),
        "darklings": (
            "Los moradores de la oscuridad",
            "de los moradores de la oscuridad",
            "de los moradores de la oscuridad",
            "a los moradores de la oscuridad",
        ),
    },
    "it": {
        "witches": ("Le Streghe", "delle Streghe", "dalle Streghe", "alle Streghe"),
        "darklings": ("Gli Oscuri", "degli Oscuri", "dagli Oscuri", "agli Oscuri"),
        "dwarves": ("I Nani", "dei Nani", "dai Nani", "ai Nani"),
    },
    "nl": {
        "witches": ("De Heksen", "van de Heksen", "van de Heksen", "aan de Heksen"),
        "engineers": ("De Ingenieurs", "van de Ingenieurs", "van de Ingenieurs", "aan de Ingenieurs"),
    },
}
"""At the beginning of a sentence; of, from and to them."""
TOLD = {
    "en": {
        "chose": "Ana chose the Darklings.",
        "asked": "Ivo chooses a faction.",
        "next": "the turn goes to Ivo",
        "acts": "The Darklings choose their action.",
        "offered": "The Mermaids are offered power.",
        "question": "The Darklings built beside you and offer 1 power. Do you take it?",
        "in turn": "In the turn of the Darklings, round 1",
        "took": "The Mermaids took 1 power from the Darklings for free.",
        "declined": "The Mermaids declined 1 power from the Darklings.",
    },
    "es": {
        "chose": "Ana juega con los moradores de la oscuridad.",
        "asked": "Ivo elige una facción.",
        "next": "el turno pasa a Ivo",
        "acts": "Los moradores de la oscuridad eligen su acción.",
        "offered": "Las sirenas pueden ganar poder.",
        "question": "Los moradores de la oscuridad han construido junto a ti y te ofrecen 1 punto de poder. ¿Aceptas?",
        "in turn": "En el turno de los moradores de la oscuridad, ronda 1",
        "took": "Las sirenas recibieron gratis 1 punto de poder de los moradores de la oscuridad.",
        "declined": "Las sirenas rechazaron 1 punto de poder de los moradores de la oscuridad.",
    },
    "it": {
        "chose": "Ana ha scelto gli Oscuri.",
        "asked": "Ivo sceglie una fazione.",
        "next": "tocca a Ivo",
        "acts": "Gli Oscuri scelgono un'azione.",
        "offered": "Le Sirene possono prendere potere.",
        "question": "Gli Oscuri hanno costruito accanto a te e ti offrono 1 potere. Lo prendi?",
        "in turn": "Nel turno degli Oscuri, round 1",
        "took": "Le Sirene hanno preso gratis 1 potere dagli Oscuri.",
        "declined": "Le Sirene hanno rifiutato 1 potere dagli Oscuri.",
    },
    "nl": {
        "chose": "Ana koos de Duisterlingen.",
        "asked": "Ivo kiest een volk.",
        "next": "de beurt is aan Ivo",
        "acts": "De Duisterlingen kiezen een actie.",
        "offered": "De Zeemeerminnen krijgen kracht aangeboden.",
        "question": "De Duisterlingen bouwden naast je en bieden 1 kracht aan. Neem je die aan?",
        "in turn": "In de beurt van de Duisterlingen, ronde 1",
        "took": "De Zeemeerminnen kregen gratis 1 kracht van de Duisterlingen.",
        "declined": "De Zeemeerminnen weigerden 1 kracht van de Duisterlingen.",
    },
}
"""A game of Ana, who takes the Darklings and builds beside Ivo's Mermaids."""
BROKEN = re.compile(
    r"\b(\w+) \1\b|\s{2}|\bde el\b|\ba el\b|\b[Dd]i (i|gli|le)\b|\b[Dd]a (i|gli|le)\b|\b[Aa] (i|gli|le)\b|%\("
)
"""What no sentence has: a word twice, two blanks, preposition and article that should have melted."""


@pytest.fixture(params=LANGUAGES)
def vocabulary(request: pytest.FixtureRequest) -> Vocabulary:
    return vocabulary_in(words(request.param))


def test_a_people_has_its_forms(vocabulary: Vocabulary) -> None:
    for name, (first, of, from_, to) in FORMS[vocabulary.words.language].items():
        people = vocabulary.people(NAMES.index(name))
        assert (people.first, people.of, people.from_, people.to) == (first, of, from_, to)


def test_a_short_name_has_ten_letters_at_most_and_is_one_peoples_own(vocabulary: Vocabulary) -> None:
    shorts = [vocabulary.short(number) for number in range(len(NAMES))]
    assert max(map(len, shorts)) <= 10 and len(set(shorts)) == len(NAMES), shorts


def test_no_form_of_a_people_is_broken(vocabulary: Vocabulary) -> None:
    for number in range(len(NAMES)):
        people = vocabulary.people(number)
        assert people.first[0].isupper() and people.first.lower() == people.the.lower()
        for form in (people.the, people.of, people.from_, people.to):
            assert not BROKEN.search(form) and form.lower().endswith(people.bare.lower()), form


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_player_without_a_people_is_named_by_name(language: str) -> None:
    reader, told = words(language), TOLD[language]
    state = load("terra-mystica").new_state(seed=1)
    choice = PRESENTATION.prompt(state, PLAYERS, reader).choices[NAMES.index("darklings")]
    assert PRESENTATION.preview(state, choice.ways[0], PLAYERS, reader).then[0].text == told["next"]
    state.play(["setup darklings"])
    assert _log(state, 0, reader) == [told["chose"]]
    assert PRESENTATION.waiting(state, PLAYERS, reader) == told["asked"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_verbs_and_articles_agree_with_a_people(language: str) -> None:
    reader, told = words(language), TOLD[language]
    table = Table("darklings mermaids").stand("darklings", "E5 D").stand("mermaids", "E4 D")
    assert PRESENTATION.waiting(table.state, PLAYERS, reader) == told["acts"]
    table.play("upgrade E5 to TP", "done")
    assert PRESENTATION.waiting(table.state, PLAYERS, reader) == told["offered"]
    prompt = PRESENTATION.prompt(table.state, PLAYERS, reader)
    assert (prompt.question, prompt.eyebrow) == (told["question"], told["in turn"])
    asked = len(table.state.history)
    for choice, sentence in zip(prompt.choices, (told["took"], told["declined"]), strict=True):
        answered = table.state.clone()
        answered.apply(choice.ways[0].actions[0])
        assert _log(answered, asked, reader) == [sentence]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_of_a_game_is_broken(language: str) -> None:
    reader = words(language)
    state, draws = load("terra-mystica", players=5).new_state(seed=7), Draws(7, 1)
    while not state.is_terminal():
        if len(state.history) % 9 == 0:
            for sentence in _said(state, reader):
                assert sentence and not BROKEN.search(sentence), sentence
        state.apply_trusted(draws.pick(state.legal_actions()))
    for sentence in _log(state, 0, reader):
        assert not BROKEN.search(sentence), sentence


def _said(state: State, reader: Words) -> Iterator[str]:
    """The waiting sentence, the question, and what comes of its first choice."""
    prompt = PRESENTATION.prompt(state, FIVE, reader)
    yield from (PRESENTATION.waiting(state, FIVE, reader), prompt.eyebrow, prompt.question)
    for choice in prompt.choices[:3]:
        yield from (choice.sentence, *(f"{inner.confirm}." for inner in choice.choices or (choice,)))
        for way in choice.ways[:1]:
            yield from (fact.text for fact in PRESENTATION.preview(state, way, FIVE, reader).then)


def _log(state: State, first: int, reader: Words) -> list[str]:
    return [entry.text.striptags() for entry in PRESENTATION.log(state, first, FIVE, reader)]
