r"""Positions for `dolmen train --positions`: set-ups with all options on and off, and games of bots at any stage.

    python scripts/positions.py terra-mystica --players 4 --setups standard colours --without late-answers \
        --positions 10000 --out positions.npz

Greedy plays; in some games it errs now and then, so that strong and weak positions come up. Of every game some
positions are kept, at random; with `--from`, those of game files too. Half of what a file holds are set-ups that are
still to be drawn.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

from dolmen.analysis.replay import read
from dolmen.batch import Batch, Pool
from dolmen.bots.policies import GreedyPolicy
from dolmen.contract.game import Game, Records, State, empty_records
from dolmen.contract.registry import package
from dolmen.core.draws import Draws
from dolmen.train.positions import kinds_of, save_positions

PLACES = 64
"""Games side by side."""
ERRORS = (0.0, 0.0, 0.02, 0.1)
"""How often greedy errs, game by game."""
BETWEEN = 40
"""Decisions of a game between two positions that are kept, on average."""
OF_A_FILE = 12
"""Positions of a game file."""


def played(kinds: list[Game], wanted: int, seed: int) -> Records:
    """Positions of greedy's games."""
    game, draws = kinds[0], np.random.default_rng(seed)
    batch, greedy = Batch(game, PLACES, observations=False), GreedyPolicy(game.meta.key)
    batch.reset(seed, pool=Pool(together(game, [kind.open_records() for kind in kinds]), len(kinds)))
    errors = np.resize(ERRORS, PLACES)
    kept = empty_records(game.record_type, wanted)
    number = 0
    while number < wanted:
        actions = greedy(batch)
        erring = draws.random(PLACES) < errors
        batch.step(np.where(erring, batch.random_actions(), actions))
        for place in np.flatnonzero(draws.random(PLACES) < 1 / BETWEEN)[: wanted - number]:
            kept[number] = batch.records[place]
            number += 1
    return kept


def of_files(files: list[Path], draws: Draws) -> list[Records]:
    """Some positions of each of these games, in which every question wants its answer now."""
    kept = []
    for file in files:
        state = read(file).state
        notation = package(state.game.meta.key).notation()
        places = sorted({draws.below(state.decisions) for _ in range(OF_A_FILE)})
        kept += [notation.bot_view(State(state.game, state.records_before(place))).records for place in places]
    return kept


def together(game: Game, records: list[Records]) -> Records:
    """Records of one position each, as one array."""
    rows = empty_records(game.record_type, len(records))
    for place, record in enumerate(records):
        rows[place] = record[0]
    return rows


def main() -> None:
    """Play, keep, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--positions", type=int, default=10_000, metavar="N", help="positions of greedy's games")
    parser.add_argument("--setups", nargs="*", default=[], metavar="KIND", help="ways to set a game up, if it has any")
    parser.add_argument("--without", nargs="*", default=[], metavar="OPTION", help="options that are never on")
    parser.add_argument("--from", dest="files", nargs="*", default=[], type=Path, metavar="FILE")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    kinds = kinds_of(arguments.game, arguments.players, arguments.setups, arguments.without)
    games = played(kinds, arguments.positions, arguments.seed)
    files = together(kinds[0], of_files(arguments.files, Draws(arguments.seed)))
    positions = np.concatenate([games, files]).view(np.recarray)
    drawn = [kinds[place % len(kinds)].open_records() for place in range(max(len(positions), len(kinds)))]
    save_positions(arguments.out, kinds[0], together(kinds[0], drawn), positions)
    sys.stdout.write(f"{arguments.out}: {len(drawn)} set-ups of {len(kinds)} kinds, {len(positions)} positions\n")


if __name__ == "__main__":
    main()
