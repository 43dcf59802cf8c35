"""The games as Gymnasium environments: one seat against bots, or many games at once.

Importing this package registers `dolmen/Meduris-v0` and `dolmen/TerraMystica-v0`; where Dolmen is installed, Gymnasium
finds them without that.
"""

from dolmen.envs.gymnasium.registration import register_games

register_games()
