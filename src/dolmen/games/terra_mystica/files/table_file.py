"""How a table keeps a game of Terra Mystica whose factions are not chosen yet.

The community's logs begin when all factions are chosen. A table begins earlier, so its set-up is a few lines of its own
kind; every later moment is told by the log. Both are read back to the same position.

    # Dolmen: Terra Mystica for 3
    option late-answers
    score SCORE5,SCORE8,SCORE1,SCORE7,SCORE3,SCORE2
    bonus BON1,BON2,BON4,BON5,BON8,BON9
    colours red,blue,green              where colours are dealt
    factions witches,nomads,giants      where factions are given
    points-off 3,0,1                    what was bid for each of them, where they were auctioned
    auction witches,nomads,giants       where factions are auctioned before the game; without names, players name them
    decision setup witches              decisions made so far
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from dolmen.contract.game import State
from dolmen.core.errors import DolmenError, IllegalLine, InvalidNotation
from dolmen.games.terra_mystica.rules.game import TerraMystica
from dolmen.games.terra_mystica.rules.setup import Setup, check_factions

IGNORED: Final = ("auction:",)
"""Lines of an auction that goes on: the set-up does not know it yet."""
_FIRST: Final = re.compile(r"# Dolmen: Terra Mystica for (\d)")


def is_table(text: str) -> bool:
    """Whether a text is the set-up of a table."""
    return bool(_FIRST.match(text))


def text_of(setup: Setup, state: State, lots: Sequence[str] | None = None) -> str:
    """The lines of a table; `lots` are the factions that are auctioned, if any are."""
    lines = [f"# Dolmen: Terra Mystica for {setup.players}"]
    lines += [f"option {option}" for option in sorted(setup.options)]
    lines += [f"score {','.join(setup.scoring)}", f"bonus {','.join(setup.bonuses)}"]
    lines += [f"colours {','.join(setup.colours)}"] if setup.colours else []
    lines += [f"factions {','.join(setup.factions)}"] if setup.factions else []
    lines += [f"points-off {','.join(map(str, setup.points_off))}"] if setup.points_off else []
    lines += [f"auction {','.join(lots)}".rstrip()] if lots is not None else []
    lines += [f"decision {state.game.action_text(action)}" for action in state.history]
    return "\n".join(lines) + "\n"


def read_table(text: str) -> tuple[Setup, State, tuple[str, ...] | None]:
    """The set-up and the position of a table, and what is auctioned first. Raises IllegalLine."""
    lists: dict[str, tuple[str, ...]] = {}
    options: set[str] = set()
    decisions: list[tuple[int, str]] = []
    first, *lines = text.splitlines()
    found = _FIRST.match(first)
    assert found is not None
    number = 1
    try:
        for number, line in enumerate(lines, start=2):
            word, _, rest = line.partition(" ")
            if word == "option":
                options.add(rest)
            elif word in ("score", "bonus", "colours", "factions", "points-off", "auction"):
                lists[word] = tuple(filter(None, rest.split(",")))
            elif word == "decision":
                decisions.append((number, rest))
            elif line and word not in IGNORED:
                raise InvalidNotation(f"'{line}' is not understood")
        setup = Setup(
            int(found.group(1)),
            lists.get("score", ()),
            lists.get("bonus", ()),
            frozenset(options),
            lists.get("factions", ()),
            lists.get("colours", ()),
            _points(lists.get("points-off", ())),
        )
        check_factions(lists.get("auction", ()), setup.players)
        state = TerraMystica(setup.players, options=setup.options).new_state(setup)
        for line_number, decision in decisions:
            number = line_number
            state.apply(decision)
    except DolmenError as error:
        raise IllegalLine(f"line {number}: {error}", number) from None
    return setup, state, lists.get("auction")


def _points(numbers: Sequence[str]) -> tuple[int, ...]:
    """What is taken off the final scores."""
    for number in numbers:
        if not re.fullmatch("[0-9]{1,2}", number):
            raise InvalidNotation(f"points-off names a number of points for each faction, not '{number[:20]}'")
    return tuple(map(int, numbers))
