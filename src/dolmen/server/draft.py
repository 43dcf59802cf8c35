"""What a command is about to append: events, one after the other, and the position that they lead to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from types import MappingProxyType

from dolmen.contract.game import State
from dolmen.contract.presentation import Presentation
from dolmen.server.planned_turn import Standing, action_ids, standing
from dolmen.server.presence import Moment
from dolmen.store import NewEvent, PlannedMove

Chance = Callable[[Sequence[int]], int]
"""Draws one of the outcomes that are possible."""
AutoAnswers = Mapping[int, Mapping[str, str]]
"""What the seats have settled for their later answers."""
PlannedTurns = Mapping[int, PlannedMove]
"""The turns that seats have planned."""
NOTHING_PLANNED: PlannedTurns = MappingProxyType({})


class Draft:
    """Events that are not written yet. Nothing here changes the table that they are for."""

    def __init__(self, state: State) -> None:
        self.state = state.clone()
        """The position after them."""
        self.events: list[NewEvent] = []
        self.moments: list[Moment] = []
        """Where each of them leads to."""
        self.done: list[int] = []
        """The seats that are done with the turn that they had planned: it is made, or they made another one."""

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
        planned: PlannedTurns = NOTHING_PLANNED,
        holding: int | None = None,
    ) -> None:
        """Add what asks nobody: the die, choices of one, answers that people have settled, turns that they planned.

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
                answer = self._settled_answer(present, answers)
                if answer is not None:
                    self._follow("standing answer", answer, seat)
                elif not self._make_planned(present, planned.get(seat)):
                    return

    def _settled_answer(self, present: Presentation, answers: AutoAnswers) -> int | None:
        """What the seat that is asked has settled for this question, if it may be answered so."""
        answer = present.auto_answer(self.state, answers.get(self.state.current_player, {}))
        return answer if answer in self.state.legal_actions() else None

    def _make_planned(self, present: Presentation, move: PlannedMove | None) -> bool:
        """Make the turn that the seat has planned, if it is as it was meant; whether it was made."""
        if move is None or move.seat in self.done or standing(present, move, self.state) is not Standing.READY:
            return False
        for action in action_ids(move, self.state) or ():
            self.state.apply_trusted(action)
        self.add(NewEvent("move", {"actions": list(move.actions)}, move.seat, move.player))
        self.done.append(move.seat)
        return True

    def goes_on_at_once(self, present: Presentation, people: Set[int], answers: AutoAnswers) -> bool:
        """Whether something follows before any person has thought: a die, a bot, an answer that nobody is asked for.

        What somebody has planned does not count: a pause would tell that he has.
        """
        state = self.state
        if state.is_terminal() or state.is_chance() or state.current_player not in people:
            return not state.is_terminal()
        return len(state.legal_actions()) == 1 or self._settled_answer(present, answers) is not None

    def _follow(self, kind: str, action: int, seat: int | None = None) -> None:
        self.state.apply_trusted(action)
        self.add(NewEvent(kind, {"actions": [self.state.game.action_text(action)]}, seat))
