"""Between the turns: income (phase I), cult bonus and clean-up (phase III), the order of the next round."""

from __future__ import annotations

from dolmen.core.kernel import kernel
from dolmen.games.terra_mystica.rules.factions import INCOME
from dolmen.games.terra_mystica.rules.goods import gain_goods
from dolmen.games.terra_mystica.rules.record import (
    NO_TILE,
    OPTION_VARIABLE_ORDER,
    Phase,
    Record,
    faction_of,
    has_favour,
    has_option,
    scoring_tile,
)
from dolmen.games.terra_mystica.rules.spades import score_spades
from dolmen.games.terra_mystica.rules.tiles import (
    BONUS_INCOME,
    BONUS_TILES,
    DWELLING,
    FAVOUR_INCOME,
    FAVOUR_TILES,
    ORDERS,
    SCORING_CULT,
    SCORING_GAIN,
    SCORING_SPADES,
    SCORING_STEPS,
    STRUCTURES,
)
from dolmen.games.terra_mystica.rules.turns import begin_turn, end_round

# ---------------------------------------------------------------------------------------------------- phase I: income


@kernel
def give_income(record: Record, player: int) -> None:
    """Structures, favour tiles and the bonus tile."""
    faction = faction_of(record, player)
    for structure in range(DWELLING, STRUCTURES):
        gain_goods(record, player, INCOME[faction, structure, int(record.built[player, structure])], 1)
    for tile in range(FAVOUR_TILES):
        if has_favour(record, player, tile):
            gain_goods(record, player, FAVOUR_INCOME[tile], 1)
    if int(record.bonus[player]) != NO_TILE:
        gain_goods(record, player, BONUS_INCOME[int(record.bonus[player])], 1)


@kernel
def begin_round(record: Record) -> None:
    """Phase I for everybody, then the first turn of phase II."""
    record.round_number += 1
    players = int(record.players)
    for player in range(players):
        give_income(record, player)
    for index in range(players):
        player = int(record.order[index])
        if not record.passed[player]:
            begin_turn(record, player)
            return
    end_round(record)


# ------------------------------------------------------------------------------------ phase III: cult bonus, clean-up


@kernel
def cult_bonus_times(record: Record, player: int) -> int:
    """Once for every so many steps on the cult of this round's tile (SCORE9: priests in the orders)."""
    tile = scoring_tile(record)
    cult = int(SCORING_CULT[tile])
    steps = int(record.in_orders[player]) if cult == ORDERS else int(record.cult[player, cult])
    return steps // int(SCORING_STEPS[tile])


@kernel
def give_cult_bonus(record: Record, player: int) -> None:
    """The bonus of this round's tile, as many times as the player has earned it."""
    tile = scoring_tile(record)
    times = cult_bonus_times(record, player)
    gain_goods(record, player, SCORING_GAIN[tile], times)
    spades = times * int(SCORING_SPADES[tile])
    if spades > 0:
        score_spades(record, player, spades)
        if not record.dropped[player]:
            record.cult_spades[player] = spades


@kernel
def set_next_order(record: Record) -> None:
    """The first to pass begins, the others follow clockwise; with `variable-turn-order` in the order of passing."""
    players = int(record.players)
    passed = int(record.passed_count)
    if has_option(record, OPTION_VARIABLE_ORDER):
        place = passed
        for index in range(players):  # who left the game comes last
            player = int(record.order[index])
            if record.dropped[player] and not has_passed(record, player):
                record.passes[place] = player
                place += 1
        for index in range(players):
            record.order[index] = record.passes[index]
    elif passed > 0:
        first = int(record.passes[0])
        for index in range(players):
            record.order[index] = (first + index) % players


@kernel
def has_passed(record: Record, player: int) -> bool:
    """Whether the player passed in this round by himself."""
    for place in range(int(record.passed_count)):
        if int(record.passes[place]) == player:
            return True
    return False


@kernel
def end_phase_two(record: Record) -> None:
    """Cult bonus for everybody, action markers off, a coin on every free bonus tile; then spades are used."""
    players = int(record.players)
    for player in range(players):
        give_cult_bonus(record, player)
    set_next_order(record)
    record.power_used = 0
    record.passed_count = 0
    for player in range(players):
        record.passes[player] = 0
        record.used[player] = 0
        record.passed[player] = record.dropped[player]
    add_bonus_coins(record)
    ask_for_spades(record)


@kernel
def add_bonus_coins(record: Record) -> None:
    """One coin on every bonus tile that nobody chose."""
    for tile in range(BONUS_TILES):
        if record.bonus_free[tile]:
            record.bonus_coins[tile] += 1


@kernel
def ask_for_spades(record: Record) -> None:
    """The next in the order of the coming round who has spades of the cult bonus; after the last comes income."""
    for index in range(int(record.players)):
        player = int(record.order[index])
        if int(record.cult_spades[player]) > 0:
            record.phase = Phase.SPADE
            record.player = player
            record.turn_player = player
            return
    record.phase = Phase.INCOME
