"""Short words for what the rule tests look at."""

from __future__ import annotations

from typing import Any

from dolmen.contract.game import State
from dolmen.games.meduris.rules.position import position


def facts(state: State) -> dict[str, Any]:
    """The whole position."""
    return position(state.record)


def points(state: State) -> list[int]:
    """The points of all players."""
    return list(facts(state)["points"])


def _chips(chips: dict[str, int]) -> str:
    return " ".join(f"{number} {material}" for material, number in chips.items() if number)


def stock(state: State, player: str) -> str:
    """A player's chips: '2 wood 1 stone', or '' if he has none."""
    return _chips(facts(state)["stocks"]["ABCD".index(player)])


def supply(state: State) -> str:
    """The chips on the mountain, likewise."""
    return _chips(facts(state)["supply"])


def stacks(state: State) -> dict[str, str]:
    """The workers on each plain from bottom to top: {'wood': 'AB', 'wool': '', ...}."""
    return {plain: "".join(" ABCD"[worker] for worker in stack) for plain, stack in facts(state)["stacks"].items()}


def druid(state: State) -> str:
    """Where the druid stands: 'temple', 'stone 2' or 'field 5'."""
    place = facts(state)["druid"]
    return f"{place['place']} {place['number'] or ''}".strip()


def mark(state: State, field: int) -> str:
    """A field as it is drawn: '.', 'A', 'A+d', 'a', '+2' ..."""
    ring = next(line for line in str(state).splitlines() if line.startswith("ring"))
    return ring.split()[field]


def runes(state: State, player: str) -> list[str]:
    """The rune stones that a player holds."""
    return [name for name, holder in facts(state)["runes"].items() if holder == "ABCD".index(player) + 1]


def now(state: State) -> str:
    """Who decides what: 'act: A', 'roll: chance' (whose turn it is: `turn`)."""
    header = str(state).splitlines()[0]
    return header.split(", ")[1].removesuffix(" decides")


def turn(state: State) -> str:
    """Whose turn it is."""
    return "ABCD"[state.turn_player]


def field_icons(state: State, field: int) -> set[str]:
    """The two materials that a field shows."""
    return set(facts(state)["fields"][field - 1]["icons"])


def payments(state: State) -> set[tuple[int, ...]]:
    """Every way to pay what is due here, as wood, wool, copper, stone, by trying all decisions."""
    player = int(state.record.player)
    before = state.record.stock[player].copy()
    found = set()
    open_states = [state.clone()]
    while open_states:
        here = open_states.pop()
        if here.record.phase != state.record.phase:
            found.add(tuple(int(chips) for chips in before - here.record.stock[player]))
            continue
        for action in here.legal_actions():
            after = here.clone()
            after.apply_trusted(action)
            open_states.append(after)
    return found
