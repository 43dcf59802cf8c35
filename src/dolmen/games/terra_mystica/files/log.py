"""The community's command logs (`.tm`): our own file format for Terra Mystica. Reads them; `writer` writes them.

    option strict-leech                     options in force
    score SCORE5,SCORE8,...                 scoring tiles of rounds 1 to 6
    delete BON3                             bonus tiles that are not in the game
    player p1 username p1                   one a seat
    order p1,p2,p3,p4
    setup darklings                         in the order of the seats
    points-off darklings 4                  taken off the final score: what the faction was bought for in an auction
    darklings: build G5                     moves: faction, commands
    drop-faction darklings                  a player leaves

`#` begins a comment. What is written is read back to the same bytes.
"""

from __future__ import annotations

import re
from typing import Final

from dolmen.core.errors import DolmenError, IllegalLine, InvalidNotation
from dolmen.games.terra_mystica.files.command_runner import CommandPlayer
from dolmen.games.terra_mystica.files.commands import faction_number, parse_commands
from dolmen.games.terra_mystica.files.pasted import lines_of
from dolmen.games.terra_mystica.files.transcript import TerraMysticaTranscript
from dolmen.games.terra_mystica.files.writer import ALWAYS
from dolmen.games.terra_mystica.rules.factions import NAMES
from dolmen.games.terra_mystica.rules.game import TerraMystica
from dolmen.games.terra_mystica.rules.record import ROUNDS, Phase
from dolmen.games.terra_mystica.rules.setup import OPTIONS, Setup, bonus_tiles

_MOVE: Final = re.compile(r"([a-z]+) *: *(.*)", re.IGNORECASE)
IGNORED_OPTIONS: Final = frozenset({*ALWAYS, "email-notify", "maintain-player-order"})
"""Options of the server that say how we always play, or do not concern the rules of one game."""


class LogReader:
    """Reads a command log line by line."""

    def __init__(self) -> None:
        self.options: set[str] = {"late-answers"}
        self.scoring: tuple[str, ...] = ()
        self.removed: set[str] = set()
        self.factions: list[int] = []
        self.points_off: dict[int, int] = {}
        """What is taken off the final score of a faction."""
        self.setup: Setup | None = None
        self.player: CommandPlayer
        self.marks: list[tuple[int, int]] = []

    def read(self, text: str) -> TerraMysticaTranscript:
        """Read a whole log."""
        number = 1
        for number, line in enumerate(lines_of(text), start=1):
            content = line.partition("#")[0].strip()
            try:
                if content:
                    self.read_line(content)
                    if self.setup is not None:
                        self.marks.append((number, self.player.state.decisions))
            except DolmenError as error:
                move = _MOVE.fullmatch(content)
                faction = f"{move.group(1).lower()}: " if move else ""
                raise IllegalLine(f"line {number}: {faction}{error}", number) from None
        try:
            if self.setup is None:
                self._end_setup()
            self._end_game()
        except DolmenError as error:
            raise IllegalLine(f"line {number}: {error}", number) from None
        assert self.setup is not None
        state = self.player.state
        return TerraMysticaTranscript(self.setup, state, marks=self.marks)

    def read_line(self, text: str) -> None:
        """A line about the game, or a move."""
        move = _MOVE.fullmatch(text)
        if move:
            self._move(faction_number(move.group(1)), move.group(2))
            return
        word, _, rest = " ".join(text.rstrip(". ").split()).partition(" ")
        if word.lower() == "drop-faction":
            self._begin_moves()
            self.player.drop(faction_number(rest.strip()))
        elif self.setup is not None:
            raise InvalidNotation(f"'{text}' is neither a move nor a line that may follow moves")
        else:
            self._admin(word.lower(), rest.strip(), text)

    def _admin(self, word: str, rest: str, text: str) -> None:
        """Lines before the moves."""
        if word == "option":
            self._option(rest)
        elif word == "score":
            self.scoring = tuple(tile.upper() for tile in re.split("[ ,]+", rest))
        elif word == "delete":
            self.removed.update(tile.upper() for tile in re.split("[ ,]+", rest))
        elif word == "setup":
            self.factions.append(faction_number(rest))
        elif word == "points-off":
            self._points_off(rest, text)
        elif word == "randomize":
            raise InvalidNotation("'randomize' draws with the server's own generator; name the tiles: score, delete")
        elif word not in ("player", "order"):
            raise InvalidNotation(f"'{text}' is not understood")

    def _points_off(self, rest: str, text: str) -> None:
        """What a faction was bought for: 'points-off darklings 4'."""
        name, _, points = rest.partition(" ")
        faction = faction_number(name)
        if not re.fullmatch("[0-9]{1,2}", points):
            raise InvalidNotation(f"'{text}' takes off no number of points: points-off darklings 4")
        if faction in self.points_off:
            raise InvalidNotation(f"points are taken off {NAMES[faction]} twice")
        self.points_off[faction] = int(points)

    def _given_points(self) -> tuple[int, ...]:
        """The points by seat; nothing where no faction was bought."""
        missing = [faction for faction in self.points_off if faction not in self.factions]
        if missing:
            raise InvalidNotation(f"points are taken off {NAMES[missing[0]]}, a faction that is not in the game")
        return tuple(self.points_off.get(faction, 0) for faction in self.factions) if self.points_off else ()

    def _option(self, name: str) -> None:
        name = name.lower()
        if name in OPTIONS:
            self.options.add(name)
        elif name not in IGNORED_OPTIONS:
            raise InvalidNotation(f"the option '{name}' is not supported")

    def _end_setup(self) -> None:
        options = frozenset(self.options)
        allowed = bonus_tiles(options)
        unknown = sorted(self.removed - set(allowed))
        if unknown:
            raise InvalidNotation(f"'delete {unknown[0]}': there is no such bonus tile with these options")
        if not self.scoring:
            raise InvalidNotation("the scoring tiles are not named: score SCORE5,SCORE8,...")
        if not self.factions:
            raise InvalidNotation("no factions are named: setup darklings")
        game = TerraMystica(len(self.factions), options=options)
        bonuses = tuple(tile for tile in allowed if tile not in self.removed)
        factions = tuple(NAMES[faction] for faction in self.factions)
        setup = Setup(len(factions), self.scoring, bonuses, options, factions, points_off=self._given_points())
        self.player = CommandPlayer(game.new_state(setup))
        self.setup = setup

    def _begin_moves(self) -> None:
        if self.setup is None:
            self._end_setup()

    def _move(self, faction: int, text: str) -> None:
        self._begin_moves()
        if faction not in self.factions:
            raise InvalidNotation("this faction is not in the game")
        self.player.staying.clear()
        self.player.perform(self.factions.index(faction), parse_commands(text))

    def _end_game(self) -> None:
        """When all have passed in the last round and no offer is open, nothing more is to be said."""
        now = self.player.now
        over = now.round_number == ROUNDS and all(now.passed[: self.player.state.game.players])
        if now.phase == Phase.REWARD and over and now.offers == 0:
            self.player.run_on(self.player.state.is_terminal)


def read_log(text: str) -> TerraMysticaTranscript:
    """Read a command log, checking every command."""
    return LogReader().read(text)
