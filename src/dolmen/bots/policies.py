"""Bots inside batches: each decides in many places at once, as fast as it can.

A policy is a function of a batch that returns an action for every place: `batch.play(policy_of(bot), 300)`. Random and
greedy run compiled over all places; a learned bot looks at all of them in one product of matrices; any other bot is
asked place by place, and sees positions without their past.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from dolmen.batch import NO_ACTION, Batch
from dolmen.batch.on_cpu import STEPS_A_THREAD, unpacked_masks
from dolmen.batch.place import Places
from dolmen.bots.base import LEVEL, Bot, judgement_of
from dolmen.bots.greedy import GreedyBot, make_greedy
from dolmen.bots.learned import LearnedBot
from dolmen.bots.random import RandomBot
from dolmen.contract.game import Records, State, empty_records
from dolmen.core.arguments import shown
from dolmen.core.draws import thoughts
from dolmen.core.errors import UnknownBot, WrongBatch
from dolmen.core.kernel import as_taken
from dolmen.core.record_view import copied

Actions = npt.NDArray[np.int64]


class Policy(ABC):
    """Decides for whoever is asked in the places of a batch on the CPU."""

    @abstractmethod
    def decide(self, batch: Batch, places: Places) -> Actions:
        """A legal action for each of some places, in each of which somebody decides."""

    def __call__(self, batch: Batch) -> Actions:
        """An action for every place; NO_ACTION where the game has ended for good."""
        actions = np.full(batch.size, NO_ACTION, dtype=np.int64)
        asked = np.flatnonzero(batch.current_player >= 0)
        actions[asked] = self.decide(batch, asked)
        return actions


def policy_of(bot: Bot) -> Policy:
    """A bot as a policy: the fastest that there is for it."""
    if not isinstance(bot, Bot):
        raise UnknownBot(f"a policy is made of a bot, as `find_bot` gives it, not of {shown(bot)}")
    if type(bot) is RandomBot:
        return RandomPolicy()
    if type(bot) is GreedyBot:
        return GreedyPolicy(bot.game)
    if type(bot) is LearnedBot:
        return LearnedPolicy(bot)
    return BotPolicy(bot)


class RandomPolicy(Policy):
    """Any legal action."""

    def decide(self, batch: Batch, places: Places) -> Actions:
        """By the draws of random playouts."""
        return batch.random_actions_at(places)


class GreedyPolicy(Policy):
    """What looks best: the decisions of the greedy bot."""

    def __init__(self, game: str) -> None:
        self.game = game
        self._room: tuple[Records, npt.NDArray[np.uint64]] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return GreedyPolicy, (self.game,)  # kernels and room to think in are not pickled but made anew

    def decide(self, batch: Batch, places: Places) -> Actions:
        """By the same draws as the bot's in a single game."""
        if self._room is None or len(self._room[0]) < batch.size:
            masks = np.zeros_like(batch.legal_mask(packed=True))
            self._room = as_taken(empty_records(batch.game.record_type, batch.size)), masks
        actions = np.empty(len(places), dtype=np.int64)
        chooses = make_greedy(judgement_of(self.game, "greedy").choose).choose_range
        positions = as_taken(batch.records), batch.slots, batch.game.num_actions
        batch.share(len(places), STEPS_A_THREAD, chooses, places, *positions, *self._room, actions)
        return actions


class LearnedPolicy(Policy):
    """What a network thinks best."""

    def __init__(self, bot: LearnedBot) -> None:
        self.bot = bot

    def decide(self, batch: Batch, places: Places) -> Actions:
        """The legal action with the largest logit, as the bot has it.

        One product for many rows may round otherwise than one for a single row: of actions that the network thinks
        equal to seven digits, either may be taken.
        """
        logits = self.bot.logits_of(batch.observe_at(places, batch.current_player[places]))
        legal = unpacked_masks(batch.legal_mask(packed=True)[places], batch.game.num_actions)
        chosen: Actions = np.argmax(np.where(legal, logits, -np.inf), axis=1)
        return chosen


class BotPolicy(Policy):
    """Any other bot, asked place by place."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def decide(self, batch: Batch, places: Places) -> Actions:
        """What the bot chooses in each position."""
        slots = batch.slots
        actions = np.empty(len(places), dtype=np.int64)
        for index, place in enumerate(places.tolist()):
            slot = slots[place]
            draws = thoughts(int(slot["seed"]), int(slot["game"]), int(slot["step"]))
            state = State(batch.game, copied(batch.records[place : place + 1]))
            actions[index] = self.bot.decide(state, LEVEL, draws)
        return actions


class FunctionPolicy(Policy):
    """Somebody's own function of the batch, which gives an action for every place."""

    def __init__(self, function: Callable[[Batch], Any]) -> None:
        self.function = function

    def decide(self, batch: Batch, places: Places) -> Actions:
        """What the function says of these places. Raises WrongBatch where that is not an action for every place."""
        actions = np.asarray(self.function(batch))
        if actions.shape != (batch.size,) or actions.dtype.kind not in "iu":
            raise WrongBatch(
                f"a policy gives {batch.size} actions, one for each game, not an array {actions.shape} of "
                f"{actions.dtype}"
            )
        chosen: Actions = actions[places].astype(np.int64)
        return chosen
