"""What the store hands out: one small frozen dataclass a kind of row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Player:
    """A person: a guest with a name, or one with an account."""

    id: str
    name: str
    language: str = ""
    login: str | None = None
    bot_account: bool = False
    """Whether a program plays for itself under this name."""


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
    """So many seconds a turn may last before a bot takes the seat; 0: there is no clock."""
    bank: int = 0
    """So many seconds each seat has beside, in the whole game, for turns that last longer."""


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
    bot_account: bool = False
    """Whether who has the seat is a program with an account of its own."""


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
    frees: bool = False
    """Whether who sat there gets up: the seat is nobody's then."""


@dataclass(frozen=True)
class NewSetup:
    """Another set-up for a table whose game has not begun, and the options that it comes of."""

    text: str
    options: Mapping[str, Any]


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


@dataclass(frozen=True)
class Plan:
    """A line that a player tries out at a table, for himself alone."""

    table: str
    player: str
    number: int
    """Counted by player and table, from 1."""
    seat: int
    name: str
    """Empty where it has none yet."""
    base: int
    """How many decisions the table had made where the line begins."""
    root: str
    """What tells the position there from others."""
    steps: Sequence[Mapping[str, Any]] = ()
    at: int = 0
    """How many of the steps have happened at the place that is looked at."""
    others: str = "bots"
    """Who answers for the other seats: `bots`, `me`, or `silent`."""
    expected: float | None = None
    """The points that the seat may expect at the end of the game after all steps; None: nobody has said."""
    version: int = 1
    """Rises with every change."""
    changed: int = 0


@dataclass(frozen=True)
class PlannedMove:
    """The next turn of a seat, made when it is asked if nothing has changed that it names."""

    table: str
    seat: int
    player: str
    turn: int
    """The turn in which it was planned: it is for a later one."""
    actions: Sequence[str]
    rule: str = ""
    """The rule behind the question that it answers."""
    promise: Sequence[str] | None = None
    """What it was to cost and bring, in English; None where nobody said."""
    text: str = ""
    """What it is, in the words of its owner's language."""
    changed: int = 0


@dataclass(frozen=True)
class Holiday:
    """A time at which a person is away, in milliseconds since 1970."""

    begins: int
    ends: int


@dataclass(frozen=True)
class NewInvitation:
    """A seat to be kept for somebody."""

    kind: str
    """`invitation` (to a table that there is) or `challenge` (its table was made for it)."""
    sender: str
    player: str
    table: str
    seat: int
    game: str
    options: Mapping[str, Any]
    clock: int


@dataclass(frozen=True)
class Invitation:
    """A seat kept for somebody."""

    id: str
    kind: str
    status: str
    """`open`, `accepted`, `declined` or `withdrawn`."""
    sender: str
    sender_name: str
    sender_is_bot: bool
    player: str
    player_name: str
    player_is_bot: bool
    table: str | None
    """None where the table is gone."""
    seat: int
    game: str
    options: Mapping[str, Any]
    clock: int
    created: int
    changed: int


@dataclass(frozen=True)
class KeptReview:
    """The review of a table's game, as far as it is."""

    table: str
    player: str | None
    """Who asked for it."""
    status: str
    """`asked`, `done` or `failed`."""
    asked: int
    """When, in milliseconds since 1970."""
    done: int = 0
    """So many turns were looked at."""
    total: int = 0
    """Of so many; 0 before anybody looked."""
    why: str = ""
    """Why it failed."""
    result: Mapping[str, Any] | None = None
    """What was found."""


@dataclass(frozen=True)
class PlayedGame:
    """A finished game, as statistics count it."""

    id: str
    """Of a table's game, the table's; of another one, `played`: so nothing is counted twice."""
    source: str
    """`table` (of this host), `log` (from a file), or `bots` (played among themselves)."""
    game: str
    players: int
    at: int
    """When it was over, in milliseconds since 1970; of a file, when that was read."""
    played: str
    """The same for the same decisions."""
    points: Sequence[int]
    won: Sequence[float]
    """Each seat's share of the victory."""
    count: Mapping[str, Any]
    """What the game counts, see `dolmen.contract.counting`."""
    table: str | None = None
    """Where it was played, while that is kept."""
    file: str | None = None
    """What tells the file that it was read from."""
    rated: bool = False


@dataclass(frozen=True)
class PlayedSeat:
    """Who played a seat of a game, and what became of the rating."""

    game: str
    seat: int
    player: str | None
    bot: str
    place: int
    """By the rules, from 1; equals share one."""
    left: bool = False
    """Whether a bot played for the person for a while, or the person left the game."""
    mu_before: float | None = None
    """None where the seat was not rated."""
    mu: float | None = None
    sigma: float | None = None


@dataclass(frozen=True)
class KeptRating:
    """How strong a person is at a game, as far as is known: see `dolmen.arena.skill`."""

    game: str
    player: str
    mu: float
    sigma: float
    games: int
    """So many rated ones."""
    changed: int = 0


@dataclass(frozen=True)
class CallChannel:
    """One place at which a person is called: a browser, a mail address, or a chat room's."""

    id: str
    player: str
    kind: str
    """`push`, `mail` or `hook`."""
    address: str
    keys: Mapping[str, str] = field(default_factory=dict)
    """Of a browser, what its messages are encrypted with."""
    label: str = ""
    status: str = "on"
    """`asked` (to be confirmed first), `on`, or `off` (the other side has ended it)."""
    since: int = 0
    """Milliseconds since 1970: nothing from before is told."""
    sent: int = 0
    """When something was handed over last; 0: never."""
    why: str = ""
    """What went wrong last, by name; empty: nothing."""
    given_up: bool = False
    """Whether something was not told at all for that reason."""


@dataclass(frozen=True)
class Call:
    """Something that a person is to be told by a channel: a row of the outbox."""

    channel: str
    player: str
    table: str | None
    """None where it is about the channel itself."""
    kind: str
    """`turn`, `answer`, `begin` or `over`; or `try` or `confirm`."""
    key: str
    """With table and kind, what it is about: it is told once."""
    at: int
    """Since when there is reason to call."""
    due: int
    status: str = "waiting"
    """`waiting`, `handed` (over, and no answer yet), `sent`, `moot` (seen or done meanwhile), or `failed`."""
    tries: int = 0
    letter: str | None = None
    """What it was handed over with."""
    id: int = 0


@dataclass(frozen=True)
class Tournament:
    """A tournament: how it is played, and how far it is."""

    id: str
    name: str
    game: str
    seats: int
    """Players a table."""
    options: Mapping[str, Any]
    """Of its tables, as are the seconds of a turn and of the bank."""
    clock: int
    bank: int
    kind: str
    """`robin` (round robin) or `swiss`."""
    rounds: int
    """As it was wished; 0: as many as suit."""
    groups: int
    advance: int
    """So many of each group go on; 0: there are no finals."""
    finals: int
    final_rounds: int
    access: str
    """`open` to everybody, or by its `link`."""
    until: int | None
    """Until then one may enter, in milliseconds since 1970; then it starts. None: when its host says so."""
    most: int
    """So many may enter; with the last one it starts. 0: it does not start for that."""
    owner: str | None
    seed: int
    status: str = "open"
    """`open` (to enter), `playing`, `finished` or `called off`."""
    round: int = 0
    """The one that is played, counted through groups and finals; 0 before the first."""
    first_rounds: int = 0
    """Rounds of the groups, as it turned out."""
    last_rounds: int = 0
    """Likewise of the finals."""
    why: str = ""
    """Why it was called off, in English."""
    version: int = 1
    """Rises with every change."""
    created: int = 0
    changed: int = 0


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part in a tournament: a person, a bot, or a person who is not known any more."""

    tournament: str
    number: int
    """From 1, in the order in which they entered."""
    name: str
    player: str | None = None
    bot: str = ""
    entered: int = 0
    group: int | None = None
    """From 1; None before the start."""
    final: int | None = None
    """Likewise; None for who does not play in one."""
    left: bool = False
    """Whether he is not drawn any more."""


@dataclass(frozen=True)
class TournamentTable:
    """A table of a round, or that somebody has none."""

    tournament: str
    round: int
    number: int
    """From 1 in each round."""
    group: int
    kind: str
    """`table`, `bye` (it counts as a victory) or `rest` (it gives nothing)."""
    entrants: Sequence[int]
    """Their numbers, in the order of the seats."""
    made: bool = False
    """Whether the table was made; it may be removed since."""
    table: str | None = None
    places: Sequence[int] | None = None
    """By seat; None until it is over, empty where it counts for nobody."""
    points: Sequence[int] | None = None

    @property
    def is_over(self) -> bool:
        """Whether nobody waits for it any more."""
        return self.kind != "table" or self.places is not None
