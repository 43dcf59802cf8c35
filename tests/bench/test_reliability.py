"""The programs under bench/reliability: what they draw is the same for the same seed, and what they miss is told."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from bench.reliability.drawing import Request, routes_of
from bench.reliability.figures import Report
from bench.reliability.mutating import mutate

from dolmen.server.app import make_app
from dolmen.server.config import Config


def test_a_figure_that_is_missed_is_marked_and_ends_in_1(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report("kills", {"kills": 3})
    report.add("kills", 3, least=3)
    assert report.finish(as_json=False) == 0
    report.add("lost", 1, most=0)
    assert report.finish(as_json=False) == 1
    assert "MISSED" in capsys.readouterr().out


def test_the_same_seed_changes_a_file_alike() -> None:
    text = b'{"a": [1, 2, {"b": "word"}]}\nline\n'
    for seed in range(50):
        assert mutate(text, [b"x\ny"], random.Random(seed)) == mutate(text, [b"x\ny"], random.Random(seed))


def test_every_route_of_the_server_is_known(tmp_path: Path) -> None:
    app = make_app(Config(database=f"sqlite:///{tmp_path}/tables.sqlite"))
    routes = {(route.method, route.path): route for route in routes_of(app)}
    app.state.context.store.close()
    assert routes["POST", "/t/{table_id}/moves"].fields == ("seat", "sequence", "actions", "client", "hold", "settle")
    assert routes["POST", "/api/tables"].takes_json and "seats" in routes["POST", "/api/tables"].fields
    assert ("GET", "/health") in routes


def test_a_request_is_made_smaller_by_one_part_at_a_time() -> None:
    request = Request(b"POST", b"/", (b"a=1", b"b=2"), ((b"X", b"y"),), b"c=3&d=4")
    assert len(list(request.simpler())) == 5
    assert b"Content-Length: 7\r\n" in request.to_bytes()
