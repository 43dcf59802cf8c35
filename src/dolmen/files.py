"""Files that are written whole or not at all."""

from __future__ import annotations

from pathlib import Path

from dolmen.errors import CannotWrite


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
    partial = path.with_name(path.name + ".part")
    try:
        partial.write_bytes(text.encode())
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise CannotWrite(f"{path} cannot be written: {error.strerror}") from None
