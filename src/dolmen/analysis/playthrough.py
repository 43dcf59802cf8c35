"""Golden playthroughs: a game written out with its positions and legal decisions, to be compared line by line.

Every decision is there; of the positions only the interesting ones, to keep the files small: the first three of each
phase, then every tenth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dolmen.contract.game import Game, State
from dolmen.core.draws import Draws

SHOWN_FIRST = 3
THEN_EVERY = 10


def playthrough(game: Game, seed: int, max_decisions: int = 5000) -> str:
    """A random game of the seed, as text."""
    return "\n".join(_lines(game, seed, max_decisions)) + "\n"


def _lines(game: Game, seed: int, max_decisions: int) -> Iterator[str]:
    meta = game.meta
    yield f"game {meta.key}, rules {meta.rules_version}, {game.players} players, seed {seed}"
    yield f"{game.num_actions} actions"
    state = game.new_state(seed=seed)
    draws = Draws(seed, 1)
    seen: Counter[tuple[int, str]] = Counter()
    while not state.is_terminal() and len(state.history) < max_decisions:
        legal = state.legal_actions()
        action = draws.pick(legal)
        kind = (state.current_player, game.action_text(action).split()[0])
        seen[kind] += 1
        if seen[kind] <= SHOWN_FIRST or seen[kind] % THEN_EVERY == 0:
            yield from _position(state, legal)
        yield f"{len(state.history)}: {action} {game.action_text(action)}"
        state.apply(action)
    yield from _position(state, [])
    yield f"scores {' '.join(map(str, state.scores()))}"
    yield f"returns {' '.join(map(str, state.returns()))}"


def _position(state: State, legal: list[int]) -> Iterator[str]:
    yield ""
    for line in str(state).splitlines():
        yield f"# {line}"
    yield f"# legal: {', '.join(f'{action} {state.game.action_text(action)}' for action in legal) or 'nothing'}"
