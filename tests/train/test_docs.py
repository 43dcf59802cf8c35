"""The Python of pages that needs PyTorch: `make test-train`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.blocks import ROOT, pages_with_python, python_of, run_python


@pytest.mark.parametrize("page", pages_with_python(pytorch=True), ids=lambda page: str(page.relative_to(ROOT)))
def test_the_python_of_a_page_runs(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_python(python_of(page))
    assert capsys.readouterr().out
