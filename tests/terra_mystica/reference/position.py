"""A position in words and numbers, in the shape of the real implementation's; players count from 1."""

from __future__ import annotations

from typing import Any

from .facts import BONUSES, CULTS, FAVOURS, OPTIONS, POWER_ACTIONS, TOWNS
from .hexmap import BRIDGE_PLACES, LAND, PRINTED, RIVERS
from .scoring import largest_area, winners
from .table import Offer, Seat, Table


def position(table: Table) -> dict[str, Any]:
    """Everything that lies on the table."""
    over = table.phase == "over"
    return {
        "players": len(table.seats),
        "options": [option for option in OPTIONS if option in table.options],
        "turn": table.turns,
        "round": table.round,
        "phase": table.phase,
        "turn_player": table.turn_player + 1,
        "player": _player(table.player),
        "order": [seat + 1 for seat in table.order],
        "scoring": list(table.scoring),
        "seats": [_seat(table, seat) for seat in table.seats],
        "hexes": [_hex(table, place) for place in LAND],
        "bridges": {place: table.bridges[place] + 1 for place in BRIDGE_PLACES if place in table.bridges},
        "town_rivers": [river for river in RIVERS if river in table.town_rivers],
        "cult_orders": {cult: [_player(priest) for priest in table.orders[cult]] for cult in CULTS},
        "power_actions_used": [name for name in POWER_ACTIONS if name in table.power_used],
        "favours_left": dict(table.favours_left),
        "towns_left": dict(table.towns_left),
        "bonus_tiles": {tile: table.free_bonuses[tile] for tile in BONUSES if tile in table.free_bonuses},
        "due": _due(table),
        "offers": [_offer(offer) for offer in table.offers],
        "finished": over,
        "scores": [seat.points for seat in table.seats] if over else None,
        "winners": [seat + 1 for seat in winners(table)] if over else None,
    }


def _player(seat: int | None) -> int | None:
    return None if seat is None else seat + 1


def _seat(table: Table, seat: Seat) -> dict[str, Any]:
    return {
        "player": seat.number + 1,
        "faction": seat.faction.name if seat.faction else None,
        "colour_dealt": seat.colour,
        "points": seat.points,
        "points_off": seat.points_off,
        "points_from": dict(seat.points_from),
        "coins": seat.coins,
        "workers": seat.workers,
        "priests": seat.priests,
        "priests_in_orders": seat.priests_in_orders,
        "power": list(seat.bowls),
        "cults": dict(seat.cults),
        "keys": seat.keys,
        "shipping": seat.shipping,
        "digging": seat.digging,
        "structures": dict(seat.built),
        "bridges_left": seat.bridges,
        "area": largest_area(table, seat),
        "bonus_tile": seat.bonus,
        "favours": [tile for tile in FAVOURS if tile in seat.favours],
        "towns": [tile for tile in TOWNS for _ in range(seat.towns.count(tile))],
        "used": [mark for mark in ("faction", "bonus", "favour") if mark in seat.used],
        "spades": seat.cult_spades,
        "passed": seat.passed,
        "dropped": seat.dropped,
    }


def _hex(table: Table, place: str) -> dict[str, Any]:
    return {
        "hex": place,
        "colour": table.terrain[place],
        "printed": PRINTED[place],
        "structure": table.structure.get(place),
        "player": _player(table.owner.get(place)),
        "town": place in table.in_town,
    }


def _offer(offer: Offer) -> dict[str, Any]:
    return {"to": offer.to + 1, "from": offer.giver + 1, "size": offer.size, "lapsed": offer.lapsed}


def _due(table: Table) -> dict[str, Any]:
    turn = table.turn
    return {
        "actions": turn.actions,
        "acting": turn.acting,
        "spades": turn.action.spades,
        "transforming": turn.transforming,
        "favours": turn.favours,
        "towns": turn.towns,
        "bridges": turn.bridges,
        "upgrades": turn.upgrades,
        "sandstorms": turn.sandstorms,
        "cult_steps": turn.steps,
        "reward_steps": table.reward_steps,
        "ordinations": turn.ordinations,
        "step_waits_for": _player(table.waiting_step),
    }
