"""Invitations: a seat kept for an account, at a table that there is or (a challenge) at one made for it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from dolmen.wire.base import MOST, Sent, Told
from dolmen.wire.tables import OptionName, OptionValue

InvitationKind = Literal["invitation", "challenge"]
InvitationStatus = Literal["open", "accepted", "declined", "withdrawn"]
PlayerId = Annotated[str, Field(min_length=1, max_length=40)]


class PlayerName(Told):
    """Somebody."""

    id: str
    """The id of the account."""
    name: str
    """What they are called."""
    bot_account: bool
    """Whether the account is a program's."""


class NewChallenge(Sent):
    """A game that you want to play against accounts; it begins when all of them accept."""

    game: str = Field(max_length=40)
    """The key of a game, as `GET /api/games` lists them."""
    players: list[PlayerId] = Field(min_length=1, max_length=8)
    """The ids of the others, in turn order."""
    bots: list[Annotated[str, Field(max_length=40)]] = Field(default=[], max_length=8, examples=[["greedy"]])
    """Bots of the server that take the seats after them."""
    first: bool = True
    """Whether you take the first seat; else you take the last one."""
    options: dict[OptionName, OptionValue] = Field(default={}, max_length=20)
    """Options of the game by name, and `rated`: `on`. Unknown ones are refused."""
    clock: int = Field(default=0, ge=0, le=MOST)
    """Seconds that a turn may last before the others may do without who is absent; 0: there is no clock."""


class NewInvitation(Sent):
    """A seat of your table, kept for an account."""

    player: PlayerId
    """The id of the account."""


class InvitationView(Told):
    """A seat kept for somebody."""

    id: str
    """By which addresses name it."""
    kind: InvitationKind
    """A `challenge` has a table of its own, which goes where one of the others declines; an `invitation` has not."""
    status: InvitationStatus
    """`open` until it is answered, or withdrawn by who sent it."""
    sender: PlayerName
    """Who invites."""
    player: PlayerName
    """Who is invited."""
    game: str
    """The key of the game."""
    table: str | None
    """The table, as long as there is one."""
    rated: bool
    """Whether its result counts for ratings."""
    options: dict[str, str]
    """The options of the table."""
    clock: int
    """Seconds that a turn may last; 0: there is no clock."""
    created: int
    """When it was sent, in milliseconds since 1970."""
