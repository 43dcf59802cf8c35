"""Many games of one kind at once: threads on the CPU, one kernel on a GPU."""

from dolmen.batch.batch import Batch, Pool, Statistics
from dolmen.batch.slots import GOES_ON, NEXT_GAME, NO_ACTION, OVER, REFUSED, TRUNCATED

__all__ = ["GOES_ON", "NEXT_GAME", "NO_ACTION", "OVER", "REFUSED", "TRUNCATED", "Batch", "Pool", "Statistics"]
