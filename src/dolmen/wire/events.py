"""The events of an account: everything that a program must know to play, as it happens at all of its tables.

Each comes at least once. When a stream is opened, all that waits is told at once (open invitations, games that go on,
turns), then `ready`; after that, what happens. Who comes back with `Last-Event-ID` is also told what has ended since.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, RootModel

from dolmen.wire.base import Told
from dolmen.wire.invitations import InvitationView
from dolmen.wire.tables import ChoiceView, ClockView, TableView


class Ready(Told):
    """All that waits was told: from here on it is news."""

    type: Literal["ready"] = "ready"
    """`ready`."""
    player: str
    """Your id."""
    name: str
    """Your name."""
    bot_account: bool
    """Whether your account is a program's."""


class Invited(Told):
    """Somebody keeps a seat for you at a table."""

    type: Literal["invited"] = "invited"
    """`invited`."""
    invitation: InvitationView
    """What for; accept it, or decline it."""


class Challenged(Told):
    """Somebody wants to play against you."""

    type: Literal["challenged"] = "challenged"
    """`challenged`."""
    invitation: InvitationView
    """What for; accept it, or decline it."""


class Answered(Told):
    """An invitation of yours was accepted or declined, or one that you got was withdrawn."""

    type: Literal["answered"] = "answered"
    """`answered`."""
    invitation: InvitationView
    """Which one; its status tells the answer."""


class Begins(Told):
    """A game begins at a table of yours; when a stream is opened, also: it goes on there."""

    type: Literal["begins"] = "begins"
    """`begins`."""
    table: TableView
    """The table, as your seat may see it."""


class Turn(Told):
    """Your seat is asked: one POST to `/plays` or `/moves` answers. Told anew whenever the sequence has changed."""

    type: Literal["turn"] = "turn"
    """`turn`."""
    table: str
    """The id of the table."""
    game: str
    """The key of its game."""
    seat: int
    """Your seat that is asked, from 0."""
    sequence: int
    """To be sent with the answer."""
    position: dict[str, Any]
    """The position without what is hidden from your seat; players are counted from 0 in it, too."""
    choices: list[ChoiceView]
    """Every decision that may be made now; a turn may consist of several."""
    plays: list[str]
    """Whole lines of the notation that may come next, though the rules may allow more."""
    notation: str
    """The game so far in its notation: what a player with perfect memory knows. Seats are counted from 1 there."""
    clock: ClockView | None
    """Until when, where the table has a clock."""


class UndoAsked(Told):
    """Somebody asks to take back a decision; answer it, or play on, which is a no."""

    type: Literal["undo_asked"] = "undo_asked"
    """`undo_asked`."""
    table: str
    """The id of the table."""
    seat: int
    """Your seat, from 0."""
    by: int
    """The seat that asks."""
    sequence: int
    """To be sent with the answer."""


class Over(Told):
    """A game of yours is over."""

    type: Literal["over"] = "over"
    """`over`."""
    table: str
    """The id of the table."""
    game: str
    """The key of its game."""
    seats: list[int]
    """Your seats there, from 0."""
    scores: list[int]
    """The points by seat."""
    places: list[int]
    """The places by seat, from 1; equals share one."""
    rated: bool
    """Whether it counts for ratings."""
    notation: str
    """The whole game, as its file tells it."""


class Closed(Told):
    """A table of yours is gone before its game began, or you do not sit there any more."""

    type: Literal["closed"] = "closed"
    """`closed`."""
    table: str
    """The id of the table."""


Event = Ready | Invited | Challenged | Answered | Begins | Turn | UndoAsked | Over | Closed
"""Any of them, told apart by `type`."""


class AccountEvent(RootModel[Annotated[Event, Field(discriminator="type")]]):
    """What the data of an event is: one of these, told apart by `type`, which the event's name says, too."""
