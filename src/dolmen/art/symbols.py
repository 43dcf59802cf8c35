"""Symbols: those of the house (`symbols.svg`) and those of a game's own file, placed in a picture or in running text.

Where a function takes files, the symbols of the house are always among the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final
from xml.sax.saxutils import quoteattr

HOUSE: Final = Path(__file__).with_name("symbols.svg")
"""What every page may use: the brand, the seats' marks, points, and the signs of the interface."""

MOST_ICONS: Final = 5_000
"""So many are kept as they are written; the same ones come again and again."""
_SYMBOL: Final = re.compile(r'<symbol id="([\w-]+)".*?</symbol>', re.DOTALL)
_REFERENCE: Final = re.compile(r'href="#([\w-]+)"')


@cache
def known_symbols(*files: Path) -> Mapping[str, str]:
    """All symbols by name, as they are written, in the order of the files."""
    texts = [file.read_text(encoding="utf-8") for file in (HOUSE, *files)]
    return MappingProxyType({found[1]: found[0] for text in texts for found in _SYMBOL.finditer(text)})


def number(value: float) -> str:
    """A coordinate, short: one digit behind the point, and none where it is not needed."""
    return f"{round(value, 1) + 0.0:g}"


def attributes(pairs: Mapping[str, object]) -> str:
    """Attributes of a tag, each after a blank: `stroke_width=3` is written `stroke-width="3"`."""
    return "".join(f" {name.rstrip('_').replace('_', '-')}={quoteattr(str(value))}" for name, value in pairs.items())


def use(name: str, x: float, y: float, size: float, height: float | None = None, **more: object) -> str:
    """A symbol with its centre at x, y."""
    tall = size if height is None else height
    return (
        f'<use href="#{name}" x="{number(x - size / 2)}" y="{number(y - tall / 2)}" '
        f'width="{number(size)}" height="{number(tall)}"{attributes(more)}/>'
    )


@lru_cache(maxsize=MOST_ICONS)
def icon(name: str, label: str = "") -> str:
    """A symbol in running text; one without a label is an ornament that screen readers skip."""
    named = f'role="img" aria-label={quoteattr(label)}' if label else 'aria-hidden="true"'
    return f'<svg class="i" viewBox="0 0 48 48" {named}><use href="#{name}"/></svg>'


def used(markup: str, *files: Path) -> set[str]:
    """The names of the symbols that a piece of markup refers to."""
    return set(_REFERENCE.findall(markup)) & known_symbols(*files).keys()


def symbols(names: Iterable[str], *files: Path) -> str:
    """The symbols of these names and those that they are made of, each once, in the order of the files."""
    known = known_symbols(*files)
    wanted: set[str] = set()
    new = set(names)
    while new:
        wanted |= new
        new = {part for name in new for part in used(known[name], *files)} - wanted
    return "".join(text for name, text in known.items() if name in wanted)


def sprite(*files: Path) -> str:
    """An invisible `<svg>` with all symbols: once in every page, for what the page uses."""
    everything = "".join(known_symbols(*files).values())
    return f'<svg class="sprite" width="0" height="0" aria-hidden="true"><defs>{everything}</defs></svg>'
