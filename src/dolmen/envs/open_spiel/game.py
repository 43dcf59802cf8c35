"""Any game as a Python game of OpenSpiel, with explicit chance nodes.

The set-up is the first chance node: one of `setups` set-ups, drawn from `seed`. At a chance node outcome `i` is the
i-th legal outcome of the rules. Returns are zero-sum: 1 for a sole winner, -1/(n-1) for who loses to one. A game that
reaches `max_game_length` decisions ends there with 0 for everybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

import numpy as np

from dolmen.contract.game import CHANCE, TERMINAL, Game, State
from dolmen.contract.meta import Meta
from dolmen.contract.registry import games, load
from dolmen.core.compiling import announce_compiling
from dolmen.core.draws import DICE_STREAMS, draw_below
from dolmen.core.errors import IllegalAction, InvalidSetup
from dolmen.core.kernel import as_taken
from dolmen.core.mask import count, has, members, new_mask, nth
from dolmen.envs.extras import needed_for
from dolmen.envs.names import open_spiel_name
from dolmen.envs.seeds import seed_of

with needed_for("dolmen.envs.open_spiel"):
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

_CHANCE, _TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
SETUPS: Final = 64
MAX_GAME_LENGTH: Final = 10_000


def game_type(meta: Meta) -> Any:
    """What OpenSpiel wants to know of a game before it is made."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=open_spiel_name(meta.key),
        long_name=f"{meta.title} (Dolmen)",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=meta.max_players,
        min_num_players=meta.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": meta.min_players,
            "seed": 0,
            "setups": SETUPS,
            "max_game_length": MAX_GAME_LENGTH,
        },
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """The rules of a game for a number of players, as OpenSpiel sees them."""

    meta: ClassVar[Meta]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        announce_compiling()
        meta = self.meta
        given = dict(params or {})
        self.game: Game = load(meta.key, given.get("players", meta.min_players))
        self.seed = seed_of(given.get("seed", 0))
        self.setups: int = given.get("setups", SETUPS)
        self.longest: int = given.get("max_game_length", MAX_GAME_LENGTH)
        if self.setups < 1 or self.longest < 1:
            raise InvalidSetup(f"setups and max_game_length are at least 1, not {self.setups} and {self.longest}")
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_actions,
            max_chance_outcomes=max(self.setups, self.game.max_chance_outcomes),
            num_players=self.game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(game_type(meta), info, given)

    def __reduce__(self) -> tuple[Any, ...]:
        return load_spiel, (str(self),)

    def new_initial_state(self) -> SpielState:
        """The state before the set-up is drawn."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Any:
        """What observes a state: the game's own observation, part by part."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return SpielObserver(self.game, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state as OpenSpiel sees it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.game = game.game
        self.seed = game.seed
        self.setups = game.setups
        self.longest = game.longest
        self.state: State | None = None
        self.number = 0
        """Which of the set-ups was drawn."""
        self.player = CHANCE
        self.mask = new_mask(self.game.num_actions)
        """What is legal now, once there is a set-up."""
        self.decisions = 0
        """Of players alone."""
        self.made = 0
        """All decisions since the set-up, those of the dice included."""

    def current_player(self) -> int:
        """Who decides."""
        if self.is_terminal():
            return _TERMINAL
        return _CHANCE if self.player == CHANCE else self.player

    def is_terminal(self) -> bool:
        """Whether the game is over, or as long as it may become."""
        return self.player == TERMINAL or self.decisions >= self.longest

    def _legal_actions(self, player: int) -> list[int]:
        assert self.state is not None and player >= 0
        return members(self.mask)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes by number, all equally likely."""
        number = self.setups if self.state is None else int(count(self.mask))
        return [(outcome, 1 / number) for outcome in range(number)]

    def rolled(self) -> int:
        """The outcome of this chance node in the game of the seed as the other environments play it.

        That is set-up 0, as after `reset(seed=...)`, and then the dice of whichever set-up was chosen.
        """
        if self.state is None:
            return 0
        return int(draw_below(self.seed, DICE_STREAMS + self.number, self.made, int(count(self.mask))))

    def _apply_action(self, action: int) -> None:
        self._check(action)
        if self.state is None:
            self.number = action
            self.state = self.game.new_state(self.game.draw_setup(self.seed, action))
            self.game.legal_in(self.state.records, self.mask)
            self.player = self.state.current_player
            return
        if self.player == CHANCE:
            action = int(nth(self.mask, action))
        else:
            self.decisions += 1
        self.made += 1
        # not by the state, which would keep the past: OpenSpiel does
        self.player = int(self.game.calls.decide_in(as_taken(self.state.records), self.mask, action))

    def _check(self, action: int) -> None:
        """OpenSpiel itself lets any number through."""
        if self.state is not None and self.player != CHANCE:
            if not 0 <= action < self.game.num_actions:
                raise IllegalAction(f"there is no action {action}; they are 0 to {self.game.num_actions - 1}")
            if not has(self.mask, action):
                raise IllegalAction(str(self.game.refusal(self.state.record, action)))
            return
        outcomes = self.setups if self.state is None else int(count(self.mask))
        if not 0 <= action < outcomes:
            raise IllegalAction(f"there is no outcome {action} here; there are 0 to {outcomes - 1}")

    def _action_to_string(self, player: int, action: int) -> str:
        if self.state is None:
            return f"setup {action}"
        if player == _CHANCE:
            action = int(nth(self.mask, action))
        return self.game.action_text(action)

    def returns(self) -> list[float]:
        """Shares of the victory, moved and scaled so that they sum to zero and a sole winner has 1."""
        players = self.game.players
        if self.state is None or self.player != TERMINAL:
            return [0.0] * players
        return [(players * share - 1) / (players - 1) for share in self.state.returns()]

    def __str__(self) -> str:
        return "set-up" if self.state is None else str(self.state)


class SpielObserver:
    """The game's observation as OpenSpiel wants it: one tensor, and its parts by name."""

    def __init__(self, game: Game, params: Mapping[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observations have no parameters; {dict(params)} were given")
        self.game = game
        self.tensor = np.zeros(game.observation_size, np.float32)
        self.dict = {part.name: part.of(self.tensor) for part in game.observation_parts()}

    def set_from(self, state: SpielState, player: int) -> None:
        """Look at a state as that player."""
        if state.state is None:
            self.tensor.fill(0)
        else:
            self.game.observe_in(state.state.records, player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text."""
        return f"player {player + 1} sees\n{state}"


def register(meta: Meta) -> str:
    """Make a game known to OpenSpiel; returns its name there.

    A class of its own, since OpenSpiel keeps what is registered until after Python has ended: only classes survive it.
    """
    kind = game_type(meta)
    name = f"{meta.title.replace(' ', '')}SpielGame"
    pyspiel.register_game(kind, type(name, (SpielGame,), {"__doc__": f"{meta.title} in OpenSpiel.", "meta": meta}))
    return str(kind.short_name)


def load_spiel(text: str) -> Any:
    """A game by its name and parameters in OpenSpiel: how games are pickled."""
    return pyspiel.load_game(text)


GAMES: Final = tuple(register(meta) for meta in games().values())
"""The names of the games in OpenSpiel."""
