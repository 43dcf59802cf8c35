"""Play at a table elsewhere: a typed client of the JSON API, for plain programs and for `asyncio`.

It comes back after a lost connection with growing pauses, waits where the server says so, and sends a move again under
the same id, so that it is made once. `Client.events` is all that a program needs beside `Client.play`.
"""

from dolmen.client.asynchronous import AsyncClient
from dolmen.client.refusal import Refused
from dolmen.client.synchronous import Client
from dolmen.wire.events import (
    Answered,
    Begins,
    Challenged,
    Closed,
    Event,
    Invited,
    Over,
    Ready,
    Turn,
    UndoAsked,
)
from dolmen.wire.invitations import InvitationView, PlayerName
from dolmen.wire.tables import ChoiceView, ClockView, GameView, Made, OpenTable, SeatView, TableView

__all__ = [
    "Answered",
    "AsyncClient",
    "Begins",
    "Challenged",
    "ChoiceView",
    "Client",
    "ClockView",
    "Closed",
    "Event",
    "GameView",
    "InvitationView",
    "Invited",
    "Made",
    "OpenTable",
    "Over",
    "PlayerName",
    "Ready",
    "Refused",
    "SeatView",
    "TableView",
    "Turn",
    "UndoAsked",
]
