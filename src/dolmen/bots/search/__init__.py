"""The search bots: Monte-Carlo tree search, compiled like the rules; see `mcts` for how it goes.

What a game brings to it is its `Judgement` (see `dolmen.contract.judgement`).
"""

from dolmen.bots.search.bot import SearchBot
from dolmen.contract.search_settings import Settings

__all__ = ["SearchBot", "Settings"]
