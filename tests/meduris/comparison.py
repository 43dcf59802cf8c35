"""Plays the kernels and the reference side by side: every position and every list of legal decisions must agree.

`python -m tests.meduris.comparison --games 10000` is the long run (`make reference`); the tests play a few hundred.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from dolmen.bots import LEVEL, find_bot
from dolmen.contract.game import State
from dolmen.core.draws import Draws
from dolmen.games.meduris.files.lines import legal_lines
from dolmen.games.meduris.rules.game import Meduris
from tests.meduris.reference import Field, ReferenceGame

NOT_IN_REFERENCE = ("players", "payment", "finished")
"""What `position` tells beyond the reference."""
EXPANDED_IN = 100
"""Payments are expanded into whole lines in one of so many positions."""


def plain_position(state: State) -> dict[str, Any]:
    """The kernels' position in the reference's words."""
    from dolmen.games.meduris.rules.position import position

    facts = position(state.record)
    for key in NOT_IN_REFERENCE:
        del facts[key]
    facts["fields"] = [{key: field[key] for key in ("building", "player", "chip")} for field in facts["fields"]]
    return facts


def compare_game(players: int, seed: int, bot: str) -> int:
    """Play one game both ways; returns the number of decisions."""
    game = Meduris(players)
    setup = game.draw_setup(seed)
    state = game.new_state(setup)
    reference = ReferenceGame(players, [Field(field.icons, field.area) for field in game.board.fields], setup.chips)
    draws = Draws(seed, 1)
    chooser = find_bot(bot, "meduris")
    while True:
        where = f"{players} players, seed {seed}, {bot}, decision {len(state.history)}"
        assert plain_position(state) == reference.position(), where
        legal = state.legal_actions()
        assert sorted(map(game.action_text, legal)) == sorted(reference.decisions()), where
        if state.is_terminal():
            return len(state.history)
        if draws.below(EXPANDED_IN) == 0 and reference.phase != "pay":
            assert legal_lines(state) == reference.lines(), where
            assert legal_lines(state, payments=False) == reference.lines(payments=False), where
        action = draws.pick(legal) if state.is_chance() else chooser.decide(state, LEVEL, draws)
        reference.play_trusted(game.action_text(action))  # the lists of legal decisions agree
        state.apply_trusted(action)


def _compare_many(players: int, first: int, games: int, bot: str) -> int:
    return sum(compare_game(players, seed, bot) for seed in range(first, first + games))


def main() -> None:
    """The long run, on all cores, with progress."""
    from rich.progress import Progress

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--greedy-games", type=int, default=1_000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--chunk", type=int, default=25)
    arguments = parser.parse_args()
    with Progress() as progress, ProcessPoolExecutor(arguments.processes) as pool:
        for bot, games in (("random", arguments.games), ("greedy", arguments.greedy_games)):
            for players in (2, 3, 4):
                task = progress.add_task(f"{bot}, {players} players", total=games)
                decisions = 0
                starts = range(0, games, arguments.chunk)
                sizes = [min(arguments.chunk, games - start) for start in starts]
                for size, done in zip(
                    sizes,
                    pool.map(_compare_many, [players] * len(sizes), starts, sizes, [bot] * len(sizes)),
                    strict=True,
                ):
                    decisions += done
                    progress.advance(task, size)
                progress.console.print(f"{bot}, {players} players: {games} games, {decisions} decisions agree")


if __name__ == "__main__":
    main()
