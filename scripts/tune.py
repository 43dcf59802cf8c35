"""Tune what greedy thinks things are worth at Terra Mystica: changed tables of worths play against the present one.

    python scripts/tune.py --minutes 8 --threads 2

A few worths are changed at random; the changed table has half of the seats in a few hundred games with two to five
players, once each way round. Tables that clearly make more points are kept. In the end it prints the table, and how
well the factions do with it, for `weights.py`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dolmen.contract.game import empty_records
from dolmen.contract.registry import load
from dolmen.core.mask import new_mask
from dolmen.games.terra_mystica.bots.greedy.contest import play_contest
from dolmen.games.terra_mystica.bots.greedy.weights import TABLE, WEIGHTS
from dolmen.games.terra_mystica.rules.factions import NAMES

Table = npt.NDArray[np.int64]
PLAYERS = (4, 4, 4, 2, 3, 5)
"""Numbers of players, in turn: four is what people play."""
FEW, MANY = 240, 1200
"""Games after which a change is given up, or believed."""
CLEARLY = 2.0
"""Standard errors that a change must bring."""


def play(tables: Table, players: int, swapped: int, seed: int, stream: int) -> tuple[list[int], list[int]]:
    """One game; every other seat has the second table. Factions and points by seat."""
    game = load("terra-mystica", players)
    records = game.new_records(game.draw_setup(seed, stream))
    table_of = np.array([(seat + swapped) % 2 for seat in range(players)], dtype=np.int64)
    play_contest(
        records, empty_records(game.record_type, 4), new_mask(game.num_actions), tables, table_of, seed, stream
    )
    return [int(faction) for faction in records[0].faction[:players]], [int(vp) for vp in records[0].vp[:players]]


def lead(tables: Table, seed: int, number: int) -> float:
    """How many points more the second table makes in the same set-up, played both ways round."""
    players = PLAYERS[number % len(PLAYERS)]
    found = []
    for swapped in (0, 1):
        _, points = play(tables, players, swapped, seed, number)
        changed = [vp for seat, vp in enumerate(points) if (seat + swapped) % 2]
        others = [vp for seat, vp in enumerate(points) if not (seat + swapped) % 2]
        found.append(float(np.mean(changed) - np.mean(others)))
    return float(np.mean(found))


def changed(table: Table, draws: np.random.Generator) -> Table:
    """The table with a few worths changed."""
    other = table.copy()
    for _ in range(int(draws.integers(2, 7))):
        row, column = int(draws.integers(len(table))), int(draws.integers(table.shape[1]))
        scale = max(8.0, 0.3 * abs(float(table[row, column])))
        other[row, column] += round(float(draws.normal()) * scale)
    return other


def better(pool: ThreadPoolExecutor, tables: Table, seed: int) -> tuple[bool, float, float]:
    """Whether the second table clearly makes more points; by how much, and its standard error."""
    leads: list[float] = []
    for number in (FEW // 2, (MANY - FEW) // 2):
        leads += pool.map(partial(lead, tables, seed), range(len(leads), len(leads) + number))
        mean, error = float(np.mean(leads)), float(np.std(leads) / np.sqrt(len(leads)))
        if mean < error:
            return False, mean, error
    return mean > CLEARLY * error, mean, error


def strengths(pool: ThreadPoolExecutor, table: Table, games: int) -> dict[str, float]:
    """Mean points by faction in games of four with factions drawn at random."""
    tables = np.stack([table, table])
    points: dict[str, list[int]] = {name: [] for name in NAMES}
    for factions, vp in pool.map(partial(play, tables, 4, 0, 77), range(games)):
        for faction, points_of_seat in zip(factions, vp, strict=True):
            points[NAMES[faction]].append(points_of_seat)
    return {name: float(np.mean(found)) for name, found in points.items()}


def main() -> None:
    """Change, play, keep what is better, until the time is over."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", help="write the table and the factions' points as JSON, too")
    arguments = parser.parse_args()
    draws = np.random.default_rng(arguments.seed)
    table, ends, tried, kept = WEIGHTS.copy(), time.monotonic() + 60 * arguments.minutes, 0, 0
    with ThreadPoolExecutor(arguments.threads) as pool:
        play(np.stack([table, table]), 4, 0, 0, 0)  # compiles
        while time.monotonic() < ends:
            tried += 1
            other = changed(table, draws)
            is_better, mean, error = better(pool, np.stack([table, other]), arguments.seed + tried)
            if is_better:
                kept += 1
                table = other
                sys.stderr.write(f"change {tried}: {mean:+.2f} points, standard error {error:.2f}: kept\n")
        _, mean, error = better(pool, np.stack([WEIGHTS, table]), 1_000_000)
        found: dict[str, Any] = {
            "tried": tried,
            "kept": kept,
            "lead": [mean, error],
            "table": {row[0]: [int(worth) for worth in table[place]] for place, row in enumerate(TABLE)},
            "strength": strengths(pool, table, 2000),
        }
    text = json.dumps(found, indent=1)
    if arguments.out:
        Path(arguments.out).write_text(text, encoding="utf-8")
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    main()
