"""A game of Terra Mystica told: a sentence for every turn, with what it cost and brought.

A turn is told when it has ended, so that what was told once never changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from dolmen.game import Records
from dolmen.terra_mystica.actions import (
    BONUS_SPADE_ACTION,
    DONE,
    DROP,
    LATER,
    PASS,
    PASS_BONUS,
    SPECIAL_ACTION,
    WAIT,
    Act,
    Advance,
    Bridge,
    Build,
    Burn,
    ChooseFaction,
    Connect,
    Convert,
    CultStep,
    Dig,
    Discard,
    Leech,
    Pass,
    Send,
    Stay,
    TakeFavour,
    TakeTown,
    Transform,
    Upgrade,
    decode,
)
from dolmen.terra_mystica.apply import advance, decide, runs_on
from dolmen.terra_mystica.board import HEX_OF_NAME
from dolmen.terra_mystica.changes import Purse, change, power_spent, purse
from dolmen.terra_mystica.factions import SPECIALS
from dolmen.terra_mystica.record import FROM_AREA, FROM_FIRE, FROM_RESOURCES, Phase, Record
from dolmen.terra_mystica.tiles import (
    BONUSES,
    CULTS,
    FAVOURS,
    POWER_COST,
    SCORING_SPADES,
    STRUCTURE_CODES,
    STRUCTURE_NAMES,
    TOWNS,
)
from dolmen.terra_mystica.words import (
    BONUS_NAMES,
    CODES,
    CULT_BONUS_WORDS,
    CULT_NAMES,
    FAVOUR_NAMES,
    POWER_WORDS,
    SCORING_WORDS,
    TITLES,
    TOWN_WORDS,
    counted,
    in_words,
    joined,
    signed,
    terrain_of,
)

_SPECIAL_DEEDS = (
    "used their special action",
    "took a double turn",
    "paid 2 workers for a bridge",
    "took their two free spades",
    "raised a sandstorm",
    "used their free upgrade",
    "rode out on a broom",
)
_TILE_DEEDS = ("used the spade of the bonus tile", "used the bonus tile", "used the favour tile")


def story(start: Records, history: Iterable[int], names: Sequence[str]) -> list[str]:
    """The whole game so far, a sentence a line."""
    teller = _Teller(start.copy(), names)
    for action in history:
        teller.tell(action)
    return teller.told


class _Teller:
    """Follows a game and tells it turn by turn."""

    def __init__(self, records: Records, names: Sequence[str]) -> None:
        self.records = records
        self.names = names
        self.told: list[str] = []
        self.deeds: list[tuple[Any, str]] = []
        """The decisions of the turn that is not told yet, each with its words."""
        self.spent = 0
        self.before: Purse | None = None

    @property
    def record(self) -> Record:
        """The position."""
        return self.records[0]

    def name(self, seat: int) -> str:
        """'The Witches'."""
        faction = int(self.record.faction[seat])
        return f"The {TITLES[faction]}" if faction >= 0 else self.names[seat]

    # ------------------------------------------------------------------------------------------------ decisions

    def tell(self, action: int) -> None:
        """Tell a decision, and what follows without anybody's decision."""
        phase = Phase(int(self.record.phase))
        if action >= DROP:
            self._close()
            decide(self.record, action)
            self.told.append(f"The {TITLES[action - DROP]} left the game.")
        elif phase in (Phase.ACTION, Phase.SPADE):
            self._in_turn(action)
        else:
            self._alone(phase, action)
        while runs_on(self.record):
            self._run_on()

    def _in_turn(self, action: int) -> None:
        seat, phase = int(self.record.player), int(self.record.phase)
        self.before = self.before or purse(self.record, seat)
        self.spent += power_spent(action)
        terrain = [int(colour) for colour in self.record.terrain]
        decide(self.record, action)
        decision = decode(action)
        if action not in (DONE, WAIT):
            self.deeds.append((decision, ""))
        changed = [land for land, colour in enumerate(terrain) if colour != self.record.terrain[land]]
        for land in changed:
            old, new = terrain_of(terrain[land]), terrain_of(int(self.record.terrain[land]))
            self.deeds = [(deed, words) for deed, words in self.deeds if not isinstance(deed, Transform)]
            hex_name = next(name for name, number in HEX_OF_NAME.items() if number == land)
            self.deeds.append((None, f"turned {hex_name} from {old} into {new}"))
        ended = action in (DONE, WAIT) or PASS_BONUS <= action <= PASS
        if ended or int(self.record.player) != seat or int(self.record.phase) != phase:
            self._close(seat, phase)

    def _close(self, seat: int = -1, phase: int = Phase.ACTION) -> None:
        """Tell the turn that has ended."""
        if self.deeds and self.before is not None and seat >= 0:
            found = change(self.before, purse(self.record, seat), self.spent)
            changes = f" ({found})" if str(found) else ""
            bonus = " with the cult bonus" if phase == Phase.SPADE else ""
            self.told.append(f"{self.name(seat)} {joined(_clauses(self.deeds))}{bonus}{changes}.")
        self.deeds, self.spent, self.before = [], 0, None

    def _alone(self, phase: Phase, action: int) -> None:
        """A decision that is a sentence of its own: of the set-up, or an answer."""
        seat = int(self.record.player)
        giver = int(self.record.offer_from[int(self.record.asked)])
        size = int(self.record.offer_size[int(self.record.asked)])
        mine, theirs = purse(self.record, seat), purse(self.record, giver)
        decide(self.record, action)
        if action == LATER:
            return
        decision = decode(action)
        found = change(mine, purse(self.record, seat))
        if isinstance(decision, ChooseFaction):
            self.told.append(f"{self.names[seat]} chose the {TITLES[int(self.record.faction[seat])]}.")
        elif isinstance(decision, Build):
            self.told.append(f"{self.name(seat)} placed a dwelling on {decision.hex}.")
        elif isinstance(decision, Pass):
            self.told.append(f"{self.name(seat)} took {_bonus(decision)}.")
        elif phase == Phase.REWARD:
            self.told.append(f"{self.name(seat)} advanced a step, for their power was taken ({found}).")
        else:
            self._answered(seat, giver, size, isinstance(decision, Leech), mine)
            gained = purse(self.record, giver).power - theirs.power
            if gained:
                self.told.append(f"{self.name(giver)} gained {gained} power, for nobody took theirs.")

    def _answered(self, seat: int, giver: int, size: int, takes: bool, before: Purse) -> None:
        now = purse(self.record, seat)
        gained, lost = now.power - before.power, before.points - now.points
        source = f"from the {TITLES[int(self.record.faction[giver])]}"
        if not takes:
            self.told.append(f"{self.name(seat)} declined {size} power {source}.")
        elif gained:
            price = f" for {counted(lost, 'point')}" if lost else ""
            self.told.append(f"{self.name(seat)} took {gained} power {source}{price}.")

    # ------------------------------------------------------------------------------------------------ nobody decides

    def _run_on(self) -> None:
        """Cult bonus, income, final scoring."""
        self._close()
        phase = Phase(int(self.record.phase))
        players = range(int(self.record.players))
        number = int(self.record.round_number)
        before = [purse(self.record, seat) for seat in players]
        points = self.record.points.copy()
        advance(self.record)
        if phase == Phase.FINAL:
            self._final(points)
            return
        changes = [
            f"{TITLES[int(self.record.faction[seat])]} {found}"
            for seat in players
            if str(found := change(before[seat], purse(self.record, seat)))
        ]
        if phase == Phase.INCOME:
            tile = int(self.record.scoring[number])
            bonus = f"; at its end, {CULT_BONUS_WORDS[tile]}" if number < 5 else ""
            self.told.append(f"Round {number + 1}: {SCORING_WORDS[tile]}{bonus}.")
            self.told.append(f"Income: {'; '.join(changes)}.")
            return
        tile = int(self.record.scoring[number - 1])
        if int(SCORING_SPADES[tile]):
            changes = [
                f"{TITLES[int(self.record.faction[seat])]} {counted(int(self.record.cult_spades[seat]), 'spade')}"
                for seat in players
                if int(self.record.cult_spades[seat])
            ]
        self.told.append(f"Cult bonus of round {number}, {CULT_BONUS_WORDS[tile]}. {'; '.join(changes) or 'Nobody'}.")

    def _final(self, points: Any) -> None:
        parts = [(f"the cult of {CULT_NAMES[track]}", FROM_FIRE + track) for track in range(4)]
        for what, source in [*parts, ("the largest area", FROM_AREA), ("what is left", FROM_RESOURCES)]:
            gained = [
                f"{TITLES[int(self.record.faction[seat])]} {signed(number, 'point')}"
                for seat in range(int(self.record.players))
                if (number := int(self.record.points[seat, source]) - int(points[seat, source]))
            ]
            self.told.append(f"Final scoring, {what}: {', '.join(gained) or 'nobody'}.")


# ------------------------------------------------------------------------------------------------------------ clauses


def _clauses(deeds: Sequence[tuple[Any, str]]) -> list[str]:
    """The decisions of a turn as parts of a sentence; repeated ones are counted."""
    clauses: list[str] = []
    place = 0
    while place < len(deeds):
        decision, words = deeds[place]
        number = 1
        while place + number < len(deeds) and decision is not None and deeds[place + number][0] == decision:
            number += 1
        clauses.append(words or _clause(decision, number))
        place += number
    return [clause for clause in clauses if clause]


def _clause(decision: Any, number: int) -> str:
    make = _CLAUSES.get(type(decision))
    return make(decision, number) if make else ""


def _act(act: Act) -> str:
    if act.action in SPECIALS:
        return _SPECIAL_DEEDS[SPECIALS.index(act.action)]
    if not act.action.startswith("ACT"):
        return _TILE_DEEDS[("BON1", "BON2", "FAV6").index(act.action)]
    index = int(act.action[3:]) - 1
    return f"spent {int(POWER_COST[index])} power on {POWER_WORDS[index]}"


def _convert(convert: Convert, number: int) -> str:
    given = counted(convert.given * number, CODES[convert.good])
    got = counted(convert.got * number, CODES[convert.into])
    return f"{'ordained' if convert.into == 'p' and convert.good == 'w' else 'converted'} {given} into {got}"


def _town(town: TakeTown) -> str:
    return f"founded a town with the tile of {TOWN_WORDS[TOWNS.index(town.tile)].partition(',')[0]}"


def _bonus(passed: Pass) -> str:
    return f"the bonus tile {passed.tile} ({BONUS_NAMES[BONUSES.index(passed.tile or 'BON1')]})"


def _favour(favour: TakeFavour) -> str:
    return f"took the favour {FAVOUR_NAMES[FAVOURS.index(favour.tile)]}"


def _send(send: Send) -> str:
    cult = CULT_NAMES[CULTS.index(send.cult)]
    return f"sent a priest to {cult} for {in_words(send.steps, 'step')}"


def _upgrade(upgrade: Upgrade) -> str:
    return f"raised {upgrade.hex} to a {STRUCTURE_NAMES[STRUCTURE_CODES.index(upgrade.structure)]}"


_CLAUSES: dict[type, Callable[[Any, int], str]] = {
    Build: lambda build, _: f"built a dwelling on {build.hex}",
    Upgrade: lambda upgrade, _: _upgrade(upgrade),
    Dig: lambda _, number: f"bought {in_words(number, 'spade')}",
    Burn: lambda _, number: f"sacrificed {number} power",
    Convert: _convert,
    Act: lambda act, _: _act(act),
    TakeFavour: lambda favour, _: _favour(favour),
    TakeTown: lambda town, _: _town(town),
    CultStep: lambda step, _: f"advanced in {CULT_NAMES[CULTS.index(step.cult)]}",
    Stay: lambda stay, _: f"stayed at 9 in {CULT_NAMES[CULTS.index(stay.cult)]}",
    Send: lambda send, _: _send(send),
    Bridge: lambda bridge, _: f"built a bridge from {bridge.ends.replace(':', ' to ')}",
    Connect: lambda connect, _: f"joined their land over the river at {connect.river}",
    Advance: lambda track, _: "advanced shipping" if track.track == "ship" else "advanced digging",
    Pass: lambda passed, _: f"passed for {_bonus(passed)}" if passed.tile else "passed",
    Discard: lambda _, number: f"let {in_words(number, 'spade')} go",
}

assert len(_SPECIAL_DEEDS) == len(SPECIALS) == BONUS_SPADE_ACTION - SPECIAL_ACTION
