"""`dolmen bench --batch` prints its figures."""

from __future__ import annotations

import json

import pytest

from dolmen.cli import main


def test_a_batch_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "meduris", "--batch", "8", "--seconds", "0.05", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert (figures["game"], figures["players"], figures["size"], figures["device"]) == ("meduris", 3, 8, "cpu")
    assert figures["steps_per_second"] > 0 and figures["playout_decisions_per_second"] > 0


def test_a_device_without_a_batch_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "meduris", "--device", "cuda"]) == 1
    assert capsys.readouterr().err == "dolmen: --device is for batches: say how many games with --batch\n"
