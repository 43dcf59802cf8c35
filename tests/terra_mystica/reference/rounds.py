"""The six rounds: income, turns in order, passing, cult bonus and clean-up ('Las seis rondas')."""

from __future__ import annotations

from .facts import BONUSES, FAVOUR_INCOME, ROUNDS, SCORING, TRADERS_AT_PASSING
from .goods import gain, score
from .hexmap import ends
from .offers import begin_asking, decline_everything, next_question
from .scoring import score_game
from .spades import gain_spades, legal_bonus_transforms
from .table import Action, Seat, Table, Turn

# ------------------------------------------------------------------------------------------------------------- phase I


def begin_round(table: Table) -> None:
    """Income for everybody, then the first turn."""
    table.round += 1
    for seat in table.seats:
        take_income(seat)
    begin_turn(table, None)


def put_coins_on_bonuses(table: Table) -> None:
    """A coin on every bonus tile that is left."""
    for tile in table.free_bonuses:
        table.free_bonuses[tile] += 1


def take_income(seat: Seat) -> None:
    """What structures, the bonus tile and favour tiles bring."""
    board = seat.board
    rows = (("D", board.dwelling_income), ("TP", board.trading_income), ("TE", board.temple_income))
    for structure, row in rows:
        gain(seat, {good: amounts[seat.built[structure]] for good, amounts in row.items()})
    if seat.built["SH"]:
        good, amount = board.stronghold_income
        gain(seat, {good: amount})
    if seat.built["SA"]:
        gain(seat, {"priests": board.sanctuary_priests})
    if seat.bonus:
        gain(seat, BONUSES[seat.bonus])
    for tile in seat.favours:
        gain(seat, FAVOUR_INCOME.get(tile, {}))


# ------------------------------------------------------------------------------------------------------------ phase II


def begin_turn(table: Table, after: int | None) -> None:
    """The turn of the next one in order who has not passed; without one the round ends."""
    start = table.order.index(after) + 1 if after is not None else 0
    for number in [*table.order[start:], *table.order[:start]]:
        seat = table.seats[number]
        if not seat.passed and not seat.dropped:
            table.turn = Turn(actions=1)
            table.turns += 1
            table.phase = "action"
            table.turn_player = table.player = number
            return
    end_round(table)


def end_action(table: Table) -> None:
    """After `done` or a pass everybody is asked."""
    table.turn.acting = False
    table.turn.action = Action()
    begin_asking(table, resumes=False)
    go_on(table)


def go_on(table: Table) -> None:
    """The next question; then the turn goes on, or the second action of a double turn, or the next turn."""
    if next_question(table):
        return
    seat = table.active
    goes_on = table.asking.resumes or table.turn.actions > 0
    if goes_on and not seat.passed and not seat.dropped:
        table.phase, table.player = "action", table.turn_player
    else:
        begin_turn(table, table.turn_player)


def pass_turn(table: Table, seat: Seat, tile: str | None) -> None:
    """Points for passing, and another bonus tile with the coins on it (none in the last round)."""
    score_passing(table, seat)
    seat.passed = True
    table.passing_order.append(seat.number)
    table.turn.actions = 0
    if tile is not None:
        coins = table.free_bonuses.pop(tile)
        gain(seat, {"coins": coins})
        give_bonus_back(table, seat)
        seat.bonus = tile


def give_bonus_back(table: Table, seat: Seat) -> None:
    """The old tile may be taken by those who pass later."""
    if seat.bonus:
        table.free_bonuses[seat.bonus] = 0
    seat.bonus = None


def score_passing(table: Table, seat: Seat) -> None:
    """The bonus tile that is given back, FAV12, the engineers' stronghold."""
    built = seat.built
    by_tile = {
        "BON6": 4 * (built["SH"] + built["SA"]),
        "BON7": 2 * built["TP"],
        "BON9": built["D"],
        "BON10": 3 * seat.shipping,
    }
    if seat.bonus:
        score(seat, "passing", by_tile.get(seat.bonus, 0))
    if "FAV12" in seat.favours:
        score(seat, "passing", TRADERS_AT_PASSING[built["TP"]])
    if seat.plays("engineers") and built["SH"]:
        joining = [
            bridge
            for bridge, owner in table.bridges.items()
            if owner == seat.number and all(table.owner.get(end) == seat.number for end in ends(bridge))
        ]
        score(seat, "ability", 3 * len(joining))


# ----------------------------------------------------------------------------------------------------------- phase III


def end_round(table: Table) -> None:
    """What is open is declined; after the last round the game is scored, else the cults give their bonus."""
    decline_everything(table)
    table.turn = Turn()
    if table.round == ROUNDS:
        table.phase, table.player = "over", None
        table.reward_steps = 0  # a step put off beyond the last round is lost
        score_game(table)
        return
    table.order = next_order(table)
    table.phase = "spade"
    for number in table.order:
        give_cult_bonus(table, table.seats[number])
    clean_up(table)
    ask_for_spades(table)


def next_order(table: Table) -> list[int]:
    """The first to pass starts, then clockwise; with variable turn order the order of passing."""
    passed = table.passing_order
    if "variable-turn-order" in table.options:
        return [*passed, *(seat for seat in table.order if seat not in passed)]
    players = len(table.seats)
    start = passed[0] if passed else table.order[0]
    return [(start + step) % players for step in range(players)]


def give_cult_bonus(table: Table, seat: Seat) -> None:
    """Goods for every so many steps on a track; spades are used before the next round."""
    tile = SCORING[table.scoring_now]
    steps = seat.priests_in_orders if tile.cult == "priests" else seat.cults[tile.cult]
    amount = steps // tile.every * tile.amount
    if tile.good != "spades":
        gain(seat, {tile.good: amount})
    else:  # who has left gains spades, too, but has no action to use them in
        seat.cult_spades = 0 if seat.dropped else amount
        gain_spades(table, seat, amount)


def ask_for_spades(table: Table) -> None:
    """The next one in order with spades of the cult bonus; then the next round."""
    for number in table.order:
        if table.seats[number].cult_spades:
            table.turn_player = table.player = number
            return
    begin_round(table)


def legal_bonus_spades(table: Table, seat: Seat) -> list[str]:
    """Transform, or throw a spade away: all that the giants can do with a lone one."""
    return [*legal_bonus_transforms(table, seat), "-1SPADE"]


def clean_up(table: Table) -> None:
    """Action markers are removed, coins laid on bonus tiles.

    The rulebook does so when the spades have been used; they have nothing to do with each other, and the real
    implementation has done it by then, so its positions show it.
    """
    table.power_used.clear()
    table.passing_order = []
    for seat in table.seats:
        seat.used.clear()
        seat.passed = seat.dropped
    put_coins_on_bonuses(table)
