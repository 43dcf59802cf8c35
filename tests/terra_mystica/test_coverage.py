"""Nothing is left out: every faction, tile, action, option and player count occurs in some rule test or random game."""

from __future__ import annotations

from pathlib import Path

import pytest

from dolmen.games.terra_mystica.rules.actions import ACTIONS, CONVERSIONS
from dolmen.games.terra_mystica.rules.factions import NAMES, SPECIALS
from dolmen.games.terra_mystica.rules.setup import KINDS, OPTIONS
from dolmen.games.terra_mystica.rules.tiles import BONUSES, CULTS, FAVOURS, SCORINGS, TOWNS

RULES = "\n".join(path.read_text(encoding="utf-8") for path in (Path(__file__).parent / "rules").glob("test_*.py"))

WANTED = [
    *NAMES,
    *FAVOURS,
    *TOWNS,
    *BONUSES,
    *SCORINGS,
    *CULTS,
    *SPECIALS,
    *OPTIONS,
    *KINDS,
    *(f"ACT{number}" for number in range(1, 7)),
    *(f"convert {given}{good} to {got}{into}" for given, good, got, into in CONVERSIONS),
]


@pytest.mark.parametrize("name", WANTED)
def test_everything_occurs_in_a_rule_test(name: str) -> None:
    assert name in RULES


@pytest.mark.parametrize("kind", sorted({type(action).__name__ for action in ACTIONS}))
def test_every_kind_of_decision_occurs_in_a_rule_test(kind: str) -> None:
    texts = [str(action) for action in ACTIONS if type(action).__name__ == kind]
    assert any(text in RULES for text in texts)
