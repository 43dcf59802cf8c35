"""Pictures that stand alone: no stylesheet, no variables, only what every viewer understands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as Xml

from dolmen.art.symbols import symbols, used
from dolmen.art.tokens import Scheme, Scope, Variables, resolve, rules, token

SVG = "http://www.w3.org/2000/svg"
_TAG = f"{{{SVG}}}"
_VARIABLE_NAME = re.compile(r"var\(--([\w-]+)")
_ONLY_IN_A_PAGE = ("class", "role", "tabindex", "aria-label", "aria-hidden", "aria-pressed", "data-choice")

Xml.register_namespace("", SVG)


def stand_alone(
    body: str,
    view_box: str,
    title: str,
    scheme: Scheme = "light",
    *,
    symbol_file: Path | None = None,
    style: Path | None = None,
) -> str:
    """Layers as one SVG file: with the symbols that they use, every colour written out for one scheme.

    `symbol_file` and `style` are the game's own, beside those of the house.
    """
    body = body.replace("\n", "")
    files = (symbol_file,) if symbol_file else ()
    parts = f'<svg xmlns="{SVG}"><g>{symbols(used(body, *files), *files)}</g><g>{body}</g></svg>'
    drawn, layers = Xml.fromstring(parts)
    picture = Xml.Element(f"{_TAG}svg", {"viewBox": view_box, "font-family": token("font-text", scheme)})
    Xml.SubElement(picture, f"{_TAG}title").text = title
    flattened = _Flattened({symbol.attrib["id"]: symbol for symbol in drawn}, rules(style), scheme)
    for layer in layers:
        flattened.walk(layer, ())
    picture.extend(flattened.variants.values())
    picture.extend(layers)
    for part in picture:
        part.tail = "\n"
    return Xml.tostring(picture, encoding="unicode") + "\n"


class _Flattened:
    """Resolves variables in place; a symbol gets one variant for each set of scopes that changes how it looks."""

    def __init__(self, drawn: Mapping[str, Xml.Element], variables: Variables, scheme: Scheme) -> None:
        self.drawn = drawn
        self.variables = variables
        self.resolved = cache(self._resolved)
        self.scheme = scheme
        self.variants: dict[str, Xml.Element] = {}

    def walk(self, element: Xml.Element, scopes: tuple[Scope, ...]) -> None:
        """Resolve an element and all below it; drop what only a page needs."""
        for name in _ONLY_IN_A_PAGE:
            element.attrib.pop(name, None)
        for name in [name for name in element.attrib if name.startswith("data-")]:
            scope = (name, element.attrib.pop(name))
            if scope in self.variables:
                scopes = (*scopes, scope)
        for name, value in element.attrib.items():
            element.set(name, self.resolved(value, scopes) if "var(" in value else value)
        if element.tag == f"{_TAG}use":
            element.set("href", f"#{self.variant(element.attrib['href'][1:], scopes)}")
        for child in element:
            self.walk(child, scopes)

    def variant(self, name: str, scopes: tuple[Scope, ...]) -> str:
        """The name of the symbol as it looks within these scopes; it is made on its first use."""
        mattering = tuple(scope for scope in scopes if self._named(name) & self.variables[scope].keys())
        title = "-".join([name, *(value for _, value in mattering)])
        if title not in self.variants:
            copy = deepcopy(self.drawn[name])
            copy.set("id", title)
            self.variants[title] = copy
            self.walk(copy, mattering)
        return title

    def _named(self, name: str) -> set[str]:
        """The variables that a symbol and its parts name."""
        found: set[str] = set()
        for element in self.drawn[name].iter():
            found.update(*map(_VARIABLE_NAME.findall, element.attrib.values()))
            if element.tag == f"{_TAG}use":
                found |= self._named(element.attrib["href"][1:])
        return found

    def _resolved(self, value: str, scopes: tuple[Scope, ...]) -> str:
        """A value as it looks within these scopes, the innermost last."""
        variables = dict(self.variables[None])
        for scope in scopes:
            variables.update(self.variables[scope])
        return resolve(value, variables, self.scheme)
