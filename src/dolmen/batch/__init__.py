"""Many games of one kind at once: threads on the CPU, one kernel on a GPU."""

from dolmen.batch.batch import Batch, Statistics
from dolmen.batch.slots import GOES_ON, OVER, REFUSED, TRUNCATED

__all__ = ["GOES_ON", "OVER", "REFUSED", "TRUNCATED", "Batch", "Statistics"]
