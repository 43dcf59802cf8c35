"""Small pictures for rules and hints: a row of signs, numbers and scenes that says a rule without words.

Figures are markup for pages (`table.css` has their classes). They are ornaments: the sentence beside them says it too,
so screen readers skip them. Sizes are attributes; the page's Content-Security-Policy forbids styles in markup.
"""

from __future__ import annotations

import re
from typing import Final

from dolmen.art.symbols import attributes, number

_ID: Final = re.compile(r' id="[^"]*"')


def sign(symbol: str, size: int = 34, color: str = "", **scope: str) -> str:
    """A symbol; the scope sets its colours (`seat="blue"`, `stone="plain"`), `color` what has none of its own."""
    looks = attributes({f"data-{name}": value for name, value in scope.items()} | ({"color": color} if color else {}))
    return f'<svg viewBox="0 0 48 48" width="{size}" height="{size}"{looks}><use href="#{symbol}"/></svg>'


def scene(width: float, height: float, drawn: str, zoom: float = 1.0) -> str:
    """A drawing of its own; ids are left out, for a page may show it more than once."""
    return (
        f'<svg viewBox="0 0 {number(width)} {number(height)}" width="{number(width * zoom)}" '
        f'height="{number(height * zoom)}">{_ID.sub("", drawn)}</svg>'
    )


def words(text: str) -> str:
    """A number or a mark between signs: '×3', '+2', '='."""
    return f"<b>{text}</b>"


def leads() -> str:
    """What stands before becomes what follows."""
    return '<i class="leads">→</i>'


def either() -> str:
    """One or the other."""
    return '<i class="either"></i>'


def together(*parts: str) -> str:
    """Signs that belong together and stay on one line."""
    return f'<span class="together">{"".join(parts)}</span>'


def figure(*parts: str) -> str:
    """A whole picture: its parts in a row that may wrap."""
    return f'<div class="figure" aria-hidden="true">{"".join(parts)}</div>'
