"""The account: what programs may play for a player."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from babel.dates import format_date

from dolmen.core.words import Words
from dolmen.store import Player, Store


@dataclass(frozen=True)
class ListedToken:
    """A program's token as its owner sees it; the token itself is not known any more."""

    id: str
    label: str
    made: str
    """The day on which it was made."""


@dataclass(frozen=True)
class Account:
    """What is shown of an account beside its name."""

    tokens: tuple[ListedToken, ...]


def account_page(store: Store, player: Player | None, words: Words) -> Account:
    """The account of a player; a stranger has none."""
    if player is None:
        return Account(())
    return Account(
        tuple(ListedToken(token.id, token.label, _day(token.created, words)) for token in store.api_tokens(player.id))
    )


def _day(milliseconds: int, words: Words) -> str:
    return str(format_date(datetime.fromtimestamp(milliseconds / 1000, UTC), "medium", locale=words.locale))
