"""The reader's language: gettext catalogues, lists, and what a translated sentence is filled with.

Every product text is an English message in the source, marked by `gettext` or `ngettext`, with named parts. The
catalogues (see `dolmen.core.catalogues`) hold the other languages, those of a game with its rulebook's own words; a
test fails where a message is missing there or no longer used. They are read as they are: nothing has to be compiled.
A language that a game does not speak is English there.
"""

from __future__ import annotations

import gettext as library
import io
import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from babel.core import Locale
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from markupsafe import Markup, escape

from dolmen.core.catalogues import FOLDERS

LANGUAGES: Final = {"en": "English", "es": "Español", "it": "Italiano", "nl": "Nederlands"}
"""The languages by code, each by its own name."""
MOST_LISTS: Final = 5_000
"""So many lists are remembered."""
SOUNDS_LIKE_I: Final = re.compile(r"\W*h?[ií](?![aeoáéó])", re.IGNORECASE)
"""Before such a word the Spanish 'y' is 'e': Ana e Inés, Ben e Hilario, but agua y hielo."""


class Words:
    """One language."""

    def __init__(self, language: str, translations: library.NullTranslations) -> None:
        self.language = language
        self.locale = Locale.parse(language)
        self._translations = translations
        self.gettext = translations.gettext
        self.ngettext = translations.ngettext
        self.pgettext = translations.pgettext
        """For one English word with two uses: the context comes first."""

    def listed(self, items: Iterable[str]) -> str:
        """'Ana, Ben and Cleo'; safe items stay safe, others are escaped where one is safe."""
        kept = tuple(items)
        if not any(isinstance(item, Markup) for item in kept):
            return _joined(kept, self.language)
        marks = tuple(f"\x00{place}\x00" for place in range(len(kept)))
        text = escape(_joined(marks, self.language, Markup(kept[-1]).striptags()))
        for mark, item in zip(marks, kept, strict=True):
            text = Markup(str(text).replace(mark, str(escape(item))))
        return text


@lru_cache(maxsize=MOST_LISTS)
def _joined(items: tuple[str, ...], language: str, last: str = "") -> str:
    """A list in a sentence; babel looks its patterns up anew for each. `last` is heard where its item is a mark."""
    text = format_list(items, locale=language).replace(", and ", " and ")
    if language == "es" and len(items) > 1 and SOUNDS_LIKE_I.match(last or items[-1]):
        return text.removesuffix(f" y {items[-1]}") + f" e {items[-1]}"
    return text


def words(language: str) -> Words:
    """A language by its code; an unknown one is English."""
    return _words(language if language in LANGUAGES else "en", tuple(FOLDERS))


@cache
def _words(language: str, folders: tuple[Path, ...]) -> Words:
    """A language as these folders speak it."""
    if language == "en":
        return Words("en", library.NullTranslations())
    compiled = io.BytesIO()
    write_mo(compiled, _catalogue(language, folders))
    compiled.seek(0)
    return Words(language, library.GNUTranslations(compiled))


def _catalogue(language: str, folders: tuple[Path, ...]) -> Catalog:
    """All messages of a language; where two files translate the same message, the first one wins."""
    together = Catalog(locale=language)
    for folder in reversed(folders):
        file = folder / f"{language}.po"
        if file.is_file():
            with file.open("rb") as source:
                for message in read_po(source, locale=language):
                    if message.id:
                        together.add(message.id, message.string, context=message.context)
    return together


def preferred(accept: str) -> str:
    """The first language of an Accept-Language header that we speak."""
    wishes = []
    for place, wish in enumerate(accept.split(",")[:20]):
        code, _, weight = wish.strip().partition(";q=")
        try:
            wishes.append((-float(weight or 1), place, code.split("-")[0].lower()))
        except ValueError:
            continue
    return next((code for _, _, code in sorted(wishes) if code in LANGUAGES), "en")


def preferred_locale(environment: Mapping[str, str]) -> str:
    """The language of a terminal, by the first of the usual variables that is set."""
    locale = next(filter(None, (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = locale.partition("_")[0].partition(".")[0].lower()
    return code if code in LANGUAGES else "en"


def capitalized(text: str) -> str:
    """A text as it begins a line or a sentence; what follows its first letter stays. Dutch writes 'Eén'."""
    return f"Eén{text[3:]}" if text.startswith("één") else text[:1].upper() + text[1:]


def uncapitalized(text: str) -> str:
    """The text as it goes on within a sentence; what begins with a place ('A10') stays as it is."""
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def filled(text: str, **parts: object) -> Markup:
    """A sentence for a page: the parts that are not markup already are escaped, and so is the sentence."""
    return escape(text) % parts
