"""The words of the game and their numbers: materials, die faces, bonus chips, rune areas, and what each side gets."""

from __future__ import annotations

from typing import Final

WOOD: Final = 0
WOOL: Final = 1
COPPER: Final = 2
STONE: Final = 3
MATERIALS: Final = ("wood", "wool", "copper", "stone")
"""The four materials; the four high plains are named after them."""

PLUS: Final = 4
MINUS: Final = 5
FACES: Final = (*MATERIALS, "plus", "minus")
"""The six faces of the die, equally likely."""

CHIPS_PER_MATERIAL: Final = 18
MAX_STACK: Final = 3
START_POINTS: Final = 5

NO_CHIP: Final = 0
CHIP_TWO: Final = 1
CHIP_HUT: Final = 2
CHIP_DRUID: Final = 3
CHIPS: Final = ("", "two", "hut", "druid")
"""Bonus chips by number; there are two of each kind."""
BONUS_CHIPS: Final = ("two", "two", "hut", "hut", "druid", "druid")
EMPTY_BETWEEN_CHIPS: Final = 3

AREAS: Final = ("serpent", "diamond", "sprout", "eye", "twins", "waves", "flame", "hook", "arrow")
"""The nine rune areas in board order; the names are ours, after the shapes of the symbols."""

WORKERS: Final = {2: 3, 3: 2, 4: 2}
HUTS: Final = {2: 12, 3: 8, 4: 8}
TEMPLES: Final = {2: 2, 3: 2, 4: 2}
"""Workers, huts and temples of each player, by number of players."""
