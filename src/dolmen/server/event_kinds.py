"""The kinds of events, and what each must hold before anything is made of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dolmen.core.errors import InvalidNotation
from dolmen.store import Event

DECISIONS = ("move", "chance", "forced", "standing answer", "drop", "import", "branch")
"""The kinds of events that hold decisions."""
_BY_A_SEAT = (
    "move",
    "forced",
    "standing answer",
    "drop",
    "confirm",
    "back",
    "ask undo",
    "agree undo",
    "refuse undo",
    "bot",
    "standing",
    "pace",
    "ask pause",
    "agree pause",
    "refuse pause",
    "go on",
    "holidays",
    "resign",
    "leave",
)
"""Those that somebody at the table did, or that befell his seat."""
LONGEST_ACTION = 200
"""Letters of a decision's text."""

PACES = ("calm", "quick", "at once", "skip")
"""How bots play: at the host's pace, quicker, without a pause, or so until the seat is asked that said it."""
LATEST = 1 << 53
"""No moment is later, in milliseconds since 1970, so that JSON keeps it."""
MOST_HOLIDAYS = 400
"""No seat is away more often."""
LONGEST_PAUSE = 60_000
"""Milliseconds before a turn goes on by itself."""

Check = Callable[[Event, int], None]


def check_event(event: Event, seats: int) -> None:
    """Raise InvalidNotation where an event makes no sense, whatever the position. Kinds that we do not know pass."""
    if not isinstance(event.payload, Mapping):
        raise InvalidNotation("its payload is not an object")
    if event.seat is None:
        if event.kind in _BY_A_SEAT:
            raise InvalidNotation(f"'{event.kind}' needs a seat")
    elif not is_number(event.seat, seats - 1):
        raise InvalidNotation(f"there is no such seat at a table of {seats}")
    check = _CHECKS.get(event.kind)
    if check is not None:
        check(event, seats)


def is_known(kind: str) -> bool:
    """Whether there are such events."""
    return kind in _CHECKS


def is_number(value: object, most: int) -> bool:
    """Whether it is a whole number from 0 up to a limit."""
    return type(value) is int and 0 <= value <= most


def is_text(value: object, most: int) -> bool:
    """Whether it is a text of up to so many letters."""
    return isinstance(value, str) and len(value) <= most


def _decisions(event: Event, seats: int) -> None:
    actions = event.payload.get("actions")
    if not isinstance(actions, list) or not actions or not all(is_text(action, LONGEST_ACTION) for action in actions):
        raise InvalidNotation("it holds no list of decisions")
    hold = event.payload.get("hold", False)
    if not isinstance(hold, bool) and not is_number(hold, LONGEST_PAUSE):
        raise InvalidNotation("it waits for too long")
    _by(event, seats)


def _branch(event: Event, seats: int) -> None:
    if event.sequence != 1:
        raise InvalidNotation("a game goes on from another one when it begins, not later")
    if event.payload.get("actions") != []:  # from before the first decision there is nothing but the set-up
        _decisions(event, seats)
    if not is_text(event.payload.get("table"), 24) or not is_text(event.payload.get("name"), 60):
        raise InvalidNotation("it does not say from which table")


def _by(event: Event, seats: int) -> None:
    by = event.payload.get("by")
    if by is not None and not is_number(by, seats - 1):
        raise InvalidNotation("it was done by a seat that there is not")


def _earlier(event: Event, _seats: int) -> None:
    if not is_number(event.payload.get("to"), event.sequence - 1):
        raise InvalidNotation("it does not lead to an earlier event")


def _bot(event: Event, seats: int) -> None:
    if not is_text(event.payload.get("bot"), 40):
        raise InvalidNotation("it names no bot")
    _by(event, seats)


def _settled(event: Event, _seats: int) -> None:
    settled = event.payload.get("settled")
    if not isinstance(settled, Mapping) or not all(is_text(value, 100) for pair in settled.items() for value in pair):
        raise InvalidNotation("it settles no answers")


def _pace(event: Event, _seats: int) -> None:
    if event.payload.get("pace") not in PACES:
        raise InvalidNotation(f"bots play {', '.join(PACES)}")


def _sit(event: Event, _seats: int) -> None:
    if not is_text(event.payload.get("name", ""), 40):
        raise InvalidNotation("who sits down has no name")


def _pause(event: Event, _seats: int) -> None:
    until = event.payload.get("until")
    if until is not None and not is_number(until, LATEST):
        raise InvalidNotation("it does not say until when")


def _holidays(event: Event, _seats: int) -> None:
    away = event.payload.get("away", [])
    if not isinstance(away, list) or len(away) > MOST_HOLIDAYS or not all(_is_span(span) for span in away):
        raise InvalidNotation("it does not say from when to when")


def _is_span(value: object) -> bool:
    return isinstance(value, (list, tuple)) and len(value) == 2 and all(is_number(moment, LATEST) for moment in value)


def _rematch(event: Event, _seats: int) -> None:
    if not is_text(event.payload.get("table"), 24):
        raise InvalidNotation("it names no table")


def _settle(event: Event, seats: int) -> None:
    order = event.payload.get("seats")
    if not isinstance(order, list) or not all(is_number(seat, seats - 1) for seat in order):
        raise InvalidNotation("it does not say who sits where")
    if sorted(order) != list(range(seats)):
        raise InvalidNotation("it seats somebody twice")


def _nothing(_event: Event, _seats: int) -> None:
    """Nothing more is needed."""


_CHECKS: dict[str, Check] = {
    **dict.fromkeys(DECISIONS, _decisions),
    "branch": _branch,
    "back": _earlier,
    "ask undo": _earlier,
    "agree undo": _nothing,
    "refuse undo": _nothing,
    "confirm": _nothing,
    "bot": _bot,
    "standing": _settled,
    "pace": _pace,
    "sit": _sit,
    "leave": _nothing,
    "resign": _bot,
    "ask pause": _nothing,
    "agree pause": _pause,
    "refuse pause": _nothing,
    "go on": _nothing,
    "holidays": _holidays,
    "rematch": _rematch,
    "setup": _nothing,
    "settle": _settle,
}
