"""The course of a turn: an action begins and ends, neighbours are asked, players pass (phase II)."""

from __future__ import annotations

from dolmen.core.kernel import kernel
from dolmen.core.mask import Mask, add
from dolmen.games.terra_mystica.rules.actions import LATER, LEECH, PASS, PASS_BONUS
from dolmen.games.terra_mystica.rules.board import BRIDGE_ENDS, BRIDGES
from dolmen.games.terra_mystica.rules.cults import apply_step, legal_steps
from dolmen.games.terra_mystica.rules.factions import STEP_FOR_TAKEN_POWER, STRONGHOLD_BRIDGE_POINTS
from dolmen.games.terra_mystica.rules.leech import answer, lapse_older, refuse_all, reward_seat
from dolmen.games.terra_mystica.rules.record import (
    BUILD_ANYWHERE,
    FROM_ABILITY,
    FROM_PASSING,
    MOST_WORKED,
    NO_BUILDING,
    NO_HEX,
    NO_TILE,
    NOBODY,
    OPTION_LATE_ANSWERS,
    ROUNDS,
    Phase,
    Record,
    TurnEnd,
    faction_of,
    has_favour,
    has_option,
    has_stronghold,
    score,
)
from dolmen.games.terra_mystica.rules.tiles import (
    BONUS_POINTS,
    BONUS_SHIPPING_POINTS,
    BONUS_TILES,
    DWELLING,
    FAV_PASSING,
    FAV_PASSING_POINTS,
    POINTS_PER_SHIPPING,
    STRUCTURES,
    TRADING_POST,
)

# -------------------------------------------------------------------------------------------------- turns and actions


@kernel
def begin_turn(record: Record, player: int) -> None:
    """A player's turn: one action."""
    record.turn += 1
    record.phase = Phase.ACTION
    record.turn_player = player
    record.player = player
    record.actions_left = 1
    record.blocked = 0
    clear_action(record)


@kernel
def clear_action(record: Record) -> None:
    """No action is in progress."""
    record.acted = 0
    record.spades = 0
    record.bought = 0
    record.may_dig = 0
    record.one_hex = 0
    record.worked_count = 0
    for place in range(MOST_WORKED):
        record.worked[place] = 0
    record.transforming = NO_HEX
    record.skipped_to = NO_HEX
    record.build_right = NO_BUILDING
    record.ordination = 0
    record.favours_due = 0
    record.towns_due = 0
    record.bridge_due = 0
    record.upgrade_due = 0
    record.sandstorm_due = 0
    record.steps_due = 0
    record.tile_steps = 0
    record.staying = 0


@kernel
def begin_action(record: Record) -> None:
    """Whoever acts refuses the offers that are still open to him."""
    refuse_all(record, int(record.turn_player))
    record.acted = 1
    record.actions_left -= 1


@kernel
def something_due(record: Record) -> bool:
    """Whether the action in progress, or a town, still asks for something that must be done."""
    return int(record.steps_due) > 0 or more_than_steps_due(record)


@kernel
def more_than_steps_due(record: Record) -> bool:
    """The same, free cult steps aside."""
    tiles = int(record.favours_due) + int(record.towns_due)
    places = int(record.bridge_due) + int(record.upgrade_due) + int(record.sandstorm_due)
    return tiles + places + int(record.spades) > 0 or record.build_right == BUILD_ANYWHERE


@kernel
def may_end_action(record: Record) -> bool:
    """An action is made and complete, but for a step that may wait."""
    if record.acted == 0 or more_than_steps_due(record):
        return False
    return int(record.steps_due) == 0 or step_may_wait(record)


@kernel
def step_may_wait(record: Record) -> bool:
    """With `late-answers` the last player left may name the track of a tile's step later (ruling 24): one at a time."""
    if not has_option(record, OPTION_LATE_ANSWERS) or record.steps_due != 1 or record.step_waits_for != NOBODY:
        return False
    playing = 0
    for player in range(int(record.players)):
        playing += 1 - int(record.passed[player])
    return playing == 1


@kernel
def second_action(record: Record) -> bool:
    """Whether the second action of a double turn is open."""
    return record.turn_over == TurnEnd.SECOND_ACTION and int(record.acted) == 0


@kernel
def apply_done(record: Record) -> None:
    """An action ends. The neighbours are asked; then comes the second action of a double turn, or the next player."""
    if int(record.steps_due) > 0:
        record.step_waits_for = record.turn_player
    double = int(record.actions_left) > 0 and record.acted == 1  # games of version 1 could leave the second one out
    clear_action(record)
    record.turn_over = TurnEnd.SECOND_ACTION if double else TurnEnd.NEXT_PLAYER
    if not double:
        record.actions_left = 0
    ask_first(record)


@kernel
def apply_wait(record: Record) -> None:
    """Others may answer open offers before the turn goes on."""
    if record.turn_over != TurnEnd.SECOND_ACTION:
        record.turn_over = TurnEnd.OPEN
    ask_first(record)


@kernel
def next_turn(record: Record) -> None:
    """The next in order who has not passed; when all have, the round ends."""
    players = int(record.players)
    place = 0
    for index in range(players):
        if int(record.order[index]) == int(record.turn_player):
            place = index
    for distance in range(1, players + 1):
        player = int(record.order[(place + distance) % players])
        if not record.passed[player]:
            begin_turn(record, player)
            return
    end_round(record)


@kernel
def end_round(record: Record) -> None:
    """All have passed: open offers are refused; then phase III, or the end of the game."""
    for player in range(int(record.players)):
        refuse_all(record, player)
    record.turn_over = TurnEnd.OPEN
    record.phase = Phase.CULT_BONUS if int(record.round_number) < ROUNDS else Phase.FINAL


# ----------------------------------------------------------------------------------------------- asking the neighbours


@kernel
def ask_first(record: Record) -> None:
    """Ask about the oldest offer."""
    record.asked = 0
    ask(record)


@kernel
def ask(record: Record) -> None:
    """Ask about the next open offer; after the last one the cultists; then whose step waits; then the turn goes on."""
    beyond = int(record.asked) - int(record.offers)
    if beyond == 0 and int(record.reward_steps) == 0:
        record.asked += 1
        beyond = 1
    if beyond < 0:
        record.phase = Phase.OFFER
        record.player = record.offer_to[int(record.asked)]
    elif beyond == 0:
        record.phase = Phase.REWARD
        record.player = reward_seat(record)
    elif beyond == 1 and int(record.step_waits_for) != NOBODY:
        record.phase = Phase.REWARD
        record.player = record.step_waits_for
    else:
        finish_asking(record)


@kernel
def finish_asking(record: Record) -> None:
    """All have been asked."""
    record.asked = 0
    if record.turn_over == TurnEnd.NEXT_PLAYER:
        record.turn_over = TurnEnd.OPEN
        next_turn(record)
    else:
        record.phase = Phase.ACTION
        record.player = record.turn_player


@kernel
def apply_answer(record: Record, kind: int) -> None:
    """Take or refuse the offer, or leave it open. After an answer all that is open is asked again."""
    if kind == LATER:
        record.asked += 1
        ask(record)
    else:
        lapse_older(record, int(record.player), int(record.asked))
        answer(record, int(record.asked), kind == LEECH)
        ask_first(record)


@kernel
def legal_reward(record: Record, mask: Mask) -> None:
    """The track of the cultists' step, or of one that waited; or later."""
    legal_steps(mask, 1)
    if has_option(record, OPTION_LATE_ANSWERS):
        add(mask, LATER)


@kernel
def apply_reward(record: Record, kind: int, track: int) -> None:
    """The cultists' step for power that was taken, or one that waited."""
    if kind == LATER:
        record.asked += 1
        ask(record)
    else:
        apply_step(record, kind, track)
        ask_first(record)


@kernel
def may_wait(record: Record) -> bool:
    """With `late-answers`, while others may answer: before the action, or while it still asks for something."""
    if not has_option(record, OPTION_LATE_ANSWERS) or int(record.offers) + int(record.reward_steps) == 0:
        return False
    return record.acted == 0 or something_due(record) or int(record.ordination) > 0


@kernel
def may_take_reward(record: Record) -> bool:
    """Cultists may also take their step inside their own turn; so may whoever has one waiting."""
    player = int(record.player)
    if int(record.step_waits_for) == player:
        return True
    return int(record.reward_steps) > 0 and int(STEP_FOR_TAKEN_POWER[faction_of(record, player)]) == 1


# ------------------------------------------------------------------------------------------------------------ 8: pass


@kernel
def legal_passes(record: Record, mask: Mask) -> None:
    """Pass and take a free bonus tile, not one's own; in the last round just pass."""
    if int(record.round_number) == ROUNDS:
        add(mask, PASS)
        return
    for tile in range(BONUS_TILES):
        if record.bonus_free[tile]:
            add(mask, PASS_BONUS + tile)


@kernel
def apply_pass(record: Record, tile: int) -> None:
    """Score what counts on passing, change bonus tiles (NO_TILE: in the last round), and be out until the next."""
    player = int(record.player)
    score_pass(record, player)
    if tile != NO_TILE:
        record.bonus_free[int(record.bonus[player])] = 1
        take_bonus(record, player, tile)
    record.passed[player] = 1
    record.passes[int(record.passed_count)] = player
    record.passed_count += 1
    record.actions_left = 0
    clear_action(record)
    record.turn_over = TurnEnd.NEXT_PLAYER
    ask_first(record)


@kernel
def take_bonus(record: Record, player: int, tile: int) -> None:
    """Take a bonus tile with the coins on it."""
    record.bonus[player] = tile
    record.bonus_free[tile] = 0
    record.coins[player] += int(record.bonus_coins[tile])
    record.bonus_coins[tile] = 0


@kernel
def score_pass(record: Record, player: int) -> None:
    """Points of the bonus tile, of FAV12, and of the engineers' bridges."""
    tile = int(record.bonus[player])
    for structure in range(DWELLING, STRUCTURES):
        each = int(BONUS_POINTS[tile, structure])
        score(record, player, each * int(record.built[player, structure]), FROM_PASSING)
    if tile == BONUS_SHIPPING_POINTS:
        score(record, player, POINTS_PER_SHIPPING * int(record.shipping[player]), FROM_PASSING)
    if has_favour(record, player, FAV_PASSING):
        posts = int(record.built[player, TRADING_POST])
        score(record, player, int(FAV_PASSING_POINTS[posts]), FROM_PASSING)
    if has_stronghold(record, player):
        each = int(STRONGHOLD_BRIDGE_POINTS[faction_of(record, player)])
        score(record, player, each * connecting_bridges(record, player), FROM_ABILITY)


@kernel
def connecting_bridges(record: Record, player: int) -> int:
    """Own bridges with own structures on both ends."""
    bridges = 0
    for bridge in range(BRIDGES):
        one = int(record.owner[int(BRIDGE_ENDS[bridge, 0])])
        other = int(record.owner[int(BRIDGE_ENDS[bridge, 1])])
        if int(record.bridge_owner[bridge]) == player and one == player and other == player:
            bridges += 1
    return bridges


# ------------------------------------------------------------------------------------------------ leaving the game


@kernel
def return_bonus(record: Record, player: int) -> None:
    """The bonus tile of a player who leaves goes back beside the board."""
    if int(record.bonus[player]) != NO_TILE:
        record.bonus_free[int(record.bonus[player])] = 1
        record.bonus[player] = NO_TILE


@kernel
def apply_drop(record: Record, player: int) -> None:
    """A player leaves: no actions, no offers any more; income and final scoring go on (ruling 26)."""
    record.dropped[player] = 1
    record.passed[player] = 1
    record.cult_spades[player] = 0
    if int(record.player) == player:
        record.transforming = NO_HEX
    return_bonus(record, player)
    refuse_all(record, player)
    if reward_seat(record) == player:
        record.reward_steps = 0
    if int(record.step_waits_for) == player:
        record.step_waits_for = NOBODY
    if int(record.turn_player) == player and record.phase != Phase.SPADE:
        record.actions_left = 0
        clear_action(record)
        record.turn_over = TurnEnd.NEXT_PLAYER
        ask_first(record)
    elif record.phase == Phase.OFFER or record.phase == Phase.REWARD:
        ask_first(record)


@kernel
def seat_of(record: Record, faction: int) -> int:
    """The seat that plays a faction, or NOBODY."""
    for player in range(int(record.players)):
        if int(record.faction[player]) == faction:
            return player
    return NOBODY
