"""The games as PettingZoo environments (AEC: agents decide one after the other).

from dolmen.envs.pettingzoo import meduris_v0
env = meduris_v0.env(players=3)
"""
