"""What a choice of Meduris costs, brings and leads to: found by making it on a copy."""

from __future__ import annotations

from collections.abc import Sequence

from dolmen.contract.content import Fact, Preview, Way
from dolmen.contract.game import State
from dolmen.core.words import Words
from dolmen.games.meduris.present.goods import goods
from dolmen.games.meduris.present.sources import gains
from dolmen.games.meduris.present.vocabulary import amounts, area, counted, points
from dolmen.games.meduris.rules.actions import Hut, decode
from dolmen.games.meduris.rules.materials import AREAS, CHIPS, MATERIALS
from dolmen.games.meduris.rules.record import NOBODY, NOT_YET, Phase, Record, sites


def preview(state: State, way: Way, names: Sequence[str], words: Words) -> Preview:
    """Apply the way to a copy and tell the difference."""
    _ = words.gettext
    before = state.record
    after = state.records.copy()
    for action in way.actions:
        state.game.apply_to(after, action)
    record = after[0]
    player = state.current_player
    chosen = decode(way.actions[0])
    gets: list[Fact] = []
    for kind, name in enumerate(MATERIALS):
        number = int(record.stock[player, kind]) - int(before.stock[player, kind])
        if number > 0:
            gets.append(Fact(name, f"+{counted(words, number, name)}"))
    for number, name in enumerate(AREAS):
        holder, taker = int(before.rune_holder[number]), int(record.rune_holder[number])
        if holder != taker == player:
            parts = {"area": area(words, name)}
            if holder == NOBODY:
                gets.append(Fact(f"rune-{name}", _("the %(area)s stone") % parts))
            else:
                parts["holder"] = names[holder]
                gets.append(Fact(f"rune-{name}", _("the %(area)s stone, from %(holder)s") % parts))
    reasons = {
        "ritual": _("offering"),
        "circuit": _("offering"),
        "nothing": _("nothing offered"),
        "bonus": _("bonus chip"),
        "river": _("runes at the river"),
        "temples": _("temples"),
        "stones": _("rune stones"),
    }
    for source, by_seat in gains(before, record, way.actions[0]).items():
        if by_seat[player]:
            gets.append(Fact("vp", f"{points(words, by_seat[player])} ({reasons[source]})"))
    if isinstance(chosen, Hut) and before.built[chosen.field - 1] >> 4 == CHIPS.index("druid"):
        gets.append(Fact("chip-druid", _("a druid chip for a later offering")))
    left = amounts(words, record.stock[player], zeros=True)
    then = _then(state, before, record, names, words)
    return Preview(way.pays, left, tuple(gets), then, goods(record, player, words))


def _then(state: State, before: Record, record: Record, names: Sequence[str], words: Words) -> tuple[Fact, ...]:
    _ = words.gettext
    player = state.current_player
    if record.phase == Phase.OVER:
        return (Fact("vp", _("the game ends and is scored")),)
    if before.phase == Phase.GIVE and before.asked < before.players:  # who has none is behind the screens
        return (Fact("die-minus", _("the next who has a chip returns one")),)
    if record.phase == Phase.OFFER:
        asked, field = [], int(record.druid)
        ring = sites(record)
        for step in range(len(ring)):
            place = (field + step) % len(ring)
            if ring[place].hut == NOBODY or (record.circuit_left != NOT_YET and step):
                break
            asked.append(place)
        owners = words.listed(
            dict.fromkeys(_("you") if ring[place].hut == player else names[ring[place].hut] for place in asked)
        )
        fields = words.listed(str(place + 1) for place in asked)
        text = words.ngettext(
            "the druid asks %(names)s at field %(fields)s", "the druid asks %(names)s at fields %(fields)s", len(asked)
        )
        return (Fact("druid", text % {"names": owners, "fields": fields}),)
    facts = []
    if record.druid != before.druid:
        facts.append(Fact("druid", _("the druid walks one stone on")))
    if record.phase == Phase.ROLL:
        following = int(record.turn_player)
        text = _("you roll the die") if following == player else _("%(name)s rolls the die")
        facts.append(Fact("die", text % {"name": names[following]}))
    elif record.player >= 0 and record.player != player:
        facts.append(Fact("", _("%(name)s decides") % {"name": names[int(record.player)]}))
    return tuple(facts)
