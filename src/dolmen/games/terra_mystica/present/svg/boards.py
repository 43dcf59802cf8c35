"""The boards beside the map that belong to all: power actions, cults, rounds, scrolls, favours and towns.

Ids: `act-ACT1`, `cult-{cult}-{terrain}`, `priest-{cult}-{n}`, `round-{n}`, `scroll-{code}`, `favour-{code}`,
`town-{code}`. `labels` says by these names (`cult-fire`, `order-fire-1`, `heading` as well) what each thing is; what
may be chosen has the label of its choice. A label is missing where the caller has none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from dolmen.art import icon, number, use
from dolmen.art.handles import one_a_place, piece
from dolmen.core.record_view import reading
from dolmen.games.terra_mystica.present.svg.choices import Lit, rings
from dolmen.games.terra_mystica.present.svg.geometry import outline
from dolmen.games.terra_mystica.present.svg.ground import NO_NAMES
from dolmen.games.terra_mystica.present.svg.pieces import terrain_of
from dolmen.games.terra_mystica.present.svg.tiles import (
    CULTS,
    bonus_tile,
    favour_tile,
    power_octagon,
    scoring_tile,
    town_tile,
)
from dolmen.games.terra_mystica.rules.record import Record
from dolmen.games.terra_mystica.rules.tiles import (
    BONUSES,
    CULT_POWER,
    FAVOURS,
    ORDER_STEPS,
    POWER_COST,
    SCORINGS,
    TOP,
    TOWNS,
)

CULT_VIEW_BOX: Final = "0 0 430 133"
_LEFT: Final = 98.0
_SPACE: Final = 30.2
_ROW: Final = 27
"""How high the row of a cult is; two more lie between them."""


def holder(css: str, name: str, content: str, choice: Lit | None, chosen: int | None, label: str = "") -> str:
    """What holds a tile: a button where it may be chosen, a plain box where not; the id is the same."""
    if choice is None:
        named = f' role="group" aria-label={quoteattr(label)}' if label else ""
        return f'<span class="{css}" id="{name}"{named}>{content}</span>'
    pressed = str(choice.choice == chosen).lower()
    return (
        f'<button type="button" class="{css} lit" id="{name}" data-choice="{choice.choice}" '
        f'aria-label={quoteattr(choice.label)} aria-pressed="{pressed}">{content}</button>'
    )


def is_chosen(choice: Lit | None, chosen: int | None) -> bool:
    """Whether a place is the chosen one."""
    return choice is not None and choice.choice == chosen


def can_spend(record: Record, seat: int, power: int) -> bool:
    """Whether a seat has that much power, burning some if it must."""
    return int(record.bowls[seat, 2]) + int(record.bowls[seat, 1]) // 2 >= power


def power_actions(
    record: Record,
    seat: int | None,
    places: Sequence[Lit] = (),
    chosen: int | None = None,
    labels: Mapping[str, str] = NO_NAMES,
) -> str:
    """The six octagons with their price: crossed out once taken; the price is pale for a seat that is too poor."""
    record = reading(record)
    lit = one_a_place(places, chosen)
    drawn = []
    for action, cost in enumerate(POWER_COST.tolist()):
        name = f"act-ACT{action + 1}"
        used = bool(int(record.power_used) >> action & 1)
        choice = lit.get(name)
        state = " used" if used else "" if seat is None or can_spend(record, seat, cost) else " dear"
        content = power_octagon(action, used=used, ring=choice is not None, chosen=is_chosen(choice, chosen))
        drawn.append(holder(f"pact{state}", name, content, choice, chosen, labels.get(name, "")))
    return "".join(drawn)


def scoring_tiles(record: Record, labels: Mapping[str, str] = NO_NAMES) -> str:
    """The six rounds: those that are over have a tick, the present one is framed."""
    record = reading(record)
    now = int(record.round_number)
    drawn = []
    for round_number, tile in enumerate(record.scoring.tolist(), start=1):
        name = f"round-{round_number}"
        state = " over" if round_number < now else " now" if round_number == now else ""
        label = labels.get(name) or labels.get(SCORINGS[tile], "")
        current = ' aria-current="step"' if round_number == now else ""
        sign = icon("i-check") if round_number < now else round_number
        drawn.append(
            f'<div class="round{state}" id="{name}"{current}><span class="rn">{sign}</span>'
            f"{scoring_tile(tile, round_number, label)}</div>"
        )
    return f'<div class="rounds">{"".join(drawn)}</div>'


def bonus_tiles(
    record: Record, places: Sequence[Lit] = (), chosen: int | None = None, labels: Mapping[str, str] = NO_NAMES
) -> str:
    """The scrolls that nobody holds, with the coins that lie on them."""
    record = reading(record)
    lit = one_a_place(places, chosen)
    heading = f'<span class="eyebrow vlab">{escape(labels["heading"])}</span>' if "heading" in labels else ""
    drawn = []
    for tile, code in enumerate(BONUSES):
        if not record.bonus_free[tile]:
            continue
        choice = lit.get(f"scroll-{code}")
        label = "" if choice else labels.get(f"scroll-{code}", "")
        content = bonus_tile(tile, label, ring=choice is not None, chosen=is_chosen(choice, chosen))
        coins = int(record.bonus_coins[tile])
        if coins:
            content += f'<span class="pile">+{coins}{icon("coin")}</span>'
        drawn.append(holder("bonus", f"scroll-{code}", content, choice, chosen))
    return f'<div class="scrolls">{heading}{"".join(drawn)}</div>'


def favours_and_towns(
    record: Record, places: Sequence[Lit] = (), chosen: int | None = None, labels: Mapping[str, str] = NO_NAMES
) -> str:
    """The favours and towns that are left, with their number where there is more than one."""
    record = reading(record)
    lit = one_a_place(places, chosen)
    drawn = []
    for kind, codes, left in (
        ("favour", FAVOURS, record.favours_left.tolist()),
        ("town", TOWNS, record.towns_left.tolist()),
    ):
        row = []
        for tile, code in enumerate(codes):
            if left[tile] <= 0:
                continue
            name = f"{kind}-{code}"
            choice = lit.get(name)
            label = "" if choice else labels.get(name, "")
            draw = favour_tile if kind == "favour" else town_tile
            content = draw(tile, label, ring=choice is not None, chosen=is_chosen(choice, chosen))
            if left[tile] > 1:
                content += f'<span class="pile">{left[tile]}</span>'
            row.append(holder("bonus", name, content, choice, chosen))
        drawn.append(f'<div class="{kind}s">{"".join(row)}</div>')
    return "".join(drawn)


def cult_board(
    record: Record,
    places: Sequence[Lit] = (),
    chosen: int | None = None,
    labels: Mapping[str, str] = NO_NAMES,
    reaches: Sequence[str] = (),
) -> str:
    """The four tracks from 0 to 10 with a marker for each seat, the priests in the orders, and what the spaces give.

    The spaces that are reached by what is chosen, as `cult_space` names them, have the ring of what is chosen.
    """
    lit = one_a_place(places, chosen)
    record = reading(record)
    seats = [(seat, terrain) for seat in range(record.players) if (terrain := terrain_of(record, seat))]
    rows = []
    for track, cult in enumerate(CULTS):
        priests = tuple(terrain_of(record, owner) for owner in record.orders[track].tolist())
        markers = tuple((terrain, int(record.cult[seat, track])) for seat, terrain in seats)
        rows.append(_track(track, labels.get(f"cult-{cult}", ""), priests, markers))
        rows.append(_lit_track(track, lit, chosen) if lit else "")
        rows += [_reached(track, space) for space in range(TOP + 1) if cult_space(track, space) in reaches]
    heads = _heads(labels.get("heading", ""))
    return f'<svg class="cults" viewBox="{CULT_VIEW_BOX}" role="group">{heads}{"".join(rows)}</svg>'


@cache
def _heads(heading: str) -> str:
    """The heading, and over the tracks the power and the key that their spaces give."""
    heads = [f'<text class="ct" x="0" y="12" {_look(14, "ink", 600)}>{escape(heading)}</text>']
    for space, power in enumerate(CULT_POWER.tolist()):
        if power:
            x = _LEFT + space * _SPACE
            heads.append(
                f'{use("power", x + 10, 7.5, 12)}<text class="ch" x="{number(x + 21)}" y="12" text-anchor="middle" '
                f"{_look(11, 'power', 700)}>{power}</text>"
            )
    heads.append(use("key", _LEFT + TOP * _SPACE - 3, 7.5, 12))
    return "".join(heads)


def _look(size: float, colour: str, weight: int = 400) -> str:
    return f'font-size="{number(size)}" font-weight="{weight}" fill="var(--{colour})"'


@lru_cache(maxsize=4000)
def _track(track: int, label: str, priests: tuple[str, ...], markers: tuple[tuple[str, int], ...]) -> str:
    """The row of one cult: whose priests stand in its order, and the step of each terrain's marker."""
    cult, top = CULTS[track], _top(track)
    named = f' role="img" aria-label={quoteattr(label)}' if label else ""
    drawn = [
        f'<g id="track-{cult}" data-cult="{cult}" color="var(--cult)"{named}><rect x="0" y="{top}" width="430" '
        f'height="{_ROW}" rx="7" fill="currentColor" opacity=".13"/>{use(f"cult-{cult}", 14, top + _ROW / 2, 21)}</g>'
    ]
    drawn += [_order(cult, place, top, terrain) for place, terrain in enumerate(priests)]
    steps = [step for _terrain, step in markers]
    for space in range(TOP + 1):
        x = _LEFT + space * _SPACE
        gives = bool(CULT_POWER[space])
        drawn.append(
            f'<rect x="{number(x)}" y="{top + 2}" width="28.2" height="{_ROW - 4}" rx="5" fill="var(--surface)" '
            f'stroke="var(--{"power" if gives else "rule"})" stroke-width="{1.7 if gives else 1}"/>'
        )
        if space not in steps:
            drawn.append(
                f'<text class="cn" x="{number(x + 14.1)}" y="{number(top + 17.5)}" text-anchor="middle" '
                f"{_look(11, 'ink-2')}>{space}</text>"
            )
    return "".join([*drawn, *_markers(cult, top, markers)])


def _top(track: int) -> int:
    return 17 + (_ROW + 2) * track


def _lit_track(track: int, lit: Mapping[str, Lit], chosen: int | None) -> str:
    """The rings around a track and the places of its order where they may be chosen."""
    cult, top = CULTS[track], _top(track)
    boxes = {f"cult-{cult}": f"M2 {top}H428V{top + _ROW}H2Z", f"order-{cult}": f"M26 {top}H97V{top + _ROW}H26Z"}
    for place in range(4):
        x, y = _order_place(place, top)
        boxes[f"order-{cult}-{place + 1}"] = (
            f"M{number(x - 8)} {number(y - 11)}H{number(x + 8)}V{number(y + 11)}H{number(x - 8)}Z"
        )
    drawn = []
    for name, box in boxes.items():
        if name in lit:
            choice = lit[name]
            pressed = str(choice.choice == chosen).lower()
            drawn.append(
                f'<g id="lit-{name}" class="lit" role="button" tabindex="0" data-choice="{choice.choice}" '
                f'aria-label={quoteattr(choice.label)} aria-pressed="{pressed}" fill="none" stroke-linejoin="round" '
                f'pointer-events="all">{rings(box, chosen=choice.choice == chosen)}</g>'
            )
    return "".join(drawn)


def cult_space(track: int, space: int) -> str:
    """The name of a space of a track."""
    return f"cult-{CULTS[track]}-{space}"


def _reached(track: int, space: int) -> str:
    left, top = _LEFT + space * _SPACE, _top(track) + 2
    box = f"M{number(left)} {top}h28.2v{_ROW - 4}h-28.2Z"
    return f'<g class="reached" fill="none" pointer-events="none" aria-hidden="true">{rings(box, chosen=True)}</g>'


def _order_place(place: int, top: float) -> tuple[float, float]:
    return 36 + place * 17, top + _ROW / 2


def _order(cult: str, place: int, top: float, terrain: str) -> str:
    """A place of an order: whose priest stands there, or the steps that it gives."""
    x, y = _order_place(place, top)
    drawn = (
        f'<rect x="{number(x - 8)}" y="{number(y - 8)}" width="16" height="16" rx="4" fill="var(--raised)" '
        'stroke="var(--border)"/>'
    )
    if not terrain:
        return drawn + (
            f'<text class="slotn" x="{number(x)}" y="{number(y + 4)}" text-anchor="middle" '
            f"{_look(10, 'ink-2', 700)}>{int(ORDER_STEPS[place])}</text>"
        )
    return f'{drawn}<g{piece(f"priest-{cult}-{place + 1}")} data-terrain="{terrain}">{use("priest", x, y, 15.5)}</g>'


def _markers(cult: str, top: float, markers: tuple[tuple[str, int], ...]) -> list[str]:
    """A hex of each terrain at its step; those on the same space share it."""
    drawn = []
    for terrain, step in markers:
        same = [other for other, its_step in markers if its_step == step]
        dx, dy, radius = _share(same.index(terrain), len(same))
        x, y = _LEFT + step * _SPACE + 14.1 + dx, top + _ROW / 2 + dy
        size = 10.5 if radius > 9 else 8.5 if radius > 7 else 0
        # On green, only dark letters can be told from the ground.
        ink = "line" if terrain == "forest" else "p-on"
        figure = (
            f'<text x="{number(x)}" y="{number(y + 0.36 * size)}" text-anchor="middle" {_look(size, ink, 700)}>'
            f"{step}</text>"
            if size
            else ""
        )
        drawn.append(
            f'<g{piece(f"cult-{cult}-{terrain}")} data-terrain="{terrain}"><path d="{outline((x, y), radius)}" '
            f'fill="var(--g)" stroke="var(--line)" stroke-width="1.5"/>{figure}</g>'
        )
    return drawn


def _share(place: int, together: int) -> tuple[float, float, float]:
    """How far from the middle of a space one of several markers stands, and its radius."""
    if together == 1:
        return 0, 0, 10.2
    if together == 2:
        return (-6.6 if place == 0 else 6.6), 0, 8
    dx, dy = ((-7.5, -5.8), (7.5, -5.8), (-7.5, 5.8), (7.5, 5.8), (0.0, 0.0))[place]
    return dx, dy, 5.8
