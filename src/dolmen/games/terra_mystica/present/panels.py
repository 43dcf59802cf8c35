"""What lies beside the map: rounds, power actions, cults, tiles, and the factions' boards."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group as Stacked
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from dolmen.games.terra_mystica.present.explain import digging_text
from dolmen.games.terra_mystica.present.hexmap import GLYPHS, MARKS, colour_of
from dolmen.games.terra_mystica.present.words import (
    BONUS_NAMES,
    BONUS_WORDS,
    CULT_BONUS_SHORT,
    CULT_NAMES,
    FAVOUR_NAMES,
    FAVOUR_SHORT,
    POWER_WORDS,
    SCORING_SHORT,
    TIMES,
    TITLES,
    TOWN_SHORT,
    counted,
    short_goods,
)
from dolmen.games.terra_mystica.rules.final import largest_area
from dolmen.games.terra_mystica.rules.income import next_income
from dolmen.games.terra_mystica.rules.record import (
    NO_TILE,
    NOBODY,
    ROUNDS,
    SOURCES,
    USED_BONUS,
    USED_FAVOUR,
    USED_SPECIAL,
    Phase,
    Record,
)
from dolmen.games.terra_mystica.rules.tiles import (
    BONUSES,
    CULT_POWER,
    FAV_CULT_STEP,
    ORDER_STEPS,
    PIECES,
    POWER_COST,
    TOP,
)

HEAD = "bold"
SPACE_WIDTH = 5


def called(record: Record, seat: int, names: Sequence[str]) -> str:
    """'You, Witches'."""
    faction = int(record.faction[seat])
    return f"{names[seat]}, {TITLES[faction]}" if faction != NOBODY else names[seat]


def header(record: Record) -> Text:
    """Which round it is, and the order of its turns."""
    number = int(record.round_number)
    phase = Phase(record.phase)
    if phase == Phase.OVER:
        return Text("The game is over", style=HEAD)
    title = f"Round {number} of {ROUNDS}" if number else "Before the first round"
    if phase == Phase.SPADE:
        title = f"End of round {number}: spades of the cult bonus"
    text = Text(title, style=HEAD)
    text.append("   order ", "dim")
    for place in range(int(record.players)):
        seat = int(record.order[place])
        text.append(f"{MARKS[seat]} ", colour_of(record, seat) + (" dim" if record.passed[seat] else ""))
    return text


# --------------------------------------------------------------------------------------------- rounds, power actions


def rounds(record: Record) -> Table:
    """The scoring tiles and the power actions, side by side: six of each."""
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 1, 0, 0))
    for _ in range(3):
        table.add_column(no_wrap=True)
    current = int(record.round_number)
    table.add_row(Text("Rounds", HEAD), Text("cult bonus", "dim"), Text("Power actions", HEAD))
    for number in range(ROUNDS):
        tile = int(record.scoring[number])
        style = "bold yellow" if number + 1 == current else ("dim" if number + 1 < current else "")
        bonus = CULT_BONUS_SHORT[tile] if number + 1 < ROUNDS else "none"
        table.add_row(
            Text(f"{'▶' if number + 1 == current else ' '}{number + 1} {SCORING_SHORT[tile]}", style),
            Text(bonus, style),
            _power_action(record, number),
        )
    return table


def _power_action(record: Record, number: int) -> Text:
    used = int(record.power_used) >> number & 1 == 1
    words = f"ACT{number + 1} {int(POWER_COST[number])} power: {POWER_WORDS[number]}"
    return Text.assemble(("✕ ", "red") if used else ("○ ", "green"), (words, "dim strike" if used else ""))


# -------------------------------------------------------------------------------------------------------------- cults


def cults(record: Record) -> Table:
    """The four tracks with every marker, and the priests in the orders."""
    table = Table(box=None, pad_edge=False, show_header=False, padding=0)
    table.add_column(no_wrap=True, width=7)
    table.add_column(no_wrap=True, width=9)
    for _ in range(TOP + 1):
        table.add_column(no_wrap=True, width=SPACE_WIDTH, justify="center")
    table.add_row(Text("Cults", HEAD), Text("priests", "dim"), *(Text(str(space), "dim") for space in range(TOP + 1)))
    power = [Text(f"+{int(number)}" if number else "", "medium_purple1") for number in CULT_POWER]
    table.add_row(Text("power", "dim"), Text("3 2 2 2", "dim"), *power)
    for track, cult in enumerate(CULT_NAMES):
        table.add_row(cult, _order(record, track), *(_space(record, track, space) for space in range(TOP + 1)))
    return table


def _order(record: Record, track: int) -> Text:
    text = Text()
    for place in range(len(ORDER_STEPS)):
        priest = int(record.orders[track, place])
        text.append(
            "·" if priest == NOBODY else MARKS[priest], "dim" if priest == NOBODY else colour_of(record, priest)
        )
        text.append(" ")
    return text


def _space(record: Record, track: int, space: int) -> Text:
    text = Text()
    for seat in range(int(record.players)):
        if record.faction[seat] != NOBODY and int(record.cult[seat, track]) == space:
            text.append(MARKS[seat], f"bold {colour_of(record, seat)}")
    return text if text else Text("·", "dim")


# -------------------------------------------------------------------------------------------------------------- tiles


def tiles(record: Record) -> RenderableType:
    """Bonus tiles to take, favour and town tiles left."""
    return Stacked(_bonus_tiles(record), _favours(record), _towns(record))


def _bonus_tiles(record: Record) -> Text:
    text = Text("Bonus tiles to take", HEAD)
    for tile in range(len(BONUSES)):
        if record.bonus_free[tile]:
            text.append(f"\n  {BONUSES[tile]:<6}", "bold not dim").append(BONUS_WORDS[tile], "not bold")
            coins = int(record.bonus_coins[tile])
            text.append(f"  (+{counted(coins, 'coin')})" if coins else "", "yellow not bold")
    return text


def _favours(record: Record) -> Table:
    """A column for each cult, a row for each number of steps."""
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    for _ in CULT_NAMES:
        table.add_column(no_wrap=True)
    table.add_row(Text("Favours left", HEAD), *(Text(cult, "dim") for cult in CULT_NAMES))
    for row, steps in enumerate((3, 2, 1)):
        cells = []
        for cult in range(4):
            left = int(record.favours_left[4 * row + cult])
            words = FAVOUR_SHORT[4 * row + cult]
            cells.append(Text.assemble((f"{left}{TIMES} {words}".rstrip(), "" if left else "dim strike")))
        table.add_row(Text(f"  {counted(steps, 'step')}", "dim"), *cells)
    return table


def _towns(record: Record) -> Text:
    text = Text("Towns left  ", HEAD)
    listed = [f"{left}{TIMES} {TOWN_SHORT[tile]}" for tile in range(8) if (left := int(record.towns_left[tile]))]
    return text.append("  ".join(listed) or "none", "not bold")


# ------------------------------------------------------------------------------------------------------------ players


def players(record: Record, names: Sequence[str]) -> RenderableType:
    """Two lines for every faction: goods; then pieces left, next income, and tiles."""
    heads = (
        f"{'':<25}{'points':>6}{'coins':>6}{'workers':>8}{'priests':>8}  {'bowls':<8}{'keys':>4}{'ship':>5}{'spade':>7}"
    )
    lines: list[RenderableType] = [Text(heads, "dim")]
    for seat in range(int(record.players)):
        lines.append(_goods_line(record, seat, names))
        if record.faction[seat] != NOBODY:
            lines.append(Padding(_sources(record, seat), (0, 0, 0, 4)))
    return Stacked(*lines)


def _goods_line(record: Record, seat: int, names: Sequence[str]) -> Text:
    turn = "▶" if seat == record.player else " "
    text = Text()
    text.append(f"{turn} {MARKS[seat]} {called(record, seat, names):<21}", f"bold {colour_of(record, seat)}")
    if record.faction[seat] == NOBODY:
        return text
    bowls = "/".join(str(int(tokens)) for tokens in record.bowls[seat])
    text.append(f"{int(record.vp[seat]):>6}", HEAD)
    return text.append(
        f"{int(record.coins[seat]):>6}{int(record.workers[seat]):>8}{int(record.priests[seat]):>8}  {bowls:<8}"
        f"{int(record.keys[seat]):>4}{int(record.shipping[seat]):>5}{digging_text(record, seat):>7}"
    )


def _sources(record: Record, seat: int) -> Text:
    """The second line: at the end of the game where the points came from, before it what the faction has."""
    if record.phase == Phase.OVER:
        points = [
            f"{source} {int(number)}" for source, number in zip(SOURCES, record.points[seat], strict=True) if number
        ]
        return Text("points: " + " · ".join(points), "dim")
    parts = ["left the game"] if record.dropped[seat] else ["passed"] if record.passed[seat] else []
    stock = " ".join(f"{int(PIECES[kind]) - int(record.built[seat, kind])}{GLYPHS[kind]}" for kind in range(1, 6))
    parts += [
        f"in stock {stock} {int(record.bridges[seat])}║",
        f"income {short_goods(next_income(record, seat)) or 'none'}",
    ]
    area = int(largest_area(record, seat))
    if area:
        parts.append(f"area {area}")
    return Text(" · ".join([*parts, *_held(record, seat)]), "dim")


def _held(record: Record, seat: int) -> list[str]:
    """The tiles of a faction, and which of its actions are used."""
    used = int(record.used[seat])
    bonus = int(record.bonus[seat])
    parts = []
    if bonus != NO_TILE:
        parts.append(f"{BONUSES[bonus]} {BONUS_NAMES[bonus]}{' (used)' if used & USED_BONUS else ''}")
    favours = [
        f"{FAVOUR_NAMES[tile]}{' (used)' if tile == FAV_CULT_STEP and used & USED_FAVOUR else ''}"
        for tile in range(len(FAVOUR_NAMES))
        if int(record.favours[seat]) >> tile & 1
    ]
    if favours:
        parts.append(f"favours {', '.join(favours)}")
    towns = sum(int(number) for number in record.town_tiles[seat])
    if towns:
        parts.append(counted(towns, "town"))
    if used & USED_SPECIAL:
        parts.append("special action used")
    return parts
