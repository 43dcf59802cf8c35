"""The end of the game: cults, area, resources ('Fin de la partida y recuento de puntos')."""

from __future__ import annotations

from dolmen.game import TERMINAL
from dolmen.kernel import kernel
from dolmen.terra_mystica.board import LAND, SHIPPING_REACH, SKIP_REACH, high_bit, holds, low_bit
from dolmen.terra_mystica.factions import POINTS_FOR_COINS
from dolmen.terra_mystica.reach import own_land, skip_range
from dolmen.terra_mystica.record import FROM_AREA, FROM_FIRE, FROM_RESOURCES, Phase, Record, faction_of, score
from dolmen.terra_mystica.tiles import AREA_POINTS, COINS_PER_POINT, CULT_POINTS
from dolmen.terra_mystica.towns import group_around


@kernel
def score_game(record: Record) -> None:
    """Cults, then area, then resources; the game is over."""
    record.reward_steps = 0
    for track in range(4):
        score_cult(record, track)
    score_area(record)
    for player in range(int(record.players)):
        score_resources(record, player)
    record.phase = Phase.OVER
    record.player = TERMINAL


@kernel
def score_cult(record: Record, track: int) -> None:
    """8, 4 and 2 points for the highest on a track; space 0 scores nothing; ties share, rounded down."""
    players = int(record.players)
    for player in range(players):
        mine = int(record.cult[player, track])
        better = 0
        equal = 0
        for other in range(players):
            if int(record.cult[other, track]) > mine:
                better += 1
            elif int(record.cult[other, track]) == mine:
                equal += 1
        if mine > 0:
            total = 0
            for rank in range(better, better + equal):
                total += int(CULT_POINTS[rank])
            score(record, player, total // equal, FROM_FIRE + track)


@kernel
def score_area(record: Record) -> None:
    """18, 12 and 6 points for the most connected structures; ties share, rounded down."""
    players = int(record.players)
    for player in range(players):
        mine = largest_area(record, player)
        better = 0
        equal = 0
        for other in range(players):
            theirs = largest_area(record, other)
            if theirs > mine:
                better += 1
            elif theirs == mine:
                equal += 1
        total = 0
        for rank in range(better, better + equal):
            total += int(AREA_POINTS[rank])
        score(record, player, total // equal, FROM_AREA)


@kernel
def largest_area(record: Record, player: int) -> int:
    """The structures of the player's largest connected group, directly or indirectly adjacent."""
    own_low, own_high = own_land(record, player)
    seen_low = 0
    seen_high = 0
    largest = 0
    for land in range(LAND):
        if holds(own_low, own_high, land) and not holds(seen_low, seen_high, land):
            low, high = area_around(record, player, land)
            seen_low |= low
            seen_high |= high
            largest = max(largest, structures_in(low, high))
    return largest


@kernel
def structures_in(low: int, high: int) -> int:
    """How many hexes a set holds."""
    number = 0
    for land in range(LAND):
        if holds(low, high, land):
            number += 1
    return number


@kernel
def area_around(record: Record, player: int, start: int) -> tuple[int, int]:
    """The player's structures connected with one of them: as for towns, and by shipping, tunnels or carpets."""
    own_low, own_high = own_land(record, player)
    level = int(record.shipping[player])
    skipped = skip_range(record, player)
    low = low_bit(start)
    high = high_bit(start)
    before_low = -1
    before_high = -1
    while low != before_low or high != before_high:
        before_low = low
        before_high = high
        low, high = group_around(record, player, low, high)
        for land in range(LAND):
            if holds(before_low, before_high, land):
                low |= (int(SHIPPING_REACH[level, land, 0]) | int(SKIP_REACH[skipped, land, 0])) & own_low
                high |= (int(SHIPPING_REACH[level, land, 1]) | int(SKIP_REACH[skipped, land, 1])) & own_high
    return low, high


@kernel
def score_resources(record: Record, player: int) -> None:
    """Everything becomes coins, power after sacrifices. Three coins are a point, for alchemists two."""
    faction = faction_of(record, player)
    burnt = int(record.bowls[player, 1]) // 2
    power = int(record.bowls[player, 2]) + burnt
    coins = int(record.coins[player]) + int(record.workers[player]) + int(record.priests[player]) + power
    rate = 2 if int(POINTS_FOR_COINS[faction]) else COINS_PER_POINT
    score(record, player, coins // rate, FROM_RESOURCES)
    record.coins[player] = coins % rate
    record.workers[player] = 0
    record.priests[player] = 0
    record.bowls[player, 0] += power
    record.bowls[player, 1] -= 2 * burnt
    record.bowls[player, 2] = 0
