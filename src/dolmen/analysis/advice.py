"""What a bot thinks of the plays in a position: the best ones with expected points and reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from dolmen.bots import Bot, Budget, Opinion
from dolmen.contract.game import State
from dolmen.contract.notation import ask_seat
from dolmen.contract.registry import package
from dolmen.core.draws import Draws

SIDE_SHARE = 0.1
"""The part of the thought that goes into how each of the other choices goes on."""
LONGEST = 60
"""No play takes more decisions."""


@dataclass(frozen=True)
class Advice:
    """One play, and what the bot thinks of it."""

    play: str
    points: float
    """The points that the seat expects at the end of the game."""
    share: float
    """How much of its thought the bot gave to this, from 0 to 1."""
    reasons: tuple[str, ...]
    actions: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """As programs exchange it."""
        return {"play": self.play, "points": round(self.points, 2), "share": round(self.share, 4)}


def advise(bot: Bot, state: State, budget: Budget, seed: int, most: int = 5) -> list[Advice]:
    """The best plays, best first; always at least one. Raises IllegalAction where nobody decides."""
    return _think(bot, state, budget, seed, most)[1]


def decide(bot: Bot, state: State, budget: Budget, seed: int, most: int = 5) -> tuple[str, list[Advice]]:
    """What the bot plays, and the best plays, best first. The two differ where a level errs on purpose."""
    position, advice, action = _think(bot, state, budget, seed, most)
    if advice[0].actions[0] == action:
        return advice[0].play, advice
    actions = continued(bot, position, (action,), budget, seed)
    return package(state.game.meta.key).notation().play_text(position, actions), advice


def _think(bot: Bot, state: State, budget: Budget, seed: int, most: int) -> tuple[State, list[Advice], int]:
    """The position as it was thought about, the best plays, and the first decision of the bot's own."""
    ask_seat(state)
    position = package(state.game.meta.key).notation().bot_view(state)
    choices = bot.consider(position, budget, Draws(seed))
    action = bot.decide(position, budget, Draws(seed))  # a search has thought already: this only picks
    advice = [
        _advice(bot, position, choice, budget if number == 0 else reduced(budget), seed)
        for number, choice in enumerate(choices[:most])
    ]
    return position, advice, action


def reduced(budget: Budget) -> Budget:
    """What is left for side issues."""
    visits = None if budget.visits is None else max(1, round(budget.visits * SIDE_SHARE))
    return replace(budget, visits=visits, share=budget.share * SIDE_SHARE)


def _advice(bot: Bot, position: State, choice: Opinion, budget: Budget, seed: int) -> Advice:
    actions = continued(bot, position, (choice.action,), budget, seed)
    text = package(position.game.meta.key).notation().play_text(position, actions)
    return Advice(text, choice.points, choice.share, choice.reasons, actions)


def continued(bot: Bot, position: State, begun: Sequence[int], budget: Budget, seed: int) -> tuple[int, ...]:
    """A play to its end: what is begun, as far as it belongs to the play, then what the bot chooses."""
    plays = package(position.game.meta.key).notation()
    state, actions, draws = position.clone(), list(begun), Draws(seed)
    for number in range(LONGEST):
        if number == len(actions):
            legal = state.legal_actions()
            actions.append(legal[0] if len(legal) == 1 else bot.decide(state, budget, draws))
        before = state.records.copy()
        state.apply_trusted(actions[number])
        if plays.ends_play(before[0], actions[number], state.record):
            return tuple(actions[: number + 1])
    return tuple(actions)
