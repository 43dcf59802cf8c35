"""The games as Python games of OpenSpiel; importing this package registers them.

import pyspiel
import dolmen.envs.open_spiel
game = pyspiel.load_game("python_dolmen_<game>(players=3)")
"""

from dolmen.envs.open_spiel.game import GAMES, SpielGame, SpielState

__all__ = ["GAMES", "SpielGame", "SpielState"]
