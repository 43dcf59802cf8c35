"""How Sphinx makes the site of these pages: `make site`.

The source is the whole repository, so that links between pages, and from pages to files, lead the same way here and
there. What stands in the side bar is what docs/index.md links to, section by section.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from dolmen import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FRONT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Dolmen</title>
<meta http-equiv="refresh" content="0; url={page}">
<a href="{page}">Dolmen: documentation</a>
</html>
"""

project = "Dolmen"
version = release = __version__
copyright = "the Dolmen maintainers"  # noqa: A001 (Sphinx's name)
root_doc = "docs/index"
include_patterns = ["docs/**", "bench/*.md", "examples/pig/README.md", "CHANGELOG.md", "CONTRIBUTING.md"]
exclude_patterns = [".*", "node_modules", "site", "src", "tests"]  # nothing to find there: not looked through
extensions = ["myst_parser", "sphinx.ext.autodoc"]

myst_heading_anchors = 3
default_role = "py:obj"  # what docstrings put between backticks is a name, and a link where we know it
python_use_unqualified_type_names = True
suppress_warnings = ["ref.python"]  # `type` is a field of every event: a name that leads to several is no link
autodoc_default_options = {"undoc-members": True}  # a field whose name says it all
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"

html_theme = "furo"
html_title = f"Dolmen {version}"
html_copy_source = False
html_show_search_summary = False  # it would fetch pages, which browsers refuse where there is no server
html_show_sphinx = False


def with_side_bar(_app: Sphinx, page: str, source: list[str]) -> None:
    """The first page with a table of contents for each of its sections, made of the section's links."""
    if page != root_doc:
        return
    for section in re.split(r"(?m)^(?=\*\*)", source[0]):
        caption = re.match(r"\*\*(.+?)\*\*", section)
        links = re.findall(r"\]\(([^)#]+\.(?:md|rst))", section)
        lines = ["", "```{toctree}", ":hidden:", f":caption: {caption[1]}" if caption else "", *links, "```"]
        source[0] += "\n".join(line for line in lines if line or line == lines[0]) + "\n"


def write_front(app: Sphinx, failure: Exception | None) -> None:
    """A first page in the folder itself, where people look for it."""
    if failure is None and app.builder.format == "html":
        text = FRONT.format(page=app.builder.get_target_uri(root_doc))
        (Path(app.outdir) / "index.html").write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> None:
    """What Sphinx calls."""
    app.connect("source-read", with_side_bar)
    app.connect("build-finished", write_front)
