"""What bots know of Meduris: which choices look good, what a position is worth, and how much each level thinks."""

from __future__ import annotations

from pathlib import Path

from dolmen.contract.judgement import Judgement
from dolmen.contract.search_settings import Settings
from dolmen.games.meduris.bots.features import FEATURES, features
from dolmen.games.meduris.bots.greedy import choose
from dolmen.games.meduris.bots.prior import prior
from dolmen.games.meduris.bots.value import ROOM, WEIGHTS, evaluate

JUDGEMENT = Judgement(
    choose=choose,
    prior=prior,
    evaluate=evaluate,
    features=features,
    feature_names=FEATURES,
    weights=WEIGHTS,
    settings=Settings(),
    room=ROOM,
    visits={"novice": 30, "casual": 300, "strong": 4000, "expert": 40000},
    review_visits=1000,
    uncertainty=(5, 5, 5, 5, 5, 5, 5, 5, 5, 3, 2),
    ratings={"random": 2, "greedy": 13, "novice": 29, "casual": 29, "strong": 37, "expert": 46},
    folder=Path(__file__).parent,
)
