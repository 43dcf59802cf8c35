"""A state that is followed decision by decision, with what the rows of a ledger show: positions between the decisions."""

from __future__ import annotations

from typing import Any

import numpy as np

from dolmen.errors import IllegalAction
from dolmen.game import State
from dolmen.kernel import as_taken
from dolmen.mask import new_mask
from dolmen.reading import copied, live
from dolmen.terra_mystica.actions import BUILD, DROP, NUM_ACTIONS, TRANSFORM, UPGRADE
from dolmen.terra_mystica.leaving import refusal_to_leave
from dolmen.terra_mystica.record import MAX_PLAYERS, NOBODY, Phase
from dolmen.terra_mystica.steps import add_offers, allows, go_on, make_decision

Figures = tuple[int, ...]
"""What a row of a ledger says of its faction: points, coins, workers, priests, three bowls of power, four cults."""


def figures_of(position: Any, seat: int) -> Figures:
    """A seat's figures in a position that is read live."""
    return (
        position.vp[seat],
        position.coins[seat],
        position.workers[seat],
        position.priests[seat],
        *position.bowls.tolist()[seat],
        *position.cult.tolist()[seat],
    )


class Follower:
    """Makes decisions on a state, each checked and made once."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.now = live(state.records)
        """The position, as it is whenever it is read."""
        self.settled = self.now
        """The position right after the last decision, before income and the like."""
        self.automatic: dict[Phase, Any] = {}
        """The positions after the last cult bonus and the last income, and before final scoring."""
        self.offered = np.zeros(MAX_PLAYERS, dtype=np.int64)
        """What was offered to each seat since this was last cleared; who has left the game is counted too."""
        self.watched = NOBODY
        """The seat whose figures are noted after every decision."""
        self.trail: list[Figures] = []
        """Those figures."""
        self._records = as_taken(state.records)
        self._mask = new_mask(NUM_ACTIONS)

    @property
    def record(self) -> Any:
        """The position, for the words of a refusal."""
        return self.state.record

    def is_legal(self, action: int) -> bool:
        """Whether a decision is legal now."""
        return bool(allows(self._records, self._mask, action))

    def make(self, action: int) -> None:
        """Make one decision, checked, and keep the positions that it passes through."""
        if not self.is_legal(action):
            raise IllegalAction(self.state.game.refusal(self.record, action))
        self._make_legal(action)

    def drop(self, faction: int) -> None:
        """A faction leaves the game."""
        refusal = refusal_to_leave(self.state, faction)
        if refusal:
            raise IllegalAction(refusal)
        self._make_legal(DROP + faction)

    def _make_legal(self, action: int) -> None:
        builder = self.now.player if BUILD <= action < TRANSFORM and self.now.phase == Phase.ACTION else NOBODY
        self.state.note(action)
        runs_on = make_decision(self._records, action)
        if builder != NOBODY:
            land = action - BUILD if action < UPGRADE else (action - UPGRADE) // 4
            add_offers(self._records, builder, land, self.offered)
        if self.watched != NOBODY:
            self.trail.append(figures_of(self.now, self.watched))
        self.settled = self.now
        if runs_on:
            self._go_on()

    def _go_on(self) -> None:
        """Phases that ask nobody: rows of a ledger show the position after each, and before final scoring."""
        self.settled = self._kept()
        runs_on = True
        while runs_on:
            phase = Phase(self.now.phase)
            before = self._kept() if phase == Phase.FINAL else None
            runs_on = go_on(self._records)
            self.automatic[phase] = self._kept() if before is None else before

    def _kept(self) -> Any:
        """The position as it is now, kept."""
        return live(copied(self.state.records))
