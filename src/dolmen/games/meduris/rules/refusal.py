"""Why a decision is not legal: what, and by which rule. Only asked about decisions that `legal` does not list."""

from __future__ import annotations

from collections.abc import Callable

from dolmen.games.meduris.rules.actions import (
    Action,
    Give,
    Hut,
    Move,
    Offer,
    Pay,
    PayDirect,
    Place,
    Roll,
    Take,
    Temple,
    decode,
)
from dolmen.games.meduris.rules.legal import hut_cost
from dolmen.games.meduris.rules.materials import CHIP_DRUID, MATERIALS, MAX_STACK, NO_CHIP
from dolmen.games.meduris.rules.payment import chips_held, is_due, most_direct
from dolmen.games.meduris.rules.record import Phase, Record, building, chip, first_icon, second_icon

PHASE_OF: dict[type, Phase] = {
    Place: Phase.PLACE,
    Roll: Phase.ROLL,
    Take: Phase.TAKE,
    Give: Phase.GIVE,
    Move: Phase.ACT,
    Hut: Phase.ACT,
    Temple: Phase.ACT,
    Offer: Phase.OFFER,
    PayDirect: Phase.PAY,
    Pay: Phase.PAY,
}

EXPECTED = {
    Phase.PLACE: "player {player} places a worker (rule: Before starting)",
    Phase.ROLL: "player {turn} rolls the die (rule: Small yield)",
    Phase.TAKE: "player {player} takes a chip or none (rule: Small yield, plus)",
    Phase.GIVE: "player {player} returns a chip (rule: Small yield, minus)",
    Phase.ACT: "player {player} moves a worker, builds a hut or builds a temple (rule: Move 2/2)",
    Phase.PAY: "player {player} pays (rule: Use materials)",
    Phase.OFFER: "player {player} makes an offering or none at field {druid} (rule: Offering rule)",
    Phase.OVER: "the game is over (rule: Finale)",
}


def expected(record: Record) -> str:
    """What the rules ask for now."""
    return EXPECTED[Phase(record.phase)].format(
        player=int(record.player) + 1, turn=int(record.turn_player) + 1, druid=int(record.druid) + 1
    )


def refusal(record: Record, action: int) -> str:
    """Why the decision is refused, with the rule's name."""
    chosen = decode(action)
    if PHASE_OF[type(chosen)] != record.phase:
        return f"'{chosen}' is not what is asked: {expected(record)}"
    reason = _REASONS[type(chosen)]
    return f"player {int(record.player) + 1} may not '{chosen}': {reason(record, chosen)}"


def cannot_pay(record: Record, field: int, each: int, total: int) -> str:
    """What is due, and how far the stock falls short."""
    player = int(record.player)
    needed = 3 * total - 2 * most_direct(record, player, field, each)
    return (
        f"{due_text(record, field, each, total)} is due, which takes at least {needed} of his chips with swaps of "
        f"three for one, and he has {chips_held(record, player)} (rule: Use materials)"
    )


def due_text(record: Record, field: int, each: int, total: int) -> str:
    """What is due in words: '2 wood and 2 wool', or 'one material'."""
    if total == 1:
        return "one material"
    first, second = MATERIALS[first_icon(record, field)], MATERIALS[second_icon(record, field)]
    return f"{each} {first} and {each} {second}"


def _place(_: Record, action: Place) -> str:
    return f"three workers stand on {action.plain} already (rule: Before starting)"


def _take(_: Record, action: Take) -> str:
    return f"the mountain has no {action.material} left (rule: Small yield, plus)"


def _give(_: Record, action: Give) -> str:
    return f"he has no {action.material} (rule: Small yield, minus)"


def _move(record: Record, action: Move) -> str:
    source, target = MATERIALS.index(action.source), MATERIALS.index(action.target)
    if record.height[target] >= MAX_STACK:
        return f"three workers stand on {action.target} already (rule: Big yield)"
    if action.level > record.height[source]:
        return f"no worker stands at level {action.level} of {action.source} (rule: Big yield)"
    other = int(record.stack[source, action.level - 1]) + 1
    return f"the worker at level {action.level} of {action.source} is player {other}'s (rule: Big yield)"


def _site(record: Record, field: int) -> str | None:
    """What is wrong with the field itself, for any building."""
    if field > record.fields:
        return f"the board has fields 1 to {int(record.fields)}"
    if building(record, field - 1):
        return f"field {field} is built on already (rule: Select a field)"
    return None


def _hut(record: Record, action: Hut) -> str:
    if record.huts[record.player] == 0:
        return "he has no hut left (rule: Build a hut)"
    wrong = _site(record, action.field)
    if wrong:
        return wrong
    each = hut_cost(record, action.field - 1)
    return cannot_pay(record, action.field - 1, each, 2 * each)


def _temple(record: Record, action: Temple) -> str:
    if record.temples[record.player] == 0:
        return "he has no temple left (rule: Build a temple)"
    wrong = _site(record, action.field)
    if wrong:
        return wrong
    if chip(record, action.field - 1) != NO_CHIP:
        return f"a bonus chip lies on field {action.field} (rule: Build a temple)"
    return cannot_pay(record, action.field - 1, 1, 2)


def _offer(record: Record, action: Offer) -> str:
    field = int(record.druid)
    if action.what == "chip":
        assert chip(record, field) != CHIP_DRUID
        return f"no druid chip lies under the hut on field {field + 1} (rule: Druid bonus chip)"
    if action.what == "both":
        return cannot_pay(record, field, 1, 2)
    if action.what == "three":
        return f"he has only {chips_held(record, int(record.player))} chips (rule: Offering rule)"
    if not is_due(record, field, MATERIALS.index(action.what)):
        return f"field {field + 1} asks for {MATERIALS[first_icon(record, field)]} or " + (
            f"{MATERIALS[second_icon(record, field)]} (rule: Offering rule)"
        )
    return f"he has no {action.what} (rule: Offering rule)"


def _pay(record: Record, action: Pay | PayDirect) -> str:
    due = due_text(record, int(record.target), int(record.due_each), int(record.due_total))
    if isinstance(action, PayDirect):
        return f"{due} is due, and he cannot pay that without a swap (rule: Use materials)"
    named = int(record.named)
    if MATERIALS.index(action.material) != named:
        return f"the number of {MATERIALS[named]} comes next"
    return f"no payment for {due} gives {action.number} {action.material} (rule: Use materials)"


_REASONS: dict[type[Action], Callable[..., str]] = {
    Place: _place,
    Take: _take,
    Give: _give,
    Move: _move,
    Hut: _hut,
    Temple: _temple,
    Offer: _offer,
    PayDirect: _pay,
    Pay: _pay,
}
