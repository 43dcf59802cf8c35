"""The files that its pictures are made of, beside those of `dolmen.art`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

STYLE: Final = Path(__file__).with_name("style.css")
SYMBOLS: Final = Path(__file__).with_name("symbols.svg")
