"""What a host may watch, in Prometheus' form. With several workers all of them are told of by any one."""

from __future__ import annotations

import os
from typing import Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable with the folder in which the workers of one server keep their figures."""
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The bounds by which answers are counted."""


class Source(Protocol):
    """What a server counts by itself: numbers that only grow, and those that rise and fall."""

    def counts(self) -> dict[str, int]:
        """Decisions of people and bots, failures of the database; see `Metrics` for the names."""

    def levels(self) -> dict[str, int]:
        """Open streams, bots that wait to think, tables whose bot could not answer so far."""


class Metrics:
    """The figures of one server process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._responses = Counter(
            "dolmen_responses", "Answers, by the first digit of their status.", ["status"], registry=self.registry
        )
        self._refusals = Counter(
            "dolmen_refusals", "Requests that were refused, by the reason's name.", ["why"], registry=self.registry
        )
        self._calls = Counter(
            "dolmen_calls",
            "Letters that called people, by way and by result.",
            ["way", "result"],
            registry=self.registry,
        )
        self._seconds = Histogram(
            "dolmen_response_seconds",
            "From a request to the beginning of its answer.",
            ["kind"],
            buckets=SECONDS,
            registry=self.registry,
        )
        self._counts = {
            "decisions": self._counter("dolmen_decisions", "Decisions that were made at tables, of people and bots."),
            "bot_decisions": self._counter("dolmen_bot_decisions", "Those of bots among them."),
            "database_errors": self._counter("dolmen_database_errors", "How often the database could not be used."),
        }
        self._levels = {
            "streams": self._gauge("dolmen_streams", "Streams of news that are read now."),
            "bot_queue": self._gauge("dolmen_bot_queue", "Tables whose bot waits for its turn to think."),
            "bot_troubles": self._gauge("dolmen_bot_troubles", "Tables whose bot could not answer so far."),
        }
        self._counted = dict.fromkeys(self._counts, 0)
        if SHARED_FOLDER not in os.environ:
            ProcessCollector(registry=self.registry)

    def _counter(self, name: str, text: str) -> Counter:
        return Counter(name, text, registry=self.registry)

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(name, text, registry=self.registry, multiprocess_mode="livesum")

    def note_response(self, kind: str, status: int, seconds: float) -> None:
        """An answer begins."""
        self._responses.labels(f"{status // 100}xx").inc()
        self._seconds.labels(kind).observe(seconds)

    def note_refusal(self, error: Exception) -> None:
        """A request is refused."""
        self._refusals.labels(type(error).__name__).inc()

    def note_call(self, way: str, result: str) -> None:
        """Somebody was called, or was not."""
        self._calls.labels(way, result).inc()

    def update(self, source: Source) -> None:
        """Take over what the server has counted since."""
        for name, value in source.counts().items():
            self._counts[name].inc(value - self._counted[name])
            self._counted[name] = value
        for name, value in source.levels().items():
            self._levels[name].set(value)

    def text(self) -> bytes:
        """All figures, of all workers."""
        if SHARED_FOLDER not in os.environ:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)


def kind_of(method: str, path: str) -> str:
    """What kind of request it is, as answers are counted."""
    if path.endswith("/stream"):
        return "stream"
    if path.startswith("/static/"):
        return "file"
    if path.startswith("/api/"):
        return "program"
    return "page" if method in ("GET", "HEAD") else "command"
