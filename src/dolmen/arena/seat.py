"""A seat at a table elsewhere, taken by one of our bots or by somebody's program, through the table's JSON API."""

from __future__ import annotations

import urllib.parse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dolmen.client import Client, Over, Ready, Refused, Turn, UndoAsked
from dolmen.core.errors import InvalidSetup

Player = Callable[[dict[str, Any]], str]
"""What answers `{"game": ..., "seat": ..., "plays": [...]}`, with seats from 1 as in the arena, with a play."""


@dataclass(frozen=True)
class Address:
    """Where a table is: the server, the table's id, and for a friend's link its token."""

    server: str
    table: str
    token: str = ""


def read_address(url: str) -> Address:
    """A table's address as people see it: `http://host/t/ID`, or a friend's link `http://host/j/ID/TOKEN`."""
    try:
        parts = urllib.parse.urlsplit(url)
    except ValueError:  # what stands in brackets is no address
        parts = urllib.parse.urlsplit("")
    before, _, path = parts.path.rpartition("/t/") if "/t/" in parts.path else parts.path.rpartition("/j/")
    words = [word for word in path.split("/") if word]
    if parts.scheme not in ("http", "https") or not parts.netloc or not 1 <= len(words) <= 2:
        raise InvalidSetup(f"a table's address reads http://HOST/t/TABLE or http://HOST/j/TABLE/TOKEN, not '{url}'")
    return Address(f"{parts.scheme}://{parts.netloc}{before}", words[0], words[1] if len(words) == 2 else "")


@dataclass(frozen=True)
class Ending:
    """How a game at a table elsewhere ended."""

    seat: int
    """From 0."""
    scores: list[int]


class RemoteTable:
    """A table elsewhere, as its API shows it."""

    def __init__(self, address: Address, token: str) -> None:
        self.address = address
        self.client = Client(address.server, token)

    def sit_down(self, name: str, seat: int | None) -> None:
        """Become a guest, unless there is a token already, and take the seat."""
        if not self.client.token:
            self.client.register(name)
        view = self.client.table(self.address.table)
        if not any(one.yours for one in view.seats):
            self.client.join(self.address.table, seat, self.address.token)

    def play(self, player: Player, seat: int | None) -> Ending:
        """Play until the game is over. Raises Refused, Unreachable, and what the player raises."""
        for event in self.client.events():
            if isinstance(event, Ready):  # it may have ended before we listened
                asked = self.client.game(self.address.table, seat)
                if asked.scores is not None:
                    return Ending(asked.seat, asked.scores)
            elif isinstance(event, Over) and event.table == self.address.table:
                return Ending(event.seats[0] if seat is None else seat, event.scores)
            elif isinstance(event, UndoAsked) and event.table == self.address.table:
                self._agree(event)
            elif isinstance(event, Turn) and event.table == self.address.table and seat in (None, event.seat):
                self._make(event, player({"game": event.notation, "seat": event.seat + 1, "plays": event.plays}))
        raise AssertionError("a stream goes on for ever")

    def _make(self, turn: Turn, play: str) -> None:
        try:
            self.client.play(turn, play)
        except Refused as error:
            if error.status != 409 or self.client.game(turn.table, turn.seat).sequence == turn.sequence:
                raise  # it is the play that is wrong; else the table has moved on: we are asked again

    def _agree(self, asked: UndoAsked) -> None:
        """Whoever plays against a program may take something back."""
        try:
            self.client.answer_undo(asked, agree=True)
        except Refused as error:
            if error.status != 409:  # the table has moved on
                raise
