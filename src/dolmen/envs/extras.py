"""One clear message where an optional package is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dolmen.core.errors import MissingExtra, how_to_install


@contextmanager
def needed_for(what: str, extra: str = "rl") -> Iterator[None]:
    """Around imports of optional packages: if one is not installed, say what to install."""
    try:
        yield
    except ModuleNotFoundError as missing:
        package = str(missing.name).partition(".")[0]
        raise MissingExtra(
            f"{what} needs the package '{package}', which is not installed: {how_to_install(extra)}"
        ) from None
