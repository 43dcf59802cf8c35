"""Tries to log in, and accounts that are made: counted by name, by address, and by both, so that nobody can guess."""

from __future__ import annotations

from dolmen.core.errors import translatable
from dolmen.server.errors import TooMany
from dolmen.server.security import Limiter

SECONDS = 10
"""After so many seconds one more try is fine."""
RATE = 1 / SECONDS


class Attempts:
    """What is left to everybody."""

    def __init__(self) -> None:
        self._by_both = Limiter(RATE, 6)
        self._by_address = Limiter(RATE, 20)
        self._by_name = Limiter(RATE, 30)
        """More than one address has, so that nobody alone can lock another one out."""
        self._accounts = Limiter(RATE, 6)

    def try_password(self, address: str, login: str) -> None:
        """Count a try, under the name as it is looked up. Raises TooMany."""
        counted = (self._by_both, f"{address} {login}"), (self._by_address, address), (self._by_name, login)
        if not all(limiter.allows(who) for limiter, who in counted):
            raise _too_many()

    def make_account(self, address: str) -> None:
        """Count an account. Raises TooMany."""
        if not self._accounts.allows(address):
            raise _too_many()


def _too_many() -> TooMany:
    return TooMany(translatable("Please wait a moment."), SECONDS)
