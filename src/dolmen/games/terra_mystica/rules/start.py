"""What is drawn before the first decision: tiles, and colours where they are dealt ('Preparación de la partida')."""

from __future__ import annotations

from dolmen.core.draws import draw_below, shuffled_item
from dolmen.core.kernel import kernel
from dolmen.games.terra_mystica.rules.board import COLOURS
from dolmen.games.terra_mystica.rules.record import (
    NOBODY,
    OPTION_SHIPPING_BONUS,
    OPTION_TEMPLE_SCORING,
    ROUNDS,
    Record,
    has_option,
)
from dolmen.games.terra_mystica.rules.tiles import BONUS_SPARE, BONUSES, SCORING_SPADE, SCORINGS

_SCORINGS = len(SCORINGS)
_BONUSES = len(BONUSES)
_COLOURS = len(COLOURS)
_LAST_SPADE_ROUND = 3


@kernel
def draw_start(record: Record, seed: int, stream: int) -> None:
    """Draw the tiles; the colours too, if the open position deals any."""
    step = draw_scoring(record, seed, stream, 0)
    step = draw_bonuses(record, seed, stream, step)
    if int(record.colour[0]) != NOBODY:
        draw_colours(record, seed, stream, step)


@kernel
def draw_scoring(record: Record, seed: int, stream: int, step: int) -> int:
    """Six scoring tiles; a spade tile on round 5 or 6 is changed for another, as the rulebook says."""
    tiles = _SCORINGS if has_option(record, OPTION_TEMPLE_SCORING) else _SCORINGS - 1
    drawn = step + tiles - 1
    spade = NOBODY
    for number in range(ROUNDS):
        tile = shuffled_item(number, tiles, seed, stream, step)
        record.scoring[number] = tile
        if tile == SCORING_SPADE and number > _LAST_SPADE_ROUND:
            spade = number
    if spade == NOBODY:
        return drawn
    left = ROUNDS + draw_below(seed, stream, drawn, tiles - ROUNDS)
    record.scoring[spade] = shuffled_item(left, tiles, seed, stream, step)
    return drawn + 1


@kernel
def draw_bonuses(record: Record, seed: int, stream: int, step: int) -> int:
    """Three bonus tiles more than players."""
    tiles = _BONUSES if has_option(record, OPTION_SHIPPING_BONUS) else _BONUSES - 1
    for number in range(int(record.players) + BONUS_SPARE):
        record.bonus_free[shuffled_item(number, tiles, seed, stream, step)] = 1
    return step + tiles - 1


@kernel
def draw_colours(record: Record, seed: int, stream: int, step: int) -> None:
    """A colour for each seat."""
    for seat in range(int(record.players)):
        record.colour[seat] = shuffled_item(seat, _COLOURS, seed, stream, step)
