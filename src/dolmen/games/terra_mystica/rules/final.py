"""The end of the game: cults, area, resources, the price of a faction ('Fin de la partida y recuento de puntos')."""

from __future__ import annotations

from dolmen.contract.game import TERMINAL
from dolmen.core.kernel import kernel
from dolmen.games.terra_mystica.rules.board import first_land, hexes_in, high_bit, low_bit
from dolmen.games.terra_mystica.rules.factions import POINTS_FOR_COINS
from dolmen.games.terra_mystica.rules.reach import own_land, skip_range
from dolmen.games.terra_mystica.rules.record import (
    FROM_AREA,
    FROM_AUCTION,
    FROM_FIRE,
    FROM_RESOURCES,
    Phase,
    Record,
    faction_of,
    score,
)
from dolmen.games.terra_mystica.rules.tiles import AREA_POINTS, COINS_PER_POINT, CULT_POINTS, TRACKS
from dolmen.games.terra_mystica.rules.towns import connected


@kernel
def score_game(record: Record) -> None:
    """Cults, then area, then resources; then what the factions were bought for is taken off, and the game is over."""
    record.reward_steps = 0
    for track in range(TRACKS):
        score_cult(record, track)
    score_area(record)
    for player in range(int(record.players)):
        score_resources(record, player)
        score(record, player, -int(record.points_off[player]), FROM_AUCTION)
    record.phase = Phase.OVER
    record.player = TERMINAL


@kernel
def score_cult(record: Record, track: int) -> None:
    """The points of a cult track for every player."""
    for player in range(int(record.players)):
        score(record, player, cult_points(record, player, track), FROM_FIRE + track)


@kernel
def cult_points(record: Record, player: int, track: int) -> int:
    """8, 4 and 2 points for the highest on a track; space 0 scores nothing; ties share, rounded down."""
    mine = int(record.cult[player, track])
    if mine == 0:
        return 0
    better = 0
    equal = 0
    for other in range(int(record.players)):
        if int(record.cult[other, track]) > mine:
            better += 1
        elif int(record.cult[other, track]) == mine:
            equal += 1
    total = 0
    for rank in range(better, better + equal):
        total += int(CULT_POINTS[rank])
    return total // equal


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
        score(record, player, area_points(better, equal), FROM_AREA)


@kernel
def area_points(better: int, equal: int) -> int:
    """The points of an area where so many are larger and so many, itself included, as large."""
    total = 0
    for rank in range(better, better + equal):
        total += int(AREA_POINTS[rank])
    return total // equal


@kernel
def largest_area(record: Record, player: int) -> int:
    """The structures of the player's largest connected group, directly or indirectly adjacent."""
    low, high = own_land(record, player)
    largest = 0
    while low | high != 0:
        area_low, area_high = area_around(record, player, first_land(low, high))
        low &= ~area_low
        high &= ~area_high
        largest = max(largest, hexes_in(area_low, area_high))
    return largest


@kernel
def area_around(record: Record, player: int, start: int) -> tuple[int, int]:
    """The player's structures connected with one of them: as for towns, and by shipping, tunnels or carpets."""
    shipping = int(record.shipping[player])
    return connected(record, player, low_bit(start), high_bit(start), shipping, skip_range(record, player))


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


@kernel
def points(record: Record, player: int) -> int:
    """The victory points of a player, final ones once the game is over."""
    return int(record.vp[player])


@kernel
def is_winner(record: Record, player: int) -> bool:
    """Nobody has more points; equals share the victory."""
    for other in range(int(record.players)):
        if points(record, other) > points(record, player):
            return False
    return True
