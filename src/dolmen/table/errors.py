"""What the table refuses. The words are chosen where a refusal is shown, in the reader's language."""

from __future__ import annotations

from dolmen.errors import DolmenError
from dolmen.words import Words


def told(error: DolmenError, words: Words) -> str:
    """A refusal in the reader's language, where it is marked for that; else as it was raised."""
    return words.gettext(error.message) % error.parts if error.parts else words.gettext(str(error))


class TableError(DolmenError):
    """The root of what the table refuses; `status` is the HTTP status that says so."""

    status = 409


class NotYourSeat(TableError):
    """Somebody acts for a seat that is not theirs."""

    status = 403


class NotYourTurn(TableError):
    """The seat is not asked now."""


class NotRunning(TableError):
    """The table waits for players, or its game is over."""


class NothingToTakeBack(TableError):
    """Something was revealed, or another seat has acted."""


class NothingToConfirm(TableError):
    """The seat has no turn to confirm."""


class NotLate(TableError):
    """The clock of the seat has not run out, or there is none."""


class CannotLeave(TableError):
    """The rules of the game do not let a seat leave now."""


class OldRules(TableError):
    """The table was begun under rules that this version does not carry: it can be read, not continued."""


class BadRequest(TableError):
    """A request that makes no sense."""

    status = 400


class TooMany(TableError):
    """Too many requests in a short time."""

    status = 429
