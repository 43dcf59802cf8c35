"""Turns decisions back into the community's commands: which line, in which order, how many at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from dolmen.game import Records
from dolmen.reading import copied
from dolmen.terra_mystica.actions import (
    BUILD,
    BURN,
    COLOUR,
    CONVERSIONS,
    CONVERT,
    DECLINE,
    DIG,
    DISCARD,
    DONE,
    DROP,
    FACTION,
    LATER,
    LEECH,
    ORDAIN,
    POWER_ACTION,
    SEND,
    STAY,
    TRANSFORM,
    UPGRADE,
    WAIT,
    decode,
    is_drop,
)
from dolmen.terra_mystica.apply import advance, begins_action, decide, runs_on
from dolmen.terra_mystica.board import COLOURS, HEX_NAMES
from dolmen.terra_mystica.cults import free_place
from dolmen.terra_mystica.factions import NAMES, STRONGHOLD_ORDINATION
from dolmen.terra_mystica.record import NO_HEX, NOBODY, Phase
from dolmen.terra_mystica.spades import home_of
from dolmen.terra_mystica.tiles import CULTS, STRONGHOLD

UNSAID: Final = frozenset({LATER, WAIT})
"""Decisions that have no command."""


@dataclass
class Line:
    """A line of a log: who, and what. A line without a faction is about the game."""

    faction: str
    commands: list[str] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    open: bool = True
    """Whether further commands of the same turn may stand on it."""
    acts: bool = False
    """Whether it holds an action, and not only conversions, tiles or answers."""
    in_turn: bool = False
    """Whether it belongs to the faction's own turn."""

    def add(self, command: str, count: int = 1) -> None:
        """Append a command, or repeat the last one."""
        if count and self.commands and self.commands[-1] == command:
            self.counts[-1] += count
        else:
            self.commands.append(command)
            self.counts.append(count)

    def __str__(self) -> str:
        commands = ". ".join(
            _repeated(command, count) for command, count in zip(self.commands, self.counts, strict=True)
        )
        return f"{self.faction}: {commands}" if self.faction else commands


def _repeated(command: str, count: int) -> str:
    """A repeated decision as one command: 'dig 1' twice is 'dig 2'."""
    if not count:
        return command
    if command.startswith("convert"):
        given, good, got, into = next(rate for rate in CONVERSIONS if command == f"convert {rate[1]} to {rate[3]}")
        return f"convert {given * count}{good} to {got * count}{into}"
    return f"-{count}SPADE" if command == "-SPADE" else f"{command} {count}"


class LogWriter:
    """Follows a game decision by decision and writes its lines."""

    def __init__(self, records: Records) -> None:
        self.records = copied(records)
        self._lines: list[Line] = []
        self._ordains = False
        """Whether the darklings' stronghold was built in this turn, and nobody ordained yet."""

    @property
    def record(self) -> Any:
        """The position."""
        return self.records[0]

    def lines(self) -> list[str]:
        """The lines so far. A turn that the same faction goes on from without an action is ended by `done`."""
        lines = [line for line in self._lines if line.commands]
        texts = []
        for line, following in zip(lines, [*lines[1:], Line("")], strict=False):
            unclear = line.faction == following.faction and following.in_turn and not following.acts
            texts.append(
                f"{line}. done" if line.acts and unclear and not line.commands[-1].startswith("pass") else str(line)
            )
        return texts

    def write(self, action: int) -> None:
        """Write one decision and make it."""
        phase = Phase(int(self.record.phase))
        if is_drop(action):
            self._lines.append(Line("", [f"drop-faction {NAMES[action - DROP]}"], [0], open=False))
        elif FACTION <= action < BUILD or action in UNSAID:
            pass
        elif phase == Phase.OFFER:
            self._answer(action)
        elif phase in (Phase.REWARD, Phase.DWELLING, Phase.FIRST_BONUS):
            self._alone(str(decode(action)))
        else:
            self._in_turn(action)
        self._make(action)
        if TRANSFORM <= action < COLOUR and int(self.record.transforming) == NO_HEX:
            self._name_terrain(action - TRANSFORM)
        if phase == Phase.SPADE and int(self.record.phase) != Phase.SPADE:
            self._lines[-1].open = False

    def _make(self, action: int) -> None:
        """Make the decision; offers that the end of the round refuses get lines of their own."""
        before = copied(self.records)
        decide(self.record, action)
        if action == LATER and runs_on(self.record):
            for seat in range(int(before[0].players)):
                self._refused(before[0], seat)
        while runs_on(self.record):
            advance(self.record)

    def _refused(self, before: Any, seat: int) -> None:
        """Who acts, or lets the round end, refuses what is open to him: written as if he had said so."""
        for index in range(int(before.offers)):
            if int(before.offer_to[index]) == seat:
                giver = NAMES[int(before.faction[int(before.offer_from[index])])]
                decline = f"decline {int(before.offer_size[index])} from {giver}"
                self._lines.append(Line(NAMES[int(before.faction[seat])], [decline], [0], open=False))

    # ------------------------------------------------------------------------------------------------ lines

    def _name(self) -> str:
        return NAMES[int(self.record.faction[int(self.record.player)])]

    def _alone(self, command: str) -> None:
        """A line with one command."""
        self._lines.append(Line(self._name(), [command], [0], open=False))

    def _line(self) -> Line:
        """The line that the player's turn stands on."""
        if not self._lines or not self._lines[-1].open or self._lines[-1].faction != self._name():
            self._lines.append(Line(self._name(), in_turn=self.record.phase == Phase.ACTION))
        return self._lines[-1]

    def _answer(self, action: int) -> None:
        index = int(self.record.asked)
        giver = NAMES[int(self.record.faction[int(self.record.offer_from[index])])]
        verb = "leech" if LEECH <= action < DECLINE else "decline"
        self._alone(f"{verb} {int(self.record.offer_size[index])} from {giver}")

    def _in_turn(self, action: int) -> None:
        """A decision of a turn, or of a player's cult-bonus spades."""
        if action == DONE:
            self._end_turn()
            return
        begins = self.record.phase == Phase.ACTION and begins_action(action)
        if begins and not self.record.acted:
            self._refused(self.record, int(self.record.player))
        line = self._line()
        line.acts = line.acts or begins
        if CONVERT <= action < POWER_ACTION:
            self._ordains = self._ordains and action != ORDAIN
            _, good, _, into = CONVERSIONS[action - CONVERT]
            line.add(f"convert {good} to {into}")
        elif action == DIG:
            line.add("dig")
        elif action == BURN:
            line.add("burn")
        elif action == DISCARD:
            line.add("-SPADE")
        elif COLOUR <= action < DIG:
            line.add(f"transform {HEX_NAMES[int(self.record.transforming)]} to {COLOURS[action - COLOUR]}", 0)
        elif STAY <= action < SEND:
            self._before_last_town(line, f"-{CULTS[action - STAY]}")
        elif not TRANSFORM <= action < COLOUR:
            self._plain(line, action)

    def _plain(self, line: Line, action: int) -> None:
        text = str(decode(action))
        if SEND <= action < SEND + 12:
            text = self._send(action)
        elif BUILD <= action < UPGRADE:
            self._leave_out_terrain(line, action - BUILD)
        elif UPGRADE <= action < TRANSFORM and (action - UPGRADE) % 4 + 2 == STRONGHOLD:
            self._ordains = int(STRONGHOLD_ORDINATION[int(self.record.faction[int(self.record.player)])]) > 0
        line.add(text, 0)
        if text.startswith("pass"):
            line.open = False

    def _send(self, action: int) -> str:
        """The best free place needs no number."""
        track, steps = (action - SEND) // 3, 3 - (action - SEND) % 3
        best = next((best for best in (3, 2) if free_place(self.record, track, best) != NOBODY), 1)
        return f"send p to {CULTS[track]}" if steps == best else f"send p to {CULTS[track]} for {steps}"

    def _leave_out_terrain(self, line: Line, land: int) -> None:
        """'transform E3 to red. build E3' is just 'build E3'."""
        home = COLOURS[home_of(self.record, int(self.record.player))]
        if line.commands and line.commands[-1] == f"transform {HEX_NAMES[land]} to {home}":
            line.commands.pop()
            line.counts.pop()

    def _name_terrain(self, land: int) -> None:
        """A hex that could only become one terrain: its name is written all the same."""
        colour = COLOURS[int(self.record.terrain[land])]
        self._lines[-1].add(f"transform {HEX_NAMES[land]} to {colour}", 0)

    def _before_last_town(self, line: Line, command: str) -> None:
        """The tracker wants to know which track stays at 9 before the town tile is taken."""
        place = max(index for index, text in enumerate(line.commands) if text.startswith("+TW"))
        line.commands.insert(place, command)
        line.counts.insert(place, 0)

    def _end_turn(self) -> None:
        if self._ordains:
            self._line().add("-3CONVERT_W_TO_P", 0)
            self._ordains = False
        if self._lines:
            self._lines[-1].open = False
