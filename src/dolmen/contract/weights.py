"""The fitted weights of a value function: a data file beside the game's features, made by `fit`.

[2]                             # players
"open tiles" = [0.9, 1.2]       # one number for each feature of that name, in their order
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

WeightTable = npt.NDArray[np.float64]
"""A row for each number of players, a column for each feature."""


def read_weights(path: Path, features: Sequence[str], players: int) -> WeightTable:
    """The weights of these features for up to so many players; what the file does not know weighs nothing."""
    table = np.zeros((players + 1, len(features)))
    for number, weights in tomllib.loads(path.read_text(encoding="utf-8")).items():
        left = {name: list(numbers) for name, numbers in weights.items()}
        for column, name in enumerate(features):
            if left.get(name):
                table[int(number), column] = left[name].pop(0)
    return table


def weights_text(features: Sequence[str], rows: Mapping[int, npt.NDArray[np.float64]], notes: Sequence[str]) -> str:
    """The file for these weights, with a few lines that say how they were made."""
    lines = [f"# {note}" for note in notes]
    for players, row in sorted(rows.items()):
        lines += ["", f"[{players}]"]
        for name in dict.fromkeys(features):
            numbers = ", ".join(
                f"{weight:.5g}" for feature, weight in zip(features, row, strict=True) if feature == name
            )
            lines.append(f'"{name}" = [{numbers}]')
    return "\n".join(lines) + "\n"
