"""What is installed is what constraints.txt knows by its hash: a wheel that somebody changed is refused."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import tomllib
import zipfile
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
RESOLVED = {"torch": "2.13.0+cpu", "rich": "15.0.0", "dolmen": "0.1.0"}
"""As pip's dry run tells it."""


@pytest.fixture
def installer() -> dict[str, Any]:
    return run_path(str(ROOT / "scripts" / "install.py"))


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only place where pip looks; what it installs lands beside, not in this environment."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    for name, value in {"NO_INDEX": "1", "FIND_LINKS": str(folder), "TARGET": str(tmp_path / "target")}.items():
        monkeypatch.setenv(f"PIP_{name}", value)
    monkeypatch.delenv("PIP_EXTRA_INDEX_URL", raising=False)
    return folder


def wheel(folder: Path, name: str, version: str) -> Path:
    """A wheel that holds one line."""
    file = folder / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(f"{name}.py", "changed = True\n")
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        archive.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: us\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr(f"{info}/RECORD", f"{name}.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")
    return file


@pytest.mark.process
def test_a_changed_wheel_is_refused(installer: dict[str, Any], index: Path, capfd: pytest.CaptureFixture[str]) -> None:
    pin = installer["read_pins"]((ROOT / "constraints.txt").read_text())["iniconfig"]
    changed = wheel(index, pin.name, pin.version)
    with pytest.raises(SystemExit, match="was not installed"):
        installer["install_pins"]([pin])
    assert "DO NOT MATCH THE HASHES" in capfd.readouterr().err and not (index.parent / "target").exists()
    known = installer["Pin"](pin.name, pin.version, (hashlib.sha256(changed.read_bytes()).hexdigest(),))
    installer["install_pins"]([known])
    assert (index.parent / "target" / "iniconfig.py").is_file()


def test_every_version_has_hashes_and_every_requirement_a_version(installer: dict[str, Any]) -> None:
    text = (ROOT / "constraints.txt").read_text()
    pins = installer["read_pins"](text)
    assert len(pins) > 100 and all(pin.hashes for pin in pins.values())
    assert "://" not in text and not re.search(r"index-url", text)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    wanted += [one for extra in project["project"]["optional-dependencies"].values() for one in extra]
    names = {installer["key"](re.split(r"[\[><=; ]", one)[0]) for one in wanted} - {"dolmen"}
    assert names <= set(pins)


def test_the_makefile_installs_by_it_alone() -> None:
    said = subprocess.run(
        ["grep", "-n", "pip", str(ROOT / "Makefile")], capture_output=True, text=True, check=False
    ).stdout
    assert "pip install" not in said


def test_of_a_build_for_this_machine_the_version_that_was_resolved_is_installed(installer: dict[str, Any]) -> None:
    found = [{"metadata": {"name": name, "version": version}} for name, version in RESOLVED.items()]
    needed = installer["needed"]

    def pip(*words: str) -> None:
        Path(words[words.index("--report") + 1]).write_text(json.dumps({"install": found}))

    needed.__globals__["pip"] = pip
    pins = needed(installer["read_pins"]((ROOT / "constraints.txt").read_text()), ["."])
    assert {pin.name: pin.version for pin in pins} == {"torch": "2.13.0+cpu", "rich": "15.0.0"}
    assert all(pin.hashes for pin in pins)
