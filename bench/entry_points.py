"""Writes the entry points of the games into a folder of packages: what is not installed has none.

python bench/entry_points.py SITE
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def main() -> None:
    """A distribution with entry points and nothing else."""
    points = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    folder = Path(sys.argv[1], "dolmen-0.dist-info")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: dolmen\nVersion: 0\n", encoding="utf-8")
    lines = [
        f"[{group}]\n" + "\n".join(f"{name} = {place}" for name, place in of.items()) for group, of in points.items()
    ]
    (folder / "entry_points.txt").write_text("\n\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
