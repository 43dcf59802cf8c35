"""Batches on an NVIDIA card: the same bytes as on the CPU, and how fast. Writes text, and JSON into $OUT.

python bench/gpu.py meduris --players 3
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from dolmen.cuda import driver
from dolmen.game import Game, empty_records
from dolmen.kernel import bind
from dolmen.mask import new_mask
from dolmen.registry import load
from dolmen.warmup import playout_module

POOL = 1024
DECISIONS = 1 << 31
VARIANTS: list[tuple[str, dict[str, int]]] = [
    ("play_local", {}),
    ("play_local", {"max_registers": 128}),
    ("play_local", {"max_registers": 64}),
    ("play_waiting", {"max_registers": 128}),
    ("play_waiting", {"max_registers": 64}),
    ("play_global", {"max_registers": 64}),
]


def say(*words: object) -> None:
    """Print at once, so that a run that is cut short has said all it knew."""
    print(*words, flush=True)


def on_cpu(game: Game, starts: Any, seed: int, games: int) -> tuple[Any, Any]:
    """The final positions and numbers of decisions, played by threads."""
    playout = playout_module(game).playout
    finals, made = empty_records(game.record_type, games), np.zeros(games, dtype=np.int32)
    finals[:] = starts[np.arange(games) % POOL]

    def play(part: range) -> None:
        mask = new_mask(game.num_actions)
        for number in part:
            made[number] = playout(finals[number], mask, seed, DECISIONS + number, game.max_turns)

    play(range(1))
    finals[0] = starts[0]
    threads = os.cpu_count() or 1
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(play, [range(first, games, threads) for first in range(threads)]))
    return finals, made


def hashed(records: Any) -> str:
    """What all bytes of all positions come to."""
    return hashlib.sha256(np.ascontiguousarray(records).tobytes()).hexdigest()[:16]


def main() -> None:
    """Compile, compare, measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=100_000, help="games to compare")
    parser.add_argument("--measured", type=int, default=1_000_000, help="games to measure")
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--variants", type=int, default=len(VARIANTS))
    parser.add_argument("--seconds", type=float, default=240, help="begin no variant after so long")
    options = parser.parse_args()
    began = time.perf_counter()
    cuda = driver()
    game = load(options.game, options.players)
    facts: dict[str, Any] = {"game": options.game, "players": options.players, "variants": []}
    say(
        f"== {options.game}, {options.players} players; {cuda.get_current_device().name}; Python {sys.version.split()[0]}"
    )
    starts = empty_records(game.record_type, POOL)
    for number in range(POOL):
        starts[number] = game.new_records(game.draw_setup(0, number))[0]
    clock = time.perf_counter()
    finals, made = on_cpu(game, starts, 0, options.games)
    expected = hashed(finals)
    say(
        f"CPU: {options.games} games, {int(made.sum())} decisions in {time.perf_counter() - clock:.1f} s with compiling"
    )
    say(f"CPU: hash {expected}, longest {made.max()} decisions, mean {made.mean():.1f}")

    playout = playout_module(game)
    module = bind(
        "dolmen.batch.on_cuda",
        game.meta.package,
        decide=playout.decide,
        is_over=playout.is_over,
        is_costly=import_module(game.legal.__module__).is_costly,
        RECORD=game.record_type,
        WORDS=new_mask(game.num_actions).size,
    )
    device_starts = cuda.to_device(starts.view(np.ndarray))
    for name, registers in VARIANTS[: options.variants]:
        if time.perf_counter() - began > options.seconds:
            say("out of time")
            break
        whole = name == "play_global"
        kernel = cuda.jit(**registers)(getattr(module, name).py_func)
        device_finals = cuda.device_array(options.games, dtype=game.record_type)
        device_made = cuda.device_array(options.games, dtype=np.int32)
        clock = time.perf_counter()
        kernel[(options.games + 127) // 128, 128](
            device_starts, 0, 0, options.games, game.max_turns, device_finals, device_made
        )
        cuda.synchronize()
        compiled = time.perf_counter() - clock
        same = hashed(device_finals.copy_to_host()) == expected and bool((device_made.copy_to_host() == made).all())
        facts_here: dict[str, Any] = {
            "kernel": name,
            **registers,
            "same_bytes": same,
            "compile_seconds": compiled,
            "registers": next(iter(kernel.get_regs_per_thread().values())),
            "local_bytes": next(iter(kernel.get_local_mem_per_thread().values())),
            "rates": [],
        }
        say(f"-- {name} {registers}: same bytes {same}, compiled in {compiled:.1f} s,", end_facts(facts_here))
        measured = options.measured
        no_finals = cuda.device_array(measured if whole else 1, dtype=game.record_type)
        device_made = cuda.device_array(measured, dtype=np.int32)
        for block in (64, 128):
            for threads in (1 << 16, 1 << 17, 1 << 18, 1 << 20):
                seconds = []
                for _ in range(options.repeats):
                    first, last = cuda.event(), cuda.event()
                    first.record()
                    kernel[threads // block, block](
                        device_starts, 1, 0, measured, game.max_turns, no_finals, device_made
                    )
                    last.record()
                    last.synchronize()
                    seconds.append(cuda.event_elapsed_time(first, last) / 1000)
                decisions = int(device_made.copy_to_host().sum())
                rate = decisions / min(seconds)
                facts_here["rates"].append({"block": block, "threads": threads, "rate": round(rate)})
                say(f"   block {block:4} threads {threads:8}: {rate / 1e6:8.1f} M decisions/s, {min(seconds):.3f} s")
        facts["variants"].append(facts_here)
        write(facts)
    say(f"== {time.perf_counter() - began:.0f} s in all")


def end_facts(facts: dict[str, Any]) -> str:
    """Registers and local memory in words."""
    return f"{facts['registers']} registers, {facts['local_bytes']} bytes of local memory"


def write(facts: dict[str, Any]) -> None:
    """Keep the figures so far."""
    folder = os.environ.get("OUT")
    if folder:
        Path(folder, f"gpu-{facts['game']}.json").write_text(json.dumps(facts, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
