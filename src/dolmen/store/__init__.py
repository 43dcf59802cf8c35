"""What is kept: append-only events of every table, on SQLite by default and on PostgreSQL by URL."""

from dolmen.store.errors import (
    Gone,
    NameTaken,
    NotFound,
    Repeated,
    SeatTaken,
    Stale,
    StoreError,
    Unavailable,
    WrongPassword,
)
from dolmen.store.logins import login_of
from dolmen.store.rows import (
    ApiToken,
    Chat,
    Event,
    KeptReview,
    NewEvent,
    NewSeat,
    Plan,
    PlannedMove,
    Player,
    Seat,
    SeatChange,
    Table,
)
from dolmen.store.store import FREE, Store, now

__all__ = [
    "FREE",
    "ApiToken",
    "Chat",
    "Event",
    "Gone",
    "KeptReview",
    "NameTaken",
    "NewEvent",
    "NewSeat",
    "NotFound",
    "Plan",
    "PlannedMove",
    "Player",
    "Repeated",
    "Seat",
    "SeatChange",
    "SeatTaken",
    "Stale",
    "Store",
    "StoreError",
    "Table",
    "Unavailable",
    "WrongPassword",
    "login_of",
    "now",
]
