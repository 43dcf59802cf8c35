"""The symbols of `symbols.svg`: those that a page needs, placed in a picture or set in running text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.resources import files
from typing import Final
from xml.sax.saxutils import quoteattr

_SYMBOL = re.compile(r'<symbol id="([\w-]+)".*?</symbol>', re.DOTALL)
_REFERENCE = re.compile(r'href="#([\w-]+)"')

_DRAWN: Final = {
    found[1]: found[0] for found in _SYMBOL.finditer((files(__package__) / "symbols.svg").read_text(encoding="utf-8"))
}
SYMBOLS: Final = tuple(_DRAWN)
"""The names of all symbols, in the order of the file."""


def number(value: float) -> str:
    """A coordinate, short: one digit behind the point, and none where it is not needed."""
    return f"{round(value, 1) + 0.0:g}"


def attributes(pairs: dict[str, object]) -> str:
    """Attributes of a tag, each after a blank: `stroke_width=3` is written `stroke-width="3"`."""
    return "".join(f" {name.rstrip('_').replace('_', '-')}={quoteattr(str(value))}" for name, value in pairs.items())


def use(name: str, x: float, y: float, size: float, height: float | None = None, **more: object) -> str:
    """A symbol with its centre at x, y."""
    tall = size if height is None else height
    return (
        f'<use href="#{name}" x="{number(x - size / 2)}" y="{number(y - tall / 2)}" '
        f'width="{number(size)}" height="{number(tall)}"{attributes(more)}/>'
    )


def icon(name: str, label: str = "") -> str:
    """A symbol in running text; one without a label is an ornament that screen readers skip."""
    named = f'role="img" aria-label={quoteattr(label)}' if label else 'aria-hidden="true"'
    return f'<svg class="i" viewBox="0 0 48 48" {named}><use href="#{name}"/></svg>'


def used(markup: str) -> set[str]:
    """The names of the symbols that a piece of markup refers to."""
    return set(_REFERENCE.findall(markup)) & _DRAWN.keys()


def symbols(names: Iterable[str]) -> str:
    """The symbols of these names and those that they are made of, each once, in the order of the file."""
    wanted: set[str] = set()
    new = set(names)
    while new:
        wanted |= new
        new = {part for name in new for part in used(_DRAWN[name])} - wanted
    return "".join(drawn for name, drawn in _DRAWN.items() if name in wanted)


def sprite(names: Iterable[str] = SYMBOLS) -> str:
    """An invisible `<svg>` with these symbols and what they are made of: once in every page that uses them."""
    return f'<svg class="sprite" width="0" height="0" aria-hidden="true"><defs>{symbols(names)}</defs></svg>'
