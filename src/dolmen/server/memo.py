"""The tag `{% kept a, b %}...{% endkept %}`: a piece of a page that is written once for the same `a` and `b`.

What stands inside may depend on these, on the language and on the server's address, and on nothing else: another table
with the same `a` and `b` shows the same piece.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jinja2 import Environment, nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

MOST = 5_000
"""So many pieces are kept for a while; those that nobody asked for meanwhile are forgotten."""


class Keeping(Extension):
    """The tag, for the templates of one language."""

    tags = {"kept"}  # noqa: RUF012 (as Jinja has it)

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self._new: dict[Any, Markup] = {}
        self._old: dict[Any, Markup] = {}

    def parse(self, parser: Parser) -> nodes.Node:
        """`{% kept a, b %}` to `{% endkept %}`."""
        line = next(parser.stream).lineno
        key: list[nodes.Expr] = [nodes.Const(f"{parser.name}:{line}"), parser.parse_expression()]
        while parser.stream.skip_if("comma"):
            key.append(parser.parse_expression())
        body = parser.parse_statements(("name:endkept",), drop_needle=True)
        call = self.call_method("_kept", [nodes.Tuple(key, "load")])
        return nodes.CallBlock(call, [], [], body).set_lineno(line)

    def _kept(self, key: tuple[Any, ...], caller: Callable[[], Markup]) -> Markup:
        found = self._new.get(key) or self._old.get(key)
        if found is None:
            found = Markup(caller())
        if key not in self._new:
            self._new[key] = found
            if len(self._new) > MOST:
                self._old, self._new = self._new, {}
        return found
