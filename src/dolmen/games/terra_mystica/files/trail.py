"""A state that is followed decision by decision, with the positions in between that the rows of a ledger show."""

from __future__ import annotations

from typing import Any

import numpy as np

from dolmen.contract.game import Records, State
from dolmen.core.errors import IllegalAction
from dolmen.core.kernel import as_taken
from dolmen.core.mask import new_mask
from dolmen.core.record_view import copied, plain_view
from dolmen.games.terra_mystica.rules.actions import BUILD, DROP, KIND, NUM_ACTIONS, UPGRADE, upgrade_of
from dolmen.games.terra_mystica.rules.leaving import refusal_to_leave
from dolmen.games.terra_mystica.rules.record import MAX_PLAYERS, NOBODY, Phase
from dolmen.games.terra_mystica.rules.steps import FIGURES, add_offers, allows, fill_figures, go_on, make_decision

Figures = tuple[int, ...]
"""What a row of a ledger says of its faction: points, coins, workers, priests, three bowls of power, four cults."""


def figures_of(position: Records, seat: int) -> Figures:
    """A seat's figures in a position."""
    figures = np.zeros(FIGURES, dtype=np.int64)
    fill_figures(position, seat, figures)
    return tuple(figures.tolist())


class Follower:
    """Makes decisions on a state, each checked and made once."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.now = plain_view(state.records)
        """The position, as it is whenever it is read."""
        self.present: Records = as_taken(state.records)
        """The same as an array, for kernels."""
        self.before_income = self.present
        """The position right after the last decision, before income and the like."""
        self.automatic: dict[Phase, Records] = {}
        """The positions after the last cult bonus and the last income, and before final scoring."""
        self.offered = np.zeros(MAX_PLAYERS, dtype=np.int64)
        """What was offered to each seat since this was last cleared; who has left the game is counted too."""
        self.watched = NOBODY
        """The seat whose figures are noted after every decision."""
        self.trail: list[Figures] = []
        """Those figures."""
        self._mask = new_mask(NUM_ACTIONS)

    @property
    def record(self) -> Any:
        """The position, for the words of a refusal."""
        return self.state.record

    @property
    def phase(self) -> int:
        """What is asked for."""
        return int(self.now.phase)

    def is_legal(self, action: int) -> bool:
        """Whether a decision is legal now."""
        return bool(allows(self.present, self._mask, action))

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
        kind = KIND[action]
        builds = kind in (BUILD, UPGRADE) and self.now.phase == Phase.ACTION
        builder = self.now.player if builds else NOBODY
        self.state.note(action)
        runs_on = make_decision(self.present, action)
        if builder != NOBODY:
            land = action - BUILD if kind == BUILD else upgrade_of(action)[0]
            add_offers(self.present, builder, land, self.offered)
        if self.watched != NOBODY:
            self.trail.append(figures_of(self.present, self.watched))
        self.before_income = self.present
        if runs_on:
            self._go_on()

    def _go_on(self) -> None:
        """Phases that ask nobody: rows of a ledger show the position after each, and before final scoring."""
        self.before_income = self._copy()
        runs_on = True
        while runs_on:
            phase = Phase(self.now.phase)
            before = self._copy() if phase == Phase.FINAL else None
            runs_on = go_on(self.present)
            self.automatic[phase] = self._copy() if before is None else before

    def _copy(self) -> Records:
        """The position as it is now, kept."""
        kept: Records = as_taken(copied(self.present))
        return kept
