"""The games in the interfaces of the research world: PettingZoo, Gymnasium, OpenSpiel.

Each adapter is thin and works for every `Game`: rules, legality, observations and texts come from the game, dice from
the seeded draws of the match. Instances share nothing and use no global random state.
"""
