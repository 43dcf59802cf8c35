"""Measures: playouts, steps, compiling, starting, reading. Timings are wall-clock; compare only within one run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from dolmen.analysis.replay import read_any, read_text
from dolmen.analysis.simulate import simulate
from dolmen.bots import find_bot
from dolmen.contract.game import Game, empty_records
from dolmen.core.kernel import INTERPRETED
from dolmen.core.mask import new_mask
from dolmen.kernels.bench_loops import make_bench_loops
from dolmen.kernels.playout import make_playout

SAMPLES = 4096
GAMES_A_CALL = 64
"""Playouts between two looks at the clock."""
GAMES_READ = 8
"""Games that are played, written and read back."""


def playout_rate(game: Game, seconds: float, threads: int) -> tuple[float, float]:
    """Decisions and games a second of random playouts, on so many threads."""
    playouts = make_playout(game.legal, game.apply).playouts
    start = game.new_state(seed=0).records

    def work(worker: int) -> tuple[int, int]:
        scratch, mask = start.copy(), new_mask(game.num_actions)
        decisions = games = 0
        batch = 1 if INTERPRETED else GAMES_A_CALL
        while time.perf_counter() < deadline:
            decisions += int(playouts(start, scratch, mask, worker, games, batch, game.max_turns))
            games += batch
        return decisions, games

    playouts(start, start.copy(), new_mask(game.num_actions), 0, 0, 1, 1)
    began = time.perf_counter()
    deadline = began + seconds
    with ThreadPoolExecutor(threads) as pool:
        results = list(pool.map(work, range(threads)))
    elapsed = time.perf_counter() - began
    return sum(result[0] for result in results) / elapsed, sum(result[1] for result in results) / elapsed


def step_times(game: Game, seconds: float) -> dict[str, float]:
    """Nanoseconds for the legal decisions, one decision, and one copy of a position."""
    loops = make_bench_loops(game.legal, game.apply)
    start, mask = game.new_state(seed=0).records, new_mask(game.num_actions)
    records, actions = empty_records(game.record_type, SAMPLES), np.zeros(SAMPLES, dtype=np.int64)
    scratch = empty_records(game.record_type, 2)
    loops.sample(start, scratch, mask, records, actions)
    legal = _nanoseconds(lambda times: loops.repeat_legal(records, mask, times), seconds)
    copy = _nanoseconds(lambda times: loops.repeat_copy(records, scratch, times), seconds)
    apply = _nanoseconds(lambda times: loops.repeat_apply(records, actions, scratch, times), seconds)
    return {"legal_ns": legal, "apply_ns": apply - copy, "copy_ns": copy}


def _nanoseconds(repeat: Callable[[int], Any], seconds: float) -> float:
    """The least time that one step took, over repetitions."""
    repeat(1)
    best = float("inf")
    deadline = time.perf_counter() + seconds
    while time.perf_counter() < deadline:
        began = time.perf_counter()
        repeat(1)
        best = min(best, time.perf_counter() - began)
    return best / SAMPLES * 1e9


def start_times(game: Game) -> dict[str, float]:
    """Seconds to compile into an empty cache, and to list the legal lines of a file once that is done.

    First come the rules and the bots that do not search, which is all that a first game needs; then the search.
    """
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DOLMEN_CACHE": folder, "DOLMEN_INTERPRETED": "0"}
        command = [sys.executable, "-m", "dolmen"]
        warmup = subprocess.run(
            [*command, "warmup", game.meta.key, "--json"], env=environment, capture_output=True, check=True
        )
        file = Path(folder, f"start{game.meta.extension}")
        bots = [find_bot("random", game.meta.key)] * game.players
        file.write_text(simulate(game, bots, seed=0, number=0, max_turns=10)[0].to_text(), encoding="utf-8")
        seconds = []
        for _ in range(3):
            began = time.perf_counter()
            subprocess.run([*command, "legal", str(file), "--json"], env=environment, capture_output=True, check=True)
            seconds.append(time.perf_counter() - began)
    compiled = json.loads(warmup.stdout)
    search = compiled["steps"][game.meta.key]["bot: search"]
    return {
        "cold_compile_seconds": compiled["seconds"] - search,
        "search_compile_seconds": search,
        "warm_start_seconds": min(seconds[1:]),
    }


def interpreted_rate(game: Game, seconds: float) -> float:
    """Decisions a second of random playouts without compiling, in a process of its own."""
    program = (
        "import sys; from dolmen.contract.registry import load; from dolmen.analysis.bench import playout_rate;"
        "print(playout_rate(load(sys.argv[1], int(sys.argv[2])), float(sys.argv[3]), 1)[0])"
    )
    result = subprocess.run(
        [sys.executable, "-c", program, game.meta.key, str(game.players), str(seconds)],
        env={**os.environ, "DOLMEN_INTERPRETED": "1"},
        capture_output=True,
        check=True,
    )
    return float(result.stdout)


def measure(game: Game, seconds: float, progress: Callable[[str], None]) -> dict[str, Any]:
    """All figures of `dolmen bench`."""
    cores = os.cpu_count() or 1
    progress("playouts on one core")
    decisions, games = playout_rate(game, seconds, 1)
    progress(f"playouts on {cores} cores")
    all_decisions, all_games = playout_rate(game, seconds, cores)
    progress("single steps")
    steps = step_times(game, seconds / 3)
    progress("without compiling")
    interpreted = interpreted_rate(game, seconds)
    progress("compiling from nothing, and starting")
    starts = start_times(game)
    return {
        "game": game.meta.key,
        "players": game.players,
        "decisions_per_second": round(decisions),
        "games_per_second": round(games, 1),
        "decisions_per_second_all_cores": round(all_decisions),
        "games_per_second_all_cores": round(all_games, 1),
        "cores": cores,
        **{name: round(value, 1) for name, value in steps.items()},
        "record_bytes": game.record_type.itemsize,
        "interpreted_decisions_per_second": round(interpreted),
        **{name: round(value, 2) for name, value in starts.items()},
    }


# ------------------------------------------------------------------------------------------------------ reading files


def measure_reading(
    game: Game, files: Sequence[str], seconds: float, progress: Callable[[str], None]
) -> dict[str, Any]:
    """All figures of `dolmen bench --replay`: games of our own bots, written and read back; and files by name."""
    progress("playing")
    bots = [find_bot("greedy", game.meta.key)] * game.players
    games = [simulate(game, bots, seed=0, number=number, max_turns=game.max_turns)[0] for number in range(GAMES_READ)]
    texts = [transcript.to_text() for transcript in games]
    decisions = sum(transcript.state.decisions for transcript in games)
    progress("reading")
    each = sum(_least_seconds(partial(read_any, text), seconds / GAMES_READ) for text in texts) / GAMES_READ
    figures = {
        "game": game.meta.key,
        "players": game.players,
        "files": GAMES_READ,
        "files_per_second": round(1 / each, 1),
        "ms_per_file": round(each * 1e3, 2),
        "decisions_per_file": round(decisions / GAMES_READ, 1),
        "microseconds_per_decision": round(each * 1e6 * GAMES_READ / decisions, 2),
    }
    return {**figures, "read": [_file_times(file, seconds / len(files), progress) for file in files]}


def _file_times(file: str, seconds: float, progress: Callable[[str], None]) -> dict[str, Any]:
    """How long a file takes that somebody else wrote: with all its rows compared, for instance."""
    progress(f"reading {file}")
    text = read_text(file)
    transcript = read_any(text, file)
    each = _least_seconds(partial(read_any, text, file), seconds)
    return {
        "file": file,
        "ms": round(each * 1e3, 2),
        "decisions": transcript.state.decisions,
        "microseconds_per_decision": round(each * 1e6 / max(1, transcript.state.decisions), 2),
        "rows_checked": transcript.rows_checked,
    }


def _least_seconds(work: Callable[[], Any], seconds: float) -> float:
    """The least time that some work took, over repetitions; the first one only warms it up."""
    work()
    best, deadline = float("inf"), time.perf_counter() + seconds
    while best == float("inf") or time.perf_counter() < deadline:
        began = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - began)
    return best
