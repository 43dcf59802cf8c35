"""A game of Terra Mystica log at the terminal: the sentences of the table's log, in English and without markup."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dolmen.contract.game import Records
from dolmen.core.record_view import copied
from dolmen.core.words import words
from dolmen.games.terra_mystica.present.log import Teller


def story(start: Records, history: Iterable[int], names: Sequence[str]) -> list[str]:
    """The whole game so far, a sentence a line."""
    teller = Teller(copied(start), names, words("en"))
    for action in history:
        teller.tell(action)
    return [str(sentence.striptags()) for sentence in teller.said]
