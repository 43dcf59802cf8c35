"""One game in progress as the environments see it: players decide, the dice fall by themselves, rewards come back."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from dolmen.analysis.replay import begin
from dolmen.arena.external import ExternalBot, program_seed
from dolmen.bots import LEVEL, Bot
from dolmen.bots.random import RandomBot
from dolmen.contract.game import CHANCE, TERMINAL, Game, State
from dolmen.contract.notation import Transcript
from dolmen.core.draws import DICE_STREAMS, drawn_from, thoughts
from dolmen.core.errors import IllegalAction, InvalidSetup
from dolmen.core.kernel import as_taken
from dolmen.core.mask import has, new_mask
from dolmen.envs.options import check_rewards

ActionMask = npt.NDArray[np.int8]


class Match:
    """Game `number` of a seed: the set-up and the dice that a batch has with that seed.

    With a `start` it goes on from that position, which it then owns, and the dice alone come of the seed.
    """

    def __init__(
        self,
        game: Game,
        seed: int,
        number: int = 0,
        rewards: str = "win",
        max_turns: int | None = None,
        start: State | None = None,
    ) -> None:
        check_rewards(rewards)
        self.game = game
        self.seed = seed
        self.number = number
        self.rewards = rewards
        self.max_turns = game.max_turns if max_turns is None else max_turns
        self.transcript: Transcript | None = None
        self._calls = game.calls
        self._keep(game.new_state(game.draw_setup(seed, number)) if start is None else start)
        self._is_whole = start is None
        self._legal = new_mask(game.num_actions)
        game.legal_in(self.state.records, self._legal)
        self.player = self.state.current_player
        """The seat that decides now, or TERMINAL; never CHANCE, unless the match is truncated."""
        self.truncated = False
        """Whether the match ends here because a turn beyond the cap would begin."""
        self._roll()
        if self.is_over:
            raise InvalidSetup("a game that is over, or as long as max_turns allows, does not go on from its position")
        self._points = self.points()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("_taken", "_calls")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._calls = self.game.calls
        self._keep(self.state)

    def _keep(self, state: State) -> None:
        """The state that is played on, and its record as the rules are called with it."""
        self.state = state
        self._taken = as_taken(state.records)

    @property
    def terminated(self) -> bool:
        """Whether the game is over."""
        return self.player == TERMINAL

    @property
    def is_over(self) -> bool:
        """Whether nobody decides any more."""
        return self.truncated or self.player == TERMINAL

    def is_legal(self, action: int) -> bool:
        """Whether the seat that decides may do this now."""
        return 0 <= action < self.game.num_actions and not self.is_over and bool(has(self._legal, action))

    def refusal(self, action: int) -> str:
        """Why an action is not legal now."""
        if not 0 <= action < self.game.num_actions:
            return f"there is no action {action}; they are numbered from 0 to {self.game.num_actions - 1}"
        if self.is_over:
            return f"'{self.game.action_text(action)}' comes after the end of the game"
        return str(self.game.refusal(self.state.record, action))

    def action_mask(self, seat: int) -> ActionMask:
        """1 for every action that the seat may make now; all zero while somebody else decides."""
        if self.truncated or seat != self.player:
            return np.zeros(self.game.num_actions, dtype=np.int8)
        octets = self._legal.astype("<u8", copy=False).view(np.uint8)
        return np.unpackbits(octets, count=self.game.num_actions, bitorder="little").view(np.int8)

    def points(self) -> tuple[int, ...]:
        """The points of each seat."""
        points = np.empty(self.game.players, dtype=np.int64)
        self._calls.points_in(self._taken, points)
        return tuple(points.tolist())

    def decide(self, action: int) -> tuple[float, ...]:
        """Make a decision and let the dice fall until the next one; returns what each seat is rewarded with."""
        if not self.is_legal(action):
            raise IllegalAction(self.refusal(action))
        self._make(action)
        self._roll()
        if self.rewards == "win":
            return self.state.returns() if self.player == TERMINAL else (0.0,) * self.game.players
        before, self._points = self._points, self.points()
        return leads(tuple(now - then for now, then in zip(self._points, before, strict=True)))

    # ------------------------------------------------------------------------------------------------- bots

    def welcome(self, bot: Bot) -> None:
        """A bot sits down: a program is told the whole game, in its notation."""
        if isinstance(bot, ExternalBot):
            if not self._is_whole:
                raise InvalidSetup("a program is told whole games: it cannot play on from a position")
            if self.transcript is None:
                self.transcript = begin(self.game, self.seed, stream=self.number)
                self.transcript.state.play(self.state.history)
                self._keep(self.transcript.state)
            bot.sit_down(self.transcript, self.number + 1, program_seed(self.seed, self.number))

    def choice_of(self, bot: Bot) -> int:
        """What a bot would decide now."""
        if type(bot) is RandomBot:  # what is legal is known here
            return self._drawn()
        return bot.decide(self.state, LEVEL, thoughts(self.seed, self.number, self.state.decisions))

    # ------------------------------------------------------------------------------------------------- the rules

    def _make(self, action: int) -> None:
        """A legal action, of a player or of the dice."""
        self.state.note(action)
        self.player = int(self._calls.decide_in(self._taken, self._legal, action))

    def _drawn(self) -> int:
        """What the dice show at this decision, and what a random bot decides there."""
        return int(drawn_from(self._legal, self.seed, DICE_STREAMS + self.number, self.state.decisions))

    def _roll(self) -> None:
        """Let the dice fall until somebody is asked, or the game ends."""
        while self.player == CHANCE and self.state.turn < self.max_turns:
            self._make(self._drawn())
        self.truncated = self.player != TERMINAL and self.state.turn + (self.player == CHANCE) > self.max_turns


def leads(points: tuple[int, ...]) -> tuple[float, ...]:
    """By how much each seat's points exceed the mean of the others'."""
    total, others = sum(points), len(points) - 1
    return tuple(own - (total - own) / others for own in points)
