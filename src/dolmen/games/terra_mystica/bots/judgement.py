"""What bots know of Terra Mystica: which choices look good, what a position is worth, how much each level thinks."""

from __future__ import annotations

from pathlib import Path

from dolmen.contract.judgement import Judgement, Planning
from dolmen.contract.search_settings import Settings
from dolmen.games.terra_mystica.bots.features import FEATURES, features
from dolmen.games.terra_mystica.bots.greedy.choice import choose
from dolmen.games.terra_mystica.bots.prior import prior
from dolmen.games.terra_mystica.bots.ranks import contested_points
from dolmen.games.terra_mystica.bots.value import ROOM, WEIGHTS, chapter, evaluate

JUDGEMENT = Judgement(
    choose=choose,
    prior=prior,
    evaluate=evaluate,
    features=features,
    feature_names=FEATURES,
    weights=WEIGHTS,
    settings=Settings(exploration=1.0, untried=0.2, scale=8.0, points=10.0, foreseen=1.0, least=0.02),
    room=ROOM,
    visits={"novice": 10, "casual": 60, "strong": 600, "expert": 4000},
    planning=Planning(chapter=chapter, value=contested_points, first=6, lines_a_visit=1.0),
    review_visits=100,
    uncertainty=(16, 16, 15, 14, 13, 12, 13, 10, 9, 5, 1),
    ratings={"random": -20, "greedy": 25, "novice": 27, "casual": 33, "strong": 43, "expert": 48},
    folder=Path(__file__).parent,
)
