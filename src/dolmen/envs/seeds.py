"""Any seed that a library of the research world allows, as one that games are drawn with."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np

from dolmen.core.arguments import whole
from dolmen.core.draws import SEEDS


def seed_of(given: Any) -> int:
    """A whole number from 0 on as a seed: small ones are themselves, larger ones are mixed down; None is drawn."""
    if given is None:
        return secrets.randbelow(SEEDS)
    number = whole("a seed", given)
    return number if number < SEEDS else int(np.random.SeedSequence(number).generate_state(1)[0])
