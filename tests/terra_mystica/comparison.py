"""Plays the kernels and the reference side by side: every position and every set of legal decisions must agree.

`python -m tests.terra_mystica.comparison --games 2000` is the long run; the tests play a few dozen games.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from dolmen.bots import LEVEL, find_bot
from dolmen.contract.game import State
from dolmen.core.draws import Draws
from dolmen.games.terra_mystica.rules.game import TerraMystica
from dolmen.games.terra_mystica.rules.setup import Setup
from tests.terra_mystica.reference import ReferenceGame
from tests.terra_mystica.reference.facts import CULTS, FACTIONS, OPTIONS, TOP

CHOOSERS = ("random", "greedy", "mixed")
"""How decisions are chosen; in a mixed game each seat is one or the other, and the greedy ones slip."""
SETUPS = ("standard", "introductory", "colours", "factions")
"""'factions': any factions are given to the seats."""
NOT_COMPARED = ("game", "rules")
SLOW = {"wait": 12, "later": 2}
"""What ends nothing, and how seldom a random player says so: else games would not end."""
SLIP_IN = 6
"""In a mixed game the greedy players decide at random once in so many decisions."""
WASTEFUL = ("wait", "later", "burn", "convert", "pass", "-")
"""How decisions begin that a random player makes seldom, or games would stay poor."""
RICH_IN = 3
"""In one of so many games the players find goods at the start of every round: rare rules are met in rich games."""
LEAVING_IN = 6
"""A player leaves in one of so many games."""
TAIL = 12
"""The last decisions that a report of a difference shows."""


@cache
def action_texts() -> tuple[str, ...]:
    """The text of every action of the kernels; no option and no set-up changes them."""
    game = TerraMystica(2)
    return tuple(game.action_text(action) for action in range(game.num_actions))


@dataclass
class Side:
    """The kernels' game and the reference, and what was decided so far."""

    name: str
    state: State
    reference: ReferenceGame
    history: list[str]

    def compare(self) -> list[str]:
        """Assert that position and legal decisions agree; returns the decisions."""
        facts = self.state.game.position(self.state.record)
        for key in NOT_COMPARED:
            facts.pop(key, None)
        wrong = differences(facts, self.reference.position())
        texts = action_texts()
        legal, expected = {texts[action] for action in self.state.legal_actions()}, set(self.reference.decisions())
        wrong += [f"only the kernels allow '{text}'" for text in sorted(legal - expected)]
        wrong += [f"only the reference allows '{text}'" for text in sorted(expected - legal)]
        assert not wrong, "\n".join([self.where(), *wrong])
        return sorted(legal)

    def where(self) -> str:
        """Which decision of which game, and what led to it."""
        tail = "; ".join(self.history[-TAIL:])
        return f"{self.name}, decision {len(self.history)}, phase {self.reference.table.phase}, after: {tail}"

    def play(self, text: str) -> None:
        """Make a decision on both sides."""
        self.history.append(text)
        if text.startswith("drop-faction"):
            self.reference.drop(text.split()[1])
        else:
            self.reference.play_trusted(text)  # the sets of legal decisions agree
        self.state.apply_trusted(self.state.game.action_from_text(text))

    def enrich(self, draws: Draws) -> None:
        """Goods and cult steps for everybody, on both sides."""
        record = self.state.record
        for seat in self.reference.table.seats:
            number = seat.number
            seat.coins = record.coins[number] = 5 + draws.below(30)
            seat.workers = record.workers[number] = 2 + draws.below(15)
            seat.priests = record.priests[number] = draws.below(8 - seat.priests_in_orders)
            seat.bowls = [draws.below(5) for _ in range(3)]
            record.bowls[number] = seat.bowls
            for track, cult in enumerate(CULTS):
                if seat.cults[cult] < TOP:
                    seat.cults[cult] = max(seat.cults[cult], draws.below(TOP))
                record.cult[number, track] = seat.cults[cult]


def differences(kernels: Any, reference: Any, path: str = "") -> list[str]:
    """Where two positions differ, one line each."""
    if kernels == reference:
        return []
    if isinstance(kernels, dict) and isinstance(reference, dict) and kernels.keys() == reference.keys():
        return [line for key in kernels for line in differences(kernels[key], reference[key], f"{path}.{key}")]
    if isinstance(kernels, list) and isinstance(reference, list) and len(kernels) == len(reference):
        pairs = enumerate(zip(kernels, reference, strict=True))
        return [line for index, (one, other) in pairs for line in differences(one, other, f"{path}[{index}]")]
    return [f"{path[1:]}: kernels {kernels}, reference {reference}"]


# ------------------------------------------------------------------------------------------------------------- set-up


def draw_options(draws: Draws) -> frozenset[str]:
    """Each option in half of the games, late answers in a third."""
    others = [option for option in OPTIONS if option != "late-answers" and draws.below(2)]
    return frozenset(others + ["late-answers"] * (draws.below(3) == 0))


def draw_factions(players: int, draws: Draws) -> tuple[str, ...]:
    """Any factions of different colours."""
    chosen: list[str] = []
    for name in draws.shuffled(list(FACTIONS)):
        if all(FACTIONS[name].colour != FACTIONS[other].colour for other in chosen):
            chosen.append(name)
    return tuple(chosen[:players])


def new_game(players: int, seed: int, draws: Draws) -> tuple[State, ReferenceGame]:
    """Both sides of a game whose options and kind of set-up are drawn."""
    options, kind = draw_options(draws), draws.pick(SETUPS)
    game = TerraMystica(players, "standard" if kind == "factions" else kind, sorted(options))
    setup: Setup = game.draw_setup(seed)
    if kind == "factions":
        factions, bids = draw_factions(players, draws), tuple(draws.below(30) for _ in range(players))
        setup = replace(setup, factions=factions, points_off=bids if draws.below(2) else ())
    reference = ReferenceGame(
        players, setup.scoring, setup.bonuses, setup.options, setup.factions, setup.colours, setup.points_off
    )
    return game.new_state(setup), reference


# ------------------------------------------------------------------------------------------------------------ choosing


def pick_randomly(legal: Sequence[str], haste: int, draws: Draws) -> str:
    """Any decision in one of `haste` cases, else a kind that leads somewhere and then one of it; waiting is rare."""
    for slow, seldom in SLOW.items():
        if slow in legal and draws.below(seldom) == 0:
            return slow
    if draws.below(haste) == 0:
        return draws.pick(without(legal, tuple(SLOW)))
    wanted = without(legal, WASTEFUL)
    verb = draws.pick(sorted({text.split()[0] for text in wanted}))
    return draws.pick([text for text in wanted if text.split()[0] == verb])


def without(legal: Sequence[str], beginnings: tuple[str, ...]) -> Sequence[str]:
    """The decisions that begin in no such way; all of them if none is left."""
    return [text for text in legal if not text.startswith(beginnings)] or legal


def draw_leaving(players: int, draws: Draws) -> list[int]:
    """After how many decisions somebody leaves: mostly never."""
    if draws.below(LEAVING_IN):
        return []
    return [draws.below(500) for _ in range(2 if players > 2 and draws.below(4) == 0 else 1)]


def compare_game(players: int, seed: int, chooser: str) -> int:
    """Play one game both ways; returns the number of decisions."""
    draws = Draws(seed, 1)
    state, reference = new_game(players, seed, draws)
    side = Side(f"{players} players, seed {seed}, {chooser}", state, reference, [])
    bot = find_bot("greedy", "terra-mystica")
    greedy = [chooser == "greedy" or (chooser == "mixed" and draws.below(2) == 0) for _ in range(players)]
    haste = draws.pick((1, 8, 40))
    leaving = draw_leaving(players, draws)
    rich, gifts = draws.below(RICH_IN) == 0, 0
    while True:
        if rich and reference.table.phase == "action" and gifts < reference.table.round:
            gifts += 1
            side.enrich(draws)
        legal = side.compare()
        if reference.finished:
            return len(side.history)
        if len(side.history) in leaving and reference.table.round > 0:
            staying = [seat.board.name for seat in reference.table.seats if not seat.dropped]
            side.play(f"drop-faction {draws.pick(staying)}")
        elif greedy[reference.seat.number] and (chooser == "greedy" or draws.below(SLIP_IN)):
            side.play(state.game.action_text(bot.decide(state, LEVEL, draws)))
        else:
            side.play(pick_randomly(legal, haste, draws))


# -------------------------------------------------------------------------------------------------------- the long run


def _compare_many(players: int, first: int, games: int) -> int:
    """Games of all kinds by turns."""
    return sum(compare_game(players, seed, CHOOSERS[seed % 3]) for seed in range(first, first + games))


def main() -> None:
    """The long run, on several cores, with progress."""
    from rich.progress import Progress

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2_000, help="for each number of players")
    parser.add_argument("--players", default="2,3,4,5", help="numbers of players (2,3,4,5)")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--chunk", type=int, default=10)
    arguments = parser.parse_args()
    last = arguments.first + arguments.games
    with Progress() as progress, ProcessPoolExecutor(arguments.processes) as pool:
        for players in map(int, arguments.players.split(",")):
            task = progress.add_task(f"{players} players", total=arguments.games)
            decisions = 0
            starts = range(arguments.first, last, arguments.chunk)
            sizes = [min(arguments.chunk, last - start) for start in starts]
            for size, done in zip(sizes, pool.map(_compare_many, [players] * len(sizes), starts, sizes), strict=True):
                decisions += done
                progress.advance(task, size)
            progress.console.print(f"{players} players: {arguments.games} games, {decisions} decisions agree")


if __name__ == "__main__":
    main()
