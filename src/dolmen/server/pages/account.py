"""The account: what programs may play for a player, and how the player is called."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from babel.dates import format_date

from dolmen.core.words import Words
from dolmen.server.calls.calling import Calling
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
    called: str
    """At which places the player is called, in a sentence."""


def account_page(store: Store, player: Player | None, calling: Calling, words: Words) -> Account:
    """The account of a player; a stranger has none."""
    _ = words.gettext
    names = [channel.label for channel in calling.channels(player) if channel.status == "on"] if player else []
    called = _("You are called at %(names)s.") % {"names": words.listed(names)} if names else _("You are not called.")
    if player is None:
        return Account((), called)
    tokens = store.api_tokens(player.id)
    return Account(tuple(ListedToken(one.id, one.label, _day(one.created, words)) for one in tokens), called)


def _day(milliseconds: int, words: Words) -> str:
    return str(format_date(datetime.fromtimestamp(milliseconds / 1000, UTC), "medium", locale=words.locale))
