"""What bots know of a game: which choices look good, and what a position is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dolmen.contract.game import Kernel
from dolmen.contract.search_settings import Settings
from dolmen.contract.weights import WeightTable


@dataclass(frozen=True)
class Planning:
    """How the stronger levels think of whole lines of play where nothing is left to chance and little to be done."""

    chapter: Kernel
    """`chapter(record)` numbers the part of the game that a position is in; a line is thought to the end of one."""
    value: Kernel
    """`value(record, root, seat, room)`: the points that a seat may expect where a chapter has just begun or the game
    is over, as foreseen from `root`. It does not play on, and may doubt that the others will do as foreseen."""
    first: int
    """Before this chapter the tree thinks."""
    lines_a_visit: float
    """A turn is thought out at its beginning, with so many lines for each position that a decision may visit."""


@dataclass(frozen=True)
class Judgement:
    """A game's own part of the bots; the bots themselves name no game."""

    choose: Kernel
    """The greedy bot: `choose(record, scratch, mask, offset)` gives the action after which the position looks best;
    among equals, the first from the id `offset` on."""
    prior: Kernel
    """The search: `prior(record, scratch, mask, weights, room)` gives a weight to every legal action that is worth a
    thought, the larger the likelier it is to be good; nothing is normalised, and 0 (which all are at first) prunes. At
    least one is above 0. `mask` holds the legal actions; it, `scratch` (four positions) and `room` (see below) may be
    overwritten."""
    evaluate: Kernel
    """The search: `evaluate(record, scratch, mask, values, room, seed, stream)` writes the points that every seat may
    expect in the end; the final ones where the game is over (a fraction may tell ties apart). It may play on from a
    copy, with the draws of `stream`."""
    features: Kernel
    """What the value function looks at: `features(record, seat, out)`; it works in every position."""
    feature_names: tuple[str, ...]
    """What each feature is called where a bot gives reasons; features of one name belong together."""
    weights: WeightTable
    """What each feature is worth, by number of players."""
    settings: Settings
    """What the search is tuned by."""
    visits: Mapping[str, int]
    """How many positions each level visits for a decision, by the bot's name."""
    room: int = 0
    """How many numbers `prior` and `evaluate` need to work with; 0: one for each feature."""
    planning: Planning | None = None
    """None: the tree thinks always."""
    review_visits: int = 200
    """How many positions a review visits for a thought; a whole game takes some hundreds of thoughts."""
    uncertainty: tuple[float, ...] = ()
    """How far from what a review expected of a seat, beside the others, two of three games ended: in points, at the
    beginning and after each tenth of the game. Measured; see docs/tutorial/review.md."""
    ratings: Mapping[str, int] = field(default_factory=dict)
    """How strong the bots were measured in the arena, by name; see docs/bots."""
    folder: Path | None = None
    """Where its data lie: the weights of the value function (`weights.toml`) and of learned bots (`NAME.npz`)."""
