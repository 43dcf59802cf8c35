"""How a table keeps a game of Terra Mystica whose factions are not chosen yet.

The community's logs begin when all factions are chosen. A table begins earlier, so its set-up is a few lines of its own
kind; every later moment is told by the log. Both are read back to the same position.

    # Dolmen: Terra Mystica for 3
    option late-answers
    score SCORE5,SCORE8,SCORE1,SCORE7,SCORE3,SCORE2
    bonus BON1,BON2,BON4,BON5,BON8,BON9
    colours red,blue,green              where colours are dealt
    factions witches,nomads,giants      where factions are given
    decision setup witches              decisions made so far
"""

from __future__ import annotations

import re
from typing import Final

from dolmen.contract.game import State
from dolmen.core.errors import DolmenError, IllegalLine, InvalidNotation
from dolmen.games.terra_mystica.rules.game import TerraMystica
from dolmen.games.terra_mystica.rules.setup import Setup

_FIRST: Final = re.compile(r"# Dolmen: Terra Mystica for (\d)")


def is_table(text: str) -> bool:
    """Whether a text is the set-up of a table."""
    return bool(_FIRST.match(text))


def text_of(setup: Setup, state: State) -> str:
    """The lines of a table."""
    lines = [f"# Dolmen: Terra Mystica for {setup.players}"]
    lines += [f"option {option}" for option in sorted(setup.options)]
    lines += [f"score {','.join(setup.scoring)}", f"bonus {','.join(setup.bonuses)}"]
    lines += [f"colours {','.join(setup.colours)}"] if setup.colours else []
    lines += [f"factions {','.join(setup.factions)}"] if setup.factions else []
    lines += [f"decision {state.game.action_text(action)}" for action in state.history]
    return "\n".join(lines) + "\n"


def read_table(text: str) -> tuple[Setup, State]:
    """The set-up and the position of a table. Raises IllegalLine."""
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
            elif word in ("score", "bonus", "colours", "factions"):
                lists[word] = tuple(rest.split(","))
            elif word == "decision":
                decisions.append((number, rest))
            elif line:
                raise InvalidNotation(f"'{line}' is not understood")
        setup = Setup(
            int(found.group(1)),
            lists.get("score", ()),
            lists.get("bonus", ()),
            frozenset(options),
            lists.get("factions", ()),
            lists.get("colours", ()),
        )
        state = TerraMystica(setup.players, options=setup.options).new_state(setup)
        for line_number, decision in decisions:
            number = line_number
            state.apply(decision)
    except DolmenError as error:
        raise IllegalLine(f"line {number}: {error}", number) from None
    return setup, state
