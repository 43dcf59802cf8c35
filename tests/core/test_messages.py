"""Messages that are English where they are made, and translated where they are shown."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest

from dolmen.contract.game import Game
from dolmen.contract.registry import games, load, packages
from dolmen.core.draws import Draws
from dolmen.core.errors import DolmenError, IllegalAction, translatable
from dolmen.core.messages import Listed, Message, Term
from dolmen.core.words import LANGUAGES, words

packages()  # their catalogues are read, too
ENGLISH, SPANISH = words("en"), words("es")


def test_a_message_is_english_by_itself_and_translated_with_all_its_parts() -> None:
    message = Message("he has no %(material)s", material=Message("wood")).by_rule("Build a hut")
    assert str(message) == message.translated(ENGLISH) == "he has no wood (rule: Build a hut)"
    assert message.translated(SPANISH) == "no tiene madera (regla: Construir cabañas)"


def test_a_term_is_short_in_english_and_a_name_elsewhere() -> None:
    assert str(Term("witches", "Witches")) == "witches" and Term("witches", "Witches").translated(SPANISH) == "Brujas"


def test_things_are_listed_as_the_language_does() -> None:
    things = [Message("wood"), Message("wool"), "7"]
    assert str(Listed(things)) == "wood and wool and 7" and str(Listed(things, ", ")) == "wood, wool, 7"
    assert Listed(things).translated(SPANISH) == "madera, lana y 7"
    assert str(Listed(())) == Listed(()).translated(SPANISH) == ""


def test_an_error_tells_its_message_in_both_ways() -> None:
    error = DolmenError(translatable("two seats have the same colour: every colour is used once"))
    assert error.translated(SPANISH) != str(error)
    assert str(IllegalAction(Message("player %(number)s", number=3))) == "player 3"
    assert DolmenError("50 % of %(it)s").translated(SPANISH) == "50 % of %(it)s", "without parts nothing is filled in"
    assert DolmenError().translated(SPANISH) == ""
    assert str(pickle.loads(pickle.dumps(IllegalAction(Message("player %(number)s", number=3))))) == "player 3"


def refusals(game: Game) -> Iterator[Message]:
    """Why decisions are refused in some positions of random games."""
    for seed in range(2):
        state, draws = game.new_state(seed=seed), Draws(seed, 1)
        while not state.is_terminal():
            legal = state.legal_actions()
            if not state.is_chance() and len(state.history) % 17 == 0:
                others = sorted(set(range(game.num_actions)) - set(legal))
                yield from (game.refusal(state.record, action) for action in others[:: 1 + len(others) // 60])
            state.apply_trusted(draws.pick(legal))


def texts(message: Message) -> Iterator[str]:
    """The texts of a message and of its parts."""
    if message.text:
        yield message.text
    parts = message.items if isinstance(message, Listed) else message.parts.values()
    for part in parts:
        if isinstance(part, Message):
            yield from texts(part)


@pytest.mark.parametrize("key", games())
@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_every_refusal_is_told_in_every_language(key: str, language: str) -> None:
    reader = words(language)
    known = reader._translations._catalog  # type: ignore[attr-defined]
    for refusal in refusals(load(key)):
        assert all(text in known for text in texts(refusal)), str(refusal)
        told = refusal.translated(reader)
        assert told.isprintable() and told != str(refusal) and "%(" not in told
