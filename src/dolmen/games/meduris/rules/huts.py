"""Huts that could be built, of all fields at once: for who asks from Python, where a call is dearer than an answer."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dolmen.contract.game import Records
from dolmen.core.kernel import kernel
from dolmen.games.meduris.rules.legal import hut_cost
from dolmen.games.meduris.rules.settlement import settlement_size


@kernel
def list_huts(records: Records, sizes: npt.NDArray[np.int8], costs: npt.NDArray[np.int8]) -> None:
    """Of every field: the settlement that a hut there would make, and how many of each material it would cost."""
    record = records[0]
    for field in range(int(record.fields)):
        sizes[field] = settlement_size(record, field)
        costs[field] = hut_cost(record, field)
