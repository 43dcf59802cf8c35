"""The reader's language: gettext catalogues, lists, and what a translated sentence is filled with.

Every product text is an English message in the source, marked by `gettext` or `ngettext`, with named parts. The
catalogues in `locale/` hold the other languages, with the rulebooks' own words for things; a test fails where a message
is missing there or no longer used. They are read as they are: nothing has to be compiled.
"""

from __future__ import annotations

import gettext as library
import io
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from babel.core import Locale
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from markupsafe import Markup, escape

LANGUAGES: Final = {"en": "English", "es": "Español", "it": "Italiano", "nl": "Nederlands"}
"""The languages by code, each by its own name."""
LOCALE: Final = Path(__file__).parent / "locale"


class Words:
    """One language."""

    def __init__(self, language: str, translations: library.NullTranslations) -> None:
        self.language = language
        self.locale = Locale.parse(language)
        self._translations = translations
        self.gettext = translations.gettext
        self.ngettext = translations.ngettext

    def listed(self, items: Iterable[str]) -> str:
        """'Ana, Ben and Cleo'; safe items stay safe, others are escaped where one is safe."""
        kept = list(items)
        if not any(isinstance(item, Markup) for item in kept):
            return format_list(kept, locale=self.locale).replace(", and ", " and ")
        marks = [f"\x00{place}\x00" for place in range(len(kept))]
        text = escape(format_list(marks, locale=self.locale).replace(", and ", " and "))
        for mark, item in zip(marks, kept, strict=True):
            text = Markup(str(text).replace(mark, str(escape(item))))
        return text


@cache
def words(language: str) -> Words:
    """A language by its code; an unknown one is English."""
    if language not in LANGUAGES or language == "en":
        return Words("en", library.NullTranslations())
    with (LOCALE / f"{language}.po").open("rb") as source:
        catalogue = read_po(source, locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Words(language, library.GNUTranslations(compiled))


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


def filled(text: str, **parts: object) -> Markup:
    """A sentence for a page: the parts that are not markup already are escaped, and so is the sentence."""
    return escape(text) % parts
