"""Where an extra is not installed, one message says what to install."""

from __future__ import annotations

import subprocess
import sys

import pytest

from dolmen.core.errors import DolmenError, MissingExtra
from dolmen.envs.extras import needed_for


@pytest.mark.process
@pytest.mark.parametrize(
    ("module", "package", "what"),
    [
        ("dolmen.envs.pettingzoo.meduris_v0", "pettingzoo", "dolmen.envs.pettingzoo"),
        ("dolmen.envs.gymnasium", "gymnasium", "dolmen.envs.gymnasium"),
        ("dolmen.envs.open_spiel", "pyspiel", "dolmen.envs.open_spiel"),
    ],
)
def test_a_missing_package_is_named_with_its_extra(module: str, package: str, what: str) -> None:
    code = f"import sys; sys.modules[{package!r}] = None; import {module}"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert result.returncode == 1
    install = "in a clone of Dolmen, pip install '.[rl]'"
    message = f"{what} needs the package '{package}', which is not installed: {install}"
    assert result.stderr.strip().splitlines()[-1] == f"dolmen.core.errors.MissingExtra: {message}"


def test_it_is_an_import_error_and_one_of_ours() -> None:
    with pytest.raises(MissingExtra, match="'..train.'") as raised, needed_for("training", "train"):
        raise ModuleNotFoundError("no torch", name="torch")
    assert isinstance(raised.value, DolmenError) and isinstance(raised.value, ImportError)
