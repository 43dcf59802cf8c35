"""Without a card, or without the packages for one: one clear message."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from dolmen.batch import Batch
from dolmen.cli import main
from dolmen.contract.registry import load
from dolmen.core import cuda
from dolmen.core.errors import NoGpu


def test_the_extra_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "INTERPRETED", False)
    monkeypatch.setattr(cuda, "find_spec", lambda _: None)
    with pytest.raises(NoGpu, match="^batches on a GPU need packages that are not installed: in a clone .* '..gpu.'$"):
        Batch(load("meduris", 2), 4, device="cuda")


def test_a_machine_without_a_card_is_told_what_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "INTERPRETED", False)
    monkeypatch.setattr(cuda, "find_spec", lambda name: name)
    monkeypatch.setattr(cuda, "driver", lambda: SimpleNamespace(is_available=lambda: False))
    with pytest.raises(NoGpu, match="^there is no NVIDIA card with a working driver on this machine; device='cpu'"):
        Batch(load("meduris", 2), 4, device="cuda")


def test_nothing_runs_uncompiled_on_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "INTERPRETED", True)
    with pytest.raises(NoGpu, match="leave DOLMEN_INTERPRETED unset"):
        Batch(load("meduris", 2), 4, device="cuda")


def test_the_command_says_it_in_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(cuda, "INTERPRETED", False)
    monkeypatch.setattr(cuda, "find_spec", lambda _: None)
    assert main(["bench", "meduris", "--batch", "4", "--device", "cuda", "--json"]) == 1
    captured = capsys.readouterr()
    assert "pip install '.[gpu]'" in captured.err and "Traceback" not in captured.err and not captured.out
