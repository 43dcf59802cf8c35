"""Languages: every message in every catalogue, none too many, all with the same parts."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from markupsafe import Markup

import dolmen
from dolmen.contract.registry import packages
from dolmen.core.catalogues import FOLDERS
from dolmen.core.words import LANGUAGES, filled, preferred, words

METHODS = [("server/templates/**.html", "jinja2"), ("**.py", "python")]
KEYWORDS: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "translatable": None,
    "Message": None,
    "by_rule": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "several": (1, 2),
}
OPTIONS = {"server/templates/**.html": {"silent": "false"}}
PART = re.compile(r"%\((\w+)\)s")


PACKAGE = Path(dolmen.__file__).parent


Known = tuple[str | None, str | tuple[str, ...]]
"""A message with its context."""


@cache
def messages() -> dict[str, set[Known]]:
    """The messages of every game's folder, by its name, and under "" those of the rest."""
    sorted_out: dict[str, set[Known]] = {}
    found = extract_from_dir(str(PACKAGE), method_map=METHODS, options_map=OPTIONS, keywords=KEYWORDS)
    for file, _, message, _, context in found:
        room, game, *_rest = Path(file).parts
        one = message if isinstance(message, str) else tuple(message[:2])
        sorted_out.setdefault(game if room == "games" else "", set()).add((context, one))
    return sorted_out


def folders() -> dict[str, Path]:
    """The catalogues of every game, by its folder's name, and under "" those of the rest."""
    packages()
    return {folder.relative_to(PACKAGE).parts[1] if "games" in folder.parts else "": folder for folder in FOLDERS}


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_a_message_of_several_catalogues_is_the_same_in_all_of_them(language: str) -> None:
    """They are read as one: where a word is used in two senses, the messages must differ."""
    found: dict[object, set[str]] = {}
    for folder in folders().values():
        with (folder / f"{language}.po").open("rb") as source:
            for message in read_po(source, locale=language):
                if message.id:
                    found.setdefault((message.context, message.id), set()).add(str(message.string))
    assert {message: texts for message, texts in found.items() if len(texts) > 1} == {}


@pytest.mark.parametrize("room", sorted(folders()))
@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_a_catalogue_has_every_message_and_no_other(language: str, room: str) -> None:
    with (folders()[room] / f"{language}.po").open("rb") as source:
        catalogue = read_po(source, locale=language)
    translated = {(message.context, message.id): message.string for message in catalogue if message.id}
    assert set(translated) == messages()[room]
    for (_context, message), text in translated.items():
        originals = [message] if isinstance(message, str) else list(message)
        texts = [text] if isinstance(text, str) else list(text or ())
        assert all(texts), message
        for one in texts:
            assert set(PART.findall(one)) <= set().union(*(PART.findall(original) for original in originals)), one
        assert set(PART.findall(texts[-1])) == set(PART.findall(originals[-1])), message


def test_a_language_is_found_by_what_the_browser_prefers() -> None:
    assert preferred("fr-CH, es;q=0.9, en;q=0.8, *;q=0.5") == "es"
    assert preferred("nl-BE,nl;q=0.9") == "nl"
    assert preferred("") == preferred("xx;q=nonsense") == "en"


def test_lists_and_parts() -> None:
    assert words("en").listed(["Ana", "Ben", "Cleo"]) == "Ana, Ben and Cleo"
    assert words("es").listed(["Ana", "Ben"]) == "Ana y Ben"
    assert words("es").listed(["Ana", "Inés"]) == "Ana e Inés" and words("es").listed(["a", "hielo"]) == "a y hielo"
    assert words("es").listed([Markup("<b>Ana</b>"), Markup("<b>Inés</b>")]) == "<b>Ana</b> e <b>Inés</b>"
    assert words("nl").gettext("wool") == "wol"
    assert filled("%(name)s rolled.", name="<b>") == "&lt;b&gt; rolled."
