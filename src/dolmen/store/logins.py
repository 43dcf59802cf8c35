"""The names of accounts: one function says under which name an account is kept and found."""

from __future__ import annotations

import unicodedata


def login_of(text: str) -> str:
    """The name of an account as it is kept: no matter how it is typed (blanks, case, width, ligatures)."""
    folded = unicodedata.normalize("NFKC", " ".join(text.split())).casefold()
    return unicodedata.normalize("NFKC", folded)
