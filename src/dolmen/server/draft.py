"""What a command is about to append: events, one after the other, and the position that they lead to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set

from dolmen.contract.game import State
from dolmen.contract.presentation import Presentation
from dolmen.server.presence import Moment
from dolmen.store import NewEvent

Chance = Callable[[Sequence[int]], int]
"""Draws one of the outcomes that are possible."""
AutoAnswers = Mapping[int, Mapping[str, str]]
"""What the seats have settled for their later answers."""


class Draft:
    """Events that are not written yet. Nothing here changes the table that they are for."""

    def __init__(self, state: State) -> None:
        self.state = state.clone()
        """The position after them."""
        self.events: list[NewEvent] = []
        self.moments: list[Moment] = []
        """Where each of them leads to."""

    def add(self, event: NewEvent) -> None:
        """An event; its decisions are made in `state` already, where it has any."""
        self.events.append(event)
        self.moments.append(Moment.of(self.state))

    def take_back(self, decisions: int) -> None:
        """Return to the position after so many decisions."""
        while self.state.decisions > decisions:
            self.state.undo()

    def let_follow(
        self,
        present: Presentation,
        people: Set[int],
        answers: AutoAnswers,
        chance: Chance,
        *,
        holding: int | None = None,
    ) -> None:
        """Add what asks nobody: the die, choices of one, answers that people have settled.

        Nothing follows that is not the affair of the seat that is still to confirm its turn (`holding`).
        """
        while not self.state.is_terminal() and holding in (None, self.state.current_player):
            seat, legal = self.state.current_player, self.state.legal_actions()
            if self.state.is_chance():
                self._follow("chance", chance(legal))
            elif seat not in people:
                return
            elif len(legal) == 1:
                self._follow("forced", legal[0], seat)
            else:
                answer = present.auto_answer(self.state, answers.get(seat, {}))
                if answer is None or answer not in legal:
                    return
                self._follow("standing answer", answer, seat)

    def _follow(self, kind: str, action: int, seat: int | None = None) -> None:
        self.state.apply_trusted(action)
        self.add(NewEvent(kind, {"actions": [self.state.game.action_text(action)]}, seat))
