"""Where the catalogues of the languages lie: here what everybody may read, and a folder of each game."""

from __future__ import annotations

from pathlib import Path

FOLDERS: list[Path] = [Path(__file__).parent / "locale"]
"""Each holds a file `LANGUAGE.po` for every language that is spoken there beside English."""


def add_catalogues(folder: Path) -> None:
    """Let a game's own catalogues be read, too."""
    if folder not in FOLDERS:
        FOLDERS.append(folder)
