"""The games as Gymnasium environments: one seat against bots, or many games at once.

Importing this package registers `dolmen/<Game>-v0` for every game, its key in CamelCase; `gymnasium.make` imports it by
itself where it is named before a colon: `dolmen.envs.gymnasium:dolmen/<Game>-v0`.
"""

from dolmen.envs.gymnasium.registration import register_games

register_games()
