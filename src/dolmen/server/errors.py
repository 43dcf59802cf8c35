"""What the table refuses. The words are chosen where a refusal is shown, in the reader's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dolmen.contract.meta import Meta
from dolmen.core.errors import DolmenError, translatable
from dolmen.store import Event, Table

if TYPE_CHECKING:
    from dolmen.server.trial import Ending


class TableError(DolmenError):
    """The root of what the table refuses; `status` is the HTTP status that says so."""

    status = 409


class NotYourSeat(TableError):
    """Somebody acts for a seat that is not theirs."""

    status = 403


class NoToken(TableError):
    """A program calls without a token, or with one that stands for nobody."""

    status = 401


class NotYourTurn(TableError):
    """The seat is not asked now."""


class NotRunning(TableError):
    """The table waits for players, or its game is over."""


class NotOver(TableError):
    """The game goes on: what it was like cannot be told yet."""


class NotReviewed(TableError):
    """There is no review of the game, or none can be made."""

    status = 404


class NoSuchTurningPoint(TableError):
    """A review has no turning point of that number."""

    status = 404


class NothingToTakeBack(TableError):
    """Something was revealed, or another seat has acted."""


class NothingToConfirm(TableError):
    """The seat has no turn to confirm."""


class NotLate(TableError):
    """The clock of the seat has not run out, or there is none."""


class CannotLeave(TableError):
    """The rules of the game do not let a seat leave now."""


class CannotPause(TableError):
    """The table has no clock, stands already, or nobody has asked."""


class CannotDelete(TableError):
    """Other people play at the table, or its result counts."""


class BadHoliday(TableError):
    """Days that cannot be holidays: over, too many, or no days at all."""

    status = 422


class NoSuchMoment(TableError):
    """The game has no such moment."""

    status = 404


class NothingFollows(TableError):
    """From this moment nobody can play on: the game is over there, or was played under other rules."""


class AtRatedTable(TableError):
    """At a rated table everybody plays without help: no advice, nothing tried out, nothing taken back once seen."""


class NoSuchPlayer(TableError):
    """There is nobody with that id."""

    status = 404


class StillHidden(TableError):
    """Playing on from a moment would show what is hidden while the game runs."""


class OldRules(TableError):
    """The table was begun under earlier rules: it can be read, not continued."""

    def __init__(self, table: Table, meta: Meta) -> None:
        super().__init__(
            translatable(
                "This table was begun under rules %(version)s of %(game)s. They were corrected since "
                "(rules %(current)s), so it cannot go on; it can be read, replayed and downloaded."
            ),
            version=table.rules_version,
            game=meta.title,
            current=meta.rules_version,
        )


class StoredOnly(TableError):
    """The rules at hand cannot follow what is stored of the table: it can be read as it is stored."""

    def __init__(self, table: Table) -> None:
        super().__init__(
            translatable(
                "This table was played under rules %(version)s of %(game)s, which this server cannot follow. "
                "It cannot go on; what is stored of it is kept, and can be read and downloaded."
            ),
            version=table.rules_version,
            game=table.game,
        )


class AgainstRules(StoredOnly):
    """An event that is stored of the table is against the rules, or makes no sense."""

    def __init__(self, table: Table, event: Event, reason: DolmenError) -> None:
        TableError.__init__(
            self,
            translatable(
                "Event %(event)s of this table is against the rules of %(game)s: %(reason)s. "
                "It cannot go on; what is stored of it is kept, and can be read and downloaded."
            ),
            event=event.sequence,
            game=table.game,
            reason=reason.message,
        )
        self.event, self.reason = event, reason


class NoSuchTournament(TableError):
    """There is no tournament with that id."""

    status = 404


class NotTheHost(TableError):
    """Only who made a tournament may do that; or may make one at all."""

    status = 403


class BadTournament(TableError):
    """A tournament that cannot be played: too few players, a table size that the game does not have."""

    status = 422


class CannotEnter(TableError):
    """Somebody cannot enter a tournament: it has begun, it is full, he is in it already, he has not its link."""


class TooManyLines(TableError):
    """Somebody tries out as many lines at a table as there may be."""


class LineMoved(TableError):
    """The table has moved on, and what a line was to send is not the same any more."""


class LineEnded(TableError):
    """A line whose next turn is not legal any more."""

    def __init__(self, ending: Ending) -> None:
        super().__init__(
            translatable("%(reason)s. This line ends at step %(step)s."),
            reason=ending.error.message,
            step=ending.step,
        )
        self.ending = ending


class UsedId(TableError):
    """A client id was used for another move before."""


class BadRequest(TableError):
    """A request that makes no sense."""

    status = 400


class UnknownParameter(TableError):
    """A query names something that nobody knows."""

    status = 422


class NotInvited(TableError):
    """An invitation that is answered already, or was withdrawn."""


class AlreadyRated(TableError):
    """An account with rated games as a person, which cannot become a program's."""


class NotSure(TableError):
    """What cannot be undone, asked for without the password or the name that shows that it is meant."""

    status = 403


class BadName(TableError):
    """A name that cannot be shown, or is too long."""

    status = 422


class BadChannel(TableError):
    """An address at which nobody can be called, or a way to call that this host does not offer."""

    status = 422


class NoSuchChannel(TableError):
    """Nobody is called there, or not any more."""

    status = 404


class TooMany(TableError):
    """Somebody has done so much of it that they must wait."""

    status = 429

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(message)
        self.seconds = seconds
        """When it is worth trying again."""


class NoSuchPage(TableError):
    """An address at which there is nothing."""

    status = 404


class WrongMethod(TableError):
    """An address that is there, but not for this method."""

    status = 405


class InvalidRequest(TableError):
    """Something is missing, or is no number where one belongs, or is far out of range."""

    status = 422


class Unforeseen(TableError):
    """A mistake of ours: what it was stands in the server's log."""

    status = 500
