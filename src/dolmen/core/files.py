"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from errno import EISDIR
from pathlib import Path

from dolmen.core.errors import CannotWrite, translatable


def make_folder(folder: Path) -> Path:
    """The folder, made if missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(f"the folder {folder} cannot be made: {error.strerror}") from None
    return folder


def write_file(path: str | Path, text: str) -> None:
    """Write a text file; an older one stays as it is if that fails."""
    path = Path(path)
    partial = None
    try:
        if not path.name or path.is_dir():
            raise IsADirectoryError(EISDIR, "it is a folder")
        partial = path.with_name(f".{path.name}.{os.getpid()}.part")
        partial.write_bytes(text.encode())
        partial.replace(path)
    except (OSError, ValueError) as error:  # a ValueError: a NUL in the name
        if partial is not None:
            with suppress(OSError, ValueError):
                partial.unlink(missing_ok=True)
        why = getattr(error, "strerror", None) or error
        raise CannotWrite(translatable("%(file)s cannot be written: %(why)s"), file=path, why=why) from None
