"""What the store hands out: one small frozen dataclass a kind of row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Player:
    """A person: a guest with a name, or one with an account."""

    id: str
    name: str
    language: str = ""
    login: str | None = None


@dataclass(frozen=True)
class ApiToken:
    """What is known of a program's token; the token itself is not kept."""

    id: str
    """Its public name, by which it is withdrawn."""
    label: str
    created: int
    """Milliseconds since 1970."""


@dataclass(frozen=True)
class Table:
    """What never changes about a table, and whether it is still played at."""

    id: str
    name: str
    game: str
    rules_version: int
    players: int
    options: Mapping[str, Any]
    setup: str
    """The set-up as the header of a game file: everything that is settled before the first decision."""
    owner: str | None
    status: str
    """`waiting` (seats are free), `playing`, `finished`, or `imported`."""
    created: int
    changed: int
    clock: int = 0
    """So many seconds a turn may last before the others may do without who is absent; 0: there is no clock."""


@dataclass(frozen=True)
class Seat:
    """Who sits where."""

    table: str
    seat: int
    kind: str
    """`person`, `bot`, `friend` (kept for whoever has the link), `open` (for anyone)."""
    name: str
    player: str | None = None
    bot: str = ""


@dataclass(frozen=True)
class NewSeat:
    """A seat of a table that is made now."""

    kind: str
    name: str = ""
    player: str | None = None
    bot: str = ""
    token_hash: str | None = None


@dataclass(frozen=True)
class SeatChange:
    """Somebody sits down at a free seat, or a seat goes to a bot, or back to its owner."""

    seat: int
    kind: str
    bot: str = ""
    name: str | None = None
    """The name of who sits down; None: whoever sits there goes on to own the seat, under the same name."""
    player: str | None = None
    """The person who sits down."""


@dataclass(frozen=True)
class NewEvent:
    """Something to append."""

    kind: str
    payload: Mapping[str, Any] = field(default_factory=dict)
    seat: int | None = None
    player: str | None = None
    client_id: str | None = None
    """Chosen by the sender: the same move sent twice is recognised by it."""


@dataclass(frozen=True)
class Event:
    """Something that happened at a table, with its place in the order."""

    table: str
    sequence: int
    kind: str
    payload: Mapping[str, Any]
    seat: int | None
    player: str | None
    at: int
    """Milliseconds since 1970."""


@dataclass(frozen=True)
class Chat:
    """A line of a table's chat."""

    id: int
    table: str
    player: str | None
    seat: int | None
    name: str
    text: str
    at: int
