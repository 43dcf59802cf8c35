"""A turn: what may be decided in it, and what each decision does (phase II, the eight actions)."""

from __future__ import annotations

from .building import (
    a_piece_is_left,
    bridge_places,
    dwelling_places,
    favours_to_take,
    free_home,
    legal_dwellings_of_action,
    legal_free_upgrades,
    legal_upgrades,
)
from .cults import legal_priests, legal_stays
from .facts import CULTS, POWER_ACTIONS, ROUNDS
from .goods import gain, pay, possible_conversions, spend_power
from .offers import decline_all_of, something_is_open
from .spades import (
    MORE_MAY_BE_BOUGHT,
    gain_spades,
    leaves_spades_usable,
    legal_transforms,
    may_buy,
    new_terrains,
    sandstorm_places,
)
from .table import Action, Seat, Table
from .towns import legal_rivers, legal_town_tiles
from .tracks import legal_advances

BRIDGE_WORKERS = 2
FREE_SPADES = {"ACT5": 1, "ACT6": 2, "BON1": 1, "ACTG": 2}
CULT_STEPS = {"BON2": 1, "FAV6": 1, "ACTA": 2}


def legal_in_turn(table: Table) -> list[str]:
    """Everything that the player whose turn it is may decide now."""
    seat, turn = table.active, table.turn
    if turn.transforming:
        return [f"to {terrain}" for terrain in new_terrains(table, seat, turn.transforming)]
    if turn.town_steps:
        return legal_stays(table)
    found = legal_conversions(table, seat) + legal_rivers(table, seat) + legal_due(table, seat)
    found += legal_open_steps(table, seat)
    if may_wait(table):
        found.append("wait")
    if turn.acting:
        found += legal_rest_of_action(table, seat)
    elif not turn.towns and turn.actions:
        found += legal_beginnings(table, seat)
    if may_end(table, seat):
        found.append("done")
    return found


def legal_conversions(table: Table, seat: Seat) -> list[str]:
    """Conversions that leave bought spades usable, and burning."""
    found = [text for text in possible_conversions(table, seat) if leaves_spades_usable(table, seat, text)]
    return [*found, "burn 1"] if seat.bowls[1] >= 2 else found


def legal_due(table: Table, seat: Seat) -> list[str]:
    """What the action brought: tiles, a bridge, an upgrade, a sandstorm, cult steps."""
    turn = table.turn
    found = legal_town_tiles(table)
    if turn.favours:
        found += [f"+{tile}" for tile in favours_to_take(table, seat)]
    if turn.bridges:
        found += [f"bridge {place}" for place in bridge_places(table, seat)]
        if table.late_answers:
            found.append("-BRIDGE")
    if turn.upgrades:
        found += legal_free_upgrades(table, seat)
    if turn.sandstorms:
        found += [f"transform {place}" for place in sandstorm_places(table, seat)]
    if turn.steps:
        found += [f"+{'' if turn.steps == 1 else turn.steps}{cult}" for cult in CULTS]
    return found


def legal_open_steps(table: Table, seat: Seat) -> list[str]:
    """Steps left from before: the cultists' reward, or one that waits."""
    rewarded = seat.plays("cultists") and table.reward_steps > 0
    if rewarded or table.waiting_step == seat.number:
        return [f"+{cult}" for cult in CULTS]
    return []


def may_wait(table: Table) -> bool:
    """Late answers: everybody is asked in the middle of the turn."""
    turn = table.turn
    pause = not turn.acting or turn.something_due or turn.ordinations > 0
    return table.late_answers and something_is_open(table) and pause


def may_end(table: Table, seat: Seat) -> bool:
    """Nothing due; the last player of a round may let one step wait (ruling 24)."""
    turn = table.turn
    if not turn.acting or turn.due_beside_steps:
        return False
    if not turn.steps:
        return True
    others_passed = all(other.passed or other.dropped for other in table.seats if other is not seat)
    return table.late_answers and others_passed and turn.steps == 1 and table.waiting_step is None


def legal_rest_of_action(table: Table, seat: Seat) -> list[str]:
    """The rest of 'transform and build'."""
    action = table.turn.action
    found = legal_transforms(table, seat) + legal_dwellings_of_action(table, seat)
    # all transforming comes before the dwelling ([transform.build])
    if action.begun_by in MORE_MAY_BE_BOUGHT and action.dwelling_right and may_buy(table, seat):
        found.append("dig 1")
    if action.spades and not action.bought:
        found.append("-1SPADE")
    return found


# ----------------------------------------------------------------------------------------------------- the beginnings


def legal_beginnings(table: Table, seat: Seat) -> list[str]:
    """The eight actions."""
    found = [f"build {place}" for place in dwelling_places(table, seat)]
    if may_buy(table, seat):
        found.append("dig 1")
    found += legal_advances(seat) + legal_upgrades(table, seat) + legal_priests(table, seat)
    found += legal_power_actions(table, seat) + legal_special_actions(table, seat)
    return found + legal_passes(table)


def legal_power_actions(table: Table, seat: Seat) -> list[str]:
    """Once a round each; a bridge needs a place."""
    return [
        f"action {name}"
        for name, power in POWER_ACTIONS.items()
        if name not in table.power_used and seat.bowls[2] >= power and (name != "ACT1" or bridge_places(table, seat))
    ]


def legal_special_actions(table: Table, seat: Seat) -> list[str]:
    """The faction's own, and those of bonus and favour tiles."""
    found = []
    if seat.board.action and _faction_action_is_open(table, seat):
        found.append(f"action {seat.board.action}")
    if seat.bonus in ("BON1", "BON2") and "bonus" not in seat.used:
        found.append(f"action {seat.bonus}")
    if "FAV6" in seat.favours and "favour" not in seat.used:
        found.append("action FAV6")
    return found


def _faction_action_is_open(table: Table, seat: Seat) -> bool:
    name = seat.board.action
    if name == "ACTE":  # from the start, as often as it can be paid
        return seat.workers >= BRIDGE_WORKERS and bool(bridge_places(table, seat))
    if not seat.built["SH"] or "faction" in seat.used:
        return False
    if name == "ACTN":
        return bool(sandstorm_places(table, seat))
    if name == "ACTS":
        return bool(legal_free_upgrades(table, seat))
    if name == "ACTW":
        return a_piece_is_left(seat, "D") and bool(free_home(table, seat))
    return True


def legal_passes(table: Table) -> list[str]:
    """Any free bonus tile; in the last round none is taken."""
    return ["pass"] if table.round == ROUNDS else [f"pass {tile}" for tile in table.free_bonuses]


def begin_action(table: Table, seat: Seat, begun_by: str = "") -> None:
    """An action begins (a pass is one, too): open offers to the player are declined."""
    decline_all_of(table, seat)
    table.turn.actions -= 1
    table.turn.acting = True
    table.turn.action = Action(begun_by)


def take_action(table: Table, seat: Seat, name: str) -> None:
    """`action ...`: power actions and special actions."""
    begin_action(table, seat, name)
    if name in POWER_ACTIONS:
        spend_power(seat, POWER_ACTIONS[name])
        table.power_used.add(name)
    elif name.startswith("BON"):
        seat.used.add("bonus")
    elif name.startswith("FAV"):
        seat.used.add("favour")
    elif name == "ACTE":
        pay(seat, workers=BRIDGE_WORKERS)
    else:
        seat.used.add("faction")
    _use_action(table, seat, name)


def _use_action(table: Table, seat: Seat, name: str) -> None:
    turn = table.turn
    if name in FREE_SPADES:
        turn.action.spades = FREE_SPADES[name]
        turn.action.dwelling_right = True
        gain_spades(table, seat, FREE_SPADES[name])
    elif name in CULT_STEPS:
        turn.steps = CULT_STEPS[name]
    elif name in ("ACT1", "ACTE"):
        turn.bridges = 1
    elif name == "ACTS":
        turn.upgrades = 1
    elif name == "ACTN":
        turn.sandstorms = 1
        turn.action.dwelling_right = True
    elif name == "ACTW":
        turn.action.free_dwelling = True
    elif name == "ACTC":
        turn.actions, turn.acting = 2, False
    else:
        gain(seat, {"ACT2": {"priests": 1}, "ACT3": {"workers": 2}, "ACT4": {"coins": 7}}[name])
