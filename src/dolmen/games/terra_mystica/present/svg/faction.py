"""A player's own board: goods, structures left with the income that they uncover, bowls of power, tracks, tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from dolmen.art import icon, use
from dolmen.art.handles import one_a_place
from dolmen.core.kernel import as_written
from dolmen.core.record_view import reading
from dolmen.games.terra_mystica.present.svg.boards import holder, is_chosen
from dolmen.games.terra_mystica.present.svg.choices import Lit
from dolmen.games.terra_mystica.present.svg.ground import NO_NAMES
from dolmen.games.terra_mystica.present.svg.pieces import STRUCTURES, terrain_of
from dolmen.games.terra_mystica.present.svg.tiles import (
    GOODS,
    SPECIAL_SIGNS,
    bonus_tile,
    faction_hex,
    favour_tile,
    octagon,
    town_tile,
)
from dolmen.games.terra_mystica.rules.factions import (
    COST,
    DIG_COINS,
    DIG_COST_PRIESTS,
    DIG_COST_WORKERS,
    FACTIONS,
    INCOME,
    MAX_DIGGING,
    SHIPPING_COST_COINS,
    SHIPPING_COST_PRIESTS,
    SHIPPING_POINTS,
    SPADE_PRIESTS,
    SPADE_WORKERS,
    Faction,
)
from dolmen.games.terra_mystica.rules.income import next_income
from dolmen.games.terra_mystica.rules.record import (
    NO_TILE,
    NOBODY,
    USED_BONUS,
    USED_FAVOUR,
    USED_SPECIAL,
    Record,
    has_stronghold,
)
from dolmen.games.terra_mystica.rules.tiles import (
    BONUSES,
    FAV_CULT_STEP,
    FAVOURS,
    PIECES,
    SANCTUARY,
    TEMPLE,
    TOWNS,
)

_TOKENS: Final = (
    (38, 50),
    (24, 47),
    (52, 47),
    (15, 36),
    (31, 36),
    (46, 36),
    (61, 36),
    (23, 24),
    (39, 24),
    (54, 24),
    (31, 12),
    (47, 12),
)
"""Where power tokens lie in a bowl."""
_has_stronghold = as_written(has_stronghold)
NOT_LIT: Final[Mapping[str, Lit]] = MappingProxyType({})
LONG_NAME: Final = 12
"""Letters: a longer name of a people is written smaller, so that two lines hold it."""
FEW_TILES: Final = 6
"""So many tiles have room in the middle; more (`.mine.many`) are smaller."""


def faction_board(
    record: Record,
    seat: int,
    places: Sequence[Lit] = (),
    chosen: int | None = None,
    labels: Mapping[str, str] = NO_NAMES,
    then: Sequence[int] = (),
) -> str:
    """The board of a seat, as the inside of `<section class="own card" data-terrain=...>`.

    `labels` has the words by name: `faction` and `player`, the structures (`dwelling`, ...), `ship`, `dig`, `tunnel`,
    `carpet`, the goods (`cube`, `coin`, `priest`, `power`, `vp`, `key`), tiles (`scroll-BON1`, ...), and what the
    figures of income mean (`next`). `then` is how many workers, coins and priests there will be by what is chosen.
    Before the seat has its faction there is only its name.
    """
    record = reading(record)
    if record.faction[seat] == NOBODY:
        return f'<div class="who">{_name(record, seat, labels)}</div>'
    lit = one_a_place(places, chosen)
    tiles = tiles_held(record, seat, labels, lit, chosen)
    many = " many" if len(tiles) > FEW_TILES else ""
    return (
        f'<div class="who">{_name(record, seat, labels)}{_goods(record, seat, labels, then)}'
        f"{_special(record, seat, lit, chosen, labels)}</div>"
        f'<div class="incs">{_structures(record, seat, labels)}</div>'
        f'<div class="right">{_bowls(record, seat, labels)}{_shipping(record, seat, lit, chosen, labels)}'
        f"{_digging(record, seat, lit, chosen, labels)}</div>"
        f'<div class="mine{many}">{"".join(tiles)}</div>'
        f'<small class="next">{escape(labels.get("next", ""))}</small>'
    )


def _name(record: Record, seat: int, labels: Mapping[str, str]) -> str:
    people = labels.get("faction", "")
    size = " long" if len(people) > LONG_NAME else ""
    return (
        f'<span class="fhex">{faction_hex(terrain_of(record, seat))}</span><div>'
        f'<b class="display{size}">{escape(people)}</b>'
        f'<span class="sm dim">{escape(labels.get("player", ""))}</span></div>'
    )


def _goods(record: Record, seat: int, labels: Mapping[str, str], then: Sequence[int]) -> str:
    """Points, workers, coins, priests, keys, and what the next income brings."""
    income = next_income(record, seat)
    held = (int(record.workers[seat]), int(record.coins[seat]), int(record.priests[seat]))
    goods = "".join(
        f"<span{_tone(amount, after)}>{icon(name, labels.get(name, ''))}{_becomes(amount, after)}"
        f"{f'<small>+{more}</small>' if more else ''}</span>"
        for name, amount, after, more in zip(GOODS[:3], held, then[:3] or held, income[:3], strict=True)
    )
    return (
        f'<span class="vpbig">{icon("vp", labels.get("vp", ""))}{int(record.vp[seat])}</span><div class="res">{goods}'
        f"<span>{icon('key', labels.get('key', ''))}<b>{int(record.keys[seat])}</b></span></div>"
    )


def _tone(amount: int, after: int) -> str:
    """Whether there will be more or less of it."""
    return "" if amount == after else ' class="more"' if after > amount else ' class="less"'


def _becomes(amount: int, after: int) -> str:
    """'7', or '7 → 3'."""
    return f"<b>{amount}</b>" if amount == after else f"<s>{amount}</s> <b>{after}</b>"


def _special(record: Record, seat: int, lit: Mapping[str, Lit], chosen: int | None, labels: Mapping[str, str]) -> str:
    """The octagon of the faction's own action; pale until its stronghold stands."""
    faction = FACTIONS[int(record.faction[seat])]
    if not faction.special:
        return ""
    name = f"act-{faction.special}"
    choice = lit.get(name)
    used = bool(int(record.used[seat]) & USED_SPECIAL)
    ready = faction.special_at_once or _has_stronghold(record, seat)
    drawn = octagon(
        SPECIAL_SIGNS[faction.special], used=used, ring=choice is not None, chosen=is_chosen(choice, chosen)
    )
    state = " used" if used else "" if ready else " dear"
    return holder(f"pact sp{state}", name, drawn, choice, chosen, labels.get(name, ""))


def _good_names(labels: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(labels.get(name, "") for name in GOODS)


@cache
def _amounts(amounts: tuple[int, ...], names: tuple[str, ...]) -> str:
    """Goods in running text: '2' and the symbol of a worker, called by these names."""
    return "".join(
        f"{amount}{icon(good, name)}" for amount, good, name in zip(amounts, GOODS, names, strict=False) if amount
    )


def _structures(record: Record, seat: int, labels: Mapping[str, str]) -> str:
    """A row for each kind of structure; the two great ones share theirs."""
    rows = [_row(record, seat, kind, labels) for kind in range(1, SANCTUARY + 1)]
    return f'{"".join(rows[:TEMPLE])}<div class="two">{"".join(rows[TEMPLE:])}</div>'


def _row(record: Record, seat: int, kind: int, labels: Mapping[str, str]) -> str:
    """The structures of a kind that are left; those on the map have uncovered their income."""
    faction, symbol = int(record.faction[seat]), STRUCTURES[kind]
    names = _good_names(labels)
    label = escape(labels[symbol]) if symbol in labels else icon(symbol)
    price = _amounts(tuple(COST[faction, kind].tolist()), names)
    slots = _slots(faction, kind, int(record.built[seat, kind]), names)
    return f'<div class="inc"><span class="lab">{label}<small>{price}</small></span>{slots}</div>'


@cache
def _slots(faction: int, kind: int, built: int, names: tuple[str, ...]) -> str:
    """The places of the structures of a kind, the first ones empty."""
    slots = []
    for place in range(int(PIECES[kind])):
        if place >= built:
            slots.append(f'<span class="slot"><svg viewBox="0 0 48 48"><use href="#{STRUCTURES[kind]}"/></svg></span>')
        else:
            gain = (INCOME[faction, kind, place + 1] - INCOME[faction, kind, place]).tolist()
            slots.append(f'<span class="slot open">{_uncovered(gain, names)}</span>')
    return "".join(slots)


def _uncovered(gain: list[int], names: tuple[str, ...]) -> str:
    """What a place on the board brings once its structure stands on the map."""
    if sum(gain) == 1:
        place = gain.index(1)
        return icon(GOODS[place], names[place])
    return _amounts(tuple(gain), names) or "<i>0</i>"


def _bowls(record: Record, seat: int, labels: Mapping[str, str]) -> str:
    """The three bowls with their tokens."""
    terrain = terrain_of(record, seat)
    bowls = [_bowl(terrain, bowl, count) for bowl, count in enumerate(record.bowls[seat].tolist())]
    label = labels.get("power", "")
    named = f' role="group" aria-label={quoteattr(label)}' if label else ""
    return f'<div class="bowls"{named}>{"".join(bowls)}</div>'


@cache
def _bowl(terrain: str, bowl: int, count: int) -> str:
    tokens = "".join(use("power", x, y, 17) for x, y in _TOKENS[:count])
    return (
        f'<span class="bowl" id="bowl-{terrain}-{bowl + 1}"><svg viewBox="0 0 76 64" aria-hidden="true">'
        '<path d="M3 28h70c0 20-14 33-35 33S3 48 3 28Z" fill="var(--bowl)" stroke="var(--line)" '
        f'stroke-width="2"/>{tokens}</svg><b class="num"><small>{"I" * (bowl + 1)}</small> {count}</b></span>'
    )


def _track(
    symbol: str,
    label: str,
    price: str,
    cells: Sequence[str],
    at: int,
    name: str,
    choice: Lit | None,
    chosen: int | None,
) -> str:
    """A track: where it stands, and the next step, which may be one to choose."""
    drawn = []
    for place, content in enumerate(cells):
        state = " at" if place == at else " done" if place < at else ""
        drawn.append(
            holder(f"cell{state}", name, content, choice, chosen)
            if choice is not None and place == at + 1
            else f'<span class="cell{state}">{content}</span>'
        )
    return (
        f'<div class="trk"><span class="lab">{icon(symbol)} {escape(label)}<small>{price}</small></span>'
        f'<span class="cells">{"".join(drawn)}</span></div>'
    )


def _points(amount: int, labels: Mapping[str, str]) -> str:
    return f"<small>{amount}{icon('vp', labels.get('vp', ''))}</small>" if amount else ""


def _shipping(record: Record, seat: int, lit: Mapping[str, Lit], chosen: int | None, labels: Mapping[str, str]) -> str:
    """The shipping track, or what stands in its place: tunnels, carpets."""
    number_of = int(record.faction[seat])
    faction = FACTIONS[number_of]
    if not faction.shipping_max:
        return _skipping(record, seat, faction, labels)
    cells = [
        f"{level}{_points(int(SHIPPING_POINTS[number_of, level]), labels)}"
        for level in range(faction.shipping, faction.shipping_max + 1)
    ]
    price = _amounts((0, SHIPPING_COST_COINS, SHIPPING_COST_PRIESTS), _good_names(labels))
    at = int(record.shipping[seat]) - faction.shipping
    return _track("ship", labels.get("ship", ""), price, cells, at, "track-ship", lit.get("track-ship"), chosen)


def _skipping(record: Record, seat: int, faction: Faction, labels: Mapping[str, str]) -> str:
    """How many hexes a tunnel or a carpet skips, for what, and the points that it brings."""
    stronghold = _has_stronghold(record, seat)
    workers = faction.skip_workers - (faction.stronghold_skip_workers if stronghold else 0)
    reach = faction.skip + (faction.stronghold_skip if stronghold else 0) + int(record.carpet[seat])
    name = "tunnel" if faction.skip_workers else "carpet"
    price = _amounts((workers, 0, faction.skip_priests), _good_names(labels))
    cells = [f"{reach}{_points(faction.skip_points, labels)}"]
    return _track(
        "spade" if faction.skip_workers else "i-arrow", labels.get(name, ""), price, cells, 0, name, None, None
    )


def _digging(record: Record, seat: int, lit: Mapping[str, Lit], chosen: int | None, labels: Mapping[str, str]) -> str:
    """What a spade costs, by level."""
    faction, names = int(record.faction[seat]), _good_names(labels)
    if SPADE_PRIESTS[faction]:
        cells = [f'<span data-stone="plain">{_amounts((0, 0, int(SPADE_PRIESTS[faction])), names)}</span>']
        price = ""
    else:
        cells = [_amounts((int(SPADE_WORKERS[faction, level]),), names) for level in range(MAX_DIGGING[faction] + 1)]
        price = _amounts((DIG_COST_WORKERS, int(DIG_COINS[faction]), DIG_COST_PRIESTS), names)
    at = int(record.digging[seat])
    return _track("spade", labels.get("dig", ""), price, cells, at, "track-dig", lit.get("track-dig"), chosen)


def tiles_held(
    record: Record,
    seat: int,
    labels: Mapping[str, str] = NO_NAMES,
    lit: Mapping[str, Lit] = NOT_LIT,
    chosen: int | None = None,
) -> list[str]:
    """The tiles that a seat holds: scroll, favours, towns; one whose action is taken is pale."""
    used = int(record.used[seat])
    drawn = []
    bonus = int(record.bonus[seat])
    if bonus != NO_TILE:
        code = BONUSES[bonus]
        choice = lit.get(f"act-{code}")
        label = "" if choice else labels.get(f"scroll-{code}", "")
        tile = bonus_tile(bonus, label, small=True, ring=choice is not None, chosen=is_chosen(choice, chosen))
        drawn.append(_held(f"act-{code}", tile, choice, chosen, used=bool(used & USED_BONUS)))
    for favour, code in enumerate(FAVOURS):
        if int(record.favours[seat]) >> favour & 1:
            choice = lit.get(f"act-{code}")
            label = "" if choice else labels.get(f"favour-{code}", "")
            tile = favour_tile(favour, label, ring=choice is not None, chosen=is_chosen(choice, chosen))
            taken = favour == FAV_CULT_STEP and bool(used & USED_FAVOUR)
            drawn.append(_held(f"act-{code}", tile, choice, chosen, used=taken))
    for town, code in enumerate(TOWNS):
        drawn += [town_tile(town, labels.get(f"town-{code}", ""))] * int(record.town_tiles[seat, town])
    return drawn


def _held(name: str, tile: str, choice: Lit | None, chosen: int | None, *, used: bool) -> str:
    """A tile that a seat holds. It has an id only where it may be chosen: several seats may hold the same favour."""
    if choice is not None:
        return holder("bonus", name, tile, choice, chosen)
    return f'<span class="bonus spent">{tile}</span>' if used else tile
