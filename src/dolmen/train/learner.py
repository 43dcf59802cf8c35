"""The learner: plays, learns, writes down, again and again until its time is over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from dolmen.batch import Batch, Pool
from dolmen.contract.registry import load
from dolmen.core.errors import NoGpu
from dolmen.core.files import make_folder
from dolmen.envs.extras import needed_for
from dolmen.train import checkpoint
from dolmen.train.checkpoint import RunTerms
from dolmen.train.curve import Row, write_curve
from dolmen.train.judge import Judge
from dolmen.train.model import new_network
from dolmen.train.ppo import FIRST_ENTROPY_WEIGHT, new_optimizer, next_entropy_weight, update
from dolmen.train.rollout import Collector

with needed_for("the learner", "train"):
    import torch

GAMES: Final = {"cpu": 512, "cuda": 8192}
"""Games side by side, where nobody says how many."""
STEPS: Final = 128
"""Decisions in every game between two updates."""
WIDTH: Final = {"cpu": 128, "cuda": 256}
"""Of the network's layers: a narrow one learns less from a decision, and sees several times as many on a CPU."""
POINT_REWARD: Final = 1 / 64
"""What a point more than the others' mean is worth beside the victory."""
ITERATIONS: Final = 1 << 31

SAVED_EVERY: Final = 60.0
SHOWN_EVERY: Final = 5.0
JUDGED_EVERY: Final = {"cpu": 60.0, "cuda": 20.0}
"""Seconds."""


class Learner:
    """A run: begun from its terms, or read back from its folder."""

    def __init__(self, terms: RunTerms, device: str, pool: Pool | None = None) -> None:
        require_device(device)
        self.terms = terms
        self.device = torch.device(device)
        self.game = load(terms.game, terms.players)
        self.network = new_network(self.game, terms.width, terms.seed, terms.blocks).to(self.device)
        self.optimizer = new_optimizer(self.network)
        self.batch = Batch(self.game, terms.games, device=device, point_reward=POINT_REWARD)
        self.batch.reset(terms.seed, pool=pool)
        self.entropy_weight = FIRST_ENTROPY_WEIGHT
        self.iteration, self.decisions, self.seconds = 0, 0, 0.0
        self.rows: list[Row] = []
        self.collector = Collector(self.batch, STEPS, terms.discount, self.device)
        self.generator = torch.Generator(self.device)

    @classmethod
    def resumed(cls, folder: Path, device: str, game: str, wanted: dict[str, Any], pool: Pool | None = None) -> Learner:
        """The run in a folder; `wanted` are terms that somebody asked for, which must be its own."""
        require_device(device)
        kept = checkpoint.load(folder, device)
        checkpoint.check(folder, kept, load(game), wanted)
        with checkpoint.read_from(folder):
            terms = RunTerms(**{field.name: kept[field.name] for field in fields(RunTerms)})
        learner = cls(terms, device, pool)
        with checkpoint.read_from(folder):
            learner._take_up(kept)
        return learner

    def _take_up(self, kept: dict[str, Any]) -> None:
        self.network.load_state_dict(kept["network"])
        self.optimizer.load_state_dict(kept["optimizer"])
        self.batch.restore(checkpoint.snapshot_of(kept, self.game))
        self.iteration, self.decisions, self.seconds = kept["iteration"], kept["decisions"], kept["seconds"]
        self.rows = list(kept["rows"])
        self.entropy_weight = kept["entropy_weight"]

    def learn_once(self) -> Row:
        """One iteration: a rollout and an update."""
        self.generator.manual_seed(self.terms.seed * ITERATIONS + self.iteration)
        rollout = self.collector.collect(self.network, self.generator)
        figures = update(self.network, self.optimizer, rollout, self.generator, self.entropy_weight)
        self.entropy_weight = next_entropy_weight(self.entropy_weight, figures["entropy"], self.terms.entropy)
        self.iteration += 1
        self.decisions += rollout.actions.numel()
        return figures

    def save(self, folder: Path) -> None:
        """Write checkpoint, weights and curve."""
        state = {
            "iteration": self.iteration,
            "decisions": self.decisions,
            "seconds": self.seconds,
            "rows": self.rows,
            "entropy_weight": self.entropy_weight,
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
        }
        checkpoint.save(folder, self.terms, self.game, state, self.batch.snapshot())
        checkpoint.export(folder / checkpoint.WEIGHTS, self.network, self.game, self.iteration)
        write_curve(folder, self.rows, f"{self.game.meta.title}, {self.game.players} players, {self.device}")

    def train(self, minutes: float, folder: Path, judged_games: int, show: Callable[[Row], None]) -> None:
        """Learn for so long and keep everything in the folder; `show` gets every row of the curve."""
        make_folder(folder)
        if self.rows:
            self.rows.append({"iteration": self.iteration, "minutes": self.seconds / 60, "resumed": True})
        judge = Judge(folder / "judged.npz", self.terms.game, self.terms.players, judged_games)
        clock = Stopwatch(self, show)
        end = perf_counter() + 60 * minutes
        try:
            while perf_counter() < end:
                figures = self.learn_once()
                clock.tick(figures, last=perf_counter() >= end)
                if clock.is_time_for("judging", JUDGED_EVERY[self.device.type]) and judged_games and judge.is_idle:
                    self._ask(judge)
                self._note(judge.answer(), show)
                if clock.is_time_for("saving", SAVED_EVERY):
                    self.save(folder)
            self.save(folder)
            self._note(judge.answer(wait=True), show)
            if judged_games:
                self._ask(judge)
                self._note(judge.answer(wait=True), show)
            self.save(folder)
        finally:
            judge.close()

    def _ask(self, judge: Judge) -> None:
        checkpoint.export(judge.weights, self.network, self.game, self.iteration)
        judge.ask({"iteration": self.iteration, "minutes": self.seconds / 60})

    def _note(self, row: Row | None, show: Callable[[Row], None]) -> None:
        if row is not None:
            self.rows.append(row)
            show(row)


class Stopwatch:
    """Counts the time of a run and makes a row of the curve of it now and then."""

    def __init__(self, learner: Learner, show: Callable[[Row], None]) -> None:
        self.learner = learner
        self.show = show
        self.last_tick = perf_counter()
        self.done: dict[str, float] = {}
        self.shown = (perf_counter(), learner.decisions, learner.batch.statistics())

    def is_time_for(self, what: str, seconds: float) -> bool:
        """Whether something was last done so long ago; the first time counts from the beginning."""
        now = perf_counter()
        if now - self.done.setdefault(what, now) < seconds:
            return False
        self.done[what] = now
        return True

    def tick(self, figures: Row, *, last: bool) -> None:
        """An iteration is over."""
        learner, now = self.learner, perf_counter()
        learner.seconds += now - self.last_tick
        self.last_tick = now
        then, decisions, before = self.shown
        if now - then < SHOWN_EVERY and not last:
            return
        statistics = learner.batch.statistics()
        games = statistics.games - before.games
        row: Row = {
            "minutes": learner.seconds / 60,
            "iteration": learner.iteration,
            "decisions": learner.decisions,
            "decisions_per_second": (learner.decisions - decisions) / (now - then),
            "ended": games,
            "learning_rate": learner.optimizer.param_groups[0]["lr"],
            **figures,
        }
        if games:
            sums = [points * statistics.games for points in statistics.points]
            sums_before = [points * before.games for points in before.points]
            row["points"] = (sum(sums) - sum(sums_before)) / games / learner.game.players
        learner.rows.append(row)
        self.show(row)
        self.shown = (now, learner.decisions, statistics)


def require_device(device: str) -> None:
    """Refuse, in one clear message, a device that PyTorch or the batch cannot use here."""
    if device == "cuda" and not torch.cuda.is_available():
        raise NoGpu("PyTorch finds no NVIDIA card with a working driver on this machine; --device cpu needs none")
