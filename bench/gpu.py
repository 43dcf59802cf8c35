"""Batches on an NVIDIA card: the same bytes as on the CPU, and how fast. Prints text; JSON goes into the folder given.

Three parts, each a process of its own: `cpu` and `gpu` play the same games and write down what came of them, `gpu` also
measures; `warm` starts a batch from the compiled code that `gpu` has left on disk; `compare` says whether all agree.

python bench/gpu.py gpu meduris --players 3 --folder /tmp/figures
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from dolmen.batch import Batch
from dolmen.contract.game import Game
from dolmen.contract.registry import load

LOOK_EVERY = 50
SHOWN = ("masks", "observations", "players", "status", "rewards", "returns", "scores")


def say(*words: object) -> None:
    """Print at once, so that a run that is cut short has said all it knew."""
    print(*words, flush=True)


def hashed(array: Any) -> str:
    """What all bytes of an array come to."""
    return hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()[:16]


# ------------------------------------------------------------------------------------------------------- agreement


def fold_row(words: Any, index: int, sums: Any) -> None:
    """Mix a row into its sum; on the CPU and on the card."""
    total = sums[index]
    for place in range(words.shape[1]):
        total = (total ^ np.uint64(words[index, place])) * np.uint64(0x100000001B3)
    sums[index] = total


def folder_on_cpu() -> Callable[[Any, Any], None]:
    """Mixes all rows of an array into their sums, by threads."""
    import numba as typed_numba

    numba: Any = typed_numba
    row = numba.njit(nogil=True)(fold_row)

    @numba.njit(nogil=True)  # type: ignore[untyped-decorator]
    def fold_rows(words: Any, first: int, last: int, sums: Any) -> None:
        for index in range(first, last):
            row(words, index, sums)

    threads = os.cpu_count() or 1
    pool = ThreadPoolExecutor(threads)

    def fold(array: Any, sums: Any) -> None:
        words = array.view(np.uint32).reshape(sums.size, -1)
        bounds = [sums.size * part // threads for part in range(threads + 1)]
        list(pool.map(lambda part: fold_rows(words, *part, sums), pairwise(bounds)))

    return fold


def folder_on_card() -> Callable[[Any, Any], None]:
    """Mixes all rows of an array of the card into their sums."""
    from dolmen.core.cuda import driver

    cuda = driver()
    row = cuda.jit(device=True)(fold_row)

    @cuda.jit  # type: ignore[untyped-decorator]
    def fold_rows(words: Any, sums: Any) -> None:
        index = cuda.grid(1)
        if index < sums.size:
            row(words, index, sums)

    def fold(array: Any, sums: Any) -> None:
        interface = dict(array.__cuda_array_interface__)
        shape = interface["shape"] if len(interface["shape"]) > 1 else (interface["shape"][0], 1)
        wide = np.dtype(interface["typestr"]).itemsize // 4
        interface["strides"] = (4, 4 * shape[0]) if len(array.shape) > 1 and not array.is_c_contiguous() else None
        interface["shape"], interface["typestr"] = (shape[0], shape[1] * wide), "<u4"
        fold_rows[-(-shape[0] // 64), 64](cuda.from_cuda_array_interface(interface, owner=array), sums)

    return fold


def agreement(game: Game, device: str, games: int, steps: int | None) -> dict[str, Any]:
    """Hashes of so many games played out, and of at least as many played step by step with all that is shown."""
    batch = Batch(game, games, device=device, observations=False)
    batch.reset(1)
    batch.play_out()
    facts: dict[str, Any] = {
        f"playout_{name}": hashed(batch._on.fetch(getattr(batch._arrays, name)))
        for name in ("records", "slots", "masks", "players", "status", "rewards", "returns", "scores")
    }
    facts["playout_games"] = batch.statistics().games
    facts["playout_decisions"] = batch.statistics().decisions
    del batch
    places = max(64, games // 6)
    batch = Batch(game, places, device=device, point_reward=1 / 64)
    batch.reset(2)
    fold = folder_on_cpu() if device == "cpu" else folder_on_card()
    sums = {name: batch._on.send(np.zeros(places, dtype=np.uint64)) for name in SHOWN}
    made = 0
    while made != steps and (steps is not None or batch.statistics().games < games):
        for _ in range(LOOK_EVERY):
            batch.step(batch.random_actions())
            for name in SHOWN:
                fold(getattr(batch._arrays, name), sums[name])
        made += LOOK_EVERY
    facts |= {f"step_{name}": hashed(batch._on.fetch(sums[name])) for name in SHOWN}
    facts |= {f"step_{name}": hashed(batch._on.fetch(getattr(batch._arrays, name))) for name in ("records", "slots")}
    unpacked = batch._on.fetch(batch.legal_mask())
    facts["step_unpacked"] = hashed(unpacked)
    return facts | {"step_games": batch.statistics().games, "steps": made, "places": places}


# --------------------------------------------------------------------------------------------------------- figures


def seconds_on_card(work: Callable[[], None], times: int = 1) -> float:
    """How long the card needs, the best of several times."""
    from dolmen.core.cuda import driver

    cuda = driver()
    best = float("inf")
    for _ in range(times):
        first, last = cuda.event(), cuda.event()
        first.record()
        work()
        last.record()
        last.synchronize()
        best = min(best, cuda.event_elapsed_time(first, last) / 1000)
    return best


def playout_rates(game: Game) -> list[dict[str, Any]]:
    """Whole random games, by size of the batch."""
    rates = []
    for size in (1 << 16, 1 << 18, 1 << 20):
        batch = Batch(game, size, device="cuda", observations=False)
        seconds = []
        for _ in range(3):
            batch.reset(1)
            seconds.append(seconds_on_card(batch.play_out))
        rate = batch.statistics().decisions / min(seconds)
        used = registers(batch._on.launches.play)
        rates.append({"size": size, "rate": round(rate), "registers": used})
        say(f"   playouts {size:8} games: {rate / 1e6:8.1f} M decisions/s, {min(seconds):.3f} s, {used}")
    return rates


def step_rates(game: Game, observations: bool) -> list[dict[str, Any]]:
    """Random decisions step by step, masks and observations written out, by size of the batch; dice not counted."""
    rates = []
    for size in (1 << 16, 1 << 18):
        batch = Batch(game, size, device="cuda", observations=observations)
        batch.play(Batch.random_actions, 300)
        seconds = seconds_on_card(partial(batch.play, Batch.random_actions, 50), 3) / 50
        used = registers(batch._on.launches.step)
        rates.append({"size": size, "observations": observations, "rate": round(size / seconds), "registers": used})
        say(
            f"   steps {size:8} games, observations {observations!s:5}: {size / seconds / 1e6:8.1f} M decisions/s, "
            f"{seconds * 1e3:.3f} ms a step, {used}"
        )
    return rates


def registers(kernel: Any) -> str:
    """What a thread of a kernel needs."""
    used = next(iter(kernel.get_regs_per_thread().values()))
    return f"{used} registers, {next(iter(kernel.get_local_mem_per_thread().values()))} bytes of local memory"


def zero_copy(game: Game) -> dict[str, Any]:
    """Whether PyTorch and JAX see the batch's own memory."""
    batch = Batch(game, 1024, device="cuda")
    address = batch.observe().__cuda_array_interface__["data"][0]
    try:
        os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
        import jax.numpy as jnp
        import torch
    except ImportError as error:
        return {"not_checked": str(error)}
    in_torch = torch.as_tensor(batch.observe(), device="cuda")
    before = in_torch.sum().item()
    batch.step(torch.as_tensor(batch.random_actions(), device="cuda"))
    in_jax = jnp.asarray(batch.observe())
    mask = torch.as_tensor(batch.legal_mask(), device="cuda")
    batch.wait()
    return {
        "torch": in_torch.data_ptr() == address and in_torch.shape == (1024, game.observation_size),
        "torch_sees_the_next_step": in_torch.sum().item() != before,
        "torch_mask": mask.dtype == torch.bool and bool(mask.any(dim=1).all()),
        "jax": in_jax.unsafe_buffer_pointer() == address,
        "jax_sees_the_same": bool((np.asarray(in_jax) == in_torch.cpu().numpy()).all()),
        "jax_by_dlpack": jnp.from_dlpack(in_torch).unsafe_buffer_pointer() == address,
    }


# ----------------------------------------------------------------------------------------------------------- parts


@contextmanager
def alone(options: argparse.Namespace) -> Iterator[None]:
    """Have the card for oneself: the parts of the games run side by side, since compiling takes most of the time."""
    with Path(options.folder, "card.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def part_cpu(game: Game, options: argparse.Namespace) -> dict[str, Any]:
    """What the CPU makes of the games."""
    return agreement(game, "cpu", options.games, None)


def part_gpu(game: Game, options: argparse.Namespace) -> dict[str, Any]:
    """What the card makes of the games, and how fast."""
    from dolmen.core.cuda import driver

    cuda = driver()
    facts: dict[str, Any] = {"card": cuda.get_current_device().name, "python": sys.version.split()[0]}
    clock = time.perf_counter()
    batch = Batch(game, 64, device="cuda")
    cuda.synchronize()
    facts["compile_step_seconds"] = round(time.perf_counter() - clock, 1)
    batch.step(batch.random_actions())
    clock = time.perf_counter()
    batch.play_out()
    cuda.synchronize()
    facts["compile_play_seconds"] = round(time.perf_counter() - clock, 1)
    say(
        f"-- {game.meta.key}: compiled step in {facts['compile_step_seconds']} s, "
        f"play in {facts['compile_play_seconds']} s"
    )
    with alone(options):
        facts["steps"] = step_rates(game, True) + step_rates(game, False)
        facts["playouts"] = playout_rates(game)
    write(options, facts)
    facts["zero_copy"] = zero_copy(game)
    say(f"-- {game.meta.key}: {facts['zero_copy']}")
    write(options, facts)
    expected = Path(options.folder, f"cpu-{game.meta.key}.json")
    while not expected.exists():
        time.sleep(1)
    clock = time.perf_counter()
    steps = json.loads(expected.read_text(encoding="utf-8"))["steps"]
    with alone(options):
        facts |= agreement(game, "cuda", options.games, steps)
    say(f"-- {game.meta.key}: played for comparison in {time.perf_counter() - clock:.1f} s")
    write(options, facts)
    compare(options)
    return facts


def part_warm(game: Game, _: argparse.Namespace) -> dict[str, Any]:
    """How long a batch takes to start when everything is compiled."""
    clock = time.perf_counter()
    batch = Batch(game, 64, device="cuda")
    batch.step(batch.random_actions())
    batch._on.fetch(batch.status)
    return {"warm_seconds": round(time.perf_counter() - clock, 1)}


def compare(options: argparse.Namespace) -> None:
    """Say whether CPU and card agree."""
    cpu, gpu = (
        json.loads(Path(options.folder, f"{part}-{options.game}.json").read_text(encoding="utf-8"))
        for part in ("cpu", "gpu")
    )
    same = [name for name in cpu if cpu[name] == gpu.get(name)]
    other = [name for name in cpu if cpu[name] != gpu.get(name)]
    say(
        f"== {options.game}: {cpu['playout_games']:,} games played out ({cpu['playout_decisions']:,} decisions), "
        f"{cpu['step_games']:,} step by step ({cpu['steps'] * cpu['places']:,} steps): "
        + (f"ALL {len(same)} AGREE" if not other else f"DIFFERENT: {', '.join(other)}")
    )


def write(options: argparse.Namespace, facts: dict[str, Any]) -> None:
    """Keep the figures so far."""
    path = Path(options.folder, f"{options.part}-{options.game}.json")
    whole = {"game": options.game, "players": options.players, **facts}
    draft = path.with_suffix(".tmp")
    draft.write_text(json.dumps(whole, indent=1), encoding="utf-8")
    draft.replace(path)


def main() -> None:
    """Run one part."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("cpu", "gpu", "warm", "compare"))
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=100_000, help="to compare")
    parser.add_argument("--folder", default=os.environ.get("OUT", "."))
    options = parser.parse_args()
    if options.part == "compare":
        compare(options)
        return
    clock = time.perf_counter()
    game = load(options.game, options.players)
    facts = {"cpu": part_cpu, "gpu": part_gpu, "warm": part_warm}[options.part](game, options)
    write(options, facts)
    say(
        f"== {options.part} {options.game}: {time.perf_counter() - clock:.0f} s",
        facts if options.part == "warm" else "",
    )


if __name__ == "__main__":
    main()
