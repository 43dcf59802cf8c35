"""Whole games, with all options and with players who leave: written, read again, and looked at line by line.

The lines are looked at by a small tracker of our own. It knows no rules, but keeps an account of spades and turns.
"""

from __future__ import annotations

import re

import pytest

from dolmen.bots import LEVEL, find_bot
from dolmen.contract.game import State
from dolmen.core.draws import Draws
from dolmen.core.kernel import INTERPRETED
from dolmen.games.terra_mystica.files.log import read_log
from dolmen.games.terra_mystica.files.writer import write_log
from dolmen.games.terra_mystica.rules.actions import BURN, DROP, FORGO_BRIDGE, PASS, PASS_BONUS, POWER_ACTION
from dolmen.games.terra_mystica.rules.board import COLOURS, HEX_NAMES, PRINTED
from dolmen.games.terra_mystica.rules.factions import FACTIONS
from dolmen.games.terra_mystica.rules.game import TerraMystica
from dolmen.games.terra_mystica.rules.leaving import refusal_to_leave
from dolmen.games.terra_mystica.rules.record import NO_HEX
from dolmen.games.terra_mystica.rules.setup import OPTIONS, Setup

SEEDS = 1 if INTERPRETED else 12


def chosen(state: State, policy: str, draws: Draws) -> int:
    """A decision; at random, players pass late and convert little, so that much happens."""
    if policy == "greedy" or (policy == "mixed" and draws.below(10) < 7):
        return int(find_bot("greedy", "terra-mystica").choose(state, LEVEL, draws))
    legal = state.legal_actions()
    acting = [action for action in legal if not PASS_BONUS <= action <= PASS and action != FORGO_BRIDGE]
    useful = [action for action in acting if not BURN <= action < POWER_ACTION]
    kind = draws.below(14)
    return draws.pick(useful if useful and kind > 3 else acting if acting and kind else legal)


def somebody_leaves(state: State, draws: Draws) -> bool:
    """Now and then, anywhere; but not while a terrain is asked for (the price of a tunnel is paid before it)."""
    if draws.below(200) or state.record.transforming != NO_HEX:
        return False
    seat = draws.below(state.game.players)
    faction = int(state.record.faction[seat])
    others = [not state.record.dropped[other] for other in range(state.game.players) if other != seat]
    if faction < 0 or refusal_to_leave(state, faction) or not any(others):
        return False
    state.apply_trusted(DROP + faction)
    return True


def played(players: int, seed: int, policy: str) -> tuple[Setup, State]:
    draws = Draws(seed, 17)
    options = tuple(option for option in OPTIONS if draws.below(2))
    game = TerraMystica(players, draws.pick(("standard", "colours")), options)
    setup = game.draw_setup(seed)
    state, leaving = game.new_state(setup), draws.below(2)
    while not state.is_terminal():
        if not (leaving and somebody_leaves(state, draws)):
            state.apply_trusted(chosen(state, policy, draws))
    return setup, state


@pytest.mark.parametrize("policy", ["random", "mixed", "greedy"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_game_is_written_as_the_tracker_wants_it_and_read_to_the_same_position(players: int, policy: str) -> None:
    for seed in range(SEEDS):
        setup, state = played(players, seed, policy)
        log = write_log(setup, state.history)
        again = read_log(log)
        assert write_log(again.setup, again.state.history) == log, (players, seed, policy)
        assert facts(again.state) == facts(state), (players, seed, policy)
        Tracker().check(log)


def facts(state: State) -> dict[str, object]:
    """The position, but for what a log cannot tell: late answers, dealt colours, turns that began for who then left."""
    untold = ("options", "colour", "turn")
    return {name: state.record[name].tolist() for name in state.records.dtype.names or () if name not in untold}


# ---------------------------------------------------------------------------------------------------------- a tracker

GAINED = {"action ACT5": 1, "action ACT6": 2, "action BON1": 1, "action ACTG": 2}
ACTS = re.compile(r"(build|upgrade|dig|action|send|advance|pass)\b")


class Tracker:
    """Reads a log line by line and insists."""

    def __init__(self) -> None:
        self.terrain = dict(zip(HEX_NAMES, (COLOURS[int(colour)] for colour in PRINTED), strict=True))
        self.home = {faction.name: faction.colour for faction in FACTIONS}
        self.factions: list[str] = []
        self.out: set[str] = set()
        """Who has passed in this round."""
        self.left: set[str] = set()
        self.last = ""
        """Whose turn was written last."""
        self.begun = False
        """Whether all have their first bonus tile."""
        self.unfinished = ""
        """Who is in the middle of a special action that goes on with a build."""
        self.open: dict[str, int] = {}
        """Spades of turns in the middle of which somebody answered."""

    def check(self, log: str) -> None:
        lines = log.splitlines()
        for number, line in enumerate(lines):
            faction, colon, commands = line.partition(": ")
            if line.startswith("setup "):
                self.factions.append(line.removeprefix("setup "))
            elif line.startswith("drop-faction "):
                self.left.add(line.removeprefix("drop-faction "))
            elif colon:
                self.move(faction, commands.split(". "), lines[number + 1 : number + 2])
            if self.factions and self.out | self.left >= set(self.factions):
                self.out, self.last, self.begun = set(), "", True

    def move(self, faction: str, commands: list[str], following: list[str]) -> None:
        assert faction not in self.left, "who left does not play"
        answers = [command for command in commands if command.startswith(("leech", "decline"))]
        assert not answers or len(commands) == 1, "answers stand alone"
        assert "wait" not in commands and "done" not in commands[:-1]
        assert commands[-1] != "done" or following, "a turn that nothing follows needs no end"
        if any(ACTS.match(command) for command in commands) and "pass" not in commands[0]:
            self.whose_turn(faction, commands)
        interrupted = re.match(rf"drop-faction {faction}$|\w+: (leech|decline|\+[A-Z]+$)", "".join(following))
        self.spades(faction, commands, bool(interrupted))
        self.out |= {faction} if any(command.startswith("pass") for command in commands) else set()

    def whose_turn(self, faction: str, commands: list[str]) -> None:
        """Nobody acts twice in a row, but for the last player and in a double turn."""
        if faction in self.open or faction == self.unfinished:
            return
        alone = not self.begun or set(self.factions) - self.out - self.left == {faction}
        assert alone or faction != self.last, f"{faction} act twice: {commands}"
        self.last = "" if "action ACTC" in commands else faction
        self.unfinished = faction if commands[-1] in ("action ACTN", "action ACTS", "action ACTW") else ""

    def spades(self, faction: str, commands: list[str], interrupted: bool) -> None:
        """What is gained is used or given back before a dwelling is built, and nothing is left at the end."""
        sources = [command for command in commands if command in GAINED or command.startswith("dig")]
        strong = faction == "halflings" and any(command.endswith("to SH") for command in commands)
        before = self.open.pop(faction, 0)
        counted = bool(sources) or strong or before > 0
        spades = before + (3 if strong and not sources else 0)
        for command in commands:
            verb, *words = command.split()
            if command in GAINED:
                spades += GAINED[command]
            elif verb == "dig":
                spades += int(words[0])
            elif verb == "transform":
                spades -= self.transformed(faction, words[0], words[2])
            elif verb == "build":
                spades -= self.transformed(faction, words[0], self.home[faction])
                assert not counted or spades == 0, f"spades are open: {commands}"
            elif match := re.fullmatch(r"-(\d)SPADE", command):
                spades -= int(match.group(1))
        assert not counted or spades == 0 or interrupted, f"{spades} spades are left: {commands}"
        self.open |= {faction: spades} if counted and spades else {}

    def transformed(self, faction: str, land: str, colour: str) -> int:
        """The spades that it took: along the cycle, never through the home terrain."""
        before, self.terrain[land] = self.terrain[land], colour
        if before == colour:
            return 0
        if faction == "giants":
            return 2
        ring, one, other = len(COLOURS), COLOURS.index(before), COLOURS.index(colour)
        ways = []
        for way in (1, -1):
            steps = (other - one) * way % ring
            between = {COLOURS[(one + way * step) % ring] for step in range(1, steps)}
            ways += [steps] if self.home[faction] not in between else []
        return min(ways)
