"""Run examples/libraries, each in an environment of its own with the versions of docs/envs/libraries.md.

`make test-libraries`. They are large and want other versions of some packages than we do, so they are no part of
CI. The environments stay in `build/libraries`, and are made anew where the versions have changed.

    python scripts/try_libraries.py [NAME ...]      all of them, or these
"""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "libraries"

LIBRARIES: dict[str, tuple[str, ...]] = {
    "torchrl_ppo": ("torch==2.13.0", "torchrl==0.14.1", ".[rl]"),
    "tianshou_dqn": ("torch==2.13.0", "tianshou==2.0.1", ".[rl]"),
    "rllib_ppo": ("torch==2.13.0", "ray[rllib]==2.60.0", "."),  # it brings a Gymnasium of its own choice
}
"""By script, what is installed for it, in this order."""


def environment(name: str) -> Path:
    """The Python of a library's environment, made if it is not there."""
    folder, wanted = FOLDER / name, list(LIBRARIES[name])
    python, note = folder / "bin" / "python", folder / "installed.json"
    if not note.exists() or json.loads(note.read_text(encoding="utf-8")) != wanted:
        venv.create(folder, clear=True, with_pip=True)
        for package in wanted:
            subprocess.run([python, "-m", "pip", "install", "--quiet", package], cwd=ROOT, check=True)
        note.write_text(json.dumps(wanted), encoding="utf-8")
    return python


def say(text: str) -> None:
    """At once: what runs has its own output."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> int:
    """Run each, with the sources of this clone; tells which failed."""
    failed = []
    for name in sys.argv[1:] or LIBRARIES:
        say(f"{name}: {', '.join(LIBRARIES[name])}")
        script = ROOT / "examples" / "libraries" / f"{name}.py"
        if subprocess.run([environment(name), script, "--iterations", "2"], cwd=ROOT, check=False).returncode:
            failed.append(name)
    say(f"failed: {', '.join(failed)}" if failed else "all ran")
    return len(failed)


if __name__ == "__main__":
    sys.exit(main())
