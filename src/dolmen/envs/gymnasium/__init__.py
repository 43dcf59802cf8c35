"""The games as Gymnasium environments: one seat against bots, or many games at once.

Importing this package registers `dolmen/Meduris-v0` and `dolmen/TerraMystica-v0`; `gymnasium.make` imports it by itself
where it is named before a colon: `dolmen.envs.gymnasium:dolmen/Meduris-v0`.
"""

from dolmen.envs.gymnasium.registration import register_games

register_games()
