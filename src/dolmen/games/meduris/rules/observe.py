"""What a seat sees of Meduris, as numbers: the layout below, written by one kernel.

Nothing is hidden from a player with perfect memory, so all seats see the same position; each sees itself first.
"""

from __future__ import annotations

from typing import Final

from dolmen.core.kernel import kernel
from dolmen.core.observation import Observation, Part, Seats, lay_out, offset_of, one_hot, seat_seen, size_of
from dolmen.games.meduris.rules.materials import AREAS, MATERIALS, MAX_STACK
from dolmen.games.meduris.rules.record import (
    MAX_FIELDS,
    MAX_PLAYERS,
    NOT_YET,
    Intent,
    Phase,
    Record,
    area,
    building,
    chip,
    first_icon,
    is_temple,
    owner,
    second_icon,
)
from dolmen.games.meduris.rules.settlement import huts_after, huts_before

OBSERVATION_VERSION: Final = 1
"""Rises with every change of the layout."""

_SEATS = MAX_PLAYERS
_SEAT_AXIS = Seats(MAX_PLAYERS)
_MATERIALS = len(MATERIALS)
_AREAS = len(AREAS)
_PHASES = len(Phase)
_INTENTS = len(Intent) - 1

PARTS: Final = lay_out(
    Part("players", (3,), "2, 3 or 4 players, one-hot"),
    Part("phase", (_PHASES,), "what is decided: place, roll, take, give, act, pay, offer, over, one-hot"),
    Part("decides", (_SEAT_AXIS,), "who decides, one-hot; nobody where the die decides and at the end"),
    Part("turn", (_SEAT_AXIS,), "whose turn it is, one-hot"),
    Part("asked", (1,), "players already asked at a plus or a minus / 4"),
    Part("ender", (_SEAT_AXIS,), "who called the end, one-hot"),
    Part("turns_left", (1,), "turns until the final circuit, once the end is called / 4"),
    Part("final", (1,), "1 in the final circuit"),
    Part("circuit_left", (1,), "huts still to be asked in the final circuit / 64"),
    Part("druid_away", (1,), "steps of the druid to the ring, before he has reached it / 4"),
    Part("intent", (_INTENTS,), "what is paid for: hut, temple, offering of one, offering of both, one-hot"),
    Part("due", (2,), "chips due of each of the field's two materials, and in all / 16"),
    Part("named", (_MATERIALS,), "1 for materials whose number is already named in the payment"),
    Part("given", (_MATERIALS,), "that number / 16"),
    Part("supply", (_MATERIALS,), "chips of wood, wool, copper and stone on the mountain / 16"),
    Part("points", (_SEAT_AXIS,), "points of each player / 64"),
    Part("huts", (_SEAT_AXIS,), "huts not yet built / 16"),
    Part("temples", (_SEAT_AXIS,), "temples not yet built / 4"),
    Part("stock", (_SEAT_AXIS, _MATERIALS), "chips of each player / 16"),
    Part("runes", (_AREAS, _SEAT_AXIS), "who holds each area's rune stone, one-hot"),
    Part(
        "stacks", (4, MAX_STACK, _SEAT_AXIS), "whose worker stands on each level of each plain, lowest first, one-hot"
    ),
    Part("target", (MAX_FIELDS,), "1 for the field that is paid for"),
    Part("druid", (MAX_FIELDS,), "1 for the field of the druid"),
    Part("areas", (MAX_FIELDS,), "the number of the field's area, from 1 / 16; 0 beyond the ring"),
    Part("icons", (MAX_FIELDS, _MATERIALS), "1 for each of the field's two materials"),
    Part("chips", (MAX_FIELDS, 3), "the bonus chip on the field or under its hut: two, hut, druid, one-hot"),
    Part("owners", (MAX_FIELDS, _SEAT_AXIS), "whose building stands on the field, one-hot"),
    Part("is_temple", (MAX_FIELDS,), "1 if it is a temple"),
    Part("neighbours", (MAX_FIELDS,), "huts in a row directly before and after the field / 8"),
)
OBSERVATION_SIZE: Final = size_of(PARTS)

_PLAYERS = offset_of(PARTS, "players")
_PHASE = offset_of(PARTS, "phase")
_DECIDES = offset_of(PARTS, "decides")
_TURN = offset_of(PARTS, "turn")
_ASKED = offset_of(PARTS, "asked")
_ENDER = offset_of(PARTS, "ender")
_TURNS_LEFT = offset_of(PARTS, "turns_left")
_FINAL = offset_of(PARTS, "final")
_CIRCUIT_LEFT = offset_of(PARTS, "circuit_left")
_DRUID_AWAY = offset_of(PARTS, "druid_away")
_INTENT = offset_of(PARTS, "intent")
_DUE = offset_of(PARTS, "due")
_NAMED = offset_of(PARTS, "named")
_GIVEN = offset_of(PARTS, "given")
_SUPPLY = offset_of(PARTS, "supply")
_POINTS = offset_of(PARTS, "points")
_HUTS = offset_of(PARTS, "huts")
_TEMPLES = offset_of(PARTS, "temples")
_STOCK = offset_of(PARTS, "stock")
_RUNES = offset_of(PARTS, "runes")
_STACKS = offset_of(PARTS, "stacks")
_TARGET = offset_of(PARTS, "target")
_DRUID = offset_of(PARTS, "druid")
_AREA_NUMBERS = offset_of(PARTS, "areas")
_ICONS = offset_of(PARTS, "icons")
_CHIPS = offset_of(PARTS, "chips")
_OWNERS = offset_of(PARTS, "owners")
_IS_TEMPLE = offset_of(PARTS, "is_temple")
_NEIGHBOURS = offset_of(PARTS, "neighbours")


@kernel
def observe(record: Record, seat: int, out: Observation) -> None:
    """Write what a seat sees: every number once, and each part in a loop of its own, which is fastest on a CPU."""
    observe_course(record, seat, out)
    observe_payment(record, out)
    observe_players(record, seat, out)
    observe_plains_and_runes(record, seat, out)
    observe_board(record, out)
    observe_fields(record, seat, out)


@kernel
def observe_course(record: Record, seat: int, out: Observation) -> None:
    """How far the game is, and who decides what."""
    players = int(record.players)
    druid = int(record.druid)
    circuit = int(record.circuit_left)
    one_hot(out, _PLAYERS, 3, players - 2)
    one_hot(out, _PHASE, _PHASES, int(record.phase))
    one_hot(out, _DECIDES, _SEATS, seat_seen(seat, int(record.player), players))
    one_hot(out, _TURN, _SEATS, seat_seen(seat, int(record.turn_player), players))
    out[_ASKED] = int(record.asked) / 4
    one_hot(out, _ENDER, _SEATS, seat_seen(seat, int(record.ender), players))
    out[_TURNS_LEFT] = int(record.turns_left) / 4
    out[_FINAL] = 0.0 if circuit == NOT_YET else 1.0
    out[_CIRCUIT_LEFT] = max(circuit, 0) / 64
    out[_DRUID_AWAY] = max(-druid, 0) / 4


@kernel
def observe_payment(record: Record, out: Observation) -> None:
    """What is being paid; all zero when nothing is."""
    named = int(record.named)
    one_hot(out, _INTENT, _INTENTS, int(record.intent) - 1)
    out[_DUE] = int(record.due_each) / 16
    out[_DUE + 1] = int(record.due_total) / 16
    for material in range(_MATERIALS):
        out[_NAMED + material] = 1.0 if material < named else 0.0
        out[_GIVEN + material] = int(record.given[material]) / 16 if material < named else 0.0
        out[_SUPPLY + material] = int(record.supply[material]) / 16


@kernel
def observe_players(record: Record, seat: int, out: Observation) -> None:
    """What each player has."""
    players = int(record.players)
    for seen in range(_SEATS):
        player = (seat + seen) % players
        sits = 1 if seen < players else 0
        out[_POINTS + seen] = sits * int(record.points[player]) / 64
        out[_HUTS + seen] = sits * int(record.huts[player]) / 16
        out[_TEMPLES + seen] = sits * int(record.temples[player]) / 4
        for material in range(_MATERIALS):
            out[_STOCK + seen * _MATERIALS + material] = sits * int(record.stock[player, material]) / 16


@kernel
def observe_plains_and_runes(record: Record, seat: int, out: Observation) -> None:
    """Whose workers and whose rune stones."""
    players = int(record.players)
    for number in range(_AREAS):
        holder = seat_seen(seat, int(record.rune_holder[number]), players)
        one_hot(out, _RUNES + number * _SEATS, _SEATS, holder)
    for plain in range(4):
        for level in range(MAX_STACK):
            worker = seat_seen(seat, int(record.stack[plain, level]), players)
            one_hot(out, _STACKS + (plain * MAX_STACK + level) * _SEATS, _SEATS, worker)


@kernel
def observe_board(record: Record, out: Observation) -> None:
    """What is printed on the fields; all zero beyond the ring."""
    fields = int(record.fields)
    for field in range(MAX_FIELDS):
        out[_AREA_NUMBERS + field] = (area(record, field) + 1) / 16 if field < fields else 0.0
    for field in range(MAX_FIELDS):
        for material in range(_MATERIALS):
            shown = first_icon(record, field) == material or second_icon(record, field) == material
            out[_ICONS + field * _MATERIALS + material] = 1.0 if shown and field < fields else 0.0


@kernel
def observe_fields(record: Record, seat: int, out: Observation) -> None:
    """What stands and lies on the fields; all zero beyond the ring."""
    fields = int(record.fields)
    players = int(record.players)
    one_hot(out, _TARGET, MAX_FIELDS, int(record.target) if int(record.intent) > 0 else -1)
    one_hot(out, _DRUID, MAX_FIELDS, int(record.druid))
    for field in range(MAX_FIELDS):
        one_hot(out, _CHIPS + field * 3, 3, chip(record, field) - 1)
    for field in range(MAX_FIELDS):
        whose = owner(record, field) if building(record, field) > 0 else -1
        one_hot(out, _OWNERS + field * _SEATS, _SEATS, seat_seen(seat, whose, players))
    for field in range(MAX_FIELDS):
        out[_IS_TEMPLE + field] = 1.0 if is_temple(record, field) else 0.0
    for field in range(MAX_FIELDS):
        near = huts_before(record, field) + huts_after(record, field) if field < fields else 0
        out[_NEIGHBOURS + field] = near / 8
