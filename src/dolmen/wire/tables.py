"""Tables: how one is made, what a seat may see of it, what it decides there."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import Field

from dolmen.wire.base import MOST, ActionText, ClientId, Sent, Told, Whole

LONGEST_OPTION: Final = 200
"""Letters of an option's value: six things laid out by hand, each 'place:thing'."""

OptionName = Annotated[str, Field(max_length=40)]
OptionValue = Annotated[str, Field(max_length=LONGEST_OPTION)]
SeatWord = Annotated[str, Field(max_length=40)]

TableStatus = Literal["waiting", "playing", "finished", "imported"]
"""Seats are free; the game runs; it is over; it was brought from a file."""
SeatKind = Literal["person", "bot", "friend", "open", "closed"]
"""Who sits there: somebody, a bot of the server, nobody yet (kept for a link; for anyone), a name from a file."""


class NewGuest(Sent):
    """A program that wants to play."""

    name: str = Field(min_length=1, max_length=100, examples=["Robo"])
    """Up to 20 letters, at least one letter or digit among them."""


class Token(Told):
    """What stands for a player from now on."""

    token: str
    """To be sent with every request: `Authorization: Bearer TOKEN`. It is told this once."""


class NewTable(Sent):
    """A table to be made."""

    game: str = Field(max_length=40)
    """The key of a game, as `GET /api/games` lists them."""
    seats: list[SeatWord] = Field(examples=[["me", "bot:greedy", "friend"]], min_length=1, max_length=9)
    """In turn order: `me`, `here` (you once more), `friend` (for a link), `open` (for anyone) or `bot:NAME`."""
    options: dict[OptionName, OptionValue] = Field(default={}, max_length=20)
    """Options of the game by name, as on the first page, and `rated`: `on`. Unknown ones are refused."""
    clock: int = Field(default=0, ge=0, le=MOST)
    """Seconds that a turn may last before a bot takes the seat; 0: there is no clock."""
    bank: int = Field(default=0, ge=0, le=MOST)
    """Seconds that each seat has beside, for the whole game: what a turn takes longer comes off them."""


class SeatView(Told):
    """Who sits where."""

    seat: int
    """Its number, from 0, in turn order."""
    name: str
    """What who sits there is called; empty where nobody does."""
    kind: SeatKind
    """`person` or `bot` (of the server), `friend` or `open` while it is free, `closed` in a game from a file."""
    yours: bool
    """Whether the seat is yours."""
    player: str | None = None
    """The id of the account that has the seat."""
    bot_account: bool = False
    """Whether that account is a program's."""
    link: str | None = None
    """For who made the table, of a friend's seat: the token to join with; for people the page is `/j/TABLE/TOKEN`."""


class ClockView(Told):
    """Whose time runs."""

    seat: int
    """The seat that is asked, from 0."""
    until: int
    """When its time is up, in milliseconds since 1970."""
    late: bool
    """It is up: a bot takes the seat, or the others do without it."""
    stands: bool
    """Whether it stands now: there is a pause, or the seat is in its holidays; `until` counts that in."""


class SeatTime(Told):
    """The time of one seat."""

    seat: int
    """Its number, from 0."""
    bank: int
    """Milliseconds that are left of its bank."""
    away_until: int | None
    """When its holidays end, in milliseconds since 1970; none where it is not away."""
    overdue: bool
    """Its time was up, and a bot plays until its owner is back."""
    left: bool
    """It has left the game for good."""


class TimeView(Told):
    """The clocks of a table."""

    turn: int
    """Seconds that a turn may last; what it takes longer comes off the seat's bank."""
    bank: int
    """Seconds that each seat had in the beginning."""
    seats: list[SeatTime]
    """All seats, in turn order."""
    paused_until: int | None
    """Until when all clocks stand at most, in milliseconds since 1970; none where they run."""
    pause_asked_by: int | None
    """The seat that asks the others for a pause, from 0."""
    pause_agreed: list[int]
    """The seats that have agreed to it, who asks among them."""


class TableView(Told):
    """A table as a seat may see it."""

    id: str
    """By which addresses name it."""
    name: str
    """What people call it."""
    game: str
    """The key of its game."""
    rules_version: int
    """The version of the rules that it was begun under."""
    status: TableStatus
    """`waiting` while seats are free, `playing`, `finished`, or `imported` from a file."""
    rated: bool
    """Whether its result counts for ratings."""
    options: dict[str, str]
    """The options that were chosen for it."""
    sequence: int
    """The number of its last event: decisions name the one that they were made at."""
    seats: list[SeatView]
    """All seats, in turn order."""
    deciding: int | None
    """The seat that is asked now, from 0."""
    confirming: int | None
    """The seat that has made its turn and is to confirm it; nobody is asked before."""
    seat: int | None
    """Your seat; none for spectators, and where you have several and named none."""
    clock: ClockView | None
    """Where the table has a clock and a person is asked."""
    time: TimeView | None = None
    """All clocks, where the table has such."""
    standing: dict[str, str] | None
    """What your seat has settled for its later answers; none for spectators."""
    position: dict[str, Any]
    """The position without what is hidden from your seat; players are counted from 0 in it, too."""
    stopped: str | None = None
    """Why the table cannot go on, in a sentence: it was begun under other rules (see `rules_version`)."""


class OpenTable(Told):
    """A table at which anyone may sit down."""

    id: str
    """By which addresses name it."""
    name: str
    """What people call it."""
    game: str
    """The key of its game."""
    rated: bool
    """Whether its result counts for ratings."""
    options: dict[str, str]
    """The options that were chosen for it."""
    clock: int
    """Seconds that a turn may last; 0: there is no clock."""
    bank: int
    """Seconds that each seat has beside, for the whole game."""
    seats: list[SeatView]
    """All seats, in turn order."""


class ChoiceView(Told):
    """A decision that may be made now."""

    action: int
    """Its id, as the game's action table lists them."""
    text: str
    """The same in words of the game's notation."""


class Decision(Sent):
    """A decision, made at the sequence that you saw."""

    sequence: Whole
    """The table's last event, as you know it; where there is a newer one, the decision is refused (409, `Stale`)."""
    actions: list[Whole | ActionText] = Field(min_length=1, max_length=20, examples=[[17, 240]])
    """Ids or texts, as they were listed."""
    client_id: ClientId | None = None
    """Letters, digits and `.:-_`. Sent twice with the same id, the decision is made once."""
    seat: Whole | None = None
    """One of your seats, from 0, if you have several."""
    hold: bool = False
    """Nothing follows your turn before you confirm it."""


class GameView(Told):
    """The game so far, as a program is asked about it."""

    game: str
    """In its notation, what a player with perfect memory knows; empty unless you are asked, or the game is over."""
    seat: int
    """Your seat, from 0. In the notation seats are counted from 1."""
    plays: list[str]
    """Plays that may come next, though the rules may allow more; empty unless you are asked."""
    sequence: int
    """The number of the table's last event."""
    asked: bool
    """Whether your seat is asked now."""
    scores: list[int] | None
    """The points by seat, once the game is over."""


class PlayMade(Sent):
    """A play, made at the sequence that you saw."""

    sequence: Whole
    """The table's last event, as you know it; where there is a newer one, the play is refused (409, `Stale`)."""
    play: str = Field(min_length=1, max_length=2000)
    """A line or row of the game's notation, as it was listed."""
    seat: Whole | None = None
    """One of your seats, from 0, if you have several."""
    client_id: ClientId | None = None
    """Letters, digits and `.:-_`. Sent twice with the same id, the play is made once."""


class Made(Told):
    """It is made."""

    sequence: int
    """The number of the table's last event now; of something sent twice, of the event that it was."""
    repeated: bool = False
    """It was made before: this was sent twice."""


class OwnTurn(Sent):
    """Your turn, seen at this sequence."""

    sequence: Whole
    """The table's last event, as you know it."""
    seat: Whole | None = None
    """One of your seats, from 0, if you have several."""


class Undo(Sent):
    """A wish to take back your last decision."""

    sequence: Whole
    """The table's last event, as you know it."""
    seat: Whole | None = None
    """One of your seats, from 0, if you have several."""


class UndoAnswer(Sent):
    """Whether another one may take back a decision."""

    sequence: Whole
    """The table's last event, as you know it."""
    agree: bool
    """Yes or no."""
    seat: Whole | None = None
    """One of your seats, from 0, if you have several."""


class Resigning(Sent):
    """The seat that leaves the game for good."""

    seat: Whole | None = None
    """One of your seats, from 0, if you have several."""


class ChatLine(Sent):
    """A line of chat."""

    text: str = Field(min_length=1, max_length=500)
    """What is said."""
