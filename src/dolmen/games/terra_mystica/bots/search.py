"""What the search knows of Terra Mystica: which choices look good, and what a position is worth."""

from dolmen.contract.search_settings import Settings
from dolmen.games.terra_mystica.bots.features import FEATURES, features
from dolmen.games.terra_mystica.bots.prior import prior
from dolmen.games.terra_mystica.bots.value import WEIGHTS, evaluate

SETTINGS = Settings(exploration=1.0, untried=0.2, scale=8.0, points=10.0, foreseen=1.0)

__all__ = ["FEATURES", "SETTINGS", "WEIGHTS", "evaluate", "features", "prior"]
