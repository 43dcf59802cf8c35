"""A position in words and numbers: for JSON, for people, for golden files. Players count from 1."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

from dolmen.core.record_view import reading
from dolmen.games.terra_mystica.rules.board import (
    BRIDGE_NAMES,
    BRIDGES,
    COLOURS,
    HEX_NAMES,
    LAND,
    PRINTED,
    RIVER_NAMES,
    RIVERS,
)
from dolmen.games.terra_mystica.rules.factions import NAMES
from dolmen.games.terra_mystica.rules.final import is_winner, largest_area
from dolmen.games.terra_mystica.rules.record import (
    FROM_AUCTION,
    NO_HEX,
    NO_TILE,
    NOBODY,
    OPTION_MINI_EXPANSION,
    RECORD,
    ROUNDS,
    SOURCES,
    USED_BONUS,
    USED_FAVOUR,
    USED_SPECIAL,
    Phase,
    Record,
)
from dolmen.games.terra_mystica.rules.setup import OPTIONS
from dolmen.games.terra_mystica.rules.tiles import (
    BONUS_TILES,
    BONUSES,
    CULTS,
    DWELLING,
    FAVOUR_COUNT,
    FAVOURS,
    MAX_BRIDGES,
    MAX_PRIESTS,
    PIECES,
    POWER_ACTIONS,
    SCORINGS,
    STRUCTURE_CODES,
    STRUCTURES,
    TOP,
    TOWN_COUNT,
    TOWN_COUNT_EXPANDED,
    TOWNS,
)


def winners(record: Record) -> tuple[int, ...]:
    """The seats with the most points, ties included; empty before the end."""
    if record.phase != Phase.OVER:
        return ()
    return tuple(seat for seat in range(int(record.players)) if is_winner(record, seat))


def faction_name(record: Record, seat: int) -> str | None:
    """The faction of a seat, or None before the choice."""
    faction = int(record.faction[seat])
    return NAMES[faction] if faction != NOBODY else None


def position(record: Record, first: int = 1) -> dict[str, Any]:
    """The whole position, ready for JSON; players count from `first`: 1 as in logs, 0 for programs at a table."""
    record = reading(record)
    players = int(record.players)
    over = record.phase == Phase.OVER
    return {
        "players": players,
        "options": [name for name, bit in OPTIONS.items() if int(record.options) & bit],
        "turn": int(record.turn),
        "round": int(record.round_number),
        "phase": Phase(record.phase).name.lower(),
        "turn_player": int(record.turn_player) + first,
        "player": int(record.player) + first if record.player >= 0 else None,
        "order": [int(seat) + first for seat in record.order[:players]],
        "scoring": [SCORINGS[int(tile)] for tile in record.scoring],
        "seats": [_seat(record, seat, first) for seat in range(players)],
        "hexes": [_hex(record, land, first) for land in range(LAND)],
        "bridges": {
            BRIDGE_NAMES[bridge]: int(record.bridge_owner[bridge]) + first
            for bridge in range(BRIDGES)
            if record.bridge_owner[bridge] != NOBODY
        },
        "town_rivers": [RIVER_NAMES[river] for river in range(RIVERS) if record.town_river[river]],
        "cult_orders": {
            cult: [_player(priest, first) for priest in record.orders[track]] for track, cult in enumerate(CULTS)
        },
        "power_actions_used": [
            f"ACT{number + 1}" for number in range(POWER_ACTIONS) if int(record.power_used) >> number & 1
        ],
        "favours_left": {tile: int(left) for tile, left in zip(FAVOURS, record.favours_left, strict=True)},
        "towns_left": {tile: int(left) for tile, left in zip(TOWNS, record.towns_left, strict=True)},
        "bonus_tiles": {
            BONUSES[tile]: int(record.bonus_coins[tile]) for tile in range(BONUS_TILES) if record.bonus_free[tile]
        },
        "due": _due(record, first),
        "offers": [_offer(record, index, first) for index in range(int(record.offers))],
        "finished": bool(over),
        "scores": [int(vp) for vp in record.vp[:players]] if over else None,
        "winners": [seat + first for seat in winners(record.record)] if over else None,
    }


def _player(seat: Any, first: int) -> int | None:
    return int(seat) + first if seat != NOBODY else None


def _seat(record: Record, seat: int, first: int = 1) -> dict[str, Any]:
    used = int(record.used[seat])
    colour = int(record.colour[seat])
    return {
        "player": seat + first,
        "faction": faction_name(record, seat),
        "colour_dealt": COLOURS[colour] if colour != NOBODY else None,
        "points": int(record.vp[seat]),
        "points_off": int(record.points_off[seat]),
        "points_from": {source: int(points) for source, points in zip(SOURCES, record.points[seat], strict=True)},
        "coins": int(record.coins[seat]),
        "workers": int(record.workers[seat]),
        "priests": int(record.priests[seat]),
        "priests_in_orders": int(record.in_orders[seat]),
        "power": [int(tokens) for tokens in record.bowls[seat]],
        "cults": {cult: int(record.cult[seat, track]) for track, cult in enumerate(CULTS)},
        "keys": int(record.keys[seat]),
        "shipping": int(record.shipping[seat]),
        "digging": int(record.digging[seat]),
        "structures": {code: int(record.built[seat, kind]) for kind, code in enumerate(STRUCTURE_CODES) if kind},
        "bridges_left": int(record.bridges[seat]),
        "area": int(largest_area(reading(record).record, seat)) if record.faction[seat] != NOBODY else 0,
        "bonus_tile": BONUSES[int(record.bonus[seat])] if record.bonus[seat] != NO_TILE else None,
        "favours": [tile for number, tile in enumerate(FAVOURS) if int(record.favours[seat]) >> number & 1],
        "towns": [tile for number, tile in enumerate(TOWNS) for _ in range(int(record.town_tiles[seat, number]))],
        "used": [
            name
            for name, bit in (("faction", USED_SPECIAL), ("bonus", USED_BONUS), ("favour", USED_FAVOUR))
            if used & bit
        ],
        "spades": int(record.cult_spades[seat]),
        "passed": bool(record.passed[seat]),
        "dropped": bool(record.dropped[seat]),
    }


def _hex(record: Record, land: int, first: int) -> dict[str, Any]:
    return {
        "hex": HEX_NAMES[land],
        "colour": COLOURS[int(record.terrain[land])],
        "printed": COLOURS[int(PRINTED[land])],
        "structure": STRUCTURE_CODES[int(record.structure[land])] or None,
        "player": _player(record.owner[land], first),
        "town": bool(record.in_town[land]),
    }


def _due(record: Record, first: int) -> dict[str, Any]:
    transforming = int(record.transforming)
    return {
        "actions": int(record.actions_left),
        "acting": bool(record.acted),
        "spades": int(record.spades),
        "transforming": HEX_NAMES[transforming] if transforming != NO_HEX else None,
        "favours": int(record.favours_due),
        "towns": int(record.towns_due),
        "bridges": int(record.bridge_due),
        "upgrades": int(record.upgrade_due),
        "sandstorms": int(record.sandstorm_due),
        "cult_steps": int(record.steps_due),
        "reward_steps": int(record.reward_steps),
        "ordinations": int(record.ordination),
        "step_waits_for": _player(record.step_waits_for, first),
    }


def _offer(record: Record, index: int, first: int) -> dict[str, Any]:
    return {
        "to": int(record.offer_to[index]) + first,
        "from": int(record.offer_from[index]) + first,
        "size": int(record.offer_size[index]),
        "lapsed": bool(record.offer_lapsed[index]),
    }


def position_text(record: Record) -> str:
    """The position as a few lines: header, a line or two for each player, structures, bridges, offers."""
    players = int(record.players)
    decides = "nobody" if record.player < 0 else _called(record, int(record.player))
    phase = Phase(record.phase).name.lower()
    lines = [f"round {int(record.round_number)}, turn {int(record.turn)}, {phase}: {decides} decides"]
    lines += [f"scoring {' '.join(SCORINGS[int(tile)] for tile in record.scoring)}"]
    lines += [_seat_line(record, seat) for seat in range(players)]
    built = [seat for seat in range(players) if record.built[seat].any()]
    lines += [f"{_called(record, seat)}: {_structures(record, seat)}" for seat in built]
    changed = [
        f"{HEX_NAMES[land]} {COLOURS[int(record.terrain[land])]}"
        for land in range(LAND)
        if record.terrain[land] != PRINTED[land] and record.owner[land] == NOBODY
    ]
    free = [
        f"{BONUSES[tile]}+{int(record.bonus_coins[tile])}" for tile in range(BONUS_TILES) if record.bonus_free[tile]
    ]
    lines += [f"bonus tiles {' '.join(free)}"]
    if changed:
        lines.append(f"transformed {', '.join(changed)}")
    for index in range(int(record.offers)):
        giver, taker = int(record.offer_from[index]), int(record.offer_to[index])
        lines.append(f"offer {int(record.offer_size[index])} from {_called(record, giver)} to {_called(record, taker)}")
    if record.phase == Phase.OVER:
        lines.append("winner " + " ".join(_called(record, seat) for seat in winners(record)))
    return "\n".join(lines)


def _called(record: Record, seat: int) -> str:
    return faction_name(record, seat) or f"player {seat + 1}"


def _seat_line(record: Record, seat: int) -> str:
    bowls = "/".join(str(int(tokens)) for tokens in record.bowls[seat])
    cults = "/".join(str(int(step)) for step in record.cult[seat])
    facts = _seat(record, seat)
    tiles = " ".join(filter(None, [facts["bonus_tile"], *facts["favours"], *facts["towns"]]))
    marks = " passed" if facts["passed"] else ""
    return (
        f"{_called(record, seat)} {facts['points']} VP {facts['coins']} C {facts['workers']} W {facts['priests']} P "
        f"{bowls} PW {cults} keys {facts['keys']} ship {facts['shipping']} dig {facts['digging']} {tiles}{marks}"
    ).rstrip()


def _structures(record: Record, seat: int) -> str:
    standing = [
        f"{HEX_NAMES[land]} {STRUCTURE_CODES[int(record.structure[land])]}{'*' if record.in_town[land] else ''}"
        for land in range(LAND)
        if record.owner[land] == seat
    ]
    bridges = [BRIDGE_NAMES[bridge] for bridge in range(BRIDGES) if record.bridge_owner[bridge] == seat]
    return ", ".join([*standing, *bridges])


def check_conservation(record: Record) -> None:
    """What no rule may break: pieces, tiles, priests, power tokens, points by source."""
    found = SimpleNamespace(**{name: record[name].tolist() for name in RECORD.names or ()})  # plain numbers: faster
    seats = range(found.players)
    for seat in seats:
        _check_seat(found, seat, partial(_called, record, seat))
    for tile, left in enumerate(found.favours_left):
        held = sum(found.favours[seat] >> tile & 1 for seat in seats)
        assert held + left == FAVOUR_COUNT[tile], FAVOURS[tile]
    towns = TOWN_COUNT_EXPANDED if found.options & OPTION_MINI_EXPANSION else TOWN_COUNT
    for tile, left in enumerate(found.towns_left):
        held = sum(found.town_tiles[seat][tile] for seat in seats)
        assert held + left == towns[tile], TOWNS[tile]
    for track, cult in enumerate(CULTS):
        assert [found.cult[seat][track] for seat in seats].count(TOP) <= 1, f"space 10 of {cult}"
    for owner, structure in zip(found.owner, found.structure, strict=True):
        assert (owner == NOBODY) == (structure == 0), "structures"
    assert 0 <= found.offers <= len(found.offer_to), "offers"
    assert 0 <= found.round_number <= ROUNDS, "rounds"


def _check_seat(found: SimpleNamespace, seat: int, name: Callable[[], str]) -> None:
    standing = [kind for owner, kind in zip(found.owner, found.structure, strict=True) if owner == seat]
    for kind in range(DWELLING, STRUCTURES):
        assert standing.count(kind) == found.built[seat][kind] <= PIECES[kind], f"{STRUCTURE_CODES[kind]} of {name()}"
    if found.faction[seat] != NOBODY:
        bridges = found.bridge_owner.count(seat)
        assert bridges + found.bridges[seat] == MAX_BRIDGES, f"bridges of {name()}"
        assert sum(found.bowls[seat]) <= 12, f"power of {name()}"
    priests = sum(order.count(seat) for order in found.orders)
    assert priests == found.in_orders[seat], f"priests of {name()} in the orders"
    assert 0 <= found.priests[seat] <= MAX_PRIESTS - priests, f"priests of {name()}"
    points = found.vp[seat] - found.points[seat][FROM_AUCTION]
    goods = (found.coins[seat], found.workers[seat], points, *found.bowls[seat])
    assert min(goods) >= 0, f"goods of {name()}"
    assert found.vp[seat] == sum(found.points[seat]), f"points of {name()}"
    assert found.keys[seat] >= 0 and all(0 <= step <= TOP for step in found.cult[seat]), f"cults of {name()}"
