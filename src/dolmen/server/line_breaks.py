"""In our templates a line break is no space: lines are broken and indented for who reads the source alone.

A space that a browser is to show stands within a line. Inside of an HTML tag, between attributes, a line break
separates them as always.
"""

from __future__ import annotations

import re
from typing import Final

from jinja2.ext import Extension

_TOKEN: Final = re.compile(
    r"(?P<jinja>\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\})|(?P<opens><[A-Za-z/!])|(?P<closes>>)|(?P<breaks>\s*\n\s*)", re.DOTALL
)


class LineBreaks(Extension):
    """Takes line breaks out of templates, and keeps the numbers of the lines."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002
        """A template's source without line breaks in its text."""
        in_tag = False

        def replaced(found: re.Match[str]) -> str:
            nonlocal in_tag
            if found["opens"]:
                in_tag = True
            elif found["closes"]:
                in_tag = False
            elif found["breaks"]:
                kept = "{#" + "\n" * found[0].count("\n") + "#}"  # a comment, so that errors name the right line
                return f" {kept}" if in_tag else kept
            return found[0]

        return _TOKEN.sub(replaced, source)
