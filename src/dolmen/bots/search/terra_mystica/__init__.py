"""What the search knows of Terra Mystica: which choices look good, and what a position is worth."""

from dolmen.bots.search.settings import Settings
from dolmen.bots.search.terra_mystica.features import FEATURES, features
from dolmen.bots.search.terra_mystica.policy import prior
from dolmen.bots.search.terra_mystica.value import WEIGHTS, evaluate

SETTINGS = Settings(exploration=1.0, untried=0.2, scale=8.0, points=10.0, foreseen=1.0)

__all__ = ["FEATURES", "SETTINGS", "WEIGHTS", "evaluate", "features", "prior"]
