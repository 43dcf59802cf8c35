"""Turns and the finale: who ends the game, the final circuit and the final scoring ('Finale', 'Final round')."""

from __future__ import annotations

from dolmen.contract.game import CHANCE, TERMINAL
from dolmen.core.kernel import kernel
from dolmen.games.meduris.rules.druid import reward_both, walk_to_next_hut
from dolmen.games.meduris.rules.materials import NO_CHIP
from dolmen.games.meduris.rules.payment import chips_held
from dolmen.games.meduris.rules.record import (
    NOBODY,
    NOT_YET,
    Phase,
    Record,
    building,
    chip,
    gain,
    is_hut,
    is_temple,
    owner,
)
from dolmen.games.meduris.rules.settlement import huts_after, huts_before


@kernel
def begin_turn(record: Record, player: int) -> None:
    """A turn begins with the roll of the die."""
    record.turn_player = player
    record.phase = Phase.ROLL
    record.player = CHANCE


@kernel
def next_player(record: Record, player: int) -> int:
    """Clockwise."""
    return (player + 1) % int(record.players)


@kernel
def call_the_end(record: Record, player: int) -> None:
    """Who has built his last hut and temple finishes this turn; then each other player has one more."""
    if record.ender == NOBODY and record.huts[player] == 0 and record.temples[player] == 0:
        record.ender = player
        record.turns_left = record.players


@kernel
def end_turn(record: Record) -> None:
    """The next player's turn, unless the final circuit begins."""
    if record.ender != NOBODY:
        record.turns_left -= 1
        finished = record.turns_left == 0
    else:
        finished = not somebody_can_build(record)
    if finished:
        begin_final_circuit(record)
    else:
        begin_turn(record, next_player(record, int(record.turn_player)))


@kernel
def somebody_can_build(record: Record) -> bool:
    """Whether anyone could ever build again: a hut left and a free field, or a temple left and one without a chip."""
    huts = 0
    temples = 0
    for player in range(int(record.players)):
        huts += int(record.huts[player])
        temples += int(record.temples[player])
    for field in range(int(record.fields)):
        if building(record, field) == 0 and (huts > 0 or (temples > 0 and chip(record, field) == NO_CHIP)):
            return True
    return False


@kernel
def begin_final_circuit(record: Record) -> None:
    """The druid walks once round and asks at every hut, his own stopping place last."""
    huts = 0
    for field in range(int(record.fields)):
        if is_hut(record, field):
            huts += 1
    record.circuit_left = huts
    continue_final_circuit(record)


@kernel
def continue_final_circuit(record: Record) -> None:
    """To the next hut of the final circuit; after the last one the game is scored."""
    if record.circuit_left == 0:
        score_temples(record)
        score_rune_stones(record)
        record.phase = Phase.OVER
        record.player = TERMINAL
    else:
        record.circuit_left -= 1
        walk_to_next_hut(record)


@kernel
def finish_with_full_offerings(record: Record) -> None:
    """The final circuit, or what is left of it, with both materials offered at every hut; then the scoring."""
    if record.circuit_left == NOT_YET:
        begin_final_circuit(record)
    while record.phase == Phase.OFFER:
        reward_both(record, int(record.player))
        continue_final_circuit(record)


@kernel
def score_temples(record: Record) -> None:
    """Each temple scores the huts of the settlements directly to its left and right."""
    for field in range(int(record.fields)):
        if is_temple(record, field):
            gain(record, owner(record, field), huts_before(record, field) + huts_after(record, field))


@kernel
def score_rune_stones(record: Record) -> None:
    """1 + 2 + ... + k points for k rune stones."""
    for player in range(int(record.players)):
        stones = 0
        for area in range(record.rune_holder.shape[0]):
            if record.rune_holder[area] == player:
                stones += 1
        gain(record, player, stones * (stones + 1) // 2)


@kernel
def points(record: Record, player: int) -> int:
    """The points of a player, final ones once the game is over."""
    return int(record.points[player])


@kernel
def ranks_above(record: Record, player: int, other: int) -> bool:
    """Points, then huts and temples built (so: fewer left), then chips left."""
    if record.points[player] != record.points[other]:
        return bool(record.points[player] > record.points[other])
    left = int(record.huts[player]) + int(record.temples[player])
    others_left = int(record.huts[other]) + int(record.temples[other])
    if left != others_left:
        return left < others_left
    return chips_held(record, player) > chips_held(record, other)


@kernel
def is_winner(record: Record, player: int) -> bool:
    """Nobody ranks above the player; equals share the victory."""
    for other in range(int(record.players)):
        if ranks_above(record, other, player):
            return False
    return True
