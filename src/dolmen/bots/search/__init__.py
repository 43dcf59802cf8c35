"""The search bots: Monte-Carlo tree search, compiled like the rules; see `mcts` for how it goes.

What a game brings is a package here, named like the game's, with

* `prior(record, scratch, mask, weights, room)`: a weight for every legal action that is worth a thought, the larger the
  likelier it is to be good; nothing is normalised, and 0 (which all are at first) prunes. At least one is above 0.
* `evaluate(record, scratch, mask, values, room, seed, stream)`: the points that every seat may expect in the end; the
  final ones where it is over (a fraction may tell ties apart). It may play on from a copy, with the draws of `stream`.
* `features(record, seat, out)`: what the value function looks at; it works in every position.
* `FEATURES`: the features' names, for people; features of one name are spoken of as one.
* `WEIGHTS`: a row for each number of players: what one unit of each feature adds to the points expected in the end.
* `SETTINGS`: the search's settings for this game.

`mask` holds the legal actions when `prior` is called; it, `scratch` (four positions) and `room` (a float for each
feature) may be overwritten.
"""

from dolmen.bots.search.bot import SearchBot
from dolmen.contract.search_settings import Settings

__all__ = ["SearchBot", "Settings"]
