"""The invitations and challenges that somebody has got, as the first page lists them."""

from __future__ import annotations

from dataclasses import dataclass

from dolmen.contract.registry import find, games
from dolmen.core.words import Words
from dolmen.server.table_options import RATED
from dolmen.store import Player, Store


@dataclass(frozen=True)
class KeptSeat:
    """A seat that somebody keeps for the reader."""

    id: str
    text: str
    sender: str
    """The address of the page of who keeps it."""
    is_bot: bool
    note: str


def kept_seats(store: Store, player: Player | None, words: Words) -> list[KeptSeat]:
    """Those that the reader has not answered yet; a stranger has none."""
    _ = words.gettext
    if player is None:
        return []
    got = [one for one in store.invitations_of(player.id) if one.player == player.id and one.game in games()]
    texts = {
        "challenge": _("%(name)s wants to play %(game)s with you"),
        "invitation": _("%(name)s keeps a seat for you: %(game)s"),
    }
    return [
        KeptSeat(
            one.id,
            texts[one.kind] % {"name": one.sender_name, "game": find(one.game).title},
            f"/player/{one.sender}",
            one.sender_is_bot,
            _("rated") if one.options.get(RATED) == "on" else "",
        )
        for one in got
    ]
