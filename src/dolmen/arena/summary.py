"""What an arena tells programs of its outcome, with everything that is needed to repeat it."""

from __future__ import annotations

from typing import Any

from dolmen.arena.match import Terms
from dolmen.arena.protocol import PROTOCOL_VERSION, opponents_of, terms_of
from dolmen.arena.rating import Report
from dolmen.contract.registry import package
from dolmen.contract.versions import versions_of
from dolmen.core.errors import InvalidSetup


def summary(terms: Terms, outcome: Report) -> dict[str, Any]:
    """Versions, terms, budgets and figures, ready for JSON."""
    return {
        "versions": {**versions_of(terms.game), "protocol": PROTOCOL_VERSION if follows_protocol(terms) else None},
        **terms.to_json(),
        "line_ups": terms.schedule().line_ups,
        "visits": visits_of(terms),
        **outcome.to_json(),
    }


def follows_protocol(terms: Terms) -> bool:
    """Whether an arena is a part of an evaluation: the first bot is the entrant."""
    entrant, opponent = terms.bots[0], terms.bots[-1]
    try:
        return opponent in opponents_of(terms.game, entrant) and terms == terms_of(
            terms.game, terms.players, entrant, opponent
        )
    except InvalidSetup:
        return False


def visits_of(terms: Terms) -> dict[str, int]:
    """How many positions each bot that searches visits for a decision: a budget that no machine changes."""
    judgement = package(terms.game).judgement()
    levels = judgement.visits if judgement else {}
    return {bot: max(1, round(levels[bot] * terms.share)) for bot in dict.fromkeys(terms.bots) if bot in levels}
