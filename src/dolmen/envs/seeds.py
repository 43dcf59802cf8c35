"""Any seed that a library of the research world allows, as one that games are drawn with."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np

from dolmen.core.draws import SEEDS
from dolmen.core.errors import InvalidSetup


def seed_of(given: Any) -> int:
    """A whole number from 0 on as a seed: small ones are themselves, larger ones are mixed down; None is drawn."""
    if given is None:
        return secrets.randbelow(SEEDS)
    if isinstance(given, bool) or not isinstance(given, (int, np.integer)) or given < 0:
        raise InvalidSetup(f"a seed is a whole number from 0 on, not {given!r}")
    number = int(given)
    return number if number < SEEDS else int(np.random.SeedSequence(number).generate_state(1)[0])
