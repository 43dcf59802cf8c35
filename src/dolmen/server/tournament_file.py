"""The standings of a tournament for programs and spreadsheets: JSON and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

from dolmen.server.tournament_state import TournamentState
from dolmen.store import Store

_FIGURES = ("points", "victories", "opponents", "difference")


def names_in(store: Store, state: TournamentState) -> dict[int, str]:
    """The names of the entrants, as they are called now."""
    known = store.names_of([one.player for one in state.entrants if one.player])
    return {one.number: known.get(one.player or "", one.name) for one in state.entrants}


def standings_json(state: TournamentState, names: Mapping[int, str]) -> list[dict[str, Any]]:
    """All entrants, the first first, each with the figures of the last stage that he played in."""
    entrants = {one.number: one for one in state.entrants}
    lines = {line.entrant: line for ranking in (*state.rankings, *state.final_rankings) for line in ranking}
    rows = []
    for place, number in enumerate(state.overall, start=1):
        one, line = entrants[number], lines[number]
        rows.append(
            {
                "place": place,
                "number": number,
                "name": names[number],
                "player": one.player,
                "bot": one.bot,
                "group": one.group,
                "final": one.final,
                "left": one.left,
                "games": line.games,
                **{figure: round(float(getattr(line, figure)), 4) for figure in _FIGURES},
                "rounds": places_by_round(state, number),
            }
        )
    return rows


def places_by_round(state: TournamentState, number: int) -> list[str]:
    """For each round: the place, `bye`, `rest`, `void` (it counts for nobody), `playing`, or nothing."""
    told = [""] * state.tournament.round
    for drawn in state.tables:
        if number in drawn.entrants:
            if drawn.kind != "table":
                word = drawn.kind
            elif drawn.places is None:
                word = "playing"
            else:
                word = str(drawn.places[list(drawn.entrants).index(number)]) if drawn.places else "void"
            told[drawn.round - 1] = word
    return told


def standings_csv(state: TournamentState, names: Mapping[int, str]) -> str:
    """The same as lines of a table, with a column for each round."""
    rows = standings_json(state, names)
    rounds = [f"round {number}" for number in range(1, state.tournament.round + 1)]
    heads = ["place", "name", "bot", "group", "final", "left", "games", *_FIGURES]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*heads, *rounds])
    for row in rows:
        writer.writerow([*("" if row[head] is None else _plain(row[head]) for head in heads), *row["rounds"]])
    return text.getvalue()


def _plain(value: object) -> object:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@") and len(value) > 1 else value
