"""The package as strangers get it: built of a clean export, both ways, and installed where no source tree is."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page

from tests.browser.conftest import visit
from tests.browser.hands import begin, decide_by_mouse, kind, sequence, until
from tests.server.people import Site
from tests.server.test_crash import start

pytestmark = [pytest.mark.process, pytest.mark.slow]

__all__ = ["visit"]  # a fixture that is used here, too

ROOT = Path(__file__).parents[2]
VENDORED = {f"dolmen/server/static/vendor/{name}" for name in ("htmx.min.js", "hx-sse.min.js")}
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-cache-dir"]


def call(*command: str | Path, folder: Path, environment: dict[str, str] | None = None) -> str:
    """What a command says, which must not fail."""
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def environment(**more: str) -> dict[str, str]:
    """As the programs of this environment are found, but not the source tree; and npm, where it is in here alone."""
    path = f"{os.environ['PATH']}{os.pathsep}{Path(sys.executable).parent}"
    return {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | {"PATH": path, **more}


def export(target: Path) -> Path:
    """What git holds, and nothing that tools have left in the tree."""
    listed = call("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", folder=ROOT)
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)
    return target


def contents(wheel: Path) -> dict[str, int]:
    """The files of the package in a wheel, with their check sums."""
    with zipfile.ZipFile(wheel) as archive:
        return {info.filename: info.CRC for info in archive.infolist() if info.filename.startswith("dolmen/")}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from an export straight, and from another one by way of an sdist: both hold the same, and everything."""
    folder = tmp_path_factory.mktemp("wheels")
    straight, by_sdist = export(folder / "straight"), export(folder / "by-sdist")
    command = [*PIP, "wheel", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", str(folder), "."]
    call(*command, folder=straight, environment=environment())
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", "dist", "."]
    call(*command, folder=by_sdist, environment=environment())
    (made,) = folder.glob("dolmen-*.whl")
    (other,) = (by_sdist / "dist").glob("dolmen-*.whl")
    assert contents(made) == contents(other)
    sources = {path.relative_to(straight / "src").as_posix() for path in (straight / "src").rglob("*.*")}
    assert set(contents(made)) == sources and sources >= VENDORED | {"dolmen/py.typed"}
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command `dolmen` of an environment of its own; what it needs is borrowed from this one."""
    folder = tmp_path_factory.mktemp("installed")
    call(sys.executable, "-m", "venv", "--without-pip", "fresh", folder=folder)
    python = folder / "fresh" / "bin" / "python"
    call(*PIP, "--python", python, "install", "--no-deps", "--no-index", wheel, folder=folder)
    (site,) = (folder / "fresh" / "lib").glob("python*/site-packages")
    (site / "borrowed.pth").write_text("\n".join(place for place in sys.path if place.endswith("site-packages")))
    found = call(python, "-c", "import dolmen; print(dolmen.__file__)", folder=folder, environment=environment())
    assert Path(found.strip()).is_relative_to(site)
    return python.with_name("dolmen")


@pytest.fixture
def server(installed: Path, tmp_path: Path) -> Iterator[Site]:
    """What `dolmen serve` of the wheel answers, uncompiled: the rules of a wheel would be compiled anew."""
    settings = environment(DOLMEN_INTERPRETED="1", XDG_DATA_HOME=str(tmp_path / "data"))
    process, address = start("", tmp_path / "log", "--pace", "0", command=[str(installed)], environment=settings)
    yield Site(address)
    process.terminate()
    process.wait(60)


def test_a_move_is_played_in_the_browser(visit: Callable[..., Page], server: Site, tmp_path: Path) -> None:
    """Scripts, styles, a database by migrations, a bot's process: a move and its answer need all of them."""
    page = visit()
    begin(page, "me", "bot:greedy")
    for _ in range(2):
        until(page, lambda: kind(page) == "ask", "the own turn")
        before = sequence(page)
        decide_by_mouse(page)
        until(page, lambda before=before: sequence(page) > before, "the move")  # type: ignore[misc]
    assert (tmp_path / "data" / "dolmen" / "tables.sqlite").is_file()
    home = httpx.get(server.url, timeout=60).text
    assert "Meduris" in home and "Terra Mystica" in home
    for link in re.findall(r'(?:href|src)="(/static/[^"]+)"', home):
        assert httpx.get(server.url + link, timeout=60).status_code == 200, link
    for language in ("es", "it", "nl"):
        assert f'lang="{language}"' in httpx.get(server.url, headers={"Accept-Language": language}, timeout=60).text


def test_learned_weights_play(installed: Path, tmp_path: Path) -> None:
    settings = environment(DOLMEN_INTERPRETED="1")
    words = ("arena", "meduris", "--bots", "learned:meduris-2,random", "--games", "2", "--max-turns", "20")
    assert "learned:meduris-2" in call(installed, *words, folder=tmp_path, environment=settings)


def test_a_package_without_scripts_says_how_to_get_one_with_them(wheel: Path, tmp_path: Path) -> None:
    call(sys.executable, "-m", "zipfile", "-e", wheel, tmp_path, folder=tmp_path)
    shutil.rmtree(tmp_path / "dolmen" / "server" / "static" / "vendor")
    command = [sys.executable, "-m", "dolmen", "serve", "--port", "0"]
    done = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode and "scripts/vendor.py" in done.stderr and len(done.stderr.splitlines()) == 1


def test_nothing_is_built_without_scripts(tmp_path: Path) -> None:
    """Without npm the build ends, in one sentence."""
    command = [sys.executable, "-c", "import hatchling.build; hatchling.build.build_wheel('.')"]
    settings = environment() | {"PATH": str(tmp_path)}
    clean = export(tmp_path / "clean")
    done = subprocess.run(command, cwd=clean, env=settings, capture_output=True, text=True, check=False)
    said = "Dolmen was not built: its pages need htmx, which npm could not install from its registry (there is no npm)"
    assert done.returncode == 1 and done.stdout + done.stderr == said + "\n"
