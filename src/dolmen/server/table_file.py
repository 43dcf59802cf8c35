"""A table as a JSON file: written whole, and read back only if every part of it could have happened here."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from dolmen.bots import find_bot
from dolmen.contract.registry import find, package
from dolmen.core.errors import DolmenError, InvalidNotation, RulesVersionMismatch
from dolmen.core.words import words
from dolmen.server.commands.making import LONGEST_BANK, LONGEST_CLOCK
from dolmen.server.errors import AgainstRules, StoredOnly
from dolmen.server.event_kinds import DECISIONS, is_known, is_number, is_text
from dolmen.server.live_table import LiveTable, summary
from dolmen.server.table_options import laid_by_hand
from dolmen.store import FREE, Event, NewEvent, NewSeat, Seat, Store, Table

FORM = 1
"""The number that `dolmen` has in these files."""
STATUS = ("waiting", "playing", "finished", "imported")
SEAT_KINDS = ("person", "bot", "closed", *FREE)
LATEST = 1 << 53
"""Numbers of any meaning are below this one, so that JSON keeps them."""
MOST_EVENTS, LONGEST_FILE, LONGEST_SETUP, LONGEST_OPTION, LONGEST_LINE = 100_000, 1 << 25, 100_000, 2_000, 2_000


@dataclass(frozen=True)
class TableFile:
    """A table with its seats and its events."""

    table: Table
    seats: list[Seat]
    events: list[Event]


def written(store: Store, table_id: str) -> dict[str, Any]:
    """Everything about one table, ready for JSON. Raises NotFound."""
    review = store.review(table_id)
    return {
        "dolmen": FORM,
        "table": asdict(store.table(table_id)),
        "seats": [asdict(seat) for seat in store.seats(table_id)],
        "events": [asdict(event) for event in store.events(table_id)],
        "chat": [asdict(line) for line in store.chat(table_id, limit=100_000)],
        "review": review.result if review else None,
    }


def bring_back(store: Store, text: str) -> Table:
    """Make a table of what `written` told; its people are names without owners.

    Their chat stays behind, and so does a review: it can be made anew. Raises InvalidNotation, or what its game raises,
    before anything is written.
    """
    told = read(text)
    live = played(told)
    return store.create_table(
        name=told.table.name,
        game=told.table.game,
        rules_version=told.table.rules_version,
        options=told.table.options,
        setup=told.table.setup,
        owner=None,
        seats=[NewSeat(seat.kind, seat.name, None, seat.bot) for seat in told.seats],
        status=told.table.status,
        clock=told.table.clock,
        bank=told.table.bank,
        events=[NewEvent(event.kind, event.payload, event.seat) for event in told.events],
        summary=summary(live.state, live.held),
    )


# ------------------------------------------------------------------------------------------------ reading


def read(text: str) -> TableFile:
    """The parts of a file, each of the right kind and size. Raises InvalidNotation."""
    told = _loaded(text)
    _demand(isinstance(told, dict) and told.get("dolmen") == FORM, f'it does not say "dolmen": {FORM}')
    table = _table(_object(told, "table", "it"))
    seats = [_seat(table, place, one) for place, one in enumerate(_objects(told, "seats"))]
    _demand(len(seats) == table.players, f"the table has {len(seats)} seats and says {table.players}")
    events = _objects(told, "events")
    _demand(len(events) <= MOST_EVENTS, f"more than {MOST_EVENTS} events")
    for place, line in enumerate(_objects(told, "chat"), start=1):
        _check_chat(line, f"line {place} of the chat", len(seats))
    return TableFile(table, seats, [_event(table, place, one) for place, one in enumerate(events, start=1)])


def _loaded(text: str) -> Any:
    """What the JSON says, if a database can keep it."""
    _demand(len(text) <= LONGEST_FILE, f"it is longer than {LONGEST_FILE} letters")
    try:
        told = json.loads(text, parse_constant=_refuse_constant)
        again = json.dumps(told, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise InvalidNotation(f"it is not JSON: {error}") from None
    _demand(rb"\u0000" not in again, "it holds a NUL")
    return told


def _refuse_constant(name: str) -> None:
    raise InvalidNotation(f"{name} is not a number")


def _table(told: Mapping[str, Any]) -> Table:
    where = "the table"
    options = _object(told, "options", where)
    for name, value in options.items():
        _demand(is_text(value, LONGEST_OPTION), f"the option '{name[:40]}' is not a short text")
    status = _text(told, "status", 12, where)
    _demand(status in STATUS, f"the status '{status}' is none of {', '.join(STATUS)}")
    return Table(
        id=_text(told, "id", 24, where),
        name=_text(told, "name", 60, where),
        game=_text(told, "game", 40, where),
        rules_version=_number(told, "rules_version", 1_000_000, where),
        players=_number(told, "players", 100, where),
        options=options,
        setup=_text(told, "setup", LONGEST_SETUP, where),
        owner=None,
        status=status,
        created=_number(told, "created", LATEST, where),
        changed=_number(told, "changed", LATEST, where),
        clock=_number({"clock": 0, **told}, "clock", LONGEST_CLOCK, where),
        bank=_number({"bank": 0, **told}, "bank", LONGEST_BANK, where),
    )


def _seat(table: Table, place: int, told: Mapping[str, Any]) -> Seat:
    where = f"seat {place + 1}"
    _demand(type(told.get("seat")) is int and told["seat"] == place, f"{where} is out of its place")
    kind, bot = _text(told, "kind", 8, where), _text(told, "bot", 40, where)
    _demand(kind in SEAT_KINDS, f"{where} is '{kind}', which is none of {', '.join(SEAT_KINDS)}")
    if kind == "bot":
        find_bot(bot, find(table.game).key)
    return Seat(table.id, place, kind, _text(told, "name", 40, where), None, bot)


def _event(table: Table, place: int, told: Mapping[str, Any]) -> Event:
    where = f"event {place}"
    _demand(type(told.get("sequence")) is int and told["sequence"] == place, f"{where} is out of its place")
    kind = _text(told, "kind", 16, where)
    _demand(is_known(kind), f"{where}: there are no events '{kind}'")
    seat = told.get("seat")
    at = _number(told, "at", LATEST, where)
    return Event(table.id, place, kind, _object(told, "payload", where), seat, None, at)


def _check_chat(told: Mapping[str, Any], where: str, seats: int) -> None:
    _text(told, "name", 40, where)
    _text(told, "text", LONGEST_LINE, where)
    _number(told, "at", LATEST, where)
    seat = told.get("seat")
    _demand(seat is None or is_number(seat, seats - 1), f"{where}: there is no such seat")


def _object(told: Mapping[str, Any], key: str, where: str) -> dict[str, Any]:
    value = told.get(key)
    if not isinstance(value, dict):
        raise InvalidNotation(f"{where}: '{key}' is not an object")
    return value


def _objects(told: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    value = told.get(key)
    _demand(isinstance(value, list) and all(isinstance(one, dict) for one in value), f"'{key}' is not a list")
    return list(value or ())


def _text(told: Mapping[str, Any], key: str, most: int, where: str) -> str:
    value = told.get(key)
    _demand(is_text(value, most), f"{where}: '{key}' is not a text of up to {most} letters")
    _demand(str(value).isprintable() or key in ("setup", "text"), f"{where}: '{key}' cannot be shown")
    return str(value)


def _number(told: Mapping[str, Any], key: str, most: int, where: str) -> int:
    value = told.get(key)
    _demand(is_number(value, most), f"{where}: '{key}' is not a whole number up to {most}")
    return int(value or 0)


def _demand(holds: bool, otherwise: str) -> None:
    if not holds:
        raise InvalidNotation(otherwise)


# ------------------------------------------------------------------------------------------------ playing


def played(told: TableFile) -> LiveTable:
    """The table as its events leave it, every decision checked by the rules. Raises what says what is wrong."""
    table = told.table
    meta = find(table.game)
    if table.rules_version > meta.rules_version:
        raise RulesVersionMismatch(
            f"the table was played under rules {table.rules_version} of {meta.title}, and here are rules "
            f"{meta.rules_version}: a newer Dolmen is needed"
        )
    start = package(table.game).notation().read(table.setup).state
    _demand(start.decisions == 0, "the set-up holds decisions")
    _demand(start.game.players == table.players, f"the set-up is for {start.game.players} players")
    for name in table.options:
        _demand(name in _option_names(table.game), f"{meta.title} has no option '{name[:40]}'")
    try:
        live = LiveTable(table, told.seats)
        live.fold(told.events)
    except AgainstRules as error:
        raise InvalidNotation(f"event {error.event.sequence} ({error.event.kind}): {error.reason}") from None
    except StoredOnly as error:
        raise error.__cause__ if isinstance(error.__cause__, DolmenError) else error from None
    for wrong in misfits(live):
        raise InvalidNotation(wrong)
    return live


def _option_names(game: str) -> set[str]:
    """What may be chosen or laid out when a table of a game is made."""
    present, english = package(game).presentation(), words("en")
    return {field.name for field in present.options(english)} | laid_by_hand(present)


def misfits(live: LiveTable) -> Iterator[str]:
    """What the table says of itself that its seats and its position do not bear out."""
    status, free = live.table.status, sum(seat.kind in FREE for seat in live.seats)
    decided = any(made.kind in DECISIONS and made.kind != "branch" for made in live.made)
    if status == "waiting" and not free:
        yield "the table waits for players, but no seat is free"
    if status == "waiting" and decided:
        yield "the table waits for players, but its game has begun"
    if status in ("playing", "finished") and free:
        yield f"the table is {status}, but {free} of its seats are free"
    if status == "finished" and not live.state.is_terminal():
        yield "the table is finished, but its game is not over"
    if status == "playing" and live.state.is_terminal():
        yield "the table is played at, but its game is over"
