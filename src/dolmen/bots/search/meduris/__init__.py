"""What the search knows of Meduris: which choices look good, and what a position is worth."""

from dolmen.bots.search.meduris.features import FEATURES, features
from dolmen.bots.search.meduris.policy import prior
from dolmen.bots.search.meduris.value import WEIGHTS, evaluate
from dolmen.bots.search.settings import Settings

SETTINGS = Settings()

__all__ = ["FEATURES", "SETTINGS", "WEIGHTS", "evaluate", "features", "prior"]
