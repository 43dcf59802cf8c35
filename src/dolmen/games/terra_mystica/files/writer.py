"""Turns decisions back into the community's commands: which line, in which order, how many at once.

What the community's tracker insists on is kept here: answers stand alone, a turn stands on one line even where somebody
else leaves in the middle of it, and what the tracker would count to the wrong action is told apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from dolmen.contract.game import Records
from dolmen.core.errors import InvalidNotation
from dolmen.core.kernel import as_taken
from dolmen.core.record_view import copied, plain_view
from dolmen.games.terra_mystica.rules.actions import (
    BUILD,
    BURN,
    COLOUR,
    CONVERSIONS,
    CONVERT,
    DIG,
    DISCARD,
    DONE,
    DROP,
    FACTION,
    KIND,
    LATER,
    LEECH,
    PASS,
    PASS_BONUS,
    SEND,
    STAY,
    TRANSFORM,
    WAIT,
    decode,
    is_drop,
    send_of,
)
from dolmen.games.terra_mystica.rules.apply import begins_action
from dolmen.games.terra_mystica.rules.board import COLOURS, HEX_NAMES
from dolmen.games.terra_mystica.rules.factions import NAMES, STRONGHOLD_ORDINATION
from dolmen.games.terra_mystica.rules.game import TerraMystica
from dolmen.games.terra_mystica.rules.record import NO_BUILDING, NO_HEX, Phase, TurnEnd
from dolmen.games.terra_mystica.rules.setup import OPTIONS, Setup, bonus_tiles
from dolmen.games.terra_mystica.rules.steps import best_place, go_on, home_terrain, make_decision
from dolmen.games.terra_mystica.rules.tiles import CULTS, TOP

ALWAYS: Final = ("strict-leech", "strict-darkling-sh", "strict-chaosmagician-sh", "errata-cultist-power")
"""Options that every log names: how we always play."""
UNSAID: Final = frozenset({LATER, WAIT})
"""Decisions that have no command."""
ALONE: Final = frozenset({Phase.REWARD, Phase.DWELLING, Phase.FIRST_BONUS})
"""Phases in which every decision has a line of its own."""


@dataclass
class LogLine:
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
    ends_turn: bool = False
    """Whether the turn is over with it: it is not the first action of a double turn."""

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
        self.now = plain_view(self.records)
        """The position, as it is whenever it is read."""
        self._taken = as_taken(self.records)
        self._lines: list[LogLine] = []
        self._turn_begins: int | None = None
        """Where the first line of the turn, or of the action, in progress stands."""
        self._left: list[str] = []
        """Who left since the last command of the turn in progress."""
        self._first_ground: frozenset[int] | None = None
        """In a double turn whose first action may still build: the hexes that it made home."""

    def lines(self) -> list[str]:
        """The lines so far."""
        written = [line for line in self._lines if line.commands] + [_leaves(faction) for faction in self._left]
        return list(map(str, _distinguished(written)))

    def write(self, action: int) -> None:
        """Write one decision and make it."""
        phase = self.now.phase
        player = self.now.player
        if is_drop(action):
            self._drop(NAMES[action - DROP])
        elif KIND[action] == FACTION or action in UNSAID:
            pass
        elif phase == Phase.OFFER:
            self._answer(action)
        elif phase == Phase.REWARD and self._step_was_due(player):
            self._lines[-1].add(str(decode(action)), 0)
        elif phase in ALONE:
            self._alone(str(decode(action)))
        else:
            self._in_turn(action)
        self._make(action)
        if KIND[action] == TRANSFORM and self.now.transforming == NO_HEX:
            self._name_terrain(action - TRANSFORM)
        if phase == Phase.SPADE and (self.now.phase != Phase.SPADE or self.now.player != player):
            self._close()

    def _make(self, action: int) -> None:
        """Make the decision; offers that the end of the round refuses get lines of their own."""
        refused = [line for seat in range(self.now.players) for line in self._refused(seat)] if action == LATER else []
        runs_on = make_decision(self._taken, action)
        if runs_on:
            self._lines += refused
        while runs_on:
            runs_on = go_on(self._taken)

    def _refused(self, seat: int) -> list[LogLine]:
        """Who acts, or lets the round end, refuses what is open to him: written as if he had said so."""
        return [
            LogLine(self._name(seat), [f"decline {self._offer(index)}"], [0], open=False)
            for index in range(self.now.offers)
            if self.now.offer_to[index] == seat
        ]

    def _offer(self, index: int) -> str:
        """'2 from dwarves'."""
        return f"{self.now.offer_size[index]} from {self._name(self.now.offer_from[index])}"

    # ------------------------------------------------------------------------------------------------ lines

    def _name(self, seat: int) -> str:
        return str(NAMES[self.now.faction[seat]])

    def _alone(self, command: str) -> None:
        """A line with one command."""
        self._lines.append(LogLine(self._name(self.now.player), [command], [0], open=False))

    def _line(self) -> LogLine:
        """The line that the player's turn stands on."""
        name = self._name(self.now.player)
        if not self._lines or not self._lines[-1].open or self._lines[-1].faction != name:
            if self._turn_begins is None:
                self._turn_begins = len(self._lines)
            self._lines.append(LogLine(name, in_turn=self.now.phase == Phase.ACTION))
        return self._lines[-1]

    def _close(self, *, ends_turn: bool = True) -> None:
        """The turn, or the first action of a double turn, is over."""
        if self._lines:
            self._lines[-1].open = False
            self._lines[-1].ends_turn = ends_turn
        self._turn_begins = None
        self._lines += [_leaves(faction) for faction in self._left]
        self._left = []

    def _drop(self, faction: str) -> None:
        """Somebody leaves. For the tracker any other line ends a turn: in the middle of one this must wait."""
        mover = self.now.player if self.now.phase == Phase.SPADE else self.now.turn_player
        if self._turn_begins is not None and self._name(mover) != faction:
            self._left.append(faction)
            return
        self._close()
        self._lines.append(_leaves(faction))

    def _go_on_after_leaving(self) -> None:
        """The turn goes on: who left did so before it, or after the action, if he has answered in it."""
        if self._turn_begins is None or not self._left:
            return
        answered = any(line.faction in self._left for line in self._lines[self._turn_begins :])
        if answered and self.now.acted:
            return
        place = len(self._lines) if answered else self._turn_begins
        self._lines[place:place] = [_leaves(faction) for faction in self._left]
        self._turn_begins += 0 if answered else len(self._left)
        self._left = []

    def _step_was_due(self, seat: int) -> bool:
        """Whether the step of a tile's action that waited is taken at once: it then stands behind that action."""
        if self.now.step_waits_for != seat or not self._lines:
            return False
        last = self._lines[-1]
        return last.acts and last.faction == self._name(seat) and not last.commands[-1].startswith("pass")

    def _answer(self, action: int) -> None:
        verb = "leech" if KIND[action] == LEECH else "decline"
        self._alone(f"{verb} {self._offer(self.now.asked)}")

    # ------------------------------------------------------------------------------------------------ turns

    def _in_turn(self, action: int) -> None:
        """A decision of a turn, or of a player's cult-bonus spades."""
        if action == DONE:
            self._end_action()
            return
        kind = int(KIND[action])
        begins = self.now.phase == Phase.ACTION and begins_action(kind)
        if begins and not self.now.acted:
            self._lines += self._refused(self.now.player)
        self._go_on_after_leaving()
        line = self._line()
        line.acts = line.acts or begins
        if kind in _WRITERS:
            _WRITERS[kind](self, line, action)
            return
        line.add(str(decode(action)), 0)
        if kind in (PASS_BONUS, PASS):
            self._close()

    def _end_action(self) -> None:
        """Rights that are left are given back: for the tracker ordination is one that must be."""
        now = self.now
        if now.ordination and now.ordination == STRONGHOLD_ORDINATION[now.faction[now.player]]:
            self._line().add(f"-{now.ordination}CONVERT_W_TO_P", 0)
        self._first_ground = self._home_ground() if now.actions_left > 0 and now.build_right != NO_BUILDING else None
        self._close(ends_turn=now.actions_left == 0)

    def _home_ground(self) -> frozenset[int]:
        """The hexes that the action made home."""
        home = home_terrain(self._taken, self.now.player)
        worked = self.now.worked[: self.now.worked_count].tolist()
        return frozenset(land for land in worked if self.now.terrain[land] == home)

    def _build(self, line: LogLine, action: int) -> None:
        """'transform E3 to red. build E3' is just 'build E3'.

        A second action that builds where the first one may still build begins with `dig 0`: the tracker would count
        the dwelling to the first.
        """
        land = action - BUILD
        second = self.now.turn_over == TurnEnd.SECOND_ACTION and not self.now.acted
        if second and self._first_ground is not None and (land in self._first_ground or not self._first_ground):
            line.add("dig 0", 0)
        home = COLOURS[home_terrain(self._taken, self.now.player)]
        if line.commands and line.commands[-1] == f"transform {HEX_NAMES[land]} to {home}":
            line.commands.pop()
            line.counts.pop()
        line.add(str(decode(action)), 0)

    def _transform(self, line: LogLine, action: int) -> None:
        """The hex is written with its terrain."""

    def _colour(self, line: LogLine, action: int) -> None:
        line.add(f"transform {HEX_NAMES[self.now.transforming]} to {COLOURS[action - COLOUR]}", 0)

    def _name_terrain(self, land: int) -> None:
        """A hex that could only become one terrain: its name is written all the same."""
        self._lines[-1].add(f"transform {HEX_NAMES[land]} to {COLOURS[self.now.terrain[land]]}", 0)

    def _dig(self, line: LogLine, _action: int) -> None:
        line.add("dig")

    def _burn(self, line: LogLine, _action: int) -> None:
        line.add("burn")

    def _discard(self, line: LogLine, _action: int) -> None:
        line.add("-SPADE")

    def _convert(self, line: LogLine, action: int) -> None:
        _, good, _, into = CONVERSIONS[action - CONVERT]
        line.add(f"convert {good} to {into}")

    def _stay(self, line: LogLine, action: int) -> None:
        """Which track stays at 9 stands before the town tile, and is literal: the steps beyond 9 are taken back."""
        track = action - STAY
        back = self.now.cult[self.now.player, track] + self.now.tile_steps - (TOP - 1)
        place = max(index for index, text in enumerate(line.commands) if text.startswith("+TW"))
        line.commands.insert(place, f"-{CULTS[track]}" if back == 1 else f"-{back}{CULTS[track]}")
        line.counts.insert(place, 0)

    def _send(self, line: LogLine, action: int) -> None:
        """The best free place needs no number."""
        track, steps = send_of(action)
        number = "" if steps == best_place(self._taken, track) else f" for {steps}"
        line.add(f"send p to {CULTS[track]}{number}", 0)


_WRITERS: Final[dict[int, Callable[[LogWriter, LogLine, int], None]]] = {
    BUILD: LogWriter._build,
    TRANSFORM: LogWriter._transform,
    COLOUR: LogWriter._colour,
    DIG: LogWriter._dig,
    BURN: LogWriter._burn,
    CONVERT: LogWriter._convert,
    STAY: LogWriter._stay,
    SEND: LogWriter._send,
    DISCARD: LogWriter._discard,
}
"""How decisions are written that are not written as their text is, by kind."""


def _leaves(faction: str) -> LogLine:
    """The line of who leaves the game."""
    return LogLine("", [f"drop-faction {faction}"], [0], open=False)


def _distinguished(lines: list[LogLine]) -> list[LogLine]:
    """Lines that leave it open whether they end an action are put right: their faction goes on without an action.

    The end of a turn is told by `done`. Between the two actions of a double turn the tracker might take that for the
    end of both, so there what follows joins the first action; it is no action, and belongs to either.
    """
    told: list[LogLine] = []
    for number, line in enumerate(lines):
        before = next((other for other in reversed(told) if other.faction), None)
        if before is None or not _goes_on(before, line):
            told.append(replace(line, commands=[*line.commands], counts=[*line.counts]))
        elif before.ends_turn or not any(other.faction for other in lines[number + 1 :]):
            before.add("done", 0)
            told.append(line)
        else:
            for command, count in zip(line.commands, line.counts, strict=True):
                before.add(command, count)
    return told


def _goes_on(before: LogLine, line: LogLine) -> bool:
    """Whether a line follows an action of the same faction that has ended, and does not begin another."""
    ended = before.acts and not before.open and not before.commands[-1].startswith("pass")
    return ended and line.faction == before.faction and line.in_turn and not line.acts


# -------------------------------------------------------------------------------------------------------- whole logs


def write_log(setup: Setup, history: Iterable[int]) -> str:
    """A game as a command log that the community's tracker accepts."""
    game = TerraMystica(setup.players, options=setup.options)
    state = game.new_state(setup)
    writer = LogWriter(state.records)
    for action in history:
        writer.write(action)
    if writer.now.phase == Phase.FACTION:
        raise InvalidNotation("a command log begins when all factions are chosen")
    factions = [NAMES[writer.now.faction[seat]] for seat in range(setup.players)]
    return "\n".join([*header(setup, factions), *writer.lines()]) + "\n"


def header(setup: Setup, factions: Iterable[str]) -> list[str]:
    """The lines before the moves, with the factions in the order of the seats."""
    options = [option for option in OPTIONS if option in setup.options and option != "late-answers"]
    players = [f"p{seat}" for seat in range(1, setup.players + 1)]
    lines = [f"option {option}" for option in (*options, *ALWAYS)]
    lines.append(f"score {','.join(setup.scoring)}")
    lines += [f"delete {tile}" for tile in bonus_tiles(setup.options) if tile not in setup.bonuses]
    lines += [f"player {player} username {player}" for player in players]
    lines.append(f"order {','.join(players)}")
    lines += [f"setup {faction}" for faction in factions]
    return lines + [
        f"points-off {faction} {points}" for faction, points in zip(setup.factions, setup.points_off, strict=False)
    ]
