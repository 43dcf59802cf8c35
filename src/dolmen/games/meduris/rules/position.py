"""A position in words and numbers: for JSON, for people, for golden files. Players and fields count from 1.

Programs at a table count players from 0: `position` takes the number of the first one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dolmen.games.meduris.rules.finale import is_winner
from dolmen.games.meduris.rules.materials import AREAS, CHIPS, HUTS, MATERIALS, TEMPLES
from dolmen.games.meduris.rules.record import DRUID_TEMPLE, NOBODY, NOT_YET, Phase, Record, Site, plain, sites


def winners(record: Record) -> tuple[int, ...]:
    """The seats that win; empty before the end."""
    if record.phase != Phase.OVER:
        return ()
    return tuple(seat for seat in range(int(record.players)) if is_winner(record, seat))


def position(record: Record, first: int = 1) -> dict[str, Any]:
    """The whole position, ready for JSON; players count from `first`."""
    facts = plain(record)
    players = facts.players
    over = facts.phase == Phase.OVER
    return {
        "players": players,
        "turn": facts.turn,
        "phase": Phase(facts.phase).name.lower(),
        "turn_player": facts.turn_player + first,
        "player": facts.player + first if facts.player >= 0 else None,
        "points": facts.points[:players],
        "stocks": [_by_material(stock) for stock in facts.stock[:players]],
        "supply": _by_material(facts.supply),
        "huts": facts.huts[:players],
        "temples": facts.temples[:players],
        "stacks": {
            name: [worker + first for worker in stack if worker != NOBODY]
            for name, stack in zip(MATERIALS, facts.stack, strict=True)
        },
        "fields": [_field(number, site, first) for number, site in enumerate(sites(facts), start=1)],
        "runes": {name: _player(holder, first) for name, holder in zip(AREAS, facts.rune_holder, strict=True)},
        "druid": _druid(facts.druid),
        "payment": _payment(facts) if facts.phase == Phase.PAY else None,
        "ender": _player(facts.ender, first),
        "final": facts.circuit_left != NOT_YET,
        "finished": over,
        "scores": facts.points[:players] if over else None,
        "winners": [seat + first for seat in winners(record)] if over else None,
    }


def _by_material(chips: Sequence[int]) -> dict[str, int]:
    return dict(zip(MATERIALS, chips, strict=True))


def _player(seat: int, first: int) -> int | None:
    return seat + first if seat != NOBODY else None


def _field(number: int, site: Site, first: int) -> dict[str, Any]:
    building = "hut" if site.hut != NOBODY else "temple" if site.temple != NOBODY else None
    return {
        "field": number,
        "area": AREAS[site.area],
        "icons": [MATERIALS[icon] for icon in site.icons],
        "building": building,
        "player": max(site.hut, site.temple) + first if building else None,
        "chip": CHIPS[site.chip] or None,
    }


def _druid(druid: int) -> dict[str, Any]:
    if druid == DRUID_TEMPLE:
        return {"place": "temple", "number": 0}
    if druid < 0:
        return {"place": "stone", "number": druid - DRUID_TEMPLE}
    return {"place": "field", "number": druid + 1}


def _payment(facts: Any) -> dict[str, Any]:
    icons = sites(facts)[facts.target].icons
    return {
        "field": facts.target + 1,
        "due": {MATERIALS[icon]: facts.due_each for icon in icons if facts.due_each},
        "due_total": facts.due_total,
        "given": dict(zip(MATERIALS[: facts.named], facts.given, strict=False)),
    }


def position_text(record: Record) -> str:
    """The position as a few lines: header, ring, plains, players.

    In the ring `.` is an empty field, `A` a hut of player 1, `a` his temple, `+2`, `+h` and `+d` are bonus chips.
    """
    facts = position(record)
    ring = " ".join(_mark(field) for field in facts["fields"])
    plains = "  ".join(
        f"{plain} {''.join('ABCD'[worker - 1] for worker in facts['stacks'][plain]) or '-'}" for plain in MATERIALS
    )
    decides = "chance" if facts["phase"] == "roll" else "nobody" if facts["finished"] else "ABCD"[facts["player"] - 1]
    lines = [
        f"turn {facts['turn']} of {'ABCD'[facts['turn_player'] - 1]}, {facts['phase']}: {decides} decides"
        + (", final circuit" if facts["final"] else ""),
        f"ring    {ring}",
        f"plains  {plains}",
        f"supply  {_chips(facts['supply'])}",
        f"druid   {facts['druid']['place']} {facts['druid']['number'] or ''}".rstrip(),
    ]
    for seat in range(facts["players"]):
        runes = [name for name, holder in facts["runes"].items() if holder == seat + 1]
        lines.append(
            f"{'ABCD'[seat]}  {facts['points'][seat]:3} points  {_chips(facts['stocks'][seat])}"
            f"  {facts['huts'][seat]} huts {facts['temples'][seat]} temples left  {' '.join(runes)}".rstrip()
        )
    if facts["ender"]:
        lines.append(f"ender   {'ABCD'[facts['ender'] - 1]}")
    if facts["final"] and not facts["finished"]:
        lines.append(f"circuit {int(record.circuit_left)} huts left")
    if facts["payment"]:
        lines.append(f"due     {facts['payment']}")
    if facts["finished"]:
        lines.append("winner  " + " ".join("ABCD"[winner - 1] for winner in facts["winners"]))
    return "\n".join(lines)


def _chips(chips: dict[str, int]) -> str:
    return " ".join(f"{number} {material}" for material, number in chips.items())


def _mark(field: dict[str, Any]) -> str:
    chips = {"two": "+2", "hut": "+h", "druid": "+d", None: ""}[field["chip"]]
    if field["building"] == "hut":
        return "ABCD"[field["player"] - 1] + chips
    if field["building"] == "temple":
        return "abcd"[field["player"] - 1]
    return chips or "."


def check_conservation(record: Record) -> None:
    """What no rule may break: 18 chips of each material, and every player's huts and temples."""
    players = int(record.players)
    for material in range(4):
        chips = int(record.supply[material]) + sum(int(record.stock[seat, material]) for seat in range(players))
        assert chips == 18, f"{chips} chips of {MATERIALS[material]}"
        assert record.supply[material] >= 0 and min(record.stock[:players, material]) >= 0, "a negative stock"
    for seat in range(players):
        huts = sum(site.hut == seat for site in sites(record))
        temples = sum(site.temple == seat for site in sites(record))
        assert huts + record.huts[seat] == HUTS[players], f"huts of player {seat + 1}"
        assert temples + record.temples[seat] == TEMPLES[players], f"temples of player {seat + 1}"
        assert record.points[seat] >= 0, f"points of player {seat + 1}"
