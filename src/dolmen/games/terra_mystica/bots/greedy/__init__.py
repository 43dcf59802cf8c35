"""The greedy bot's eye for Terra Mystica: what a position is worth, and the choice that looks best."""

from dolmen.games.terra_mystica.bots.greedy.choice import choose

__all__ = ["choose"]
