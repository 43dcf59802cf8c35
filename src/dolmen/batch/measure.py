"""How fast a batch is: random play, step by step with masks and observations, and whole games."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

from dolmen.batch.batch import Batch
from dolmen.contract.game import Game

REPEATS = 5
"""Every figure is the best of so many, taken in turns: other work on the machine disturbs them all alike."""
WARM_UP_STEPS = 100
"""Steps after which the games of a batch stand at different points."""


def measure(game: Game, size: int, seconds: float, device: str, progress: Callable[[str], None]) -> dict[str, Any]:
    """All figures of `dolmen bench --batch`; on the CPU with one thread and with all."""
    cores = os.cpu_count() or 1
    counts = [1, cores] if device == "cpu" else [1]
    progress("compiling")
    batches = [Batch(game, size, device=device, threads=threads) for threads in counts]
    for batch in batches:
        batch.play(Batch.random_actions, WARM_UP_STEPS)
    steps, playouts = [0.0] * len(counts), [0.0] * len(counts)
    for repeat in range(REPEATS):
        for index, batch in enumerate(batches):
            progress(f"steps, {repeat + 1} of {REPEATS}")
            steps[index] = max(steps[index], step_rate(batch, seconds / REPEATS))
    for repeat in range(REPEATS):
        for index, batch in enumerate(batches):
            progress(f"playouts, {repeat + 1} of {REPEATS}")
            playouts[index] = max(playouts[index], playout_rate(batch, seconds / REPEATS))
    figures: dict[str, Any] = {"game": game.meta.key, "players": game.players, "device": device, "size": size}
    if device == "cpu":
        figures |= {
            "threads": cores,
            "steps_per_second_one_thread": round(steps[0]),
            "playout_decisions_per_second_one_thread": round(playouts[0]),
            "steps_scaling": round(steps[-1] / steps[0], 2),
            "playout_scaling": round(playouts[-1] / playouts[0], 2),
        }
    return figures | {"steps_per_second": round(steps[-1]), "playout_decisions_per_second": round(playouts[-1])}


def step_rate(batch: Batch, seconds: float) -> float:
    """Decisions of players a second, each with mask and observation; random ones."""
    made = 0
    began = time.perf_counter()
    while time.perf_counter() < began + seconds:
        batch.play(Batch.random_actions, 10)
        batch.wait()
        made += 10 * batch.size
    return made / (time.perf_counter() - began)


def playout_rate(batch: Batch, seconds: float) -> float:
    """Decisions a second of whole random games, those of the dice included."""
    decisions, spent = 0, 0.0
    while spent < seconds:
        batch.reset(decisions % 1000)
        began = time.perf_counter()
        batch.play_out()
        batch.wait()
        spent += time.perf_counter() - began
        decisions += batch.statistics().decisions
    return decisions / spent
