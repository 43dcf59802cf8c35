"""The board and what stands on it: which worker is which, what was rolled, what has changed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

import numpy as np

from dolmen.contract.content import Choice
from dolmen.contract.game import State
from dolmen.core.record_view import Remembered, reading
from dolmen.core.words import words as words_of
from dolmen.games.meduris.present import svg
from dolmen.games.meduris.present.vocabulary import area, material
from dolmen.games.meduris.rules.actions import MOVE, PLACE, ROLL, Roll, decode
from dolmen.games.meduris.rules.materials import AREAS


@cache
def scene() -> str:
    """The mountain with huts and temples at its foot."""
    drawn = (files("dolmen.games.meduris.present") / "scene.svg").read_text(encoding="utf-8")
    return drawn.partition('230">')[2].rpartition("</svg>")[0]


@lru_cache(maxsize=64)  # files may bring boards of their own
def ground(board: Any, language: str) -> str:
    """The board, every field with its sentence for those who hear it."""
    words = words_of(language)
    names = [
        words.gettext("Field %(field)s, %(materials)s, %(area)s area.")
        % {
            "field": number,
            "materials": words.listed(material(words, icon) for icon in printed.icons),
            "area": area(words, printed.area),
        }
        for number, printed in enumerate(board.fields, start=1)
    ]
    return svg.ground(board, names)


def pieces(state: State, changed: frozenset[str], colours: Sequence[str]) -> str:
    """The pieces in the colours of the seats, each worker under the name that it had from the beginning."""
    return svg.pieces(state.record, _rolled(state), _workers(state), changed, colours)


def changed(state: State, since: int) -> frozenset[str]:
    """What was built, which worker came or went elsewhere, who took which stone, and whether the druid has walked."""
    old, new = reading(state.records_before(since)[0]), reading(state.record)
    fields, areas = np.flatnonzero((old.built ^ new.built) & 15), np.flatnonzero(old.rune_holder != new.rune_holder)
    walked = ["druid-piece"] if old.druid != new.druid else []
    all_stayed = WORKERS_MOVES.isdisjoint(state.history[since:])
    return frozenset(
        [
            *(f"built-{field + 1}" for field in fields.tolist()),
            *(f"stone-{AREAS[place]}" for place in areas.tolist()),
            *(f"w-{name}" for name, _plain in (() if all_stayed else _standing(state) - _standing(state, since))),
            *walked,
        ]
    )


def places(choices: Sequence[Choice]) -> list[svg.Lit]:
    """The places of the choices that have one, numbered from 1."""
    return [
        svg.Lit(place=choice.place, choice=number, label=choice.sentence, badge=choice.badge, ghost=choice.ghost)
        for number, choice in enumerate(choices, start=1)
        if choice.place
    ]


def _rolled(state: State) -> str | None:
    for action in reversed(state.history):
        if ROLL <= action < ROLL + 6:
            chosen = decode(action)
            assert isinstance(chosen, Roll)
            return chosen.face
    return None


def _standing(state: State, decisions: int | None = None) -> set[tuple[str, int]]:
    """Each worker with the number of its plain."""
    return {(name, plain) for plain, names in enumerate(_workers(state, decisions)) for name in names}


WORKERS_MOVES = frozenset([*range(PLACE, PLACE + 4), *range(MOVE, MOVE + 36)])
"""The decisions after which workers stand elsewhere."""
_KNOWN_WORKERS: Remembered[svg.Workers] = Remembered(1000)
"""Which worker is which after the decisions of a game: each position goes on from the one before."""


def _workers(state: State, decisions: int | None = None) -> svg.Workers:
    """Which worker is which, from the first one placed on; in a position without a past, from there on.

    After all decisions of the history, or after so many.
    """
    first = state.records_before(0)
    begun, history = (state.game.players, first["stack"].tobytes()), state.history[:decisions]
    known, found = len(history), _KNOWN_WORKERS.get((begun, history))
    while found is None and known:
        known -= 1
        found = _KNOWN_WORKERS.get((begun, history[:known]))
    found = found or svg.number_workers(first[0])
    for place in range(known, len(history)):
        if history[place] in WORKERS_MOVES:
            found = svg.follow_workers(found, state.records_before(place + 1)[0])
    _KNOWN_WORKERS.keep((begun, history), found)
    return found
