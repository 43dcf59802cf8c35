"""The blocks of code in the documentation, and what each kind is good for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[2]
FOLDERS = ("", "docs/**/", "bench/", "examples/**/")
PAGES = sorted(page for folder in FOLDERS for page in ROOT.glob(f"{folder}*.md"))

NEEDS_PYTORCH = re.compile(r"^(?:import|from) (?:torch|sb3_contrib|stable_baselines3|dolmen\.train)\b", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A block of code on a page."""

    page: Path
    line: int
    language: str
    """What stands behind the opening fence; empty where nothing does, or where the block is indented."""
    text: str

    @property
    def place(self) -> str:
        """Where it is."""
        return f"{self.page.relative_to(ROOT)}:{self.line}"

    @property
    def needs_pytorch(self) -> bool:
        """Whether it runs only where the extra `train` is installed."""
        return bool(NEEDS_PYTORCH.search(self.text))


@cache
def blocks_of(page: Path) -> tuple[Block, ...]:
    """Every block of a page, indented ones too."""
    tokens = MarkdownIt("commonmark").parse(page.read_text(encoding="utf-8"))
    return tuple(
        Block(page, (token.map or [0])[0] + 1, token.info, token.content)
        for token in tokens
        if token.type in ("fence", "code_block")
    )


def blocks(*languages: str) -> list[Block]:
    """All blocks in one of these languages, or all there are."""
    found = (block for page in PAGES for block in blocks_of(page))
    return [block for block in found if not languages or block.language in languages]


def pages_with_python(*, pytorch: bool) -> list[Path]:
    """Pages with some Python that needs PyTorch, or with some that does not."""
    return list(dict.fromkeys(block.page for block in blocks("python") if block.needs_pytorch == pytorch))


def python_of(page: Path) -> list[Block]:
    """The Python of a page."""
    return [block for block in blocks_of(page) if block.language == "python"]


def run_python(parts: list[Block]) -> None:
    """Run blocks of one page one after the other, as a reader would who types them into one file."""
    names: dict[str, object] = {"__name__": parts[0].place}
    for part in parts:
        exec(compile("\n" * part.line + part.text, str(part.page), "exec"), names)
