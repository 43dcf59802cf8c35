"""What a user's type checker knows of Dolmen once it is installed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dolmen
from tests.docs.blocks import ROOT, python_of
from tests.package import users_program

WRITE_A_BOT = ROOT / "docs" / "tutorial" / "write-a-bot.md"


@pytest.mark.process
@pytest.mark.slow
def test_a_users_program_is_clean_under_strict_mypy(tmp_path: Path) -> None:
    """In an environment that finds Dolmen where packages are: there only `py.typed` makes its types count."""
    shutil.copy(users_program.__file__, tmp_path / "program.py")
    (tmp_path / "tutorial.py").write_text("\n".join(block.text for block in python_of(WRITE_A_BOT)))
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", "environment"], cwd=tmp_path, check=True)
    (site,) = (tmp_path / "environment" / "lib").glob("python*/site-packages")
    places = [str(Path(dolmen.__file__).parents[1]), *(place for place in sys.path if place.endswith("site-packages"))]
    (site / "places.pth").write_text("\n".join(places))
    command = [sys.executable, "-m", "mypy", "--strict", "--python-executable", "environment/bin/python"]
    command += ["program.py", "tutorial.py"]
    checked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_and_it_runs(capsys: pytest.CaptureFixture[str]) -> None:
    users_program.play()
    users_program.play_many()
    users_program.step()
    assert capsys.readouterr().out
