"""Whole games between bots: each is decided by its own streams of the seed, so the same seed gives the same games."""

from __future__ import annotations

from collections.abc import Sequence

from dolmen.analysis.replay import begin
from dolmen.bots import LEVEL, Bot, Budget
from dolmen.contract.game import Game, State
from dolmen.contract.notation import Transcript
from dolmen.core.draws import DICE_STREAMS, Draws


def play_on(state: State, bots: Sequence[Bot], draws: Draws, max_turns: int, budget: Budget = LEVEL) -> bool:
    """Play until the game is over (True), or until a turn beyond the cap would begin (False: truncated)."""
    while not state.is_terminal():
        if state.turn + state.is_chance() > max_turns:
            return False
        if state.is_chance():
            state.apply_trusted(draws.pick(state.legal_actions()))
        else:
            state.apply_trusted(bots[state.current_player].decide(state, budget, draws))
    return True


def simulate(game: Game, bots: Sequence[Bot], seed: int, number: int, max_turns: int) -> tuple[Transcript, bool]:
    """Game `number` of a simulation, and whether it reached its end before the turn cap."""
    transcript = begin(game, seed, stream=number)
    finished = play_on(transcript.state, bots, Draws(seed, DICE_STREAMS + number), max_turns)
    transcript.say_fixed_lines()
    return transcript, finished
