"""What the search knows of Meduris: which choices look good, and what a position is worth."""

from dolmen.contract.search_settings import Settings
from dolmen.games.meduris.bots.features import FEATURES, features
from dolmen.games.meduris.bots.prior import prior
from dolmen.games.meduris.bots.value import WEIGHTS, evaluate

SETTINGS = Settings()

__all__ = ["FEATURES", "SETTINGS", "WEIGHTS", "evaluate", "features", "prior"]
