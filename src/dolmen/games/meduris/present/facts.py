"""What statistics count of Meduris, in words."""

from __future__ import annotations

from dolmen.contract.content import ShownFact
from dolmen.core.words import Words
from dolmen.games.meduris.counting import ENDER, HUTS_BUILT, STONES, TEMPLES_BUILT


def fact_kind(kind: str, words: Words) -> str:
    """A kind of facts, as a heading."""
    _ = words.gettext
    return {
        TEMPLES_BUILT: _("Temples built"),
        HUTS_BUILT: _("Huts built"),
        STONES: _("Rune stones held"),
        ENDER: _("Who called the end"),
    }[kind]


def fact(kind: str, value: str, words: Words) -> ShownFact:
    """A number of pieces, or whether somebody called the end."""
    _, several = words.gettext, words.ngettext
    if kind == ENDER:
        return ShownFact(_("called the end") if value == "yes" else _("the others"))
    number = int(value)
    text = {
        TEMPLES_BUILT: lambda: several("%(number)s temple", "%(number)s temples", number),
        HUTS_BUILT: lambda: several("%(number)s hut", "%(number)s huts", number),
        STONES: lambda: several("%(number)s rune stone", "%(number)s rune stones", number),
    }[kind]()
    return ShownFact(text % {"number": number})
