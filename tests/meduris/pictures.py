"""Positions to look at, one for every phase, and what their pictures show, a line a piece.

`python -m tests.meduris.pictures` writes the golden file anew, in a commit of its own that says what looks different.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as Xml

from dolmen.art.standalone import SVG
from dolmen.bots import LEVEL, find_bot
from dolmen.contract.game import State
from dolmen.core.draws import Draws
from dolmen.games.meduris.present.svg import Lit, lit, pieces
from dolmen.games.meduris.rules.actions import Hut, Move, Place, Roll, Temple, decode
from dolmen.games.meduris.rules.board import Board, make_board
from dolmen.games.meduris.rules.game import Meduris
from dolmen.games.meduris.rules.materials import AREAS, MATERIALS
from dolmen.games.meduris.rules.position import position_text
from dolmen.games.meduris.rules.record import Phase, Record

GOLDEN = Path(__file__).parent / "golden" / "pictures.txt"
LATER = 12
"""From this turn on there is something to see."""


def own_board(fields: int, players: int, last: int = 0) -> Board:
    """A board of a host's own: areas as even as may be, or all of one field but the last."""
    pairs = (("wood", "wool"), ("copper", "stone"), ("wool", "copper"), ("stone", "wood"))
    sizes = [1] * 8 + [last] if last else [fields // 9 + (place < fields % 9) for place in range(9)]
    table = {area: [list(pairs[place % 4]) for place in range(size)] for area, size in zip(AREAS, sizes, strict=True)}
    return make_board(f"own-{fields}", table, players)


def positions(players: int, seed: int = 1, board: Board | None = None, bot: str = "random") -> Iterator[State]:
    """A game, position by position."""
    game = Meduris(players, board)
    state = game.new_state(seed=seed)
    draws = Draws(seed, 1)
    decider = find_bot(bot, "meduris")
    while True:
        yield state
        if state.is_terminal():
            return
        picked = draws.pick(state.legal_actions()) if state.is_chance() else decider.decide(state, LEVEL, draws)
        state.apply_trusted(picked)


def last_roll(state: State) -> str | None:
    """The face of the last roll."""
    rolls = (action.face for action in map(decode, reversed(state.history)) if isinstance(action, Roll))
    return next(rolls, None)


def places(state: State) -> list[Lit]:
    """What may be chosen, where it has a place on the board."""
    found: dict[str, Lit] = {}
    for action in map(decode, () if state.is_chance() or state.is_terminal() else state.legal_actions()):
        choice = len(found) + 1
        if isinstance(action, Hut | Temple):
            kind = type(action).__name__.lower()
            chosen = Lit(f"field-{action.field}", choice, f"A {kind} on <field {action.field}> & more.", "x1", kind)
        elif isinstance(action, Place):
            chosen = Lit(f"plain-{action.plain}", choice, f"On {action.plain}.", ghost="worker")
        elif isinstance(action, Move):
            chosen = Lit(f"worker-{action.source}-{action.level}", choice, f"From {action.source}.", "+2")
        else:
            continue
        found.setdefault(chosen.place, chosen)
    return list(found.values())


@cache
def one_of_each_phase() -> dict[Phase, tuple[Record, str | None, tuple[Lit, ...]]]:
    """The first position of each phase, not too early: record, last roll, and what may be chosen."""
    found: dict[Phase, tuple[Record, str | None, tuple[Lit, ...]]] = {}
    for state in positions(3):
        phase = Phase(int(state.record.phase))
        if phase not in found and (state.turn >= LATER or (phase == Phase.PLACE and len(state.history) == 3)):
            found[phase] = (state.records.copy()[0], last_roll(state), tuple(places(state)))
    return found


def shown(markup: str) -> Iterator[str]:
    """What a picture shows: every id with its seat, its symbols, its texts and where its first symbol is."""
    for element in Xml.fromstring(f'<svg xmlns="{SVG}">{markup}</svg>').iter():
        if "id" not in element.attrib:
            continue
        uses = [inner.attrib for inner in element.iter(f"{{{SVG}}}use")]
        at = "".join(
            f"{float(use['x']) + float(use['width']) / 2:.0f},{float(use['y']) + float(use['height']) / 2:.0f}"
            for use in uses[:1]
        )
        words = [inner.text for inner in element.iter(f"{{{SVG}}}text")]
        facts = [element.get("data-seat"), *(use["href"][1:] for use in uses), *words, at]
        yield " ".join([element.attrib["id"], *filter(None, facts)])


def pictures() -> str:
    """The golden text."""
    text = []
    for phase, (record, rolled, lights) in sorted(one_of_each_phase().items()):
        text += [f"# {phase.name.lower()}", position_text(record), ""]
        text += [*shown(pieces(record, rolled)), *shown(lit(lights, 1, record=record)), ""]
    return "\n".join(text)


if __name__ == "__main__":
    assert set(MATERIALS) == {"wood", "wool", "copper", "stone"}
    GOLDEN.write_text(pictures(), encoding="utf-8")
