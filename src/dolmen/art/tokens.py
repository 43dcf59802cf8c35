"""The colours of `tokens.css` and of a game's style sheet without a browser: one scheme, every variable resolved."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, Literal

Scheme = Literal["light", "dark"]
Scope = tuple[str, str]
"""An attribute and its value that change variables for what stands below: ("data-seat", "blue")."""
Variables = Mapping[Scope | None, Mapping[str, str]]
"""Variables as they are written: those of the root under None, the others under the scope that sets them."""

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_MEDIA = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_SCOPE = re.compile(r'\[(data-\w+)="([\w-]+)"\]')
_DECLARATION = re.compile(r"--([\w-]+):\s*([^;]+);")
_VARIABLE = re.compile(r"var\(--([\w-]+)(?:,\s*([^()]*))?\)")
_EITHER = re.compile(r"light-dark\(([^(),]*),([^(),]*)\)")


HOUSE: Final = Path(__file__).with_name("tokens.css")
"""What every page has; a game's own style sheet adds to it."""


@cache
def rules(style: Path | None = None) -> Variables:
    """The variables of the house and, where its style sheet is named, of a game; components are skipped."""
    found: dict[Scope | None, dict[str, str]] = {}
    for file in filter(None, (HOUSE, style)):
        text = _MEDIA.sub("", _COMMENT.sub("", file.read_text(encoding="utf-8")))
        for selector, body in _RULE.findall(text):
            scope = _SCOPE.fullmatch(selector.strip())
            if scope or selector.strip() == ":root":
                declared = {name: " ".join(value.split()) for name, value in _DECLARATION.findall(body)}
                found.setdefault((scope[1], scope[2]) if scope else None, {}).update(declared)
    return found


def resolve(value: str, variables: Mapping[str, str], scheme: Scheme) -> str:
    """A value without variables: `var(--p)` and `light-dark(a, b)` replaced until none is left.

    Raises KeyError for a variable that is neither set nor has a fallback.
    """

    def look_up(found: re.Match[str]) -> str:
        if found[1] in variables:
            return variables[found[1]]
        if found[2] is None:
            raise KeyError(f"there is no token '--{found[1]}'")
        return found[2]

    while True:
        changed = _EITHER.sub(lambda found: found[1 if scheme == "light" else 2].strip(), value)
        changed = _VARIABLE.sub(look_up, changed)
        if changed == value:
            return value
        value = changed


@cache
def token(name: str, scheme: Scheme, style: Path | None = None) -> str:
    """A variable of the root in one scheme."""
    return resolve(f"var(--{name})", rules(style)[None], scheme)
