"""The words of Meduris in the reader's language: materials, plains, areas, chips, points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from markupsafe import Markup

from dolmen.contract.content import Amount
from dolmen.core.words import Words
from dolmen.games.meduris.rules.materials import CHIP_DRUID, CHIP_HUT, CHIP_TWO, MATERIALS


@cache
def material(words: Words, name: str) -> str:
    """A material, or a face of the die, by its name."""
    _ = words.gettext
    return {
        "wood": _("wood"),
        "wool": _("wool"),
        "copper": _("copper"),
        "stone": _("stone"),
        "plus": _("plus"),
        "minus": _("minus"),
    }[name]


@cache
def material_letters(words: Words, name: str) -> str:
    """A material in two letters, for where there is no room."""
    _ = words.gettext
    return {"wood": _("Wd"), "wool": _("Wl"), "copper": _("Cu"), "stone": _("St")}[name]


@cache
def plain(words: Words, name: str) -> str:
    """A high plain."""
    _ = words.gettext
    return {
        "wood": _("the wood plain"),
        "wool": _("the wool plain"),
        "copper": _("the copper plain"),
        "stone": _("the stone plain"),
    }[name]


@cache
def area(words: Words, name: str) -> str:
    """A rune area, by the shape of its symbol."""
    _ = words.gettext
    return {
        "serpent": _("serpent"),
        "diamond": _("diamond"),
        "sprout": _("sprout"),
        "eye": _("eye"),
        "twins": _("twins"),
        "waves": _("waves"),
        "flame": _("flame"),
        "hook": _("hook"),
        "arrow": _("arrow"),
    }[name]


@lru_cache(maxsize=1_000)
def counted(words: Words, number: int, name: str) -> str:
    """'2 wool': number and material are one message, for languages count them in their own ways."""
    several = words.ngettext
    text = {
        "wood": lambda: several("%(number)s wood", "%(number)s wood", number),
        "wool": lambda: several("%(number)s wool", "%(number)s wool", number),
        "copper": lambda: several("%(number)s copper", "%(number)s copper", number),
        "stone": lambda: several("%(number)s stone", "%(number)s stone", number),
    }[name]()
    return text % {"number": number}


@lru_cache(maxsize=20_000)
def chips(words: Words, payment: tuple[int, ...]) -> str:
    """'2 stone and 2 wool'."""
    return words.listed(counted(words, number, name) for name, number in zip(MATERIALS, payment, strict=True) if number)


@cache
def points(words: Words, number: int) -> str:
    """'+3 points', or with a minus sign."""
    sign = "+" if number > 0 else "−"
    return words.ngettext("%(number)s point", "%(number)s points", abs(number)) % {"number": f"{sign}{abs(number)}"}


@lru_cache(maxsize=2_000, typed=True)  # (of two equal texts, one may be markup)
def signed(text: str, number: int) -> Markup:
    """A gain or a loss in its colour."""
    return Markup('<span class="%s">%s</span>') % ("plus" if number > 0 else "minus", text)


@cache
def bonus(words: Words, chip: int) -> str:
    """What a bonus chip brings."""
    _ = words.gettext
    return {CHIP_TWO: _("+2 points"), CHIP_DRUID: _("druid chip for later"), CHIP_HUT: _("free hut")}[chip]


def amounts(words: Words, stock: Sequence[int], *, zeros: bool = False) -> tuple[Amount, ...]:
    """Chips by material; those of which there are none only if `zeros` says so."""
    return tuple(
        Amount(int(number), name, material(words, name))
        for name, number in zip(MATERIALS, stock, strict=True)
        if number or zeros
    )
