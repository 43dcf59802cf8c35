"""The greedy bot's eye for Terra Mystica: what a position is worth, and the choice that looks best."""

from dolmen.bots.greedy.terra_mystica.choice import choose

__all__ = ["choose"]
