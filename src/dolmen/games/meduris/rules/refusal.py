"""Why a decision is not legal: what, and by which rule. Only asked about decisions that `legal` does not list."""

from __future__ import annotations

from collections.abc import Callable

from dolmen.core.messages import Message, Term
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


def expected(record: Record) -> Message:
    """What the rules ask for now."""
    player, turn_player = int(record.player) + 1, int(record.turn_player) + 1
    if record.phase == Phase.PLACE:
        return Message("player %(player)s places a worker", player=player).by_rule("Before starting")
    if record.phase == Phase.ROLL:
        return Message("player %(player)s rolls the die", player=turn_player).by_rule("Small yield")
    if record.phase == Phase.TAKE:
        return Message("player %(player)s takes a chip or none", player=player).by_rule("Small yield, plus")
    if record.phase == Phase.GIVE:
        return Message("player %(player)s returns a chip", player=player).by_rule("Small yield, minus")
    if record.phase == Phase.ACT:
        text = Message("player %(player)s moves a worker, builds a hut or builds a temple", player=player)
        return text.by_rule("Move 2/2")
    if record.phase == Phase.PAY:
        return Message("player %(player)s pays", player=player).by_rule("Use materials")
    if record.phase == Phase.OFFER:
        text = Message(
            "player %(player)s makes an offering or none at field %(field)s", player=player, field=int(record.druid) + 1
        )
        return text.by_rule("Offering rule")
    return Message("the game is over").by_rule("Finale")


def refusal(record: Record, action: int) -> Message:
    """Why the decision is refused, with the rule's name."""
    chosen = decode(action)
    if PHASE_OF[type(chosen)] != record.phase:
        return Message("'%(action)s' is not what is asked: %(asked)s", action=chosen, asked=expected(record))
    return Message(
        "player %(player)s may not '%(action)s': %(reason)s",
        player=int(record.player) + 1,
        action=chosen,
        reason=_REASONS[type(chosen)](record, chosen),
    )


def cannot_pay(record: Record, field: int, each: int, total: int) -> Message:
    """What is due, and how far the stock falls short."""
    player = int(record.player)
    return Message(
        "%(due)s is due, which takes at least %(needed)s of his chips with swaps of three for one, and he has %(held)s",
        due=due_text(record, field, each, total),
        needed=3 * total - 2 * most_direct(record, player, field, each),
        held=chips_held(record, player),
    ).by_rule("Use materials")


def due_text(record: Record, field: int, each: int, total: int) -> Message:
    """What is due in words: '2 wood and 2 wool', or 'one material'."""
    if total == 1:
        return Message("one material")
    first, second = _icons(record, field)
    return Message("%(number)s %(first)s and %(number)s %(second)s", number=each, first=first, second=second)


def _icons(record: Record, field: int) -> tuple[Message, Message]:
    """The materials of a field, by their names."""
    return Message(MATERIALS[first_icon(record, field)]), Message(MATERIALS[second_icon(record, field)])


def _place(_: Record, action: Place) -> Message:
    return _full(action.plain).by_rule("Before starting")


def _full(plain: str) -> Message:
    return Message("three workers stand on %(plain)s already", plain=_plain(plain))


def _plain(name: str) -> Message:
    """A plain: 'wood', the wood plain."""
    return Term(name, f"the {name} plain")


def _take(_: Record, action: Take) -> Message:
    assert action.material is not None, "nothing may always be taken"
    name = Message(action.material)
    return Message("the mountain has no %(material)s left", material=name).by_rule("Small yield, plus")


def _give(_: Record, action: Give) -> Message:
    return _has_no(action.material).by_rule("Small yield, minus")


def _has_no(material: str) -> Message:
    return Message("he has no %(material)s", material=Message(material))


def _move(record: Record, action: Move) -> Message:
    source, target = MATERIALS.index(action.source), MATERIALS.index(action.target)
    if record.height[target] >= MAX_STACK:
        return _full(action.target).by_rule("Big yield")
    where = {"level": action.level, "plain": _plain(action.source)}
    if action.level > record.height[source]:
        return Message("no worker stands at level %(level)s of %(plain)s", **where).by_rule("Big yield")
    other = int(record.stack[source, action.level - 1]) + 1
    text = Message("the worker at level %(level)s of %(plain)s is player %(player)s's", **where, player=other)
    return text.by_rule("Big yield")


def _site(record: Record, field: int) -> Message | None:
    """What is wrong with the field itself, for any building."""
    if field > record.fields:
        return Message("the board has fields 1 to %(last)s", last=int(record.fields))
    if building(record, field - 1):
        return Message("field %(field)s is built on already", field=field).by_rule("Select a field")
    return None


def _hut(record: Record, action: Hut) -> Message:
    if record.huts[record.player] == 0:
        return Message("he has no hut left").by_rule("Build a hut")
    wrong = _site(record, action.field)
    if wrong:
        return wrong
    each = hut_cost(record, action.field - 1)
    return cannot_pay(record, action.field - 1, each, 2 * each)


def _temple(record: Record, action: Temple) -> Message:
    if record.temples[record.player] == 0:
        return Message("he has no temple left").by_rule("Build a temple")
    wrong = _site(record, action.field)
    if wrong:
        return wrong
    if chip(record, action.field - 1) != NO_CHIP:
        return Message("a bonus chip lies on field %(field)s", field=action.field).by_rule("Build a temple")
    return cannot_pay(record, action.field - 1, 1, 2)


def _offer(record: Record, action: Offer) -> Message:
    field = int(record.druid)
    if action.what == "chip":
        assert chip(record, field) != CHIP_DRUID
        text = Message("no druid chip lies under the hut on field %(field)s", field=field + 1)
        return text.by_rule("Druid bonus chip")
    if action.what == "both":
        return cannot_pay(record, field, 1, 2)
    if action.what == "three":
        held = chips_held(record, int(record.player))
        return Message("he has only %(held)s chips", held=held).by_rule("Offering rule")
    if not is_due(record, field, MATERIALS.index(action.what)):
        first, second = _icons(record, field)
        text = Message("field %(field)s asks for %(first)s or %(second)s", field=field + 1, first=first, second=second)
        return text.by_rule("Offering rule")
    return _has_no(action.what).by_rule("Offering rule")


def _pay(record: Record, action: Pay | PayDirect) -> Message:
    due = due_text(record, int(record.target), int(record.due_each), int(record.due_total))
    if isinstance(action, PayDirect):
        text = Message("%(due)s is due, and he cannot pay that without a swap", due=due)
        return text.by_rule("Use materials")
    named = int(record.named)
    if MATERIALS.index(action.material) != named:
        return Message("the number of %(material)s comes next", material=Message(MATERIALS[named]))
    paid = {"number": action.number, "material": Message(action.material)}
    return Message("no payment for %(due)s gives %(number)s %(material)s", due=due, **paid).by_rule("Use materials")


_REASONS: dict[type[Action], Callable[..., Message]] = {
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
