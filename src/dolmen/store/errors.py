"""What the store refuses, by name."""

from __future__ import annotations

from dolmen.core.errors import DolmenError, translatable


class StoreError(DolmenError):
    """The root of what the store refuses."""


class Unavailable(StoreError):
    """The database cannot be used right now: full, locked, read-only, or not to be reached.

    What was to be written is written or not; whoever sends it again with the same client id writes it once.
    """

    def __init__(self) -> None:
        super().__init__(
            translatable("The tables cannot be reached right now. Nothing is lost; please try again in a moment.")
        )


class NotFound(StoreError):
    """There is no such table, seat or player."""


class SeatTaken(StoreError):
    """Somebody sits there already."""


class NameTaken(StoreError):
    """Another account has that name."""


class WrongPassword(StoreError):
    """Something of an account is to be changed, and the password is not its."""


class Gone(StoreError):
    """Somebody or something was deleted meanwhile: nothing was written."""


class Stale(StoreError):
    """The table has moved on since: nothing was appended."""

    def __init__(self, current: int) -> None:
        super().__init__(f"the table has moved on: it stands at event {current}")
        self.current = current


class Repeated(StoreError):
    """The very same move was appended before: nothing was appended again."""

    def __init__(self, sequence: int) -> None:
        super().__init__(f"this move was made already: it is event {sequence}")
        self.sequence = sequence
